"""The calendar feed: one's own deadlines, and nothing of anybody else's doing."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse
from icalendar import Calendar
from pytest_django.fixtures import Settings

from games.common import clock
from games.composing.calendar_feed import calendar_link
from games.models import DeadlineChange, Match, Member, Phase, Player
from games.services.absences import declare_absence
from games.services.matches import fill_with_bots
from tests.cast import member, open_match, order, player, running_match
from tests.mail.post import order_text

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> Player:
    return player(running_match(waiting_policy="quiet"), "Anna")


def feed_of(name: str) -> str:
    return urlsplit(calendar_link(member(name))).path


def events_of(body: bytes) -> list[dict[str, object]]:
    calendar = Calendar.from_ical(body)
    assert isinstance(calendar, Calendar)
    assert str(calendar["METHOD"]) == "PUBLISH"
    return [dict(event) for event in calendar.walk("VEVENT")]


def test_the_feed_names_the_match_the_round_and_the_deadline(anna: Player, client: Client) -> None:
    answer = client.get(feed_of("Anna"))
    (event,) = events_of(answer.content)
    phase = Phase.objects.get(match=anna.match, number=1)
    body = answer.content.decode()

    assert answer.headers["Content-Type"].startswith("text/calendar")
    assert f"phase-{phase.pk}@reply.wildcards.localhost" in body
    assert str(event["SUMMARY"]) == "Wild Cards with Bo and Carla: round 1, bidding"
    assert event["DTEND"].dt == phase.deadline_at.replace(microsecond=0)  # type: ignore[attr-defined, union-attr]
    assert "BEGIN:VALARM" in body
    assert "TRANSP:TRANSPARENT" in body
    assert all(len(line) <= 75 for line in answer.content.split(b"\r\n"))
    assert str(event["DESCRIPTION"]).startswith(f"Wild Cards {anna.match.code}\n")
    for secret in ("bid", "hand"):
        assert secret not in body.replace("bidding", "")


def test_one_feed_is_the_same_bytes_whatever_others_do(anna: Player, client: Client) -> None:
    before = client.get(feed_of("Anna"))
    order(player(anna.match, "Bo"), "bid R")
    after = client.get(feed_of("Anna"))

    assert after.content == before.content
    assert after.headers["ETag"] == before.headers["ETag"]
    unchanged = client.get(feed_of("Anna"), headers={"if-none-match": before.headers["ETag"]})
    assert unchanged.status_code == 304


def test_what_is_ordered_is_gone_and_what_moved_has_a_higher_sequence(
    anna: Player, client: Client
) -> None:
    phase = Phase.objects.get(match=anna.match, number=1)
    first = events_of(client.get(feed_of("Anna")).content)[0]
    assert phase.deadline_at is not None
    moved = phase.deadline_at + timedelta(days=1)
    DeadlineChange.objects.create(
        phase=phase,
        changed_at=phase.opened_at + timedelta(hours=1),
        old_deadline_at=phase.deadline_at,
        new_deadline_at=moved,
        why=DeadlineChange.Why.OPERATOR,
    )
    Phase.objects.filter(pk=phase.pk).update(deadline_at=moved)
    second = events_of(client.get(feed_of("Anna")).content)[0]

    assert second["UID"] == first["UID"]
    assert (first["SEQUENCE"], second["SEQUENCE"]) == (0, 1)

    order(anna, "bid R")
    assert order_text(anna) == "bid R"
    assert events_of(client.get(feed_of("Anna")).content) == []


def test_a_match_that_is_over_or_stands_still_is_not_in_it(anna: Player, client: Client) -> None:
    Match.objects.filter(pk=anna.match_id).update(status=Match.Status.PARKED)
    assert events_of(client.get(feed_of("Anna")).content) == []


def test_an_address_that_was_renewed_or_guessed_is_not_found(anna: Player, client: Client) -> None:
    old = feed_of("Anna")
    client.force_login(member("Anna"))
    assert old in client.get("/profile/").content.decode()

    client.post("/profile/calendar-address/")

    assert Client().get(old).status_code == 404
    assert Client().get(feed_of("Anna")).status_code == 200
    assert Client().get("/calendar/aaaaaaaaaaaaaaaaaaaaaa.ics").status_code == 404


def test_the_address_stands_in_no_table_and_ends_when_a_new_one_is_made(
    anna: Player, client: Client
) -> None:
    before = feed_of("Anna")
    token = before.rpartition("/")[2].removesuffix(".ics")
    assert token not in str(list(Member.objects.values()))
    client.force_login(member("Anna"))
    client.post(reverse("calendar-renew"))
    assert client.get(before).status_code == 404
    assert client.get(feed_of("Anna")).status_code == 200
    assert feed_of("Anna") != before


def test_an_address_signed_by_an_earlier_secret_key_still_works(
    anna: Player, client: Client, settings: Settings
) -> None:
    before = feed_of("Anna")
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another one" * 6
    assert client.get(before).status_code == 200
    settings.SECRET_KEY_FALLBACKS = []
    assert client.get(before).status_code == 404


@pytest.mark.parametrize("number", ["1", "2"])
def test_nobody_makes_up_the_address_of_anothers_feed(
    anna: Player, client: Client, number: str
) -> None:
    pk, _number, tag = feed_of("Anna").split("/")[-1].removesuffix(".ics").split("-")
    other = member("Bo").pk if number == "1" else pk
    assert client.get(f"/calendar/{other}-{number}-{tag}.ics").status_code == 404


def test_announced_absences_are_whole_days_and_gone_when_over(client: Client) -> None:
    who, today = member("Anna"), clock.now().date()
    day = timedelta(days=1)
    declare_absence(who, today + 3 * day, today + 5 * day)
    (event,) = events_of(client.get(feed_of("Anna")).content)
    assert str(event["SUMMARY"]) == "Away from Wild Cards by mail"
    assert event["DTSTART"].dt == today + 3 * day  # type: ignore[attr-defined]
    assert event["DTEND"].dt == today + 6 * day  # type: ignore[attr-defined]
    with clock.simulated(clock.now() + 10 * day):
        assert events_of(client.get(feed_of("Anna")).content) == []


def test_a_title_and_a_match_with_bots_alone_are_named(client: Client) -> None:
    match = open_match("Anna", title="Friday")
    fill_with_bots(member=member("Anna"), match=match)
    (event,) = events_of(client.get(feed_of("Anna")).content)
    assert str(event["SUMMARY"]) == "Friday · Wild Cards: round 1, bidding"
