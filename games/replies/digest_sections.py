"""A reply to a digest, taken apart: which lines belong to which match.

A match is named by its sign, `#abc123 bid F3`, with or without the `#`, or by its heading in the
quoted mail, below which the answer stands. What follows belongs to it until another is named.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from games.replies.reply_lines import QUOTED_SIGN

_LEAST_CODE, _MOST_CODE = 4, 12


@dataclass(slots=True)
class Sections:
    """The lines before any match is named, those of each match, and signs of unknown matches."""

    general: list[str] = field(default_factory=list)
    of_match: dict[str, list[str]] = field(default_factory=dict)
    unknown: list[str] = field(default_factory=list)


def sections_of(lines: Sequence[str], codes: Collection[str]) -> Sections:
    """Sort lines as `cut_reply` gives them with these codes as its signs."""
    found = Sections()
    current = found.general
    for line in lines:
        if line.startswith(QUOTED_SIGN):
            code = line.removeprefix(QUOTED_SIGN)
            current = found.of_match.setdefault(code, []) if code else found.general
            continue
        code, rest = named_match(line, codes)
        if code in codes:
            current = found.of_match.setdefault(code, [])
            current.extend([rest] if rest else [])
        elif code:
            found.unknown.append(line)
            current = []
        else:
            current.append(line)
    found.of_match = {code: kept for code, kept in found.of_match.items() if any(kept)}
    return found


def named_match(line: str, codes: Collection[str]) -> tuple[str, str]:
    """The match that the line begins with, and what follows; "" and the line where it names none.

    A code that is not among `codes` is taken for one only behind a `#`.
    """
    first, _space, rest = line.partition(" ")
    code = first.removeprefix("#").rstrip(":,;.").casefold()
    if code in codes:
        return code, rest.strip()
    is_code = _LEAST_CODE <= len(code) <= _MOST_CODE and code.isascii() and code.isalnum()
    if first.startswith("#") and is_code:
        return code, rest.strip()
    return "", line


def without_own_sign(lines: Sequence[str], code: str) -> list[str]:
    """The lines of a reply about one match, which may name it all the same."""
    return [named_match(line, (code,))[1] if line.startswith("#") else line for line in lines]
