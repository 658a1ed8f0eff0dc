"""The order form: the scene of the open decision, and a filled form as notation."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from django.http import QueryDict
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.common.errors import OrderRefused
from games.models import Match
from games.presentation import presentation_for
from games.presentation.default_presentation import Presentation
from games.presentation.scene import FieldShown, Picks, Scene, Way, field_name
from games.presentation.values import Names, UnknownWordError
from games.presentation.words import comma_list
from games.rules.protocol import Decision, TableView
from games.services.orders import Spelling

_WORDED = ("text", "answer")


class OrderForm(NamedTuple):
    """A decision as one form: its table with targets, what the table does not show, the buttons.

    `ways`, `labels`, `usual` and `runs` are JSON for the script, which judges nothing else than
    what they say.
    """

    picture: SafeString
    fields: list[FieldShown]
    buttons: list[Way]
    has_fields: bool
    ways: str
    labels: str
    usual: str
    runs: str


class PickedOrder(NamedTuple):
    """What a posted form says: an order, or in words what is wrong with what was tapped."""

    text: str
    problem: str = ""


def ways_of(game: str, decision: Decision | None, view: TableView | None) -> tuple[Way, ...]:
    """How the seat of this view may answer by tapping; none where nothing is asked of it."""
    if decision is None or view is None:
        return ()
    return presentation_for(game).ways(decision, view)


def order_form(
    presentation: Presentation,
    ways: Sequence[Way],
    view: TableView | None,
    names: Names,
    *,
    picks: Picks | None = None,
    sealed: str = "",
) -> OrderForm:
    """The table of a view as a form; `picks` were tapped before, else those of a sealed order."""
    if picks is None and sealed:
        picks = _picks_of(sealed, ways)
    scene = Scene(ways, picks)
    picture = SafeString()
    if view is not None:
        picture = presentation.table_picture(view, names, view.seat, scene)
    fields = list(scene.rest(lambda value: _picture(presentation, value)))
    has_fields = bool(scene.labels)
    return OrderForm(
        picture,
        fields,
        scene.buttons,
        has_fields,
        _ways_json(ways),
        json.dumps(scene.labels),
        _json([dict(picks) for way in ways for picks in way.usual]),
        _json({slot.field: slot.runs for way in ways for slot in way.slots if slot.runs}),
    )


def posted_picks(data: QueryDict, ways: Sequence[Way]) -> Picks:
    """What was tapped, of the fields that the ways have."""
    names = dict.fromkeys(slot.field for way in ways for slot in way.slots)
    return {name: tuple(data.getlist(field_name(name))) for name in names}


def is_worded(data: QueryDict) -> bool:
    """Whether a posted form gives its order in words: typed, or a button's."""
    return any(name in data for name in _WORDED)


class PostedForm:
    """A posted form on its way to an order: what was tapped is spelled once the table is at hand.

    Where it cannot be, `problem` says why and `picks` is what was tapped.
    """

    def __init__(self, data: QueryDict) -> None:
        self._data = data
        self.text = posted_order(data, ()).text
        self.problem = ""
        self.picks: Picks | None = None

    @property
    def order(self) -> str | Spelling:
        """For `submit_own_order`: the words, or `spelled` for what was tapped."""
        return self.text if is_worded(self._data) else self._spelled

    def _spelled(self, match: Match, decision: Decision, view: TableView) -> str:
        ways = ways_of(match.game, decision, view)
        self.text, self.problem = posted_order(self._data, ways)
        if self.problem:
            self.picks = posted_picks(self._data, ways)
            raise OrderRefused("incomplete")
        return self.text


def posted_order(data: QueryDict, ways: Sequence[Way]) -> PickedOrder:
    """The order that a posted form gives: typed, a button's, or spelled by what was tapped.

    The rules judge whether it is legal.
    """
    for name in _WORDED:
        if name in data:
            return PickedOrder(data.get(name, "").strip())
    return picked_order(posted_picks(data, ways), ways)


def picked_order(picks: Picks, ways: Sequence[Way]) -> PickedOrder:
    """The order that these picks spell, with what leaves no choice filled in."""
    fitting = [(way, way.filled(picks)) for way in ways if way.slots and way.fits(picks)]
    if len(fitting) > 1:
        fitting = [(way, picks) for way, _filled in fitting]
    for way, chosen in fitting:
        if not way.missing(chosen):
            return PickedOrder(way.order(chosen))
    if not fitting:
        return PickedOrder("", gettext("Those choices don’t go together.") if ways else "")
    labels = dict.fromkeys(slot.label for way, _picks in fitting for slot in way.missing(picks))
    words = gettext("Still to choose: %(labels)s.") % {"labels": comma_list(list(labels))}
    return PickedOrder("", words)


def _picks_of(order: str, ways: Sequence[Way]) -> Picks | None:
    """What was tapped for an order."""
    found = (way.picks_of(order) for way in ways)
    return next((picks for picks in found if picks is not None), None)


def _ways_json(ways: Sequence[Way]) -> str:
    """The slots of the ways that have any: least, most and values by field."""
    return json.dumps(
        [
            {slot.field: (slot.least, slot.most, slot.values) for slot in way.slots}
            for way in ways
            if way.slots
        ],
        separators=(",", ":"),
    )


def _json(value: object) -> str:
    """Short; "" for what is empty."""
    return json.dumps(value, separators=(",", ":")) if value else ""


def _picture(presentation: Presentation, value: str) -> SafeString | str:
    """The card that a value is; a row, a side or a number is none, and no game must have any."""
    if presentation.symbols is None:
        return ""
    try:
        return presentation.card(value)
    except UnknownWordError:
        return ""
