"""Whole tournaments in simulated time: they end by themselves, and every mail is right."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.composing.compose import message_for
from games.models import Match, Member, OutboundMail, Player
from games.services.match_verification import verify_match
from games.services.matches import resign_player
from tests.sizes import few
from tests.tournaments.run.world import DAY, FOUR, World, entered, letters, people, tournament
from tournaments.letters.tables import when
from tournaments.models import Entry, LogEntry, Pairing, Tournament
from tournaments.services.entries import withdraw_entry

pytestmark = pytest.mark.django_db
Decided = Pairing.Decided


def tables_of(entry: Entry) -> list[Pairing]:
    found = Pairing.objects.filter(seats__entry=entry).select_related("round", "match")
    return list(found.order_by("round__number"))


def expected_letters(entry: Entry) -> Counter[str]:
    """What the entry's member must have been told, from what happened at its tables."""
    tables = tables_of(entry)
    told = Counter(["entered", "started", "finished"])
    told["dealt"] = len({table.dealt_at for table in tables}) - 1
    told["adjudicated"] = sum(bool(t.match and t.match.adjudicated_for) for t in tables)
    told["out"] = int(entry.out_after is not None and entry.status == Entry.Status.ENTERED)
    log = LogEntry.objects.filter(action=LogEntry.Action.WITHDRAWN, by=None)
    told["missed"] = log.filter(params__entry=entry.pk).count()
    return +told


def check_tables_told(made: Tournament, row: OutboundMail) -> None:
    """Everything that a letter says about tables is what the database says."""
    message = message_for(row)
    assert message is not None
    body = " ".join(str(message.body).split())
    for pairing in Pairing.objects.filter(pk__in=row.payload["pairings"]):
        if pairing.match is None:
            assert "You have a bye" in body
            continue
        others = pairing.match.players.exclude(member=row.member).order_by("seat")
        assert f"Against {', '.join(other.name for other in others)}." in body
        assert f"Play by {when(pairing.deadline_at)}." in body
        assert f"/matches/{pairing.match.code}/" in body
        assert pairing.match.code in body
    assert message.subject.startswith(f"[{made.name}] ")


def check_new_letters(world: World, made: Tournament, seen: set[int]) -> None:
    rows = OutboundMail.objects.filter(kind="tournament", payload__tournament=made.pk)
    with world.clock(), timezone.override("UTC"):
        for row in rows.exclude(pk__in=seen).select_related("member").order_by("pk"):
            seen.add(row.pk)
            row.message_id = "<test@example.org>"
            if row.payload["letter"] in {"started", "dealt"}:
                check_tables_told(made, row)


def run_checked(world: World, made: Tournament, deeds: dict[int, Any] | None = None) -> Tournament:
    """Run to the end, with something done before some of the steps; every letter is checked."""
    seen: set[int] = set()
    for step in range(400):
        made.refresh_from_db()
        check_new_letters(world, made, seen)
        if made.is_over:
            return made
        if deeds and step in deeds:
            with world.clock():
                deeds[step]()
        world.step()
    raise AssertionError(f"not over: {made.fault}")


@pytest.mark.long
def test_heats_of_24_with_absent_people_and_drop_outs_end_by_themselves() -> None:
    world = World()
    with world.clock():
        made = tournament(
            "heats",
            terms={"rounds": 4, "cut": 8, "advance": 2, "games": 3, "table_size": 4},
            starts_at=world.now + DAY,
            round_time=timedelta(days=9),
            **FOUR,
        )
        entries = entered(made, *people(24))
    world.away("P03", "P17")
    deserted: list[int] = []
    by_name = {entry.member.name: entry for entry in entries}

    def slow_down() -> None:
        running = Match.objects.filter(status=Match.Status.RUNNING).order_by("pk")
        quick = [m for m in running if not m.players.filter(member__in=world.absent).exists()]
        world.slow = {quick[0].pk}
        for player in Player.objects.filter(match=quick[-1]).order_by("seat"):
            resign_player(player=player)
        deserted.append(quick[-1].pk)

    def leave() -> None:
        withdraw_entry(entry=by_name["P05"], plays_on=False)
        withdraw_entry(entry=by_name["P09"], plays_on=True)

    made = run_checked(world, made, {2: slow_down, 3: leave})

    assert made.status == Tournament.Status.FINISHED
    assert world.now - made.started_at < timedelta(days=30)  # type: ignore[operator]
    for entry in Entry.objects.filter(tournament=made).select_related("member"):
        assert Counter(letters(made, entry.member.name)) == expected_letters(entry), entry.member
    check_what_became_of_them(made, world, deserted[0])


