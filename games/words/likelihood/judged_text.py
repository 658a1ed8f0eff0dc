"""A text as its likelihood is judged by: its words, what they do, and what was read of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from games.words.acts_in_position import settle_in
from games.words.conditions.cases_apart import has_conditions
from games.words.lexicon import tags
from games.words.lexicon.lexing import LexedSentence, Token
from games.words.lexicon.sentences import Sentence
from games.words.positions.scene import OrderScene
from games.words.reading_words import in_order, lexed_in, read_plainly
from games.words.results import Result, offered
from games.words.speech.acts import acts_in
from games.words.speech.clauses import Act

MOST_ALONE = 8
"""So many sentences are also read each for itself."""

_TURNS = (tags.CORRECT, tags.RETRACT)


class JudgedWord(NamedTuple):
    """A word or phrase: its meaning, where it stands, and what its clause does, by its words alone
    and in this position."""

    token: Token
    sentence: int
    begins_sentence: bool
    is_question: bool
    act: str
    act_here: str
    lead: str


class JudgedText(NamedTuple):
    """What is known of a text before it is judged.

    `alone` is what each sentence orders by itself, `behind` what stands behind the last second
    thought, if there is one, and `result` what was read of the whole; `is_open` says that something
    in it is said for a case.
    """

    game: str
    decision: str
    words: tuple[JudgedWord, ...]
    sentences: int
    alone: tuple[Result, ...]
    behind: Result | None
    result: Result
    is_open: bool

    @property
    def read(self) -> tuple[str, ...]:
        """The orders in what was read, of the whole and of its sentences."""
        results = (self.result, *self.alone, *([self.behind] if self.behind else ()))
        return tuple(dict.fromkeys(order for one in results for order in offered(one)))


def judged_text(
    scene: OrderScene, parts: Sequence[Sentence], languages: Sequence[str], result: Result
) -> JudgedText:
    """The text in this position, the writer's own language first among these."""

    def read(sentences: Sequence[Sentence]) -> Result:
        return read_plainly(replace(scene, words_read=0, branches=[]), languages, sentences)

    lexed = lexed_in(scene, parts, languages[0], in_order(languages)).sentences
    behind = _behind_last_turn(lexed, parts)
    words = tuple(_words(scene, lexed))
    is_case = any(Act.CONDITION.value in (one.act, one.act_here) for one in words)
    return JudgedText(
        scene.rules.key,
        scene.kind,
        words,
        len(parts),
        tuple(read([one]) for one in parts[:MOST_ALONE]),
        read(behind) if behind else None,
        result,
        is_case or has_conditions(parts, languages[0]),
    )


def _words(scene: OrderScene, lexed: Sequence[LexedSentence]) -> Iterator[JudgedWord]:
    clauses = acts_in(lexed)
    acts = {token.place: one for one in clauses for token in one.tokens}
    said = {place: (one.act.value, one.lead) for place, one in acts.items()}
    settle_in(replace(scene, branches=[]), clauses)
    here = {token.place: one.act.value for one in clauses for token in one.tokens}
    for number, sentence in enumerate(lexed):
        for index, token in enumerate(sentence.tokens):
            act, lead = said.get(token.place, ("", ""))
            settled = here.get(token.place, "")
            yield JudgedWord(
                token, number, index == 0, sentence.is_question, act, settled, lead
            )  # fmt: skip


def _behind_last_turn(lexed: Sequence[LexedSentence], parts: Sequence[Sentence]) -> list[Sentence]:
    """The words behind the last one that corrects or takes back what was said."""
    turns = [
        (number, token.end)
        for number, sentence in enumerate(lexed)
        for token in sentence.tokens
        if token.kind in _TURNS
    ]
    if not turns:
        return []
    number, end = turns[-1]
    before = sum(len(one.words) for one in parts[:number])
    rest = parts[number].words[end - before :]
    left = [Sentence(rest, parts[number].is_question)] if rest else []
    return [*left, *parts[number + 1 :]]
