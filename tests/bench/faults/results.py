"""What a drill has shown."""

from __future__ import annotations

from dataclasses import dataclass


class DrillImpossibleError(Exception):
    """The fault cannot be made here; the words say what it needs."""


@dataclass(frozen=True, slots=True)
class DrillResult:
    """One promise and what was counted. `count` is how often the fault was made."""

    name: str
    wanted: str
    measured: str
    passed: bool
    count: int
