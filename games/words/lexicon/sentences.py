"""A text taken apart: sentences, and in them words; of words only those for signs are known."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from games.words.lexicon.vocabulary import marks, plain_of

MOST_CHARACTERS = 10_000
MOST_WORDS = 1200

_PICTURES = r"[\u2600-\u27bf\u2b50-\u2b55\U0001f300-\U0001faff\ufe0f]+"
_PART = re.compile(
    rf"(?P<end>[.!?;…]+|\n[ \t]*\n\s*|{_PICTURES}(?=\s+[^\W\d_a-z][a-zà-ÿ]))"
    r"|(?P<soft>[,:()\[\]{}\"“”«»–—/\n]|(?<=\s)-(?=\s)|[=-]?>|→"
    rf"|{_PICTURES})"
    r"|(?P<word>[^\W_]+)"
)
_ABBREVIATED = re.compile(
    r"(?i)\b(?:(?P<short>fam|p\.ej|(?P<that_is>i\.e|d\.w\.z|m\.a\.w))\.(?-i:(?=\s*[a-z]))"
    r"|(?:n|nr|num|núm)\.(?=\s*\d)|(?P<below>p\. ?[sd]\b\.?))"
)
"""Full stops that end no sentence."""
_COLONS = frozenset((":", "=>", "->", ">", "→"))
_BULLET = re.compile(r"(?m)^[ \t]*[-*•][ \t]+(?=\S)")
_NUMBERED = re.compile(r"\s*(?<!\S)(\d)(?:[.)]|[ºª°][.)]?)[ \t]+(?=\S)")
_QUOTED_LINE = re.compile(r"(?m)^[ \t]*(?:[·>]|##).*$")
_ADDRESS = re.compile(r"(?i)\b(?:[a-z][a-z0-9+.-]{1,19}://|www\.)\S+")
_NO_COUNT = re.compile(r"(?i)\b\d+(?:[.,]\d+)? ?%|\b\d{1,2}(?::|h)\d{2}\b|\b\d{1,2} ?[ap]m\b")
"""Shares and times of day: "2%", "19:30", "8 pm"."""
_STARRED = re.compile(r"(?m)(?:(?<=\s)|^)\*(?=[^\W_][^*\n]*$)")
"""The star that begins a correction in a chat: "forest 1 *savannah 2"."""
_PLUS = re.compile(r"\s*[+&]\s*")
_PLURAL_CODE = re.compile(r"(?i)\b([a-z]\d{1,2})['’]?(?:s|en)\b")
"""Cards that are named by their code in the plural: "two S1s", "twee M2's"."""
_LETTERS_OR_DIGITS = re.compile(r"[^\W\d_]+|\d+")
_ORDINAL = re.compile(r"\d{1,2}(?:st|nd|rd|th|e|ste|de)", re.ASCII)
_CODE = re.compile(r"[a-z]\d{1,3}|\d[msvlyk]{1,3}|\d{1,2}[rbgyfsmw]", re.ASCII)


class Word(NamedTuple):
    """One word: as written, in lower case, without accents; and whether a comma stands before."""

    written: str
    folded: str
    plain: str
    after_comma: bool
    after_line: bool = False
    after_colon: bool = False

    @property
    def is_upper(self) -> bool:
        """Whether it is written in capitals, as the notation writes its cards."""
        return self.written.isupper()


@dataclass(slots=True)
class Sentence:
    """The words up to a full stop, a semicolon or an empty line."""

    words: list[Word] = field(default_factory=list)
    is_question: bool = False


def sentences(text: str) -> list[Sentence]:
    """The sentences of a text that have words, in their sequence."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = _unnumbered(text)
    for sign in "ºª°":
        text = text.replace(sign, "")
    text = _ABBREVIATED.sub(_unabbreviated, text)
    text = _PLURAL_CODE.sub(r"\1", _PLUS.sub(" plus ", text))
    text = _STARRED.sub("correction: ", text)
    # Our own mails print examples behind a dot, and answers quote them: they are nobody's order.
    text = _QUOTED_LINE.sub("", text)
    # A link of ours has an order in it, which only its button gives.
    text = _ADDRESS.sub(" ", text)
    text = _others_say().sub(r"\1, ", text)
    text = _spoken("spoken stop").sub(". ", _NO_COUNT.sub(" ", text))
    text = _spoken_end().sub(". ", _spoken("spoken comma").sub(", ", text))
    text = _BULLET.sub("", unicodedata.normalize("NFKC", text))
    found = [Sentence()]
    after_comma = after_line = after_colon = False
    for part in _PART.finditer(text):
        if part["word"]:
            words = _words(part["word"], after_comma=after_comma)
            words[0] = words[0]._replace(after_line=after_line, after_colon=after_colon)
            found[-1].words.extend(words)
            after_comma = after_line = after_colon = False
        elif part["end"]:
            found[-1].is_question = "?" in part["end"]
            found.append(Sentence())
            after_comma = False
        else:
            after_comma = True
            after_colon = part["soft"] in _COLONS
        after_line = (after_line and not part["word"]) or "\n" in part[0]
    return [sentence for sentence in found if sentence.words]


