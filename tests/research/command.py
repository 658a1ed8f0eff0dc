"""`manage.py tournament`: bots play tournaments; pairing and rating systems are measured."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path
from statistics import fmean
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console
from rich.table import Table

from tests.research import rated_results, told_chances
from tests.research.rating_systems import (
    measured_trial,
    rating_systems,
    step_systems,
)
from tests.research.simulation import Chances, Simulated, mean_of, simulate
from tests.research.targets import MEASURES, Amounts, Target
from tournaments.formats.registry import FORMATS
from tournaments.ranking.points import winner_points
from tournaments.ranking.reckoning import Reckoning
from tournaments.ranking.standings import standings
from tournaments.ranking.tie_breaks import TIE_BREAKS
from tournaments.rating.published_measurements import Measured, Trial, written
from tournaments.values.setup import Points, TournamentSetup, TournamentSetupError

TABLE_WIDTH = 120
TARGET_HEADINGS = ("met", "wanted", "measured")
INTERRUPTED = 130
EVENTS_A_LINE = 50
SPREADS = (0.5, 1.0)
MOST_SPREAD = 10
# What a person may say of a set-up, by the name of its field.
NUMBERS = {
    "rounds": "rounds, or heats before the cut",
    "smallest": "the smallest table that the game allows",
    "largest": "the largest one",
    "at_once": "rounds of a Swiss that are dealt together",
    "cut": "how many reach the last stages",
    "advance": "how many of a table or group go on",
    "games": "matches that a table of the last stages plays",
    "group_size": "entries in a group",
}

# How much the targets measure.
AMOUNTS = {
    "seeds": "tournaments or pools of each kind",
    "first_seed": "the first of their seeds",
    "events": "tournaments whose days are counted",
    "largest": "the most entries of an elimination",
}

Say = Callable[[str], None]


class Command(BaseCommand):
    """Simulate tournaments, and measure pairing and ratings."""

    help = "Let bots of known strength play a tournament, or measure how well it pairs and rates."
    requires_system_checks = ()  # needs no database

    def add_arguments(self, parser: CommandParser) -> None:
        self.add_subcommands(parser.add_subparsers(dest="what", required=True))

    def add_subcommands(self, what: argparse._SubParsersAction[CommandParser]) -> None:
        """What this adds to `manage.py tournament`."""
        play = what.add_parser("simulate", help="play a whole tournament and show how it went")
        _add_simulation_arguments(play)
        goal = what.add_parser("targets", help="measure what pairing promises, some minutes long")
        goal.add_argument("--only", choices=list(MEASURES), action="append", help="may be repeated")
        for name, words in AMOUNTS.items():
            default, option = getattr(Amounts(), name), f"--{name.replace('_', '-')}"
            goal.add_argument(option, type=int, default=default, help=f"{words} ({default})")
        told = what.add_parser("chances", help="whether entrants' chances come true as told")
        told.add_argument("--events", type=int, default=1000, help="tournaments (1000)")
        told.add_argument("--seed", default="1", help="the same seed, the same tournaments (1)")
        rate = what.add_parser("ratings", help="compare Elo with other systems on populations")
        rate.add_argument("--players", type=int, default=1200, help="in a population (1200)")
        rate.add_argument("--matches", type=int, default=15_000, help="played by it (15000)")
        rate.add_argument("--populations", type=int, default=2, help="for each spread (2)")
        rate.add_argument("--seed", default="1", help="the same seed, the same populations (1)")
        rate.add_argument("--steps", action="store_true", help="compare choices of Elo's step")
        rate.add_argument("--results", metavar="FILE", help="rate these: match,ended,player,place")
        rate.add_argument(
            "--system",
            action="append",
            default=[],
            metavar="NAME",
            help="of --results, only these; may be repeated",
        )
        rate.add_argument("--json", action="store_true", help="the figures of --results as JSON")
        rate.add_argument("--write", metavar="FILE", help="keep the figures, for the site's page")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["what"] == "ratings" and options["results"]:
            self._results(options)
        elif options["what"] == "ratings":
            self._ratings(options)
        elif options["what"] == "chances":
            self._chances(options)
        elif options["what"] == "targets":
            self._targets(options)
        else:
            self._simulate(options)

    def _simulate(self, options: Mapping[str, Any]) -> None:
        setup, chances = _setup(options), _chances(options)
        if options["format"] not in FORMATS:
            raise CommandError(
                f"There is no format {options['format']!r}. There is: {', '.join(FORMATS)}."
            )
        try:
            with _working() as say:
                event = simulate(
                    FORMATS[setup.format],
                    setup,
                    options["entries"],
                    spread=options["spread"],
                    chances=chances,
                    most_rounds=options["stop_after"],
                    advance=lambda number: say(f"round {number}"),
                )
                shown = _standings_table(setup, event, options["top"])
        except TournamentSetupError as error:
            raise CommandError(_refusal(error)) from error
        self.stdout.write(_drawn(_rounds_table(event)))
        self.stdout.write(_drawn(shown))
        self.stdout.write("\n".join(_summary(setup, event)))

    def _targets(self, options: Mapping[str, Any]) -> None:
        for name in AMOUNTS:
            if options[name] < 1:
                raise CommandError(f"--{name.replace('_', '-')} must be at least 1.")
        amounts = Amounts(**{name: options[name] for name in AMOUNTS})
        missed = 0
        for name in options["only"] or MEASURES:
            self.stdout.write(f"{name.capitalize()}\n{_target_line('what', *TARGET_HEADINGS)}")
            for one in _measured(name, amounts):
                missed += not one.is_met
                met = "yes" if one.is_met else "no"
                self.stdout.write(_target_line(one.name, met, one.wanted, one.measured))
                self.stdout.flush()
        if missed:
            raise CommandError(f"{missed} of the targets were missed.")

    def _chances(self, options: Mapping[str, Any]) -> None:
        if options["events"] < 1:
            raise CommandError("--events must be at least 1.")

        def say(events: int, told: Sequence[told_chances.Told]) -> None:
            if events % EVENTS_A_LINE == 0:
                error = told_chances.calibration_error(told)
                self.stdout.write(f"{events:,} tournaments, {len(told):,} chances: {error:.4f}")
                self.stdout.flush()

        with _working():
            told = told_chances.measured(options["events"], options["seed"], say)
        self.stdout.write("\n".join(told_chances.table(told)))
        error = told_chances.calibration_error(told)
        if error > told_chances.MOST_ERROR:
            raise CommandError(f"The chances are off by {error:.4f}.")

    def _results(self, options: Mapping[str, Any]) -> None:
        with _working() as say:
            results, rows = rated_results.rated(options["results"], options["system"], say)
        if options["json"]:
            self.stdout.write(rated_results.as_json(results, rows))
        else:
            self.stdout.write("\n".join(rated_results.table(results, rows)))

    def _ratings(self, options: Mapping[str, Any]) -> None:
        for name, least in (("players", 20), ("matches", 100), ("populations", 1)):
            if options[name] < least:
                raise CommandError(f"--{name} must be at least {least}.")
        systems = step_systems() if options["steps"] else rating_systems()
        trials = []
        for spread in SPREADS:
            with _working() as say:
                trial, speeds = measured_trial(spread, options, systems, say)
            self.stdout.write(_drawn(_trial_table(trial, speeds, options)))
            trials.append(trial)
        if options["write"]:
            _write(options, tuple(trials))
        self.stdout.write(
            "Losses in nats, on the last half of the matches; lower is better. Newcomers' pairs "
            "are those with a player of fewer than 10 matches.\nRank correlation: Kendall's tau "
            "with the true skills."
        )


def _add_simulation_arguments(parser: CommandParser) -> None:
    parser.add_argument("--format", default="heats", help=f"one of: {', '.join(FORMATS)} (heats)")
    parser.add_argument("--entries", type=int, default=64, help="how many enter (64)")
    parser.add_argument("--table", type=int, default=4, help="players at a table (4)")
    parser.add_argument("--seed", default="1", help="the same seed, the same tournament (1)")
    for name, words in NUMBERS.items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=int, help=words)
    parser.add_argument("--points", choices=list(Points), help="what places are worth")
    parser.add_argument(
        "--tie-break",
        action="append",
        default=[],
        metavar="NAME",
        help=f"in their order: {', '.join(TIE_BREAKS)}; may be repeated",
    )
    parser.add_argument("--spread", type=float, default=1.0, help="of the bots' strengths (1.0)")
    parser.add_argument("--ties", type=int, default=0, help="percent of places shared (0)")
    parser.add_argument("--forfeits", type=int, default=0, help="percent of players who leave (0)")
    parser.add_argument("--stop-after", type=int, help="rounds after which to stop in any case")
    parser.add_argument("--top", type=int, default=10, help="rows of the standings (10)")


def _setup(options: Mapping[str, Any]) -> TournamentSetup:
    """The set-up asked for. A table of two is for a game that only two can play."""
    size = options["table"]
    plain = TournamentSetup(options["format"], options["seed"], table_size=size)
    if size <= 2:
        plain = replace(plain, smallest=2, largest=2, points=Points.WINS)
    given = {name: options[name] for name in NUMBERS if options[name] is not None}
    if options["points"]:
        given["points"] = Points(options["points"])
    return replace(plain, tie_breaks=tuple(options["tie_break"]), **given)


def _chances(options: Mapping[str, Any]) -> Chances:
    for name in ("ties", "forfeits"):
        if not 0 <= options[name] <= 100:
            raise CommandError(f"--{name} is a percentage, 0 to 100.")
    for name, least in (("entries", 1), ("top", 0), ("stop_after", 1)):
        if options[name] is not None and options[name] < least:
            raise CommandError(f"--{name.replace('_', '-')} must be at least {least}.")
    if not 0 <= options["spread"] <= MOST_SPREAD:
        raise CommandError(f"--spread lies between 0 and {MOST_SPREAD}.")
    return Chances(options["ties"], options["forfeits"])


def _refusal(error: TournamentSetupError) -> str:
    figures = "; ".join(f"{name.replace('_', ' ')}: {told}" for name, told in error.figures.items())
    return f"This cannot be played: {error.code.replace('_', ' ')} ({figures})."


@contextmanager
def _working() -> Iterator[Say]:
    """What is being done, on standard error where that is a terminal. Ctrl-C ends it quietly."""
    try:
        with Console(stderr=True).status("") as status:
            yield status.update
    except KeyboardInterrupt as error:
        raise CommandError("Stopped.", returncode=INTERRUPTED) from error


def _rounds_table(event: Simulated) -> Table:
    table = _table("Rounds", "stage")
    for heading in (
        "tables",
        "byes",
        "repeats so far",
        "spread, mean",
        "if cut",
        "most",
        "CPU seconds",
    ):
        table.add_column(heading, justify="right")
    for dealt in event.rounds:
        byes = sum(one.is_bye for one in dealt.plan.tables)
        table.add_row(
            f"{dealt.plan.number} {dealt.plan.stage}",
            str(len(dealt.plan.tables) - byes),
            str(byes),
            str(dealt.repeats),
            f"{mean_of(dealt.spreads):.2f}",
            f"{mean_of(dealt.least_spreads):.2f}",
            f"{float(max(dealt.spreads, default=0)):.2f}",
            f"{dealt.seconds:.3f}",
        )
    return table


def _standings_table(setup: TournamentSetup, event: Simulated, top: int) -> Table:
    """The first places, with points and tie-breaks over all rounds."""
    rows = {row.entry: row for row in standings(setup, event.entries, event.results)}
    table = _table("Standings" if event.is_over else "Standings so far", "place")
    for heading in ("entry", "strength", "by strength"):
        table.add_column(heading, justify="right")
    for one in next(iter(rows.values())).figures:
        table.add_column(one.key.replace("_", " "), justify="right")
    before = 0
    for group in event.placing:
        for entry in group[: max(0, top - before)]:
            figures = map(_figure, rows[entry].figures)
            strength = f"{event.strengths[entry]:+.2f}"
            rank = f"{event.true_rank(entry)}."
            table.add_row(str(before + 1), str(entry), strength, rank, *figures)
        before += len(group)
    return table


def _figure(one: Reckoning) -> str:
    return str(one.value) if one.value.denominator == 1 else f"{float(one.value):.3f}"


def _summary(setup: TournamentSetup, event: Simulated) -> Iterator[str]:
    matches = sum(not table.is_bye for table in event.results)
    seats = event.seat_imbalances(setup.table_size)
    spreads = [one for dealt in event.rounds for one in dealt.spreads]
    least = [one for dealt in event.rounds for one in dealt.least_spreads]
    seconds = [dealt.seconds for dealt in event.rounds]
    state = "over" if event.is_over else "not over"
    yield (
        f"{setup.format}: {len(event.entries):,} entries, {len(event.rounds)} rounds, "
        f"{matches:,} matches; {state}"
    )
    yield f"repeats: {event.repeats:,}; the most that two have met is {event.most_meetings}"
    yield (
        f"seat balance, most less least often in a seat: mean {fmean(seats):.2f}, most {max(seats)}"
    )
    yield (
        f"score spread at a table (a win is {winner_points(setup.points)}): mean "
        f"{mean_of(spreads):.2f}, most {float(max(spreads, default=0)):.2f}; "
        f"cut by points alone {mean_of(least):.2f}"
    )
    yield f"CPU seconds per pairing: mean {fmean(seconds):.3f}, most {max(seconds):.3f}"
    yield f"rank correlation of places and strength (Kendall's tau): {event.rank_correlation():.2f}"


def _measured(name: str, amounts: Amounts) -> Iterator[Target]:
    """Each target as soon as it is measured, while nothing else is written on the screen."""
    says: list[Say] = []

    def tell(words: str) -> None:
        says[-1](words)

    found = MEASURES[name](amounts, tell)
    while True:
        with _working() as say:
            says.append(say)
            one = next(found, None)
        if one is None:
            return
        yield one


def _target_line(name: str, met: str, wanted: str, measured: str) -> str:
    return f"  {name:<44} {met:<4} {wanted:<21} {measured}"


def _trial_table(trial: Trial, speeds: Sequence[float], options: Mapping[str, Any]) -> Table:
    headings = ("pairs", "newcomers' pairs", "winners", "calibration", "rank corr.", "rated/s")
    players, matches = options["players"], options["matches"]
    title = f"{players:,} players, {matches:,} matches, skills spread by {trial.spread}"
    table = _table(title, "system")
    for heading in headings:
        table.add_column(heading, justify="right")
    for line, speed in zip(trial.lines, speeds, strict=True):
        figures = (getattr(line, one.name) for one in fields(line) if one.name != "system")
        table.add_row(line.system, *(f"{one:.4f}" for one in figures), f"{speed:,.0f}")
    return table


def _write(options: Mapping[str, Any], trials: tuple[Trial, ...]) -> None:
    names = ("players", "matches", "populations", "seed")
    words = " ".join(f"--{name} {options[name]}" for name in names)
    result = Measured(
        f"manage.py tournament ratings {words}",
        options["players"],
        options["matches"],
        options["populations"],
        trials,
    )
    Path(options["write"]).write_text(written(result), encoding="utf-8")


def _table(title: str, first: str) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column(first)
    return table


def _drawn(table: Table) -> str:
    console = Console(width=TABLE_WIDTH)
    with console.capture() as capture:
        console.print(table)
    return capture.get()