def check_what_became_of_them(made: Tournament, world: World, deserted_match: int) -> None:
    rows = {row.member.name: row for row in made.entries.select_related("member")}
    gone = {name for name, row in rows.items() if row.status == Entry.Status.WITHDRAWN}
    assert gone == {"P03", "P05", "P09", "P17"}
    assert all("missed" in letters(made, name) for name in ("P03", "P17"))
    (slow,) = Match.objects.filter(pk__in=world.slow)
    assert slow.adjudicated_for == Match.Adjudicated.DEADLINE
    assert slow.pairing.decided == Decided.ADJUDICATED
    deserted = Match.objects.get(pk=deserted_match)
    assert deserted.adjudicated_for == Match.Adjudicated.DESERTED
    seats = list(deserted.pairing.seats.order_by("place"))
    assert [(seat.place, seat.is_forfeit) for seat in seats] == [(n, False) for n in (1, 2, 3, 4)]
    points = [seat.points or 0 for seat in seats]
    assert points == sorted(points, reverse=True)
    places = sorted(row.place for row in rows.values() if row.place is not None)
    assert len(places) == 24
    assert places[0] == 1
    assert not OutboundMail.objects.filter(kind=OutboundMail.Kind.STARTED).exists()
    stages = list(made.rounds.order_by("number").values_list("stage", flat=True))
    assert stages == ["heats"] * 4 + ["elimination"] * 3 + ["final"] * 3
    assert all(row.closed_at is not None for row in made.rounds.all())
    for match in Match.objects.exclude(status=Match.Status.CANCELLED)[:10]:
        assert [check.problem for check in verify_match(match) if not check.holds] == []


def test_the_round_dealt_at_once_is_one_letter_and_one_deadline() -> None:
    world = World()
    with world.clock():
        made = tournament("round_robin", starts_at=world.now + DAY)
        entered(made, *people(4))
    world.step(DAY)
    made.refresh_from_db()
    assert letters(made, "P01") == ["entered", "started"]
    deadlines = set(Pairing.objects.values_list("deadline_at", flat=True))
    assert deadlines == {world.now + made.round_time}
    assert Pairing.objects.count() == 6


@pytest.mark.parametrize(
    ("key", "terms", "number"),
    few(
        [
            ("swiss", {"rounds": 3}, 7),
            ("double_knockout", {}, 6),
            ("league", {"group_size": 3, "seasons": 2, "advance": 1}, 6),
            ("ladder", {"rounds": 3}, 5),
            ("groups", {"group_size": 3, "advance": 2}, 6),
        ],
        2,
    ),
)
def test_every_other_format_ends_by_itself(key: str, terms: dict[str, Any], number: int) -> None:
    world = World()
    with world.clock():
        made = tournament(key, terms=terms, starts_at=world.now + DAY, least_entries=number)
        entered(made, *people(number))
    made = run_checked(world, made)
    assert made.status == Tournament.Status.FINISHED
    for entry in made.entries.select_related("member"):
        assert Counter(letters(made, entry.member.name)) == expected_letters(entry)
        assert entry.place is not None
    played = Pairing.objects.filter(round__tournament=made)
    assert not played.filter(decided="").exists()
    assert set(played.values_list("decided", flat=True)) <= {"played", "bye"}
    log = list(made.log.values_list("action", flat=True))
    assert log[:2] == ["opened", "started"]
    assert log[-1] == LogEntry.Action.FINISHED
    assert Member.objects.count() == number + 1
