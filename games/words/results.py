"""What comes of reading somebody's words: an order, a question back, or neither."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from games.rules.protocol import OrderError

MOST_CHOICES = 9


class Correction(NamedTuple):
    """A misspelt word and what it was read as."""

    written: str
    read_as: str


class Branch(NamedTuple):
    """Why one of several orders in a text was taken: a condition, in the writer's words, `holds` or
    `fails`, or an order of the notation is not possible: `refused`."""

    words: str
    why: Literal["holds", "fails", "refused"]


@dataclass(frozen=True, slots=True)
class Understood:
    """One order: its canonical steps joined by `; `, what had to be corrected for it, and why it is
    this one where the text says several."""

    text: str
    corrections: tuple[Correction, ...] = ()
    branches: tuple[Branch, ...] = field(default=(), compare=False)


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


def offered(result: Result) -> tuple[str, ...]:
    """The orders in a result: the one, those to choose from, or those that are near to it."""
    match result:
        case Understood(text=order):
            return (order,)
        case Question(choices=choices):
            return choices
        case NotUnderstood(read=read, examples=examples):
            return examples if read else ()


class Branching(NamedTuple):
    """What a text with conditions orders; None where it has none, or they are better read in their
    sentences."""

    result: Result | None = None
    single: Sequence[str] = ()
    """What single cases order that are not known to hold: the text as a whole never means that."""

    refuted: Sequence[str] = ()
    """What cases order that are known not to hold: no reading may find that."""

    either: tuple[str, ...] = ()
    """What may be meant if the one case is the second choice for the last step before it."""

    is_unread: bool = False
    """Whether a case holds, and what it orders was not read."""

    is_so: bool = False
    """Whether that case has a condition of its own, which holds."""

    is_open: bool = False
    """Whether several cases were told, or one and what is done otherwise, and none was decided."""

    conditions: Sequence[frozenset[str]] = ()
    """The words of each condition that a comma or a "then" ends."""

    def leaves_open(self, order: Understood) -> bool:
        """Whether an order may be that of a case which is not known to hold, or does not."""
        is_step = " or " in order.text.partition(";")[2]  # it is read as one for a step to come
        is_told = any(one.why == "holds" for one in order.branches)
        is_known = is_told if self.is_so else bool(order.branches)
        if (self.is_unread and not is_known and not is_step) or self._cuts_short(order):
            return True
        if self.is_open and not order.branches and " or " not in order.text:
            return True
        return order.text in self.refuted or (order.text in self.single and not order.branches)

    def _cuts_short(self, order: Understood) -> bool:
        """Whether an order goes by a condition of which only the first words were read."""
        read = [frozenset(one.words.casefold().split()) for one in order.branches]
        told = [(one, words) for one in read for words in self.conditions if self.is_open]
        return any(len(one & words) > 1 and not words <= one for one, words in told)
