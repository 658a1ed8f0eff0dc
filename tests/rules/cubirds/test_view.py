"""The form of views: plain JSON values under fixed keys; what is known and what is not."""

from __future__ import annotations

import json
from collections import Counter

import pytest
from msgspec import to_builtins

from games.catalogue.cubirds.rules.cards import SMALL
from games.rules.chance import Chance
from tests.rules.cubirds.positions import RULES, position

KEYS = ["game", "seats", "seat", "robin", "virtual", "round", "phase", "active", "rows", "deck",
        "discard", "players", "awaited", "hand", "reason"]  # fmt: skip
PLAYER_KEYS = ["seat", "virtual", "hand", "known", "open", "collection", "birds"]


def test_a_view_holds_plain_values_under_fixed_keys() -> None:
    play = position("owl duck", robin="robin")
    for viewer in (0, None):
        seen = to_builtins(RULES.view(play.state, viewer))
        assert list(seen) == KEYS
        assert [list(player) for player in seen["players"]] == [PLAYER_KEYS] * 2
        assert json.loads(json.dumps(seen)) == seen


def test_a_hand_is_seen_by_its_seat_alone_and_stands_in_the_order_of_the_species() -> None:
    play = position("robin owl robin", "duck")
    assert RULES.view(play.state, 0).hand == ["owl", "robin", "robin"]
    assert RULES.view(play.state, 1).hand == ["duck"]
    assert RULES.view(play.state, None).hand is None
    assert [player.hand for player in RULES.view(play.state, 1).players] == [3, 1]


def test_birds_taken_from_a_row_are_known_to_everybody_until_they_are_played() -> None:
    rows = ("duck toucan owl", "duck toucan magpie", "duck owl", "robin parrot")
    play = position("owl robin robin", "magpie", rows=rows, deck="warbler magpie " * 4)
    play.give("lay owl 1 left")
    for viewer in (0, 1, None):
        assert RULES.view(play.state, viewer).players[0].known == {"duck": 1, "toucan": 1}
    play.give("lay magpie 1 right", "draw", "lay duck 3 left", "stay")
    assert RULES.view(play.state, 1).players[0].known == {"toucan": 1}


def test_nothing_is_known_of_new_hands() -> None:
    play = position("duck robin", "robin").give("lay duck 2 right")
    assert RULES.view(play.state, 1).players[0].known == {"toucan": 1, "magpie": 1}
    play.give("lay robin 1 left", "stay")
    assert play.told("hand-empty")[0]["seat"] == 1
    assert all(player.known == {} for player in RULES.view(play.state, 1).players)


def test_the_end_of_a_match_may_be_shown_with_all_hands() -> None:
    everything = RULES.reveal(position("robin owl", "duck", "parrot").state)
    assert everything.hands == [["owl", "robin"], ["duck"], ["parrot"]]
    assert everything.view.hand is None


@pytest.mark.parametrize("number", range(20))
def test_who_is_asked_for_a_family_can_form_one_in_every_world_that_others_imagine(
    number: int,
) -> None:
    play = position("magpie flamingo flamingo robin", "owl", "duck")
    play.give("lay magpie 1 left", "stay")
    assert play.asked == "family 0"
    other = RULES.resample(play.state, 1, Chance(f"world {number}"))
    assert any(held >= small for held, small in zip(other.hands[0], SMALL, strict=True))
    assert RULES.view(other, 1) == RULES.view(play.state, 1)


def test_what_is_known_of_a_hand_stays_in_it_when_the_rest_is_dealt_anew() -> None:
    rows = ("duck toucan owl", "duck toucan magpie", "duck owl", "robin parrot")
    play = position("owl robin robin", "magpie", rows=rows).give("lay owl 1 left")
    hands = [RULES.resample(play.state, 1, Chance(f"{n}")).hands[0] for n in range(10)]
    assert all(hand[2] >= 1 and hand[3] >= 1 for hand in hands)
    assert len(Counter(hands)) > 1
