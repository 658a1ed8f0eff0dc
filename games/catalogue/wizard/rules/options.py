"""The variants of a match of Wizard and the tables that they allow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from games.rules.option_values import CheckedOptions, check_seats
from games.rules.protocol import OptionField, SetupError

Bidding: TypeAlias = Literal["open", "blind", "hidden"]


@dataclass(frozen=True, slots=True)
class WizardOptions(CheckedOptions):
    """How bids are made, and which variants are played."""

    offered: ClassVar[tuple[OptionField, ...]] = (
        OptionField("bidding", ("open", "blind", "hidden")),
        OptionField("dark_wizard", (False, True)),
        OptionField("uneven", (False, True)),
        OptionField("clairvoyance", (False, True)),
        OptionField("monochrome", (False, True)),
    )

    bidding: Bidding = "open"
    dark_wizard: bool = False
    uneven: bool = False
    clairvoyance: bool = False
    monochrome: bool = False


def check_table(seats: int, options: WizardOptions) -> None:
    """Raise SetupError if these seats and variants make no table (Z14, VX).

    Codes: `too-few-seats` and `too-many-seats` (seats, least, most), `two-hide-bids` (seats),
    `uneven-open` (bidding).
    """
    least, most = (3, 4) if options.monochrome else (2, 6)
    check_seats(seats, least, most)
    if seats == 2 and options.bidding != "hidden":
        raise SetupError("two-hide-bids", seats=seats)
    if options.uneven and options.bidding != "open":
        raise SetupError("uneven-open", bidding=options.bidding)
