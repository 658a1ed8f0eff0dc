"""What mail programs write around a reply, read from `seeds/mail/quoting.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

FILE = Path(__file__).resolve().parents[2] / "seeds" / "mail" / "quoting.toml"


class QuotingWords(NamedTuple):
    """The words of all languages together: which one a mail is in does not matter.

    `wrote` are the single words that end an attribution, `wrote_phrases` those of several words,
    or of a script that parts none. `headers` says of a header's name what it tells.
    """

    wrote: frozenset[str]
    wrote_phrases: tuple[str, ...]
    begins: frozenset[str]
    headers: dict[str, str]
    dividers: tuple[str, ...]
    above: tuple[str, ...]
    ours: tuple[str, ...]
    signatures: tuple[str, ...]
    signed: tuple[str, ...]
    footers: tuple[str, ...]


@cache
def quoting_words() -> QuotingWords:
    """All of them, in small letters."""
    content = tomllib.loads(FILE.read_text(encoding="utf-8"))
    wrote = [word.casefold() for word in content["wrote"]]
    return QuotingWords(
        wrote=frozenset(word for word in wrote if " " not in word),
        wrote_phrases=tuple(word for word in wrote if " " in word or not word.isascii()),
        begins=frozenset(word.casefold() for word in content["attribution_begins"]),
        headers={
            name.casefold(): said for said, names in content["headers"].items() for name in names
        },
        dividers=_folded(content["dividers"]["words"]),
        above=_folded(content["dividers"]["above"]),
        ours=_folded(content["dividers"]["ours"]),
        signatures=_folded(content["signatures"]["begins"]),
        signed=_folded(content["signatures"]["holds"]),
        footers=_folded(content["footers"]["begins"]),
    )


def _folded(words: list[str]) -> tuple[str, ...]:
    return tuple(word.casefold() for word in words)
