"""What pairing promises, measured: repeats, spreads of points, seats, seconds, brackets, days."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from statistics import fmean

from tests.research import pool_attacks
from tests.research.collusion_bounds import power
from tests.research.lengths import days_of
from tests.research.simulation import Simulated, mean_of, simulate
from tournaments.chance.lots import stream
from tournaments.formats.registry import FORMATS, format_of
from tournaments.pairing.schedules import fewest_repeats, schedule, schedule_repeats
from tournaments.pairing.table_sizes import table_sizes
from tournaments.values.setup import Points, TournamentSetup, TournamentSetupError
from tournaments.values.tables import Entrant, TableResult, closed, opened

Say = Callable[[str], object]

SWISS_ROUNDS = 6
CAP_DAYS = 21


@dataclass(frozen=True, slots=True)
class Target:
    """One promise: what was wanted, what came out, and whether that is as wanted."""

    name: str
    wanted: str
    measured: str
    is_met: bool


@dataclass(frozen=True, slots=True)
class Amounts:
    """How much is measured: tournaments of each size, events, entries, those paired by twos.

    Such that each part ends within minutes. Other seeds than the usual ones tell whether a figure
    holds that something was tuned on.
    """

    seeds: int = 10
    first_seed: int = 1
    events: int = 300
    largest: int = 128
    pairs: tuple[int, ...] = (1000, 5000)
    pods: tuple[int, ...] = (16, 24, 32, 64, 256, 1000)

    def each(self) -> range:
        """The seeds."""
        return range(self.first_seed, self.first_seed + self.seeds)


@dataclass(slots=True)
class _Field:
    """What came of Swiss tournaments of one size, tournament by tournament."""

    repeats: list[int] = field(default_factory=list)
    most_meetings: int = 0
    spreads: list[Fraction] = field(default_factory=list)
    least: list[Fraction] = field(default_factory=list)
    imbalances: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)

    def add(self, event: Simulated, table_size: int) -> None:
        self.repeats.append(event.repeats)
        self.most_meetings = max(self.most_meetings, event.most_meetings)
        for dealt in event.rounds:
            self.spreads += dealt.spreads
            self.least += dealt.least_spreads
            self.seconds.append(dealt.seconds)
        self.imbalances += event.seat_imbalances(table_size)


# Of each number of entries: the most repeats on average, and the most that the spread may be of
# sort and cut's; None where a small field has to choose between the two.
_POD_TARGETS: dict[int, tuple[int, float | None]] = {
    16: (24, None), 24: (6, None), 32: (0, None), 64: (0, 3.2), 256: (0, 2.0), 1000: (0, 1.2),
}  # fmt: skip
_LARGE = 64


def pods(amounts: Amounts, say: Say) -> Iterator[Target]:
    """Swiss at tables of four, six rounds: repeats, spreads, seats and seconds (P2 to P5)."""
    for entries in amounts.pods:
        found = _Field()
        for seed in amounts.each():
            say(f"{entries:,} at tables of four, tournament {seed}")
            setup = TournamentSetup("swiss", str(seed), rounds=SWISS_ROUNDS)
            found.add(simulate(FORMATS["swiss"], setup, entries), 4)
        most, ratio = _POD_TARGETS[entries]
        name = f"{entries:,} at fours"
        yield Target(
            f"{name}: repeats; most meetings",
            f"mean ≤ {most}; ≤ 2",
            f"mean {fmean(found.repeats):.1f}, most {max(found.repeats)}; {found.most_meetings}",
            fmean(found.repeats) <= most and found.most_meetings <= 2,
        )
        if ratio:
            share = mean_of(found.spreads) / mean_of(found.least)
            told = f"{share:.2f} ({mean_of(found.spreads):.3f} / {mean_of(found.least):.3f})"
            yield Target(f"{name}: spread, of sort and cut's", f"≤ {ratio}", told, share <= ratio)
        mean, worst = fmean(found.imbalances), max(found.imbalances)
        told = f"mean {mean:.3f}, most {worst}"
        yield Target(f"{name}: seats", "mean ≤ 1.05, most 2", told, mean <= 1.05 and worst <= 2)
        limit = 0.5 if entries >= _LARGE else 3.0
        yield _within(f"{name}: CPU seconds a round", found.seconds, limit)


def pairs(amounts: Amounts, say: Say) -> Iterator[Target]:
    """Swiss for two: repeats and seconds of large fields (P1)."""
    for entries in amounts.pairs:
        say(f"{entries:,} by twos")
        setup = TournamentSetup("swiss", "1", 2, 2, 2, rounds=SWISS_ROUNDS, points=Points.WINS)
        event = simulate(FORMATS["swiss"], setup, entries)
        name = f"{entries:,} by twos"
        yield Target(f"{name}: repeats", "0", str(event.repeats), event.repeats == 0)
        seconds = [dealt.seconds for dealt in event.rounds]
        yield _within(f"{name}: CPU seconds a round", seconds, 0.5 if entries <= 1000 else 5.0)


def _within(name: str, seconds: Sequence[float], limit: float) -> Target:
    told = f"mean {fmean(seconds):.2f}, most {max(seconds):.2f}"
    return Target(name, f"≤ {limit}", told, max(seconds) <= limit)


_SCHEDULES = (
    (9, 3, 4, 0), (12, 3, 4, 0), (16, 4, 5, 0), (20, 4, 5, 0), (24, 4, 5, 0), (25, 5, 6, 0),
    (32, 4, 6, 0), (64, 4, 6, 0), (36, 6, 3, 0), (12, 4, 3, 9), (16, 4, 6, 24), (30, 5, 4, 0),
)  # fmt: skip


def schedules(_amounts: Amounts, say: Say) -> Iterator[Target]:
    """Whole schedules: the repeats of sizes for which the fewest are known (P6)."""
    for entries, size, rounds, most in _SCHEDULES:
        say(f"{entries} in {size}s, {rounds} rounds")
        sizes = table_sizes(entries, size, 3, 6)
        begun = time.process_time()
        found = schedule_repeats(schedule(sizes, rounds, "targets"))
        seconds = time.process_time() - begun
        yield Target(
            f"{entries} in {size}s, {rounds} rounds: repeats",
            f"≤ {most}",
            f"{found} (none can have fewer than {fewest_repeats(sizes, rounds)}; {seconds:.1f} s)",
            found <= most,
        )


def eliminations(amounts: Amounts, say: Say) -> Iterator[Target]:
    """Every number of entries, table size and number that goes on, with people leaving (B2)."""
    played, refused, broken = 0, 0, list[str]()
    for entries in range(2, amounts.largest + 1):
        say(f"elimination of {entries}")
        for size in range(2, 7):
            for advance in range(1, size):
                smallest, largest = min(size, 3), max(size, 5)
                setup = TournamentSetup(
                    "elimination", "x", size, smallest, largest, advance=advance
                )
                try:
                    fault = elimination_fault(setup, entries)
                except TournamentSetupError:
                    refused += 1
                    continue
                played += 1
                if fault:
                    broken.append(f"{entries} in {size}s, {advance} go on: {fault}")
    told = f"{played:,} played, {refused:,} refused at the start, {len(broken)} broken"
    told += "".join(f"; {one}" for one in broken[:3])
    yield Target("elimination of every size ends, all placed", "0 broken", told, not broken)


def elimination_fault(setup: TournamentSetup, entries: int) -> str:
    """What goes wrong with that elimination if some leave it and some forfeit; "" for nothing.

    Raises TournamentSetupError if it is refused before the start.
    """
    made = format_of(setup.format)
    made.check(setup, entries)
    chance = stream(f"{setup.table_size} {setup.advance}", f"elimination of {entries}")
    known = [
        Entrant(number, rating=-number, until_round=chance.choice([None] * 9 + [1, 2]))
        for number in range(1, entries + 1)
    ]
    results: list[TableResult] = []
    while (plan := made.next_plan(setup, known, results)) is not None:
        seated = [entry for table in plan.tables for entry in table.entries]
        if len(seated) != len(set(seated)):
            return "somebody twice in a round"
        for table in opened(plan):
            size = len(table.seats)
            if size > 1 and not setup.smallest <= size <= setup.largest:
                return f"a table of {size}"
            if not table.is_open:
                results.append(table)
                continue
            order = chance.sample(table.seats, size)
            places = {entry: place for place, entry in enumerate(order, 1)}
            gone = frozenset(order[-1:]) if chance.random() < 0.1 else frozenset[int]()
            results.append(closed(table, places, forfeits=gone))
    if not made.is_over(setup, known, results):
        return "it stops before its end"
    placed = [entry for group in made.placing(setup, known, results) for entry in group]
    return "" if sorted(placed) == [entry.id for entry in known] else "not everybody is placed"


def days(amounts: Amounts, say: Say) -> Iterator[Target]:
    """The default for 64 at slow tables: days and who wins, by the model of lengths (A1)."""
    lengths, won = [], 0
    for number in range(1, amounts.events + 1):
        say(f"64 in heats, event {number:,} of {amounts.events:,}")
        setup = TournamentSetup("heats", f"days {number}", games=3)
        event = simulate(FORMATS["heats"], setup, 64)
        lengths.append(days_of(event, stream(setup.seed, "days"), CAP_DAYS))
        won += event.true_rank(event.placing[0][0]) == 1
    mean, share = fmean(lengths), won / amounts.events
    yield Target("64 in heats, a cut and a final: days, mean", "≤ 55", f"{mean:.1f}", mean <= 55)
    told = f"{max(lengths):.1f}"
    yield Target("…: days, most", "≤ 63", told, max(lengths) <= 63)
    yield Target("…: the strongest wins", "≥ 40 %", f"{share:.1%}", share >= 0.4)


POWER = (
    (0.05, 400, 15_000), (0.05, 1600, 15_000), (0.05, 1600, 90_000), (0.1, 200, 15_000),
    (0.1, 400, 15_000), (0.1, 400, 60_000), (0.2, 50, 15_000), (0.2, 100, 15_000),
)  # fmt: skip
"""By how much a pair helps each other, at how many shared tables of four, and how many matches the
rest of a pool of 200 players has."""


def honesty(amounts: Amounts, say: Say) -> Iterator[Target]:
    """What throw-away accounts bring, how far newcomers move veterans, whether pairs are found."""
    for accounts, matches, table in ((30, 3, 2), (90, 1, 4)):
        points = pool_attacks.farmed(accounts, matches, table)
        name = f"{accounts} accounts, {matches} matches at {table}s: points"
        yield Target(name, "≤ 30", f"{points:.1f}", points <= 30)
    for name, mix in pool_attacks.MIXES.items():
        say(name)
        moved = [pool_attacks.drift(mix, str(seed)) for seed in amounts.each()]
        worst = max(map(abs, moved))
        told = f"mean {fmean(moved):+.1f}, most {worst:.1f}"
        yield Target(f"veterans among {name}", "within 15 points", told, worst <= 15)
    for effect, together, matches in POWER:
        say(f"pairs who help each other by {effect:.0%}")
        caught = [
            pool_attacks.collusion(str(seed), effect=effect, together=together, matches=matches)
            for seed in amounts.each()
        ]
        apart, bar = fmean(one.apart for one in caught), fmean(one.bar for one in caught)
        best = power(effect, together, round(apart), bar)
        recall = sum(one.found for one in caught) / sum(one.planted for one in caught)
        false = 1000 * sum(one.false for one in caught) / sum(one.players for one in caught)
        yield Target(
            f"pairs helped by {effect:.0%}, {together:,} shared, {apart:,.0f} apart",
            "found ≥ 80 %, false ≤ 1",
            f"found {recall:.0%} (at best {best.fitted:.0%}, were skills known {best.known:.0%}); "
            f"false pairs in 1,000 players {false:.1f}",
            recall >= 0.8 and false <= 1,
        )


MEASURES: dict[str, Callable[[Amounts, Say], Iterator[Target]]] = {
    "pairs": pairs,
    "pods": pods,
    "schedules": schedules,
    "eliminations": eliminations,
    "days": days,
    "honesty": honesty,
}
