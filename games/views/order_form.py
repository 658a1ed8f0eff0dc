"""The order form: a decision's choices as radios and boxes, and a filled form as notation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.http import QueryDict
from django.utils.safestring import SafeString

from games.presentation.base import UnknownWordError
from games.presentation.plain import Presentation
from games.rules.protocol import Choice, Decision, Part


class ValueField(NamedTuple):
    """One card, animal or word that can be chosen."""

    value: str
    label: str
    picture: SafeString | str
    is_chosen: bool


class PartField(NamedTuple):
    """One thing to choose: radios where exactly one is wanted, boxes otherwise."""

    name: str
    label: str
    least: int
    most: int
    is_single: bool
    values: list[ValueField]


class ChoiceField(NamedTuple):
    """One way to answer, a form of its own: its verb goes before what is chosen in its parts."""

    verb: str
    label: str
    parts: list[PartField]


def choice_fields(
    decision: Decision, presentation: Presentation, chosen: str = ""
) -> list[ChoiceField]:
    """The forms of a decision; `chosen` is the canonical order to show as already picked."""
    return [
        ChoiceField(
            choice.verb,
            presentation.choice_label(decision, choice),
            _part_fields(choice, presentation, chosen),
        )
        for choice in decision.choices
    ]


def _part_fields(choice: Choice, presentation: Presentation, chosen: str) -> list[PartField]:
    picked: list[str] = []
    if chosen.startswith(choice.verb):
        rest = chosen.removeprefix(choice.verb).strip()
        # A value may be of several words: a card with the number of its bird.
        whole = any(rest in part.values for part in choice.parts)
        picked = [rest] if whole else rest.split()
    return [
        PartField(
            name=part_name(index),
            label=presentation.part_label(part),
            least=part.least,
            most=part.most,
            is_single=part.least == part.most == 1,
            values=_values(part, presentation, picked),
        )
        for index, part in enumerate(choice.parts)
        if part.most
    ]


def _values(part: Part, presentation: Presentation, picked: list[str]) -> list[ValueField]:
    left = list(picked)
    fields = []
    for value in part.values:
        is_chosen = value in left
        if is_chosen:
            left.remove(value)
        label = presentation.value_label(part, value)
        fields.append(ValueField(value, label, _picture(presentation, value), is_chosen))
    return fields


def _picture(presentation: Presentation, value: str) -> SafeString | str:
    """The card that a value is; a row, a side or a number is none, and no game must have any."""
    if presentation.symbols is None:
        return ""
    try:
        return presentation.card(value)
    except UnknownWordError:
        return ""


def part_name(index: int) -> str:
    """The name of a part's input in the posted form."""
    return f"part-{index}"


MOST_PARTS = 10


def posted_order(data: QueryDict) -> str:
    """The order that a filled form spells, typed or chosen. The rules judge whether it is legal."""
    if "text" in data:
        return data.get("text", "").strip()
    values: Iterable[str] = (
        value for index in range(MOST_PARTS) for value in data.getlist(part_name(index))
    )
    return " ".join([data.get("verb", ""), *values]).strip()
