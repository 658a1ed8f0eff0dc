"""The pages of ratings and records: what stands there, for whom, and at what cost."""

from __future__ import annotations

import re
from random import Random

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Match, Member, Order
from tests.remembered import remembered
from tests.tournaments.ratings.cast import NAMES, answered, at_day, day, finished, named
from tournaments.models import Rating
from tournaments.rating.published_measurements import measured
from tournaments.selectors.leaderboards import LeaderboardQuery, by_rating
from tournaments.services.rating_finished_matches import settle_due
from tournaments.services.strikes import strike_match

pytestmark = pytest.mark.django_db
MOST_QUERIES = 12
OWN_OF_THE_READER = 2
"""More on a member's page for who is signed in: their note on this member, their stances."""
LAST_DAY = 100


@pytest.fixture(autouse=True)
def on_the_last_day() -> object:
    """The clock of these tests: a hundred days after the first match, a few after the last."""
    with at_day(LAST_DAY):
        yield


def season(matches: int = 42, seed: int = 1) -> None:
    """Everybody meets nearly everybody, a match every two days; the places are drawn."""
    remembered(("season", matches, seed), lambda: play_season(matches, seed))


def play_season(matches: int, seed: int) -> None:
    dice = Random(seed)
    for number in range(matches):
        names = dice.sample(NAMES, 3 if number % 7 == 0 else 4)
        finished(names, at=day(LAST_DAY - 2 * matches + 2 * number))
    settle_due()


def page(path: str, who: str = "") -> str:
    client = Client()
    if who:
        client.force_login(named(who))
    answer = client.get(path)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def board(**terms: str) -> list[str]:
    """The names on the board of Wizard in their order."""
    answer = Client().get(reverse("leaderboard", kwargs={"pool": "wizard"}), terms)
    return re.findall(r'<th scope="row"><a [^>]*>([^<]*)</a>', answer.content.decode())


def queries(path: str, who: str = "") -> int:
    client = Client()
    if who:
        client.force_login(named(who))
    client.get(path)
    with CaptureQueriesContext(connection) as counted:
        assert client.get(path).status_code == 200
    return len(counted)


def test_the_board_goes_by_rating_and_shows_its_uncertainty() -> None:
    season()
    rows = Rating.objects.filter(matches__gte=10).order_by("-thousandths", "member_id")
    assert len(rows) > 8
    assert board() == [row.member.name for row in rows]
    assert "±" in page(reverse("leaderboard", kwargs={"pool": "wizard"}))


@pytest.mark.parametrize(
    "change",
    [
        {"matches": 9},
        {"opponents": 4},
        {"recent_opponents": 7},
        {"rated_at": day(LAST_DAY - 61)},
    ],
    ids=["too few matches", "too few opponents", "always the same", "away for two months"],
)
def test_who_is_not_settled_or_not_active_leaves_the_board(change: dict[str, object]) -> None:
    season()
    assert "Anna" in board()
    Rating.objects.filter(member=named("Anna")).update(**change)
    assert "Anna" not in board()


def coming(**terms: str) -> list[str]:
    """The names under the board of Wizard: those on the way there."""
    answer = Client().get(reverse("leaderboard", kwargs={"pool": "wizard"}), terms)
    _board, _heading, below = answer.content.decode().partition('<ul class="coming">')
    return re.findall(r"<li><a [^>]*>([^<]*)</a>", below.partition("</ul>")[0])


def test_a_short_board_shows_who_is_on_the_way_there() -> None:
    finished(["Anna", "Bo", "Carla"], at=day(LAST_DAY - 4))
    finished(["Bo", "Dirk"], at=day(LAST_DAY - 2))
    settle_due()
    assert board() == []
    assert coming()[0] == "Bo"
    assert set(coming()) == {"Anna", "Bo", "Carla", "Dirk"}
    assert coming(period="year") == []
    Member.objects.filter(name="Dirk").update(is_listed=False)
    assert "Dirk" not in coming()


def test_a_member_may_stay_off_the_boards_and_is_found_at_tables_still() -> None:
    season()
    Member.objects.filter(name="Anna").update(is_listed=False)
    for terms in ({}, {"period": "year"}, {"size": "3"}):
        assert "Anna" not in board(**terms)
    assert "Anna" in page(reverse("member", kwargs={"member": named("Bo").pk}))


def test_a_country_keeps_its_own_and_an_invented_one_changes_nothing() -> None:
    season()
    first, second, *_rest = board()
    Member.objects.filter(name__in=[first, second]).update(country="IT")
    assert board(country="IT") == [first, second]
    assert board(country="XX") == board()


