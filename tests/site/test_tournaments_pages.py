"""Every page of a tournament: who sees it in which state, what it costs, what it hides."""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import product

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.common import clock
from games.models import Match, Order
from games.services.orders import submit_order
from tests import cast
from tests.site.conftest import Browse
from tests.site.test_secrets import answer
from tests.site.tournament_addresses import WHOLE, address, in_state, pages_of
from tests.site.tournament_rows import GAMES, START, Status, entrants, played, stated
from tests.sizes import few, sized
from tests.tournaments.run import world
from tournaments.models import Entry, LogEntry, PairingSeat, Tournament
from tournaments.selectors.kept_standings import keep_standings
from tournaments.services.rounds import start_tournament

MOST_QUERIES = 15
"""One of them, on PostgreSQL, asks for the time."""
DEEDS = ("enter/", "check-in/", "withdraw/", "decline/")
RULINGS = ("open", "start", "pause", "cancel", "forfeit", "correct", "notice", "seed", "invite")


STATES = ("draft", "entries", "running", "paused", "finished", "cancelled")
SAID = {
    "draft": "draft",
    "entries": "Registration is open",
    "running": "Running.",
    "paused": "Paused by the organiser",
    "finished": "Over. <strong>Entrant ",
    "cancelled": "was called off",
}


@pytest.mark.parametrize("state", few(STATES, 2))
def test_every_page_answers_everybody_who_may_see_it(state: str, browse: Browse) -> None:
    made = in_state(state)
    for who in ("", "Mallory", "Entrant 1", "Olga"):
        may_see = state != "draft" or who == "Olga"
        for path in pages_of(made):
            expected = 200 if may_see and (state != "draft" or "feed" not in path) else 404
            assert browse(who).get(path).status_code == expected, (who, path)
    assert SAID[state] in browse("Olga").get(address(made)).content.decode()


@pytest.mark.parametrize("state", few(STATES, 3))
def test_a_private_one_does_not_exist_for_strangers(state: str, browse: Browse) -> None:
    made = in_state(state)
    Tournament.objects.filter(pk=made.pk).update(is_public=False)
    Match.objects.update(is_public=False)
    for path in pages_of(made):
        for who in ("", "Mallory"):
            assert browse(who).get(path).status_code == 404, path
    if state != "draft":
        token = f"?token={made.invitation_token}"
        assert browse("Mallory").get(address(made) + token).status_code == 200
        assert browse("Mallory").get(address(made) + "?token=wrongwrong").status_code == 404
        assert browse("Entrant 1").get(address(made)).status_code == 200
    assert browse("").get(address(made, "feed.atom")).status_code == 404


@pytest.mark.parametrize(("state", "who"), few(product(STATES, ["", "Mallory", "Entrant 1"]), 7))
def test_who_may_not_rule_changes_nothing(state: str, who: str, browse: Browse) -> None:
    made = in_state(state)
    before = Tournament.objects.values().get()
    client = browse(who)
    assert client.get(address(made, "manage/")).status_code == (302 if not who else 404)
    for action in RULINGS:
        fields = {"reason": "because", "text": "x", "addresses": "a@example.org"}
        response = client.post(address(made, f"manage/{action}/"), fields)
        assert response.status_code == (302 if not who else 404), action
    assert Tournament.objects.values().get() == before
    assert not LogEntry.objects.exclude(action__in=["started", "dealt"]).exists()


@pytest.mark.parametrize("state", few(STATES, 3))
def test_a_visitor_enters_nothing(state: str) -> None:
    made = in_state(state)
    for deed in DEEDS:
        response = Client().post(address(made, deed))
        assert response.headers["Location"].startswith(reverse("account_login"))
    assert Entry.objects.filter(status=Entry.Status.ENTERED).count() == 8


@pytest.mark.parametrize("state", [one for one in STATES if one != "entries"])
def test_a_stranger_enters_only_what_takes_entries(state: str, browse: Browse) -> None:
    made = in_state(state)
    for deed in DEEDS:
        assert browse("Mallory").post(address(made, deed)).status_code in {302, 404}
    assert not Entry.objects.filter(member__name="Mallory").exists()


