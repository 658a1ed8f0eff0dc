"""What a reply asks about its match beside what it orders: “bid F3. Who is winning?”. Each is
answered, in one mail."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from games.replies.member_requests import request_lines
from games.replies.named_requests import command_asked
from games.replies.request_classifier import guess_request
from games.words import asks_condition, names_cards, names_things

MOST_QUESTIONS = 3
_MOST_PARTED = 8
_ASKED = frozenset(("deadline", "hand", "log", "show", "standings"))
_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+")


class QuestionsApart(NamedTuple):
    """The lines that may order something, and those that only ask."""

    rest: Sequence[str]
    questions: Sequence[str]
    only_chats: bool = False
    """Whether the rest names nothing of the game, nor any number."""


def on_lines_of_their_own(lines: Sequence[str], *games: str) -> list[str]:
    """The lines, each question about a match with one of its own: “I pass. When is it due?”"""
    return [part for line in lines for part in _parts(line, games)]


def questions_apart(lines: Sequence[str], game: str) -> QuestionsApart:
    """The lines parted. Of questions alone the first is the rest; none are those that name cards:
    whether these are an order is seen at the table."""
    questions = _questions(lines, (game,))
    rest = [line for line in lines if line not in questions]
    if not request_lines(rest):
        rest, questions = [*rest, *questions[:1]], questions[1:]
    only_chats = not any(_speaks_of_game(line, game) for line in rest)
    return QuestionsApart(rest, questions[:MOST_QUESTIONS], only_chats)


def _speaks_of_game(line: str, game: str) -> bool:
    return names_things(game, line) or any(sign.isdigit() for sign in line)


def _parts(line: str, games: Sequence[str]) -> Iterator[str]:
    sentences = _SENTENCE_END.split(line, maxsplit=_MOST_PARTED) if "?" in line else [line]
    questions = _questions(sentences, games)
    for is_question, group in groupby(sentences, key=questions.__contains__):
        same = list(group)
        yield from same if is_question else [" ".join(same)]


def _questions(lines: Sequence[str], games: Sequence[str]) -> list[str]:
    """Those that only ask. What the next one goes on from is the condition of an order: “Has Anna
    more points? If so, …”."""
    return [
        line
        for line, following in pairwise((*lines, ""))
        if _is_question(line, games) and not asks_condition(line, following)
    ]


def _is_question(line: str, games: Sequence[str]) -> bool:
    is_asked = line.rstrip().endswith("?") and asked_by(line) in _ASKED
    return is_asked and not any(names_cards(game, line) for game in games)


def asked_by(question: str) -> str:
    """The command that a question of its own asks for, by the rules or by its likeness to examples;
    "" for none."""
    asked = command_asked(question)
    return asked.name if asked is not None else guess_request(question).likely
