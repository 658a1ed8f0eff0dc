"""What of an order, as a whole, speaks for its being meant by a text, or against it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from games.words.lexicon import tags
from games.words.likelihood.judged_text import JudgedText
from games.words.likelihood.mentions import Mention, names, spoken
from games.words.positions.evidence import atoms, pieces_of
from games.words.results import NotUnderstood, Question, Result, Understood, offered

_NUMBER = re.compile(r"\d+")
_VERB = re.compile(r"(?:^|; | or )([a-z]+)")
_MARKS = (tags.CORRECT, tags.RETRACT, "IF", "OR", tags.NOT, tags.BUT, tags.DOUBT)
_MOST = 4
_TAIL = 12
_ALL = ("", "")


class Compared(NamedTuple):
    """What the orders that a text may mean are compared by: their verbs, numbers and lengths."""

    text: JudgedText
    said: frozenset[str]
    verbs: frozenset[str]
    kinds: frozenset[str]
    extremes: tuple[str, ...]
    numbers: Mapping[str, int]
    least_and_most: Mapping[tuple[str, str], tuple[int, int]]
    last_number: int | None
    tail: tuple[str, ...]

    @classmethod
    def among(cls, text: JudgedText, named: Sequence[Mention], orders: Sequence[str]) -> Compared:
        """What is needed to compare these orders."""
        tokens = [one.token for one in text.words]
        numbers = {one: int(found[0]) for one in orders if (found := _NUMBER.search(one))}
        groups: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        for order, number in numbers.items():
            for key in (_group(order), _ALL):
                groups[key].append(number)
        counted = [
            place
            for place, one in enumerate(tokens)
            if one.kind == tags.NUMBER and one.value.isdigit()
        ]
        tail = text.words[counted[-1] + 1 :] if counted else ()
        return cls(
            text,
            frozenset(one.word.token.value for one in named),
            frozenset(one.value for one in tokens if one.kind == tags.VERB),
            frozenset(one.kind for one in tokens),
            tuple(one.value for one in tokens if one.kind == "HOW"),
            numbers,
            {key: (min(values), max(values)) for key, values in groups.items()},
            int(tokens[counted[-1]].value) if counted else None,
            tuple(map(spoken, tail[:_TAIL])),
        )

    def features(self, order: str) -> Iterator[str]:
        """Those of one of the orders."""
        verb, steps = order.split(maxsplit=1)[0], order.count(";")
        many = min(len(self.verbs), 3)
        said = {word for word in order.replace(";", "").split() if word.islower()}
        where = f"{self.text.game} {self.text.decision}"
        yield f"verb {verb} {self.text.game}"
        yield f"verb {verb in self.verbs} {bool(self.verbs)} {verb}"
        yield f"verbs left {min(len(self.verbs - said), 3)}"
        yield f"steps {steps} {' or ' in order}"
        yield f"steps {steps} {'THEN' in self.kinds} {many}"
        yield f"steps {steps} {' or ' in order} {'IF' in self.kinds} {'OR' in self.kinds}"
        yield f"steps {steps} {where} {many}"
        yield from self._unsaid(order, steps, where)
        yield from self._numbers(order)

    def _unsaid(self, order: str, steps: int, where: str) -> Iterator[str]:
        """What the order has and nobody named."""
        words = order.replace(";", "").split()[1:]
        pieces = [
            piece
            for word in words
            if word != "or" and word not in self.said
            for piece in sorted(_pieces(word))
            if piece not in self.said and not (piece == "A" and "1" in self.said)
        ]
        yield from (f"unsaid {piece.isdigit()} {where}" for piece in pieces)
        unsaid = min(len(pieces), _MOST)
        yield f"unsaid {unsaid}"
        yield f"unsaid {unsaid} {where}"
        yield f"unsaid {unsaid} steps {steps}"
        yield f"words {min(len(words), 8)} {where}"

    def _numbers(self, order: str) -> Iterator[str]:
        """Whether its number is the least or the most, where that is said, or one off what was
        said last."""
        number = self.numbers.get(order)
        if number is None:
            return
        for how in self.extremes:
            for name, key in (("of all", _ALL), ("of its suit", _group(order))):
                least, most = self.least_and_most[key]
                yield f"how {how} {name} {number == most} {number == least}"
        if self.last_number is not None and len(order.split()) == 2:
            more = number - self.last_number
            if abs(more) <= 1:
                yield f"more {more}"
                yield from (f"more {more} {word}" for word in self.tail)


def _group(order: str) -> tuple[str, str]:
    """The verb of an order and the suit of its first card."""
    return order.split(maxsplit=1)[0], next(filter(str.isupper, order), "")


def _pieces(word: str) -> set[str]:
    """The letters and numbers of a card; another word as it is."""
    return pieces_of(word) if any(map(str.isupper, word)) else {word}


@cache
def _words(order: str) -> tuple[frozenset[str], ...]:
    """The pieces of each word of an order behind its verb."""
    return tuple(frozenset((*_pieces(word), word)) for word in order.replace(";", "").split()[1:])


def of_pairs(text: JudgedText, named: Sequence[Mention], order: str) -> Iterator[str]:
    """Whether things named one after the other stand together in the order: "blue 12", "row 2"."""
    words, every = _words(order), atoms(order)
    for one, other in pairwise(named):
        if one.word.sentence != other.word.sentence:
            continue
        how = "first" * names(one, every) + "second" * names(other, every)
        if any(names(one, word) and names(other, word) for word in words):
            how = "one word"
        elif any(names(one, word) and names(other, then) for word, then in pairwise(words)):
            how = "next"
        between = [text.words[place].token.kind for place in range(one.place + 1, other.place)]
        is_parted = "AND" in between or "OR" in between
        what = f"{how} {one.slot} {other.slot}"
        yield f"pair {what} {is_parted} {other.word.token.after_comma}"
        yield f"pair {what} near {bool(between)}"
        yield f"pair {what} between {' '.join(between[:2])}"


def of_readings(text: JudgedText, order: str) -> Iterator[str]:
    """What the readings of the sentences and of the whole say of an order."""
    kind, steps = type(text.result).__name__, min(order.count(";"), 2)
    yield f"verbs {text.game} {kind} {' '.join(_VERB.findall(order)[:3])}"
    yield f"reads {_relation(text, order)} {kind} {text.is_open} {steps}"
    yield from _alone(text, order)
    yield from _reading("behind", text.behind, order)
    yield from _reading("whole", text.result, order)
    marks = _marks(text)
    if isinstance(text.result, Understood):
        is_same = text.result.text == order
        yield f"whole {is_same} marks {marks}"
        yield f"whole {is_same} {text.game} {text.decision}"
        yield f"whole {is_same} sentences {min(text.sentences, _MOST)}"
        begun = order.startswith(f"{text.result.text};"), text.result.text.startswith(f"{order};")
        yield f"whole begins {begun}"
    elif isinstance(text.result, Question) and len(text.result.choices) == 1:
        yield f"whole only {order in text.result.choices} marks {marks}"


def _relation(text: JudgedText, order: str) -> str:
    """By what of the text the order was read: the whole, one sentence, what is behind a turn."""
    if isinstance(text.result, Understood) and text.result.text == order:
        return "whole"
    if text.behind is not None and order in offered(text.behind):
        return "behind"
    if any(isinstance(one, Understood) and one.text == order for one in text.alone):
        return "alone"
    return "offered" if order in offered(text.result) else ""


def _alone(text: JudgedText, order: str) -> Iterator[str]:
    plain = [place for place, one in enumerate(text.alone) if isinstance(one, Understood)]
    for place, one in enumerate(text.alone):
        behind = min(len(text.alone) - 1 - place, 3)
        if isinstance(one, Question):
            yield f"asked alone {order in one.choices} {behind}"
            if order in one.choices:
                yield f"asked alone of {min(len(one.choices), 5)}"
        elif isinstance(one, Understood):
            which = "last" * (place == plain[-1]) + "first" * (place == plain[0])
            yield f"alone {one.text == order} {which}"
            yield f"alone {one.text == order} {which} {behind}"
            yield f"alone begins {order.startswith(one.text + ';')} {which}"


def _reading(name: str, result: Result | None, order: str) -> Iterator[str]:
    match result:
        case Understood(text=read):
            yield f"{name} is {read == order}"
        case Question(choices=choices):
            place = min(choices.index(order), 3) if order in choices else -1
            yield f"{name} asks {place} of {min(len(choices), _MOST)}"
        case NotUnderstood():
            shown = offered(result)
            yield f"{name} shows {shown.index(order) if order in shown else -1}"


def _marks(text: JudgedText) -> str:
    """Which words that may turn an order are in the text."""
    return " ".join(sorted({one.token.kind for one in text.words} & set(_MARKS)))


def of_nothing(text: JudgedText, named: Sequence[Mention]) -> Iterator[str]:
    """What speaks for a text that orders nothing."""
    said = [spoken(one) for one in text.words]
    yield "always"
    yield f"result {type(text.result).__name__}"
    yield f"marks {_marks(text)}"
    yield f"mentions {min(len(named), 6)}"
    asks = [one.is_question for one in text.words]
    yield f"asks {any(asks)} {bool(asks) and asks[-1]}"
    yield f"orders alone {sum(isinstance(one, Understood) for one in text.alone)}"
    yield from (f"word {one}" for one in said)
    yield from (f"kind {one.token.kind}" for one in text.words)
    yield from (f"two {one} {other}" for one, other in pairwise(said))
    yield from (f"slot {one}" for one in sorted({each.slot for each in named}))
