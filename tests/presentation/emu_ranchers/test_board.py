"""The table as text, and the scores."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from tests.presentation.emu_ranchers.positions import NAMES, RULES, WORDS, positions
from tests.rules.emu_ranchers.positions import position

BOARD = """\
Year 2 of 4: hatch, grow or discard
  Deck: 4. Discard pile: 2, on top 9MS (9 of Moons and Suns).
  Suits: M Moons, S Suns, V Waves, L Leaves, Y Wyrms, K Knots

Anna (you): −5 points so far, 3 cards in hand
  Bird 1: Moons, goes on above 6, now −7 points
    5ML 6MV
  Bird 2: Suns and Waves, goes on above 5 or below 5, now −13 points
    5SV

Bo: 9 points so far, 1 card in hand
  no birds yet
  Known of this hand: 4MS

Your hand: 3 cards
  AM 2MK 8YK"""


def test_the_board_is_plain_text_that_says_what_each_line_is_about() -> None:
    play = position("AM 2MK 8YK", "4MS", "5ML 6MV / 5SV", discard="9MS AK", year=2,
                    known=("", "4MS"), scores=((15, 9),))  # fmt: skip
    assert WORDS.board(RULES.view(play.state, 0), NAMES) == BOARD


def test_no_line_is_wider_than_a_mail_allows_whatever_the_names() -> None:
    names = {0: "A very long name with many words " * 9, 1: "Donaudampfschifffahrtskapitän\n" * 4}
    for each in positions()[::5]:
        for view in each.views():
            board = WORDS.board(view, names)
            assert max(map(len, board.splitlines())) <= 72
            assert ("Your hand" in board) == bool(view.hand)


def test_a_long_bird_goes_on_in_the_next_line_under_its_cards() -> None:
    bird = "CM 9MS 8MS 7ML 6MV 5ML 4MS 3MV 2MK AM"
    play = position("AS", birds=bird)
    assert f"\n    {bird}\n" in WORDS.board(RULES.view(play.state, 0), NAMES)


def test_the_points_of_finished_years_and_of_the_birds_now_add_up_to_the_total() -> None:
    for each in positions():
        table = WORDS.score_table(RULES.view(each.state, 1), NAMES)
        for row in table.rows:
            assert len(row.cells) == len(table.columns)
            assert sum(int(cell.replace("−", "-")) for cell in row.cells) == row.total
        assert [row.total for row in table.rows] == sorted(
            (row.total for row in table.rows), reverse=True
        )


def test_a_score_table_has_a_column_for_each_year_and_one_for_the_birds_on_the_table() -> None:
    play = position("AM", birds="5ML 6MV", year=3, scores=((4, -2), (6, 0)))
    table = WORDS.score_table(RULES.view(play.state, 0), NAMES)
    assert table.columns == ("Year 1", "Year 2", "Birds as they lie now")
    assert [(row.name, row.cells, row.total) for row in table.rows] == [
        ("you", ("4", "6", "−7"), 3),
        ("Bo", ("−2", "0", "0"), -2),
    ]


def test_the_years_are_counted_in_the_heading() -> None:
    view: Any = SimpleNamespace(round=2, years=7)
    assert WORDS.round_label(view) == "Year 2 of 7"
