"""What every game's presentation promises: words, a text board and pictures.

A presentation turns the rules' plain data (views, events, decisions, errors) into text of the
active language at the time of the call, so that a mail can be written under
`translation.override(member's language)`. It adds nothing to what it is given: what is not in the
view or in the event cannot be said.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from django.utils.safestring import SafeString

from games.rules.protocol import Choice, Decision, Event, Part, RulesError, Seat

Names: TypeAlias = Mapping[Seat, str]
"""Who sits where: a display name for every person's seat. Virtual players are named by the game."""

ViewLike: TypeAlias = Mapping[str, Any]


class UnknownWordError(LookupError):
    """The rules said something that the presentation has no words for."""


class ScoreRow(NamedTuple):
    """One player's sum. `cells` stand under the columns of the table, `total` is their sum."""

    seat: Seat
    name: str
    cells: tuple[str, ...]
    total: int


class ScoreTable(NamedTuple):
    """A score with its sums shown, best first: a heading for every cell, then a row a player."""

    columns: tuple[str, ...]
    rows: tuple[ScoreRow, ...]


class Presentation(Protocol):
    """One game in words and pictures. All results are in the active language."""

    key: str

    def sentence(self, event: Event, names: Names, viewer: Seat | None) -> str:
        """What happened, as plain sentences to the viewer. Raises UnknownWordError."""
        ...

    def sentences(self, events: Iterable[Event], names: Names, viewer: Seat | None) -> list[str]:
        """A recap of the events that the viewer may see; what belongs together shares a line."""
        ...

    def prompt(self, decision: Decision, view: ViewLike) -> str:
        """What the seat of this view is asked."""
        ...

    def choice_label(self, decision: Decision, choice: Choice) -> str:
        """One way to answer, as a form's label."""
        ...

    def part_label(self, part: Part) -> str:
        """What is chosen within a way to answer, with how many."""
        ...

    def value_label(self, part: Part, value: str) -> str:
        """One value of a part, in words."""
        ...

    def examples(self, decision: Decision, view: ViewLike) -> list[str]:
        """Two to four orders in the notation, legal in this position, that show how to answer.

        Fewer where the decision leaves fewer. They are spelled from the decision alone.
        """
        ...

    def order_in_words(self, text: str) -> str:
        """An order or several steps in words; what cannot be read is given back as it is."""
        ...

    def board(self, view: ViewLike, names: Names) -> str:
        """The table as text of at most 72 columns, readable in any font and by a screen reader."""
        ...

    def score_table(self, view: ViewLike, names: Names) -> ScoreTable:
        """Every player's score with its sum; final when the view's match is over."""
        ...

    def error(self, error: RulesError) -> str:
        """What was wrong, what was understood and what would work."""
        ...

    def card_name(self, code: str) -> str:
        """A card in words."""
        ...

    def phase_name(self, name: str) -> str:
        """The name of a phase, to stand alone or after a round's number."""
        ...

    def round_label(self, view: ViewLike) -> str:
        """Which round, turn or year it is."""
        ...

    def round_name(self, number: int) -> str:
        """What the game counts, with its number alone: a heading of the log."""
        ...

    def reason(self, reason: str) -> str:
        """Why a match ended, as a sentence."""
        ...

    def option_label(self, name: str) -> str:
        """An option of a match, as a form's label."""
        ...

    def option_value_label(self, name: str, value: str | bool | int) -> str:
        """One value of an option, in words."""
        ...

    def sprite(self) -> SafeString:
        """The drawings that `card` and `table_picture` refer to: once a page, before them."""
        ...

    def card(self, code: str) -> SafeString:
        """One card as an inline SVG with its name; `back` is a card's back."""
        ...

    def table_picture(self, view: ViewLike, names: Names, viewer: Seat | None) -> SafeString:
        """The whole table as one figure of text and drawings, styled by `games/table.css`."""
        ...


def visible(events: Iterable[Event], viewer: Seat | None) -> Sequence[Event]:
    """The events that the viewer may see. None is a spectator, who sees public ones only."""
    return [event for event in events if event.seen_by is None or viewer in event.seen_by]
