"""The options of a match of Wild Cards and the tables that they allow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from games.rules.option_values import CheckedOptions, check_seats
from games.rules.protocol import OptionField, SetupError

Edition: TypeAlias = Literal["2022", "2020"]
Removal: TypeAlias = Literal["suggested", "random"]


@dataclass(frozen=True, slots=True)
class WildCardsOptions(CheckedOptions):
    """Edition, whether Leo plays, and which animals leave a game of three."""

    offered: ClassVar[tuple[OptionField, ...]] = (
        OptionField("edition", ("2022", "2020")),
        OptionField("leo", (False, True)),
        OptionField("removal", ("suggested", "random")),
    )

    edition: Edition = "2022"
    leo: bool = False
    removal: Removal = "suggested"


def check_table(seats: int, options: WildCardsOptions) -> None:
    """Raise SetupError if these people and options make no table (W51, L1, L11).

    Codes: `too-few-seats` and `too-many-seats` (seats, least, most), `leo-edition` (edition),
    `leo-needed` (seats).
    """
    if options.leo and options.edition == "2020":
        raise SetupError("leo-edition", edition=options.edition)
    least = 3 if options.edition == "2020" else 2
    most = 4 if options.leo else 5
    check_seats(seats, least, most)
    if seats == 2 and not options.leo:
        raise SetupError("leo-needed", seats=seats)
