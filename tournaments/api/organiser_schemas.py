"""What an organiser sends: a tournament's terms, and rulings with their reasons."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from ninja import Field, Schema
from pydantic import AwareDatetime, StrictBool

from games.api.schemas import ONE_LINE
from games.api.words import NO_NUL
from tournaments.api.schemas import HIGHEST_NUMBER
from tournaments.services.audit_log import LONGEST_REASON
from tournaments.services.terms import LONGEST_NAME, MOST_ENTRIES

HOURS_OF_A_YEAR = 24 * 366
MOST_TIE_BREAKS = 5

Value = StrictBool | int | str


class SettingOut(Schema):
    """A setting that a format reads, as its organiser may choose it."""

    name: str
    label: str
    meaning: str
    kind: Literal["number", "switch", "choice"]
    usual: bool | int | str = Field(description="The default.")
    least: int | None = None
    most: int | None = None
    values: list[str] = Field(default_factory=list, description="What a choice is between.")


class FormatOut(Schema):
    """A format, and what its organiser may set for this game."""

    key: str
    name: str
    meaning: str
    is_for_two: bool = Field(description="Two at a table, whatever the game allows.")
    accepts_late: bool = Field(description="It may be entered while it runs.")
    least_entries: int = Field(description="The fewest players, if not stated.")
    settings: list[SettingOut]


class TermsIn(Schema):
    """What an organiser states besides the game and the format; left out: as usual."""

    name: str = Field("", max_length=LONGEST_NAME, pattern=ONE_LINE)
    description: str = Field("", max_length=4000, pattern=NO_NUL)
    options: dict[str, Value] = Field(
        default_factory=dict, description="The game’s options; fixed once entries are open."
    )
    settings: dict[str, Value] = Field(
        default_factory=dict, description="Those of the format, by name: see `formats`."
    )
    points: Literal["places", "steep", "wins"] = "places"
    seeding: Literal["rating", "strength", "hand", "lot"] = "rating"
    tie_breaks: list[str] = Field(
        default_factory=list, max_length=MOST_TIE_BREAKS, description="Empty: the usual ones."
    )
    phase_hours: float = Field(48, gt=0, le=24 * 30)
    round_hours: float = Field(
        21 * 24, ge=1, le=HOURS_OF_A_YEAR, description="After it open matches end as they stand."
    )
    check_in_hours: float = Field(
        0,
        ge=0,
        le=14 * 24,
        description="How long before the start players check in; 0: no check-in.",
    )
    opens_at: AwareDatetime | None = Field(None, description="Null: when you open it.")
    starts_at: AwareDatetime | None = Field(None, description="Null: when you start it.")
    least_entries: int | None = Field(
        None, ge=2, le=MOST_ENTRIES, description="Null: what is usual for the format."
    )
    most_entries: int | None = Field(None, ge=2, le=MOST_ENTRIES, description="Null: no limit.")
    least_rating: int | None = Field(None, ge=0, le=4000)
    most_rating: int | None = Field(None, ge=0, le=4000)
    least_reliability: int | None = Field(None, ge=0, le=100)
    by_invitation: StrictBool = False
    is_public: StrictBool = True
    is_rated: StrictBool = True
    bot_accounts: Literal["rated", "unrated", "none"] = Field(
        "rated", description="Whether bot accounts may join, and whether the match is then rated."
    )


class TournamentIn(TermsIn):
    """A new tournament, in preparation until its entries are opened."""

    game: str = Field(max_length=32, pattern=ONE_LINE)
    format: str = Field(max_length=20, pattern=ONE_LINE)


class ReasonIn(Schema):
    """Why, for the tournament’s log and whom it concerns."""

    reason: str = Field("", max_length=LONGEST_REASON, pattern=NO_NUL)


class RemovalIn(ReasonIn):
    """Why, and what becomes of the results so far."""

    results: Literal["keep", "forfeit", "annul"] = "keep"


class ExtensionIn(ReasonIn):
    """How much more time."""

    days: int = Field(ge=1, le=60)


class OfficialIn(Schema):
    """Whom to ask, and to be what."""

    whom: str = Field(min_length=1, max_length=254, pattern=ONE_LINE, description="Name or email.")
    role: Literal["organiser", "arbiter"]


class OfficialOut(Schema):
    """Somebody who helps to run a tournament, or is asked to."""

    id: int
    name: str = Field(description="Before they say yes: as you wrote it.")
    role: Literal["organiser", "arbiter"]
    accepted: bool


class NotesIn(Schema):
    """What those who run it want to remember."""

    notes: str = Field(max_length=4000, pattern=NO_NUL)


class SwapIn(ReasonIn):
    """Two entries who change tables."""

    one: int = Field(ge=1, le=HIGHEST_NUMBER)
    other: int = Field(ge=1, le=HIGHEST_NUMBER)


class TablesIn(ReasonIn):
    """The entries of every table, the first table first; who sits alone sits out."""

    tables: list[list[int]] = Field(max_length=MOST_ENTRIES)


class NextRoundOut(Schema):
    """A round that waits for its organiser."""

    round: int
    begins_at: datetime
    tables: list[list[int]] = Field(description="Entries; who sits alone sits out.")
    by_hand: bool


class PauseIn(ReasonIn):
    """Why, and whether the clocks of running matches stand still."""

    clocks_rest_days: int = Field(
        default=0,
        ge=0,
        le=60,
        description="Clocks stand still for so many days, and the tournament goes on after that; "
        "0: matches play on, and the pause lasts until you resume.",
    )


class ForfeitIn(ReasonIn):
    """Who comes last at a table: the id of their entry."""

    entry: int = Field(ge=1, le=HIGHEST_NUMBER)


class ReplacementIn(ReasonIn):
    """Who takes the place over, by name."""

    member: str = Field(max_length=64, pattern=ONE_LINE)


class PlaceIn(Schema):
    """An entry’s place at a table: 1 is the best, ties share a place, and the places after it are
    skipped."""

    entry: int = Field(ge=1, le=HIGHEST_NUMBER)
    place: int = Field(ge=1, le=20)


class ResultIn(ReasonIn):
    """A result as it should have been."""

    places: list[PlaceIn] = Field(max_length=20)
    force: StrictBool = Field(
        default=False,
        description="Even if tables paired since would have been different; they stay as they are.",
    )


class SeedingIn(Schema):
    """The ids of entries, the best first; those not named come after them."""

    entries: list[int] = Field(max_length=MOST_ENTRIES)


class NoticeIn(Schema):
    """What everybody in the tournament is told by mail."""

    text: str = Field(min_length=1, max_length=LONGEST_REASON, pattern=NO_NUL)


class SeriesIn(Schema):
    """The name of the series that begins."""

    name: str = Field(min_length=1, max_length=60, pattern=ONE_LINE)


class TalkIn(Schema):
    """Whether players talk at their tables."""

    allowed: StrictBool
