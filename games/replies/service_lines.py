"""Which lines of a reply are for the service, and which for the match whose mail is answered."""

from __future__ import annotations

from games.replies.command_words import plain_words, spoken_command
from games.replies.intents import (
    command_in_front,
    confirmed_in_front,
    likely_command,
    looks_like_order,
)
from games.replies.member_requests import request_beside_match
from games.replies.named_requests import is_of_service, parts_of_match
from games.replies.request_classifier import guess_request
from games.words import names_cards, says_only_order

LASTING = frozenset((
    "absent", "announce", "appoint", "back", "begin-round", "call-off", "call-off-tournament",
    "check-in", "correct-result", "create-tournament", "decline",
    "decline-tournament", "enter", "extend", "fill", "invite",
    "invite-to-tournament", "join", "leave",
    "leave-tournament", "open", "open-entries", "pause-tournament", "rematch", "remove",
    "resume-tournament", "sit-out", "start-tournament", "step-down", "swap",
    "annul", "change-tournament", "end-tournament", "forfeit", "replace",
))  # fmt: skip
"""Requests that change more than how the member is written to: where a sentence only names what
belongs to one of them, it is asked back."""

_OF_MATCH = {"help": "help", "deadlines": "deadline", "winning": "standings"}
"""Requests that one match can be asked for as well, by the name of its command."""

_NEAR_TO_MATCH = frozenset(("language", "leave", "leave-tournament", "settings", "weekends"))
"""Requests whose words people use of a match too: “my options”, “out for the weekend”."""


def is_request(line: str) -> bool:
    """Whether a line asks for something of its own and can be nothing about a match."""
    spoken, front = request_beside_match(line), command_in_front(line)
    if spoken is None or spoken_command(line) is not None or looks_like_order(line):
        return False
    if confirmed_in_front(line) is not None or (front is not None and front.name == spoken.name):
        return False
    return not spoken.is_guess or spoken.name not in LASTING or is_of_service(line)


def may_be_order(game: str, line: str) -> bool:
    """Whether a line names things of this game and nothing that only the service knows."""
    return not is_of_service(line) and names_cards(game, line)


def is_about_match(line: str) -> bool:
    """Whether what a line asks the service for is meant of the match whose mail it answers: when is
    my deadline, who is winning, what can I do?"""
    spoken, command = request_beside_match(line), likely_command(line)
    if spoken is None or not command:
        return False
    if spoken.name in _NEAR_TO_MATCH and guess_request(line).is_certain:
        return True
    if is_of_service(line):
        return False
    is_named = any(sign.isupper() for sign in spoken.argument)
    return spoken.is_guess or (not is_named and _OF_MATCH.get(spoken.name) == command)


def ordering_parts(game: str, line: str) -> list[str]:
    """The parts of a request that may order something in a match of this game as well: all of it,
    or where it names what only the service knows, what stands beside that in words of orders."""
    if not is_of_service(line):
        return [line]
    parts = parts_of_match(line)
    return [one for one in parts if says_only_order(game, one, plain_words(one).split())]
