"""What is said of a case that the writer knows not to be so: "had it been a 12 I'd have passed"."""

from __future__ import annotations

from collections.abc import Sequence

from games.words.conditions.cases_apart import CasePart
from games.words.lexicon.said import length_at, phrases
from games.words.lexicon.vocabulary import phrases_in

SECTION = "conditions"


def unreal_cases(
    cases: Sequence[CasePart], language: str, *, has_first: bool
) -> Sequence[CasePart]:
    """The cases that are told as not so; none where all are, and nothing is said before them."""
    told = [case for case in cases if case.has_body or case.condition]
    unreal = []
    for case in told:
        said, done = ([word.plain for word in words] for words in (case.condition, case.body_words))
        if is_unreal(said, done or said, language):
            unreal.append(case)
    return unreal if len(unreal) < len(told) + has_first else ()


def is_unreal(condition: Sequence[str], done: Sequence[str], language: str) -> bool:
    """Whether a case with this condition and this deed, in words without accents, is told as one
    that is not so: its deed would have been done, or would be done if things were otherwise."""
    if _says(done, "would have", language):
        return True
    endings = tuple(phrases_in(language, SECTION, "would end"))
    would = _says(done, "would", language) or any(word.endswith(endings) for word in done)
    return would and _says(condition, "if it were", language)


def _says(words: Sequence[str], name: str, language: str) -> bool:
    listed = phrases(language, SECTION, name)
    return any(length_at(words, place, listed) for place in range(len(words)))
