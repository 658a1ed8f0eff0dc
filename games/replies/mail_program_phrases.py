"""What mail programs write around a reply, read from `seeds/mail/quoting.toml`."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).resolve().parents[2] / "seeds" / "mail" / "quoting.toml"


class QuotingWords(NamedTuple):
    """The words of all languages together: which one a mail is in does not matter.

    `wrote` are the single words that end an attribution, `wrote_phrases` those of several words,
    or of a script that parts none. `headers` says of a header's name what it tells. `legal` are
    the things that disclaimers say, each in words of many languages.
    """

    wrote: frozenset[str]
    wrote_phrases: tuple[str, ...]
    begins: frozenset[str]
    headers: dict[str, str]
    dividers: tuple[str, ...]
    above: tuple[str, ...]
    ours: tuple[str, ...]
    signs_alone: tuple[str, ...]
    signs_first: tuple[str, ...]
    signs_last: tuple[str, ...]
    signed: tuple[str, ...]
    products: re.Pattern[str]
    footers: tuple[str, ...]
    disclaimers: tuple[str, ...]
    viruses: tuple[str, ...]
    vendors: tuple[str, ...]
    legal: tuple[tuple[str, ...], ...]
    closings: tuple[str, ...]


@cache
def quoting_words() -> QuotingWords:
    """All of them, in small letters."""
    content = tomllib.loads(FILE.read_text(encoding="utf-8"))
    wrote = _folded(content["wrote"])
    signatures, footers = content["signatures"], content["footers"]
    return QuotingWords(
        wrote=frozenset(word for word in wrote if " " not in word),
        wrote_phrases=tuple(word for word in wrote if " " in word or not word.isascii()),
        begins=frozenset(_folded(content["attribution_begins"])),
        headers={
            name.casefold(): said for said, names in content["headers"].items() for name in names
        },
        dividers=_folded(content["dividers"]["words"]),
        above=_folded(content["dividers"]["above"]),
        ours=_folded(content["dividers"]["ours"]),
        signs_alone=_folded(signatures["alone"]),
        signs_first=_folded(signatures["begins"]),
        signs_last=_folded(signatures["last"]),
        signed=_folded(signatures["holds"]),
        products=_at_word_start(signatures["products"]),
        footers=_folded(footers["begins"]),
        disclaimers=_folded(footers["disclaimers"]),
        viruses=_folded(footers["viruses"]),
        vendors=_folded(footers["vendors"]),
        legal=tuple(map(_folded, footers["legal"])),
        closings=tuple(f" {words}" for words in _folded(content["closings"]["words"])),
    )


def _folded(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(word.casefold() for word in words)


def _at_word_start(words: Iterable[str]) -> re.Pattern[str]:
    """Any of the words, not inside another; scripts without spaces part none."""
    either = "|".join(map(re.escape, _folded(words)))
    return re.compile(rf"(?<![a-zß-öø-ÿа-я0-9])(?:{either})")
