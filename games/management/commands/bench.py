"""`manage.py bench`: how fast the service is, each figure beside a floor of the same run."""

from __future__ import annotations

import resource
from collections.abc import Callable, Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from rich.console import Console
from rich.table import Table

from games.bench.figures import Figure
from games.bench.mails import mails_figures
from games.bench.orders import orders_figures
from games.bench.page import page_figures
from games.bench.phases import IDLE_FOR_EACH, phases_figures
from games.bench.population import Advance
from games.bench.requests import UnexpectedAnswerError, reference_pages
from games.bench.rules_speed import rules_figures
from games.bench.scratch import NoScratchDatabaseError, scratch_database
from games.management.commands._setup import progress

ALL = "all"
WIDTH = 150
"""Columns of the table where the output is no terminal."""

Measure = Callable[[int, float, Advance], Iterator[Figure]]

MEASURES: dict[str, tuple[Measure, Callable[[int], int]]] = {
    "rules": (lambda _count, seconds, _advance: rules_figures(seconds), lambda _count: 1),
    "phases": (
        lambda count, _seconds, advance: phases_figures(count, advance),
        lambda count: (5 + IDLE_FOR_EACH) * count,
    ),
    "orders": (orders_figures, lambda count: 3 * count),
    "mails": (mails_figures, lambda count: 2 * count),
    "page": (lambda _count, seconds, _advance: page_figures(seconds), lambda _count: 1),
}
"""Each benchmark with how many steps of progress it makes."""


class Command(BaseCommand):
    """Measure on a scratch database, print the figures; the real database is never touched."""

    help = "Measure how fast the service is, on a database of its own that is destroyed at the end."
    requires_system_checks = ()  # some of them would ask the configured database

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "what", nargs="?", default=ALL, choices=[*MEASURES, ALL], help="what to measure (all)"
        )
        parser.add_argument(
            "--seconds", type=float, default=3.0, help="how long for one timed figure (3)"
        )
        parser.add_argument(
            "--count", type=int, default=1000, help="how many due matches, orders, mails (1000)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        count, seconds = options["count"], options["seconds"]
        if not 1 <= count <= 100_000:
            raise CommandError("--count must be between 1 and 100000.")
        if not 0 < seconds <= 600:
            raise CommandError("--seconds must be more than 0 and at most 600.")
        wanted = list(MEASURES) if options["what"] == ALL else [options["what"]]
        failed = 0
        for what in wanted:
            figures = _measured(what, count, seconds)
            self._print(what, figures)
            failed += sum(figure.passed is False for figure in figures)
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        self.stdout.write(f"Most memory: {peak:,.0f} MB. Targets missed: {failed}.")

    def _print(self, what: str, figures: list[Figure]) -> None:
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
        width = None if self.stdout.isatty() else WIDTH
        console = Console(width=width, highlight=False)
        with console.capture() as drawn:
            console.print(table)
        self.stdout.write(drawn.get())


def _measured(what: str, count: int, seconds: float) -> list[Figure]:
    """Every benchmark has a database of its own, so that none works on what another has left."""
    measure, steps = MEASURES[what]
    try:
        with progress(what, steps(count)) as advance, scratch_database(), reference_pages():
            return list(measure(count, seconds, advance))
    except NoScratchDatabaseError as error:
        raise CommandError(
            f"No database to measure on could be made beside the configured one: {error} "
            "On PostgreSQL the user needs the right to create databases."
        ) from error
    except UnexpectedAnswerError as error:
        raise CommandError(f"A page could not be measured: {error}.") from error
