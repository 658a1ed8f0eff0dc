"""The sweep finds what is due and no more, does it once, and survives what fails."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Match, OutboundMail
from games.services.match_verification import verify_match
from tests.tournaments.run.world import DAY, World, entered, letters, people, played, tournament
from tournaments.chance.match_seeds import match_server_seed
from tournaments.formats.registry import format_of
from tournaments.models import Entry, Pairing, Round, Tournament
from tournaments.models.tournaments import MOST_TRIES
from tournaments.services import rounds, sweeping
from tournaments.services.sweeping import retry_tournament, sweep_due
from tournaments.tasks import sweep_tournaments

pytestmark = pytest.mark.django_db


def running(world: World, key: str = "round_robin", number: int = 3, **values: Any) -> Tournament:
    """A tournament that has just started."""
    with world.clock():
        made = tournament(key, starts_at=world.now + timedelta(hours=1), **values)
        entered(made, *people(number))
    world.step(timedelta(hours=1))
    made.refresh_from_db()
    assert made.status == Tournament.Status.RUNNING
    return made


def test_nothing_is_due_until_a_moment_comes_or_a_match_ends() -> None:
    world = World()
    made = running(world)
    with world.clock():
        assert sweep_due() == 0
        played(Match.objects.order_by("pk")[0].pk)
        assert sweep_due() == 1
        assert sweep_due() == 0
    assert made.wake_at == world.now + made.round_time


def test_sweeping_again_changes_nothing() -> None:
    world = World()
    made = running(world)

    def everything() -> list[Any]:
        tables = (Round, Pairing, Match, Entry, OutboundMail)
        return [list(table.objects.order_by("pk").values()) for table in tables]

    before = everything()
    with world.clock():
        for _again in range(3):
            Tournament.objects.update(wake_at=world.now)
            sweep_due()
    assert everything() == before
    assert letters(made, "P01") == ["entered", "started"]


def test_a_lost_signal_does_not_lose_the_end_of_a_match(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    made = running(world, "knockout", 2)
    monkeypatch.setattr("games.common.signals.matches_finished.send_robust", lambda **_more: [])
    with world.clock():
        played(Match.objects.get().pk)
    assert Match.objects.get().reported_at is None
    world.sweep()
    made.refresh_from_db()
    assert made.status == Tournament.Status.FINISHED
    assert Match.objects.get().reported_at == world.now


def test_the_cost_of_a_sweep_does_not_grow_with_what_is_not_due() -> None:
    world = World()
    running(world)

    def queries() -> int:
        with (
            world.clock(),
            CaptureQueriesContext(
                connection,
            ) as seen,
        ):
            assert sweep_due() == 0
        return len(seen)

    few = queries()
    for number in range(4):
        with world.clock():
            made = tournament(starts_at=world.now + DAY, name=f"Cup {number}")
            entered(made, *people(2))
        world.sweep()
    assert queries() == few <= 4


def test_matches_are_dealt_with_given_seats_and_checkable_chance() -> None:
    world = World()
    made = running(world)
    for pairing in Pairing.objects.exclude(match=None).select_related("match", "round"):
        match = pairing.match
        assert match is not None
        assert match.seating == Match.Seating.GIVEN
        assert match.title == f"Autumn Cup · {pairing.round.number}.{pairing.number}"
        assert match.server_seed == match_server_seed(
            made.server_seed, pairing.round.number, pairing.number
        )
        seats = {seat.seat: seat.entry.member_id for seat in pairing.seats.all()}
        assert dict(match.players.values_list("seat", "member")) == seats
        assert all(check.holds for check in verify_match(match))
    assert made.seed not in Match.objects.values_list("server_seed", flat=True)


def test_a_tournament_that_fails_is_put_off_then_parked_and_never_stops_others(
    capsys: pytest.CaptureFixture[str],
) -> None:
    world = World()
    broken = running(world, "knockout", 4)
    healthy = running(world, "round_robin", 2, name="Other")
    Tournament.objects.filter(pk=broken.pk).update(terms={"grand_final": "nonsense"})
    world.step(DAY)
    healthy.refresh_from_db()
    assert healthy.status == Tournament.Status.FINISHED
    for _try in range(MOST_TRIES):
        world.step(timedelta(hours=3))
    broken.refresh_from_db()
    assert (broken.wake_at, broken.attempts) == (None, MOST_TRIES)
    assert "bad_term" in broken.fault
    assert letters(broken, "Olga") == ["parked"]
    world.step(timedelta(hours=3))
    assert letters(broken, "Olga") == ["parked"]

    Tournament.objects.filter(pk=broken.pk).update(terms={})
    call_command("resumetournament")
    assert f"{broken.code}  knockout  Autumn Cup" in capsys.readouterr().out
    with world.clock():
        call_command("resumetournament", broken.code.upper())
        with pytest.raises(CommandError):
            call_command("resumetournament", healthy.code)
        assert not retry_tournament(healthy.pk)
    assert world.until_over(broken).status == Tournament.Status.FINISHED


def test_a_format_that_neither_ends_nor_goes_on_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    made = running(world, "knockout", 2)
    monkeypatch.setattr(rounds, "deal_rounds", lambda *_arguments: [])
    monkeypatch.setattr(type(format_of("knockout")), "is_over", lambda *_arguments: False)
    with world.clock():
        played(Match.objects.get().pk)
    world.sweep()
    made.refresh_from_db()
    assert "StuckError" in made.fault
    assert made.attempts == 1


def test_two_matches_left_to_a_bot_in_a_row_end_the_entry() -> None:
    world = World()
    made = running(world, "swiss", 4, terms={"rounds": 3})
    world.away("P01")
    made = world.until_over(made)
    gone = made.entries.get(member__name="P01")
    assert (gone.status, gone.until_round) == (Entry.Status.WITHDRAWN, 2)
    seats = gone.seats.order_by("pairing__round__number")
    assert [seat.is_forfeit for seat in seats] == [True, True]
    assert letters(made, "P01") == ["entered", "started", "dealt", "missed", "finished"]
    assert gone.place == 4


def test_at_the_rounds_deadline_a_match_ends_as_it_stands_by_score_then_seeding() -> None:
    world = World()
    made = running(world, "knockout", 2, round_time=timedelta(hours=30))
    match = Match.objects.get()
    world.slow = {match.pk}
    world.pace = timedelta(0)
    made = world.until_over(made)
    match.refresh_from_db()
    assert match.adjudicated_for == Match.Adjudicated.DEADLINE
    assert match.outcome is not None
    assert match.outcome["reason"] == "adjudicated"
    pairing = Pairing.objects.get()
    seats = list(pairing.seats.order_by("place"))
    assert [seat.place for seat in seats] == [1, 2]
    assert (seats[0].points or 0) >= (seats[1].points or 0)
    assert pairing.decided == Pairing.Decided.ADJUDICATED
    assert made.log.filter(action="adjudicated", match=match).count() == 1
    assert [check.problem for check in verify_match(match) if not check.holds] == []


def test_the_task_repeats_until_nothing_is_due() -> None:
    world = World()
    with world.clock():
        for number in range(3):
            made = tournament(starts_at=world.now + DAY, name=f"Cup {number}")
            entered(made, *people(2))
    world.now += 2 * DAY
    with world.clock():
        assert sweep_tournaments() == 3
        assert sweep_tournaments() == 0
    assert sweeping.CHUNK >= 3
