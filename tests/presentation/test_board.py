"""The table as text, and the scores."""

from __future__ import annotations

import pytest
from django.utils import translation
from msgspec import convert
from msgspec.structs import replace

from games.catalogue.wild_cards.rules.cards import SPECIES
from games.catalogue.wild_cards.rules.view import LaidBid, WildCardsView
from games.presentation import presentation_for
from games.presentation.values import figure, signed
from games.presentation.words import number_of_points
from tests.presentation.positions import RULES, positions

words = presentation_for("wild-cards")

VIEW = convert(
    {
        "game": "wild-cards",
        "edition": "2022",
        "seats": 2,
        "seat": 1,
        "leo": 2,
        "virtual": ["Leo"],
        "round": 4,
        "rounds": 14,
        "phase": "take",
        "market": ["lion", None],
        "animals_left": 20,
        "deck": 12,
        "discard": ["F1", "S2"],
        "talisman": 0,
        "leaders": dict.fromkeys(SPECIES) | {"peacock": 1, "lion": 2},
        "players": [
            {
                "seat": 0,
                "leo": False,
                "hand": 1,
                "collection": dict.fromkeys(SPECIES, 0),
                "tokens": 0,
                "bid": {"open": False, "cards": 2},
                "payment": None,
                "shown": [],
                "took": None,
                "state": "waiting",
            },
            {
                "seat": 1,
                "leo": False,
                "hand": 5,
                "collection": dict.fromkeys(SPECIES, 0) | {"peacock": 2, "ibex": 1},
                "tokens": 2,
                "bid": {"open": True, "cards": ["F3"]},
                "payment": ["F1", "W2"],
                "shown": [],
                "took": None,
                "state": "tied",
            },
            {
                "seat": 2,
                "leo": True,
                "hand": 4,
                "collection": dict.fromkeys(SPECIES, 0) | {"lion": 1},
                "tokens": 0,
                "bid": {"open": True, "cards": ["M4"]},
                "payment": None,
                "shown": [],
                "took": "lion",
                "state": "took",
            },
        ],
        "awaited": [1],
        "hand": ["F1", "F3", "S2", "W4", "W4", "R"],
        "own_bid": None,
        "score": [
            {
                "first": 0,
                "second": 0,
                "leaders": 0,
                "tokens": 0,
                "total": 0,
                "first_species": None,
                "second_species": None,
            },
            {
                "first": 4,
                "second": 1,
                "leaders": 3,
                "tokens": 2,
                "total": 10,
                "first_species": "peacock",
                "second_species": "ibex",
            },
        ],
    },
    WildCardsView,
)
NAMES = {0: "Anna", 1: "Bo"}

BOARD = """\
Round 4 of 14: taking animals
  Market: lion
  Animals to come: 20. Habitat deck: 12. Discard pile: 2.
  Leaders nobody has: squirrel, eagle, ibex, meerkat
  Talisman: Anna

Anna: 0 points so far, 1 card in hand
  Animals: none yet
  Bid, face down: 2 cards

Bo (you): 10 points so far, 5 cards in hand
  Animals: 2 peacocks, 1 ibex
  Leaders: peacock (3 points at the end)
  Bid: forest 3
  Payment: forest 1 and wild 2

Leo (virtual player): 4 cards in the pile
  Animals: 1 lion
  Leaders: lion
  Bid: mountains 4
  Took: lion

Your hand: 5 cards, and R (Refill)
  forest: F1 F3
  savannah: S2
  wild: W4 W4"""


def test_the_board_is_plain_text_that_says_what_each_line_is_about() -> None:
    assert words.board(VIEW, NAMES) == BOARD


def test_no_line_is_wider_than_a_mail_allows_whatever_the_names() -> None:
    names = dict.fromkeys(range(5), "A very long name with many words " * 9)
    names[1] = "Donaudampfschifffahrtsgesellschaftskapitän\n" * 4
    for position in positions()[::7]:
        for view in position.views():
            board = words.board(view, names)
            assert max(map(len, board.splitlines())) <= 72
            assert board.isascii() or "…" in board or "ä" in board


def test_a_spectators_board_shows_no_hand_and_a_seats_board_only_its_own() -> None:
    for position in positions()[::7]:
        for view in position.views():
            board = words.board(view, position.names)
            assert ("Your hand" in board) == (view.hand is not None)


def test_an_own_bid_face_down_is_shown_to_its_owner() -> None:
    players = [replace(VIEW.players[1], bid=LaidBid(open=False, cards=2))]
    view = replace(VIEW, players=players, own_bid=["F3", "R"])
    assert "Bid, face down: forest 3 and Refill card" in words.board(view, NAMES)


def test_a_score_table_shows_the_sum_of_each_player_best_first() -> None:
    table = words.score_table(VIEW, NAMES)
    assert table.columns == (
        "Most of a species × 2",
        "Second most × 1",
        "Leaders",
        "Natural habitats",
    )
    assert [(row.name, row.cells, row.total) for row in table.rows] == [
        ("you", ("peacock 2 × 2 = 4", "ibex 1 × 1 = 1", "peacock 3 = 3", "2"), 10),
        ("Anna", ("0", "0", "0", "0"), 0),
    ]


def test_the_cells_of_a_score_add_up_to_the_total() -> None:
    for position in positions():
        if RULES.phase(position.state) is None:
            table = words.score_table(RULES.view(position.state, None), position.names)
            assert len(table.rows) == position.seats
            for row in table.rows:
                assert sum(int(cell.split("= ")[-1]) for cell in row.cells) == row.total


def test_the_animals_are_counted_where_they_part_people_of_equal_points() -> None:
    level = replace(VIEW, score=(VIEW.score[1], VIEW.score[1]))
    assert words.tie_words(level, NAMES) == "On equal points, more animals win: you 3, Anna 0."
    assert words.tie_words(VIEW, NAMES) == ""


@pytest.mark.parametrize("language", ["en", "it", "es", "nl"])
def test_points_below_nothing_have_the_minus_sign(language: str) -> None:
    with translation.override(language):
        assert number_of_points(-10).startswith("−10 ")
    assert (figure(-4), figure(4), signed(-4), signed(4), signed(0)) == ("−4", "4", "−4", "+4", "0")
