"""`manage.py bench`: how fast the service is, each figure beside a floor of the same run."""

from __future__ import annotations

import random
import resource
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from rich.console import Console, RenderableType
from rich.table import Table

from games.management.commands._setup import progress
from games.models import secure_random
from tests.bench.comparison import (
    NotARunError,
    Run,
    changes,
    changes_table,
    run_json,
    run_read,
)
from tests.bench.faults.report import (
    UnknownDrillError,
    drills_made,
    drills_named,
    faults_json,
    faults_table,
)
from tests.bench.figures import Figure
from tests.bench.growth import OVER_FOR_EACH, growth_figures, growth_readings
from tests.bench.growth_picture import growth_picture
from tests.bench.mails import mails_figures
from tests.bench.mass_deadline import deadline_figures
from tests.bench.memory import memory_figures
from tests.bench.orders import orders_figures
from tests.bench.page import page_figures
from tests.bench.phases import STEPS, phases_figures
from tests.bench.population import Advance
from tests.bench.rated_population import RATED_STEPS
from tests.bench.ratings import ratings_figures
from tests.bench.requests import UnexpectedAnswerError, reference_pages
from tests.bench.rules_speed import rules_figures
from tests.bench.scratch import NoScratchDatabaseError, scratch_database
from tests.bench.tournaments import tournaments_figures
from tests.month import command as month

ALL, MONTH, FAULTS, TABLE, COMPARE = "all", "month", "faults", "table", "compare"
GROWTH = "growth"
STDOUT = "-"
USUAL_COUNT = 1000
TABLE_COUNT = 500
MOST_COUNT, MOST_RUNNING = 100_000, 1_000_000
WIDTH = 150
"""Columns of the table where the output is no terminal."""

Measure = Callable[[int, float, Advance], Iterator[Figure]]

MEASURES: dict[str, tuple[Measure, Callable[[int], int]]] = {
    "rules": (lambda _count, seconds, _advance: rules_figures(seconds), lambda _count: 1),
    "phases": (
        lambda count, _seconds, advance: phases_figures(count, advance),
        lambda count: STEPS * count,
    ),
    "deadline": (deadline_figures, lambda count: count),
    "orders": (orders_figures, lambda count: 5 * count),
    "mails": (mails_figures, lambda count: 3 * count),
    "tournaments": (
        lambda count, seconds, _advance: tournaments_figures(count, seconds),
        lambda _count: 1,
    ),
    "ratings": (ratings_figures, lambda _count: RATED_STEPS),
    "memory": (memory_figures, lambda count: count),
    "page": (lambda _count, seconds, _advance: page_figures(seconds), lambda _count: 1),
}
"""Each benchmark with how many steps of progress it makes."""

NOT_AMONG_ALL = {"deadline", "memory"}
"""They take minutes, or start the whole service."""


