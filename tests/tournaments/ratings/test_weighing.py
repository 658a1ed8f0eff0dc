"""Strengths are moved by each match and weighed anew by night; chances rest on them."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games.common import clock
from games.models import Member
from tests.tournaments.ratings.cast import NAMES, day, finished
from tournaments.models import Rating, RatingPool
from tournaments.rating.forecasts import SkillStrength
from tournaments.rating_tasks import weigh_strengths
from tournaments.services.rating_finished_matches import settle_due
from tournaments.services.strengths import weigh_next, weigh_pool

pytestmark = pytest.mark.django_db


def strengths() -> dict[str, float | None]:
    rows = Rating.objects.filter(pool="wizard").order_by("member__name")
    return dict(rows.values_list("member__name", "strength"))


def some_matches(count: int = 24) -> None:
    """Anna beats Bo, Bo beats Carla, Carla beats Dirk, again and again."""
    for number in range(count):
        finished(NAMES[number % 3 : number % 3 + 2], at=day(number))
    settle_due()


def test_a_match_moves_the_strengths_of_those_who_played_it_at_once() -> None:
    finished(["Anna", "Bo", "Carla"])
    finished(["Dirk", "Eva"], at=day(1))
    settle_due()
    moved = strengths()
    assert moved["Anna"] > moved["Bo"] > moved["Carla"]  # type: ignore[operator]
    assert moved["Dirk"] > moved["Eva"]  # type: ignore[operator]
    for row in Rating.objects.all():
        assert row.strength_deviation is not None
        assert 0 < row.strength_deviation < 1.5


def test_weighing_learns_the_pool_and_orders_people_by_all_their_results() -> None:
    some_matches()
    weigh_pool("wizard")
    pool = RatingPool.objects.get(key="wizard")
    assert pool.weighed_at is not None
    assert (pool.setting or {})["pace"] > 0
    found = strengths()
    assert sorted(found, key=lambda name: -(found[name] or 0)) == ["Anna", "Bo", "Carla", "Dirk"]


def test_play_goes_on_from_what_was_weighed() -> None:
    some_matches()
    weigh_pool("wizard")
    before = strengths()
    finished(["Dirk", "Anna"], at=day(40))
    settle_due()
    after = strengths()
    assert after["Dirk"] > before["Dirk"]  # type: ignore[operator]
    assert after["Anna"] < before["Anna"]  # type: ignore[operator]
    assert after["Bo"] == before["Bo"]


def test_a_pool_is_weighed_once_a_day_and_one_after_the_other() -> None:
    some_matches(3)
    finished(["Anna", "Bo"], game="cubirds")
    settle_due()
    assert {weigh_strengths(), weigh_next()} == {"wizard", "cubirds"}
    assert weigh_next() is None
    assert weigh_next(clock.now() + timedelta(days=1)) is not None


def test_a_pool_without_matches_is_weighed_to_nothing() -> None:
    RatingPool.objects.create(key="wizard")
    weigh_pool("wizard")
    assert RatingPool.objects.get(key="wizard").setting is None


def test_the_strength_stands_beside_the_rating_and_chances_rest_on_it() -> None:
    some_matches()
    weigh_pool("wizard")
    anna, bo = (Member.objects.get(name=name) for name in ("Anna", "Bo"))
    row = Rating.objects.get(member=anna, pool="wizard")
    shown = SkillStrength(row.strength or 0, row.strength_deviation or 0)
    history = page(reverse("rating-history", kwargs={"member": anna.pk, "pool": "wizard"}))
    assert f"{shown.shown} <small>± {shown.band}</small>" in history
    against = page(reverse("head-to-head", kwargs={"member": anna.pk, "other": bo.pk}))
    [expected] = re.findall(r"<td>(\d+)\s%</td> ?</tr>", against)
    assert 50 < int(expected) < 100


def page(path: str) -> str:
    answer = Client().get(path)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())
