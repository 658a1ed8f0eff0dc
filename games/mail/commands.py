"""What the lines of a reply mean: an order of one or more steps, a question, or nothing.

Only lines from the top count, and closing words below them are left aside. A line that looks like
an order and stands below other words is not guessed at: the writer is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from games.mail.cutting import EXAMPLE_SIGN
from games.rules.registry import GAMES

MOST_QUOTED_LINES = 6
MOST_QUOTED_CHARACTERS = 200

_ORDER_VERBS = frozenset(verb for rules in GAMES.values() for verb in rules.verbs)
"""The verbs of every game: a mail is understood before its match is looked up."""

_HELP_WORDS = frozenset(("help", "aiuto", "ayuda", "?"))
_SHOW_WORDS = frozenset(("show", "status", "mostra", "muestra", "toon"))
_CLOSINGS = ("take care", "play well", "play on")


class Meaning(Enum):
    """What a reply asks for."""

    ORDER = "order"
    HELP = "help"
    SHOW = "show"
    EMPTY = "empty"
    UNCLEAR = "order-below-words"


class Command(NamedTuple):
    """A reply understood. `text` is the order, its steps joined by `; `, or what was written."""

    meaning: Meaning
    text: str = ""


def read_command(lines: Sequence[str]) -> Command:
    """What these lines, as `cut_reply` gives them, ask for."""
    written = [line for line in lines if line and not line.startswith((EXAMPLE_SIGN, "#"))]
    if not written:
        return Command(Meaning.EMPTY)
    first = written[0].casefold().rstrip(" .!")
    if first in _HELP_WORDS:
        return Command(Meaning.HELP, written[0])
    if first in _SHOW_WORDS:
        return Command(Meaning.SHOW, written[0])
    steps = [written[0]]
    for line in written[1:]:
        if not looks_like_order(line):
            break
        steps.append(line)
    below = written[len(steps) :]
    if any(looks_like_order(line) for line in below):
        return Command(Meaning.UNCLEAR, quoted(written))
    return Command(Meaning.ORDER, "; ".join(step.rstrip(" .!;") for step in steps))


def looks_like_order(line: str) -> bool:
    """Whether a line begins with a verb of the notation. Some goodbyes do too, and are known."""
    words = line.casefold()
    first = words.partition(" ")[0].strip(".,:;!*_\"'")
    return first in _ORDER_VERBS and not words.startswith(_CLOSINGS)


def quoted(lines: Sequence[str]) -> str:
    """The beginning of what was written, to be shown back to its writer."""
    return "\n".join(lines[:MOST_QUOTED_LINES])[:MOST_QUOTED_CHARACTERS]
