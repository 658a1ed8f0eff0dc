"""A round's tables by mail: who plays whom, and what an organiser corrects."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.common.date_words import moment
from games.letters.command_outcomes import CommandOutcome
from games.letters.member_commands import (
    HelpGroup,
    Listed,
    MemberTold,
    Request,
    UnclearRequestError,
)
from games.models import Member
from games.replies.command_words import plain_words, words_of
from tournaments.mail.member_commands.finding import (
    TournamentRequest,
    name_cut,
    reason_of,
    ruled,
    with_reason,
)
from tournaments.mail.member_commands.looking import own_tournament
from tournaments.models import Pairing, Round, Tournament
from tournaments.services.result_rulings import correct_result

_NUMBER = re.compile(r"\d{1,3}")


class PairingsRequest(TournamentRequest):
    """Who plays whom, and until when."""

    name = "pairings"
    group = HelpGroup.TOURNAMENTS
    explanation = gettext_lazy("who plays whom in a round, and until when")
    example = "abc2345"

    def done(self, request: Request) -> CommandOutcome:
        tournament = own_tournament(request)
        number = round_named(name_cut(request.argument, tournament))
        rounds = tournament.rounds.order_by("-number")
        row = rounds.filter(number=number).first() if number else rounds.first()
        if row is None:
            told = _("%(tournament)s has no tables yet: we’ll mail you when a round begins.")
            if number:
                told = _("Round %(number)s of %(tournament)s has no tables yet.")
            names = {"tournament": tournament.name, "number": number}
            return MemberTold(told=[told % names])
        return MemberTold(told=[_round_told(row)], groups=_tables(row, request.member))


def round_named(text: str) -> int:
    """The number of the round that a text names; 0 where it names none."""
    for before, number in pairwise(plain_words(text).split()):
        is_round = before in {*words_of("words", "round"), *words_of("tournament", "rounds")}
        if is_round and _NUMBER.fullmatch(number):
            return int(number)
    return 0


def _round_told(row: Round) -> str:
    told = _("The tables of round %(number)s of %(tournament)s:")
    if row.closed_at is None and row.deadline_at is not None:
        told = _("Round %(number)s of %(tournament)s is played until %(time)s at the latest:")
    at = moment(timezone.localtime(row.deadline_at)) if row.deadline_at is not None else ""
    return told % {"number": row.number, "tournament": row.tournament.name, "time": at}


def _tables(row: Round, member: Member) -> list[Listed]:
    """The reader's own table on top, then the others."""
    pairings = row.pairings.prefetch_related("seats__entry__member").order_by("number")
    own = [one for one in pairings if any(seat.entry.member == member for seat in one.seats.all())]
    others = [one for one in pairings if one not in own]
    lists = ((_("Your table"), own), (_("The other tables") if own else _("Tables"), others))
    return [Listed(list(map(_table, found)), title) for title, found in lists if found]


def _table(pairing: Pairing) -> str:
    seats = sorted(pairing.seats.all(), key=lambda one: (one.place or 0, one.seat))
    names = [seat.entry.member.name for seat in seats]
    if pairing.match_id is None:
        return _("%(name)s sits out") % {"name": ", ".join(names)}
    if pairing.decided_at is None:
        return " – ".join(names)
    return placed_words((seat.place or 0, seat.entry.member.name) for seat in seats)


def placed_words(placed: Iterable[tuple[int, str]]) -> str:
    """Who came where at a table: “1. Anna, 2. Bruno”."""
    return ", ".join(f"{place}.\u00a0{name}" for place, name in placed)


class CorrectResultRequest(TournamentRequest):
    """The places at a table as they should have been."""

    name = "correct-result"
    group = HelpGroup.ORGANISING
    explanation = gettext_lazy("set the places at a table that has ended, best first")
    example = gettext_lazy("in round 2 of abc2345: Anna, Bruno")
    changes = asks_first = True

    def meaning(self, request: Request) -> str:
        pairing, order, reason = _corrected(request)
        values = {
            "number": pairing.round.number,
            "tournament": pairing.round.tournament.name,
            "places": placed_words(enumerate(order.values(), 1)),
        }
        told = _("set a result in round %(number)s of %(tournament)s: %(places)s") % values
        return with_reason(told, reason)

    def done(self, request: Request) -> CommandOutcome:
        pairing, order, reason = _corrected(request)
        places = {entry: place for place, entry in enumerate(order, 1)}
        correct_result(pairing=pairing, places=places, by=request.member, reason=reason_of(reason))
        told = _("The result is corrected: %(places)s. Standings and ratings follow it.")
        return MemberTold(told=[told % {"places": placed_words(enumerate(order.values(), 1))}])


def _corrected(request: Request) -> tuple[Pairing, dict[int, str], str]:
    """The table that is meant, its entries' names in the order of their places, and why. Raises
    UnclearRequestError where that is not said of any table that has ended."""
    head, _colon, rest = request.argument.partition(":")
    tournament = ruled(request, head, says_more=True)
    result, _more, reason = rest.partition(":")
    said = plain_words(result or head)
    number, named = round_named(name_cut(head, tournament)), _named_in(tournament, said)
    tables = Pairing.objects.filter(
        round__tournament=tournament, decided_at__isnull=False, match__isnull=False
    ).select_related("round__tournament")
    if number:
        tables = tables.filter(round__number=number)
    for pairing in tables.order_by("-round__number") if named else ():
        seated = {seat.entry_id: seat.entry.member.name for seat in pairing.seats.all()}
        left = {entry: name for entry, name in seated.items() if entry not in named}
        if named.keys() <= seated.keys() and len(left) <= 1:
            order = {**named, **left}
            return pairing, _turned(order) if _is_lost(said, order) else order, reason
    raise UnclearRequestError(
        _("Who came where, at which table? Name its players, best first, as in “correct the result "
          "in round 2: Anna, Bruno”.")
    )  # fmt: skip


def _named_in(tournament: Tournament, said: str) -> dict[int, str]:
    """The entries that a text names, in its order; of names that overlap the longest."""
    said = f" {said} "
    places: dict[int, tuple[int, str]] = {}
    rows = tournament.entries.select_related("member")
    for row in sorted(rows, key=lambda one: -len(one.member.name)):
        name = f" {plain_words(row.member.name)} "
        if (at := said.find(name)) >= 0:
            places[row.pk] = (at, row.member.name)
            said = said.replace(name, f" {'.' * (len(name) - 2)} ", 1)
    return {pk: name for pk, (_at, name) in sorted(places.items(), key=lambda one: one[1][0])}


def _is_lost(said: str, order: dict[int, str]) -> bool:
    """Whether of two the one named first is said to have lost."""
    words = set(said.split())
    is_won = bool(words & set(words_of("tournament", "won")))
    return len(order) == 2 and not is_won and bool(words & set(words_of("tournament", "lost")))


def _turned(order: dict[int, str]) -> dict[int, str]:
    return dict(reversed(order.items()))
