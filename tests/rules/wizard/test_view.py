"""The form of views: plain JSON values under fixed keys; what they hold and what not."""

import json

from msgspec import to_builtins

from games.catalogue.wizard.rules.options import WizardOptions
from games.catalogue.wizard.rules.view import FinishedTrick, SheetRound
from games.rules.chance import Chance
from games.rules.protocol import Setup
from tests.rules.wizard.positions import RULES, dealt, position

KEYS = ["game", "options", "seats", "seat", "virtual", "round", "rounds", "cards", "phase",
        "dealer", "turned", "trump", "deck", "gone", "players", "leader", "trick", "ahead",
        "tricks", "awaited", "hand", "own_bid", "sheet"]  # fmt: skip
PLAYER_KEYS = ["seat", "colour", "hand", "cards", "has_bid", "bid", "tricks", "total"]


def test_a_view_holds_plain_values_under_fixed_keys() -> None:
    table = position("R1 R2", "B1 B2", "G1 G2").cards("G1 R1 B1 G2")
    for viewer in (0, 1, None):
        seen = to_builtins(table.seen(viewer))
        assert list(seen) == KEYS
        assert [list(player) for player in seen["players"]] == [PLAYER_KEYS] * 3
        assert json.loads(json.dumps(seen)) == seen


def test_tricks_lie_open_with_who_led_and_who_took_them() -> None:
    table = position("R1 R2", "B1 B2", "G1 G2", trump="B").cards("G1 R1 B1 B2")
    seen = table.seen(None)
    assert seen.tricks == [FinishedTrick(leader=2, cards=["G1", "R1", "B1"], winner=1)]
    assert (seen.leader, seen.trick, seen.ahead) == (1, ["B2"], 1)
    assert [player.tricks for player in seen.players] == [0, 1, 0]
    assert [player.hand for player in seen.players] == [1, 0, 1]


def test_the_score_sheet_lists_every_finished_round() -> None:
    table = dealt(3, "R2 R5 B1 G7", "").play("bid 1", "bid 1", "bid 0").cards("R2 R5 B1")
    assert table.seen(None).sheet == [SheetRound([0, 1, 1], [0, 0, 1], [20, -10, 30])]
    assert [player.total for player in table.seen(0).players] == [20, -10, 30]


def test_the_end_of_a_match_may_be_shown_with_all_hands_and_bids() -> None:
    table = position("R1 R2", "B1 B2", "G1 G2", bidding="hidden", bids=(0, 1, 2))
    everything = RULES.reveal(table.state)
    assert everything.hands == [["R1", "R2"], ["B1", "B2"], ["G1", "G2"]]
    assert everything.bids == [0, 1, 2]
    assert everything.view.hand is None


def test_a_state_that_replays_a_record_is_encoded_with_its_shuffles() -> None:
    start = RULES.start(Setup(3, WizardOptions(), Chance("a seed")))
    again = RULES.start(Setup(3, WizardOptions(), Chance(recorded=start.shuffles)))
    assert again.events == start.events
    assert RULES.decode(RULES.encode(again.state)) == again.state
