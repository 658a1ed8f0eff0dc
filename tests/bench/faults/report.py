"""Every drill on a database of its own, and its findings as a table or as JSON."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass

from django.db import connection
from rich.table import Table

from tests.bench.faults.drills import DRILLS, Drill
from tests.bench.faults.results import DrillImpossibleError, DrillResult
from tests.bench.scratch import scratch_database


class UnknownDrillError(Exception):
    """No drill has this key."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What one drill has shown; `not_made` says why it could not be made here."""

    drill: Drill
    results: Sequence[DrillResult] = ()
    not_made: str = ""

    @property
    def missed(self) -> int:
        """How many of its promises do not hold."""
        return sum(not result.passed for result in self.results)


def drills_named(keys: str) -> list[Drill]:
    """The drills of these keys, with commas between; all where there is none.

    Raises UnknownDrillError, naming the keys that there are.
    """
    wanted = [key.strip().casefold() for key in keys.split(",") if key.strip()]
    known = {drill.key.casefold() for drill in DRILLS}
    for key in wanted:
        if key not in known:
            names = ", ".join(dict.fromkeys(drill.key for drill in DRILLS))
            raise UnknownDrillError(f"There is no drill {key!r}. There are: {names}.")
    return [drill for drill in DRILLS if not wanted or drill.key.casefold() in wanted]


def drills_made(
    drills: Sequence[Drill],
    *,
    quick: bool = False,
    count: int | None = None,
    advance: Callable[[int], None] = lambda _amount: None,
) -> Iterator[Finding]:
    """Make these drills one after the other, each on a database of its own.

    Raises NoScratchDatabaseError where there is none to be had. A drill that breaks down itself
    has shown nothing, which is a miss.
    """
    for drill in drills:
        yield _made(drill, count or (drill.quick if quick else drill.count))
        advance(1)


def _made(drill: Drill, count: int) -> Finding:
    with scratch_database(), _quiet():
        try:
            return Finding(drill, drill.run(count))
        except DrillImpossibleError as error:
            return Finding(drill, not_made=str(error))
        except Exception as error:
            broken = f"broke down: {type(error).__name__}: {error}"[:300]
            return Finding(drill, [DrillResult(drill.title, "the drill itself", broken, False, 0)])


@contextmanager
def _quiet() -> Iterator[None]:
    """What is broken on purpose fills no log."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        yield
    finally:
        logging.disable(before)


def faults_table(findings: Sequence[Finding]) -> Table:
    """One line for each promise."""
    table = Table(title=f"faults, on {connection.display_name}", title_justify="left")
    for heading in ("key", "fault", "count", "wanted", "measured", ""):
        table.add_column(heading, justify="right" if heading == "count" else "left")
    for finding in findings:
        key = finding.drill.key
        if finding.not_made:
            table.add_row(key, finding.drill.title, "", "", finding.not_made, "not made")
        for result in finding.results:
            verdict = "pass" if result.passed else "miss"
            table.add_row(
                key, result.name, f"{result.count:,}", result.wanted, result.measured, verdict
            )
    return table


def faults_json(findings: Sequence[Finding]) -> str:
    """The same for programs."""
    rows = [
        {
            "key": finding.drill.key,
            "title": finding.drill.title,
            "not_made": finding.not_made,
            "results": [asdict(result) for result in finding.results],
        }
        for finding in findings
    ]
    return json.dumps({"database": connection.display_name, "faults": rows}, indent=2)
