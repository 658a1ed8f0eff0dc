"""A word that stands alone and is a command, where it may be a move of the position as well."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from games.replies.command_words import plain_words, spoken_command, words_for
from games.replies.member_requests import request_beside_match
from games.words import says_only_order

IDLE_ALONE = frozenset(("done", "wait"))
"""Commands that say nothing where one seat decides: nobody waits there for the others."""

_OF_MEMBERS = "member"


class BareCommand(NamedTuple):
    """A command that one word asks for; `section` says where `commands.toml` has its words."""

    name: str
    section: str = ""

    def word_in(self, language: str, is_move: Callable[[str], bool]) -> str:
        """Its first word in this language that is no move as well; "" where every one is."""
        words = words_for(self.name, language, self.section)
        return next((word for word in words if not is_move(word)), "")


def bare_command(lines: Sequence[str], game: str) -> BareCommand | None:
    """The command that a text of one word asks for, if moves of this game can be made with it."""
    said = [line for line in lines if line]
    if len(said) != 1 or len(plain_words(said[0]).split()) != 1:
        return None
    command = spoken_command(said[0])
    request = request_beside_match(said[0]) if command is None else None
    if command is None and (request is None or request.argument):
        return None
    if not says_only_order(game, said[0], {plain_words(said[0])}):
        return None
    if command is not None:
        return BareCommand(command.name)
    return BareCommand(request.name, _OF_MEMBERS) if request is not None else None
