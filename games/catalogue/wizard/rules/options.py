"""The variants of a match of Wizard and the tables that they allow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.rules.option_values import checked_options
from games.rules.protocol import OptionField, OptionValue, SetupError

Bidding: TypeAlias = Literal["open", "blind", "hidden"]

OPTION_FIELDS = (
    OptionField("bidding", ("open", "blind", "hidden")),
    OptionField("dark_wizard", (False, True)),
    OptionField("uneven", (False, True)),
    OptionField("clairvoyance", (False, True)),
    OptionField("monochrome", (False, True)),
)


@dataclass(frozen=True, slots=True)
class WizardOptions:
    """How bids are made, and which variants are played."""

    bidding: Bidding = "open"
    dark_wizard: bool = False
    uneven: bool = False
    clairvoyance: bool = False
    monochrome: bool = False

    @classmethod
    def from_mapping(cls, values: Mapping[str, object]) -> WizardOptions:
        """Read options, absent ones by default.

        Raises SetupError: `unknown-option` (option, known), `bad-option` (option, value, allowed).
        """
        return cls(**checked_options(values, OPTION_FIELDS))

    def as_mapping(self) -> dict[str, OptionValue]:
        """All options written out, in a fixed order."""
        return {
            "bidding": self.bidding,
            "dark_wizard": self.dark_wizard,
            "uneven": self.uneven,
            "clairvoyance": self.clairvoyance,
            "monochrome": self.monochrome,
        }


def check_table(seats: int, options: WizardOptions) -> None:
    """Raise SetupError if these seats and variants make no table (Z14, VX).

    Codes: `too-few-seats` and `too-many-seats` (seats, least, most), `two-hide-bids` (seats),
    `uneven-open` (bidding).
    """
    least, most = (3, 4) if options.monochrome else (2, 6)
    if seats < least:
        raise SetupError("too-few-seats", seats=seats, least=least, most=most)
    if seats > most:
        raise SetupError("too-many-seats", seats=seats, least=least, most=most)
    if seats == 2 and options.bidding != "hidden":
        raise SetupError("two-hide-bids", seats=seats)
    if options.uneven and options.bidding != "open":
        raise SetupError("uneven-open", bidding=options.bidding)
