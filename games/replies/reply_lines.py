"""A reply taken apart: each line with what became of it, and what of them is acted on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

MOST_CHARACTERS = 16 * 1024
MOST_LINES = 200
MOST_LINE_CHARACTERS = 400
"""Of the lines that are acted on; more are looked at, so that a quotation hides no answer below."""

QUOTED_SIGN = ">#"
"""How the quoted heading of a digest's section begins among the lines; alone: the sections' end."""


class ReadLine(NamedTuple):
    """A line of a reply: as written, as it is read, and why it was cut, "" where it was not.

    `is_context` is of what was quoted to be answered below; `is_doubtful` of words that may be an
    older mail's. `is_own` is of all that the writer may have added.
    """

    written: str
    text: str
    why: str = ""
    is_context: bool = False
    is_doubtful: bool = False

    @property
    def is_own(self) -> bool:
        return not self.why and not self.is_context and bool(self.text)


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply taken apart."""

    lines: tuple[ReadLine, ...]

    @property
    def kept(self) -> list[str]:
        """What is left as it was written, with the quoted lines that are answered below."""
        return _trimmed([line.written if not line.why else "" for line in self.lines])

    @property
    def added(self) -> list[str]:
        """All that the writer added, as it was written."""
        return _trimmed(
            [line.written if not line.why and not line.is_context else "" for line in self.lines]
        )

    @property
    def own(self) -> list[str]:
        """The lines that the writer added, stripped, blank ones as "" between others."""
        return _bounded(self.lines, with_doubtful=True)

    @property
    def certain(self) -> list[str]:
        """As `own`, without what may be an older mail's."""
        return _bounded(self.lines, with_doubtful=False)

    @property
    def doubtful(self) -> list[str]:
        """What may be the writer's answer, or an older mail's."""
        return [line.text for line in self.lines if line.is_doubtful]


def _bounded(lines: Sequence[ReadLine], *, with_doubtful: bool) -> list[str]:
    """The writer's lines, and the headings between them, within what is acted on."""
    found: list[str] = []
    size = 0
    for line in lines:
        is_wanted = line.is_own and (with_doubtful or not line.is_doubtful)
        text = line.text[:MOST_LINE_CHARACTERS] if is_wanted else ""
        if line.text.startswith(QUOTED_SIGN) and not line.is_own:
            text = line.text
        if not text and (not found or not found[-1]):
            continue
        size += len(text) + 1
        if size > MOST_CHARACTERS or len(found) == MOST_LINES:
            break
        found.append(text)
    return _trimmed(found)


def _trimmed(lines: list[str]) -> list[str]:
    while lines and not lines[-1]:
        lines.pop()
    start = next((number for number, line in enumerate(lines) if line), len(lines))
    return lines[start:]
