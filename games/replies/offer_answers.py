"""What a reply to an offer, or to a question whether to do something, says: yes, no or neither.

Each sentence is looked at by itself: who agrees and goes on to something else has agreed, and what
else was written is kept for whoever can use it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import Enum
from itertools import groupby
from typing import NamedTuple

from games.replies.command_words import plain_words, words_of
from games.replies.member_requests import SENTENCE_END, request_beside_match
from games.replies.member_words import longest, member_words
from games.replies.own_names import (
    is_goodbye,
    is_own_name,
    looks_like_name,
    name_at_start,
    name_behind_goodbye,
    name_given,
    signature_apart,
)
from games.replies.reply_parser import EXAMPLE_SIGN
from games.replies.talk_lines import addressed_to_all

MOST_CHARACTERS = 600
_MOST_GREETED = 4

_WORD = re.compile(r"[^\W_]+")
_STOP = re.compile(r"\W*[,;:.!?–-]")


class Consent(Enum):
    """What a reply says to an offer."""

    YES = "yes"
    NO = "no"
    UNCLEAR = "unclear"


class OfferAnswer(NamedTuple):
    """Whether a reply takes an offer, the name that its writer gives, and the lines beside."""

    consent: Consent
    name: str = ""
    beside: tuple[str, ...] = ()


class _Part(NamedTuple):
    """What one sentence says: an answer, which counts wherever it stands if it `is_plain`; a name;
    and what of it asks for more."""

    line: int
    consent: Consent | None = None
    is_plain: bool = False
    name: str = ""
    beside: str = ""


def answer_of(
    lines: Sequence[str], names: Collection[str] = (), others: Collection[str] = ()
) -> OfferAnswer:
    """What a reply to an offer says. `names` are those by which its writer is known, `others` those
    of whom they may speak to."""
    signed = signature_apart(lines, names)
    parts = [
        _part(number, _Sentence(sentence), names)
        for number, line in enumerate(signed.lines)
        for sentence in _sentences(line)
    ]
    given = (part.name for part in parts if part.name and not is_own_name(part.name, others))
    name = next(given, signed.name)
    return OfferAnswer(_together(parts), name, tuple(_beside(parts)))


def _together(parts: Iterable[_Part]) -> Consent:
    """What the sentences answer together: one that begins otherwise than it ends, nothing."""
    answers = [part for part in parts if part.consent is not None]
    counted = {part.consent for part in answers[1:] if part.is_plain}
    counted |= {part.consent for part in answers[:1]}
    (only, *more) = counted or {None}
    return Consent.UNCLEAR if more or only is None else only


def _sentences(line: str) -> Iterator[str]:
    if line.startswith((EXAMPLE_SIGN, "#", ">")):
        return
    for sign, word in _SIGNS.items():
        line = line.replace(sign, f"{word} ")
    pieces = [line] if is_addressed(line) else SENTENCE_END.split(line[:MOST_CHARACTERS])
    yield from filter(plain_words, pieces)


_SIGNS = {"👍": "ok", "👌": "ok", "👎": "no"}


def is_addressed(line: str) -> bool:
    """Whether a line is meant for the table, or for one person there: “to all: hello”."""
    to, colon, _said = line.partition(":")
    words = plain_words(to).split()
    is_to_one = 1 < len(words) < _MOST_GREETED and words[0] in words_of("words", "to_one")
    return bool(colon) and (addressed_to_all(line) is not None or is_to_one)


def _beside(parts: Iterable[_Part]) -> Iterator[str]:
    """What stands beside the answer, sentences of one line together."""
    left = (part for part in parts if part.beside)
    for _line, group in groupby(left, key=lambda part: part.line):
        yield " ".join(part.beside for part in group)


class _Sentence:
    """A sentence by its words, as they were written and as they are compared."""

    def __init__(self, written: str) -> None:
        self.written = written
        self.words = [word for word in _WORD.finditer(written) if plain_words(word[0])]
        self.said = [plain_words(word[0]) for word in self.words]

    def text_from(self, at: int) -> str:
        return self.written[self.words[at].start() :] if at < len(self.words) else ""

    def stops(self, at: int) -> bool:
        """Whether a clause ends before the word at this place."""
        if at >= len(self.words):
            return True
        between = self.written[self.words[at - 1].end() : self.words[at].start()]
        return _STOP.match(between) is not None

    def clauses(self, at: int) -> Iterator[int]:
        """Where clauses begin from this place on."""
        links = member_words("linking")
        for place in range(at, len(self.words)):
            is_linked = place > at and self.said[place - 1] in links
            if place == at or self.stops(place) or is_linked:
                yield place

    def agreeing(self, at: int) -> int:
        """How many words agree from this place on."""
        lists = (words_of("words", "consent"), member_words("yes"))
        length = longest(self.said[at:], *lists)
        # “Sí, si juega Carla”
        is_if = length == 1 and at and self.words[at][0].casefold() == "si"
        return 0 if is_if and not self.stops(at + 1) else length

    def declining(self, at: int) -> int:
        """How many words decline from this place on."""
        return longest(self.said[at:], words_of("words", "no"), member_words("no"))

    def beside(self, at: int) -> int:
        """How many words only greet, thank or sigh, with the name of whom they speak to."""
        lists = (words_of("words", "polite"), words_of("words", "greeting"))
        length = longest(self.said[at:], *lists, member_words("goodbye"))
        sigh = longest(self.said[at:], member_words("beside"))
        if length > sigh:
            return length + self.spoken_to(at + length)
        spoken_to = self.spoken_to(at) if at and not sigh else 0
        return spoken_to if spoken_to and self.agreeing(at + spoken_to) else sigh

    def spoken_to(self, at: int) -> int:
        """How many words name somebody up to the end of a clause."""
        for count in range(1, _MOST_GREETED):
            if self.stops(at) or at + count > len(self.words):
                return 0
            if self.stops(at + count):
                names = self.written[self.words[at].start() : self.words[at + count - 1].end()]
                return count if looks_like_name(names) else 0
        return 0


def _part(number: int, sentence: _Sentence, names: Collection[str]) -> _Part:
    if is_addressed(sentence.written):
        return _Part(number, beside=sentence.written)
    first = _first_answering(sentence)
    yes, no = sentence.agreeing(first), sentence.declining(first)
    if not (yes or no):
        return _without_answer(number, sentence, names)
    if no > yes:
        return _Part(number, Consent.NO, no > 1 or sentence.stops(first + no))
    is_plain = sentence.said[first] in words_of("words", "yes")
    at = first + yes
    while more := sentence.agreeing(at) or sentence.beside(at):
        at += more
    part = _Part(number, Consent.YES, is_plain, name=name_given(sentence.written, names))
    behind = sentence.said[at:]
    if _asks(sentence, at):
        return part._replace(beside=sentence.text_from(_question(sentence, at)))
    if _depends(behind) or (longest(behind, member_words("but")) and not part.name):
        return part._replace(consent=Consent.UNCLEAR, is_plain=True, beside=sentence.written)
    rest = sentence.text_from(at)
    name = part.name or name_at_start(rest, names)
    return part._replace(name=name, beside="" if name else _request(rest))


def _first_answering(sentence: _Sentence) -> int:
    """Where the answer stands in a sentence: behind what only greets, thanks or sighs, or where
    another clause begins; behind all of it where there is none."""
    lead = _lead(sentence)
    is_question = sentence.written.rstrip(" )").endswith("?")
    for place in sentence.clauses(lead):
        yes, no = sentence.agreeing(place), sentence.declining(place)
        is_puzzled = longest(sentence.said[place:], member_words("puzzled")) >= max(yes, no, 1)
        if is_puzzled or (place > lead and is_question):
            break
        if yes or no:
            return place
    return len(sentence.said)


def _lead(sentence: _Sentence) -> int:
    first = 0
    while length := sentence.beside(first) or _but(sentence, first):
        if max(sentence.agreeing(first), sentence.declining(first)) >= length:
            break
        first += length
    return first


def _but(sentence: _Sentence, at: int) -> int:
    """How many words lead from thanks to an answer: “thanks, but …”."""
    return longest(sentence.said[at:], member_words("but")) if at else 0


def _asks(sentence: _Sentence, at: int) -> bool:
    """Whether a question stands behind a yes, and not what it depends on: “yes, if Tom plays?”."""
    behind = sentence.said[at:]
    is_if = bool(longest(behind, member_words("condition")))
    return bool(behind) and sentence.written.rstrip(" )").endswith("?") and not is_if


def _question(sentence: _Sentence, at: int) -> int:
    asked = member_words("asked")
    at += longest(sentence.said[at:], member_words("but"), member_words("linking"))
    begun = (place for place in sentence.clauses(at) if longest(sentence.said[place:], asked))
    return next(begun, at)


def _request(rest: str) -> str:
    """What stands behind a yes, where that asks for something else."""
    found = request_beside_match(rest)
    if found is None or found.is_guess or found.name in _SAID_BY_YES:
        return ""
    return rest


_SAID_BY_YES = frozenset(("check-in", "enter", "help", "join", "name", "sign-up"))


def _depends(said: Sequence[str]) -> bool:
    condition = member_words("condition")
    return any(
        longest(said[at:], condition) for at in range(len(said)) if said[at] != "si" or not at
    )


def _without_answer(number: int, sentence: _Sentence, names: Collection[str]) -> _Part:
    """A sentence that says neither yes nor no: a name, a doubt, or something else."""
    written = sentence.written
    behind = sentence.said[_lead(sentence) :]
    if name := name_given(written, names) or name_behind_goodbye(written):
        return _Part(number, name=name)
    if not behind or is_goodbye(written):
        return _Part(number)
    bare = written.strip(" .!")
    if is_own_name(bare, names) or looks_like_name(bare):
        return _Part(number, name=bare)
    is_question = written.rstrip(" )").endswith("?")
    if longest(sentence.said, member_words("but")) and _depends(behind) and not is_question:
        return _Part(number, Consent.UNCLEAR, is_plain=True, beside=written)
    return _Part(number, beside=written)
