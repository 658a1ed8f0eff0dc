"""What a case leaves out of its order, and its condition or another case says."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import zip_longest
from typing import TypeAlias

from games.words.conditions.case_bodies import THINGS
from games.words.conditions.case_openers import CaseKind
from games.words.conditions.cases_apart import CasePart
from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.lexicon.sentences import Word
from games.words.positions.evidence import NAMING, atoms
from games.words.results import Question, Result, Understood

Lexer: TypeAlias = Callable[[Sequence[Word]], Sequence[Token]]
_ROWS = ("ROW", "NAMED_ROW", tags.ORDINAL)
_PLACED = ("SPECIES", "NAMED_ROW", tags.ORDINAL)


def words_for_gaps(
    case: CasePart, before: Sequence[CasePart], lexed: Lexer, *, is_laid: bool
) -> list[Word]:
    """The words of the conditions up to a case for what it leaves out: a thing; of a lay the row as
    well, and the bird only where it names none."""
    told = lexed(case.body_words)
    said = [case, *reversed(before)]
    named: list[Word] = []
    if not (is_laid and any(token.kind in THINGS for token in told)):
        named += _first_said(said, THINGS, lexed)
    if is_laid and not any(token.kind in _ROWS for token in told):
        named += _first_said(said, _ROWS, lexed)
    return named


def _first_said(cases: Sequence[CasePart], kinds: Collection[str], lexed: Lexer) -> list[Word]:
    """The words of the first thing of these kinds in conditions, a row with its number."""
    for one in cases:
        tokens = lexed(one.condition)
        for token, after in zip_longest(tokens, tokens[1:]):
            if token.kind in kinds:
                is_row = token.kind == "ROW" and after is not None and after.kind == tags.NUMBER
                return one.condition[token.place : after.end if is_row and after else token.end]
    return []


def row_in(words: Sequence[Word], lexed: Lexer) -> list[Word]:
    """The words that name a row among these."""
    return _first_said([CasePart(CaseKind.FIRST, condition=list(words))], _ROWS, lexed)


def narrowed(asked: Question, case: CasePart, others: Sequence[CasePart], lexed: Lexer) -> Result:
    """The choice with most of what the condition, then the other cases, name; what is counted does
    not count."""
    left = list(asked.choices)
    told = [set(_names(lexed(case.condition), NAMING))]
    told += [set(_names(lexed(one.body_words), _PLACED)) for one in others]
    for named in told:
        counts = [len(atoms(text) & named) for text in left]
        left = [text for text, count in zip(left, counts, strict=True) if count == max(counts)]
    return Understood(left[0]) if len(left) == 1 < len(asked.choices) else asked


def _names(tokens: Sequence[Token], kinds: Collection[str]) -> Iterator[str]:
    for token, after in zip_longest(tokens, tokens[1:]):
        is_count = token.kind == tags.NUMBER and after is not None and after.kind == "SPECIES"
        if token.kind in kinds and not is_count:
            yield token.value


def second_choices(before: str, joint: Result, alone: Understood | None) -> tuple[str, ...]:
    """What may be meant where a case may be a second choice for what stands before it: of a step
    to come both in one order, "S4, then the lion; if somebody pips me to it, the squirrel"; of the
    only step the one and the other, which stands `alone`. None where it adds anything else."""
    if before and ";" not in before and alone is not None:
        is_same = _verb(alone.text) == _verb(before) and alone.text != before
        return (before, alone.text) if is_same else ()
    is_one = isinstance(joint, Question) and len(joint.choices) == 1
    text = joint.choices[0] if is_one and isinstance(joint, Question) else ""
    text = joint.text if isinstance(joint, Understood) else text
    if ";" not in before or not text.startswith(f"{before}; "):
        return ()
    last, behind = before.rsplit("; ", 1)[1], text.removeprefix(f"{before}; ")
    return (f"{before} or {behind}",) if _verb(last) == _verb(behind) and last != behind else ()


def _verb(step: str) -> str:
    return step.partition(" ")[0]
