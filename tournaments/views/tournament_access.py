"""What the tournaments' views share: who asks, which tournament, and how a refusal is answered."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Concatenate, ParamSpec

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from games.common.errors import NotVisibleError
from games.models import Match, Member
from games.views.request_helpers import member_of
from tournaments.models import Entry, Official, Pairing, StandingsSummary, Tournament
from tournaments.presentation.refusals import refusal
from tournaments.presentation.viewer import Viewer
from tournaments.selectors.access import (
    Power,
    own_entry,
    power_of,
    tournament_access,
    watchable,
)
from tournaments.selectors.kept_standings import standings_summary
from tournaments.selectors.rounds import (
    CountedRound,
    RoundLine,
    TableLine,
    counted_rounds,
    read_tables,
    rounds_of,
)
from tournaments.selectors.tournament_state import TournamentState, setup_of, tournament_state
from tournaments.services.errors import TournamentError
from tournaments.values.setup import TournamentSetup

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]
TOKEN = re.compile(r"[\w-]{8,64}", re.ASCII)


@dataclass
class SeenTournament:
    """A tournament as the one who asks may see it; its rows are read when it is first needed."""

    tournament: Tournament
    member: Member | None
    entry: Entry | None

    @cached_property
    def officials(self) -> list[Official]:
        """Who helps to run it, and who is asked to."""
        if not self.summary.officials:
            return []
        return list(self.tournament.officials.select_related("member"))

    @cached_property
    def power(self) -> Power | None:
        """What of the organiser's tools the one who asks has."""
        is_plain = self.member is None or self.member.pk == self.tournament.organiser_id
        return power_of(self.tournament, self.member, [] if is_plain else self.officials)

    @property
    def is_organiser(self) -> bool:
        """Whether the one who asks has at least some of the organiser's tools."""
        return self.power is not None

    @cached_property
    def state(self) -> TournamentState:
        """Everybody and everything in it."""
        return tournament_state(self.tournament)

    @cached_property
    def rounds(self) -> list[RoundLine]:
        """Its rounds with their tables; a table leads to its match where it may be opened."""
        return rounds_of(self.state, self.watchable)

    @cached_property
    def watchable(self) -> frozenset[int] | None:
        """The keys of the matches that may be opened; None where all may."""
        return watchable(self.tournament, self.member)

    def may_watch(self, match: Match) -> bool:
        """Whether the match's own page is there for who asks."""
        return self.watchable is None or match.pk in self.watchable

    @cached_property
    def summary(self) -> StandingsSummary:
        """How it stands, as it was reckoned for everybody."""
        return standings_summary(self.tournament)

    @cached_property
    def counted_rounds(self) -> list[CountedRound]:
        """Its rounds, without their tables."""
        return counted_rounds(self.tournament, self.summary)

    def tables(self, rows: QuerySet[Pairing]) -> list[TableLine]:
        """These of its tables; one leads to its match where that may be opened."""
        return read_tables(rows, self.watchable)

    @property
    def setup(self) -> TournamentSetup:
        """What the organiser states."""
        return setup_of(self.tournament)

    def sight(self, names: Mapping[int, str]) -> Viewer:
        """Whose picture is drawn, and where its tables lead."""
        code = self.tournament.code

        def url(number: int, table: int) -> str:
            path = reverse("tournament-round", args=[code, number])
            return f"{path}?table={table}#table-{table}"

        return Viewer(names, self.entry.pk if self.entry else None, url)


def token_in(request: HttpRequest) -> str:
    """An invitation's token that the address or a form brings; "" for anything else."""
    given = request.POST.get("token") or request.GET.get("token") or ""
    return given if TOKEN.fullmatch(given) else ""


def seen_tournament(request: HttpRequest, code: str) -> SeenTournament:
    """The tournament with this code. Raises Http404 where there is none for this person."""
    member = member_of(request)
    try:
        row = tournament_access(code=code, member=member, token=token_in(request))
    except NotVisibleError as error:
        raise Http404 from error
    return SeenTournament(row, member, own_entry(row, member))


def ruled_tournament(request: HttpRequest, code: str) -> SeenTournament:
    """As `seen_tournament`, for those who run it: for others there is no such page."""
    seen = seen_tournament(request, code)
    if not seen.is_organiser:
        raise Http404
    return seen


def refusals_told(view: View[P]) -> View[P]:
    """A TournamentError becomes a message on the tournament's page, and nothing has changed."""

    @wraps(view)
    def told(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except TournamentError as error:
            messages.error(request, refusal(error.code, error.params))
            code = kwargs.get("code")
            return redirect("tournament", code=code) if code else redirect("tournaments")

    return told
