"""Whether chances come true as told: whole tournaments, foretold at some moments on the way.

Skills are known only from matches played before, by the strengths that the service keeps; these
learn from the tournament's own matches too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

import numpy as np

from tests.research.predictions import normal
from tests.research.simulation import Chances, played
from tournaments.chance.lots import stream
from tournaments.formats.base import Format
from tournaments.formats.league.rules import moves_between
from tournaments.formats.registry import FORMATS, format_of
from tournaments.outlook.forecast import Forecast, foretold
from tournaments.outlook.simulations import Goal
from tournaments.outlook.worlds import Skill
from tournaments.rating.strengths import DIALS, Beliefs, Settings, Table
from tournaments.values.setup import EntryId, Points, TournamentSetup, TournamentSetupError
from tournaments.values.tables import Entrant, TableResult, last_round, opened

BINS = 10
MOMENTS = 3
TIES = 2
MOST_ERROR = 0.02
BEFORE = {"heats", "groups"}
"""Stages that everybody plays, from which the best go on."""
LEAGUES_AND_LADDERS = {"league", "ladder"}
"""Their first place need not be one of the end: what is checked is who moves up."""


@dataclass(frozen=True, slots=True)
class Told:
    """A chance as it was told, and whether it came true, or how far where a place was shared."""

    kind: str
    chance: float
    came: float


@dataclass
class Event:
    """A tournament under way, with true skills, and what can be known of them."""

    setup: TournamentSetup
    skills: dict[EntryId, float]
    beliefs: Beliefs
    chance: Random
    entries: list[Entrant] = field(default_factory=list)
    tables: dict[tuple[int, int], TableResult] = field(default_factory=dict)
    day: float = 1000.0

    @property
    def format(self) -> Format:
        """How it is played."""
        return format_of(self.setup.format)

    @property
    def results(self) -> list[TableResult]:
        """All tables dealt."""
        return list(self.tables.values())

    def deal(self) -> None:
        """Deal whatever is due."""
        while (plan := self.format.due(self.setup, self.entries, self.results)) is not None:
            for table in opened(plan):
                self.tables[table.round, table.table] = table

    def play(self) -> bool:
        """Play one of the open matches of the earliest rounds; False where none is open."""
        waiting = sorted(
            (one for one in self.tables.values() if one.is_open), key=lambda one: one.round
        )
        if not waiting:
            return False
        table = waiting[int(self.chance.random() * min(len(waiting), len(self.skills)))]
        ended = played(table, self.skills, self.chance, Chances(ties=TIES))
        self.tables[table.round, table.table] = ended
        self.learn(table.seats, [float(ended.places[one]) for one in table.seats])
        self.deal()
        return True

    def learn(self, seats: Sequence[EntryId], places: Sequence[float]) -> None:
        """Take a result into the strengths."""
        self.day += 0.1
        table = Table(np.array(seats), np.array(places), self.day)
        self.beliefs.take(table, self.beliefs.seated(table))

    def foretold(self) -> Forecast | None:
        """What the service would tell now."""
        mean, variance = self.beliefs.mean[:, 0], self.beliefs.variance[:, 0]
        known = {one: Skill(float(mean[one]), float(variance[one]) ** 0.5) for one in self.skills}
        return foretold(self.setup, self.entries, self.results, known, self.beliefs.ties.share)


def some_event(seed: str) -> Event:
    """A tournament that its format accepts, with entrants of whom more or less is known."""
    chance = stream(seed, "event")
    while True:
        key = list(FORMATS)[int(chance.random() * len(FORMATS))]
        is_two = "knockout" in key or chance.random() < 0.5
        sizes = (2, 2, 2) if is_two else (4, 3, 5)
        setup = TournamentSetup(
            key, seed, *sizes, rounds=2 + int(chance.random() * 4), cut=4 if is_two else 9,
            advance=1 + int(chance.random() * 2), group_size=4 + int(chance.random() * 3),
            games=1 + int(chance.random() * 1.3), seasons=2,
            points=Points.WINS if is_two else Points.PLACES,
        )  # fmt: skip
        count = 6 + int(chance.random() * 19)
        try:
            format_of(key).check(setup, count)
        except TournamentSetupError:
            continue
        break
    skills = {one: 0.8 * normal(chance) for one in range(1, count + 1)}
    event = Event(setup, skills, Beliefs(Settings(np.zeros((len(DIALS), 1)))), chance)
    _past(event)
    event.entries = [
        Entrant(one, rating=1500 + round(170 * float(event.beliefs.mean[one, 0]))) for one in skills
    ]
    return event


def _past(event: Event) -> None:
    """Matches before the tournament: some players have many behind them, some hardly any."""
    chance, often = event.chance, {one: event.chance.random() ** 2 for one in event.skills}
    event.day = 0.0
    for _ in range(int(chance.random() * 12 * len(often))):
        seats = sorted(often, key=lambda one: chance.random() ** (1 / (often[one] + 0.02)))
        table = TableResult(0, 0, "past", tuple(seats[-event.setup.table_size :]))
        ended = played(table, event.skills, chance, Chances(ties=TIES))
        event.learn(table.seats, [float(ended.places[one]) for one in table.seats])
    event.day += 1


def told_in(event: Event) -> Iterator[Told]:
    """Play it to its end; everything that was told on the way, with what came of it."""
    event.deal()
    moments = {0} | {1 + int(event.chance.random() * len(event.skills) * 2) for _ in range(MOMENTS)}
    checks: list[Callable[[], Iterator[Told]]] = []
    number = 0
    while True:
        if number in moments and (check := _check(event)) is not None:
            checks.append(check)
        if not event.play():
            break
        number += 1
    for check in checks:
        yield from check()


def _check(event: Event) -> Callable[[], Iterator[Told]] | None:
    """Tell the chances now; the answer compares them with the end."""
    forecast = event.foretold()
    if forecast is None:
        return None
    now, is_season = event.results, event.setup.format in LEAGUES_AND_LADDERS

    def compared() -> Iterator[Told]:
        reached = _reached(event, forecast, now)
        placing = event.format.places(event.setup, event.entries, event.results)
        for one, chances in forecast.entries.items():
            key = event.setup.format
            if 0 < chances.through < forecast.worlds:
                share = forecast.share(chances.through)
                yield Told(f"{key} {forecast.goal}", share, float(one in reached))
            if 0 < chances.first < forecast.worlds and not is_season:
                came = (one in placing[0]) / len(placing[0])
                yield Told(f"{key} win", forecast.share(chances.first), came)

    return compared


def _reached(event: Event, forecast: Forecast, then: Sequence[TableResult]) -> set[EntryId]:
    """Who reached what the forecast was about, as the tournament itself went on."""
    setup, entries, results = event.setup, event.entries, event.results
    order = [one for group in event.format.places(setup, entries, results) for one in group]
    if forecast.goal in {Goal.TOP, Goal.FIRST}:
        return set(order[: forecast.needed if forecast.goal is Goal.TOP else 1])
    if forecast.goal is Goal.FINAL:
        return {one for table in results if table.stage == "final" for one in table.seats}
    if forecast.goal in {Goal.CUT, Goal.GROUP}:
        return {e for t in results if t.stage != setup.format for e in t.seats}
    if forecast.goal is Goal.UP:
        return _up(event, then)
    return {one for one in event.skills if _went_on(one, order[0], results, then, setup)}


def _went_on(
    one: EntryId,
    winner: EntryId,
    results: Sequence[TableResult],
    then: Sequence[TableResult],
    setup: TournamentSetup,
) -> bool:
    """Whether somebody came further than the stage of the next match they had then."""
    own = [table.round for table in results if one in table.seats and table.stage != "third_place"]
    waiting = [t.round for t in then if one in t.seats and t.is_open and t.stage not in BEFORE]
    last = max((t.round for t in then if one in t.seats), default=0)
    first = min(waiting) if waiting else min((n for n in own if n > last), default=0)
    games = setup.games
    base = min((t.round for t in results if t.stage not in BEFORE), default=1)
    stage = (first - base) // games
    return bool(first) and (one == winner or any((n - base) // games > stage for n in own))


def _up(event: Event, then: Sequence[TableResult]) -> set[EntryId]:
    """Who moved up with the next end of a season, or of a ladder's round."""
    made, setup, entries, results = event.format, event.setup, event.entries, event.results
    if setup.format == "ladder":
        number = last_round(then) + all(not one.is_open for one in then)
        before = made.rungs(setup, entries, [t for t in results if t.round < number])  # type: ignore[attr-defined]
        after = made.rungs(setup, entries, [t for t in results if t.round <= number])  # type: ignore[attr-defined]
        return {one for one in after if after.index(one) < before.index(one)}
    season = made.season(setup, entries, then)  # type: ignore[attr-defined]
    length = max(t.round for t in then) - season.first_round
    played_ = [t for t in results if t.round <= season.first_round + length]
    parts = [t for t in played_ if t.round >= season.first_round]
    tables = made._tables(setup, entries, season.divisions, parts)  # type: ignore[attr-defined]
    moves = [0, *moves_between(tables, setup.advance)]
    return {one for n, table in enumerate(tables) for one in table[: moves[n] or int(n == 0)]}


