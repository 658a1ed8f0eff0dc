"""The table as a form: what on it can be tapped, and the order that what was tapped spells.

A `Decision` says what may be answered, a `Way` how that is tapped: which values of which fields,
and the notation that they make. While a game draws its table it asks the `Scene` to make targets of
the cards, animals and places that belong to the open decision; what it does not place is offered in
a row of its own, so that nothing is lost in a game that draws no targets. The page, its script and
the server read the same ways: no rule is written twice.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.presentation.drawings import NOTHING
from games.presentation.words import gettext as _
from games.rules.protocol import Choice, Decision, Part

Picks: TypeAlias = Mapping[str, Sequence[str]]
"""What was tapped: the chosen values by field."""

_FIELD = re.compile(r"{([^{}]+)}")


class Slot(NamedTuple):
    """One thing to choose within a `Way`: between `least` and `most` of `values`.

    `field` is the name of its inputs; ways whose slots have one field share them: a hand is shown
    once. `label` asks for it, `words` are the values in words, in the same order.

    With `runs` only these go together, each in the sequence in which it is written; what is left of
    a run when its last value is taken away is a run too. A way with runs wants one value at least,
    and values of its slots that begin with the same word stand for one card: it lies once.
    """

    field: str
    label: str
    least: int
    most: int
    values: tuple[str, ...]
    words: tuple[str, ...]
    runs: tuple[tuple[str, ...], ...] = ()

    def takes(self, chosen: Sequence[str]) -> bool:
        """Whether these may be among what is chosen; more may be wanted."""
        if self.runs and chosen:
            return self.run(chosen) is not None
        return len(chosen) <= self.most and not Counter(chosen) - Counter(self.values)

    def run(self, chosen: Sequence[str]) -> tuple[str, ...] | None:
        """These in the sequence in which they are written; None if they don't go together."""
        if not self.runs:
            return tuple(chosen)
        return next((run for run in self.runs if Counter(run) == Counter(chosen)), None)


class Way(NamedTuple):
    """One way to answer. `spelled` is its notation, with `{field}` where the chosen values go.

    `grow {card} 1` with the slots `card` and `place` is spelled by a card and a bird that was
    tapped, which the notation names itself. A way without slots is a button with its label.
    `usual` are picks of which the script adds the rest once a part of them was tapped; another
    tap puts something else in their place.
    """

    spelled: str
    label: str
    slots: tuple[Slot, ...] = ()
    usual: tuple[Mapping[str, str], ...] = ()

    def order(self, picks: Picks) -> str:
        """The order that these picks spell, in the notation."""
        slots = {slot.field: slot for slot in self.slots}

        def chosen(field: str) -> str:
            values = picks.get(field, ())
            return " ".join((slots[field].run(values) if field in slots else None) or values)

        text = _FIELD.sub(lambda found: chosen(found[1]), self.spelled)
        return " ".join(text.split())

    def fits(self, picks: Picks) -> bool:
        """Whether all that was picked belongs to this way; more may be wanted."""
        slots = {slot.field: slot for slot in self.slots}
        placed = [
            value.split()[0]
            for field, chosen in picks.items()
            if field in slots and slots[field].runs
            for value in chosen
        ]
        return len(set(placed)) == len(placed) and all(
            field in slots and slots[field].takes(chosen)
            for field, chosen in picks.items()
            if chosen
        )

    def filled(self, picks: Picks) -> Picks:
        """The picks, and what no choice is left in."""
        return {
            slot.field: picks.get(slot.field)
            or (slot.values if len(slot.values) == slot.least else ())
            for slot in self.slots
        }

    def missing(self, picks: Picks) -> list[Slot]:
        """What is still to be chosen."""
        if any(slot.runs for slot in self.slots) and not any(picks.values()):
            return list(self.slots)
        return [slot for slot in self.slots if len(picks.get(slot.field, ())) < slot.least]

    def picks_of(self, order: str) -> Picks | None:
        """What was tapped for this order; None if this way does not spell it."""
        slots = {slot.field: slot for slot in self.slots}
        unsaid = [slot for slot in self.slots if f"{{{slot.field}}}" not in self.spelled]
        if any(len(slot.values) != slot.least for slot in unsaid):
            return None
        pattern = _FIELD.sub(lambda found: _pattern(slots[found[1]]), _escaped(self.spelled))
        read = re.fullmatch(pattern, order)
        if read is None:
            return None
        picks = {slot.field: slot.values for slot in unsaid}
        for number, field in enumerate(_FIELD.findall(self.spelled), 1):
            values = re.findall(_either(slots[field].values), read[number] or "")
            picks[field] = tuple(values)
        return picks if self.fits(picks) else None


def _escaped(spelled: str) -> str:
    """The notation with a space before each field drawn into it: a field may be empty."""
    return spelled.replace(" {", "{")


def _either(values: Sequence[str]) -> str:
    longest_first = sorted(set(values), key=lambda value: (-len(value), value))
    return "|".join(map(re.escape, longest_first)) or "(?!)"


def _pattern(slot: Slot) -> str:
    return f"((?: (?:{_either(slot.values)})){{{slot.least},{slot.most}}})"


class FieldShown(NamedTuple):
    """A field of the form: what asks for it, and its targets that the table has not shown."""

    name: str
    label: str
    targets: list[SafeString]


