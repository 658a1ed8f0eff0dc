"""A table as text: blocks of lines, of which the first is a heading."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from textwrap import wrap

COLUMNS = 72
_INDENT = "  "
CONTINUED = 2 * _INDENT
"""So much deeper than a line stands what did not fit into it, and nothing else."""


def text_of(blocks: Sequence[Sequence[str]]) -> str:
    """The blocks with an empty line between them, no line longer than `COLUMNS`."""
    return "\n\n".join("\n".join(_wrapped(block)) for block in blocks)


def _wrapped(lines: Sequence[str]) -> Iterator[str]:
    """The block's lines, its first as a heading, the others indented under it."""
    for number, line in enumerate(lines):
        indent = _INDENT if number else ""
        if len(indent) + len(line) <= COLUMNS:
            yield indent + line
            continue
        own = line[: len(line) - len(line.lstrip())]
        begun = indent + own
        yield from wrap(
            line.strip(), COLUMNS, initial_indent=begun, subsequent_indent=begun + CONTINUED
        )
