"""R1 to R3, R8: who is removed comes last; rulings reach standings and ratings; nothing waits."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Match
from tests.sizes import few
from tests.tournaments.run.test_entering import refused
from tests.tournaments.run.test_sweeping import running
from tests.tournaments.run.world import DAY, World, letters, played
from tournaments.models import Entry, LogEntry, Pairing, PastResults, RatingChange, Tournament
from tournaments.selectors.tournament_state import tournament_state
from tournaments.services import organiser, result_rulings
from tournaments.services.entries import remove_entry
from tournaments.services.rating_finished_matches import settle_due
from tournaments.services.rebuilding import rebuild_pool, rebuild_revised

pytestmark = pytest.mark.django_db
GROUPS_OF_THREE = {"group_size": 3, "advance": 1}


def places(made: Tournament) -> dict[int, int]:
    """Everybody's place as things stand, by entry."""
    field = tournament_state(made)
    found: dict[int, int] = {}
    for group in field.format.places(field.setup, field.entries, field.results):
        found |= dict.fromkeys(group, len(found) + 1)
    return found


def rated_places(match: Match) -> list[int]:
    rows = RatingChange.objects.filter(rated_match__match=match).order_by("seat")
    return list(rows.values_list("place", flat=True))


def ended(world: World, made: Tournament) -> Tournament:
    world.until_over(made)
    with world.clock():
        settle_due()
    return made


def decided(made: Tournament) -> Pairing:
    """A match of two that did not end with equal places."""
    rows = Pairing.objects.filter(round__tournament=made, seats__place=2).exclude(match=None)
    return rows.order_by("pk")[0]


@pytest.mark.parametrize("key", few(["swiss", "round_robin", "knockout", "groups"], 2))
def test_r1_a_winner_who_is_removed_after_the_end_comes_last(key: str) -> None:
    world = World()
    made = ended(world, running(world, key, 6, terms=GROUPS_OF_THREE, least_entries=6))
    winner = made.entries.filter(place=1).order_by("pk")[0]
    with world.clock():
        remove_entry(entry=winner, by=made.organiser, reason="Two accounts")
    winner.refresh_from_db()
    assert (winner.status, winner.place) == (Entry.Status.REMOVED, 6)
    others = [row.place or 0 for row in made.entries.exclude(pk=winner.pk)]
    assert min(others) == 1
    assert max(others) < 6


def test_r1_a_leader_who_is_removed_while_it_runs_is_below_all_who_stayed() -> None:
    world = World()
    made = running(world, "swiss", 6, terms={"rounds": 3})
    with world.clock():
        for match in Match.objects.all():
            played(match.pk)
    world.sweep()
    leader = min(places(made), key=places(made).__getitem__)
    row = made.entries.get(pk=leader)
    with world.clock():
        remove_entry(entry=row, by=made.organiser, reason="Two accounts")
    assert places(made)[leader] == 6
    ended(world, made)
    row.refresh_from_db()
    assert row.place == 6


def test_results_that_are_forfeited_become_wins_of_everybody_they_met() -> None:
    world = World()
    made = ended(world, running(world, "round_robin", 4))
    winner = made.entries.filter(place=1).order_by("pk")[0]
    with world.clock():
        remove_entry(
            entry=winner, by=made.organiser, reason="Two accounts", results=PastResults.FORFEIT
        )
    tables = Pairing.objects.filter(seats__entry=winner).exclude(match=None)
    assert {row.decided for row in tables} == {Pairing.Decided.FORFEIT}
    for row in tables:
        other = row.seats.exclude(entry=winner).get()
        assert (other.place, other.is_forfeit) == (1, False)
        assert letters(made, other.entry.member.name)[-1] == "ruling"
    assert letters(made, winner.member.name)[-1] == "removed"


def test_annulled_results_count_for_nobody_and_leave_the_ratings() -> None:
    world = World()
    made = ended(world, running(world, "round_robin", 4))
    winner = made.entries.filter(place=1).order_by("pk")[0]
    tables = list(Pairing.objects.filter(seats__entry=winner).exclude(match=None))
    assert all(rated_places(row.match) for row in tables if row.match is not None)
    with world.clock():
        remove_entry(
            entry=winner, by=made.organiser, reason="Two accounts", results=PastResults.ANNUL
        )
        assert rebuild_revised() == 1
        assert rebuild_revised() == 0
    assert not any(rated_places(row.match) for row in tables if row.match is not None)
    field = tournament_state(made)
    met = [one for one in field.results if winner.pk in one.seats and not one.is_bye]
    assert len(met) == 3
    assert not any(one.counted_places for one in met)


