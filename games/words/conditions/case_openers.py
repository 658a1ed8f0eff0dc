"""What words begin a case: an "if", an "otherwise", a verb where Dutch leaves the "if" out."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from functools import cache

from games.words.lexicon.said import length_at, phrases
from games.words.lexicon.sentences import Word
from games.words.lexicon.vocabulary import plain_of, section_words

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
_BARE = (CaseKind.ELSE, CaseKind.SO, CaseKind.ALWAYS)
_LEADING = 2
_LONGEST_BEHIND = 2
_COMPARING = ("more", "less", "at least", "at most")
_BEHIND_NUMBER = ("or more", "or less")


def opener(
    written: Sequence[Word],
    index: int,
    words: Sequence[str],
    language: str,
    *,
    is_open: bool = False,
) -> tuple[CaseKind, int]:
    """What case begins at this word, and in how many words; 0 for none. Behind a condition, which
    `is_open`, an "otherwise" needs no comma."""
    if _is_no_opener(written, index, words, language):
        return CaseKind.FIRST, 0
    word = written[index]
    is_first = not index or word.after_comma or word.after_line
    joining = phrases(language, SECTION, "joining")
    begins = is_first or words[index - 1] in joining or word.plain in joining
    begins |= index == 1 and words[0] in phrases(language, SECTION, "sighs")  # "pues si es así"
    length = length_at(words, index, phrases(language, SECTION, "else anywhere"))
    if is_open and not begins and length and not _is_of_other(words, index, language):
        return CaseKind.ELSE, length
    best, longest = _listed_opener(written, index, words, language, begins=begins)
    if longest or not is_first:
        return best, longest
    inverted = length_at(words, index, phrases(language, SECTION, "inverted"))
    is_led = bool(inverted) and _goes_on(written, index, language, is_open=is_open)
    if is_led or _compares_with(words, index, language, is_open=is_open):
        return CaseKind.IF, inverted or 1
    if is_open and not index and _only_compares(written, words, language):
        return CaseKind.IF, 1
    return best, 0


def _is_no_opener(written: Sequence[Word], index: int, words: Sequence[str], language: str) -> bool:
    """Whether an "if" begins no case here: "as if", "I don't know if", "que sí"."""
    word = written[index]
    is_accented = word.folded != word.plain
    return (
        bool(length_at(words, index, phrases(language, SECTION, "not if")))
        or (index > 0 and words[index - 1] in phrases(language, SECTION, "whether"))
        or (is_accented and word.plain in phrases(language, SECTION, "plain if"))
    )


def _listed_opener(
    written: Sequence[Word], index: int, words: Sequence[str], language: str, *, begins: bool
) -> tuple[CaseKind, int]:
    """The longest of the listed openers that stands at this word."""
    best, longest = CaseKind.FIRST, 0
    plain = phrases(language, SECTION, "plain if")
    for kind in _OPENERS:
        length = length_at(words, index, phrases(language, SECTION, kind.value))
        is_bare = kind in _BARE
        leads = is_bare and length > _LEADING and any(one in plain for one in words[index:][:2])
        leads = leads and words[index + length - 1] in phrases(language, SECTION, "has")
        if leads and not is_ended(written, words, index + length, language):
            continue  # "if there is | a lion"
        if length > longest and (
            begins or not (is_bare or words[index] in phrases(language, SECTION, "first if"))
        ):
            best, longest = kind, length
    return best, longest


def is_said(words: Sequence[str], index: int, language: str) -> bool:
    """Whether the word that opens a condition belongs to what it says: "is", "with", "fewer"."""
    names = ("inverted", "with", *_COMPARING)
    return any(words[index] in phrases(language, SECTION, name) for name in names)


def _only_compares(written: Sequence[Word], words: Sequence[str], language: str) -> bool:
    """Whether a sentence begins with a number that is compared, and a comma: "more than ten: …"."""
    listed = [phrases(language, SECTION, name) for name in _COMPARING]
    length = max(length_at(words, 0, each) for each in listed)
    if not length or length >= len(words) - 1:
        return False
    is_number = words[length].isdigit() or bool(_number_at(words[length], language))
    return is_number and is_ended(written, words, length + 1, language)


def _number_at(word: str, language: str) -> bool:
    return any(
        plain_of(one) == word
        for key in map(str, range(21))
        for one in section_words(language, "numbers", key)
    )


def _compares_with(words: Sequence[str], index: int, language: str, *, is_open: bool) -> bool:
    """Whether a "with" begins a condition: "with fewer than five"; behind one that `is_open` also
    "with green as trump"."""
    if not length_at(words, index, phrases(language, SECTION, "with")) or index + 1 == len(words):
        return False
    is_compared = any(
        length_at(words, index + 1, phrases(language, SECTION, name)) for name in _COMPARING
    )
    is_compared |= is_open and _prefers_with(words, index, language)
    hand = phrases(language, SECTION, "in hand")
    is_compared |= any(
        length_at(words, place, hand) and place + 1 < len(words)
        for place in range(index + 2, min(index + 6, len(words)))
    )
    is_compared |= index + 2 < len(words) and any(
        length_at(words, index + 2, phrases(language, SECTION, name)) for name in _BEHIND_NUMBER
    )
    trump = phrases(language, "descriptions", "trumps")
    is_trump = is_open and any(word in trump for word in words[index + 1 : index + 4])
    return is_compared or is_trump


def _prefers_with(words: Sequence[str], index: int, language: str) -> bool:
    """Whether a number stands behind the "with", and soon a "rather": "with one lion rather the
    wild 3"."""
    is_number = words[index + 1].isdigit() or words[index + 1] in _counting(language)
    rather = phrases(language, SECTION, "rather")
    places = range(index + 2, min(index + 5, len(words)))
    return is_number and any(length_at(words, place, rather) for place in places)


