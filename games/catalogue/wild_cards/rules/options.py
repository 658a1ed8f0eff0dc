"""The options of a match of Wild Cards and the tables that they allow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from games.rules.option_values import checked_options
from games.rules.protocol import OptionField, OptionValue, SetupError

Edition: TypeAlias = Literal["2022", "2020"]
Removal: TypeAlias = Literal["suggested", "random"]

OPTION_FIELDS = (
    OptionField("edition", ("2022", "2020")),
    OptionField("leo", (False, True)),
    OptionField("removal", ("suggested", "random")),
)


@dataclass(frozen=True, slots=True)
class WildCardsOptions:
    """Edition, whether Leo plays, and which animals leave a game of three."""

    edition: Edition = "2022"
    leo: bool = False
    removal: Removal = "suggested"

    @classmethod
    def from_mapping(cls, values: Mapping[str, object]) -> WildCardsOptions:
        """Read options, absent ones by default.

        Raises SetupError: `unknown-option` (option, known), `bad-option` (option, value, allowed).
        """
        return cls(**checked_options(values, OPTION_FIELDS))

    def as_mapping(self) -> dict[str, OptionValue]:
        """All options written out, in a fixed order."""
        return {"edition": self.edition, "leo": self.leo, "removal": self.removal}


def check_table(seats: int, options: WildCardsOptions) -> None:
    """Raise SetupError if these people and options make no table (W51, L1, L11).

    Codes: `too-few-seats` and `too-many-seats` (seats, least, most), `leo-edition` (edition),
    `leo-needed` (seats).
    """
    if options.leo and options.edition == "2020":
        raise SetupError("leo-edition", edition=options.edition)
    least = 3 if options.edition == "2020" else 2
    most = 4 if options.leo else 5
    if seats < least:
        raise SetupError("too-few-seats", seats=seats, least=least, most=most)
    if seats > most:
        raise SetupError("too-many-seats", seats=seats, least=least, most=most)
    if seats == 2 and not options.leo:
        raise SetupError("leo-needed", seats=seats)
