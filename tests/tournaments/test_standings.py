"""Standings: every tie-break on figures worked by hand."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from tournaments.ranking.reckoning import Note, Reckoning
from tournaments.ranking.standings import StandingsRow, standings
from tournaments.ranking.tie_breaks import FOR_TABLES, FOR_TWO
from tournaments.rating.elo import performance
from tournaments.values.setup import Points, TournamentSetup, TournamentSetupError
from tournaments.values.tables import Entrant, TableResult

TWO = TournamentSetup("swiss", "seed", table_size=2, smallest=2, largest=2, points=Points.WINS)
FOUR = TournamentSetup("swiss", "seed", table_size=4)
ANNE, BEN, CARA, DAN, EVE = range(1, 6)


def entries(count: int, **ratings: int) -> list[Entrant]:
    return [Entrant(number, rating=ratings.get(f"e{number}")) for number in range(1, count + 1)]


def duel(number: int, winner: int, loser: int, *, drawn: bool = False) -> TableResult:
    """The winner sits first; tables are numbered by who sits there."""
    return TableResult(
        number, winner, "swiss", (winner, loser), {winner: 1, loser: 1 if drawn else 2}
    )


def bye(number: int, entry: int) -> TableResult:
    return TableResult(number, 100 + entry, "swiss", (entry,), {entry: 1})


def pod(number: int, *order: int, points: dict[int, int] | None = None) -> TableResult:
    """A table that finished in this order."""
    places = {entry: place for place, entry in enumerate(order, start=1)}
    return TableResult(number, min(order), "swiss", tuple(sorted(order)), places, points or {})


def ordered(rows: tuple[StandingsRow, ...]) -> list[tuple[int, int]]:
    return [(row.place, row.entry) for row in rows]


def figure(key: str, entry: int, rows: tuple[StandingsRow, ...]) -> Reckoning:
    row = next(row for row in rows if row.entry == entry)
    return next(one for one in row.figures if one.key == key)


def told(one: Reckoning, *fields: str) -> list[Any]:
    """Those fields of every line of the working."""
    return [tuple(getattr(term, field) for field in fields) for term in one.terms]


def by(*keys: str, setup: TournamentSetup = TWO) -> TournamentSetup:
    return replace(setup, tie_breaks=keys)


# Round 1: Anne beats Ben, Cara beats Dan, Eve has a bye. Round 2: Anne and Cara draw, Ben beats
# Eve, Dan has a bye. Points: Anne 1½, Cara 1½, Ben 1, Dan 1, Eve 1.
DUELS = [
    duel(1, ANNE, BEN), duel(1, CARA, DAN), bye(1, EVE),
    duel(2, ANNE, CARA, drawn=True), duel(2, BEN, EVE), bye(2, DAN),
]  # fmt: skip
HALVES = Fraction(1, 2)


def duels(*keys: str) -> tuple[StandingsRow, ...]:
    return standings(by(*keys), entries(5), DUELS)


def test_points_come_first_and_list_every_round() -> None:
    points = figure("points", ANNE, duels("buchholz"))
    assert [term.value for term in points.terms] == [1, HALVES]
    assert points.value == 3 * HALVES


def test_buchholz_sums_the_opponents_points() -> None:
    # Anne met Ben (1) and Cara (1½), Cara met Dan (1) and Anne (1½)
    rows = duels("buchholz")
    assert figure("buchholz", ANNE, rows).value == 5 * HALVES
    assert [(one.round, one.opponent) for one in figure("buchholz", ANNE, rows).terms] == [
        (1, BEN),
        (2, CARA),
    ]


def test_buchholz_takes_a_bye_for_an_opponent_with_ones_own_points() -> None:
    # Eve: her bye at her own 1, and Ben's 1
    eve = figure("buchholz", EVE, duels("buchholz"))
    assert told(eve, "value", "notes") == [(1, (Note.BYE,)), (1, ())]


def test_buchholz_cut_1_names_the_lowest_that_it_leaves_out() -> None:
    anne = figure("buchholz_cut_1", ANNE, duels("buchholz_cut_1"))
    assert anne.value == 3 * HALVES
    assert [term.opponent for term in anne.terms if Note.CUT in term.notes] == [BEN]


def test_median_buchholz_leaves_out_the_lowest_and_the_highest() -> None:
    results = [*DUELS, duel(3, ANNE, DAN), duel(3, EVE, CARA), bye(3, BEN)]
    # now Anne 2½, Ben 2, Cara 1½, Dan 1, Eve 2; Anne met Ben, Cara, Dan
    rows = standings(by("median_buchholz"), entries(5), results)
    assert figure("median_buchholz", ANNE, rows).value == 3 * HALVES


def test_a_cut_of_the_only_opponent_leaves_nothing_as_fide_has_it() -> None:
    rows = standings(by("buchholz_cut_1", "buchholz"), entries(2), [duel(1, ANNE, BEN)])
    assert figure("buchholz_cut_1", BEN, rows).value == 0
    assert figure("buchholz", BEN, rows).value == 1


def test_a_cut_at_larger_tables_never_leaves_nothing() -> None:
    rows = standings(by("median_buchholz", setup=FOUR), entries(2), [duel(1, ANNE, BEN)])
    assert figure("median_buchholz", BEN, rows).value == 6


def test_a_cut_takes_a_round_left_by_will_before_a_lower_opponent() -> None:
    left = replace(duel(2, ANNE, CARA), forfeits=frozenset({ANNE}), places={ANNE: 2, CARA: 1})
    results = [duel(1, ANNE, BEN), duel(1, CARA, DAN), left, duel(2, BEN, DAN)]
    terms = figure(
        "buchholz_cut_1", ANNE, standings(by("buchholz_cut_1"), entries(4), results)
    ).terms
    # Ben has 1; Anne’s dummy for the match with Cara has her own 1, and goes first
    assert [term.value for term in terms] == [1, 1]
    assert [term.notes for term in terms] == [(), (Note.UNPLAYED, Note.CUT)]


def test_a_dummy_has_half_a_win_for_each_round_at_most_and_the_missing_opponents_score() -> None:
    results = [duel(1, ANNE, BEN), bye(1, CARA), duel(2, ANNE, CARA), bye(2, BEN)]
    rows = standings(by("buchholz"), entries(3), [*results, duel(3, CARA, BEN), bye(3, ANNE)])
    # Anne has 3 of 3 points, the dummy of her bye 1½
    assert told(figure("buchholz", ANNE, rows), "value", "notes")[2] == (3 * HALVES, (Note.BYE,))


def test_rounds_after_the_last_one_count_as_drawn_for_the_opponents() -> None:
    results = [duel(1, ANNE, BEN), duel(2, CARA, ANNE), duel(3, CARA, ANNE)]
    rows = standings(by("buchholz"), entries(3), results)
    # Ben left after a loss: ½ + ½ for Anne; his own rounds 2 and 3 are nobody
    assert told(figure("buchholz", ANNE, rows), "value")[0] == (1,)
    assert told(figure("buchholz", BEN, rows), "notes")[1:] == [((Note.ABSENT,),)] * 2


def test_sonneborn_berger_counts_the_beaten_whole_and_the_drawn_half() -> None:
    rows = duels("sonneborn_berger")
    # Anne: Ben 1 + half of Cara's 1½; Dan: nothing from Cara, his bye at his own 1
    assert figure("sonneborn_berger", ANNE, rows).value == 1 + Fraction(3, 4)
    assert figure("sonneborn_berger", DAN, rows).value == 1
    terms = figure("sonneborn_berger", ANNE, rows).terms
    assert [term.factors for term in terms] == [(1, 1), (HALVES, 3 * HALVES)]


def test_head_to_head_decides_where_all_who_are_tied_have_met() -> None:
    results = [duel(1, BEN, ANNE), duel(1, CARA, DAN), duel(2, ANNE, DAN), duel(2, CARA, BEN)]
    rows = standings(by("head_to_head"), entries(4), results)
    assert ordered(rows) == [(1, CARA), (2, BEN), (3, ANNE), (4, DAN)]


def test_head_to_head_decides_nothing_where_two_of_the_tied_have_not_met() -> None:
    # Ben beat Eve, but both are level with Dan, who met neither
    rows = duels("head_to_head")
    assert ordered(rows)[2:] == [(3, BEN), (3, DAN), (3, EVE)]
    ben = figure("head_to_head", BEN, rows)
    assert ben.value == 0
    assert told(ben, "opponent", "value", "notes") == [(EVE, 1, (Note.NOT_ALL_MET,))]


def test_head_to_head_looks_only_at_those_still_tied_on_what_came_before() -> None:
    # Ben, Dan and Eve have a point; matches won (1, 0, 0) take Ben out
    results = [*DUELS, duel(3, DAN, EVE, drawn=True)]
    rows = standings(by("matches_won", "head_to_head"), entries(5), results)
    assert ordered(rows)[2:] == [(3, DAN), (3, EVE), (5, BEN)]
    assert [term.opponent for term in figure("head_to_head", EVE, rows).terms] == [DAN]


def test_r5_wins_of_two_are_full_wins_with_byes_and_matches_won_without() -> None:
    rows = duels("wins", "matches_won")
    everybody = (ANNE, CARA, BEN, DAN, EVE)
    assert [figure("wins", one, rows).value for one in everybody] == [1, 1, 1, 1, 1]
    assert [figure("matches_won", one, rows).value for one in everybody] == [1, 1, 1, 0, 0]


def test_wins_at_larger_tables_leave_byes_out_and_part_a_shared_first_place() -> None:
    shared = replace(pod(1, 1, 2, 3, 4), places={1: 1, 2: 1, 3: 3, 4: 4})
    rows = standings(by("wins", setup=FOUR), entries(5), [shared, bye(1, EVE)])
    assert [figure("wins", one, rows).value for one in (1, 2, 3, 5)] == [HALVES, HALVES, 0, 0]


def test_opponents_win_rate_is_a_mean_with_a_floor_of_a_third() -> None:
    rows = duels("opponents_win_rate")
    # Ben won 1 of 2, Cara 1½ of 2; Eve and Dan none of 1
    assert figure("opponents_win_rate", ANNE, rows).value == Fraction(5, 8)
    cara = figure("opponents_win_rate", CARA, rows)
    assert told(cara, "value", "notes") == [
        (Fraction(1, 3), (Note.FLOOR,)),
        (Fraction(3, 4), ()),
    ]


PODS = [
    pod(1, 1, 2, 3, 4), pod(1, 5, 6, 7, 8),
    pod(2, 1, 5, 2, 6), pod(2, 3, 7, 4, 8),
]  # fmt: skip


def test_opponents_points_are_a_mean_of_what_they_earned_elsewhere() -> None:
    rows = standings(by("opponents_points", setup=FOUR), entries(8), PODS)
    # Entry 1 met 2, 3, 4 (elsewhere 2, 6, 2) and 5, 2, 6: 2 was met twice and has no table left
    one = figure("opponents_points", 1, rows)
    assert told(one, "opponent", "value") == [
        (2, 2), (3, 6), (4, 2), (2, 2), (5, 6), (6, 4),
    ]  # fmt: skip
    assert one.terms[0].notes == (Note.FLOOR,)
    assert one.value == Fraction(22, 6)


def test_opponents_points_cut_the_lowest_from_five_rounds_up() -> None:
    four, five = (
        [duel(number, ANNE, number + 1) for number in range(1, rounds + 1)] for rounds in (4, 5)
    )
    setup = by("opponents_points")
    assert not any(
        Note.CUT in term.notes
        for term in figure("opponents_points", ANNE, standings(setup, entries(6), four)).terms
    )
    cut = figure("opponents_points", ANNE, standings(setup, entries(6), five)).terms
    assert sum(Note.CUT in term.notes for term in cut) == 1


def test_opponents_points_take_a_bye_for_one_who_earns_what_one_earns() -> None:
    rows = standings(by("opponents_points", setup=FOUR), entries(4), [pod(1, 2, 1, 3), bye(2, 1)])
    one = figure("opponents_points", 1, rows).terms[-1]
    assert (one.value, one.notes) == (Fraction(3 + 6, 2), (Note.BYE,))


def test_game_points_sum_the_games_own() -> None:
    tables = [pod(1, 1, 2, 3, points={1: 70, 2: 20, 3: 10}), pod(2, 3, 2, 1, points={3: 5, 1: -3})]
    rows = standings(by("game_points", setup=FOUR), entries(3), tables)
    assert [figure("game_points", one, rows).value for one in (1, 2, 3)] == [67, 20, 15]


def test_table_share_is_ones_part_of_the_points_at_the_table() -> None:
    tables = [pod(1, 1, 2, 3, points={1: 70, 2: 20, 3: 10})]
    rows = standings(by("table_share", setup=FOUR), entries(3), tables)
    assert [figure("table_share", one, rows).value for one in (1, 2, 3)] == [
        Fraction(7, 10), Fraction(1, 5), Fraction(1, 10),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("points", "shares"),
    [
        ({1: 20, 2: 0, 3: -10}, (Fraction(3, 4), Fraction(1, 4), Fraction(0))),
        ({}, (Fraction(1, 3),) * 3),
    ],
)
def test_table_shares_stay_between_none_and_all_below_zero_and_without_points(
    points: dict[int, int], shares: tuple[Fraction, ...]
) -> None:
    rows = standings(by("table_share", setup=FOUR), entries(3), [pod(1, 1, 2, 3, points=points)])
    assert tuple(figure("table_share", one, rows).value for one in (1, 2, 3)) == shares


def test_rating_performance_is_that_against_the_opponents_met() -> None:
    field = entries(5, e2=1700, e3=1900)
    rows = standings(by("rating_performance"), field, DUELS)
    anne = figure("rating_performance", ANNE, rows)
    assert anne.value == performance([1700.0, 1900.0], 1.5)
    assert told(anne, "value", "factors") == [(1700, (1,)), (1900, (HALVES,))]
    ben = figure("rating_performance", BEN, rows)
    assert told(ben, "value", "notes") == [(1500, (Note.UNRATED,))] * 2


def test_who_forfeits_has_lost_to_all_at_the_table_and_won_nothing() -> None:
    left = replace(pod(1, 1, 2, 3, 4), places={1: 1, 2: 2, 3: 3, 4: 3}, forfeits=frozenset({3, 4}))
    rows = standings(by("sonneborn_berger", "wins", setup=FOUR), entries(4), [left])
    assert [figure("points", one, rows).value for one in (1, 2, 3, 4)] == [6, 4, 0, 0]
    assert [figure("sonneborn_berger", one, rows).value for one in (1, 2, 3, 4)] == [4, 0, 0, 0]


def test_the_lot_parts_whom_nothing_else_does_and_anybody_can_draw_it_again() -> None:
    won = [duel(1, ANNE, BEN)]
    first = standings(by("lot"), entries(8), won)
    assert sorted(row.figures[-1].value for row in first) == list(range(8))
    assert [row.place for row in first] == list(range(1, 9))
    assert standings(by("lot"), entries(8), won) == first
    other = standings(replace(by("lot"), seed="another"), entries(8), won)
    assert [row.entry for row in other] != [row.entry for row in first]


def test_a_late_entry_does_not_turn_the_lots_of_the_others() -> None:
    won = [duel(1, ANNE, BEN)]
    before = [row.entry for row in standings(by("lot"), entries(8), won)]
    after = [row.entry for row in standings(by("lot"), entries(9), won) if row.entry != 9]
    assert after == before


def test_a_lot_never_decides_who_is_first() -> None:
    rows = standings(by("lot"), entries(4), [duel(1, ANNE, BEN), duel(1, CARA, DAN)])
    assert ordered(rows)[:2] == [(1, ANNE), (1, CARA)]
    assert [row.place for row in rows[2:]] == [3, 4]


def test_a_play_off_decides_who_is_first_and_gives_no_points() -> None:
    drawn = [duel(1, ANNE, BEN), duel(1, CARA, DAN)]
    last = replace(duel(2, CARA, ANNE), stage="play_off")
    rows = standings(by("lot"), entries(4), [*drawn, last])
    assert ordered(rows)[:2] == [(1, CARA), (2, ANNE)]
    assert figure("points", CARA, rows).value == 1


def test_without_a_lot_those_who_are_equal_share_a_place() -> None:
    assert ordered(standings(by("wins"), entries(4), [duel(1, BEN, ANNE)])) == [
        (1, BEN), (2, ANNE), (2, CARA), (2, DAN),
    ]  # fmt: skip


@pytest.mark.parametrize(("setup", "keys"), [(TWO, FOR_TWO), (FOUR, FOR_TABLES)])
def test_a_tournament_that_states_no_tie_breaks_has_the_usual_ones(
    setup: TournamentSetup, keys: tuple[str, ...]
) -> None:
    row = standings(setup, entries(4), [])[0]
    assert tuple(one.key for one in row.figures) == ("points", *keys)


def test_tie_breaks_decide_in_the_order_that_the_tournament_states() -> None:
    tables = [
        pod(1, 1, 2, 3, 4, points={1: 9, 2: 8, 3: 0, 4: 0}),
        pod(1, 5, 6, 7, 8, points={5: 30, 6: 1, 7: 0, 8: 0}),
    ]
    shares = standings(by("table_share", "lot", setup=FOUR), entries(8), tables)
    sums = standings(by("game_points", "lot", setup=FOUR), entries(8), tables)
    assert [row.entry for row in shares[:4]] == [5, 1, 2, 6]
    assert [row.entry for row in sums[:4]] == [5, 1, 2, 6]
    less = [tables[0], replace(tables[1], points={5: 8, 6: 0, 7: 0, 8: 0})]
    assert standings(by("table_share", setup=FOUR), entries(8), less)[0].entry == 5
    assert standings(by("game_points", setup=FOUR), entries(8), less)[0].entry == 1


def test_an_unknown_tie_break_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(TournamentSetupError) as refusal:
        standings(by("wins", "coin"), entries(2), [])
    assert refusal.value.code == "unknown_tie_break"
    assert refusal.value.figures["given"] == "coin"
    assert "sonneborn_berger" in str(refusal.value.figures["known"])


def test_a_tie_break_named_twice_is_refused() -> None:
    with pytest.raises(TournamentSetupError, match="tie_break_twice"):
        standings(by("wins", "lot", "wins"), entries(2), [])


def test_a_table_with_a_stranger_is_refused() -> None:
    with pytest.raises(ValueError, match="stranger"):
        standings(TWO, entries(2), [duel(1, ANNE, CARA)])


def test_open_tables_do_not_count() -> None:
    still_on = replace(DUELS[4], places={})
    running = [table if table.seats != (BEN, EVE) else still_on for table in DUELS]
    without = [table for table in DUELS if table.seats != (BEN, EVE)]
    assert standings(FOUR, entries(5), running) == standings(FOUR, entries(5), without)
    rows = {name: standings(by("buchholz"), entries(5), tables)
            for name, tables in (("running", running), ("without", without))}  # fmt: skip
    # Who still plays lacks a term; who has no match in a round has a dummy for it.
    assert len(figure("buchholz", BEN, rows["running"]).terms) == 1
    assert len(figure("buchholz", BEN, rows["without"]).terms) == 2


def test_a_thousand_who_are_all_tied_are_ranked_in_a_moment() -> None:
    tables = [
        replace(duel(number, one, one + number, drawn=True), table=one)
        for number in (1, 3)
        for one in range(1, 1000, 2)
        if one + number <= 1000
    ]
    rows = standings(TWO, entries(1000), tables)
    assert len(rows) == 1000
    assert rows[0].figures[0].value == 1
