"""The form of views: plain JSON values under fixed keys."""

import json

import pytest
from msgspec import to_builtins

from games.catalogue.wild_cards.rules.options import WildCardsOptions
from games.catalogue.wild_cards.rules.view import LaidBid
from games.rules.chance import Chance, ChanceError, Shuffle
from games.rules.protocol import Setup
from tests.rules.wild_cards.positions import RULES, position

KEYS = ["game", "edition", "seats", "seat", "leo", "virtual", "round", "rounds", "phase", "market",
        "animals_left", "deck", "discard", "talisman", "leaders", "players", "awaited", "hand",
        "own_bid", "score"]  # fmt: skip
PLAYER_KEYS = ["seat", "leo", "hand", "collection", "tokens", "bid", "payment", "shown", "took",
               "state"]  # fmt: skip


def test_a_view_holds_plain_values_under_fixed_keys() -> None:
    play = position("F1", "S2 S1", leo="M3 F1 R")
    for viewer in (0, 1, None):
        seen = to_builtins(RULES.view(play.state, viewer))
        assert list(seen) == KEYS
        assert [list(player) for player in seen["players"]] == [PLAYER_KEYS] * 3
        assert json.loads(json.dumps(seen)) == seen


def test_the_end_of_a_match_may_be_shown_with_all_hands() -> None:
    play = position("F1", "S2 S1", leo="M3 F1 R")
    everything = RULES.reveal(play.state)
    assert everything.hands == [["F1", "R"], ["S1", "S2", "R"]]
    assert everything.leo_pile == ["M3", "F1", "R"]
    assert everything.view.hand is None


def test_what_lies_on_the_table_is_in_the_view_of_everybody() -> None:
    play = position("F2 F1", "S2 S1", "M3 M1 M1", market="lion ibex eagle")
    play.give("bid F2", "bid S2", "bid M3").give("take ibex M1 M1").give("pay F1", "pass")
    players = RULES.view(play.state, None).players
    assert players[2].took == "ibex"
    assert players[2].payment == ["M1", "M1"]
    assert players[0].bid == LaidBid(open=True, cards=["F2"])
    assert [player.state for player in players] == ["waiting", "waiting", "took"]
    assert RULES.view(play.state, None).market == ["lion", None, "eagle"]


@pytest.mark.parametrize(
    "animals",
    [
        ("lion",) * 8 + ("ibex",) * 28,
        ("lion",) * 7,
        ("cow",) * 36,
    ],
)
def test_recorded_animals_that_cannot_be_the_rest_of_the_deck_are_refused(
    animals: tuple[str, ...],
) -> None:
    chance = Chance(recorded=(Shuffle("animals", animals),))
    with pytest.raises(ChanceError):
        RULES.start(Setup(4, WildCardsOptions(), chance))
