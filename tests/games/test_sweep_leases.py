"""What a sweep has in hand: leased before the try, counted with it, free again, never for ever."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.db import OperationalError

from games.common import clock
from games.models import Match, OutboundMail, Phase, ServicePulse
from games.services import batch_closing, deadline_sweep
from games.services.deadline_sweep import CHUNK_AFTER_A_FAULT, sweep_due, sweep_match
from games.services.leases import LEASE, settle_excuses
from games.services.match_failures import MOST_TRIES
from games.services.phases import GRACE, advance_play
from games.services.running_matches import RunningMatch
from tests.bench.population import matches_copied, members_made, pattern_of
from tests.cast import open_phase, order, player, running_match

pytestmark = pytest.mark.django_db


class KilledError(BaseException):
    """Stands in for the death of the process: nothing of ours catches it."""


def due_matches(count: int) -> list[Match]:
    """Running matches, alike but for their people, whose deadline has just passed."""
    pattern = pattern_of(running_match())
    Match.objects.update(status=Match.Status.CANCELLED)
    past = clock.now() - GRACE - timedelta(seconds=1)
    ServicePulse.objects.update_or_create(pk=1, defaults={"beat_at": clock.now()})
    pattern.match.status = Match.Status.RUNNING
    return matches_copied([pattern], members_made(10), count, deadline_at=past)


def leases_run_out() -> None:
    """Half a minute after a process has died, without waiting for it."""
    Phase.objects.exclude(lease_until=None).update(lease_until=clock.now() - timedelta(seconds=1))


def closed() -> int:
    return Match.objects.filter(phase_number=2).count()


@pytest.fixture
def deadly(monkeypatch: pytest.MonkeyPatch) -> Callable[[Match], None]:
    """Makes the advance of one match kill whoever tries it."""

    def poison(match: Match) -> None:
        def advance(play: RunningMatch, now: object) -> None:
            if play.match.pk == match.pk:
                raise KilledError
            advance_play(play, now)  # type: ignore[arg-type]

        monkeypatch.setattr(batch_closing, "advance_play", advance)

    return poison


def sweeps_until_quiet() -> tuple[int, int]:
    """Sweep, each time after the leases of the dead have run out; returns (sweeps, deaths)."""
    sweeps = deaths = 0
    while True:
        sweeps += 1
        try:
            if not sweep_due():
                return sweeps, deaths
        except KilledError:
            deaths += 1
            leases_run_out()


def test_a_match_that_kills_its_process_is_parked_and_all_others_close(
    deadly: Callable[[Match], None],
) -> None:
    matches = due_matches(60)
    deadly(matches[10])
    _sweeps, deaths = sweeps_until_quiet()
    assert deaths == MOST_TRIES
    assert closed() == 59
    parked = Match.objects.get(status=Match.Status.PARKED)
    assert (parked.pk, open_phase(parked).lease_until) == (matches[10].pk, None)
    assert "died" in parked.fault
    assert OutboundMail.objects.filter(kind="parked", match=parked).count() == 3
    # The innocent have nothing left of it.
    others = Phase.objects.filter(Phase.OPEN, match__status=Match.Status.RUNNING)
    assert set(others.values_list("attempts", "lease_until", "match__fault")) == {(0, None, "")}


def test_after_a_death_the_neighbours_come_in_tens_and_then_alone(
    deadly: Callable[[Match], None],
) -> None:
    matches = due_matches(2 * CHUNK_AFTER_A_FAULT + 5)
    deadly(matches[0])
    matches[0].phases.filter(Phase.OPEN).update(wake_at=clock.now() - timedelta(hours=1))
    for attempts, expected in enumerate((len(matches), CHUNK_AFTER_A_FAULT, 1, 1, 1)):
        Phase.objects.filter(Phase.OPEN).update(attempts=attempts)
        with pytest.raises(KilledError):
            sweep_due()
        in_hand = Phase.objects.filter(lease_until__gt=clock.now())
        assert in_hand.count() == expected
        leases_run_out()


def test_a_lease_is_free_half_a_minute_after_its_holder_died_and_not_before(
    deadly: Callable[[Match], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    (match,) = due_matches(1)
    deadly(match)
    now = clock.now()
    with clock.simulated(now), pytest.raises(KilledError):
        sweep_due()
    monkeypatch.undo()
    with clock.simulated(now + LEASE - timedelta(seconds=1)):
        assert sweep_due() == 0
    with clock.simulated(now + LEASE):
        assert sweep_due() == 1
    assert closed() == 1


def test_fewest_tries_go_first() -> None:
    first, second, third = due_matches(3)
    first.phases.filter(Phase.OPEN).update(attempts=2)
    second.phases.filter(Phase.OPEN).update(attempts=1)
    for expected in (third, second, first):
        assert sweep_due() == 1
        opened = open_phase(expected)
        assert (opened.number, opened.attempts) == (2, 0)


@pytest.fixture
def _nothing_owed() -> Iterator[None]:
    yield
    assert settle_excuses()


@pytest.mark.usefixtures("_nothing_owed")
def test_a_database_that_was_away_counts_for_no_match(monkeypatch: pytest.MonkeyPatch) -> None:
    due_matches(3)

    def away(*_arguments: object, **_named: object) -> None:
        raise OperationalError("server closed the connection unexpectedly")

    with monkeypatch.context() as outage:
        outage.setattr(batch_closing, "load_plays", away)
        outage.setattr("games.services.leases.held", away)
        with pytest.raises(OperationalError):
            sweep_due()
    # Its next sweep gives the tries back and goes on as if nothing had been.
    running = Phase.objects.filter(Phase.OPEN, match__status=Match.Status.RUNNING)
    assert set(running.values_list("attempts", flat=True)) == {1}
    with clock.simulated(clock.now() + batch_closing.PAUSE_AFTER_TROUBLE):
        assert sweep_due() == 3
    assert closed() == 3
    assert set(running.values_list("attempts", "match__fault")) == {(0, "")}
    assert running.count() == 3


def test_a_match_at_which_the_database_balks_holds_up_no_other_and_is_never_parked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    matches = due_matches(4)

    def advance(play: RunningMatch, now: object) -> None:
        if play.match.pk == matches[0].pk:
            raise OperationalError("deadlock detected")
        advance_play(play, now)  # type: ignore[arg-type]

    monkeypatch.setattr(batch_closing, "advance_play", advance)
    for _sweep in range(2 * MOST_TRIES):
        matches[0].phases.filter(Phase.OPEN).update(wake_at=clock.now())
        while sweep_due():
            pass
    assert closed() == 3
    opened = open_phase(matches[0])
    assert (opened.match.status, opened.attempts, opened.lease_until) == ("running", 0, None)
    monkeypatch.undo()
    matches[0].phases.filter(Phase.OPEN).update(wake_at=clock.now())
    assert sweep_due() == 1


def test_what_a_sweep_does_not_begin_in_its_time_is_left_uncounted_to_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    due_matches(4)
    monkeypatch.setattr(deadline_sweep, "SECONDS_IN_ONE_GO", 0.0)
    for number in range(1, 5):
        assert sweep_due() == 1
        assert closed() == number
        waiting = Phase.objects.filter(Phase.OPEN, match__status="running", number=1)
        assert set(waiting.values_list("attempts", "lease_until")) <= {(0, None)}
    assert sweep_due() == 0


def test_bots_that_need_longer_than_a_moment_play_on_in_the_next_sweep(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (match,) = due_matches(1)
    match.players.update(bot="steady")
    monkeypatch.setattr("games.services.phases.SECONDS_IN_ONE_GO", 0.0)
    for number in range(2, 6):
        assert sweep_due() == 1
        match.refresh_from_db()
        assert match.phase_number == number
        wake_at = open_phase(match).wake_at
        assert wake_at is not None
        assert wake_at <= clock.now()
    assert OutboundMail.objects.filter(match=match, phase_number__gt=2).count() == 0


def test_whose_lease_ran_out_changes_nothing_any_more() -> None:
    """A worker that was stopped for minutes between its lease and its closing."""
    (match,) = due_matches(1)
    now = clock.now()
    with clock.simulated(now):
        (held,) = deadline_sweep._take_leases(match.phases.filter(Phase.OPEN), 1, now)
    assert sweep_due() == 0
    with clock.simulated(now + 4 * LEASE):
        assert deadline_sweep._take_leases(match.phases.filter(Phase.OPEN), 1, now + 4 * LEASE)
        assert batch_closing.close_leased([held], stop_at=0.0) == 0
    opened = open_phase(match)
    assert (opened.number, opened.attempts) == (1, 2)


def test_a_nudge_counts_its_try_and_leaves_alone_what_has_used_up_its_tries(
    deadly: Callable[[Match], None],
) -> None:
    (match,) = due_matches(1)
    deadly(match)
    for tries in range(1, MOST_TRIES + 1):
        with pytest.raises(KilledError):
            sweep_match(match.pk)
        assert open_phase(match).attempts == tries
        assert not sweep_match(match.pk)
        leases_run_out()
    assert not sweep_match(match.pk)
    assert sweep_due() == 1
    match.refresh_from_db()
    assert match.status == Match.Status.PARKED


def test_an_order_does_not_try_what_has_killed_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that answers a player must not be the next to die; the order stands."""
    match = running_match()
    match.phases.filter(Phase.OPEN).update(attempts=2)

    def advance(play: RunningMatch, now: object) -> None:
        raise KilledError

    monkeypatch.setattr("games.services.orders.advance_play", advance)
    for name in ("Anna", "Bo", "Carla"):
        order(player(match, name), "bid R")
    match.refresh_from_db()
    assert match.phases.get(number=1).orders.count() == 3
    wake_at = open_phase(match).wake_at
    assert wake_at is not None
    assert wake_at <= clock.now()
