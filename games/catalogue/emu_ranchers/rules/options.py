"""The options of a match of Emu Ranchers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal, Self, TypeAlias

from games.rules.option_values import CheckedOptions
from games.rules.protocol import OptionField, SetupError

Deck: TypeAlias = Literal["basic", "pawns", "courts"]

SEATS = 2
YEARS = range(1, 25)
"""Any number of years; the limit only keeps a match from lasting for ever (E24)."""


@dataclass(frozen=True, slots=True)
class EmuRanchersOptions(CheckedOptions):
    """How many years are played, and which cards join the basic deck (E23, E24)."""

    offered: ClassVar[tuple[OptionField, ...]] = (
        OptionField("years", (4, 1, 2), others=YEARS),
        OptionField("deck", ("basic", "pawns", "courts")),
        OptionField("excuse", (False, True)),
    )

    years: int = 4
    deck: Deck = "basic"
    excuse: bool = False

    @classmethod
    def from_mapping(cls, values: Mapping[str, object]) -> Self:
        """Read options, absent ones by default.

        Raises SetupError: `unknown-option` (option, known), `bad-option` (option, value, allowed),
        `bad-years` (value, least, most).
        """
        if "years" in values:
            _check_years(values["years"])
        return super(EmuRanchersOptions, cls).from_mapping(values)


def check_table(seats: int, options: EmuRanchersOptions) -> None:
    """Raise SetupError(`wrong-seats-number`: seats, needed) unless two people sit down."""
    del options
    if seats != SEATS:
        raise SetupError("wrong-seats-number", seats=seats, needed=SEATS)


def _check_years(value: object) -> None:
    if type(value) is not int or value not in YEARS:
        raise SetupError("bad-years", value=value, least=YEARS[0], most=YEARS[-1])
