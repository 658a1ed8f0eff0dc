"""What holds in every position of every match, tried on random ones."""

from itertools import islice

from games.catalogue.wizard.rules.scoring import points
from games.rules.configurations import Configuration
from tests.rules.random_positions import few, matches, positions
from tests.rules.wizard.positions import RULES


@few
@matches(RULES)
def test_no_card_is_lost_or_doubled(table: Configuration, seed: int, stop: int) -> None:
    whole = 15 * table.seats if table.options.monochrome else 60
    states = list(islice(positions(RULES, table, seed), stop + 1))
    assert {len(RULES.cards(state)) for state in states} == {whole}
    assert len({RULES.cards(state) for state in states}) == 1


@few
@matches(RULES)
def test_a_round_gives_away_each_trick_once_and_counts_its_points(
    table: Configuration, seed: int, stop: int
) -> None:
    for state in islice(positions(RULES, table, seed), stop + 1):
        assert sum(state.tricks) == len(state.played) // state.seats
        rounds = RULES.view(state, None).sheet
        for number, finished in enumerate(rounds):
            size = number + {True: 4, False: 2 if state.seats == 2 else 1}[state.options.monochrome]
            assert sum(finished.tricks) == size
            assert finished.points == list(map(points, finished.bids, finished.tricks))
        totals = [sum(column) for column in zip(*(one.points for one in rounds), strict=True)]
        assert list(state.totals) == (totals or [0] * state.seats)
