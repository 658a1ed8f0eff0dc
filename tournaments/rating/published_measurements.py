"""What was measured of the ratings, as `manage.py tournament ratings --write` left it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PATH = Path(__file__).resolve().parents[2] / "seeds" / "ratings" / "measured.json"


@dataclass(frozen=True, slots=True)
class SystemFigures:
    """One system on one kind of population, or one choice of steps."""

    system: str
    log_loss: float
    newcomer_log_loss: float
    winner_log_loss: float
    calibration: float
    rank_correlation: float


@dataclass(frozen=True, slots=True)
class Trial:
    """All systems on populations whose skills have this spread."""

    spread: float
    lines: tuple[SystemFigures, ...]


@dataclass(frozen=True, slots=True)
class Measured:
    """The whole measurement and the command that repeats it."""

    command: str
    players: int
    matches: int
    populations: int
    trials: tuple[Trial, ...]


@cache
def measured() -> Measured:
    """The figures that the pages show."""
    stored = json.loads(PATH.read_text(encoding="utf-8"))
    trials = tuple(
        Trial(one["spread"], tuple(SystemFigures(**line) for line in one["lines"]))
        for one in stored.pop("trials")
    )
    return Measured(**stored, trials=trials)


def written(result: Measured) -> str:
    """The measurement as the file holds it, four digits a figure."""
    stored = {
        "command": result.command,
        "players": result.players,
        "matches": result.matches,
        "populations": result.populations,
        "trials": [
            {
                "spread": trial.spread,
                "lines": [
                    {
                        name: round(value, 4) if isinstance(value, float) else value
                        for name in SystemFigures.__slots__
                        for value in [getattr(line, name)]
                    }
                    for line in trial.lines
                ],
            }
            for trial in result.trials
        ],
    }
    return json.dumps(stored, indent=2) + "\n"
