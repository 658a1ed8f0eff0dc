"""`manage.py bench`: how fast the service is, each figure beside a floor of the same run."""

from __future__ import annotations

import resource
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from rich.console import Console, RenderableType
from rich.table import Table

from games.bench.faults.report import (
    UnknownDrillError,
    drills_made,
    drills_named,
    faults_json,
    faults_table,
)
from games.bench.figures import Figure
from games.bench.mails import mails_figures
from games.bench.month import LEAST_MEMBERS, Result, months_compared
from games.bench.month_people import SHARES, Kind
from games.bench.month_report import month_json, month_tables
from games.bench.month_run import Plan
from games.bench.orders import orders_figures
from games.bench.page import page_figures
from games.bench.phases import IDLE_FOR_EACH, phases_figures
from games.bench.population import Advance
from games.bench.requests import UnexpectedAnswerError, reference_pages
from games.bench.rules_speed import rules_figures
from games.bench.scratch import NoScratchDatabaseError, scratch_database
from games.management.commands._setup import progress

ALL, MONTH, FAULTS = "all", "month", "faults"
USUAL_COUNT = 1000
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
            "what",
            nargs="?",
            default=ALL,
            choices=[*MEASURES, ALL, MONTH, FAULTS],
            help="what to measure (all); month plays a whole month by mail and takes minutes; "
            "faults breaks things on purpose and counts what is lost",
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
            "--json", action="store_true", help="for month and faults: print everything as JSON"
        )
        faults = parser.add_argument_group("for faults")
        faults.add_argument("--quick", action="store_true", help="a share that takes seconds each")
        faults.add_argument("--only", default="", metavar="KEY,…", help="these drills alone")
        usual = Plan()
        month = parser.add_argument_group("for month")
        month.add_argument("--seed", default=usual.seed, help="the same seed, the same month (1)")
        month.add_argument("--members", type=int, default=usual.members, help="people (200)")
        month.add_argument("--matches", type=int, default=usual.matches, help="matches (60)")
        month.add_argument(
            "--seats", type=int, default=usual.seats, help="of the largest table (6)"
        )
        month.add_argument(
            "--words", type=float, default=usual.words, help="share of orders in words (0.25)"
        )
        month.add_argument(
            "--shares",
            default=",".join(f"{kind}={share}" for kind, share in SHARES.items()),
            metavar="KIND=SHARE,…",
            help="how many of each kind of people, in proportion (%(default)s)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["what"] == MONTH:
            self._month(_plan(options), as_json=options["json"])
            return
        count, seconds = options["count"], options["seconds"]
        if count is not None and not 1 <= count <= 100_000:
            raise CommandError("--count must be between 1 and 100000.")
        if options["what"] == FAULTS:
            self._faults(options["only"], count, quick=options["quick"], as_json=options["json"])
            return
        count = count or USUAL_COUNT
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

    def _month(self, plan: Plan, *, as_json: bool) -> None:
        with _measuring(), progress("matches", 2 * plan.matches) as advance:
            ours, plain = months_compared(plan, advance)
        if as_json:
            self.stdout.write(month_json(ours, plain))
        else:
            self._draw(month_tables(ours, plain))
        _check_month(ours, plain)

    def _faults(self, only: str, count: int | None, *, quick: bool, as_json: bool) -> None:
        try:
            drills = drills_named(only)
        except UnknownDrillError as error:
            raise CommandError(str(error)) from error
        with _measuring(), progress("drills", len(drills)) as advance:
            findings = list(drills_made(drills, quick=quick, count=count, advance=advance))
        if as_json:
            self.stdout.write(faults_json(findings))
        else:
            self._draw(faults_table(findings))
        if missed := sum(finding.missed for finding in findings):
            raise CommandError(f"Promises that do not hold: {missed}.")

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
        self._draw(table)

    def _draw(self, table: RenderableType) -> None:
        width = None if self.stdout.isatty() else WIDTH
        console = Console(width=width, highlight=False)
        with console.capture() as drawn:
            console.print(table)
        self.stdout.write(drawn.get())


def _measured(what: str, count: int, seconds: float) -> list[Figure]:
    """Every benchmark has a database of its own, so that none works on what another has left."""
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


def _plan(options: Mapping[str, Any]) -> Plan:
    if not LEAST_MEMBERS <= options["members"] <= 10_000:
        raise CommandError(f"--members must be between {LEAST_MEMBERS} and 10000.")
    if not 1 <= options["matches"] <= 10_000:
        raise CommandError("--matches must be between 1 and 10000.")
    if not 2 <= options["seats"] <= LEAST_MEMBERS:
        raise CommandError(f"--seats must be between 2 and {LEAST_MEMBERS}.")
    if not 0 <= options["words"] <= 1:
        raise CommandError("--words must be between 0 and 1.")
    return Plan(
        seed=options["seed"],
        members=options["members"],
        matches=options["matches"],
        seats=options["seats"],
        words=options["words"],
        shares=_shares(options["shares"]),
    )


def _shares(text: str) -> dict[str, int]:
    """`prompt=50,late=50` as numbers. Raises CommandError, naming the kinds that there are."""
    kinds = [str(kind) for kind in Kind]
    shares: dict[str, int] = {}
    for word in text.split(","):
        name, _, share = word.strip().partition("=")
        if name not in kinds or not share.isdecimal():
            raise CommandError(
                f"{word!r} is no share. Write KIND=NUMBER, with commas between; the kinds are "
                f"{', '.join(kinds)}."
            )
        shares[name] = int(share)
    if not sum(shares.values()):
        raise CommandError("--shares must name a kind with a share above 0.")
    return shares


def _check_month(ours: Result, plain: Result) -> None:
    failed = sorted({check.what for check in (*ours.failures, *plain.failures)})
    if failed:
        raise CommandError(f"Does not hold: {'; '.join(failed)}.")
