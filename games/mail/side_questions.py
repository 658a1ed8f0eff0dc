"""What a reply asks about its match beside what it orders: “bid F3. Who is winning?”. Each is
answered, in one mail."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from games.replies.command_words import plain_words, spoken_command, words_of
from games.replies.deeds import OF_WRITER
from games.replies.intents import Intent, IntentKind, likely_command, read_command
from games.replies.member_requests import request_lines
from games.replies.member_words import longest, member_words
from games.replies.request_classifier import guess_request
from games.replies.service_lines import is_request
from games.replies.talk_lines import addressed_to_all, talk_parted
from games.words import asks_condition, names_cards, names_things, says_deed, says_order

MOST_QUESTIONS = 3
_MOST_WORDS_OF_NUMBER = 3
_MOST_PARTED = 8
_ASKED = frozenset(("deadline", "hand", "log", "move", "show", "standings"))
_CLAUSE_END = re.compile(r"(?<=[,;])\s+")
_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+")


class DeedsApart(NamedTuple):
    """The lines without the sentences that do something beside an order; those that must be done
    before the order, and those that may come behind it. `unread` is what stands beside such
    sentences and is no order."""

    rest: Sequence[str]
    before: Sequence[Intent] = ()
    behind: Sequence[Intent] = ()
    unread: Sequence[str] = ()


class QuestionsApart(NamedTuple):
    """The lines that may order something, and those that only ask."""

    rest: Sequence[str]
    questions: Sequence[str]
    only_chats: bool = False
    """Whether the rest names nothing of the game, nor any number."""


def on_lines_of_their_own(lines: Sequence[str], *games: str) -> list[str]:
    """The lines, each question about a match with one of its own: “I pass. When is it due?”"""
    return [part for line in lines for part in _parts(line, games)]


def deeds_apart(
    lines: Sequence[str],
    game: str,
    names: Sequence[str],
    names_days: Callable[[str], bool],
    is_order: Callable[[str], bool] = lambda _text: False,
) -> DeedsApart:
    """The lines parted from what tells that their writer is back, or away on days that it names:
    “I bid 1. I'm away from 5 to 9 December.” Without an order beside that, or a request to the
    service, all is the rest; a word that the position alone takes for an order `is_order`."""
    told = set(talk_parted(lines, game, names).rest)
    rest: list[str] = []
    deeds: list[Intent] = []
    for line in lines:
        parts = list(_clauses(line, game)) if line in told else [line]
        found = [line in told and _deed_of_writer(part, game, names_days) for part in parts]
        rest.append(" ".join(part for part, deed in zip(parts, found, strict=True) if not deed))
        deeds += [deed for deed in found if deed]
    if not deeds:
        return DeedsApart(lines)
    beside = request_lines([line for line in rest if line not in lines or line in told])
    beside = [line for line in beside if not _is_polite(line)]
    is_alone = not beside or not is_order("\n".join(beside))
    asks_service = bool(beside) and all(map(is_request, beside))
    if is_alone and not asks_service and not _order_stands_beside(rest, lines, game):
        return DeedsApart(lines, unread=beside)
    before = [deed for deed in deeds if deed.name == "back"]
    return DeedsApart(rest, before, [deed for deed in deeds if deed not in before])


def _order_stands_beside(rest: Sequence[str], lines: Sequence[str], game: str) -> bool:
    """Whether the rest of the lines is more than a reason or a goodbye: “sorry, all!”."""
    if any(_is_number(line) or names_cards(game, line) or says_deed(game, line) for line in rest):
        return True
    is_order = read_command(lines, game).kind is IntentKind.ORDER
    return is_order and any(_may_order(line, game) for line in rest)


def _is_polite(line: str) -> bool:
    """Whether a line begins by thanking, excusing or saying goodbye: “Sorry for that, all!”."""
    polite = (words_of("words", "polite"), member_words("goodbye"))
    return longest(plain_words(line).split(), *polite) > 0


def _clauses(line: str, game: str) -> Iterator[str]:
    """The sentences of a line; of one that also orders something, what its commas part."""
    for sentence in _SENTENCE_END.split(line, maxsplit=_MOST_PARTED):
        clauses = _CLAUSE_END.split(sentence, maxsplit=_MOST_PARTED)
        kept = [one for one in clauses if not _tells_of_writer(one, game)]
        may_order = any(_may_order(one, game) for one in kept)
        yield from clauses if may_order else [sentence]


def _tells_of_writer(part: str, game: str) -> bool:
    command = read_command([part], game)
    return command.kind is IntentKind.COMMAND and command.name in OF_WRITER


def _deed_of_writer(part: str, game: str, names_days: Callable[[str], bool]) -> Intent | None:
    """The command that a part says and nothing else, of those that tell where its writer is."""
    command = read_command([part], game)
    is_deed = command.kind is IntentKind.COMMAND and command.name in OF_WRITER
    if not is_deed or command.order or command.doubted or names_cards(game, part):
        return None
    return command if command.name == "back" or names_days(command.text) else None


def questions_apart(lines: Sequence[str], game: str) -> QuestionsApart:
    """The lines parted. Of questions alone the first is the rest; none are those that name cards:
    whether these are an order is seen at the table."""
    questions = _questions(lines, (game,))
    rest = [line for line in lines if line not in questions]
    if not request_lines(rest):
        rest, questions = [*rest, *questions[:1]], questions[1:]
    only_chats = not any(speaks_of_game(line, game) for line in rest)
    if len(questions) == 1 and _belong_together(rest, questions[0], game):
        return QuestionsApart(lines, ())
    return QuestionsApart(rest, questions[:MOST_QUESTIONS], only_chats)


def without_questions(text: str) -> str:
    """The text without its sentences that ask anything, which an order may stand beside."""
    lines = (
        " ".join(part for part in _SENTENCE_END.split(line) if "?" not in part)
        for line in text.splitlines()
    )
    return "\n".join(line for line in lines if line)


def _belong_together(rest: Sequence[str], question: str, game: str) -> bool:
    """Whether the rest asks for nothing of its own, and only says why the question is asked."""
    if any(_may_order(line, game) for line in rest):
        return False
    told = "\n".join(rest)
    asked = guess_request(f"{told}\n{question}").likely
    return asked == likely_command(question) and not guess_request(told).likely


def _may_order(line: str, game: str) -> bool:
    return _is_number(line) or names_cards(game, line) or says_order(game, line)


def _is_number(line: str) -> bool:
    """Whether a line says hardly more than a number, which may be an order: “I say 1.” “Or 3?”"""
    return len(line.split()) <= _MOST_WORDS_OF_NUMBER and any(sign.isdigit() for sign in line)


def speaks_of_game(line: str, game: str) -> bool:
    """Whether a line names anything of the game, or a number."""
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
    if addressed_to_all(line) is not None:
        return False
    spoken = spoken_command(line)
    is_word = spoken is not None and spoken.name in _ASKED
    is_asked = is_word or (line.rstrip().endswith("?") and likely_command(line) in _ASKED)
    return is_asked and not any(names_cards(game, line) for game in games) and not _is_number(line)