def test_r3_a_corrected_result_reaches_the_ratings_bit_equal_to_a_fresh_replay() -> None:
    world = World()
    made = ended(world, running(world, "round_robin", 4))
    row = decided(made)
    assert row.match is not None
    before = rated_places(row.match)
    told = {seat.entry_id: 3 - (seat.place or 0) for seat in row.seats.all()}
    with world.clock():
        result_rulings.correct_result(pairing=row, places=told, by=made.organiser, reason="Misread")
        assert rebuild_revised() == 1
    assert rated_places(row.match) == [3 - place for place in before]
    pool = RatingChange.objects.values_list("pool", flat=True)[0]
    assert rebuild_pool(pool, is_check=True).is_equal


def test_r3_a_match_ruled_on_before_it_is_rated_is_rated_as_ruled() -> None:
    world = World()
    made = world.until_over(running(world, "round_robin", 4))
    row = decided(made)
    assert row.match is not None
    told = {seat.entry_id: 3 - (seat.place or 0) for seat in row.seats.all()}
    with world.clock():
        result_rulings.correct_result(pairing=row, places=told, by=made.organiser, reason="Misread")
        settle_due()
    by_seat = [told[seat.entry_id] for seat in row.seats.order_by("seat")]
    assert rated_places(row.match) == by_seat
    assert rebuild_revised() == 0


def test_a_match_is_annulled_once_and_only_when_it_has_ended() -> None:
    world = World()
    made = running(world, "round_robin", 4)
    row = Pairing.objects.exclude(match=None).order_by("pk")[0]
    with world.clock(), refused("still-open"):
        result_rulings.annul_pairing(pairing=row, by=made.organiser, reason="A fault")
    ended(world, made)
    assert row.match is not None
    with world.clock():
        ruled = result_rulings.annul_pairing(pairing=row, by=made.organiser, reason="A fault")
        with refused("annulled"):
            result_rulings.annul_pairing(pairing=row, by=made.organiser, reason="A fault")
        rebuild_revised()
    assert ruled.decided == Pairing.Decided.ANNULLED
    assert rated_places(row.match) == []
    assert made.log.get(action=LogEntry.Action.ANNULLED).reason == "A fault"


def test_r2_a_ladder_that_all_but_one_have_left_ends() -> None:
    world = World()
    made = running(world, "ladder", 4, terms={"rounds": 4})
    with world.clock():
        for row in made.entries.order_by("pk")[:3]:
            remove_entry(entry=row, by=made.organiser, reason="Moved away")
    ended(world, made)
    assert made.entries.get(place=1).status == Entry.Status.ENTERED


@pytest.mark.parametrize("key", few(["swiss", "knockout", "heats", "groups", "double_knockout"], 2))
def test_r2_whatever_runs_can_be_wound_up(key: str) -> None:
    world = World()
    made = running(
        world, key, 8, terms={"group_size": 4, "advance": 2, "rounds": 3}, least_entries=8
    )
    with world.clock():
        organiser.wind_up_tournament(tournament=made, by=made.organiser, reason="Summer")
        with refused("wound-up"):
            organiser.wind_up_tournament(tournament=made, by=made.organiser, reason="Summer")
    dealt = made.rounds.count()
    ended(world, made)
    assert made.rounds.count() == dealt
    assert not made.entries.filter(status=Entry.Status.ENTERED, place=None).exists()


def test_r8_groups_do_not_wait_for_matches_that_cannot_change_who_goes_on() -> None:
    world = World()
    terms = {"group_size": 4, "advance": 1}
    made = running(world, "groups", 8, terms=terms, round_time=timedelta(days=60), least_entries=8)
    field = tournament_state(made)
    # The first of each group, whoever that is, wins all; every other match stays open.
    best = {
        min(part.entries, key=lambda one: one.id).id
        for part in field.format.parts(field.setup, field.entries, field.results)
    }
    slow = {
        row.match_id
        for row in field.pairings
        if row.match_id and not best & {seat.entry_id for seat in row.seats.all()}
    }
    world.slow, world.pace = slow, timedelta(days=90)
    for row in field.pairings:
        if row.match_id is None or row.match_id in slow:
            continue
        with world.clock():
            played(row.match_id)
    world.sweep()
    with world.clock():
        for row in Pairing.objects.exclude(decided_at=None).exclude(match=None):
            told = {seat.entry_id: 1 if seat.entry_id in best else 2 for seat in row.seats.all()}
            result_rulings.correct_result(
                pairing=row, places=told, by=made.organiser, reason="As agreed", is_forced=True
            )
    world.sweep()
    open_before = Pairing.objects.filter(decided_at=None, match__in=slow).count()
    assert open_before == len(slow) == 6
    final = Pairing.objects.exclude(stage="groups").get()
    assert {seat.entry_id for seat in final.seats.all()} == best
    world.slow, world.pace = set(), DAY
    ended(world, made)
    assert set(made.entries.filter(place__lte=2).values_list("pk", flat=True)) == best
