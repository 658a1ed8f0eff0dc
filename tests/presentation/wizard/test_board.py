"""The table as text, and the scores."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from games.catalogue.wizard.rules.scoring import points
from tests.presentation.wizard.positions import RULES, WORDS, positions, whole_matches
from tests.rules.wizard.positions import position

NAMES = {0: "Anna", 1: "Bo", 2: "Carla"}

BOARD = """\
Round 3 of 20: playing
  Trump: green (turned up: green 7)
  Bids: 4 together, for 3 tricks
  Trick 2: Carla yellow 13, Anna blue 1; Carla is ahead
  Played so far: R2, G1 G2

Players:
  Anna: 0 points, bid 1, took 0, 1 card
  Bo (you): 0 points, bid 2, took 0, 2 cards
  Carla: 0 points, bid 1, took 1, 1 card, dealer

Your hand: 2 cards
  red: R9
  wizards: Z"""


def test_the_board_is_plain_text_that_says_what_each_line_is_about() -> None:
    table = position(
        "R2 B1 B9", "G1 R9 Z", "Y13 G2 N", leader=1, trump="G", turned="G7", bids=(1, 2, 1)
    )
    table.cards("G1 G2 R2").cards("Y13 B1")
    assert WORDS.board(table.seen(1), NAMES) == BOARD


def test_no_line_is_wider_than_a_mail_allows_whatever_the_names() -> None:
    names = dict.fromkeys(range(6), "A very long name with many words " * 9)
    names[1] = "Donaudampfschifffahrtsgesellschaftskapitän\n" * 4
    for place in positions()[::5]:
        for view in place.views():
            board = WORDS.board(view, names)
            assert max(map(len, board.splitlines())) <= 72
            assert "None" not in board


def test_a_spectators_board_shows_no_hand_and_a_seats_board_only_its_own() -> None:
    for place in positions()[::5]:
        for view in place.views():
            assert ("Your hand" in WORDS.board(view, place.names)) == bool(view.hand)


def test_a_hand_held_up_is_on_the_boards_of_the_others() -> None:
    table = position(
        "R1 Z", "B1 B2", "G1 N", phase="bid", leader=2, clairvoyance=True, turned="Y1", trump="Y"
    )
    assert "Anna holds up: R1, Z" in WORDS.board(table.seen(1), NAMES)
    assert "Bo holds up" not in WORDS.board(table.seen(1), NAMES)
    assert "holds up" not in WORDS.board(table.seen(None), NAMES)


def test_hidden_bids_are_on_the_board_of_their_owner_alone() -> None:
    table = position("R1 R2", "B1 B2", "G1 G2", bidding="hidden", bids=(0, 2, 1))
    assert "Bo (you): 0 points, bid 2" in WORDS.board(table.seen(1), NAMES)
    assert "Bo: 0 points, bid laid" in WORDS.board(table.seen(0), NAMES)
    assert "together" not in WORDS.board(table.seen(1), NAMES)


def test_the_cells_of_a_score_add_up_to_the_total() -> None:
    ended = [place for place in whole_matches() if not place.state.awaited]
    assert len(ended) == 5
    for place in ended:
        view = RULES.view(place.state, None)
        table = WORDS.score_table(view, place.names)
        assert [row.total for row in table.rows] == sorted(place.state.totals, reverse=True)
        for row in table.rows:
            sums = [cell.rpartition("= ")[2].replace("−", "-") for cell in row.cells]
            assert sum(map(int, sums)) == row.total
            seat = row.seat
            assert row.total == sum(points(one.bids[seat], one.tricks[seat]) for one in view.sheet)


def test_the_label_of_a_round_says_how_many_there_are() -> None:
    view: Any = SimpleNamespace(round=4, rounds=15)
    assert WORDS.round_label(view) == "Round 4 of 15"
