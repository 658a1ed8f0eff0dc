"""Finished matches: found by each field, alone and together; a step is an address to pass on."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from html import unescape

import pytest
from django.db import connection
from django.urls import reverse
from pytest_django.fixtures import Settings

from games.composing.messages import event_link
from games.models import Match, Member, Player
from games.rules.registry import rules_for
from games.services.adjudications import adjudicate_match
from tests.cast import member
from tests.site.conftest import Browse
from tests.site.test_replay import finished, path
from tests.sizes import sized
from tests.tournaments.run import world
from tournaments.models import Tournament
from tournaments.selectors.match_histories import HistoryQuery, matches_wanted
from tournaments.services.rounds import start_tournament

__all__ = ["finished"]

END = datetime(2026, 5, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def ended(
    code: str, places: dict[str, int], *, game: str = "cubirds", at: datetime = END, days: int = 9
) -> Match:
    """A finished match with these people's places; one whose name ends in * left it to a bot."""
    match = Match.objects.create(
        code=code,
        game=game,
        options=rules_for(game).options.from_mapping({}).as_mapping(),
        rules_version=rules_for(game).version,
        seats=len(places),
        status=Match.Status.FINISHED,
        started_at=at - days * DAY,
        finished_at=at,
        phase_number=len(code) * 10 + places[min(places)],
    )
    for seat, (name, place) in enumerate(places.items()):
        Player.objects.create(
            match=match,
            member=member(name.rstrip("*")),
            seat=seat,
            place=place,
            score=60 - 10 * place,
            bot="steady" if name.endswith("*") else "",
        )
    return match


@pytest.fixture
def shelf() -> None:
    """A few matches that differ in every field."""
    ended("annawins", {"Anna": 1, "Bo": 2, "Carla": 3})
    ended("annashare", {"Anna": 1, "Bo": 1, "Dirk": 3}, at=END + 10 * DAY, days=2)
    ended("annaloses", {"Anna": 2, "Bo": 1}, game="wizard", at=END + 20 * DAY, days=30)
    ended("annaleaves", {"Anna*": 3, "Carla": 1, "Dirk": 2}, at=END - 40 * DAY)
    ended("boalone", {"Bo": 1, "Carla": 2}, game="emu-ranchers", at=END - 90 * DAY, days=1)
    hidden = ended("private", {"Anna": 1, "Bo": 2})
    Match.objects.filter(pk=hidden.pk).update(is_public=False)


EVERY = {"annawins", "annashare", "annaloses", "annaleaves", "boalone"}
SEARCHES: list[tuple[dict[str, str], set[str]]] = [
    ({}, EVERY),
    ({"game": "wizard"}, {"annaloses"}),
    ({"player": "aNNa"}, EVERY - {"boalone"}),
    ({"player": "Nobody"}, set()),
    ({"opponent": "Dirk"}, {"annashare", "annaleaves"}),
    ({"player": "Anna", "opponent": "bo"}, {"annawins", "annashare", "annaloses"}),
    ({"player": "Anna", "result": "won"}, {"annawins"}),
    ({"player": "Anna", "result": "shared"}, {"annashare"}),
    ({"player": "Anna", "result": "lost"}, {"annaloses", "annaleaves"}),
    ({"player": "Anna", "result": "left"}, {"annaleaves"}),
    ({"seats": "2"}, {"annaloses", "boalone"}),
    ({"since": "2026-05-01"}, {"annawins", "annashare", "annaloses"}),
    ({"until": "2026-05-01"}, {"annawins", "annaleaves", "boalone"}),
    ({"since": "2026-05-01", "until": "2026-05-01"}, {"annawins"}),
    ({"least_days": "9"}, {"annawins", "annaloses", "annaleaves"}),
    ({"most_days": "2"}, {"annashare", "boalone"}),
    ({"least_days": "2", "most_days": "9"}, {"annawins", "annashare", "annaleaves"}),
    ({"tournament": "zzzzzzz"}, set()),
    ({"game": "cubirds", "player": "Anna", "opponent": "Dirk", "result": "shared"}, {"annashare"}),
    ({"game": "wizard", "seats": "3"}, set()),
]


def listed(page: str) -> list[str]:
    return re.findall(r'<a href="/matches/([\w-]+)/" data-row', page)