@cache
def _counting(language: str) -> frozenset[str]:
    """The words for the numbers from one to four."""
    return frozenset(
        plain_of(word) for key in "1234" for word in section_words(language, "numbers", key)
    )


def _is_of_other(words: Sequence[str], index: int, language: str) -> bool:
    """Whether this is the "anders" of "iets anders" or "iemand anders"."""
    return any(
        length_at(words, place, phrases(language, SECTION, name)) > index - place
        for place in range(max(index - 2, 0), index)
        for name in ("other", "anyone", "nobody")
    )


def is_ended(written: Sequence[Word], words: Sequence[str], index: int, language: str) -> bool:
    """Whether what stands before this place is all that is said of a case: "if there is, …"."""
    is_last = index >= len(words) or written[index].after_comma
    return is_last or bool(length_at(words, index, phrases(language, SECTION, "then")))


def compares(words: Sequence[str], index: int, language: str) -> bool:
    """Whether this is the "than" of a comparison: "lager dan", "meer dan"."""
    than = phrases(language, SECTION, "before")
    if words[index] not in than:
        return False
    listed = [phrases(language, SECTION, name) for name in ("is more", "is less")]
    if any(_ends_with(words[:index], language, name) for name in _BEHIND_NUMBER):
        return False  # "negen of meer, dan …"
    before = words[max(index - 4, 0) : index]
    is_said = words[index] in before  # "meer dan 20 punten, dan …"
    return not is_said and any(word in each for word in before for each in listed)


def _ends_with(words: Sequence[str], language: str, name: str) -> bool:
    """Whether one of these phrases ends here."""
    listed = phrases(language, SECTION, name)
    last = max(len(words) - _LONGEST_BEHIND, 0)
    return any(length_at(words, at, listed) == len(words) - at for at in range(last, len(words)))


def _goes_on(written: Sequence[Word], index: int, language: str, *, is_open: bool = False) -> bool:
    """Whether a verb that begins a clause has a "then" or comma behind it: "is het zes, dan …"; in
    Dutch a comma is enough behind another condition, or where its subject follows the verb."""
    words = [word.plain for word in written]
    then = phrases(language, SECTION, "then")
    rest = range(index + 2, len(written))
    needs_then = bool(phrases(language, SECTION, "needs then")) and not is_open
    if needs_then and not index and words[1:2]:
        needs_then = words[1] not in phrases(language, SECTION, "inverted subject")
    return any(
        length_at(words, place, then) or (written[place].after_comma and not needs_then)
        for place in rest
    )