@pytest.mark.parametrize("deed", [*DEEDS, "manage/start/", "entries/1/take/"])
def test_nothing_is_done_by_looking(deed: str, browse: Browse) -> None:
    made = in_state("entries")
    before = list(Entry.objects.values_list("pk", "status"))
    answer = browse("Olga").get(address(made, deed))
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith(f"/tournaments/{made.code}/")
    assert list(Entry.objects.values_list("pk", "status")) == before
    made.refresh_from_db()
    assert made.status == Tournament.Status.ENTRIES


@pytest.mark.parametrize("code", ["zzzzzzz", "%00abc", "a" * 13, "A-B-C", "é" * 7, "abc"])
def test_a_code_of_no_tournament_is_not_found(code: str, browse: Browse) -> None:
    for page in (*WHOLE, "bracket/", "manage/", "report.trf", "rounds/1/"):
        assert browse("Olga").get(f"/tournaments/{code}/{page}").status_code == 404


def test_rounds_and_entries_that_there_are_not_are_not_found(browse: Browse) -> None:
    made = in_state("running")
    other = stated("swiss", name="Another")
    (stranger,) = entrants(other, 1)
    for page in ("rounds/0/", "rounds/99/", "rounds/99999999999/", "entries/0/"):
        assert browse("").get(address(made, page)).status_code == 404, page
    assert browse("").get(address(made, f"entries/{stranger.pk}/")).status_code == 404
    assert browse("").get(address(stated("swiss"), "bracket/")).status_code == 404


def test_what_is_for_two_has_no_report_for_four(browse: Browse) -> None:
    made = played(stated("swiss", table_size=4), 8, share=0.5)
    assert browse("").get(address(made, "report.trf")).status_code == 404


def counted(client: Client, path: str) -> int:
    client.get(path)  # Content types and the like are asked for once a process.
    with CaptureQueriesContext(connection) as queries:
        assert client.get(path).status_code == 200, path
    return len(queries)


@pytest.mark.parametrize(("format_key", "table_size"), few(product(["swiss", "heats"], GAMES), 2))
def test_pages_take_the_same_few_queries_with_eight_and_with_many(
    format_key: str, table_size: int, browse: Browse
) -> None:
    terms = {"rounds": 3, "cut": 8, "games": 1}
    small, large = (
        played(stated(format_key, table_size=table_size, terms=terms), count, share=0.7)
        for count in (8, sized(12, 64))
    )
    for who in ("", "Entrant 1", "Olga"):
        client = browse(who)
        for page in (*WHOLE, "rounds/1/", "manage/"):
            if page == "manage/" and who != "Olga":
                continue
            few = counted(client, address(small, page))
            assert few <= MOST_QUERIES, (who, page)
            # One of the overview's is for the tables that an entrant waits for.
            more = counted(client, address(large, page)) - few
            assert abs(more) <= (not page), (who, page)
        entries = [one.entries.get(member__name="Entrant 3") for one in (small, large)]
        paths = [address(row.tournament, f"entries/{row.pk}/") for row in entries]
        assert counted(client, paths[0]) == counted(client, paths[1]) <= MOST_QUERIES


def test_long_pages_begin_with_the_lookers_part_and_lead_to_the_others(browse: Browse) -> None:
    made = played(stated("swiss", terms={"rounds": 2}), 110, share=0.9)
    keep_standings(made.pk)
    last = made.standings.latest("rank").entry
    client = browse(last.member.name)
    table = last.seats.latest("pairing").pairing.number
    for page, lines in (("standings/", 50), ("cross/", 50), (f"rounds/{made.rounds.count()}/", 80)):
        text = client.get(address(made, page)).content.decode()
        assert 'class="is-own"' in text, page
        assert f"/entries/{last.pk}/" in text or f"entry={last.pk}" in text
        assert text.count("<tr") + text.count('<li class="seating') <= lines + 2
        assert len(text) < 150_000
        first = client.get(address(made, page) + "?page=1&table=1").content.decode()
        assert re.search(r'aria-current="page">1<', first), page
        assert first != text or (page.startswith("rounds") and table <= 40)
    overview = client.get(address(made)).content.decode()
    assert overview.count(f"/tournaments/{made.code}/entries/") < 100
    assert "?players=2#players" in overview


def test_lists_take_the_same_queries_however_long(browse: Browse) -> None:
    def everything() -> dict[str, int]:
        return {
            f"{who} {path}": counted(browse(who), path)
            for who in ("", "Entrant 1")
            for path in ("/tournaments/", "/histories/", "/")
        }

    for state in ("entries", "running", "finished"):
        in_state(state)
    before = everything()
    for state in ("entries", "running", "finished", "running"):
        in_state(state)
    assert everything() == before
    assert max(before.values()) <= MOST_QUERIES


