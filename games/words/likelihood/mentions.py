"""What a text names, and everything that stands round it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from games.words.lexicon import tags
from games.words.likelihood.judged_text import JudgedText, JudgedWord
from games.words.positions.evidence import NAMING, stands_in_pieces

MOST_MENTIONS = 40

_NEAR = 6
_VERY_NEAR = 4
_SAYING = NAMING | {tags.VERB, "NONE", "HOW", "FINAL"}
_SLOTS = {
    tags.ORDINAL: tags.NUMBER, "RANK": tags.NUMBER, "NAMED_ROW": tags.NUMBER,
    "COLOUR": "SUIT", "HABITAT": "SUIT",
}  # fmt: skip
"""Kinds of words that stand for one another: a number is a rank, a row or a bird."""


class Mention(NamedTuple):
    """A word that names something, where it stands among all words, and its surroundings."""

    word: JudgedWord
    place: int
    contexts: tuple[str, ...]

    @property
    def slot(self) -> str:
        """The kind of thing that it names."""
        return slot_of(self.word)


def slot_of(word: JudgedWord) -> str:
    """The kind of thing that a word names: one for all numbers, one for all suits."""
    return _SLOTS.get(word.token.kind, word.token.kind)


def mentions(text: JudgedText) -> list[Mention]:
    """Everything that the text names or says is done, in the sequence of its words."""
    places = [place for place, one in enumerate(text.words) if one.token.kind in _SAYING]
    around = _Surroundings(text, places)
    return [
        Mention(text.words[place], place, tuple(around.contexts(index)))
        for index, place in enumerate(places[:MOST_MENTIONS])
    ]


class _Surroundings:
    """What stands round the words at these places."""

    def __init__(self, text: JudgedText, places: Sequence[int]) -> None:
        self.text, self.places = text, places
        self.turns = [
            place
            for place, one in enumerate(text.words)
            if one.token.kind in (tags.CORRECT, tags.RETRACT)
        ]
        slots = [(slot_of(text.words[place]), place) for place in places]
        self.last = dict(slots)
        self.first = dict(reversed(slots))

    def contexts(self, index: int) -> Iterator[str]:
        """First what is of this word itself, then the words before and behind it."""
        place = self.places[index]
        word, slot = self.text.words[place], slot_of(self.text.words[place])
        which = "last" * (self.last[slot] == place) + "first" * (self.first[slot] == place)
        yield from self._outline(place, slot, which)
        yield from self._standing(word, slot, which)
        before = self.text.words[self.places[index - 1] + 1 if index else 0 : place]
        end = self.places[index + 1] if index + 1 < len(self.places) else len(self.text.words)
        yield from _near("before", before[::-1], which)
        yield from _near("behind", self.text.words[place + 1 : end], which)

    def _outline(self, place: int, slot: str, which: str) -> Iterator[str]:
        turned = (
            f"{any(one > place for one in self.turns)} {any(one < place for one in self.turns)}"
        )
        yield f"slot {slot}"
        yield f"slot {slot} {self.text.game} {self.text.decision}"
        yield f"which {slot} {which}"
        yield f"which {which}"
        yield f"turned {turned} {which}"
        yield f"turned {turned} {which} {slot}"

    def _standing(self, word: JudgedWord, slot: str, which: str) -> Iterator[str]:
        behind = min(self.text.sentences - 1 - word.sentence, 3)
        same = [
            self.text.words[one].token.value
            for one in self.places
            if slot_of(self.text.words[one]) == slot
        ]
        differ, again = len(set(same)) > 1, min(same.count(word.token.value), 3)
        yield f"sentence {behind} {min(word.sentence, 2)} {which}"
        yield f"question {word.is_question} {which}"
        yield f"apart {word.token.after_comma or word.token.after_line} {word.begins_sentence}"
        yield f"others {differ} {again} {which} {min(len(same), 4)}"
        yield f"others {slot} {differ} {which}"
        yield f"act {word.act} {word.lead}"
        yield f"here {word.act_here} {word.lead}"
        yield f"here {word.act_here} which {which}"
        yield f"here {word.act_here} {word.lead} slot {slot}"


def _near(side: str, words: Sequence[JudgedWord], which: str) -> Iterator[str]:
    """The words on one side up to the next mention, the nearest first."""
    said = [spoken(one) for one in words[:_NEAR]]
    for number, one in enumerate(said):
        yield f"{side} {one}"
        if number < _VERY_NEAR:
            yield f"{side} {one} {which}"
    for kind in {one.token.kind for one in words}:
        yield f"{side} kind {kind}"
        yield f"{side} kind {kind} {which}"
    if words:
        first = words[0].token
        yield f"{side} next {said[0]}"
        yield f"{side} next {said[0]} {which}"
        yield f"{side} next kind {first.kind} {first.after_comma} {which}"
    if len(words) > 1:
        yield f"{side} two {said[0]} {said[1]}"


def spoken(word: JudgedWord) -> str:
    """The word as it is compared: what it names is left aside."""
    return "#" if word.token.kind in NAMING else word.token.written.casefold()


def names(mention: Mention, pieces: frozenset[str]) -> bool:
    """Whether what is mentioned is among the pieces of an order, or of one of its words."""
    token = mention.word.token
    if token.kind == "NONE":
        return not pieces.isdisjoint(("pass", "done", "none", "stay", "0"))
    return stands_in_pieces(token, pieces)
