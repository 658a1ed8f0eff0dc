"""A text parted into cases: what is said first, and each condition with what is done then.

Only words are looked at, by the lists of one language: what opens a condition, what ends it, and
what says "otherwise" or "if so". What the conditions claim is judged elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.words.conditions.case_openers import (
    CONDITIONS,
    SECTION,
    CaseKind,
    compares,
    is_ended,
    is_said,
    opener,
)
from games.words.lexicon.said import length_at, phrases
from games.words.lexicon.sentences import Sentence, Word
from games.words.lexicon.sentences import sentences as sentences_of
from games.words.lexicon.vocabulary import LANGUAGES, grammar_of, marks

_SHORT = 3
"""In so few words a "no?" denies what was asked before."""


@dataclass(slots=True)
class CasePart:
    """A condition and what is to be done; either may be empty."""

    kind: CaseKind
    condition: list[Word] = field(default_factory=list)
    body: list[Sentence] = field(default_factory=list)
    is_asked: bool = False
    """Whether the condition was put as a question: "is that a wizard? then …"."""

    is_added: bool = False
    """Whether an "and" joins it to what stands before, of which it then says nothing: "draw, and if
    both are owls I lay them"."""

    order: str = ""
    """What it orders, where the condition itself says that: "if owls on the left take it, do"."""

    @property
    def has_body(self) -> bool:
        """Whether anything is to be done."""
        return any(sentence.words for sentence in self.body)

    @property
    def said(self) -> frozenset[str]:
        """The words of its condition, in small letters."""
        return frozenset(word.folded for word in self.condition)

    @property
    def body_words(self) -> list[Word]:
        """All words of what is to be done."""
        return [word for sentence in self.body for word in sentence.words]


def parted(sentences: Sequence[Sentence], language: str) -> list[CasePart]:
    """The parts of a text; the first is what stands before any condition, and may be empty."""
    parts = [CasePart(CaseKind.FIRST)]
    for index, sentence in enumerate(sentences):
        following = sentences[index + 1] if index + 1 < len(sentences) else None
        if following is not None and (
            _is_asked(sentence, following, language)
            or _is_answered(sentence, sentences[index + 1 :], language)
        ):
            parts.append(CasePart(CaseKind.IF, _untagged(sentence.words, language), is_asked=True))
            continue
        before = len(parts)
        if _starts_with_then(sentence, language):
            _turn_behind(parts)
        _part(sentence, parts, language)
        if len(parts) > before:
            _turn(parts, before)
    return [part for index, part in enumerate(parts) if not index or part.condition or part.body]


def has_conditions(sentences: Sequence[Sentence], language: str) -> bool:
    """Whether any part of a text is said for a case."""
    return any(part.kind in CONDITIONS for part in parted(sentences, language))


def asks_condition(question: str, following: str) -> bool:
    """Whether a question is the condition of what is written behind it, in any language: “Has Anna
    more points? If so, …”."""
    asked, behind = sentences_of(question), sentences_of(following)
    return bool(asked and behind) and any(
        _is_asked(asked[-1], behind[0], language) for language in LANGUAGES
    )


def _turn(parts: list[CasePart], place: int) -> None:
    """Give an "unless" behind an order that order: what stands behind it is for the other case:
    "four, unless Elena said three, then five"."""
    before, part = parts[place - 1], parts[place]
    is_turned = part.kind is CaseKind.UNLESS and part.has_body and bool(before.body[-1].words)
    if is_turned and before.kind is CaseKind.FIRST:
        parts.insert(place + 1, CasePart(CaseKind.SO, body=part.body))
        part.body = [before.body.pop()]


def _untagged(words: Sequence[Word], language: str) -> list[Word]:
    """The words without a last one that only asks for consent: "…, no?"."""
    is_tag = len(words) > 1 and words[-1].plain in phrases(language, SECTION, "tag")
    return list(words[:-1] if is_tag and words[-1].after_comma else words)


def _starts_with_then(sentence: Sentence, language: str) -> bool:
    words = [word.plain for word in sentence.words]
    return bool(_length(words, 0, phrases(language, SECTION, "then"))) if words else False


def _turn_behind(parts: list[CasePart]) -> None:
    """Do so where a sentence of its own says what the other case is: "X, unless P. Then Y"."""
    part = parts[-1]
    before = parts[-2] if len(parts) > 1 else part
    told = [sentence for sentence in before.body if sentence.words]
    is_open = part.kind is CaseKind.UNLESS and not part.has_body
    if is_open and before.kind is CaseKind.FIRST and told:
        before.body = [sentence for sentence in before.body if sentence is not told[-1]]
        part.body = [told[-1]]
        parts.append(CasePart(CaseKind.SO))


