"""Which sentences of a mail to the service ask for something, each with what belongs to it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.replies.command_words import plain_words, words_of
from games.replies.member_requests import (
    SENTENCE_END,
    TO_OTHERS,
    SpokenRequest,
    is_idle,
    request_beside_match,
    spoken_request,
)
from games.replies.member_words import longest, member_words
from games.replies.named_requests import CODE, IN_SENTENCES

MOST_LINES = 60
"""Lines below so many are read as they are."""

_OF_OPENED = frozenset(("deadlines", "fill", "invite"))
"""Requests that tell more of a match to be opened."""


_JOINT = re.compile(r",?\s+(?:and|e|ed|y|en)\s+|;\s+", re.IGNORECASE)
_TOLD_IN_FULL = frozenset((
    *TO_OTHERS, "appoint", "extend", "invite", "name", "open", "pause-tournament", "remove", "swap",
))  # fmt: skip
"""Requests that list people, give reasons or describe a match."""


def parted(lines: Sequence[str]) -> list[str]:
    """The lines, of each that asks for several things the sentences that do. What only tells
    something is left to the sentence that asks: a match that is opened is told of in several."""
    found: list[str] = []
    last = ""
    for number, line in enumerate(lines):
        if last in TO_OTHERS or number == MOST_LINES:
            return [*found, *lines[number:]]
        for piece in (part for one in _asking_pieces(line) for part in _joined_parts(one)):
            asked = request_beside_match(piece)
            if last == "open" and _is_of_opened(piece, asked):
                found[-1] = f"{found[-1].rstrip(' .')}. {piece}"
            else:
                found.append(piece)
                last = asked.name if asked is not None else ""
    return found


def _joined_parts(sentence: str) -> list[str]:
    """The parts of a sentence that ask for different things by themselves: “write to me in English
    and receipts off”; all of it where one of them does not."""
    parts = _JOINT.split(sentence)
    asked = [one.name for part in parts if (one := request_beside_match(part)) is not None]
    is_apart = len(parts) == len(set(asked)) and _TOLD_IN_FULL.isdisjoint(asked)
    return parts if is_apart else _tail_apart(sentence)


def _tail_apart(sentence: str) -> list[str]:
    """A request and what is joined to it, where that says nothing that the request is about: “write
    to me in English and sing a song”."""
    joint = _JOINT.search(sentence)
    if joint is None:
        return [sentence]
    head, tail = sentence[: joint.start()], sentence[joint.end() :]
    whole, asked = spoken_request(sentence), request_beside_match(head)
    if whole is None or asked is None or asked.name != whole.name or asked.is_guess:
        return [sentence]
    is_whole = asked.argument.casefold() in ("", whole.argument.casefold())
    is_polite = longest(plain_words(tail).split(), words_of("words", "polite"))
    if not is_whole or is_polite or asked.name in _TOLD_IN_FULL:
        return [sentence]
    return [head, tail]


def _wants_more(sentence: str) -> bool:
    """Whether a sentence behind a request begins as another does: “Also send my regards to Bo.”"""
    said = plain_words(sentence).split()
    pleading = set(words_of("words", "polite")).intersection(words_of("words", "asking"))
    begins = longest(said, member_words("linking"), tuple(pleading))
    return begins > 0 or longest(said, words_of("words", "asking")) > 1


def _is_of_opened(line: str, asked: SpokenRequest | None) -> bool:
    """Whether a line goes on about the match that the one before it opens."""
    if not line or line.rstrip().endswith("?") or CODE.search(line):
        return False
    return asked.name in _OF_OPENED if asked is not None else _tells_of_match(line)


def _tells_of_match(line: str) -> bool:
    """Whether a line says how many play, how long a turn is, or who is asked."""
    said = plain_words(line).split()
    counted = ("players", "bots", "days", "hours", "minutes", "weeks")
    is_counted = any(word in words_of("match", name) for name in counted for word in said)
    return is_counted or any(sign.isdecimal() for sign in line)


def _asking_pieces(line: str) -> list[str]:
    """The sentences of a line that ask for something, each with what belongs to it; the line as
    it is where none surely does."""
    sentences = [one for one in SENTENCE_END.split(line) if plain_words(one)]
    asked = [request_beside_match(one) for one in sentences]
    if len(sentences) < 2 or not any(one is not None and not one.is_guess for one in asked):
        return [line]
    pieces: list[str] = []
    told, last = "", ""
    for sentence, spoken in zip(sentences, asked, strict=True):
        if spoken is not None and spoken.name in TO_OTHERS:
            return [*pieces, line[line.index(sentence) :]]
        if spoken is not None:
            pieces.append(f"{told} {sentence}".strip() if spoken.name == "open" else sentence)
            told, last = "", spoken.name
        elif sentence.rstrip().endswith("?"):
            pieces.append(sentence)
        elif last in IN_SENTENCES:
            pieces[-1] += f" {sentence}"
        elif last and _wants_more(sentence):
            pieces.append(sentence)
        elif not last and not is_idle(sentence):
            told = f"{told} {sentence}".strip()
    return pieces
