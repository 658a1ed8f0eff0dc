"""What comes of reading somebody's words: an order, a question back, or neither."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from games.rules.protocol import OrderError

MOST_CHOICES = 9


class Correction(NamedTuple):
    """A misspelt word and what it was read as."""

    written: str
    read_as: str


@dataclass(frozen=True, slots=True)
class Understood:
    """One order: its canonical steps joined by `; `, and what had to be corrected for it."""

    text: str
    corrections: tuple[Correction, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """Several orders may be meant, or one that is better confirmed: canonical texts, at most 9."""

    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NotUnderstood:
    """No order.

    `read` is the notation of what was understood, "" for nothing; `unread` are the words that stood
    in the way; `examples` are legal orders near to what was written. `refusal` says more where the
    rules refused what was understood; the writer's text is in it.
    """

    read: str = ""
    unread: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    refusal: OrderError | None = None
    is_retracted: bool = False
    """Whether the writer took back all that was written."""


Result: TypeAlias = Understood | Question | NotUnderstood
