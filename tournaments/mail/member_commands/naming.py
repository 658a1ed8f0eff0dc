"""Tournaments that a mail calls by their name, or by a code without saying what has it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from games.mail.named_things import CodedLine, KnownNames
from games.models import Member
from games.replies.command_words import plain_words, words_of
from games.replies.named_requests import CODE, known_words
from games.rules.registry import GAMES
from tournaments.selectors.tournament_lists import Named, named

_KIND = "tournament"
"""Known in every language, whatever the rest of a line is in."""

_WORD = re.compile(r"[^\W_]+")


class TournamentNames(KnownNames):
    """Those that the member may see. Two of one name are left for the request to ask about."""

    def coded(self, member: Member, lines: Sequence[str], about: str) -> list[CodedLine]:
        if not any(map(str.strip, lines)):
            return [CodedLine(line) for line in lines]
        known = named(member)
        answered = about if about in {one.code for one in known} else ""
        read = [_coded(line, known) for line in lines]
        return [
            CodedLine(one, _about(one, answered) if answered and not CODE.search(one) else "")
            for one in read
        ]


def _about(line: str, code: str) -> str:
    """The line with the tournament at its end, before the sign that ends it."""
    bare = line.rstrip(" ?!.…")
    return f"{bare} {_KIND} {code}{line[len(bare) :]}"


def _coded(line: str, known: Iterable[Named]) -> str:
    """The line up to its colon with codes for names: behind one it is said to people, or why."""
    head, colon, rest = line.partition(":")
    said = f" {plain_words(head)} "
    found = [one for one in known if f" {plain_words(one.name)} " in said and _is_meant(one, head)]
    longest = max((len(one.name) for one in found), default=0)
    meant = [one for one in found if len(one.name) == longest]
    if len(meant) == 1:
        head = _named(meant[0].name).sub(f"{_KIND} {meant[0].code}", head, count=1)
    elif not meant:
        for code in (one.code for one in known if f" {one.code} " in said):
            head = re.sub(rf"\b{code}\b", f"{_KIND} {code}", head, count=1, flags=re.IGNORECASE)
    return f"{head}{colon}{rest}"


def _is_meant(one: Named, text: str) -> bool:
    """Whether a name is no word that may as well mean itself, as “Winter” or a game’s does, nor
    that of something new: “a match called …”."""
    name = plain_words(one.name)
    if name in {plain_words(game.rules.name) for game in GAMES.values()}:
        return False
    if any(
        f" {called} {name} " in f" {plain_words(text)} " for called in words_of("match", "called")
    ):
        return False
    return " " in name or (name not in known_words() and one.name in text)


def _named(name: str) -> re.Pattern[str]:
    return re.compile(r"\b" + r"[\W_]+".join(_WORD.findall(name)) + r"\b", re.IGNORECASE)
