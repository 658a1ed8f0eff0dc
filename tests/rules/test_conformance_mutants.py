"""Faults planted in every game: the conformance suite must find each of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec import defstruct
from msgspec.structs import fields, replace

from games.rules.configurations import configurations
from games.rules.protocol import Adjudication, Decision, Event, Rules, Seat, TableView
from tests.rules.cases import ALL_GAMES, random_bot
from tests.rules.conformance import Case, check_match, from_seed

AnyRules = Rules[Any, Any]


class Sound:
    """A game that passes everything on unchanged: what the mutants below differ from."""

    def __init__(self, rules: AnyRules) -> None:
        self.rules = rules

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rules, name)


class ViewWithAnothersSecrets(Sound):
    def view(self, state: Any, seat: Seat | None) -> TableView:
        leak = self.rules.view(state, 1 if seat == 0 else 0)
        view: Any = self.rules.view(state, seat)
        return replace(view, hand=leak.hand)  # type: ignore[no-any-return]


class SpectatorSeesSeatOne(Sound):
    def view(self, state: Any, seat: Seat | None) -> TableView:
        return self.rules.view(state, 1 if seat is None else seat)


class PromptWithAnothersSecrets(Sound):
    def decision(self, state: Any, seat: Seat) -> Decision:
        told = self.rules.decision(state, seat)
        leak = self.rules.view(state, 1 if seat == 0 else 0)
        shown: Any = told.data
        if isinstance(shown, Mapping):
            return told._replace(data={**shown, "leak": leak})
        leaking = defstruct("Leaking", [("leak", object)], bases=(type(shown),), frozen=True)
        known = [getattr(shown, one.name) for one in fields(shown)]
        return told._replace(data=leaking(*known, leak))


class EverybodySeesEveryEvent(Sound):
    def start(self, setup: Any) -> Adjudication[Any]:
        return self._open(self.rules.start(setup))

    def adjudicate(self, state: Any, orders: Mapping[Seat, Any]) -> Adjudication[Any]:
        return self._open(self.rules.adjudicate(state, orders))

    def _open(self, made: Adjudication[Any]) -> Adjudication[Any]:
        events = tuple(Event(event.kind, event.data) for event in made.events)
        return Adjudication(made.state, events, made.shuffles)


class FirstComeFirstTold(Sound):
    def adjudicate(self, state: Any, orders: Mapping[Seat, Any]) -> Adjudication[Any]:
        made = self.rules.adjudicate(state, orders)
        first = next(iter(orders))
        events = (*made.events, Event("came-first", {"seat": first}))
        return Adjudication(made.state, events, made.shuffles)


class ResamplesNothing(Sound):
    def resample(self, state: Any, seat: Seat | None, chance: Any) -> Any:
        return state


class TakesOrdersOfAnybody(Sound):
    def adjudicate(self, state: Any, orders: Mapping[Seat, Any]) -> Adjudication[Any]:
        phase = self.rules.phase(state)
        awaited = phase.awaited if phase else ()
        taken = {seat: orders.get(seat, self.rules.default_order(state, seat)) for seat in awaited}
        return self.rules.adjudicate(state, taken)


MUTANTS = {
    ViewWithAnothersSecrets: "tells a secret",
    SpectatorSeesSeatOne: "view of None tells a secret",
    PromptWithAnothersSecrets: "prompt of .* tells a secret",
    EverybodySeesEveryEvent: "an event tells",
    FirstComeFirstTold: "sequence of arrival",
    ResamplesNothing: "resampling never changed",
    TakesOrdersOfAnybody: "missing order is not refused",
}


def case_of(rules: AnyRules, silence: int) -> Case:
    """The first with three seats, or two where no more may play: everybody sees something else."""
    table = next(one for one in configurations(rules) if one.seats == min(3, rules.table_sizes[-1]))
    return Case(rules, random_bot(rules), table, "mutant", silence)


@pytest.mark.parametrize("rules", ALL_GAMES, ids=lambda rules: rules.key)
def test_the_wrapper_alone_passes(rules: AnyRules) -> None:
    check_match(case_of(rules, 50)._replace(rules=Sound(rules)))  # type: ignore[arg-type]


def asks_several_at_once(rules: AnyRules) -> bool:
    """Whether two orders ever arrive for one phase, so that their sequence could matter."""
    case = case_of(rules, 50)
    played = from_seed(rules, case.configuration, case.play())
    return any(len(step.entries) > 1 for step in played)


PLANTED = [
    (mutant, rules)
    for mutant in MUTANTS
    for rules in ALL_GAMES
    if mutant is not FirstComeFirstTold or asks_several_at_once(rules)
]


@pytest.mark.parametrize(
    ("mutant", "rules"),
    PLANTED,
    ids=[f"{mutant.__name__}-{rules.key}" for mutant, rules in PLANTED],
)
def test_a_planted_fault_is_found(mutant: type[Sound], rules: AnyRules) -> None:
    case = case_of(rules, 50)._replace(rules=mutant(rules))  # type: ignore[arg-type]
    with pytest.raises(AssertionError, match=f"(?s){MUTANTS[mutant]}.*repeat with: manage.py"):
        check_match(case)
