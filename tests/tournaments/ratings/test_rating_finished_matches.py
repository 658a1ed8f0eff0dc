"""Finished matches become ratings and records: which, for whom, in which order, and once."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.db import connection, connections, transaction
from pytest_django import DjangoAssertNumQueries

from games.models import Match, Order, Player
from tests.tournaments.ratings.cast import (
    NAMES,
    answered,
    day,
    finished,
    named,
    points,
    rating,
    taken_over,
)
from tournaments.models import (
    PlayedMatch,
    RatedMatch,
    Rating,
    RatingChange,
    RatingPool,
    Reliability,
)
from tournaments.rating.elo import START as FIRST_POINTS
from tournaments.services.rating_finished_matches import settle_due
from tournaments.services.rebuilding import rebuild_pool
from tournaments.services.reliability import reliability, reliability_of
from tournaments.services.settling_locks import lock_pool

pytestmark = pytest.mark.django_db


def played(name: str) -> PlayedMatch:
    return PlayedMatch.objects.filter(member__name=name).latest("id")


def test_a_finished_match_of_people_is_rated_with_its_sum() -> None:
    match = finished(["Anna", "Bo", "Carla"])
    assert settle_due() == 1
    match.refresh_from_db()
    assert match.settled_at is not None
    change = RatingChange.objects.get(member__name="Anna")
    assert points("Anna") - FIRST_POINTS == sum(part[-1] for part in change.exchanges) > 0
    assert {part[0] for part in change.exchanges} == {named("Bo").pk, named("Carla").pk}
    assert (change.place, change.table_size, change.seat) == (1, 3, 0)
    assert points("Anna") + points("Bo") + points("Carla") == 3 * FIRST_POINTS


def test_settling_again_changes_nothing() -> None:
    finished(["Anna", "Bo"])
    assert settle_due() == 1
    before = list(Rating.objects.values())
    assert settle_due() == 0
    assert list(Rating.objects.values()) == before


def test_even_a_match_that_is_offered_twice_is_rated_once() -> None:
    match = finished(["Anna", "Bo"])
    settle_due()
    before = points("Anna")
    Match.objects.filter(pk=match.pk).update(settled_at=None)
    assert settle_due() == 1
    assert points("Anna") == before
    assert RatedMatch.objects.count() == 1


@pytest.mark.parametrize(
    "terms",
    [{"is_rated": False}, {"bots": 1}],
    ids=["agreed not to count", "with a bot from the start"],
)
def test_a_match_that_does_not_count_is_settled_without_a_rating(terms: dict[str, object]) -> None:
    finished(["Anna", "Bo"], **terms)  # type: ignore[arg-type]
    assert settle_due() == 1
    assert not Rating.objects.exists()
    assert not RatedMatch.objects.exists()
    assert played("Anna").is_shown


def test_a_match_of_one_person_leaves_no_trace_in_records() -> None:
    finished(["Anna"], bots=2)
    assert settle_due() == 1
    assert not PlayedMatch.objects.exists()
    assert reliability(named("Anna").pk) == 75


def test_editions_are_rated_apart() -> None:
    for edition in ("2022", "2020"):
        finished(["Anna", "Bo", "Carla"], game="wild-cards", options={"edition": edition})
    settle_due()
    assert {row.pool for row in Rating.objects.all()} == {"wild-cards/2022", "wild-cards/2020"}
    assert rating("Anna", "wild-cards/2020").matches == 1


def test_who_left_has_lost_to_all_who_stayed() -> None:
    finished(["Anna", "Bo", "Carla"], [1, 2, 3], left=["Anna"])
    settle_due()
    assert points("Anna") < FIRST_POINTS < points("Bo")
    assert points("Carla") == FIRST_POINTS
    assert RatingChange.objects.get(member__name="Anna").has_left


def test_who_resigned_has_left_whatever_the_bot_made_of_it() -> None:
    match = finished(["Anna", "Bo"])
    Player.objects.filter(match=match, seat=0).update(resigned_at=day(0))
    settle_due()
    assert points("Anna") < FIRST_POINTS


def test_a_seat_that_changed_hands_is_rated_as_that_of_the_one_who_left_it() -> None:
    match = finished(["Anna", "Bo", "Carla"])
    taken_over(match, "Anna", by="Dirk")
    settle_due()
    assert points("Anna") < FIRST_POINTS
    assert not Rating.objects.filter(member__name="Dirk").exists()
    assert played("Anna").has_left
    assert (played("Dirk").reliability_change, played("Dirk").is_shown) == (1, False)


def test_the_order_is_that_in_which_matches_ended_whatever_their_ids() -> None:
    late = finished(["Anna", "Bo"], at=day(2))
    early = finished(["Anna", "Bo"], [2, 1], at=day(1))
    settle_due()
    rated = RatedMatch.objects.order_by("pk").values_list("match_id", flat=True)
    assert list(rated) == [early.pk, late.pk]


def test_a_match_that_cannot_be_settled_does_not_hold_up_the_others() -> None:
    broken = finished(["Anna", "Bo"], at=day(1))
    Player.objects.filter(match=broken, seat=0).update(place=None)
    finished(["Anna", "Bo"], at=day(2))
    assert settle_due() == 1
    broken.refresh_from_db()
    assert broken.settled_at is None
    Player.objects.filter(match=broken, seat=0).update(place=1)
    assert settle_due() == 1


def test_too_many_matches_of_the_same_two_stop_to_count_and_are_recorded_still() -> None:
    for number in range(12):
        finished(["Anna", "Bo"], at=day(number))
    settle_due()
    assert rating("Anna").matches == 10
    assert (
        list(RatedMatch.objects.order_by("pk").values_list("is_counted", flat=True))
        == [True] * 10 + [False] * 2
    )
    assert PlayedMatch.objects.filter(member__name="Anna").count() == 12


def test_pace_and_misses_are_those_of_the_closed_match() -> None:
    match = finished(["Anna", "Bo"])
    answered(match, "Anna", [5, 10, 30])
    answered(match, "Anna", [50], source=Order.Source.DEFAULT)
    answered(match, "Bo", [1], source=Order.Source.FORCED)
    settle_due()
    anna, bo = played("Anna"), played("Bo")
    assert (anna.answers, anna.answer_seconds, anna.misses) == (3, 600, 1)
    assert (bo.answers, bo.answer_seconds, bo.misses) == (0, None, 0)


def test_a_private_match_shows_in_records_only_if_it_was_rated() -> None:
    finished(["Anna", "Bo"], is_public=False, is_rated=False)
    settle_due()
    assert not played("Anna").is_shown
    finished(["Anna", "Bo"], at=day(1), is_public=False)
    settle_due()
    assert played("Anna").is_shown


def test_reliability_begins_at_75_and_grows_a_point_a_match_to_100() -> None:
    for number in range(27):
        finished(["Anna", "Bo"], at=day(number))
    settle_due()
    assert reliability(named("Anna").pk) == 100
    assert played("Anna").reliability_change == 0


def test_leaving_costs_ten_and_leaving_again_soon_twenty() -> None:
    for number, left in enumerate([["Anna"], [], ["Anna"]]):
        finished(["Anna", "Bo"], at=day(number), left=left)
    settle_due()
    changes = PlayedMatch.objects.filter(member__name="Anna").order_by("finished_at")
    assert list(changes.values_list("reliability_change", flat=True)) == [-10, 1, -20]
    assert reliability(named("Anna").pk) == 75 - 10 + 1 - 20


def test_leaving_once_is_made_good_by_ten_matches() -> None:
    finished(["Anna", "Bo"], left=["Anna"])
    for number in range(10):
        finished(["Anna", "Bo"], at=day(1 + number))
    settle_due()
    assert reliability(named("Anna").pk) == 75


def test_reliability_never_leaves_0_to_100_and_is_known_of_newcomers() -> None:
    for number in range(8):
        finished(["Anna", "Bo"], at=day(number), left=["Anna"])
    settle_due()
    anna, bo = named("Anna").pk, named("Bo").pk
    assert reliability_of([anna, bo, 999_999]) == {anna: 0, bo: 83, 999_999: 75}
    assert Reliability.objects.get(pk=anna).matches == 8


def test_settling_a_match_takes_few_queries_even_after_many(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for number in range(40):
        finished(NAMES[:4], at=day(number * 9))
    settle_due()
    finished(NAMES[:4], at=day(400))
    with django_assert_max_num_queries(66):  # ratings, then the figures of each pool
        settle_due()


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_workers_side_by_side_rate_each_match_once_and_in_order() -> None:
    for number in range(30):
        finished(NAMES[number % 3 : number % 3 + 3], at=day(number))
        finished(NAMES[:2], at=day(number) + timedelta(hours=1), game="cubirds")
    faults: list[BaseException] = []

    def work() -> None:
        try:
            settle_due()
        except BaseException as error:
            faults.append(error)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert faults == []
    assert connection.vendor == "postgresql"
    assert not Match.objects.filter(settled_at=None).exists()
    for pool in ("wizard", "cubirds"):
        moments = list(
            RatedMatch.objects.filter(pool=pool)
            .order_by("pk")
            .values_list("finished_at", flat=True)
        )
        assert len(moments) == 30
        assert moments == sorted(moments)
        assert rebuild_pool(pool, is_check=True).is_equal


@pytest.mark.postgresql
@pytest.mark.django_db(transaction=True)
def test_r11_nothing_is_rated_while_another_holds_the_lock_of_the_pool() -> None:
    finished(NAMES[:3])
    RatingPool.objects.create(key="wizard")
    held, enough = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            lock_pool("wizard")
            held.set()
            enough.wait(60)
        connections.close_all()

    holder = threading.Thread(target=hold)
    holder.start()
    assert held.wait(60)
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '100ms'")
        settled = settle_due()
        enough.set()
        holder.join()
        cursor.execute("RESET lock_timeout")
    assert settled == 0
    assert settle_due() == 1
