"""A text parted into cases: what is said first, and each condition with what is done then.

Only words are looked at, by the lists of one language: what opens a condition, what ends it, and
what says "otherwise" or "if so". What the conditions claim is judged elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from games.words.said import length_at, phrases
from games.words.sentences import Sentence, Word

SECTION = "conditions"


class CaseKind(Enum):
    """How a part of a text stands to the condition before it."""

    FIRST = "first"
    IF = "if"
    IF_NOT = "if not"
    UNLESS = "unless"
    SO = "so"
    ELSE = "else"
    ALWAYS = "always"


CONDITIONS = (CaseKind.IF, CaseKind.IF_NOT, CaseKind.UNLESS)
_OPENERS = (
    CaseKind.ALWAYS,
    CaseKind.ELSE,
    CaseKind.SO,
    CaseKind.IF_NOT,
    CaseKind.UNLESS,
    CaseKind.IF,
)


@dataclass(slots=True)
class CasePart:
    """A condition and what is to be done; either may be empty."""

    kind: CaseKind
    condition: list[Word] = field(default_factory=list)
    body: list[Sentence] = field(default_factory=list)
    is_asked: bool = False
    """Whether the condition was put as a question: "is that a wizard? then …"."""

    order: str = ""
    """What it orders, where the condition itself says that: "if owls on the left take it, do"."""

    @property
    def has_body(self) -> bool:
        """Whether anything is to be done."""
        return any(sentence.words for sentence in self.body)


def parted(sentences: Sequence[Sentence], language: str) -> list[CasePart]:
    """The parts of a text; the first is what stands before any condition, and may be empty."""
    parts = [CasePart(CaseKind.FIRST)]
    for index, sentence in enumerate(sentences):
        following = sentences[index + 1] if index + 1 < len(sentences) else None
        if following is not None and _is_asked(sentence, following, language):
            parts.append(CasePart(CaseKind.IF, list(sentence.words), is_asked=True))
            continue
        before = len(parts)
        _part(sentence, parts, language)
        if len(parts) > before:
            _turn(parts, before)
    return [part for index, part in enumerate(parts) if not index or part.condition or part.body]


def _turn(parts: list[CasePart], place: int) -> None:
    """Give an "unless" behind an order that order: what stands behind it is for the other case:
    "four, unless Elena said three, then five"."""
    before, part = parts[place - 1], parts[place]
    is_turned = part.kind is CaseKind.UNLESS and part.has_body and bool(before.body[-1].words)
    if is_turned and before.kind is CaseKind.FIRST:
        parts.insert(place + 1, CasePart(CaseKind.SO, body=part.body))
        part.body = [before.body.pop()]


def _is_asked(sentence: Sentence, following: Sentence, language: str) -> bool:
    """Whether a question is the condition of the sentence behind it."""
    if not sentence.is_question:
        return False
    words = [word.plain for word in sentence.words]
    if any(_opener(sentence.words, index, words, language)[1] for index in range(1, len(words))):
        return False
    if any(length_at(words, 0, phrases(language, SECTION, kind.value)) for kind in CONDITIONS):
        return False
    behind = [word.plain for word in following.words]
    start = (
        1
        if behind and behind[0] in phrases(language, SECTION, "joining") and len(behind) > 1
        else 0
    )
    names = ("so", "else", "then")
    return any(length_at(behind, start, phrases(language, SECTION, name)) for name in names)


def _part(sentence: Sentence, parts: list[CasePart], language: str) -> None:
    """Add the words of a sentence to the parts, new ones where a condition or a case begins."""
    words = [word.plain for word in sentence.words]
    then = phrases(language, SECTION, "then")
    in_condition = False
    parts[-1].body.append(Sentence([], sentence.is_question))
    index = 0
    while index < len(words):
        word = sentence.words[index]
        kind, length = _opener(sentence.words, index, words, language)
        if length:
            if kind is CaseKind.IF_NOT and _is_ended(
                sentence.words, words, index + length, language
            ):
                kind = CaseKind.ELSE
            parts.append(CasePart(kind, body=[Sentence([], sentence.is_question)]))
            in_condition = kind in CONDITIONS
            if kind is CaseKind.IF and words[index] in phrases(language, SECTION, "inverted"):
                length = 0
                parts[-1].condition.append(word)
                index += 1
            index += length
            index += 0 if in_condition else _length(words, index, then)
            continue
        is_begun = bool(parts[-1].condition)
        if in_condition and is_begun and word.after_comma:
            in_condition = False
        length = 0 if compares(words, index, language) else _length(words, index, then)
        if length and (in_condition or (parts[-1].condition and not parts[-1].has_body)):
            in_condition = False
            index += length
            continue
        if in_condition:
            parts[-1].condition.append(word)
        else:
            parts[-1].body[-1].words.append(word)
        index += 1


def _length(words: Sequence[str], index: int, listed: object) -> int:
    return length_at(words, index, listed) if index < len(words) else 0  # type: ignore[arg-type]


def _opener(
    written: Sequence[Word], index: int, words: Sequence[str], language: str
) -> tuple[CaseKind, int]:
    """What case begins at this word, and in how many words; 0 for none."""
    if length_at(words, index, phrases(language, SECTION, "not if")):
        return CaseKind.FIRST, 0
    word = written[index]
    is_first = not index or word.after_comma or word.after_line
    begins = is_first or words[index - 1] in phrases(language, SECTION, "joining")
    best, longest = CaseKind.FIRST, 0
    for kind in _OPENERS:
        length = length_at(words, index, phrases(language, SECTION, kind.value))
        is_bare = kind in _BARE
        is_open = is_bare and length > 2 and words[index] in phrases(language, SECTION, "plain if")
        if is_open and not _is_ended(written, words, index + length, language):
            continue  # "if there is | a lion"
        if length > longest and (
            begins or not (is_bare or words[index] in phrases(language, SECTION, "first if"))
        ):
            best, longest = kind, length
    if longest or not is_first:
        return best, longest
    inverted = length_at(words, index, phrases(language, SECTION, "inverted"))
    is_led = bool(inverted) and _goes_on(written, index, language)
    return (CaseKind.IF, inverted) if is_led else (best, 0)


_BARE = (CaseKind.ELSE, CaseKind.SO, CaseKind.ALWAYS)


def _is_ended(written: Sequence[Word], words: Sequence[str], index: int, language: str) -> bool:
    """Whether what stands before this place is all that is said of a case: "if there is, …"."""
    is_last = index >= len(words) or written[index].after_comma
    return is_last or bool(length_at(words, index, phrases(language, SECTION, "then")))


def compares(words: Sequence[str], index: int, language: str) -> bool:
    """Whether this is the "than" of a comparison: "lager dan", "meer dan"."""
    listed = [phrases(language, SECTION, name) for name in ("is more", "is less")]
    before = words[max(index - 4, 0) : index]
    return any(word in each for word in before for each in listed)


def _goes_on(written: Sequence[Word], index: int, language: str) -> bool:
    """Whether a verb that begins a clause has a "then" or comma behind it: "is het zes, dan …"."""
    words = [word.plain for word in written]
    then = phrases(language, SECTION, "then")
    rest = range(index + 2, len(written))
    needs_then = bool(phrases(language, SECTION, "needs then"))
    return any(
        length_at(words, place, then) or (written[place].after_comma and not needs_then)
        for place in rest
    )