def test_a_board_of_a_time_goes_by_what_was_gained_in_it() -> None:
    season()
    text = page(reverse("leaderboard", kwargs={"pool": "wizard"}) + "?period=90-days")
    gains = [float(one.replace("−", "-")) for one in re.findall(r"gain-\w+\">([+−][\d.]+)<", text)]
    assert len(gains) > 8
    assert gains == sorted(gains, reverse=True)
    assert "Performance" in text


def test_a_board_of_a_time_is_added_up_once_until_another_match_is_rated() -> None:
    season()
    path = reverse("leaderboard", kwargs={"pool": "wizard"}) + "?period=year"

    def adds_up() -> bool:
        with CaptureQueriesContext(connection) as seen:
            page(path)
        return any("SUM(" in query["sql"] for query in seen)

    page(path)
    assert not adds_up()
    first = board(period="year")[0]
    Member.objects.filter(name=first).update(is_listed=False)
    assert first not in board(period="year")
    finished(NAMES[:4], at=day(LAST_DAY - 1))
    settle_due()
    assert adds_up()


def test_a_table_size_nobody_played_shows_nobody_and_says_so() -> None:
    season()
    assert board(size="3")
    assert board(size="5") == []
    path = reverse("leaderboard", kwargs={"pool": "wizard"}) + "?size=5"
    assert "Nobody yet." in page(path)


def test_only_who_has_met_somebody_is_left_by_that_filter() -> None:
    season()
    finished(["Lena", "Newcomer"], at=day(LAST_DAY))
    settle_due()
    assert board(met="newcomer") == ["Lena"]
    path = reverse("leaderboard", kwargs={"pool": "wizard"}) + "?met=Nobody"
    assert "Nobody is called Nobody" in page(path)


@pytest.mark.parametrize(
    "query",
    [
        "page=0",
        "page=-1",
        "page=x",
        "page=9" * 40,
        "period=%00",
        "size=%F0%9F",
        "met=%00a",
        "page=²",
    ],
)
def test_senseless_filters_change_nothing(query: str) -> None:
    season(2)
    assert page(reverse("leaderboard", kwargs={"pool": "wizard"}) + f"?{query}")


def test_a_board_continues_on_further_pages() -> None:
    season()
    base = Rating.objects.filter(matches__gte=10).earliest("thousandths")
    people = [
        Member(email=f"many{number}@example.org", name=f"Many {number}") for number in range(30)
    ]
    Rating.objects.bulk_create(
        Rating(
            member=member,
            pool="wizard",
            thousandths=base.thousandths - number,
            uncertainty=60_000,
            matches=30,
            opponents=9,
            recent_opponents=9,
            rated_at=day(99),
        )
        for number, member in enumerate(Member.objects.bulk_create(people))
    )
    first, second = board(), board(page="2")
    assert len(first) == 25
    assert set(first).isdisjoint(second)
    assert second[-1] == "Many 29"


def test_members_see_where_they_stand() -> None:
    season()
    assert "You’re number" in page(reverse("leaderboard", kwargs={"pool": "wizard"}), "Anna")


def test_an_unknown_pool_or_member_is_not_found() -> None:
    season(3)
    anna = named("Anna").pk
    for path in (
        "/ratings/chess/",
        "/ratings/members/99999999999999999999999/",
        f"/ratings/members/{anna}/chess/",
        f"/ratings/members/{anna}/cubirds/",
        f"/ratings/members/{anna}/against/0/",
    ):
        assert Client().get(path).status_code == 404, path


def test_the_history_shows_each_match_with_its_sum_and_a_curve() -> None:
    season()
    text = page(reverse("rating-history", kwargs={"member": named("Anna").pk, "pool": "wizard"}))
    assert '<svg xmlns="http://www.w3.org/2000/svg"' in text
    assert "<title>Rating of Anna in Wizard over" in text
    assert "expected) ×" in text
    assert "style=" not in text  # the content security policy forbids it


def test_the_record_counts_games_seats_and_opponents() -> None:
    for number in range(4):
        finished(["Anna", "Bo", "Carla"], at=day(80 + number))
    finished(["Anna", "Dirk"], [2, 1], at=day(90), game="cubirds")
    settle_due()
    text = page(reverse("member", kwargs={"member": named("Anna").pk}))
    assert "4 matches, 4 won, average place 1.00" in text
    assert "1 match, 0 won, average place 2.00" in text
    assert "Best against Bo (100 %)" in page(
        reverse("member", kwargs={"member": named("Anna").pk})
    ) or ("100 %" in text)


