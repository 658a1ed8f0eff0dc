"""What an organiser may do, what is logged and told of it, and what follows; series of seasons."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from games.models import Match, OutboundMail
from tests.cast import member
from tests.sizes import few
from tests.tournaments.run.test_entering import refused
from tests.tournaments.run.test_sweeping import running
from tests.tournaments.run.world import (
    DAY,
    FOUR,
    World,
    entered,
    letters,
    people,
    played,
    tournament,
)
from tournaments.models import Entry, LogEntry, Pairing, Tournament
from tournaments.selectors.tournament_state import tournament_state
from tournaments.services import organiser, pauses, result_rulings
from tournaments.services.rounds import start_tournament
from tournaments.services.series import create_series, end_series

pytestmark = pytest.mark.django_db
Action = LogEntry.Action


def reasons(made: Tournament) -> list[tuple[str, str]]:
    """Who did what a reason was given for."""
    rows = made.log.exclude(reason="").select_related("by")
    return [(row.action, row.reason) for row in rows if row.by is not None]


def ids_by_place(pairing: Pairing) -> list[int]:
    return list(pairing.seats.order_by("place").values_list("entry", flat=True))


def test_nobody_else_rules_and_no_ruling_goes_without_a_reason() -> None:
    world = World()
    made = running(world)
    mallory = member("Mallory")
    with world.clock():
        for deed in (pauses.pause_tournament, organiser.cancel_tournament):
            with refused("not-organiser"):
                deed(tournament=made, by=mallory, reason="Because")
            with refused("no-reason"):
                deed(tournament=made, by=made.organiser, reason="  ")
    made.refresh_from_db()
    assert made.status == Tournament.Status.RUNNING
    assert reasons(made) == []


def test_a_pause_stops_dealing_and_deadlines_while_matches_play_on() -> None:
    world = World()
    made = running(world, "knockout", 4, round_time=timedelta(days=4))
    host = made.organiser
    quick, slow = Match.objects.order_by("pk")
    with world.clock():
        pauses.pause_tournament(tournament=made, by=host, reason="Holidays")
        with refused("paused"):
            pauses.pause_tournament(tournament=made, by=host, reason="Again")
        played(quick.pk)
    before = slow.pairing.deadline_at
    world.slow, world.pace = {slow.pk}, 5 * DAY
    for _day in range(6):
        world.step(DAY)
    assert Pairing.objects.get(match=quick).decided == Pairing.Decided.PLAYED
    slow.refresh_from_db()
    assert slow.adjudicated_for == ""
    assert made.rounds.count() == 1
    with world.clock():
        pauses.resume_tournament(tournament=made, by=host)
        with refused("not-paused"):
            pauses.resume_tournament(tournament=made, by=host)
    moved = Pairing.objects.get(match=slow)
    assert before is not None
    assert moved.deadline_at == before + 6 * DAY
    assert letters(made, "P01")[-2:] == ["ruling", "ruling"]
    world.slow, world.pace = set(), DAY
    world.until_over(made)


def test_more_time_for_a_round_or_a_match_moves_its_deadline_and_is_told() -> None:
    world = World()
    made = running(world, number=3)
    host = made.organiser
    first = Pairing.objects.exclude(match=None).order_by("pk")[0]
    with world.clock():
        organiser.extend_round(
            tournament=made, number=1, extension=2 * DAY, by=host, reason="Flu about"
        )
        moved = organiser.extend_pairing(pairing=first, extension=DAY, by=host, reason="Moving")
        with refused("bad-extension"):
            organiser.extend_pairing(pairing=first, extension=-DAY, by=host, reason="Hurry")
        with refused("no-such-round"):
            organiser.extend_round(
                tournament=made, number=9, extension=DAY, by=host, reason="What round"
            )
    assert moved.deadline_at == world.now + made.round_time + 3 * DAY
    assert made.rounds.get(number=1).deadline_at == moved.deadline_at
    assert made.rounds.get(number=2).deadline_at == world.now + made.round_time
    assert reasons(made) == [("extended", "Flu about"), ("extended", "Moving")]
    world.sweep()
    made.refresh_from_db()
    assert made.wake_at == world.now + made.round_time


def test_a_corrected_result_changes_the_standings_and_keeps_what_was_dealt() -> None:
    world = World()
    made = running(world, "swiss", 4, terms={"rounds": 3})
    with world.clock():
        for match in Match.objects.all():
            played(match.pk)
    world.sweep()
    # Equal places, which a match rarely ends with, would leave nobody to correct.
    first = Pairing.objects.filter(round__number=1, seats__place=2).order_by("pk")[0]
    winner, loser = ids_by_place(first)
    dealt = list(Pairing.objects.filter(round__number=2).order_by("pk").values())
    with world.clock():
        result_rulings.correct_result(
            pairing=first, places={winner: 2, loser: 1}, by=made.organiser, reason="Misread"
        )
    assert ids_by_place(first) == [loser, winner]
    assert list(Pairing.objects.filter(round__number=2).order_by("pk").values()) == dealt
    field = tournament_state(made)
    order = [
        entry
        for group in field.format.placing(field.setup, field.entries, field.results)
        for entry in group
    ]
    assert order.index(loser) < order.index(winner)
    log = made.log.get(action=Action.CORRECTED)
    assert log.params["from"] == {str(winner): 1, str(loser): 2}
    assert log.params["to"] == {str(winner): 2, str(loser): 1}
    world.until_over(made)


def test_a_result_that_a_dealt_match_of_the_bracket_rests_on_needs_force() -> None:
    world = World()
    made = running(world, "knockout", 4)
    with world.clock():
        for match in Match.objects.all():
            played(match.pk)
    first = Pairing.objects.order_by("pk")[0]
    world.now += timedelta(minutes=1)
    world.sweep()
    winner, loser = ids_by_place(first)
    final = Pairing.objects.get(round__number=2)
    correction: dict[str, Any] = {
        "pairing": first,
        "places": {winner: 2, loser: 1},
        "by": made.organiser,
        "reason": "A wrong seat",
    }
    with world.clock():
        with refused("dealt-since"):
            result_rulings.correct_result(**correction)
        assert ids_by_place(first) == [winner, loser]
        result_rulings.correct_result(**correction, is_forced=True)
    assert winner in set(final.seats.values_list("entry", flat=True))
    made = world.until_over(made)
    assert made.entries.get(pk=winner).place in {1, 2}


def test_a_result_that_nothing_rests_on_yet_may_be_corrected_in_a_bracket() -> None:
    world = World()
    made = running(world, "knockout", 4)
    one = Match.objects.order_by("pk")[0]
    with world.clock():
        played(one.pk)
    world.sweep()
    winner, loser = ids_by_place(one.pairing)
    with world.clock():
        for bad in ({winner: 1}, {winner: 1, loser: 3}, {winner: 2, loser: 2}):
            with refused("bad-places"):
                result_rulings.correct_result(
                    pairing=one.pairing, places=bad, by=made.organiser, reason="Typing"
                )
        result_rulings.correct_result(
            pairing=one.pairing, places={winner: 2, loser: 1}, by=made.organiser, reason="Fair"
        )
        other = Pairing.objects.order_by("pk")[1]
        with refused("still-open"):
            result_rulings.correct_result(
                pairing=other, places={winner: 2, loser: 1}, by=made.organiser, reason="Early"
            )
    made = world.until_over(made)
    assert loser in set(Pairing.objects.get(round__number=2).seats.values_list("entry", flat=True))
    assert made.entries.get(pk=winner).place == 3


def test_a_correction_after_the_end_reckons_the_places_anew() -> None:
    world = World()
    made = running(world, "knockout", 2)
    made = world.until_over(made)
    pairing = Pairing.objects.get()
    winner, loser = ids_by_place(pairing)
    with world.clock():
        result_rulings.correct_result(
            pairing=pairing, places={winner: 2, loser: 1}, by=made.organiser, reason="Cheated"
        )
    assert dict(made.entries.values_list("pk", "place")) == {winner: 2, loser: 1}


def test_a_ruled_forfeit_ends_a_match_of_two_and_ranks_last_at_larger_tables() -> None:
    world = World()
    made = running(world, "knockout", 2)
    pairing = Pairing.objects.get()
    entry = pairing.seats.order_by("seat")[0].entry
    with world.clock():
        result_rulings.forfeit_pairing(
            pairing=pairing, entry=entry, by=made.organiser, reason="Did not come"
        )
    world.step(timedelta(minutes=5))
    made.refresh_from_db()
    assert made.status == Tournament.Status.FINISHED
    assert made.entries.get(pk=entry.pk).place == 2

    four = running(world, "swiss", 4, terms={"rounds": 1}, name="Four", **FOUR)
    world.pace = timedelta(0)
    four = world.until_over(four)
    table = Pairing.objects.get(round__tournament=four)
    best = Entry.objects.get(pk=ids_by_place(table)[0])
    Tournament.objects.filter(pk=four.pk).update(status=Tournament.Status.RUNNING)
    with world.clock():
        result_rulings.forfeit_pairing(
            pairing=table, entry=best, by=four.organiser, reason="Two accounts"
        )
        with refused("forfeited"):
            result_rulings.forfeit_pairing(
                pairing=table, entry=best, by=four.organiser, reason="More"
            )
    seat = table.seats.get(entry=best)
    assert (seat.place, seat.is_forfeit) == (4, True)


def test_a_cancelled_tournament_stops_and_its_matches_play_on_for_themselves() -> None:
    world = World()
    made = running(world, "knockout", 4)
    with world.clock():
        organiser.cancel_tournament(tournament=made, by=made.organiser, reason="Moved abroad")
        with refused("over"):
            organiser.cancel_tournament(tournament=made, by=made.organiser, reason="Again")
    world.step(3 * DAY)
    assert Match.objects.filter(status=Match.Status.FINISHED).count() == 2
    assert made.rounds.count() == 1
    assert letters(made, "P02") == ["entered", "started", "cancelled"]


def test_seeding_by_hand_is_what_the_bracket_follows() -> None:
    made = tournament()
    entries = entered(made, *people(4))
    order = [entries[2].pk, entries[0].pk, entries[3].pk, entries[1].pk]
    with refused("bad-seeding"):
        organiser.set_seeding(tournament=made, order=[order[0], order[0]], by=made.organiser)
    organiser.set_seeding(tournament=made, order=order, by=made.organiser)
    made.refresh_from_db()
    start_tournament(tournament=made, by=made.organiser)
    tables = [
        set(one.seats.values_list("entry", flat=True)) for one in Pairing.objects.order_by("number")
    ]
    assert tables == [{order[0], order[3]}, {order[1], order[2]}]
    assert made.log.filter(action=Action.SEEDED).count() == 1


def test_a_note_reaches_everybody_once() -> None:
    world = World()
    made = running(world, number=2)
    with world.clock():
        organiser.send_notice(tournament=made, by=made.organiser, text="Play fair")
    rows = OutboundMail.objects.filter(payload__letter="ruling")
    assert {row.address for row in rows} == {"p01@example.org", "p02@example.org"}


@pytest.mark.parametrize(
    ("key", "terms"),
    few([("ladder", {"rounds": 0}), ("league", {"seasons": 0, "group_size": 3, "advance": 1})], 1),
)
def test_what_has_no_end_ends_when_the_organiser_says_so(key: str, terms: dict[str, int]) -> None:
    world = World()
    made = running(world, key, 6, terms=terms)
    for _day in range(6):
        world.step(DAY)
    made.refresh_from_db()
    assert made.status == Tournament.Status.RUNNING
    with world.clock():
        organiser.wind_up_tournament(tournament=made, by=made.organiser, reason="Summer")
    assert world.until_over(made, days=10).status == Tournament.Status.FINISHED


def test_when_a_season_ends_the_next_opens_with_its_terms_and_invites_who_played() -> None:
    world = World()
    with world.clock():
        made = tournament(starts_at=world.now + DAY, terms={"third_place": True})
        series = create_series(tournament=made, by=made.organiser, name="Monthly Cup")
        entered(made, *people(3))
    world.until_over(made)
    following = Tournament.objects.get(series=series, season=2)
    assert following.name == "Monthly Cup 2"
    assert following.status == Tournament.Status.ENTRIES
    assert (following.terms, following.options) == (made.terms, {**made.options})
    assert following.starts_at == world.now + series.pause
    assert following.commitment != made.commitment
    assert set(following.entries.values_list("status", flat=True)) == {"invited"}
    assert [letters(following, name) for name in people(3)] == [["invited"]] * 3

    with world.clock():
        entered(following, *people(3))
        end_series(series=series, by=made.organiser)
    world.until_over(following)
    assert Tournament.objects.filter(series=series).count() == 2
