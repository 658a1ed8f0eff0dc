"""What a reply asks about its match beside what it orders: “bid F3” and, below it, “Who is
winning?”. Each is answered, in one mail."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.replies.command_words import command_within
from games.replies.member_requests import request_lines
from games.words import names_cards

MOST_QUESTIONS = 3
_ASKED = frozenset(("deadline", "hand", "log", "show", "standings"))


class QuestionsApart(NamedTuple):
    """The lines that may order something, and those that only ask."""

    rest: Sequence[str]
    questions: Sequence[str]


def questions_apart(lines: Sequence[str], game: str) -> QuestionsApart:
    """The lines parted. There are no questions where nothing stands beside them, nor where they
    name cards: whether those are an order is seen at the table."""
    questions = [line for line in lines if _is_question(line, game)]
    rest = [line for line in lines if line not in questions]
    if not request_lines(rest):
        return QuestionsApart(lines, ())
    return QuestionsApart(rest, questions[:MOST_QUESTIONS])


def _is_question(line: str, game: str) -> bool:
    asked = command_within(line) if line.rstrip().endswith("?") else None
    return asked is not None and asked.name in _ASKED and not names_cards(game, line)
