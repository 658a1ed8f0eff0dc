"""The figures of a run as JSON, and those of two runs beside each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec
from rich.table import Table

from tests.bench.figures import Figure

WORSE_BELOW = 0.9
"""Of two runs on one machine no more is told: ratios to floors of the same run vary by so much."""


class NotARunError(Exception):
    """A file that does not hold the figures of a run."""


class Run(msgspec.Struct, frozen=True):
    """What one run measured: the figures of each benchmark, and on which database."""

    database: str
    figures: dict[str, list[Figure]]


def run_json(run: Run) -> str:
    """The run as indented JSON, for `run_read`."""
    return msgspec.json.format(msgspec.json.encode(run)).decode()


def run_read(path: Path) -> Run:
    """The run that is kept in a file. Raises NotARunError."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Run)
    except (OSError, msgspec.MsgspecError) as error:
        raise NotARunError(f"{path}: {error}") from error


@dataclass(frozen=True, slots=True)
class Change:
    """A figure before and after; None on the side that lacks it."""

    name: str
    before: Figure | None
    after: Figure | None

    @property
    def gain(self) -> float | None:
        """How many times as good it is now: by the ratio to the floor, else by the value alone."""
        before, after = self.before, self.after
        if before is None or after is None:
            return None
        if before.ratio and after.ratio:
            return after.ratio / before.ratio
        if before.value and after.value and before.ratio is None and after.ratio is None:
            return before.value / after.value
        return None

    @property
    def is_worse(self) -> bool:
        """Whether it lost more than a tenth."""
        return self.gain is not None and self.gain < WORSE_BELOW


def changes(before: Run, after: Run) -> list[Change]:
    """Every figure of either run, those of the later one first and in its order."""
    earlier, later = _by_name(before), _by_name(after)
    return [
        Change(name, earlier.get(name), later.get(name))
        for name in dict.fromkeys([*later, *earlier])
    ]


def _by_name(run: Run) -> dict[str, Figure]:
    return {
        f"{what}: {figure.name}": figure
        for what, figures in run.figures.items()
        for figure in figures
    }


def changes_table(compared: Sequence[Change]) -> Table:
    """The figures side by side, with how many times as good each is now."""
    table = Table(title="before and after", title_justify="left")
    for heading in ("figure", "before", "× floor", "after", "× floor", "gain"):
        table.add_column(heading, justify="right" if heading in ("× floor", "gain") else "left")
    for change in compared:
        gain = "" if change.gain is None else f"{change.gain:.2f} ×"
        table.add_row(change.name, *_cells(change.before), *_cells(change.after), gain)
    return table


def _cells(figure: Figure | None) -> tuple[str, str]:
    if figure is None:
        return "–", ""
    return figure.ours, "" if figure.ratio is None else f"{figure.ratio:.2f}"
