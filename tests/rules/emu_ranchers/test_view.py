"""The form of views: plain JSON values under fixed keys; and what options are refused."""

import json
from typing import Any

import pytest
from msgspec import to_builtins

from games.rules.protocol import SetupError
from tests.rules.emu_ranchers.positions import RULES, position

KEYS = ["game", "years", "options", "seats", "seat", "virtual", "round", "phase", "awaited",
        "starter", "deck", "discard", "players", "hand", "seasons", "score"]  # fmt: skip


def test_a_view_holds_plain_values_under_fixed_keys() -> None:
    play = position("AM 2MK", "4MS", "5ML 6MV", "9LK")
    for viewer in (0, 1, None):
        seen = to_builtins(RULES.view(play.state, viewer))
        assert list(seen) == KEYS
        assert json.loads(json.dumps(seen)) == seen


def test_a_bird_says_which_suits_and_heights_it_still_takes() -> None:
    play = position("AM", birds="5ML 6MV / 5SV / AM CM", others="5ML PMSL", cards="pawns")
    seen = RULES.view(play.state, None)
    birds = [
        (bird.suits, bird.above, bird.below, bird.points)
        for rancher in seen.players
        for bird in rancher.birds
    ]
    assert birds == [
        ("M", 6, None, -7),
        ("SV", 5, 5, -13),
        ("M", None, None, -28),
        ("ML", 6, 4, -4),
    ]


def test_the_score_is_that_of_the_years_and_of_the_birds_as_they_lie() -> None:
    play = position("AM", birds="5ML 6MV", year=3, scores=((4, -2), (6, 0)))
    assert to_builtins(RULES.view(play.state, 0).score) == [
        {"years": [4, 6], "now": -7, "total": 3},
        {"years": [-2, 0], "now": 0, "total": -2},
    ]


def test_the_last_year_can_be_looked_at_in_the_next_one() -> None:
    play = position("9MS X", "4VL", "2MK 7ML", "4YK", deck="AS", excuse=True).give("discard X")
    play.give("grow 9MS 1")
    assert play.state.year == 2
    first, second = RULES.view(play.state, None).seasons
    assert to_builtins(first) == {
        "birds": [
            {
                "cards": ["2MK", "7ML", "9MS"],
                "values": [2, 7, 9],
                "total": 18,
                "paid": [2, 7, 9],
                "extra": 0,
                "points": 0,
                "let_go": False,
            }
        ],
        "left": ["AS"],
        "points": 0,
    }
    assert second.points == -14


def test_the_end_of_a_match_may_be_shown_with_all_hands() -> None:
    play = position("AM", "4VL 2MK", deck="AS AV")
    everything = RULES.reveal(play.state)
    assert everything.hands == [["AM"], ["2MK", "4VL"]]
    assert everything.deck_cards == ["AS", "AV"]
    assert everything.view.hand is None


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"deck": "tarot"}, "bad-option"),
        ({"excuse": 1}, "bad-option"),
        ({"excuse": "true"}, "bad-option"),
        ({"years": 0}, "bad-years"),
        ({"years": 25}, "bad-years"),
        ({"years": True}, "bad-years"),
        ({"years": "4"}, "bad-years"),
        ({"years": 4.0}, "bad-years"),
        ({"edition": "2022"}, "unknown-option"),
    ],
)
def test_options_that_make_no_match_are_refused(options: dict[str, Any], code: str) -> None:
    with pytest.raises(SetupError) as refusal:
        RULES.options.from_mapping(options)
    assert refusal.value.code == code


@pytest.mark.parametrize("seats", [0, 1, 3])
def test_only_two_people_play(seats: int) -> None:
    with pytest.raises(SetupError) as refusal:
        RULES.check(seats, RULES.options())
    assert refusal.value.code == "wrong-seats-number"
    assert list(RULES.table_sizes) == [2]
