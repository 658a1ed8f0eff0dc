"""The options of a match of CuBirds and the tables that they allow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.option_values import checked_options
from games.rules.protocol import OptionField, OptionValue, SetupError

MOST_ROBIN_BIRDS = 12
ROBIN_BIRDS = range(MOST_ROBIN_BIRDS + 1)

OPTION_FIELDS = (OptionField("robin_birds", (0, 1, 4, MOST_ROBIN_BIRDS), others=ROBIN_BIRDS),)


@dataclass(frozen=True, slots=True)
class CuBirdsOptions:
    """How many birds RobinBird starts with; 0 where she does not play."""

    robin_birds: int = 0

    @classmethod
    def from_mapping(cls, values: Mapping[str, object]) -> CuBirdsOptions:
        """Read options, absent ones by default.

        Raises SetupError: `unknown-option` (option, known), `bad-option` (option, value, allowed).
        """
        return cls(**checked_options(values, OPTION_FIELDS))

    def as_mapping(self) -> dict[str, OptionValue]:
        """The options written out; nothing where RobinBird does not play."""
        return {"robin_birds": self.robin_birds} if self.robin_birds else {}


def check_table(seats: int, options: CuBirdsOptions) -> None:
    """Raise SetupError if these people and options make no table (C1).

    Codes: `too-few-seats` and `too-many-seats` (seats, least, most), `robin-needed` (a person
    alone plays against her), `robin-alone` (seats: she plays with one person only).
    """
    if seats < 1:
        raise SetupError("too-few-seats", seats=seats, least=1, most=5)
    if seats > 5:
        raise SetupError("too-many-seats", seats=seats, least=1, most=5)
    if seats == 1 and not options.robin_birds:
        raise SetupError("robin-needed", seats=seats)
    if seats > 1 and options.robin_birds:
        raise SetupError("robin-alone", seats=seats)
