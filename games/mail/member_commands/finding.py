"""Which match, person or game a request is about, by code, title or name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from games.common.date_words import duration
from games.common.errors import NotVisibleError
from games.letters.member_commands import Request, UnclearRequestError
from games.models import Match, Member
from games.models.random_codes import CODE_ALPHABET
from games.replies.command_words import plain_words
from games.replies.member_requests import beside
from games.replies.named_requests import ADDRESS
from games.rules.registry import GAMES
from games.selectors.match_lists import MatchLine
from games.services.access import find_match

MOST_CODES = 5
MOST_CHOICES = 20
MOST_WORDS = 40
MOST_NAME_WORDS = 4
_CODE = re.compile(rf"\b[{CODE_ALPHABET}]{{7}}\b")


def codes_in(argument: str) -> list[str]:
    """The words that look like a code."""
    return _CODE.findall(argument.casefold())[:MOST_CODES]


def without_codes(text: str) -> str:
    """The text without the words that look like a code."""
    for code in codes_in(text):
        text = re.sub(re.escape(code), " ", text, flags=re.IGNORECASE)
    return text


def match_line(line: MatchLine) -> str:
    """A match in a list: by which code it is asked for, which game, who is there."""
    match = line.match
    parts = [match.code, game_name(match), match.title, ", ".join(line.names)]
    if line.free and match.status == Match.Status.OPEN:
        parts.append(_("free seats: %(free)s of %(seats)s") % _seats(line))
        parts.append(_("%(time)s a turn") % {"time": duration(match.phase_time)})
    return " · ".join(filter(None, parts))


def _seats(line: MatchLine) -> dict[str, int]:
    return {"free": line.free, "seats": line.match.seats}


def game_name(match: Match) -> str:
    """The game of a match, as people know it."""
    return GAMES[match.game].rules.name if match.game in GAMES else match.game


def line_meant(request: Request, lines: Sequence[MatchLine]) -> MatchLine:
    """The line that the request names, or the only one. Raises UnclearRequestError where several
    may be meant, and NotVisibleError where none is."""
    codes = codes_in(request.argument)
    found = [line for line in lines if line.match.code in codes]
    said = beside(ADDRESS.sub(" ", request.argument))
    if not found and said:
        found = [line for line in lines if _is_named(line, said)]
    if not found and not said and not codes:
        found = _of_answered(request, lines)
    if len(found) == 1:
        return found[0]
    if not found:
        raise NotVisibleError("no-match", code=request.argument[:60])
    raise _which(found)


def _of_answered(request: Request, lines: Sequence[MatchLine]) -> list[MatchLine]:
    """The line of the match whose mail is answered, or all where a mail of none is. Raises
    UnclearRequestError where that match is none of these, and NotVisibleError where a tournament's
    mail is answered: nothing is done to another in its place."""
    found = [line for line in lines if line.match.code == request.about]
    if found or not request.about:
        return found or list(lines)
    if lines and Match.objects.filter(code=request.about).exists():
        raise _which(lines)
    raise NotVisibleError("no-match", code=request.about)


def _which(lines: Sequence[MatchLine]) -> UnclearRequestError:
    return UnclearRequestError(
        _("Which match do you mean? Write its code behind the words."),
        tuple(match_line(line) for line in lines[:MOST_CHOICES]),
    )


def match_seen(request: Request, lines: Sequence[MatchLine]) -> Match:
    """As `line_meant`, and any other match that the member may see, by its code or because its mail
    is answered."""
    named = codes_in(request.argument)
    if not named and not beside(request.argument) and request.about:
        named = [request.about]
    for code in named:
        try:
            return find_match(code=code, member=request.member)
        except NotVisibleError:
            continue
    return line_meant(request, lines).match


def _is_named(line: MatchLine, said: str) -> bool:
    words = f" {said} "
    names = [line.match.title, game_name(line.match), *line.names]
    return any(name and f" {name} " in words for name in map(plain_words, names))


def game_named(argument: str) -> str:
    """The key of the game that is named; "" where none is."""
    return next(iter(games_named(argument)), "")


def games_named(argument: str) -> list[str]:
    """The keys of all games that are named."""
    said = f" {plain_words(argument)} "
    found = []
    for key, game in GAMES.items():
        name = plain_words(game.rules.name)
        spellings = (name, name.replace(" ", ""), plain_words(key))
        if any(f" {one} " in said for one in spellings):
            found.append(key)
    return found


def people_within(text: str) -> list[Member]:
    """The members whose name stands, as they write it, anywhere in a sentence; of names that
    overlap the longest."""
    words = [word.strip(".,;:!?\"'“”()") for word in text.replace("\x00", " ").split()][:MOST_WORDS]
    spans = {
        " ".join(words[first : first + length]): length
        for length in range(1, MOST_NAME_WORDS + 1)
        for first in range(len(words) - length + 1)
    }
    found = Member.objects.filter(name__in=spans, is_active=True)
    people: list[Member] = []
    for member in sorted(found, key=lambda one: -len(one.name)):
        if not any(f" {member.name} " in f" {longer.name} " for longer in people):
            people.append(member)
    return people


def people_named(argument: str) -> Iterator[Member]:
    """The members whose name stands in this list of names."""
    for part in re.split(r"[,;&\n]|\s(?:and|e|y|en)\s", argument):
        name = part.strip(" .!\"'“”")
        if name and "\x00" not in name:
            member = Member.objects.filter(name__iexact=name, is_active=True).first()
            if member is not None:
                yield member
