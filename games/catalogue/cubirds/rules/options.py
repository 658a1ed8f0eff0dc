"""The options of a match of CuBirds and the tables that they allow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from games.rules.option_values import CheckedOptions, check_seats
from games.rules.protocol import OptionField, OptionValue, SetupError

MOST_ROBIN_BIRDS = 12
ROBIN_BIRDS = range(MOST_ROBIN_BIRDS + 1)


@dataclass(frozen=True, slots=True)
class CuBirdsOptions(CheckedOptions):
    """How many birds RobinBird starts with; 0 where she does not play."""

    offered: ClassVar[tuple[OptionField, ...]] = (
        OptionField("robin_birds", (0, 1, 4, MOST_ROBIN_BIRDS), others=ROBIN_BIRDS),
    )

    robin_birds: int = 0

    def as_mapping(self) -> dict[str, OptionValue]:
        """The options written out; nothing where RobinBird does not play."""
        return {"robin_birds": self.robin_birds} if self.robin_birds else {}


def check_table(seats: int, options: CuBirdsOptions) -> None:
    """Raise SetupError if these people and options make no table (C1).

    Codes: `too-few-seats` and `too-many-seats` (seats, least, most), `robin-needed` (a person
    alone plays against her), `robin-alone` (seats: she plays with one person only).
    """
    check_seats(seats, 1, 5)
    if seats == 1 and not options.robin_birds:
        raise SetupError("robin-needed", seats=seats)
    if seats > 1 and options.robin_birds:
        raise SetupError("robin-alone", seats=seats)