def calibration_error(told: Sequence[Told]) -> float:
    """How far chances are from what comes of them: over ten bins, the larger counting more."""
    bins: list[list[Told]] = [[] for _ in range(BINS)]
    for one in told:
        bins[min(BINS - 1, int(one.chance * BINS))].append(one)
    return sum(
        abs(sum(one.chance for one in found) - sum(one.came for one in found)) for found in bins
    ) / max(1, len(told))


def table(told: Sequence[Told]) -> Iterator[str]:
    """What was told and what came of it: by kind, by tenths, and the error."""
    kinds: dict[str, list[Told]] = {}
    for one in told:
        kinds.setdefault(one.kind, []).append(one)
        kinds.setdefault(f"from {int(one.chance * BINS) / BINS} on", []).append(one)
    yield f"{'':30}{'chances':>9}{'told':>8}{'came':>8}{'error':>8}"
    for kind, found in [*sorted(kinds.items()), ("all", list(told))]:
        mean = sum(one.chance for one in found) / len(found)
        came = sum(one.came for one in found) / len(found)
        error = calibration_error(found)
        yield f"{kind:30}{len(found):>9,}{mean:>8.3f}{came:>8.3f}{error:>8.4f}"


def measured(
    events: int, seed: str = "1", advance: Callable[[int, Sequence[Told]], object] | None = None
) -> list[Told]:
    """All that is told in so many tournaments; `advance` hears after each how many were played, and
    all that was told in them."""
    told: list[Told] = []
    for number in range(events):
        told += told_in(some_event(f"{seed} {number}"))
        if advance is not None:
            advance(number + 1, told)
    return told
