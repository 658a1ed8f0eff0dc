"""Whole tournaments by clicks: stated, opened, entered, started, ruled on and played to the end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.common import clock
from games.models import Match
from tests.cast import member
from tests.site.conftest import Browse
from tests.site.programs import Program
from tests.site.test_tournaments_new import NEW, as_typed, shown
from tests.sizes import few
from tests.tournaments.run.test_histories_in_service import ended
from tests.tournaments.run.world import DAY, START, World, people
from tournaments.formats.base import Ranking
from tournaments.formats.registry import FORMATS, format_of
from tournaments.models import Entry, LogEntry, Pairing, Tournament

FIELDS: dict[str, dict[str, Any]] = {
    "heats": {"rounds": "2", "cut": "4", "games": "1"},
    "swiss": {"rounds": "3"},
    "league": {"seasons": "1", "group_size": "4", "advance": "1"},
    "ladder": {"rounds": "3"},
}
RAW = re.compile(r"\b(plays_on|until_round|is_forced|match_terms|phase_time|best_of)\b|[{}]")


@pytest.fixture
def world() -> Iterator[World]:
    """The clock stands at the world's time, which its steps move."""
    made = World()
    with clock.simulated(START):
        yield made


def created(client: Client, key: str, **fields: Any) -> Tournament:
    """A tournament by the form, its entries opened."""
    path = f"{NEW}?game=emu-ranchers&format={key}"
    typed = as_typed(shown(client, path), name=f"Cup of {key}", years="1", least_entries="6")
    response = client.post(path, typed | FIELDS.get(key, {}) | fields)
    assert response.status_code == 302, response.context["form"].errors
    made = Tournament.objects.get(name=f"Cup of {key}")
    ruling(client, made, "open")
    return made


def ruling(client: Client, made: Tournament, action: str, **fields: Any) -> str:
    """Use a tool: the page that one is led to, which must not be an error."""
    path = reverse("tournament-act", args=[made.code, action])
    response = client.post(path, {"reason": "It was agreed on", **fields}, follow=True)
    page = response.content.decode()
    assert response.status_code == 200
    assert "flash-success" in page, (action, re.findall(r'class="flash[^<]*<', page))
    return page


def everybody_enters(browse: Browse, made: Tournament, count: int = 8) -> None:
    path = reverse("tournament-enter", args=[made.code])
    for name in people(count)[1:]:
        assert browse(name).post(path).status_code == 302
    assert "You’re in." in browse("P01").post(path, follow=True).content.decode()
    assert made.entries.filter(status=Entry.Status.ENTERED).count() == count


def draws_until_over(made: Tournament, world: World, absent: str) -> None:
    """Every match ends in a draw, save those of somebody who is not there, which run their time."""
    world.away(absent)
    for _day in range(100):
        made.refresh_from_db()
        if made.is_over:
            return
        running = Match.objects.filter(status=Match.Status.RUNNING)
        for match in running.exclude(players__member__name=absent).order_by("pk"):
            ended(match, [1] * match.seats, world)
        world.step(DAY)
    raise AssertionError(f"{made.format} is not over: {made.fault}")


def found_late(client: Client, made: Tournament, at: str) -> dict[int, int | None]:
    """A result is corrected after the end; everybody's places by then."""
    rows = Pairing.objects.filter(round__tournament=made, decided="played")
    wrong = rows.filter(seats__entry__member__name=at).order_by("pk")[0]
    seats = list(wrong.seats.select_related("entry__member"))
    told = {f"place-{one.entry_id}": 1 + (one.entry.member.name != at) for one in seats}
    ruling(client, made, "correct", pairing=wrong.pk, forced="on", **told)
    return dict(made.entries.values_list("pk", "place"))


