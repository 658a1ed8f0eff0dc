"""A round's tables by mail: who plays whom, and what an organiser corrects."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

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
from games.replies.command_words import plain_words, taught_word, words_of
from tournaments.mail.member_commands.finding import (
    TournamentRequest,
    name_cut,
    named_in,
    reason_of,
    round_named,
    ruled,
    with_reason,
)
from tournaments.mail.member_commands.looking import own_tournament
from tournaments.models import Pairing, Round
from tournaments.services.errors import TournamentError
from tournaments.services.result_rulings import correct_result


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
        found = _corrected(request)
        values = {
            "number": found.pairing.round.number,
            "tournament": found.pairing.round.tournament.name,
            "places": found.shown,
        }
        told = _("set a result in round %(number)s of %(tournament)s: %(places)s") % values
        if found.is_forced:
            told = _("%(deed)s; tables paired since then stay as they are") % {"deed": told}
        return with_reason(told, found.reason)

    def done(self, request: Request) -> CommandOutcome:
        found = _corrected(request)
        try:
            correct_result(
                pairing=found.pairing,
                places=found.places,
                by=request.member,
                reason=reason_of(found.reason),
                is_forced=found.is_forced,
            )
        except TournamentError as error:
            if error.code != "dealt-since":
                raise
            raise _dealt_since() from error
        told = _("The result is corrected: %(places)s. Standings and ratings follow it.")
        return MemberTold(told=[told % {"places": found.shown}])


def _dealt_since() -> UnclearRequestError:
    """The refusal to which the reply says that it shall be done all the same."""
    word = taught_word("anyway", get_language() or "en", "tournament")
    told = _("Tables paired since then would have been different. They stay as they are if you "
             "correct the result anyway: reply “%(word)s”, and we’ll ask you once more. Nothing "
             "has changed yet.")  # fmt: skip
    return UnclearRequestError(told % {"word": word})


class _Corrected(NamedTuple):
    """A table, its entries' places and names, and why; `is_forced` where what was dealt since shall
    stand."""

    pairing: Pairing
    places: dict[int, int]
    names: dict[int, str]
    reason: str
    is_forced: bool

    @property
    def shown(self) -> str:
        if set(self.places.values()) == {1}:
            players = " – ".join(self.names[entry] for entry in self.places)
            return _("%(players)s, a draw") % {"players": players}
        return placed_words((place, self.names[entry]) for entry, place in self.places.items())


def _corrected(request: Request) -> _Corrected:
    """The table that is meant, and what is to be set there. Raises UnclearRequestError where that
    is not said of any table that has ended."""
    head, _colon, rest = _without_anyway(request.argument).partition(":")
    tournament = ruled(request, head, says_more=True)
    result, _more, reason = rest.partition(":")
    if not named_in(tournament, plain_words(result)) and named_in(tournament, plain_words(head)):
        result, reason = "", rest
    said = plain_words(result or head)
    number, named = round_named(name_cut(head, tournament)), named_in(tournament, said)
    tables = Pairing.objects.filter(
        round__tournament=tournament, decided_at__isnull=False, match__isnull=False
    ).select_related("round__tournament")
    if number:
        tables = tables.filter(round__number=number)
    for pairing in tables.order_by("-round__number") if named else ():
        seated = {seat.entry_id: seat.entry.member.name for seat in pairing.seats.all()}
        left = {entry: name for entry, name in seated.items() if entry not in named}
        if named.keys() <= seated.keys() and len(left) <= 1:
            order = _lost(said, [*named, *left])
            places = {entry: place for place, entry in enumerate(order, 1)}
            if _is_said(f"{head} {result}", "drawn"):
                places = _drawn(list(named), list(left))
            is_forced = _is_said(request.argument, "anyway")
            return _Corrected(pairing, places, seated, reason, is_forced)
    raise UnclearRequestError(
        _("Who came where, at which table? Name its players, best first, as in “correct the result "
          "in round 2: Anna, Bruno”.")
    )  # fmt: skip


def _drawn(named: list[int], left: list[int]) -> dict[int, int]:
    """First place for all who are named; one alone drew with who is left."""
    if len(named) == 1:
        return dict.fromkeys([*named, *left], 1)
    return dict.fromkeys(named, 1) | dict.fromkeys(left, len(named) + 1)


def _lost(said: str, order: list[int]) -> list[int]:
    """The order turned round where of two the first is said to have lost."""
    is_lost = len(order) == 2 and _is_said(said, "lost") and not _is_said(said, "won")
    return order[::-1] if is_lost else order


def _is_said(text: str, words: str) -> bool:
    said = f" {plain_words(text)} "
    return any(f" {word} " in said for word in words_of("tournament", words))


def _without_anyway(text: str) -> str:
    for phrase in words_of("tournament", "anyway"):
        text = re.sub(rf"\b{re.escape(phrase)}\b", " ", text, flags=re.IGNORECASE)
    return text.strip()
