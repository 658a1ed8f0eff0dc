"""Pages of figures: what stands there, where each figure leads, and at what cost."""

from __future__ import annotations

import re
from html import unescape
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Match, Member
from tests.tournaments.ratings.cast import NAMES, at_day, day, finished, named, played_by_bots
from tournaments.figures.chronicles import Chronicle
from tournaments.models import MemberFigures, PlayedMatch, Rivalry
from tournaments.selectors.figures import PoolStory
from tournaments.services.rating_finished_matches import settle_due

pytestmark = pytest.mark.django_db
MOST_QUERIES = 12
LAST_DAY = 100


@pytest.fixture(autouse=True)
def on_the_last_day() -> object:
    with at_day(LAST_DAY):
        yield


def season(matches: int, seed: int = 1, start: float = 1) -> None:
    dice = Random(seed)
    for number in range(matches):
        finished(dice.sample(NAMES, 4), at=day(start + number))
    settle_due()


def page(path: str, who: str = "") -> str:
    client = Client()
    if who:
        client.force_login(named(who))
    answer = client.get(path)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def own(name: str, pool: str = "wizard") -> str:
    return reverse("rating-history", kwargs={"member": named(name).pk, "pool": pool})


def game(pool: str = "wizard") -> str:
    return reverse("pool-figures", kwargs={"pool": pool})


def rows_of(text: str, title: str) -> list[tuple[str, int]]:
    """The address and the number of matches in each row of the table with this name."""
    table = text.partition(f'aria-label="{title}"')[2].partition("</table>")[0]
    found = re.findall(r'<a href="([^"]*)">.*?<td>(\d+)</td> </tr>', table)
    return [(unescape(url), int(count)) for url, count in found]


@pytest.mark.parametrize("title", ["By table size", "By seat", "By opponents’ strength"])
def test_each_figure_leads_to_just_the_matches_that_it_counts(title: str) -> None:
    season(14)
    rows = rows_of(page(own("Anna")), title)
    assert rows
    for url, count in rows:
        assert len(re.findall('class="match-line"', page(url))) == count, url


def test_a_trait_leads_to_the_matches_in_which_it_was_seen() -> None:
    match = played_by_bots("wild-cards")
    settle_due()
    row = PlayedMatch.objects.filter(match=match).order_by("seat")[0]
    text = page(own(row.member.name, "wild-cards/2022"))
    found = rows_of(text, "First bid")
    assert [count for _url, count in found] == [1]
    assert match.code in page(found[0][0])
    url = found[0][0].replace(row.traits.split()[-1], "opening-none")
    assert match.code not in page(url)
    assert "First bid" in page(game("wild-cards/2022"))


def test_form_and_upsets_name_public_matches_alone() -> None:
    hidden = finished(["Anna", "Bo"], at=day(90), is_public=False)
    shown = finished(["Anna", "Bo"], at=day(91))
    settle_due()
    for path in (own("Anna"), reverse("member", kwargs={"member": named("Anna").pk}), game()):
        text = page(path, "Carla")
        assert hidden.code not in text
    assert shown.code in page(own("Anna"), "Carla")


def test_who_stays_off_the_boards_is_in_no_record_of_a_game() -> None:
    for number in range(5):
        finished(["Anna", "Bo", "Carla"], at=day(number))
    settle_due()
    assert ">Anna</a>" in page(game())
    Member.objects.filter(name="Anna").update(is_listed=False)
    assert "Anna" not in page(game())


def test_a_closed_account_is_in_nobodys_opponents_or_upsets() -> None:
    season(20)
    member = reverse("member", kwargs={"member": named("Anna").pk})
    assert "/against/" in page(member)
    Member.objects.filter(name="Bo").update(is_active=False)
    assert ">Bo</a>" not in page(member)
    assert "Ahead of Bo" not in page(own("Anna"))


def test_the_percentile_is_the_share_of_others_below() -> None:
    story = PoolStory(Chronicle(), {1400: 2, 1500: 2, 1600: 1})
    assert [story.percentile(shown) for shown in (1405, 1500, 1609)] == [12, 62, 100]
    assert PoolStory(Chronicle(), {1500: 1}).percentile(1500) is None


def test_pages_of_figures_take_as_many_queries_however_much_was_played() -> None:
    season(44)
    member = reverse("member", kwargs={"member": named("Anna").pk})
    paths = [own("Anna"), member, game(), f"{member}against/{named('Bo').pk}/"]

    def counts() -> dict[str, int]:
        found = {}
        client = Client()
        client.force_login(named("Guest"))
        for path in paths:
            client.get(path)
            with CaptureQueriesContext(connection) as counted:
                assert client.get(path).status_code == 200
            found[path] = len(counted)
        return found

    before = counts()
    season(12, seed=2, start=60)
    assert counts() == before
    assert max(before.values()) <= MOST_QUERIES


def test_pages_of_figures_read_big_tables_by_their_indexes() -> None:
    season(12)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
    anna = named("Anna")
    plans = {
        "rivalry_most": Rivalry.objects.filter(member=anna).order_by("-matches", "opponent_id"),
        "figures_once_per_pool": MemberFigures.objects.filter(member=anna, pool="wizard"),
        "played_in_order": PlayedMatch.objects.filter(pool="wizard", pk__gt=5).order_by("pk"),
        "played_by_member": PlayedMatch.objects.filter(member=anna).order_by("-finished_at"),
    }
    for index, rows in plans.items():
        plan = rows[:5].explain()
        unnamed = f"sqlite_autoindex_{rows.model._meta.db_table}"
        assert index in plan or unnamed in plan, plan


@pytest.mark.parametrize(
    "query", ["seat=0", "seat=x", "field=99999", "trait=%00", "trait=' or", "edition=%22", "seat=9"]
)
def test_a_senseless_narrowing_is_left_aside(query: str) -> None:
    season(2)
    assert page(f"/histories/?player=Anna&{query}")


def test_a_game_that_nobody_finished_says_so() -> None:
    assert "No finished match between people yet." in page(game("cubirds"))
    assert Client().get("/ratings/chess/figures/").status_code == 404
    assert not Match.objects.exists()