@pytest.mark.parametrize("key", few(FORMATS, 2))
def test_every_format_is_played_to_its_end_with_a_no_show_a_drop_out_a_tie_and_a_late_correction(
    key: str, browse: Browse, world: World
) -> None:
    client = browse("Olga")
    made = created(client, key)
    everybody_enters(browse, made, 7)
    assert "It has started" in ruling(client, made, "start")
    path = reverse("tournament", args=[made.code])
    assert "Your tables" in browse("P01").get(path).content.decode() or key == "groups"
    leaving = reverse("tournament-withdraw", args=[made.code])
    browse("P07").post(leaving, {"open_matches": "leave"})
    draws_until_over(made, world, absent="P06")
    assert made.status == Tournament.Status.FINISHED
    rows = {row.member.name: row for row in made.entries.select_related("member")}
    missed = made.log.filter(action=LogEntry.Action.WITHDRAWN).values_list("params__entry")
    assert rows["P07"].status == Entry.Status.WITHDRAWN
    assert rows["P07"].place != 1 != rows["P06"].place
    assert rows["P06"].status == "entered" or (rows["P06"].pk,) in missed
    page = browse("").get(path).content.decode()
    winners = [name for name, row in rows.items() if row.place == 1]
    assert ("share first place." if len(winners) > 1 else f"{winners[0]} has won.") in page
    if format_of(key).seats_everybody_again and key != "ladder":
        assert len(winners) > 1, "a lot decides no title"
    places = found_late(client, made, "P03")
    assert None not in places.values()
    shown_ = Program("").get(f"tournaments/{made.code}/standings")["placing"]
    assert {one["entry"]: one["place"] for one in shown_} == places
    if format_of(key).ranking is Ranking.ALL:
        assert places[rows["P03"].pk] == 1
    path = reverse("tournament-round", args=[made.code, made.rounds.count()])
    assert browse("").get(path).status_code == 200
    log = browse("").get(reverse("tournament-log", args=[made.code])).content.decode()
    assert "the tournament ended" in log
    match = Match.objects.filter(players__member__name="P06", status="finished").earliest("pk")
    shown_match = browse("").get(reverse("match", args=[match.code])).content.decode()
    assert f'href="/tournaments/{made.code}/"' in shown_match
    assert f"{made.name}, round {match.event_round}" in shown_match


def test_a_ruling_of_each_kind_is_made_logged_and_told(browse: Browse, world: World) -> None:
    client = browse("Olga")
    made = created(client, "swiss", rounds="4", most_entries="8")
    everybody_enters(browse, made)
    waiting = browse("Wim").post(reverse("tournament-enter", args=[made.code]), follow=True)
    assert "You’re on the waiting list." in waiting.content.decode()
    rows = {row.member.name: row for row in made.entries.select_related("member")}
    ruling(client, made, "seed", **{f"seeding-{rows['P08'].pk}": "1"})
    ruling(client, made, "invite", addresses="guest@example.org, other@example.org")
    ruling(client, made, "start")
    ruling(client, made, "notice", text="Have fun, and be kind.")
    ruling(client, made, "extend-round", round="1", days="3")
    ruling(client, made, "extend-match", pairing=open_pairing(made).pk, days="2")
    ruling(client, made, "pause")
    ruling(client, made, "resume")
    member("Rosa")
    ruling(client, made, "replace", entry=rows["P07"].pk, member="rosa")
    ruling(client, made, "remove", entry=rows["P06"].pk)
    table = open_pairing(made)
    seat = table.seats.select_related("entry").order_by("seat")[0]
    ruling(client, made, "forfeit", pairing=table.pk, entry=seat.entry_id)
    for _step in range(6):
        world.step()
    closed = Pairing.objects.filter(round__tournament=made, decided="played").order_by("pk")[0]
    turned = {f"place-{one.entry_id}": 3 - (one.place or 0) for one in closed.seats.all()}
    if len(set(turned.values())) == 1:
        turned = dict.fromkeys(turned, 1)
    ruling(client, made, "correct", pairing=closed.pk, forced="on", **turned)
    ruling(client, made, "annul", pairing=closed.pk)
    leaving = reverse("tournament-withdraw", args=[made.code])
    browse("P05").post(leaving, {"open_matches": "leave"})
    ruling(client, made, "appoint", whom="Wim", role="arbiter")
    browse("Wim").post(reverse("tournament-office", args=[made.code, "accept"]))
    ruling(client, made, "series", name="The Cups")
    ruling(client, made, "cancel")
    assert_told(browse, made)


