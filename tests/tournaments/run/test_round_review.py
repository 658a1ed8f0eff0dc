"""A round that waits for its organiser, tables set by hand, and rounds that are sat out."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Match, OutboundMail
from tests.cast import member
from tests.tournaments.run.test_entering import refused
from tests.tournaments.run.test_histories_in_service import ended
from tests.tournaments.run.test_sweeping import running
from tests.tournaments.run.world import DAY, World, entered, people, played, tournament
from tournaments.models import Entry, LogEntry, Pairing, Tournament
from tournaments.ranking.points import total_points
from tournaments.selectors.tournament_state import reasons_of, tournament_state
from tournaments.services import byes, round_review
from tournaments.services.entries import withdraw_entry
from tournaments.services.round_review import Proposal, proposal_of
from tournaments.services.rounds import start_tournament
from tournaments.stages.reasons import SetByHand

pytestmark = pytest.mark.django_db
REVIEWED = {"rounds": 3, "review_hours": 24}


def waiting(made: Tournament) -> Proposal:
    """The round that waits, as it is kept."""
    made.refresh_from_db()
    found = proposal_of(made)
    assert found is not None
    return found


def dealt(made: Tournament, number: int) -> list[set[int]]:
    rows = Pairing.objects.filter(round__tournament=made, round__number=number)
    return [set(row.seats.values_list("entry", flat=True)) for row in rows.order_by("number")]


def test_a_round_waits_for_its_organiser_and_begins_by_itself() -> None:
    world = World()
    made = running(world, "swiss", 4, terms=REVIEWED)
    shown = waiting(made)
    assert not Match.objects.exists()
    assert OutboundMail.objects.filter(payload__letter="round-ready").count() == 1
    world.now += DAY
    world.sweep()
    made.refresh_from_db()
    assert dealt(made, 1) == [set(table) for table in shown.tables]
    assert made.proposal is None
    assert made.review_until is None
    world.until_over(made)
    assert made.rounds.count() == 3


def test_two_are_swapped_with_a_reason_that_stands_in_the_log_and_with_the_table() -> None:
    world = World()
    made = running(world, "swiss", 6, terms=REVIEWED)
    (one, rest), (other, _theirs), untouched = waiting(made).tables
    with world.clock():
        with refused("no-reason"):
            round_review.swap_entries(
                tournament=made, one=one, other=other, by=made.organiser, reason=" "
            )
        with refused("same-table"):
            round_review.swap_entries(
                tournament=made, one=one, other=rest, by=made.organiser, reason="Why not"
            )
        round_review.swap_entries(
            tournament=made, one=one, other=other, by=made.organiser, reason="Brothers"
        )
        round_review.begin_round(tournament=made, by=made.organiser)
    world.sweep()
    assert {frozenset(table) for table in dealt(made, 1)} == {
        frozenset((other, rest)),
        frozenset((one, _theirs)),
        frozenset(untouched),
    }
    told = [one.entry for one in reasons_of(made.rounds.get()) if isinstance(one, SetByHand)]
    assert sorted(entry for entry in told if entry) == sorted((one, other, rest, _theirs))
    entry = made.log.get(action=LogEntry.Action.PAIRED)
    assert entry.reason == "Brothers"


@pytest.mark.parametrize(
    ("key", "terms", "rounds"),
    [("ladder", {"rounds": 2}, 1), ("elimination", {"table_size": 2, "games": 2}, 2)],
)
def test_a_ladders_round_and_a_stage_of_an_elimination_are_set_by_hand_too(
    key: str, terms: dict[str, int], rounds: int
) -> None:
    world = World(pace=1000 * DAY)
    made = running(world, key, 4, terms={**terms, "review_hours": 24})
    (a, b), (c, d) = waiting(made).tables
    with world.clock():
        round_review.swap_entries(
            tournament=made, one=b, other=c, by=made.organiser, reason="Sisters"
        )
        round_review.begin_round(tournament=made, by=made.organiser)
    world.sweep()
    for number in range(1, rounds + 1):
        assert {frozenset(table) for table in dealt(made, number)} == {
            frozenset((a, c)),
            frozenset((b, d)),
        }
    for match in Match.objects.all():
        with world.clock():
            entries = match.pairing.seats.order_by("seat").values_list("entry", flat=True)
            ended(match, [1 if entry in {c, d} else 2 for entry in entries], world)
    world.sweep()
    [*_earlier, last] = waiting(made).tables
    assert {*last} == ({c, d} if key == "elimination" else {a, b})


def test_tables_set_by_hand_seat_everybody_once_and_fall_when_somebody_leaves() -> None:
    world = World()
    made = running(world, "swiss", 4, terms=REVIEWED)
    a, b, c, d = (entry for table in waiting(made).tables for entry in table)
    with world.clock():
        for tables in ([[a, b], [c]], [[a, b, c, d]], [[a, a], [c, d]], [[a, b], [c], [d]]):
            with refused("bad-tables"):
                round_review.set_tables(
                    tournament=made, tables=tables, by=made.organiser, reason="So"
                )
        round_review.set_tables(
            tournament=made, tables=[[a, d], [b, c]], by=made.organiser, reason="So"
        )
        withdraw_entry(entry=Entry.objects.get(pk=a))
    world.sweep()
    assert not waiting(made).by_hand
    assert [row.params for row in made.log.filter(action=LogEntry.Action.PAIRED)][-1] == {}


def test_of_a_ladder_without_end_so_many_of_the_next_rounds_may_be_sat_out_at_a_time() -> None:
    world = World()
    made = tournament("ladder", terms={"rounds": 0, "half_byes": 1})
    with world.clock():
        first, *_others = entered(made, *people(5))
        byes.ask_bye(entry=first, number=1)
        with refused("too-many-byes"):
            byes.ask_bye(entry=first, number=2)
        with refused("bye-too-late"):
            byes.ask_bye(entry=first, number=11)
        start_tournament(tournament=made, by=made.organiser)
        byes.ask_bye(entry=first, number=11)
    assert {first.pk} in dealt(made, 1)


def test_a_round_sat_out_is_half_a_win_in_standings_and_report() -> None:
    world = World()
    made = tournament("swiss", terms={"rounds": 3, "half_byes": 1})
    with world.clock():
        first, *_others = entered(made, *people(5))
        byes.ask_bye(entry=first, number=1)
        with refused("too-many-byes"):
            byes.ask_bye(entry=first, number=2)
        with refused("bye-in-last-round"):
            byes.ask_bye(entry=first, number=3)
        start_tournament(tournament=made, by=made.organiser)
        with refused("bye-too-late"):
            byes.drop_bye(entry=first, number=1)
    assert {first.pk} in dealt(made, 1)
    assert len(Match.objects.all()) == 2
    with world.clock():
        for match in Match.objects.all():
            played(match.pk)
    world.sweep()
    made.refresh_from_db()
    state = tournament_state(made)
    points = total_points(state.setup.points, state.results)
    assert points[first.pk] == 3
    assert max(points.values()) == 6
    report = Client().get(f"/tournaments/{made.code}/report.trf").content.decode()
    assert "0000 - H" in report


def test_a_tournament_without_byes_refuses_them() -> None:
    made = tournament("swiss", terms={"rounds": 3})
    with refused("no-byes"):
        byes.ask_bye(entry=entered(made, "Anna")[0], number=1)


def test_the_pages_swap_set_begin_and_sit_out(client: Client) -> None:
    world = World()
    made = running(world, "swiss", 4, terms={**REVIEWED, "half_byes": 1})
    manage = f"/tournaments/{made.code}/manage/"
    client.force_login(made.organiser)
    assert "Swap two players" in client.get(manage).content.decode()
    (a, b), (c, d) = waiting(made).tables
    client.post(f"{manage}swap/", {"one": a, "other": c, "reason": "Sisters"})
    assert waiting(made).tables == [[c, b], [a, d]]
    sent = {f"table-{a}": 1, f"table-{b}": 1, f"table-{c}": 2, f"table-{d}": 2}
    client.post(f"{manage}pair/", {**sent, "reason": "Back again"})
    assert waiting(made).tables == [[b, a], [c, d]]
    client.post(f"{manage}begin/")
    client.force_login(member("P01"))
    page = client.get(f"/tournaments/{made.code}/").content.decode()
    assert "Sit out a round" in page
    client.post(f"/tournaments/{made.code}/sit-out/", {"round": "2"})
    assert Entry.objects.get(tournament=made, member=member("P01")).byes == [2]
    client.post(f"/tournaments/{made.code}/sit-out/", {"round": "2", "choice": "play"})
    assert Entry.objects.get(tournament=made, member=member("P01")).byes == []