def test_pace_is_told_from_three_finished_matches_on_and_never_from_a_running_one() -> None:
    path = reverse("member", kwargs={"member": named("Anna").pk})
    for number in range(3):
        match = finished(["Anna", "Bo"], at=day(80 + number))
        answered(match, "Anna", [60 * (number + 1)])
        if number == 2:
            settle_due()
            assert "2 hours" in page(path)
        else:
            settle_due()
            assert "Pace" not in page(path)
    running = finished(["Anna", "Bo"], at=day(90))
    answered(running, "Anna", [1, 1, 1], source=Order.Source.WEB)
    Match.objects.filter(pk=running.pk).update(status=Match.Status.RUNNING, finished_at=None)
    settle_due()
    assert "Over the last 3 finished matches" in page(path)
    assert "2 hours" in page(path)


def test_head_to_head_counts_who_was_ahead_and_a_leaver_was_behind() -> None:
    finished(["Anna", "Bo"], at=day(1))
    finished(["Anna", "Bo", "Carla"], [3, 2, 1], at=day(2))
    finished(["Anna", "Bo", "Carla"], [1, 1, 3], at=day(3))
    finished(["Anna", "Bo", "Carla"], [1, 2, 3], at=day(4), left=["Anna"])
    settle_due()
    text = page(f"/ratings/members/{named('Anna').pk}/against/{named('Bo').pk}/")
    facts = re.findall(r"<strong>(\d+)</strong>", text)
    assert facts == ["1", "1", "2"]
    assert "38 %" in text  # one and a half of four


def test_a_private_match_is_named_to_its_players_alone() -> None:
    match = finished(["Anna", "Bo"], at=day(90), is_public=False)
    settle_due()
    path = reverse("rating-history", kwargs={"member": named("Anna").pk, "pool": "wizard"})
    assert match.code not in page(path)
    assert match.code not in page(path, "Carla")
    assert match.code in page(path, "Bo")
    assert match.code not in page(reverse("member", kwargs={"member": named("Anna").pk}), "Carla")


def test_a_private_match_that_was_not_rated_shows_nowhere() -> None:
    finished(["Anna", "Bo"], at=day(90), is_public=False, is_rated=False)
    settle_due()
    text = page(f"/ratings/members/{named('Anna').pk}/against/{named('Bo').pk}/", "Carla")
    assert "haven’t finished a public match together" in text


def test_a_refund_stands_in_the_history() -> None:
    crooked = finished(["Bo", "Anna"], at=day(1))
    finished(["Carla", "Bo"], at=day(2))
    settle_due()
    strike_match(crooked.code, reason="sold", at_fault=["Bo"])
    text = page(reverse("rating-history", kwargs={"member": named("Carla").pk, "pool": "wizard"}))
    assert "Restored" in text


def test_uncertainty_on_the_page_has_grown_while_nothing_was_played() -> None:
    season()
    path = reverse("rating-history", kwargs={"member": named("Anna").pk, "pool": "wizard"})

    def shown() -> int:
        found = re.search(r"± (\d+)</small>", page(path))
        assert found is not None
        return int(found.group(1))

    before = shown()
    with at_day(LAST_DAY + 400):
        assert shown() > before


def test_how_ratings_are_reckoned_is_explained_with_what_was_measured() -> None:
    text = page(reverse("ratings-how"))
    assert "OpenSkill Plackett-Luce" in text
    assert "manage.py tournament ratings" in text


def test_every_page_takes_at_most_twelve_queries_however_much_was_played() -> None:
    season()
    anna, bo = named("Anna").pk, named("Bo").pk
    paths = [
        "/ratings/wizard/",
        "/ratings/wizard/?period=90-days&size=3&met=Bo",
        f"/ratings/members/{anna}/wizard/",
        f"/ratings/members/{anna}/",
        f"/ratings/members/{anna}/against/{bo}/",
    ]
    before = {path: queries(path, "Guest") for path in paths}
    season(20, seed=2)
    after = {path: queries(path, "Guest") for path in paths}
    assert after == before
    after[f"/ratings/members/{anna}/"] -= OWN_OF_THE_READER
    assert {path: count for path, count in after.items() if count > MOST_QUERIES} == {}


def test_the_board_is_read_from_its_index() -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off")
    wanted, now = LeaderboardQuery("wizard"), day(LAST_DAY)
    plan = by_rating(wanted, now)[:25].explain()
    assert "rating_board" in plan
    assert "TEMP B-TREE" not in plan


def test_the_page_on_ratings_tells_the_figures_that_the_site_shows() -> None:
    page = (settings.BASE_DIR / "docs" / "ratings.md").read_text(encoding="utf-8")
    result = measured()
    assert result.command in page
    for trials in zip(*(trial.lines for trial in result.trials), strict=True):
        figures = [
            figure
            for line in trials
            for figure in (
                f"{line.log_loss:.4f}",
                f"{line.newcomer_log_loss:.4f}",
                f"{line.calibration:.4f}",
                f"{line.rank_correlation:.2f}",
            )
        ]
        assert f"| {trials[0].system} | {' | '.join(figures)} |" in page