def assert_told(browse: Browse, made: Tournament) -> None:
    """Every kind of ruling is in the log, in words for everybody."""
    for who in ("", "P01", "Olga"):
        page = browse(who).get(reverse("tournament-log", args=[made.code])).content.decode()
        main = unescape(page[page.index("<main") : page.index("</main>")])
        for action in set(made.log.values_list("action", flat=True)):
            assert str(LogEntry.Action(action).label) in main
        assert RAW.search(re.sub(r"<[^>]*>", "", main)) is None
        assert "It was agreed on" in main
    done = set(made.log.values_list("action", flat=True))
    assert done >= set(LogEntry.Action.values) - {
        "adjudicated",
        "closed",
        "finished",
        "changed",
        "paired",
    }


def open_pairing(made: Tournament) -> Pairing:
    rows = Pairing.objects.filter(round__tournament=made, decided_at=None)
    return rows.order_by("pk")[0]


REFUSED = [
    ("start", {}, "it takes at least 6 to start"),
    ("pause", {}, "The tournament isn’t running."),
    ("cancel", {"reason": " "}, "Give a reason"),
    ("invite", {"addresses": "not an address"}, "isn’t an email address. Nobody was invited."),
    ("notice", {"text": " "}, "Give a reason"),
    ("open", {}, "Registration has already been opened."),
]


@pytest.mark.parametrize(("action", "fields", "said"), REFUSED)
def test_a_ruling_that_cannot_be_says_why(
    action: str, fields: dict[str, str], said: str, browse: Browse, world: World
) -> None:
    client = browse("Olga")
    made = created(client, "knockout")
    before = Tournament.objects.values().get()
    path = reverse("tournament-act", args=[made.code, action])
    page = client.post(path, {"reason": "because", **fields}, follow=True).content.decode()
    assert said in page
    assert Tournament.objects.values().get() == before


def test_a_member_enters_leaves_and_comes_back(browse: Browse, world: World) -> None:
    made = created(browse("Olga"), "knockout")
    client = browse("Anna")
    page = reverse("tournament", args=[made.code])
    assert "Sign in to register" in browse("").get(page).content.decode()
    assert ">Register</button>" in client.get(page).content.decode()
    entering = reverse("tournament-enter", args=[made.code])
    client.post(entering, {"contribution": "seven swans"})
    assert Entry.objects.get().contribution == "seven swans"
    again = client.post(entering, follow=True).content.decode()
    assert "You’re already in this tournament." in again
    left = client.post(reverse("tournament-withdraw", args=[made.code]), follow=True)
    assert "You’ve withdrawn." in left.content.decode()
    assert ">Register</button>" in client.get(page).content.decode()
    client.post(entering)
    assert Entry.objects.get().status == Entry.Status.ENTERED


def test_a_guest_comes_by_the_address_alone(browse: Browse, world: World) -> None:
    made = created(browse("Olga"), "knockout", by_invitation="on")
    Tournament.objects.update(is_public=False)
    page = reverse("tournament", args=[made.code])
    client = browse("Anna")
    assert client.get(page).status_code == 404
    link = f"{page}?token={made.invitation_token}"
    shown_page = client.get(link).content.decode()
    assert f'name="token" value="{made.invitation_token}"' in shown_page
    body = {"token": made.invitation_token}
    client.post(reverse("tournament-enter", args=[made.code]), body)
    assert client.get(page).status_code == 200
    other = browse("").get(link).content.decode()
    login = re.search(r'href="([^"]*next=[^"]*)"', other)
    assert login is not None
    assert "token" in login[1], "who signs in comes back with the invitation"
