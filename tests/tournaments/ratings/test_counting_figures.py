"""Figures are counted once a match, and counting anew gives the same to the last digit."""

from __future__ import annotations

from io import StringIO
from random import Random
from unittest.mock import patch

import msgspec
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.ratings.cast import NAMES, at_day, day, finished, named, played_by_bots
from tournaments.figures.careers import Career, RatingCourse
from tournaments.figures.chronicles import ALL_TIME, Chronicle
from tournaments.figures.tables import RatedPart
from tournaments.models import MemberFigures, PlayedMatch, PoolFigures, RatedMatch, Rivalry
from tournaments.services.counting_figures import count_due
from tournaments.services.rating_finished_matches import settle_due
from tournaments.services.strikes import strike_match

pytestmark = pytest.mark.django_db


def season(matches: int = 30, seed: int = 3) -> None:
    dice = Random(seed)
    for number in range(matches):
        names = dice.sample(NAMES[:7], dice.choice([2, 3, 4]))
        left = names[:1] if number % 9 == 4 else []
        finished(names, at=day(number), left=left, is_public=number % 5 != 0)
        if number % 4 == 0:
            settle_due()
    settle_due()


def career(name: str, pool: str = "wizard") -> Career:
    row = MemberFigures.objects.get(member=named(name), pool=pool)
    return msgspec.json.decode(row.figures, type=Career)


def chronicle(pool: str = "wizard") -> Chronicle:
    return msgspec.json.decode(PoolFigures.objects.get(pool=pool).figures, type=Chronicle)


def recounted(*arguments: str) -> str:
    out = StringIO()
    call_command("rebuildfigures", *arguments, stdout=out)
    return out.getvalue()


def test_counting_anew_gives_what_was_counted_as_matches_ended() -> None:
    season()
    before = list(MemberFigures.objects.order_by("pk").values_list("member", "figures", "course"))
    pairs = list(Rivalry.objects.order_by("member", "opponent").values_list("pools", "share"))
    assert "figures of 0 players differ" in recounted("--check")
    assert "0 pairs of players differ" in recounted()
    after = list(MemberFigures.objects.order_by("pk").values_list("member", "figures", "course"))
    assert after == before
    assert pairs == list(
        Rivalry.objects.order_by("member", "opponent").values_list("pools", "share")
    )


def test_a_figure_that_was_changed_is_noticed_and_put_right() -> None:
    season(6)
    row = MemberFigures.objects.order_by("pk").first()
    assert row is not None
    kept = row.figures
    MemberFigures.objects.filter(pk=row.pk).update(figures="{}")
    Rivalry.objects.filter(member=row.member_id).update(matches=99)
    with pytest.raises(CommandError):
        recounted("--check")
    assert "figures of 1 players differ" in recounted()
    assert MemberFigures.objects.get(pk=row.pk).figures == kept
    recounted("--check")


def test_a_match_that_is_struck_leaves_all_figures() -> None:
    season(12)
    crooked = finished(["Anna", "Bo"], at=day(20))
    finished(["Anna", "Carla"], at=day(21))
    settle_due()
    whole = career("Anna").whole
    pair = Rivalry.objects.get(member=named("Anna"), opponent=named("Bo"))
    strike_match(crooked.code, reason="sold")
    count_due()
    assert career("Anna").whole.matches == whole.matches - 1
    left = Rivalry.objects.filter(member=named("Anna"), opponent=named("Bo")).first()
    assert (left.matches if left else 0) == pair.matches - 1
    assert crooked.code not in {one.code for one in career("Anna").form}
    recounted("--check")


def test_a_rating_that_was_ruled_otherwise_is_counted_anew() -> None:
    season(6)
    rated = RatedMatch.objects.filter(is_counted=True).order_by("pk")[0]
    assert not PoolFigures.objects.get(pool="wizard").is_stale
    for result in rated.results:
        result["place"] = 1
    rated.save()
    call_command("rebuildratings", stdout=StringIO())
    assert PoolFigures.objects.get(pool="wizard").is_stale
    count_due()
    assert not PoolFigures.objects.get(pool="wizard").is_stale
    recounted("--check")


def test_runs_form_and_seasons_follow_the_matches() -> None:
    for number in range(4):
        finished(["Anna", "Bo", "Carla"], at=day(number))
    finished(["Anna", "Bo"], [2, 1], at=day(5))
    finished(["Anna", "Bo"], at=day(6), left=["Anna"])
    finished(["Anna", "Bo"], at=day(40))
    settle_due()
    anna = career("Anna")
    assert (anna.wins.best, anna.wins.now, anna.stays.now, anna.stays.best) == (4, 1, 1, 5)
    assert [one.kind for one in anna.form] == [*["won"] * 4, "lower", "left", "won"]
    assert {key: one.tally.matches for key, one in anna.seasons.items()} == {
        "2026-1": 6,
        "2026-2": 1,
    }
    assert anna.seats["3/1"].won == 4
    assert anna.whole.matches == 7
    assert chronicle().marks[ALL_TIME].streaks[0].value == 4
    assert len(chronicle().marks[ALL_TIME].streaks) == 1


def test_a_private_match_that_was_not_rated_is_in_no_figure() -> None:
    finished(["Anna", "Bo"], at=day(1), is_public=False, is_rated=False)
    settle_due()
    assert not MemberFigures.objects.exists()
    assert not Rivalry.objects.exists()
    assert chronicle().matches == 0


def test_an_upset_names_the_best_settled_one_who_was_beaten() -> None:
    with at_day(60):
        for number in range(14):
            finished([NAMES[0], NAMES[1 + number % 6]], at=day(number))
        upset = finished(["Lena", "Anna"], at=day(20))
        settle_due()
    best = career("Lena").upsets[0]
    assert (best.code, best.other) == (upset.code, named("Anna").pk)
    assert best.value > 0


def test_a_long_course_keeps_a_bounded_number_of_points() -> None:
    course = RatingCourse()
    for number in range(5000):
        course.take(number, RatedPart(1_500_000, 1_500_000 + number, 60_000, 1500, 60))
    assert 100 < len(course.shown) <= 241
    assert course.shown[-1].at == 4999
    gaps = {two.at - one.at for one, two in zip(course.points, course.points[1:], strict=False)}
    assert len(gaps) == 1


def test_counting_takes_the_same_queries_however_many_matches_wait() -> None:
    season(4)

    def queries(matches: int) -> int:
        for number in range(matches):
            finished(NAMES[:3], at=day(50 + number))
        with patch("tournaments.services.rating_finished_matches.count_due"):
            settle_due()
        with CaptureQueriesContext(connection) as counted:
            assert count_due() == 3 * matches
        return len(counted)

    assert queries(1) == queries(6)


@pytest.mark.parametrize("game", ["wild-cards", "wizard", "cubirds", "emu-ranchers"])
def test_traits_of_every_game_are_read_from_how_it_was_played(game: str) -> None:
    match = played_by_bots(game)
    settle_due()
    rows = PlayedMatch.objects.filter(match=match)
    assert rows
    groups = {trait.partition("-")[0] for row in rows for trait in row.traits.split()}
    assert "opening" in groups
    assert len(groups) > 1