def _is_asked(sentence: Sentence, following: Sentence, language: str) -> bool:
    """Whether a question is the condition of the sentence behind it."""
    if not sentence.is_question:
        return False
    words = [word.plain for word in sentence.words]
    if any(opener(sentence.words, index, words, language)[1] for index in range(1, len(words))):
        return False
    if any(length_at(words, 0, phrases(language, SECTION, kind.value)) for kind in CONDITIONS):
        return False
    behind = [word.plain for word in following.words]
    leading = ("joining", "sighs")
    is_led = len(behind) > 1 and any(
        behind[0] in phrases(language, SECTION, name) for name in leading
    )
    starts = (0, 1) if is_led else (0,) if behind else ()
    names = ("so", "else", "then")
    if any(length_at(behind, at, phrases(language, SECTION, n)) for at in starts for n in names):
        return True
    commas = [place for place, word in enumerate(following.words) if word.after_comma and place]
    last = behind[(commas or [len(behind)])[0] - 1]
    return last in phrases(language, SECTION, "then")  # "are there two? one of them then, …"


def _is_answered(sentence: Sentence, behind: Sequence[Sentence], language: str) -> bool:
    """Whether a question has what is done behind it, and then what is done if it is not so: "is
    there a row with two owls? ducks there. No? then …"."""
    if len(behind) <= 1 or not sentence.is_question or behind[0].is_question:
        return False
    asked = [word.plain for word in sentence.words]
    begins = bool(length_at(asked, 0, phrases(language, SECTION, "asked")))
    words = [word.plain for word in behind[1].words]
    is_short = behind[1].is_question and len(words) <= _SHORT
    denied = phrases(language, SECTION, "not")
    is_no = is_short and any(length_at(words, at, denied) for at in range(len(words)))
    is_else = any(
        length_at(words, 0, phrases(language, SECTION, kind.value))
        for kind in (CaseKind.ELSE, CaseKind.IF_NOT)
    )
    return begins and bool(words) and (is_no or is_else)


def _begin(
    sentence: Sentence,
    parts: list[CasePart],
    index: int,
    opened: tuple[CaseKind, int],
    language: str,
) -> int:
    """Add the part that these words open. Returns the place of the first word behind them."""
    words = [word.plain for word in sentence.words]
    kind, length = opened
    behind = index + length
    if kind is CaseKind.IF_NOT and is_ended(sentence.words, words, behind, language):
        kind = CaseKind.ELSE
    is_added = _is_added(words, index, length, language)
    parts.append(CasePart(kind, body=[Sentence([], sentence.is_question)], is_added=is_added))
    if kind is CaseKind.IF and is_said(words, index, language):
        parts[-1].condition.append(sentence.words[index])
        behind = index + 1
    is_case = kind in CONDITIONS
    return (
        behind if is_case else behind + _length(words, behind, phrases(language, SECTION, "then"))
    )


def _part(sentence: Sentence, parts: list[CasePart], language: str) -> None:
    """Add the words of a sentence to the parts, new ones where a condition or a case begins."""
    words = [word.plain for word in sentence.words]
    then = phrases(language, SECTION, "then")
    because = phrases(language, SECTION, "because")
    joining = phrases(language, SECTION, "joining")
    in_condition = in_reason = False
    parts[-1].body.append(Sentence([], sentence.is_question))
    index = 0
    while index < len(words):
        word = sentence.words[index]
        is_open = any(part.kind in CONDITIONS for part in parts)
        kind, length = opener(sentence.words, index, words, language, is_open=is_open)
        if length:
            index = _begin(sentence, parts, index, (kind, length), language)
            in_condition = parts[-1].kind in CONDITIONS
            continue
        is_begun = bool(parts[-1].condition)
        if in_condition and is_begun and word.after_comma:
            in_condition = False
        is_next = index > 0 and words[index - 1] in joining  # "the ace and then …"
        is_other = is_next or compares(words, index, language)
        length = 0 if is_other else _length(words, index, then)
        if length and (in_condition or (parts[-1].condition and not parts[-1].has_body)):
            in_condition = False
            index += length
            continue
        in_reason = in_condition and (in_reason or bool(_length(words, index, because)))
        if in_condition and not in_reason and not _is_expletive(parts[-1], word, language):
            parts[-1].condition.append(word)
        elif not in_condition:
            parts[-1].body[-1].words.append(word)
        index += 1


def _is_added(words: Sequence[str], index: int, length: int, language: str) -> bool:
    """Whether the words that open a case follow an "and", or begin with one; not "and only if"."""
    opened = words[max(index - 1, 0) : index + length]
    joined = (opened[0], words[index])
    is_only = any(word in phrases(language, SECTION, "only") for word in opened)
    return not is_only and any(word in marks("plain and") for word in joined)


def _is_expletive(part: CasePart, word: Word, language: str) -> bool:
    """Whether this is an Italian "non" that behind an "unless" denies nothing."""
    is_unless = part.kind is CaseKind.UNLESS and grammar_of(language).expletive
    listed = phrases(language, SECTION, "not")
    is_first = not any(one.plain in listed for one in part.condition)
    return is_unless and is_first and word.plain in listed


def _length(words: Sequence[str], index: int, listed: object) -> int:
    return length_at(words, index, listed) if index < len(words) else 0  # type: ignore[arg-type]