class Scene:
    """The form of one decision while its table is drawn. `chosen` is tapped already.

    Without ways nothing is asked, and every drawing stays as it is.
    """

    def __init__(self, ways: Sequence[Way] = (), chosen: Picks | None = None) -> None:
        self.ways = tuple(ways)
        self._chosen = {name: Counter(values) for name, values in (chosen or {}).items()}
        self._slots: dict[str, list[Slot]] = {}
        for slot in (slot for way in self.ways for slot in way.slots):
            self._slots.setdefault(slot.field, []).append(slot)
        self._placed: dict[str, Counter[str]] = {name: Counter() for name in self._slots}

    @property
    def is_open(self) -> bool:
        """Whether anything is asked."""
        return bool(self.ways)

    @property
    def buttons(self) -> list[Way]:
        """The ways that have nothing to choose."""
        return [way for way in self.ways if not way.slots]

    @property
    def labels(self) -> dict[str, str]:
        """What asks for each field, in the order in which they are chosen."""
        return {name: slots[0].label for name, slots in self._slots.items()}

    def values(self, field: str) -> list[str]:
        """What an asked field can be, each once; nothing of another."""
        slots = self._slots.get(field, ())
        return list(dict.fromkeys(value for slot in slots for value in slot.values))

    def asks(self, field: str) -> bool:
        """Whether the decision has this field."""
        return field in self._slots

    def target(self, field: str, value: str, drawing: SafeString | str) -> SafeString:
        """The drawing, to be tapped if it is a value of an asked field, and faint if it cannot be.

        What the drawing says is the target's name. Where several are chosen, as many are targets
        as there are of this value; a field that is not asked leaves the drawing as it is.
        """
        if field not in self._slots:
            return format_html("{}", drawing)
        offered = max(slot.values.count(value) for slot in self._slots[field])
        placed = self._placed[field]
        if not offered or (placed[value] >= offered and not self._is_single(field)):
            return format_html('<span class="target-not">{}</span>', drawing)
        placed[value] += 1
        is_chosen = self._chosen.get(field, Counter())[value] >= placed[value]
        return format_html(
            '<label class="target"><input type="{}" name="{}" value="{}"{}/>'
            '<span class="target-face">{}</span></label>',
            "radio" if self._is_single(field) else "checkbox",
            field_name(field),
            value,
            SafeString(' checked=""') if is_chosen else NOTHING,
            drawing,
        )

    def asked(self, field: str, kind: str, heading: str, drawing: SafeString) -> SafeString:
        """A part of the table with its heading: a group of inputs where it holds a field's targets.

        `kind` is its class in the game's sheet, `wz-hand`; the heading has `wz-heading`.
        """
        form = (
            '<fieldset class="{0} scene-asked"><legend class="{1}">{2}</legend>{3}</fieldset>'
            if self.asks(field)
            else '<div class="{0}"><p class="{1}">{2}</p>{3}</div>'
        )
        return format_html(form, kind, f"{kind.partition('-')[0]}-heading", heading, drawing)

    def rest(self, picture: Callable[[str], SafeString | str]) -> Iterator[FieldShown]:
        """The fields with targets that the table has not shown, drawn in words and pictures."""
        for name, slots in self._slots.items():
            words = {
                value: label
                for slot in slots
                for value, label in zip(slot.values, slot.words, strict=True)
            }
            left = [
                value for value, label in words.items() for _one in range(self._left(name, value))
            ]
            if left:
                drawn = [_value(picture(value), words[value]) for value in left]
                targets = [
                    self.target(name, value, drawing)
                    for value, drawing in zip(left, drawn, strict=True)
                ]
                yield FieldShown(name, slots[0].label, targets)

    def _left(self, field: str, value: str) -> int:
        placed = self._placed[field][value]
        if self._is_single(field):
            return int(not placed)
        return max(slot.values.count(value) for slot in self._slots[field]) - placed

    def _is_single(self, field: str) -> bool:
        """Whether one is chosen in another's place; what may be left out can be taken back."""
        return all(slot.most == 1 and not slot.runs for slot in self._slots[field])


def field_name(field: str) -> str:
    """The name of a field's inputs in the posted form."""
    return f"pick-{field}"


def plain_ways(
    decision: Decision,
    choice_label: Callable[[Choice], str],
    slot_of: Callable[[Part], Slot],
) -> tuple[Way, ...]:
    """A way for each choice, just as the notation spells it.

    Where several choices have something to choose, which of them is meant is chosen first.
    """
    several = sum(bool(choice.parts) for choice in decision.choices) > 1
    ways = []
    for number, choice in enumerate(decision.choices):
        slots = tuple(slot_of(part) for part in choice.parts if part.most)
        label = choice_label(choice)
        spelled = " ".join([choice.verb, *(f"{{{slot.field}}}" for slot in slots)])
        if several and slots:
            which = Slot("way", _("What to do"), 1, 1, (str(number),), (label,))
            slots = (which, *slots)
        ways.append(Way(spelled, label, slots))
    return tuple(ways)


def _value(picture: SafeString | str, words: str) -> SafeString:
    if not picture:
        return format_html('<span class="target-words">{}</span>', words)
    return format_html(
        '<span aria-hidden="true">{}</span><span class="target-words">{}</span>', picture, words
    )