@pytest.mark.parametrize(("query", "found"), SEARCHES)
def test_matches_are_found_by_each_field(
    query: dict[str, str], found: set[str], shelf: None, browse: Browse
) -> None:
    page = browse("").get(reverse("histories"), query).content.decode()
    assert set(listed(page)) == found


ORDERS = {
    "newest": ["annaloses", "annashare", "annawins", "annaleaves", "boalone"],
    "oldest": ["boalone", "annaleaves", "annawins", "annashare", "annaloses"],
    "longest": ["annaleaves", "annaloses", "annashare", "annawins", "boalone"],
    "shortest": ["boalone", "annawins", "annashare", "annaloses", "annaleaves"],
}


@pytest.mark.parametrize("order", ORDERS)
def test_they_stand_in_the_order_that_is_asked_for(order: str, shelf: None, browse: Browse) -> None:
    for decisions, code in enumerate(sorted(EVERY)):
        rank = ORDERS["longest"][::-1].index(code)
        Match.objects.filter(code=code).update(phase_number=10 * rank + decisions // 99)
    page = browse("").get(reverse("histories"), {"order": order}).content.decode()
    assert listed(page) == ORDERS[order]


def test_one_finds_ones_own_private_matches_and_nobody_elses(shelf: None, browse: Browse) -> None:
    for who, is_there in (("Anna", True), ("Bo", False), ("", False)):
        page = browse(who).get(reverse("histories"), {"player": "anna"}).content.decode()
        assert ("private" in listed(page)) is is_there
    assert "private" not in listed(browse("Anna").get(reverse("histories")).content.decode())
    answer = browse("Anna").get(reverse("histories"), {"opponent": "Anna"})
    assert "private" not in listed(answer.content.decode())


def test_a_search_is_kept_from_page_to_page(browse: Browse) -> None:
    for number in range(23):
        ended(f"shelf{number:02}", {"Anna": 1, "Bo": 2}, at=END + number * DAY)
    ended("other", {"Carla": 1, "Bo": 2})
    client = browse("")
    first = client.get(reverse("histories"), {"player": "Anna"}).content.decode()
    following = unescape(re.findall(r'href="(\?[^"]*page=2[^"]*)"', first)[0])
    second = client.get(reverse("histories") + following).content.decode()
    assert len(listed(first)) == 20
    assert listed(second) == ["shelf02", "shelf01", "shelf00"]
    for page in ("?page=0", "?page=x", "?page=99999999999", "?page=400"):
        assert client.get(reverse("histories") + page).status_code == 200


def test_the_old_address_leads_here(browse: Browse) -> None:
    response = browse("").get("/finished/?page=2")
    assert response.status_code == 301
    assert response.headers["Location"] == "/histories/?page=2"


def test_a_player_and_their_results_stand_on_the_line(shelf: None, browse: Browse) -> None:
    page = browse("").get(reverse("histories"), {"game": "wizard"}).content.decode()
    assert "1. Bo (50), 2. Anna (40)" in page
    assert "30 days" in page


@pytest.mark.django_db
def test_a_line_names_its_game_beside_a_title_and_a_time_under_a_day(browse: Browse) -> None:
    match = ended("cup0001", {"Anna": 1, "Bo": 2}, days=0)
    Match.objects.filter(pk=match.pk).update(title="Autumn Swiss")
    page = unescape(browse("").get(reverse("histories")).content.decode())
    line = page[page.index("Autumn Swiss") :]
    assert "CuBirds" in line
    assert "under a day" in line


COMMON = [
    HistoryQuery(),
    HistoryQuery(game="wizard"),
    HistoryQuery(player="Anna"),
    HistoryQuery("wizard", player="Anna"),
]


@pytest.mark.postgresql
def test_the_common_searches_sort_nothing_but_ones_own() -> None:
    people = Member.objects.bulk_create(
        Member(name=f"M{number}", email=f"m{number}@example.org") for number in range(500)
    )
    people.append(member("Anna"))
    games = ("cubirds", "wizard", "wild-cards")
    matches = Match.objects.bulk_create(
        Match(
            game=games[number % 3],
            rules_version=1,
            seats=2,
            status=Match.Status.FINISHED,
            finished_at=END + number * timedelta(minutes=7),
            settled_at=END,
        )
        for number in range(sized(5_000, 20_000))
    )
    Player.objects.bulk_create(
        Player(match=match, member=people[(number * (7, 11)[seat]) % 501], seat=seat)
        for number, match in enumerate(matches)
        for seat in range(2)
        if seat == 0 or (number * 7) % 501 != (number * 11) % 501
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    for wanted in COMMON:
        plan = histories_plan(wanted)
        assert "Seq Scan on games_match" not in plan, plan
        assert "Seq Scan on games_player" not in plan, plan
        assert wanted.player or "Sort" not in plan, plan


def histories_plan(wanted: HistoryQuery) -> str:
    """How PostgreSQL finds the first page."""
    return matches_wanted(wanted, None).defer("state")[:21].explain()


# --- A step of a replay is an address to pass on.


def test_a_step_says_what_it_is_of_and_where_it_lies(
    finished: Match, browse: Browse, settings: Settings
) -> None:
    settings.SITE_URL = "https://cards.example.org"
    page = unescape(browse("").get(path("match-replay-step", finished, number=3)).content.decode())
    here = f"https://cards.example.org/matches/{finished.code}/replay/3/"
    assert f'<link rel="canonical" href="{here}">' in page
    assert f'<meta property="og:url" content="{here}">' in page
    assert f'<a class="position-link" href="{here}">{here}</a>' in page
    described = re.search(r'property="og:description" content="([^"]*)"', page)
    assert described is not None
    assert described[1].startswith("A match of Wild Cards between ")
    assert "Anna" in described[1]
    assert re.search(r"<title>Wild Cards: .*Anna.* · Replay, step 3 of \d+", page)
    for name in ("match-record", "match-chance"):
        assert path(name, finished) in page


def tournament_matches(count: int = 4) -> tuple[Tournament, list[Match]]:
    """A tournament's round of two matches, played to their ends."""
    made = world.tournament("swiss", terms={"rounds": 2, "table_size": 2})
    world.entered(made, *world.people(count))
    start_tournament(tournament=made, by=member("Olga"))
    matches = list(Match.objects.order_by("pk"))
    for match in matches:
        world.played(match.pk)
    return made, list(Match.objects.order_by("pk")[:2])


def test_a_replay_leads_through_its_tournaments_round(browse: Browse) -> None:
    made, (first, second) = tournament_matches()
    step = path("match-replay-step", first, number=0)
    page = unescape(browse("").get(step).content.decode())
    assert f"in round 1 of {made.name}." in page
    assert f'href="/tournaments/{made.code}/">{made.name}, round 1</a>' in page
    assert path("match-replay", second) in page
    assert "Next table of this round" in page
    assert "Previous table of this round" not in page
    back = browse("").get(path("match-replay-step", second, number=0)).content.decode()
    assert path("match-replay", first) in back
    Match.objects.filter(pk=second.pk).update(is_public=False)
    assert path("match-replay", second) not in browse("").get(step).content.decode()


def test_a_finished_match_leads_to_everything_of_it(browse: Browse) -> None:
    made, (first, _second) = tournament_matches()
    page = unescape(browse("").get(path("match", first)).content.decode())
    for name in ("match-replay", "match-record", "match-chance"):
        assert path(name, first) in page
    assert f'href="/tournaments/{made.code}/"' in page
    found = browse("").get(reverse("histories"), {"tournament": made.code.upper()})
    assert set(listed(found.content.decode())) == {
        one.code for one in Match.objects.filter(status="finished")
    }


def test_an_adjudicated_match_shows_its_places_and_offers_its_record(browse: Browse) -> None:
    made = world.tournament("swiss", terms={"rounds": 2, "table_size": 2})
    world.entered(made, *world.people(4))
    start_tournament(tournament=made, by=member("Olga"))
    match = Match.objects.order_by("pk")[0]
    assert adjudicate_match(match.pk, Match.Adjudicated.DEADLINE)
    page = unescape(browse("").get(path("match", match)).content.decode())
    assert "It ended early: the round ran out of time." in page
    assert path("match-record", match) in page
    assert browse("").get(path("match-record", match)).status_code == 200
    replay = browse("").get(path("match-replay", match), follow=True)
    assert replay.status_code == 200
    assert path("match-record", match) in replay.content.decode()


def test_a_mail_about_a_match_names_its_tournament(settings: Settings) -> None:
    made, (first, _second) = tournament_matches()
    assert event_link(first) == f"{settings.SITE_URL}/tournaments/{made.code}/"
    assert event_link(Match()) == ""
