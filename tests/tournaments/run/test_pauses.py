"""Pauses that stop the clocks of matches: nobody is defaulted, and nobody gains or loses time."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from games.models import DeadlineChange, Match, Order, Phase
from tests.tournaments.run.test_entering import refused
from tests.tournaments.run.test_sweeping import running
from tests.tournaments.run.world import DAY, World, letters, played
from tournaments.models import LogEntry, Pairing, Tournament
from tournaments.services import organiser, pauses

pytestmark = pytest.mark.django_db


def resting(world: World, days: int = 10) -> Tournament:
    """A knockout of four, paused for so many days with its clocks stopped."""
    made = running(world, "knockout", 4, round_time=timedelta(days=30))
    with world.clock():
        pauses.pause_tournament(
            tournament=made, by=made.organiser, reason="Summer", rest=days * DAY
        )
    return made


def test_r9_clocks_stand_still_and_it_goes_on_by_itself() -> None:
    world = World()
    made = resting(world)
    match = Match.objects.order_by("pk")[0]
    assert match.deadline_at == world.now + 12 * DAY
    ledger = DeadlineChange.objects.filter(phase__match=match).order_by("pk")
    assert [row.why for row in ledger] == ["opened", "pause"]
    before = match.pairing.deadline_at
    world.away("P01", "P02", "P03", "P04")
    for _day in range(9):
        world.step(DAY)
    made.refresh_from_db()
    assert made.paused_at is not None
    assert not Order.objects.exists()
    world.step(DAY)
    going_on = Tournament.objects.get(pk=made.pk)
    assert going_on.paused_at is None
    assert going_on.paused_until is None
    assert before is not None
    assert Pairing.objects.get(match=match).deadline_at == before + 10 * DAY
    assert letters(made, "P01")[-2:] == ["ruling", "ruling"]
    assert not Order.objects.exists()
    world.step(2 * DAY)
    world.step(DAY)
    assert Order.objects.exists()


def test_a_turn_that_begins_in_the_pause_has_its_whole_time_after_it() -> None:
    world = World()
    resting(world)
    match = Match.objects.order_by("pk")[0]
    world.now += 3 * DAY
    with world.clock():
        played(match.pk, most_orders=1)
    match.refresh_from_db()
    row = Phase.objects.get(match=match, closed_at=None, number=match.phase_number)
    assert row.number > 1
    assert match.deadline_at == world.now + 7 * DAY + match.phase_time == row.deadline_at


def test_ending_the_pause_early_brings_deadlines_back_but_not_too_near() -> None:
    world = World()
    made = resting(world)
    late = Match.objects.order_by("pk")[0]
    Phase.objects.filter(match=late).update(deadline_at=world.now + 10 * DAY + timedelta(hours=1))
    Match.objects.filter(pk=late.pk).update(deadline_at=world.now + 10 * DAY + timedelta(hours=1))
    other = Match.objects.order_by("pk")[1]
    world.now += 4 * DAY
    with world.clock():
        pauses.resume_tournament(tournament=made, by=made.organiser)
    late.refresh_from_db()
    other.refresh_from_db()
    assert other.deadline_at == world.now + 2 * DAY
    assert late.deadline_at == world.now + DAY
    assert other.rests_until == world.now


def test_calling_it_off_in_the_pause_lets_its_clocks_go_on() -> None:
    world = World()
    made = resting(world)
    world.now += DAY
    with world.clock():
        organiser.cancel_tournament(tournament=made, by=made.organiser, reason="Fire")
    assert {row.deadline_at for row in Match.objects.all()} == {world.now + 2 * DAY}


def test_a_rest_has_a_length() -> None:
    world = World()
    made = running(world, "knockout", 4)
    for rest in (timedelta(0), 61 * DAY):
        with world.clock(), refused("bad-rest"):
            pauses.pause_tournament(tournament=made, by=made.organiser, reason="Long", rest=rest)


def test_the_page_asks_what_becomes_of_the_clocks_and_says_until_when(client: Client) -> None:
    made = running(World(), "knockout", 4)
    client.force_login(made.organiser)
    page = client.get(f"/tournaments/{made.code}/manage/").content.decode()
    assert 'name="clocks" value="rest"' in page
    sent = {"reason": "Summer", "clocks": "rest", "days": "7"}
    client.post(f"/tournaments/{made.code}/manage/pause/", sent)
    made.refresh_from_db()
    assert made.paused_until is not None
    page = client.get(f"/tournaments/{made.code}/").content.decode()
    assert "clocks of all matches stand still" in page
    log = client.get(f"/tournaments/{made.code}/log/").content.decode()
    assert "The clocks of all matches stand still until" in log
    assert made.log.filter(action=LogEntry.Action.PAUSED).get().reason == "Summer"
