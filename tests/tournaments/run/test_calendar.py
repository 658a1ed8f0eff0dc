"""The calendar feed of somebody who plays in a tournament."""

from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.test import Client
from icalendar import Calendar

from games.common import clock
from games.composing.calendar_feed import calendar_link
from games.models import Match
from games.services.adjudications import adjudicate_match
from tests.cast import member
from tests.tournaments.run import world
from tournaments.models import Pairing, Tournament
from tournaments.services.rounds import start_tournament
from tournaments.services.sweeping import sweep_due

pytestmark = pytest.mark.django_db


def events_of(name: str) -> dict[str, dict[str, object]]:
    """The events of tournaments in this member's feed, by their summaries."""
    feed = Client().get(urlsplit(calendar_link(member(name))).path).content
    calendar = Calendar.from_ical(feed)
    found: list[dict[str, object]] = [dict(event) for event in calendar.walk("VEVENT")]
    return {
        str(event["SUMMARY"]): event
        for event in found
        if str(event["UID"]).startswith(("tournament-", "pairing-"))
    }


def test_the_start_stands_in_it_for_who_has_entered() -> None:
    made = world.tournament("swiss", terms={"rounds": 2, "table_size": 2})
    world.entered(made, "Anna", "Bo")
    assert events_of("Anna") == {}
    at = (clock.now() + timedelta(days=3)).replace(microsecond=0)
    Tournament.objects.filter(pk=made.pk).update(starts_at=at)
    (event,) = events_of("Anna").values()
    assert str(event["SUMMARY"]) == "Autumn Cup starts"
    assert event["DTSTART"].dt == at  # type: ignore[attr-defined]
    assert str(event["URL"]).endswith(f"/tournaments/{made.code}/")
    assert events_of("Mallory") == {}


def test_a_round_begins_and_ends_in_it_with_the_opponent_until_the_table_is_done() -> None:
    made = world.tournament(
        "swiss", terms={"rounds": 2, "table_size": 2}, round_time=timedelta(days=20)
    )
    world.entered(made, "Anna", "Bo")
    start_tournament(tournament=made, by=member("Olga"))
    told = events_of("Anna")
    begins, ends = (
        f"Autumn Cup, Round 1 · Swiss round {word}, with Bo" for word in ("begins", "ends")
    )
    assert set(told) == {begins, ends}
    pairing = Pairing.objects.get()
    assert pairing.deadline_at is not None
    due = pairing.deadline_at.replace(microsecond=0)
    assert told[ends]["DTEND"].dt == due  # type: ignore[attr-defined]

    Pairing.objects.update(deadline_at=pairing.deadline_at + timedelta(days=1))
    moved = events_of("Anna")[ends]
    assert moved["UID"] == told[ends]["UID"]
    assert moved["SEQUENCE"] > told[ends]["SEQUENCE"]  # type: ignore[operator]

    match = Match.objects.get()
    adjudicate_match(match.pk, Match.Adjudicated.RULING)
    sweep_due()
    assert begins not in events_of("Anna")
