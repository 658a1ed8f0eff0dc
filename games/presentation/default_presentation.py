"""Every game in words before it says anything of its own: the presentation that others build on.

A presentation turns the rules' data (views, events, decisions, errors) into text of the active
language at the time of the call, so that a mail can be written under
`translation.override(member's language)`. It adds nothing to what it is given: what is not in the
view or in the event cannot be said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import ClassVar, cast

import msgspec
from django.utils import translation
from django.utils.html import format_html
from django.utils.safestring import SafeString

from games.presentation.drawings import sprite_of
from games.presentation.orders import order_in_words, order_shown, words_by
from games.presentation.people import People, Placing
from games.presentation.refusals import Problems, Refusals, usual_problems
from games.presentation.scene import Scene, Slot, Way, plain_ways
from games.presentation.standing_orders import LaterDecision
from games.presentation.text_board import text_of
from games.presentation.values import (
    Names,
    ScoreRow,
    ScoreTable,
    visible,
)
from games.presentation.words import comma_list, or_list, paragraph, per_language
from games.presentation.words import gettext as _
from games.rules.game import Game
from games.rules.protocol import Choice, Decision, Event, GameView, Part, RulesError, Seat

MOST_EXAMPLES = 4

_SEATS = frozenset(("seat", "winner", "leader", "dealer", "active"))
"""Under these names a number is a seat."""

_ELSEWHERE = frozenset(("game", "seats", "seat", "virtual", "round", "phase", "options"))
"""What a view holds and the table need not repeat."""


class Presentation:
    """One game in words and pictures. All results are in the active language.

    Each method has a default made of the rules' own data and of the names that the declaration
    gives to words of the notation. A game's class names the functions that say it better.
    """

    verbs: ClassVar[Mapping[str, Callable[[Sequence[str]], str | None]]] = {}
    """The words for an order by its verb, from its values in lower case; None for no such order."""

    problems: ClassVar[Problems] = {}
    """The words for the refusals of this game, by their codes, beside those of every game."""

    symbols: ClassVar[Path | None] = None
    """The SVG file of the drawings that `card` and `table_picture` refer to."""

    icon: ClassVar[str] = "M7 3h10a1 1 0 0 1 1 1v16a1 1 0 0 1-1 1H7a1 1 0 0 1-1-1V4a1 1 0 0 1 1-1z"
    """The path, in a box of 24 by 24, of the small drawing beside the game's name in lists."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.key = game.key

    # What a game may say better, with the arguments that callers give.

    def prompt(self, decision: Decision, view: GameView, /) -> str:
        """What the seat of this view is asked."""
        asked = or_list([self.choice_label(decision, choice) for choice in decision.choices])
        facts = self._facts(decision.data, People({}, view.seat, self.nobody()))
        return paragraph([f"{self.phase_name(decision.kind)}: {asked}.", *(f"{f}." for f in facts)])

    def choice_label(self, decision: Decision, choice: Choice, /) -> str:
        """One way to answer, as a form's label."""
        del decision
        return _sentence_case(" ".join(map(self._name, choice.verb.split())))

    def part_label(self, part: Part, /) -> str:
        """What is chosen within a way to answer, with how many."""
        label = _sentence_case(self._name(part.name))
        if part.least == part.most == 1:
            return label
        number = f"{part.least}–{part.most}" if part.most > part.least else str(part.most)
        return f"{label} ({number})"

    def value_label(self, part: Part, value: str, /) -> str:
        """One value of a part, in words."""
        del part
        return self.card_name(value)

    def question(self, decision: Decision, view: GameView, /) -> str:
        """What the seat of this view is asked beside its table: short, and without notation."""
        return self.prompt(decision, view)

    def ways(self, decision: Decision, view: GameView, /) -> tuple[Way, ...]:
        """How the decision is answered by tapping: by default each choice as it is spelled.

        A game whose table shows targets may name its fields after what is tapped there.
        """
        del view
        return plain_ways(
            decision, lambda choice: self.choice_label(decision, choice), self.slot_of
        )

    def slot_of(self, part: Part, /, field: str = "") -> Slot:
        """A part of a choice as something to tap, under its own name or that of a field."""
        words = tuple(self.value_label(part, value) for value in part.values)
        label = self.part_label(part)
        return Slot(field or part.name, label, part.least, part.most, part.values, words)

    def examples(self, decision: Decision, view: GameView, /) -> list[str]:
        """Up to four orders in the notation, legal in this position, that show how to answer.

        They are spelled from the decision alone.
        """
        del view
        spelled = [order for choice in decision.choices for order in _spelled(choice)]
        return list(dict.fromkeys(spelled))[:MOST_EXAMPLES]

    def effect(self, decision: Decision, view: GameView, order: str, /) -> str:
        """What follows for sure from this order, in one short line; "" where nothing is to be said.

        `order` is the canonical text of an order that the seat of this view may give. What the line
        says follows from the view alone: public knowledge and the own hand.
        """
        del decision, view, order
        return ""

    def later(self, view: GameView, /) -> tuple[LaterDecision, ...]:
        """What the seat of this view may leave behind for decisions to come; none by default.

        They are made of the view alone: the own hand and what lies open.
        """
        del view
        return ()

    def order_in_words(self, text: str) -> str:
        """An order or several steps in words; what cannot be read is given back as it is."""
        return order_in_words(text, lambda verb, values: _remembered(self, verb, tuple(values)))

    def order_shown(self, text: str) -> str:
        """An order as an example: in the notation, which is English, or in the reader's words."""
        return order_shown(text, self.order_in_words)

    def card_name(self, code: str, /) -> str:
        """A card in words; a code without a name is its own."""
        return " ".join(map(self._name, code.split()))

    def phase_name(self, name: str, /) -> str:
        """The name of a phase, to stand alone or after a round's number."""
        return _sentence_case(self._name(name))

    def round_label(self, view: GameView, /) -> str:
        """Which round, turn or year it is."""
        return self.round_name(view.round)

    def round_name(self, number: int, /) -> str:
        """What the game counts, with its number alone: a heading of the log."""
        return _("Round %(round)s") % {"round": number}

    def trait_group(self, group: str, /) -> str:
        """The heading over what is counted of finished matches under this name."""
        return _sentence_case(self._name(group))

    def trait_name(self, group: str, value: str, /) -> str:
        """One of what is counted under that heading."""
        del group
        return self._name(value)

    def reason(self, reason: str, /) -> str:
        """Why a match ended, as a sentence."""
        return f"{_sentence_case(self._name(reason))}."

    def option_label(self, name: str, /) -> str:
        """An option of a match, as a form's label."""
        return _sentence_case(self._name(name))

    def option_value_label(self, name: str, value: str | bool | int, /) -> str:
        """One value of an option, in words."""
        del name
        return self._shown(value, None)

    def card(self, code: str, /) -> SafeString:
        """One card as an inline SVG with its name; `back` is a card's back.

        A game with `symbols` raises UnknownWordError for what has no picture; one without them has
        words alone.
        """
        return format_html("<span>{}</span>", self.card_name(code))

    def nobody(self) -> str:
        """What a seat without a person is called: the game's virtual player."""
        return _("Somebody")

    # The same with the people at the table, which callers give as names and a viewer.

    def event_in_words(self, event: Event, people: People, /) -> str:
        """What happened, as plain sentences to the viewer."""
        data = _plain(event.data)
        seat = data.pop("seat", None)
        facts = comma_list([self._name(event.kind), *self._facts(data, people)])
        if not isinstance(seat, int):
            return f"{_sentence_case(facts)}."
        name = _sentence_case(people.item(seat))
        return _("%(name)s: %(facts)s") % {"name": name, "facts": facts} + "."

    def recap(self, events: Iterable[Event], people: People, /) -> list[str]:
        """What the viewer may see of the events; what belongs together shares a line."""
        return [self.event_in_words(event, people) for event in visible(events, people.viewer)]

    def text_board(self, view: GameView, people: People, /) -> str:
        """The table as text of at most 72 columns, readable in any font and by a screen reader."""
        heading = _("%(round)s: %(phase)s") % {
            "round": self.round_label(view),
            "phase": self.phase_name(view.phase),
        }
        data = {key: value for key, value in _plain(view).items() if key not in _ELSEWHERE}
        return text_of([[heading, *map(_sentence_case, self._facts(data, people))]])

    def scores(self, view: GameView, people: People, /) -> ScoreTable:
        """Every player's score with its sum, best first: by default the view's `scores`."""
        scores = cast("Sequence[int]", _plain(view).get("scores") or ())
        rows = [ScoreRow(seat, people.item(seat), (), total) for seat, total in enumerate(scores)]
        return ScoreTable((), tuple(sorted(rows, key=lambda row: (-row.total, row.seat))))

    def tie_break(self, view: GameView, people: People, /) -> str:
        """What parted players of equal scores at the end, as a sentence; by default nothing."""
        del view, people
        return ""

    def figure(self, view: GameView, people: People, scene: Scene, /) -> SafeString:
        """The whole table as one figure of text and drawings, styled by the game's sheet.

        `scene.target` makes targets of what belongs to the open decision.
        """
        del scene
        return format_html(
            '<figure><pre class="board" tabindex="0">{}</pre></figure>',
            self.text_board(view, people),
        )

    # What callers ask. Nothing below is overridden.

    def people(self, names: Names, viewer: Seat | None) -> People:
        """Who sits there, and who reads."""
        return People(names, viewer, self.nobody())

    def sentence(self, event: Event, names: Names, viewer: Seat | None) -> str:
        """What happened, as plain sentences to the viewer."""
        return self.event_in_words(event, self.people(names, viewer))

    def sentences(
        self,
        events: Iterable[Event],
        names: Names,
        viewer: Seat | None,
        placing: Placing = ((), ()),
    ) -> list[str]:
        """A recap of the events that the viewer may see."""
        return self.recap(events, self.people(names, viewer)._replace(placing=placing))

    def board(self, view: GameView, names: Names, *, is_brief: bool = False) -> str:
        """The table as text, to the seat of the view; in brief without what explains itself."""
        people = self.people(names, view.seat)
        return self.text_board(view, people._replace(is_brief=is_brief))

    def score_table(self, view: GameView, names: Names) -> ScoreTable:
        """Every player's score with its sum; final when the view's match is over."""
        return self.scores(view, self.people(names, view.seat))

    def tie_words(self, view: GameView, names: Names) -> str:
        """What parted players of equal scores, to the seat of the view."""
        return self.tie_break(view, self.people(names, view.seat))

    def table_picture(
        self, view: GameView, names: Names, viewer: Seat | None, scene: Scene | None = None
    ) -> SafeString:
        """The whole table as one figure, with the targets of a scene."""
        return self.figure(view, self.people(names, viewer), scene or Scene())

    def sprite(self) -> SafeString:
        """The drawings that `card` and `table_picture` refer to: once a page, before them."""
        return sprite_of(self.symbols) if self.symbols is not None else SafeString("")

    def error(self, error: RulesError) -> str:
        """What was wrong, what was understood and what would work."""
        return self.refusals.error(error)

    @cached_property
    def refusals(self) -> Refusals:
        """The refusals of this game in words; one that has none is named with what is known."""
        problems = {**usual_problems(self), **self.problems}
        return Refusals(problems, self.order_in_words, self._unworded)

    def _verb_in_words(self, verb: str, values: Sequence[str]) -> str | None:
        if self.verbs:
            return words_by(self.verbs)(verb, values)
        if not any(word in self.game.names for word in (verb, *values)):
            return None
        return " ".join(map(self._name, (verb, *values)))

    def _unworded(self, refusal: RulesError) -> str:
        facts = self._facts(refusal.params, self.people({}, None))
        return f"{_sentence_case(comma_list([self._name(refusal.code), *facts]))}."

    def _name(self, word: str) -> str:
        """What the declaration calls a word of the notation, or the word itself, spelled out."""
        names = self.game.names.get(word)
        return translation.gettext(names[0]) if names else word.replace("-", " ").replace("_", " ")

    def _facts(self, data: object, people: People) -> Iterator[str]:
        for key, value in _plain(data).items():
            if value in (None, [], {}, ""):
                continue
            shown = people.item(value) if key in _SEATS and isinstance(value, int) else ""
            yield f"{self._name(key)} {shown or self._shown(value, people)}"

    def _shown(self, value: object, people: People | None) -> str:
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        if isinstance(value, dict):
            facts = [f"{self._name(str(key))} {self._shown(v, people)}" for key, v in value.items()]
            return comma_list(facts)
        if isinstance(value, list):
            if people is not None and len(value) == len(people.names) and _are_numbers(value):
                each = [f"{people.item(seat)} {number}" for seat, number in enumerate(value)]
                return comma_list(each)
            return comma_list([self._shown(one, people) for one in value])
        return self.card_name(value) if isinstance(value, str) else str(value)


@per_language
def _remembered(presentation: Presentation, verb: str, values: tuple[str, ...]) -> str:
    return presentation._verb_in_words(verb, values) or ""


def _plain(data: object) -> dict[str, object]:
    found: dict[str, object] = msgspec.to_builtins(data, str_keys=True)
    return found


def _are_numbers(values: Sequence[object]) -> bool:
    return all(isinstance(one, int) and not isinstance(one, bool) for one in values)


def _sentence_case(text: str) -> str:
    return text[:1].upper() + text[1:]


def _spelled(choice: Choice) -> Iterator[str]:
    """The choice with as few values as it takes: the first, then the last."""
    for take in (slice(None), slice(None, None, -1)):
        chosen = [value for part in choice.parts for value in part.values[take][: part.least]]
        yield " ".join((choice.verb, *chosen))