class Command(BaseCommand):
    """Measure on a scratch database, print the figures; the real database is never touched."""

    help = "Measure how fast the service is, on a database of its own that is destroyed at the end."
    requires_system_checks = ()  # some of them would ask the configured database

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "what",
            nargs="?",
            default=ALL,
            choices=[*MEASURES, ALL, GROWTH, TABLE, MONTH, FAULTS, COMPARE],
            help="what to measure (all); growth makes as many running matches as --count says and "
            "tells what each deed costs on the way; month plays a whole month by mail and takes "
            "minutes; faults breaks things on purpose and counts what is lost; table looks at "
            "decisions on a phone, in Chromium; compare says what has changed between two runs",
        )
        parser.add_argument(
            "runs", nargs="*", type=Path, help="for compare: the --json of two runs, earlier first"
        )
        parser.add_argument(
            "--seconds", type=float, default=3.0, help="how long for one timed figure (3)"
        )
        parser.add_argument(
            "--count",
            type=int,
            help=f"how many due matches, orders, mails ({USUAL_COUNT}), or faults (each its own)",
        )
        parser.add_argument(
            "--json",
            nargs="?",
            const=STDOUT,
            metavar="FILE",
            help="also write the figures as JSON into this file; to -, in the place of the table",
        )
        parser.add_argument(
            "--pictures",
            type=Path,
            metavar="DIR",
            help="for table: keep a picture there of every page that does not do; for growth: "
            "draw its curves there",
        )
        faults = parser.add_argument_group("for faults")
        faults.add_argument("--quick", action="store_true", help="a share that takes seconds each")
        faults.add_argument("--only", default="", metavar="KEY,…", help="these drills alone")
        month.add_arguments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        what, count, seconds = options["what"], options["count"], options["seconds"]
        if what == COMPARE:
            self._compare(options["runs"])
            return
        if options["runs"]:
            raise CommandError("Only compare takes files.")
        if what == MONTH:
            self._month(options)
            return
        most = MOST_RUNNING if what == GROWTH else MOST_COUNT
        if count is not None and not 1 <= count <= most:
            raise CommandError(f"--count must be between 1 and {most}.")
        if what == GROWTH:
            self._growth(count or USUAL_COUNT, options["pictures"], options["json"])
            return
        if what == TABLE:
            self._table(count or TABLE_COUNT, options["pictures"], options["json"])
            return
        if what == FAULTS:
            self._faults(options["only"], count, quick=options["quick"], file=options["json"])
            return
        if not 0 < seconds <= 600:
            raise CommandError("--seconds must be more than 0 and at most 600.")
        every = [name for name in MEASURES if name not in NOT_AMONG_ALL]
        wanted = every if what == ALL else [what]
        self._measure(wanted, count or USUAL_COUNT, seconds, options["json"])

    def _measure(self, wanted: list[str], count: int, seconds: float, file: str | None) -> None:
        run = Run(connection.display_name, {})
        for what in wanted:
            run.figures[what] = figures = _measured(what, count, seconds)
            if file != STDOUT:
                self._draw(_figures_table(what, figures))
        if file is not None:
            self._write(run_json(run), file)
        if file != STDOUT:
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
            failed = sum(each.passed is False for some in run.figures.values() for each in some)
            self.stdout.write(f"Most memory: {peak:,.0f} MB. Targets missed: {failed}.")

    def _compare(self, runs: list[Path]) -> None:
        if len(runs) != 2:
            raise CommandError("compare takes two files: the --json of two runs, earlier first.")
        try:
            before, after = map(run_read, runs)
        except NotARunError as error:
            raise CommandError(f"Not the figures of a run: {error}") from error
        found = changes(before, after)
        self._draw(changes_table(found))
        if worse := [change.name for change in found if change.is_worse]:
            raise CommandError(f"Worse by more than a tenth: {'; '.join(worse)}.")

    def _month(self, options: Mapping[str, Any]) -> None:
        plan = month.plan_of(options)
        with _measuring(), progress("matches", 2 * plan.matches) as advance:
            ours, plain = month.months_compared(plan, advance)
        self._tell(month.month_tables(ours, plain), month.month_json(ours, plain), options["json"])
        month.require_kept(ours, plain)

    def _table(self, count: int, pictures: Path | None, file: str | None) -> None:
        from tests.bench.table_scenes import table_figures  # needs Playwright

        if pictures is not None:
            pictures.mkdir(parents=True, exist_ok=True)
        with _measuring(), progress(TABLE, count) as advance, scratch_database():
            figures = list(table_figures(count, advance, pictures))
        run = Run(connection.display_name, {TABLE: figures})
        self._tell(_figures_table(TABLE, figures), run_json(run), file)
        if missed := sum(figure.passed is False for figure in figures):
            raise CommandError(f"Targets missed: {missed}.")

    def _growth(self, count: int, pictures: Path | None, file: str | None) -> None:
        matches = count + int(count * OVER_FOR_EACH)
        with (
            _measuring(),
            progress(GROWTH, matches) as advance,
            scratch_database(),
            reference_pages(),
        ):
            readings = list(growth_readings(count, advance))
        if pictures is not None:
            pictures.mkdir(parents=True, exist_ok=True)
            (pictures / "growth.svg").write_text(growth_picture(readings) + "\n", encoding="utf-8")
        figures = list(growth_figures(readings))
        self._tell(
            _figures_table(GROWTH, figures),
            run_json(Run(connection.display_name, {GROWTH: figures})),
            file,
        )

    def _faults(self, only: str, count: int | None, *, quick: bool, file: str | None) -> None:
        try:
            drills = drills_named(only)
        except UnknownDrillError as error:
            raise CommandError(str(error)) from error
        with _measuring(), progress("drills", len(drills)) as advance:
            findings = list(drills_made(drills, quick=quick, count=count, advance=advance))
        self._tell(faults_table(findings), faults_json(findings), file)
        if missed := sum(finding.missed for finding in findings):
            raise CommandError(f"Promises that do not hold: {missed}.")

    def _tell(self, table: RenderableType, as_json: str, file: str | None) -> None:
        """Draw the table, unless the JSON is to stand in its place."""
        if file != STDOUT:
            self._draw(table)
        if file is not None:
            self._write(as_json, file)

    def _write(self, text: str, file: str) -> None:
        if file == STDOUT:
            self.stdout.write(text)
        else:
            Path(file).write_text(f"{text}\n", encoding="utf-8")

    def _draw(self, table: RenderableType) -> None:
        width = None if self.stdout.isatty() else WIDTH
        console = Console(width=width, highlight=False)
        with console.capture() as drawn:
            console.print(table)
        self.stdout.write(drawn.get())


def _figures_table(what: str, figures: list[Figure]) -> Table:
    table = Table(title=f"{what}, on {connection.display_name}", title_justify="left")
    for heading in ("figure", "here", "floor", "× floor", "target", ""):
        table.add_column(heading, justify="right" if "×" in heading else "left")
    for figure in figures:
        table.add_row(
            figure.name,
            figure.ours,
            figure.floor,
            "" if figure.ratio is None else f"{figure.ratio:.2f}",
            figure.target,
            {None: "", True: "pass", False: "miss"}[figure.passed],
        )
    return table


def _measured(what: str, count: int, seconds: float) -> list[Figure]:
    """Every benchmark has a database of its own, so that none works on what another has left.

    Codes and deals are the same in every run, so that two runs can be compared.
    """
    secure_random.SOURCE = random.Random(what)
    measure, steps = MEASURES[what]
    with (
        _measuring(),
        progress(what, steps(count)) as advance,
        scratch_database(),
        reference_pages(),
    ):
        return list(measure(count, seconds, advance))


@contextmanager
def _measuring() -> Iterator[None]:
    """What stops a measurement, told as a command's error."""
    try:
        yield
    except NoScratchDatabaseError as error:
        raise CommandError(
            f"No database to measure on could be made beside the configured one: {error} "
            "On PostgreSQL the user needs the right to create databases."
        ) from error
    except UnexpectedAnswerError as error:
        raise CommandError(f"A page could not be measured: {error}.") from error