def test_private_matches_are_linked_for_who_may_open_them_alone(browse: Browse) -> None:
    made = in_state("running")
    Tournament.objects.update(is_public=False)
    Match.objects.update(is_public=False)
    LogEntry.objects.create(
        tournament=made, at=START, action="extended", match=Match.objects.order_by("pk")[0]
    )
    own = set(
        Match.objects.filter(players__member__name="Entrant 1").values_list("code", flat=True)
    )
    every = set(Match.objects.values_list("code", flat=True))
    for who, expected in (("Entrant 1", own), ("Olga", every)):
        linked = set()
        for path in pages_of(made):
            response = browse(who).get(path)
            if response.status_code == 200:
                linked |= set(re.findall(r"/matches/(\w+)/", response.content.decode()))
        assert linked == expected
        for code in linked:
            owned = Match.objects.get(code=code)
            assert owned.players.filter(member__name=who).exists() or who == "Olga"


def running_for_real() -> Tournament:
    """A Swiss of four with two matches under way, everybody asked."""
    made = world.tournament("swiss", terms={"rounds": 2, "table_size": 2})
    world.entered(made, "Anna", "Bo", "Carla", "Dirk")
    return start_tournament(tournament=made, by=cast.member("Olga"))


@pytest.mark.parametrize("who", few(["", "Mallory", "Olga", "Anna"], 2))
def test_a_sealed_order_changes_no_byte_of_any_page(who: str, browse: Browse) -> None:
    made = running_for_real()
    keep_standings(made.pk)
    match = Match.objects.exclude(players__member__name="Anna").first()
    assert match is not None
    with clock.simulated(clock.now() + timedelta(hours=1)):
        paths = [*pages_of(made), "/tournaments/", "/histories/"]
        paths += [address(made, "manage/")] if who == "Olga" else []
        before = {path: answer(browse(who), path) for path in paths}
        player = cast.awaited(match)[0]
        submit_order(player=player, text=cast.default_text(player), source=Order.Source.WEB)
        assert {path: answer(browse(who), path) for path in paths} == before


def test_a_running_match_shows_its_people_and_nothing_of_its_play(browse: Browse) -> None:
    made = running_for_real()
    keep_standings(made.pk)
    match = Match.objects.order_by("pk")[0]
    with clock.simulated(clock.now() + timedelta(hours=1)):
        paths = pages_of(made)
        before = {path: answer(browse(""), path) for path in paths}
        for _turn in range(6):
            for player in cast.awaited(match):
                cast.order(player)
        match.refresh_from_db()
        assert match.phase_number > 1
        assert {path: answer(browse(""), path) for path in paths} == before


def test_a_members_first_page_says_what_awaits_in_tournaments(browse: Browse) -> None:
    invited = stated("swiss", name="To be answered")
    Entry.objects.create(
        tournament=invited, member=cast.member("Anna"), status=Entry.Status.INVITED
    )
    asked = stated(
        "swiss",
        name="To be confirmed",
        check_in=timedelta(days=1),
        starts_at=clock.now() + timedelta(hours=3),
    )
    Entry.objects.create(tournament=asked, member=cast.member("Anna"))
    stated("swiss", name="To be opened", organiser="Anna", status=Status.DRAFT)
    full = stated("swiss", name="To be started", organiser="Anna", least_entries=2)
    entrants(full, 3)
    page = browse("Anna").get("/").content.decode()
    for name in ("answered", "confirmed", "opened", "started"):
        assert f"To be {name}" in page
    assert "Check in before it starts" in page
    assert "Enough players have registered: you can start it." in page
    assert "To be" not in browse("Bo").get("/").content.decode()
    made = played(stated("swiss", name="Waiting", terms={"rounds": 4}), 8, share=0.5)
    open_seats = PairingSeat.objects.filter(pairing__decided_at=None).values("entry")
    seated, free = made.entries.filter(pk__in=open_seats), made.entries.exclude(pk__in=open_seats)
    for rows, is_told in ((free, True), (seated, False)):
        row = rows.order_by("pk").first()
        assert row is not None
        told = browse(row.member.name).get("/").content.decode()
        assert ("You have no open table." in told) is is_told
