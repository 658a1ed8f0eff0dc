"""What an order does in CuBirds, said beforehand, in positions worked out by hand."""

from __future__ import annotations

from itertools import islice

import pytest

from games.catalogue.cubirds.presentation.vocabulary import flock
from tests.presentation.cubirds.positions import RULES, WORDS, positions
from tests.rules.cubirds.positions import Play, position
from tests.rules.events import facts


def effect(play: Play, order: str) -> str:
    return WORDS.effect(RULES.decision(play.state, 0), RULES.view(play.state, 0), order)


def test_c5_a_lay_takes_what_lies_up_to_the_nearest_bird_of_its_species() -> None:
    play = position("owl owl", "robin", rows=("parrot parrot owl flamingo", *[""] * 3))
    assert effect(play, "lay owl 1 left") == "Takes 2 parrots; row 1 keeps 3 owls, flamingo"
    assert effect(play, "lay owl 1 right").startswith("Takes 1 flamingo; row 1 keeps 2 parrots")


def test_c6_birds_beside_their_own_species_take_nothing_and_may_draw() -> None:
    play = position("owl duck", "robin")
    assert effect(play, "lay owl 1 left") == "Takes nothing; then you may draw 2 cards"
    one_left = position("owl duck", "robin", deck="robin")
    assert effect(one_left, "lay owl 1 left") == "Takes nothing; then you may draw 1 card"


def test_c10_a_row_of_one_species_is_filled_up_only_while_cards_are_left() -> None:
    rows = ("duck owl", "duck toucan magpie", "warbler robin owl", "toucan duck robin")
    play = position("owl robin", "robin", rows=rows)
    assert effect(play, "lay owl 1 left") == "Takes 1 duck; row 1 keeps 2 owls and is filled up"
    empty = position("owl robin", "robin", rows=rows, deck="")
    assert effect(empty, "lay owl 1 left") == "Takes 1 duck; row 1 keeps 2 owls"


def test_c13_a_lay_says_which_family_the_birds_it_takes_complete() -> None:
    rows = ("duck duck owl parrot", "duck toucan magpie", "warbler robin owl", "toucan duck robin")
    play = position("owl duck duck", "robin", rows=rows)
    assert effect(play, "lay owl 1 left") == (
        "Takes 2 ducks; row 1 keeps 2 owls, parrot; then 4 ducks can win 1 bird"
    )


def test_c14_a_family_says_how_large_it_is_and_what_it_wins() -> None:
    small = position("toucan toucan toucan owl", "robin", phase="family", collections=[{"owl": 2}])
    assert effect(small, "family toucan") == "Small family: 1 toucan, 2 → 3 in your collection"
    big = position("toucan " * 4 + "owl", "robin", phase="family", collections=[{"owl": 2}])
    assert effect(big, "family toucan") == "Big family: 2 toucans, 2 → 4 in your collection"
    assert effect(big, "done") == "You keep 5 cards"


def test_c17_a_family_that_completes_the_collection_wins_the_match() -> None:
    play = position(
        "toucan toucan toucan", "robin", phase="family", collections=[{"owl": 3, "toucan": 2}]
    )
    assert effect(play, "family toucan") == (
        "Small family: 1 toucan, 5 → 6 in your collection; you win the match"
    )


def test_c18_an_empty_hand_is_dealt_anew_or_ends_the_match() -> None:
    enough = position("", "robin", phase="draw", deck="robin " * 15)
    assert effect(enough, "stay") == (
        "Your hand is empty: everyone gets 8 new cards, and you play again"
    )
    too_few = position("", "robin", phase="draw", deck="robin " * 14)
    assert effect(too_few, "stay") == (
        "Your hand is empty, and too few cards are left: the match ends"
    )
    family = position("toucan toucan toucan", "robin", phase="family", deck="robin " * 13)
    assert effect(family, "family toucan").endswith("you play again")


def test_c11_drawing_says_how_many_cards_the_hand_holds_then() -> None:
    play = position("owl duck", "robin", phase="draw")
    assert effect(play, "draw") == "2 unseen cards: 2 → 4 in hand"
    one = position("owl duck", "robin", phase="draw", deck="robin")
    assert effect(one, "draw") == "1 unseen card: 2 → 3 in hand"
    assert effect(play, "stay") == "You keep 2 cards"


@pytest.mark.parametrize("place", range(0, len(positions()), 7))
def test_what_is_said_of_a_lay_is_what_the_rules_do(place: int) -> None:
    state = positions()[place].state
    for seat in state.awaited:
        decision, view = RULES.decision(state, seat), RULES.view(state, seat)
        for order in islice(RULES.legal_orders(state, seat), 12):
            said = WORDS.effect(decision, view, RULES.format_order(order))
            for event in RULES.adjudicate(state, {seat: order}).events:
                data = facts(event)
                if event.kind == "laid":
                    taken = data["taken"]
                    assert said.startswith(f"Takes {flock(taken) or 'nothing'};")
                if event.kind == "match-ended" and data["winner"] == seat:
                    assert said.endswith("you win the match")
                if event.kind == "hand-empty" and data["seat"] == seat:
                    is_dealt = said.lower().endswith("you play again")
                    assert is_dealt == data["dealt"] or order.verb in ("lay", "draw")
