"""Random histories through the services: rulings, drop-outs and deadlines at any moment (A3).

SERVICE_HISTORIES in the environment says how many; results are given instead of played. Somebody
is removed, a match voided, a result corrected, also after the end; then everything is reckoned
anew from what is kept: places, who stands above whom, and the ratings of the whole pool.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.common.errors import MatchError
from games.models import Match, Player
from games.services.matches import resign_player
from tests.cast import member
from tests.tournaments.run.world import DAY, World, entered, people, tournament
from tournaments.models import Entry, Pairing, PairingSeat, PastResults, Tournament
from tournaments.ranking.standings import standings
from tournaments.selectors.kept_standings import (
    in_tables,
    placed,
    standings_summary,
    workings_kept,
)
from tournaments.selectors.tournament_state import tournament_state
from tournaments.selectors.tournament_values import digest_of
from tournaments.services import organiser, pauses, result_rulings
from tournaments.services.byes import ask_bye
from tournaments.services.entries import make_entry, remove_entry, withdraw_entry
from tournaments.services.errors import TournamentError
from tournaments.services.rating_finished_matches import settle_due
from tournaments.services.rebuilding import pools_rated, rebuild_pool, rebuild_revised
from tournaments.services.rounds import advance_tournament
from tournaments.services.substitutes import substitute_entry

pytestmark = pytest.mark.django_db
STEPS_A_LOOK = 3
HISTORIES = int(os.environ.get("SERVICE_HISTORIES", "3"))
TERMS: dict[str, dict[str, Any]] = {
    "heats": {"rounds": 2, "cut": 4, "table_size": 2},
    "swiss": {"rounds": 4, "at_once": 2, "half_byes": 2},
    "round_robin": {},
    "knockout": {"third_place": True},
    "double_knockout": {"grand_final": "reset"},
    "groups": {"group_size": 3, "advance": 1},
    "elimination": {"table_size": 2, "games": 2},
    "league": {"group_size": 4, "seasons": 2},
    "ladder": {"rounds": 4},
}


def ended(match: Match, places: list[int], at: World, left: int = 0) -> None:
    """Give a running match this result; the last `left` have been kept by a bot."""
    players = list(Player.objects.filter(match=match).order_by("seat"))
    for player, place in zip(players, places, strict=True):
        player.place, player.score = place, 100 - place
        player.bot = "steady" if place > len(places) - left else player.bot
        player.save()
    Match.objects.filter(pk=match.pk).update(
        status=Match.Status.FINISHED, finished_at=at.now, deadline_at=None
    )


@dataclass
class History:
    """A tournament, a clock and dice."""

    dice: random.Random
    world: World
    made: Tournament
    happened: list[str] = field(default_factory=list)

    def one(self, rows: Any) -> Any:
        listed = list(rows.order_by("pk"))
        return self.dice.choice(listed) if listed else None

    def result(self) -> None:
        match = self.one(Match.objects.filter(status=Match.Status.RUNNING))
        if match is not None:
            places = list(range(1, match.seats + 1))
            self.dice.shuffle(places)
            ended(match, places, self.world, left=int(self.dice.random() < 0.2))

    def later(self) -> None:
        self.world.now += self.dice.choice([timedelta(hours=1), DAY, 8 * DAY])

    def leave(self) -> None:
        entry = self.one(self.made.entries.filter(status=Entry.Status.ENTERED))
        if entry is not None:
            withdraw_entry(entry=entry, plays_on=self.dice.random() < 0.5)

    def remove(self) -> None:
        """Somebody is taken out, whether still in it or not; their results are dealt with."""
        entry = self.one(self.made.entries.exclude(status=Entry.Status.REMOVED))
        if entry is not None:
            what = self.dice.choice(list(PastResults))
            remove_entry(entry=entry, by=self.made.organiser, reason="dice", results=what)

    def come(self) -> None:
        name = f"Late {len(self.happened)}"
        make_entry(tournament=self.made, member=member(name))

    def take_over(self) -> None:
        entry = self.one(self.made.entries.exclude(until_round=None))
        if entry is not None:
            newcomer = member(f"New {len(self.happened)}")
            substitute_entry(entry=entry, member=newcomer, by=self.made.organiser, reason="dice")

    def resign(self) -> None:
        player = self.one(Player.objects.filter(match__status=Match.Status.RUNNING))
        if player is not None:
            resign_player(player=player)

    def correct(self) -> None:
        pairing = self.one(Pairing.objects.exclude(match=None).exclude(decided_at=None))
        if pairing is not None:
            entries = list(pairing.seats.values_list("entry", flat=True))
            self.dice.shuffle(entries)
            places = {entry: place for place, entry in enumerate(entries, 1)}
            result_rulings.correct_result(
                pairing=pairing,
                places=places,
                by=self.made.organiser,
                reason="dice",
                is_forced=self.dice.random() < 0.5,
            )

    def forfeit(self) -> None:
        seat = self.one(PairingSeat.objects.exclude(pairing__match=None))
        if seat is not None:
            result_rulings.forfeit_pairing(
                pairing=seat.pairing, entry=seat.entry, by=self.made.organiser, reason="dice"
            )

    def void(self) -> None:
        pairing = self.one(Pairing.objects.exclude(match=None).exclude(decided_at=None))
        if pairing is not None:
            result_rulings.annul_pairing(pairing=pairing, by=self.made.organiser, reason="dice")

    def sit_out(self) -> None:
        entry = self.one(self.made.entries.filter(status=Entry.Status.ENTERED))
        if entry is not None:
            ask_bye(entry=entry, number=self.dice.randint(1, 4))

    def rate(self) -> None:
        settle_due()
        rebuild_revised()

    def wind_up(self) -> None:
        if self.dice.random() < 0.1:
            organiser.wind_up_tournament(
                tournament=self.made, by=self.made.organiser, reason="dice"
            )

    def pause(self) -> None:
        """Clocks stand still in every other pause, which then ends by itself or is ended."""
        rest = self.dice.choice([None, 2 * DAY, 9 * DAY])
        by = self.made.organiser
        pauses.pause_tournament(tournament=self.made, by=by, reason="dice", rest=rest)
        self.world.now += 3 * DAY
        with self.world.clock():
            pauses.resume_tournament(tournament=self.made, by=by)

    def run(self) -> None:
        rare: list[Callable[[], None]] = [
            self.leave,
            self.remove,
            self.come,
            self.take_over,
            self.resign,
            self.correct,
            self.forfeit,
            self.void,
            self.sit_out,
            self.rate,
            self.wind_up,
            self.pause,
            self.later,
        ]
        for step in range(400):
            with self.world.clock():
                deed = self.dice.choice(rare) if self.dice.random() < 0.3 else self.result
                self.happened.append(deed.__name__)
                with suppress(TournamentError, MatchError):
                    deed()
                if step % STEPS_A_LOOK == 0:
                    assert_what_is_kept_is_true(self.made)
            self.world.step(timedelta(minutes=1))
            self.made.refresh_from_db()
            assert not self.made.fault, self.made.fault
            if self.made.is_over:
                return
            if self.made.format in {"ladder", "league"} and not self.is_waiting():
                return
        raise AssertionError("no end")

    def after_the_end(self) -> None:
        """A wrong result is found late, or a cheat."""
        with self.world.clock():
            for _ in range(self.dice.randint(0, 3)):
                deed = self.dice.choice([self.remove, self.correct, self.forfeit, self.void])
                self.happened.append(f"{deed.__name__} after the end")
                with suppress(TournamentError):
                    deed()
            self.rate()

    def is_waiting(self) -> bool:
        """A ladder or league that most have left waits for newcomers."""
        playing = self.made.entries.filter(status=Entry.Status.ENTERED).count()
        return playing >= 2 or Pairing.objects.filter(decided_at=None).exists()


def assert_what_is_kept_is_true(made: Tournament) -> None:
    """What pages show is what the rows say, whatever was done to them since somebody looked."""
    made.refresh_from_db()
    summary, state = standings_summary(made), tournament_state(made)
    assert summary.digest == digest_of(state.setup, state.entries, state.results)
    assert summary.entered == sum(one.status == "entered" for one in state.rows.values())
    if not state.results:
        return
    places = state.format.places(state.setup, state.entries, state.results)
    kept = [(row.entry_id, row.place) for row in placed(made)]
    reckoned: list[tuple[int, int]] = []
    for group in places:
        reckoned += [(entry, len(reckoned) + 1) for entry in group]
    assert kept == reckoned
    told = [
        (row.entry, row.place, row.figures)
        for part in state.format.parts(state.setup, state.entries, state.results)
        for row in standings(state.setup, part.entries, part.results)
    ]
    lines = [(row.entry_id, row.part_place, tuple(workings_kept(row))) for row in in_tables(made)]
    assert lines == told


def assert_places_are_just_and_follow_from_the_results(made: Tournament) -> None:
    """Reckoned anew from what is kept, everybody comes where they were told they came, and nobody
    who was removed above anybody who stayed."""
    state, place = tournament_state(made), 1
    for group in state.format.places(state.setup, state.entries, state.results):
        assert {state.rows[one].place for one in group} == {place}
        place += len(group)
    placed_ = [row for row in state.rows.values() if row.place is not None]
    stayed = [row.place or 0 for row in placed_ if row.status != Entry.Status.REMOVED]
    removed = [row.place or 0 for row in placed_ if row.status == Entry.Status.REMOVED]
    assert not stayed or not removed or max(stayed) < min(removed)


@pytest.mark.parametrize("number", range(HISTORIES))
def test_whatever_happens_the_tournament_comes_to_an_end(number: int) -> None:
    dice = random.Random(number)
    key = list(TERMS)[number % len(TERMS)]
    count = dice.randint(4, 9)
    world = World(pace=1000 * DAY)
    with world.clock():
        made = tournament(
            key,
            terms=TERMS[key],
            starts_at=world.now + DAY,
            round_time=timedelta(days=10),
            least_entries=4,
        )
        entered(made, *people(count))
    world.step(DAY)
    history = History(dice, world, made)
    try:
        history.run()
        history.after_the_end()
        for pool, _matches in pools_rated():
            assert rebuild_pool(pool, is_check=True).is_equal, "ratings differ on replay"
    except Exception as error:
        raise AssertionError(f"{key} of {count}: {history.happened}") from error
    made.refresh_from_db()
    if made.status == Tournament.Status.FINISHED:
        assert not Pairing.objects.filter(decided="").exists()
        seated = PairingSeat.objects.values_list("entry", flat=True)
        assert not made.entries.filter(pk__in=seated, place=None).exists()
        assert_places_are_just_and_follow_from_the_results(made)


def test_dealing_takes_as_many_statements_for_many_as_for_few() -> None:
    def statements(number: int) -> int:
        made = tournament("swiss", terms={"rounds": 2}, name=f"Of {number}")
        entered(made, *people(number))
        Tournament.objects.filter(pk=made.pk).update(starts_at=made.created_at)
        with CaptureQueriesContext(connection) as seen:
            advance_tournament(made.pk)
        made.refresh_from_db()
        assert made.status == Tournament.Status.RUNNING
        return len(seen)

    assert statements(6) == statements(30)
