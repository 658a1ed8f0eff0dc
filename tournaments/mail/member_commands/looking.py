"""Tournaments, their standings and entrants, and ratings, as their pages show them."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.common import clock
from games.common.date_words import moment
from games.common.errors import NotVisibleError
from games.letters.command_outcomes import CommandOutcome
from games.letters.member_commands import HelpGroup, Listed, MemberTold, Request
from games.models import Member
from games.replies.member_requests import beside
from tournaments.mail.member_commands.finding import (
    TournamentRequest,
    seen_lines,
    tournament_line,
    tournament_meant,
)
from tournaments.models import Entry, Tournament
from tournaments.presentation.needs import need_told
from tournaments.presentation.standings_tables import Standings, placing_lines, standings_tables
from tournaments.selectors import tournament_lists
from tournaments.selectors.access import power_of
from tournaments.selectors.match_histories import member_called
from tournaments.selectors.needs import need_of
from tournaments.selectors.ratings import standings_of
from tournaments.selectors.tournament_state import tournament_state


class TournamentsRequest(TournamentRequest):
    """All that can be entered, and one's own."""

    name = "tournaments"
    group = HelpGroup.TOURNAMENTS
    explanation = gettext_lazy("tournaments to enter, and yours")

    def done(self, request: Request) -> CommandOutcome:
        mine = tournament_lists.mine(request.member)
        known = {line.tournament.pk for line in mine}
        entered = tournament_lists.open_for_entries(request.member)
        others = [one for one in entered if one.tournament.pk not in known]
        lists = (
            (_("Yours"), [tournament_line(one) for one in mine]),
            (_("Open for entries"), [tournament_line(one, has_status=False) for one in others]),
        )
        groups = [Listed(lines, title) for title, lines in lists if lines]
        if not groups:
            return MemberTold(told=[_("No tournament is open for entries right now.")])
        return MemberTold(
            told=[_("Here are the tournaments. Enter one by its code.")], groups=groups
        )


class TournamentStartsRequest(TournamentRequest):
    """When a tournament begins."""

    name = "tournament-starts"
    section = ""
    group = HelpGroup.TOURNAMENTS
    explanation = gettext_lazy("when a tournament starts")
    is_taught = False
    also = ("starts", "start-tournament")

    def done(self, request: Request) -> CommandOutcome:
        return MemberTold(told=[starts_told(own_tournament(request))])


def starts_told(tournament: Tournament) -> str:
    """When it begins."""
    names = {"tournament": tournament.name}
    if tournament.started_at is not None:
        return _("%(tournament)s has started already.") % names
    if tournament.starts_at is None:
        return _("%(tournament)s starts when its organiser starts it: we’ll mail you.") % names
    at = moment(timezone.localtime(tournament.starts_at))
    return _("%(tournament)s starts on %(time)s.") % {**names, "time": at}


class StandingsRequest(TournamentRequest):
    """The tables of a tournament."""

    name = "standings"
    group = HelpGroup.TOURNAMENTS
    explanation = gettext_lazy("the standings of a tournament")
    example = "abc2345"
    also = ("winning",)

    def done(self, request: Request) -> CommandOutcome:
        tournament = own_tournament(request)
        state = tournament_state(tournament)
        values = (state.setup, state.entries, state.results, state.names)
        tables = standings_tables(*values)
        groups = [_points_listed(one) for one in tables]
        if not groups:
            placed = placing_lines(*values)
            groups = [Listed([f"{one.place}. {one.name}" for one in placed])]
        told = _("The standings of %(tournament)s:") % {"tournament": tournament.name}
        entry = next(
            (one for one in state.rows.values() if one.member_id == request.member.pk), None
        )
        need = need_of(tournament, entry) if entry is not None else None
        if need is not None:
            groups.insert(0, Listed(need_told(need).sentences, _("Where you stand")))
        if ties := _ties_told(tables):
            groups.append(Listed([ties]))
        return MemberTold(told=[told], groups=groups)


def _points_listed(table: Standings) -> Listed:
    """Who is where with how many points, without the figures that part equals."""
    lines = [f"{one.place}. {one.name}: {one.cells[0].shown}" for one in table.lines]
    return Listed(lines, f"{table.title} · {table.columns[0][0]}" if table.title else "")


def _ties_told(tables: Sequence[Standings]) -> str:
    breaks = [name for name, _meaning in tables[0].columns[1:]] if tables else []
    if not breaks:
        return ""
    return _("Equal points are ordered by: %(breaks)s.") % {"breaks": ", ".join(breaks)}


def own_tournament(request: Request) -> Tournament:
    """The tournament that is named; where none is, the only one of one's own."""
    return tournament_meant(request, _own_or_all(request))


def _own_or_all(request: Request) -> list[tournament_lists.TournamentLine]:
    """Where nothing is named, one's own; else all that can be seen."""
    if beside(request.argument):
        return seen_lines(request.member)
    return tournament_lists.mine(request.member)


class EntrantsRequest(TournamentRequest):
    """Who is in a tournament."""

    name = "entrants"
    group = HelpGroup.TOURNAMENTS
    explanation = gettext_lazy("who is in a tournament")
    example = "abc2345"

    def done(self, request: Request) -> CommandOutcome:
        tournament = own_tournament(request)
        is_run = power_of(tournament, request.member) is not None
        rows = list(tournament.entries.select_related("member").order_by("entered_at", "pk"))
        lists = (
            (_("Entered"), Entry.Status.ENTERED),
            (_("On the waiting list"), Entry.Status.WAITING),
            *(((_("Invited, no answer yet"), Entry.Status.INVITED),) if is_run else ()),
        )
        groups = []
        for title, status in lists:
            names = [row.member.name for row in rows if row.status == status]
            groups += [Listed(names, title)] if names else []
        told = _("Who is in %(tournament)s:") if groups else _("Nobody has entered %(tournament)s.")
        return MemberTold(told=[told % {"tournament": tournament.name}], groups=groups)


class RatingsRequest(TournamentRequest):
    """Somebody's ratings: the asker's own, or another member's by name, as their page shows."""

    name = "ratings"
    group = HelpGroup.TOURNAMENTS
    explanation = gettext_lazy("your ratings, or somebody’s by name")

    def done(self, request: Request) -> CommandOutcome:
        member = _rated(request)
        lines = [
            f"{one.pool}: {one.shown}{'?' if one.is_provisional else ''}"
            for one in standings_of(member, clock.now())
        ]
        names = {"name": member.name}
        if member == request.member:
            told = _("Your ratings:") if lines else _("You have no rating yet.")
            return MemberTold(told=[told], groups=[Listed(lines)] if lines else [])
        if not lines:
            return MemberTold(told=[_("%(name)s has no rating yet.") % names])
        return MemberTold(told=[_("The ratings of %(name)s:") % names], groups=[Listed(lines)])


def _rated(request: Request) -> Member:
    name = request.argument.strip(" .!?\"'“”")
    if not name:
        return request.member
    found = member_called(name)
    if found is None or not found.is_active:
        raise NotVisibleError("no-member", name=name[:40])
    return found
