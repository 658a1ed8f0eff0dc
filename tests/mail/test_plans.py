"""Plans that a question offers ready to send: one character accepts them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import pytest

from games.models import Order, OutboundMail, Player, StandingOrder
from games.rules.clauses import read_clause
from games.rules.game import Game
from games.rules.playout import match_seed, play_match
from games.rules.protocol import AmbiguousOrderError, Decision, OrderError, RandomSource
from games.rules.registry import GAMES, plan_of
from games.rules.steps import check_later_steps, split_steps
from games.services.order_parsing import store_question
from tests.cast import legal_texts, order, player, running_match
from tests.mail.post import delivered, letter
from tests.mail.test_letters import row_of, sent
from tests.month.answers import offered_plan

pytestmark = pytest.mark.django_db

Kind = OutboundMail.Kind


def offered(who: Player) -> str:
    """The plan in the mail that asks this player."""
    text = str(sent(row_of(who, Kind.DECISION)).body)
    plan = offered_plan(who, text)
    assert bool(plan) is ("Or reply 1 to play ahead:\n· bid " in text)
    return plan


def steps_left(who: Player) -> list[str]:
    return list(StandingOrder.objects.filter(player=who).values_list("text", flat=True))


def test_one_character_plays_the_first_step_and_leaves_the_rest() -> None:
    match = running_match()
    anna = player(match, "Anna")
    plan = offered(anna)
    first, *later = plan.split("; ")
    assert first.startswith("bid ")
    assert later

    assert delivered(letter(anna, "1")).verdict == "order"

    assert Order.objects.get(player=anna).text == first
    assert steps_left(anna) == later
    receipt = str(sent(OutboundMail.objects.get(player=anna, kind=Kind.RECEIPT)).body)
    assert "Saved as standing orders:" in receipt
    assert all(step in receipt for step in later)
    assert 'to take it back, reply "withdraw"' in " ".join(receipt.split())

    assert delivered(letter(anna, "withdraw")).verdict == "withdrawn"
    assert not Order.objects.filter(player=anna).exists()
    assert steps_left(anna) == []


@pytest.mark.parametrize("words", ["1\nbut keep the lion for later", "the 1 please, forest"])
def test_more_than_the_number_is_not_the_plan(words: str) -> None:
    match = running_match()
    anna = player(match, "Anna")
    delivered(letter(anna, words))
    assert steps_left(anna) == []


def test_a_number_that_may_answer_an_earlier_question_is_asked_about() -> None:
    match = running_match()
    anna = player(match, "Anna")
    first, second, *_rest = sorted(legal_texts(anna))
    error = AmbiguousOrderError("which-order", candidates=(first, second), text="…")
    store_question(anna, error, match.phase_number)
    assert delivered(letter(anna, second)).verdict == "order"

    assert delivered(letter(anna, "1")).verdict == "which-order"

    assert Order.objects.get(player=anna).text == second
    assert steps_left(anna) == []


@pytest.mark.parametrize("words", ["plan", "The plan, please!", "il piano", "het plan"])
def test_where_a_number_is_a_bid_a_word_plays_the_plan(words: str) -> None:
    match = running_match(game="wizard", options={"bidding": "blind"})
    anna = player(match, "Anna")
    text = " ".join(str(sent(row_of(anna, Kind.DECISION)).body).split())
    assert "Or reply “plan” to play ahead: · bid " in text

    assert delivered(letter(anna, words)).verdict == "order"

    assert Order.objects.get(player=anna).text.startswith("bid ")
    assert steps_left(anna) == ["play any"]


def test_a_number_stays_a_bid_beside_a_plan() -> None:
    match = running_match(game="wizard", options={"bidding": "blind"})
    anna = player(match, "Anna")
    assert delivered(letter(anna, "1")).verdict == "order"
    assert Order.objects.get(player=anna).text == "bid 1"
    assert steps_left(anna) == []


def test_nobody_accepts_a_plan_that_was_not_shown() -> None:
    anna = player(running_match(), "Anna")
    with pytest.raises(OrderError):
        order(anna, "1")


def test_a_later_decision_of_the_round_offers_none() -> None:
    match = running_match()
    for name in ("Anna", "Bo", "Carla"):
        order(player(match, name), "bid R")
    match.refresh_from_db()
    assert match.phase_number == 2
    anna = player(match, "Anna")
    assert offered(anna) == ""


class Planning:
    """The steady bot, which looks at each plan that its view is offered."""

    key: ClassVar[str] = "steady"

    def __init__(self, game: Game) -> None:
        self.game = game
        self.plans = 0

    def order(
        self, view: Any, decision: Decision, legal: Sequence[Any], chance: RandomSource
    ) -> Any:
        plan = plan_of(self.game.key, view, decision)
        if plan:
            self.plans += 1
            ((first,), *later) = split_steps(plan)
            assert first in {self.game.rules.format_order(one) for one in legal}
            assert later
            check_later_steps(self.game.rules, [read_clause(step).alternatives for step in later])
        return self.game.bots["steady"].order(view, decision, legal, chance)


@pytest.mark.parametrize(
    ("key", "seats", "options"),
    [
        ("wild-cards", 3, {"edition": "2020"}),
        ("wild-cards", 3, {"edition": "2022"}),
        ("cubirds", 3, {}),
        ("emu-ranchers", 2, {}),
        ("wizard", 3, {}),
        ("wizard", 4, {"clairvoyance": True}),
    ],
)
def test_every_plan_begins_with_a_legal_order_and_goes_on_with_steps(
    key: str, seats: int, options: dict[str, str]
) -> None:
    game = GAMES[key]
    bot = Planning(game)
    terms = game.rules.options.from_mapping(options)
    play_match(game.rules, [bot] * seats, terms, match_seed("plans"))
    assert bot.plans > 20