def _unnumbered(text: str) -> str:
    """A list without its numbers; one number alone makes none: "4. no, 3"."""
    for numbered in (_NUMBERED, _steps()):
        numbers = [int(one) for one in numbered.findall(text)]
        is_list = len(numbers) > 1 and numbers == [*range(1, len(numbers) + 1)]
        text = numbered.sub("\n", text).lstrip("\n") if is_list else text
    return text


@cache
def _steps() -> re.Pattern[str]:
    """The number of a step that is called so: "step 1: …"."""
    return re.compile(rf"(?i)\s*\b(?:{_said('step word')}) (\d)\b[.:,)]*[ \t]*(?=\S)")


def _unabbreviated(found: re.Match[str]) -> str:
    """An abbreviation without its full stop, a "number" left out."""
    if found["below"]:
        return f"{found['below'].replace('.', '').replace(' ', '')} "
    return "," if found["that_is"] else found["short"] or ""


@cache
def _spoken(name: str) -> re.Pattern[str]:
    """A sign that somebody says who dictates: "forest four full stop", "six comma no five"."""
    return re.compile(rf"(?i)\b(?:{_said(name)})\b[.,]?")


@cache
def _others_say() -> re.Pattern[str]:
    """What somebody else is told to say, in quotation marks: my wife says “take the lion”."""
    unsaid = rf"(?:(?!\b(?:{_said('says of myself')})\b)[^.!?;\n\"“”«»])"
    said = rf"\b(?<!\bi )(?:{_said('says aloud')})\b{unsaid}{{0,30}}"
    return re.compile(rf"(?i)({said})(?:\"[^\"\n]+\"|[“„][^”\n]+”|«[^»\n]+»)")


@cache
def _spoken_end() -> re.Pattern[str]:
    """A "stop" that somebody says who dictates, at the end or before thanks."""
    thanks = f"{_said('please')}|{_said('closing')}"
    return re.compile(rf"(?i)(?<=\w )(?:{_said('spoken end')})(?=\W*$|\W+(?:{thanks})\b)")


def _said(name: str) -> str:
    return "|".join(map(re.escape, sorted(marks(name))))


def _words(written: str, *, after_comma: bool) -> list[Word]:
    """A run of letters and digits as words: `bos3` is two, a card's code and an ordinal are one."""
    folded = written.casefold()
    whole = _ORDINAL.fullmatch(folded) or _CODE.fullmatch(folded)
    parts = [written] if whole else _LETTERS_OR_DIGITS.findall(written)
    words = []
    for index, part in enumerate(parts):
        folded = part.casefold()
        words.append(Word(part, folded, plain_of(folded), after_comma and index == 0))
    return words
