"""Which tournament a request is about, by code or name, and the base of all such requests."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.common.errors import NotVisibleError
from games.letters.command_outcomes import CommandOutcome, say
from games.letters.member_commands import MemberCommand, Request, UnclearRequestError
from games.models import Member
from games.models.random_codes import CODE_ALPHABET
from games.replies.command_words import numbered, plain_words, words_of
from games.replies.member_requests import beside
from games.replies.named_things import units
from games.rules.registry import GAMES
from tournaments.models import LogEntry, Tournament
from tournaments.presentation.names import format_name
from tournaments.presentation.refusals import refusal
from tournaments.selectors import tournament_lists
from tournaments.selectors.access import power_of, tournament_access
from tournaments.selectors.tournament_lists import TournamentLine
from tournaments.services.errors import TournamentError

_CODE = re.compile(rf"\b[{CODE_ALPHABET}]{{7}}\b")
_NUMBER = re.compile(r"\d{1,3}")


class TournamentRequest(MemberCommand):
    """A request about tournaments: what their services refuse is told in their words."""

    def obey(self, request: Request) -> CommandOutcome:
        try:
            return self.done(request)
        except TournamentError as error:
            raise UnclearRequestError(refusal(error.code, error.params)) from error

    @abstractmethod
    def done(self, request: Request) -> CommandOutcome:
        """Do it. Raises what `obey` does, and TournamentError."""


def tournament_line(line: TournamentLine, *, has_status: bool = True) -> str:
    """A tournament in a list, of which the title may say already how far it is."""
    row = line.tournament
    count = _("%(count)s in") % {"count": line.entries}
    name = GAMES[row.game].rules.name if row.game in GAMES else row.game
    status = str(row.get_status_display()) if has_status else ""
    parts = (row.code, row.name, name, str(format_name(row.format)), status, count)
    return " · ".join(filter(None, parts))


def seen_lines(member: Member) -> list[TournamentLine]:
    """The tournaments that a request may name: one's own, then those listed."""
    lines = [
        *tournament_lists.mine(member),
        *tournament_lists.open_for_entries(member),
        *tournament_lists.running(member),
        *tournament_lists.finished(member),
    ]
    return list({line.tournament.pk: line for line in lines}.values())


def tournament_meant(
    request: Request,
    lines: Sequence[TournamentLine],
    argument: str | None = None,
    *,
    says_more: bool = False,
) -> Tournament:
    """The tournament that is named, or the only one.

    `says_more`: the text is about other things too, so that it need not name one. Raises
    NotVisibleError, and UnclearRequestError where several may be meant.
    """
    text = request.argument if argument is None else argument
    for code in _CODE.findall(text.casefold())[:5]:
        try:
            return tournament_access(code=code, member=request.member)
        except NotVisibleError:
            continue
    said = beside(text)
    found = [line for line in lines if _is_named(line.tournament, text)] if said else []
    if not found and (says_more or not _may_name(said)):
        if (answered := tournament_answered(request)) is not None:
            return answered
        found = list(lines)
    if len(found) == 1:
        return found[0].tournament
    if not found:
        raise NotVisibleError("no-tournament", code=text[:60])
    raise UnclearRequestError(
        _("Which tournament do you mean? Write its code behind the words."),
        tuple(tournament_line(line) for line in found),
    )


def tournament_answered(request: Request) -> Tournament | None:
    """The tournament whose mail is answered, or that of a match's; None for all other mails."""
    if not request.about:
        return None
    of_match = Tournament.objects.filter(rounds__pairings__match__code=request.about).first()
    try:
        code = of_match.code if of_match is not None else request.about
        return tournament_access(code=code, member=request.member)
    except NotVisibleError:
        return None


def name_cut(text: str, tournament: Tournament) -> str:
    """The text without the tournament's name or code."""
    for name in (tournament.name, tournament.code):
        text = re.sub(re.escape(name), " ", text, flags=re.IGNORECASE)
    return text.strip(" ,:;–-")


def ruled(request: Request, argument: str | None = None, *, says_more: bool = False) -> Tournament:
    """The tournament of the request, that the sender must help to run; the only such one
    where none is named. `says_more` as for `tournament_meant`."""
    own = tournament_lists.organised(request.member)
    found = tournament_meant(request, own, argument, says_more=says_more)
    if power_of(found, request.member) is None:
        raise UnclearRequestError(refusal("not-organiser", {}))
    return found


class Ruling(NamedTuple):
    """What a ruling speaks of: the tournament, the words without its name as plain ones and as they
    were written, the entries in them in their order, and the reason."""

    tournament: Tournament
    said: str
    written: str
    named: dict[int, str]
    reason: str


def ruling_of(request: Request) -> Ruling:
    """What stands before a colon and, where that names nobody, behind it; the rest is why."""
    head, _colon, rest = request.argument.partition(":")
    tournament = ruled(request, head, says_more=True)
    head = name_cut(head, tournament)
    named = named_in(tournament, plain_words(head))
    if not named:
        behind, _colon, rest = rest.partition(":")
        head, named = f"{head} {behind}", named_in(tournament, plain_words(behind))
    return Ruling(tournament, plain_words(head), head, named, rest.strip())


def named_in(tournament: Tournament, said: str) -> dict[int, str]:
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


def round_named(text: str) -> int:
    """The number of the round that a text names; 0 where it names none."""
    for before, number in pairwise(plain_words(text).split()):
        is_round = before in {*words_of("words", "round"), *words_of("tournament", "rounds")}
        if is_round and _NUMBER.fullmatch(number):
            return int(number)
    return 0


def not_open_yet(tournament: Tournament) -> str:
    """That nobody can enter a draft, and what opens it."""
    told = _("Registration for %(tournament)s isn’t open yet. Open it first: “%(open)s”.")
    opening = f"{say('open-entries', 'member')} {tournament.code}"
    return told % {"tournament": tournament.name, "open": opening}


def reason_of(text: str) -> str:
    """Why something is done, or that nobody said why."""
    return text.strip() or LogEntry.NO_REASON


def with_reason(told: str, reason: str) -> str:
    """A deed, and why where that is said."""
    values = {"deed": told, "reason": reason.strip()}
    return _("%(deed)s; the reason: “%(reason)s”") % values if values["reason"] else told


def _may_name(said: str) -> bool:
    """Whether any of these words may be of a name: “by 3 days” and “it” are not."""
    counted = {word for word, _value in numbered("match", "numbers")}
    idle = {*counted, *units(), *words_of("words", "more"), *words_of("words", "beside")}
    return any(not word.isdecimal() and word not in idle for word in said.split())


def _is_named(tournament: Tournament, text: str) -> bool:
    name = plain_words(tournament.name)
    return bool(name) and f" {name} " in f" {plain_words(text)} "
