"""The virtual players: what they see, how they choose, how well they play."""

from collections.abc import Sequence

import pytest

from games.catalogue.wizard.rules import BOTS
from games.catalogue.wizard.rules.options import WizardOptions
from games.rules.chance import Chance
from games.rules.configurations import configurations, covering
from games.rules.playout import Dice, ask_bot
from games.rules.protocol import Bot, Outcome, Setup
from tests.rules.wizard.positions import RULES, Play, position
from tests.sizes import IS_LONG, sized

TABLES = (
    (2, WizardOptions(bidding="hidden")),
    (3, WizardOptions()),
    (4, WizardOptions(bidding="blind", dark_wizard=True)),
    (4, WizardOptions(monochrome=True)),
    (5, WizardOptions(clairvoyance=True)),
    (6, WizardOptions(uneven=True)),
)


def play(bots: Sequence[Bot], options: WizardOptions, seed: int) -> Outcome:
    """A match in which every order is checked by the adjudication."""
    dice = Dice(str(seed), "bots")
    state = RULES.start(Setup(len(bots), options, Chance(str(seed)))).state
    while state.awaited:
        orders = {seat: ask_bot(RULES, bots[seat], state, seat, dice) for seat in state.awaited}
        state = RULES.adjudicate(state, orders).state
    outcome = RULES.outcome(state)
    assert outcome is not None
    return outcome


def test_both_bots_are_there_the_stronger_last() -> None:
    assert list(BOTS) == ["random", "steady"]


def test_steady_gives_only_legal_orders_whatever_the_variants() -> None:
    played = configurations(RULES) if IS_LONG else covering(RULES, together=2)
    for number, made in enumerate(played):
        assert play([BOTS["steady"]] * made.seats, made.options, number).reason == "rounds-complete"


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_one_steady_wins_most_matches_against_random_players(
    seats: int, options: WizardOptions
) -> None:
    matches, won = sized(12, 20), 0.0
    for seed in range(matches):
        hero = seed % seats
        bots = [BOTS["random"]] * seats
        bots[hero] = BOTS["steady"]
        places = play(bots, options, seed).places
        won += (places[hero] == 1) / places.count(1)
    assert won / matches >= 0.9


def test_random_gives_every_legal_order_a_chance() -> None:
    table = position("R1 R2 Z Z N", "B1 B2 B3 B4 B5", "G1 G2 G3 G4 G5", leader=0)
    decision = RULES.decision(table.state, 0)
    dice = Dice("a seed", "random")
    given = {BOTS["random"].order({}, decision, (), dice).value for _ in range(200)}
    assert given == {"R1", "R2", "Z", "N"}


def steady(table: Play) -> str:
    """What a steady player in the awaited seat does."""
    [seat] = table.state.awaited
    return RULES.format_order(
        ask_bot(RULES, BOTS["steady"], table.state, seat, Dice("a seed", "steady"))
    )


def test_steady_bids_its_wizards_and_nothing_for_low_cards() -> None:
    low = "G2 G3 G4", "Y2 Y3 Y4"
    assert steady(position("Z Z B1", *low, phase="bid", leader=0, trump="R")) == "bid 2"
    assert steady(position("B1 B2 N", *low, phase="bid", leader=0, trump="R")) == "bid 0"


def test_steady_bids_by_the_hands_of_the_others_where_it_sees_only_those() -> None:
    facts: dict[str, object] = {"phase": "bid", "leader": 0, "trump": "R", "clairvoyance": True}
    strong, weak = ("Z Z R13", "R12 R11 Z"), ("G2 Y3 N", "N Y2 G3")
    assert steady(position("B1 B2 B3", *strong, **facts)) == "bid 0"  # type: ignore[arg-type]
    assert int(steady(position("B1 B2 B3", *weak, **facts))[4:]) >= 2  # type: ignore[arg-type]


def test_steady_takes_cheaply_what_it_needs_and_ducks_what_it_does_not() -> None:
    filler = "R5 G2 G3", "R9 Y2 Y3"
    need = position("R10 R12 N", *filler, leader=1, bids=(1, 0, 0)).cards("R5 R9")
    assert steady(need) == "play R10"
    done = position("R8 R12 N", *filler, leader=1, bids=(0, 0, 0)).cards("R5 R9")
    assert steady(done) == "play R8"
