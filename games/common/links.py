"""Web and mail addresses in what people write, as mail programs would make links of them."""

from __future__ import annotations

import re
import unicodedata

_DOTS = str.maketrans({"。": ".", "．": ".", "｡": ".", "․": "."})
_LINK = re.compile(
    r"://|\bwww\.|[^\s@]@[^\s@]|[^\W_]\.(?:[^\W\d_]{2,}|xn--)|\b\d{1,3}(?:\.\d{1,3}){3}\b",
    re.IGNORECASE,
)
_SIGNS = re.compile(r"(?<=\S)[.@](?=\S)|://+|:(?=//)")


def has_link(text: str) -> bool:
    """Whether some mail program would turn a part of this text into a link."""
    return _LINK.search(_usual(text)) is not None


def without_links(text: str) -> str:
    """The text with spaces where a link would hold together; other texts stay as they are."""
    if not has_link(text):
        return text
    return " ".join(_SIGNS.sub(" ", _usual(text)).split())


def _usual(text: str) -> str:
    return unicodedata.normalize("NFKC", text).translate(_DOTS)
