"""What a pool reckons beyond a single match: repeats, idleness, refunds."""

from __future__ import annotations

from random import Random

import pytest

from tests.research.predictions import EloSystem, StrengthSystem, measure, population
from tests.sizes import IS_LONG, sized
from tournaments.rating.elo import FIRST_UNCERTAINTY, NEWCOMER, EloRating, rate
from tournaments.rating.forecasts import SkillStrength, chance
from tournaments.rating.pools import DAY, MatchToRate, Pool
from tournaments.rating.published_measurements import measured

SETTLED = EloRating(uncertainty=60_000, matches=100, opponents=40)


def settled_pool(*players: int) -> Pool:
    return Pool(ratings=dict.fromkeys(players, SETTLED))


def test_a_weight_scales_what_passes_between_two_and_keeps_the_sum_at_nothing() -> None:
    plain = rate([SETTLED] * 3, [1, 2, 3])
    weighed = rate([SETTLED] * 3, [1, 2, 3], weights={(0, 2): 0.5})
    assert weighed[0].exchanges[0] == plain[0].exchanges[0]
    assert weighed[0].exchanges[1].step == plain[0].exchanges[1].step / 2
    assert sum(change.thousandths for change in weighed) == 0


def test_random_weights_keep_the_sum_of_settled_players_at_exactly_nothing() -> None:
    dice = Random(1)
    for _ in range(300):
        seats = dice.randint(2, 6)
        ratings = [
            EloRating(dice.randint(1_000_000, 2_200_000), 60_000, 50, 9) for _ in range(seats)
        ]
        pairs = [(a, b) for a in range(seats) for b in range(a + 1, seats)]
        weights = {pair: dice.random() for pair in pairs}
        places = [dice.randint(1, seats) for _ in range(seats)]
        changes = rate(ratings, places, weights=weights)
        assert sum(change.thousandths for change in changes) == 0


def test_the_third_match_of_a_pair_within_30_days_counts_one_over_the_root_of_three() -> None:
    pool = settled_pool(1, 2)
    steps = []
    for number in range(3):
        change = pool.play(MatchToRate((1, 2), (1 + number % 2, 2 - number % 2), at=number * DAY))
        steps.append(change[1].exchanges[0].step)
    assert steps == pytest.approx([16, 16 / 2**0.5, 16 / 3**0.5])


def test_after_30_days_a_pair_counts_in_full_again() -> None:
    pool = settled_pool(1, 2)
    pool.play(MatchToRate((1, 2), (1, 2), at=0))
    later = pool.play(MatchToRate((1, 2), (1, 2), at=30 * DAY))
    assert later[1].exchanges[0].step == 16


def test_a_table_where_half_of_the_pairs_met_over_ten_times_changes_nothing() -> None:
    pool = settled_pool(1, 2)
    for number in range(10):
        assert pool.play(MatchToRate((1, 2), (1, 2), at=number * 3600))
    before = dict(pool.ratings)
    assert pool.play(MatchToRate((1, 2), (1, 2), at=11 * 3600)) == {}
    assert pool.ratings == before
    # two of three pairs are new with a third at the table
    assert pool.play(MatchToRate((1, 2, 3), (1, 2, 3), at=12 * 3600))


def test_a_month_without_a_match_changes_nothing_and_more_only_the_uncertainty() -> None:
    assert SETTLED.rested(30) == SETTLED
    idle = SETTLED.rested(30 + 365)
    assert idle.thousandths == SETTLED.thousandths
    assert idle.uncertainty == pytest.approx((60_000**2 + 4000**2 * 365) ** 0.5, abs=1)
    assert SETTLED.rested(100_000).uncertainty == FIRST_UNCERTAINTY
    assert NEWCOMER.rested(1000) == NEWCOMER


def test_the_next_match_starts_from_the_grown_uncertainty() -> None:
    pool = settled_pool(1, 2)
    pool.play(MatchToRate((1, 2), (1, 2), at=0))
    soon, late = Pool(ratings=dict(pool.ratings)), Pool(ratings=dict(pool.ratings))
    for copy, at in ((soon, DAY), (late, 400 * DAY)):
        copy.played_at = dict(pool.played_at)
        copy.play(MatchToRate((1, 2), (1, 2), at=at))
    assert late.rating(1).uncertainty > soon.rating(1).uncertainty
    assert late.rating(1).thousandths > 0


def test_recent_opponents_are_those_of_the_last_30_matches() -> None:
    pool = Pool()
    for other in range(1, 41):
        pool.play(MatchToRate((0, other), (1, 2), at=other * DAY))
    assert pool.recent_opponents(0) == 30
    assert pool.rating(0).opponents == 40
    for number in range(29):
        pool.play(MatchToRate((0, 1 + number % 3), (1, 2), at=(100 + 40 * number) * DAY))
    assert pool.recent_opponents(0) == 4


def test_a_pool_that_knows_only_the_table_gives_the_same_as_the_whole_pool() -> None:
    whole, dice = Pool(), Random(2)
    for number in range(400):
        players = tuple(dice.sample(range(12), dice.randint(2, 5)))
        match = MatchToRate(players, tuple(range(1, len(players) + 1)), at=number * 9 * 3600)
        part = Pool(
            {one: whole.rating(one) for one in players if one in whole.ratings},
            {one: whole.met.get(one, {one}) & {*players} | {one} for one in players},
            {one: whole.played_at[one] for one in players if one in whole.played_at},
            {pair: list(times) for pair, times in whole.meetings.items() if {*pair} <= {*players}},
        )
        assert part.play(match) == whole.play(match)
        assert all(part.rating(one) == whole.rating(one) for one in players)


def test_a_refund_moves_the_rating_and_nothing_else() -> None:
    pool = settled_pool(1)
    pool.refund(1, 2500)
    assert pool.rating(1) == EloRating(SETTLED.thousandths + 2500, 60_000, 100, 40)


def test_a_stronger_player_is_expected_to_win_the_more_the_better_both_are_known() -> None:
    strong, weak = SkillStrength(0.5, 0.2), SkillStrength(-0.5, 0.2)
    assert chance(strong, strong) == 0.5
    assert 0.5 < chance(SkillStrength(0.5, 1.0), weak) < chance(strong, weak)
    assert chance(strong, weak, 1.2) > chance(strong, weak)
    assert chance(strong, weak) + chance(weak, strong) == pytest.approx(1)
    assert (strong.shown, strong.band) == (1587, 35)


def test_r7_chances_as_told_are_kept_and_surprise_no_more_than_the_curve() -> None:
    """On a smaller population than the published measurement, so with some room."""
    people = population("told", players=sized(150, 400), matches=sized(700, 3000), spread=1.0)
    told, curve = measure(people, StrengthSystem()), measure(people, EloSystem())
    assert told.calibration <= (0.016 if IS_LONG else 0.02)
    assert told.log_loss <= curve.log_loss
    assert told.newcomer_log_loss <= curve.newcomer_log_loss + 0.005


def test_r7_the_published_measurement_keeps_the_targets() -> None:
    """Pair loss within 0.005 of OpenSkill's and 0.035 of the truth, no cohort worse than Elo's."""
    for trial in measured().trials:
        lines = {line.system: line for line in trial.lines}
        told, shown = lines["Strength"], lines["Elo as shown"]
        assert told.calibration <= 0.012
        assert told.log_loss <= lines["OpenSkill Plackett-Luce"].log_loss + 0.005
        assert told.log_loss <= lines["if skills were known"].log_loss + 0.035
        assert told.newcomer_log_loss <= shown.newcomer_log_loss + 0.005
