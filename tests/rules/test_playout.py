from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any, ClassVar

import pytest

from games.rules.chance import Chance
from games.rules.playout import (
    AnyLegalBot,
    Dice,
    EndlessMatchError,
    LegalOrders,
    match_seed,
    play_match,
)
from games.rules.protocol import IllegalOrderError, Outcome, Setup, SetupError
from games.rules.record import write_record
from tests.rules.toy_game import HighCard, ToyOptions, ToyState

RULES = HighCard()


def lines(seed: str, **given: Any) -> str:
    return write_record(
        play_match(RULES, [AnyLegalBot()] * 3, ToyOptions(), match_seed(seed), **given)
    )


def test_a_seed_repeats_the_match_and_another_gives_another() -> None:
    assert lines("one") == lines("one")
    assert lines("one") != lines("two")
    assert match_seed("one", 1) != match_seed("one") != match_seed("one1")


def test_silence_lets_defaults_count() -> None:
    silent = play_match(RULES, [AnyLegalBot()] * 2, ToyOptions(), "s", silence=100)
    assert {entry.text for entry in silent.orders if entry.text.startswith("keep")} == {"keep 1"}
    assert lines("one", silence=50) not in (lines("one"), lines("one", silence=100))


def test_a_bot_gets_its_own_view_and_its_own_legal_orders() -> None:
    class Watching(AnyLegalBot):
        reads_view: ClassVar[bool] = True

        def order(self, view: Any, decision: Any, legal: Any, chance: Any) -> Any:
            seat = view.seat
            assert set(view.hands) == {str(seat)}
            if decision.kind == "lay":
                assert [card for _, card in legal] == view.hands[str(seat)]
            return super().order(view, decision, legal, chance)

    assert play_match(RULES, [Watching()] * 3, ToyOptions(), "watch").outcome


def test_a_bot_that_reads_no_view_gets_none() -> None:
    class Blind(AnyLegalBot):
        def order(self, view: Any, decision: Any, legal: Any, chance: Any) -> Any:
            assert view is None
            return super().order(view, decision, legal, chance)

    assert play_match(RULES, [Blind()] * 2, ToyOptions(), "blind").outcome


def test_a_bot_that_breaks_the_rules_is_stopped() -> None:
    class Cheat(AnyLegalBot):
        def order(self, view: Any, decision: Any, legal: Any, chance: Any) -> Any:
            return ("lay", "z9")

    with pytest.raises(IllegalOrderError):
        play_match(RULES, [Cheat()] * 2, ToyOptions(), "cheat")


def test_seats_that_make_no_match_are_refused() -> None:
    with pytest.raises(SetupError):
        play_match(RULES, [AnyLegalBot()] * 7, ToyOptions(), "seven")


def test_rules_that_never_end_are_stopped() -> None:
    class Endless(HighCard):
        key: ClassVar[str] = "endless"

        def outcome(self, state: ToyState) -> Outcome | None:
            return None

        def _keep(self, state: ToyState, count: int) -> Any:
            made = super()._keep(state, count)
            return made.__class__(replace(made.state, points=(0, 0)), made.events, made.shuffles)

    with pytest.raises(EndlessMatchError, match="endless with seed s"):
        play_match(Endless(), [AnyLegalBot()] * 2, ToyOptions(), "s")


def test_legal_orders_are_listed_when_somebody_looks_and_only_once() -> None:
    asked = []

    class Counted(HighCard):
        def legal_orders(self, state: ToyState, seat: int) -> Any:
            asked.append(seat)
            return super().legal_orders(state, seat)

    state = RULES.start(Setup(2, ToyOptions(), Chance("lazy"))).state
    legal = LegalOrders(Counted(), state, 1)
    assert asked == []
    assert legal[0] in legal
    assert len(legal) == 3
    assert list(legal[1:]) == list(legal)[1:]
    assert asked == [1]


def test_dice_are_uniform_and_repeatable() -> None:
    dice = Dice("seed", "name")
    faces = Counter(dice.randrange(6) for _ in range(6000))
    assert set(faces) == set(range(6))
    assert all(850 < count < 1150 for count in faces.values())
    numbers = [dice.random() for _ in range(2000)]
    assert all(0 <= number < 1 for number in numbers)
    assert 0.47 < sum(numbers) / 2000 < 0.53
    assert [Dice("a", "b").randrange(100) for _ in range(3)] == [
        Dice("a", "b").randrange(100) for _ in range(3)
    ]


@pytest.mark.parametrize("stop", [0, -1, 2**32 + 1])
def test_dice_refuse_a_range_that_they_cannot_draw_from(stop: int) -> None:
    with pytest.raises(ValueError, match=str(stop)):
        Dice("seed", "name").randrange(stop)
