"""What goes over the wire about tournaments, typed."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from ninja import Field, Query, Schema

from games.api.schemas import ONE_LINE

HIGHEST_NUMBER = 10**6
MOST_AT_ONCE = 100
FURTHEST = 10_000
LONGEST_TOKEN = 64

Limit = Annotated[int, Query(50, ge=1, le=MOST_AT_ONCE, description="How many at most.")]
Offset = Annotated[int, Query(0, ge=0, le=FURTHEST, description="How many are left out before.")]
Status = Literal["draft", "entries", "running", "finished", "cancelled"]
EntryStatus = Literal["invited", "entered", "waiting", "withdrawn", "removed"]
Decided = Literal["played", "bye", "adjudicated", "forfeit", "corrected", ""]


class TournamentLineOut(Schema):
    """A tournament in a list. `mine` is about the owner of the key."""

    code: str
    name: str
    game: str
    format: str
    status: Status
    is_paused: bool
    entered: int = Field(description="How many have a place.")
    most_entries: int | None
    by_invitation: bool
    round: int = Field(description="The latest round that was paired; 0 before the first.")
    starts_at: datetime | None
    mine: EntryStatus | None = Field(description="How the owner of the key stands in it.")
    url: str


class TournamentListOut(Schema):
    """A part of a list; with `has_more` ask for the next part with `offset` + `limit`."""

    tournaments: list[TournamentLineOut]
    has_more: bool


class EntryOut(Schema):
    """A place in a tournament and who has it."""

    id: int
    name: str
    status: EntryStatus
    seeding: int | None = Field(description="Set by hand by the organiser; 1 is the best.")
    rating: int | None = Field(description="At the start.")
    checked_in: bool
    from_round: int
    until_round: int | None = Field(description="The last round of an entry that has left.")
    byes: list[int] = Field(description="Rounds that they asked to sit out.")
    vacant: bool = Field(description="Left early: somebody on the waiting list may take it over.")
    out_after: int | None = Field(description="The round after which this entry was out.")
    place: int | None = Field(description="The final place.")


class EntryListOut(Schema):
    """A part of the entries; with `has_more` ask for the next part with `offset` + `limit`."""

    entries: list[EntryOut]
    has_more: bool


class PairingSeatOut(Schema):
    """Somebody at a table, with what came of it there."""

    seat: int
    entry: int
    name: str
    place: int | None
    points: int | None = Field(description="The game's own points.")
    forfeit: bool
    annulled: bool = Field(description="For points and ratings nobody sat here.")


class PairingOut(Schema):
    """A table of a round. Play its match with the calls for matches and its code."""

    round: int
    table: int
    stage: str
    match: str | None = Field(
        description="The code of its match; null for a bye, and where you may not watch."
    )
    is_bye: bool
    is_open: bool
    deadline_at: datetime | None = Field(
        description="When a match that is still open ends as it stands."
    )
    decided: Decided
    seats: list[PairingSeatOut]


class RoundLineOut(Schema):
    """A round without its tables."""

    number: int
    stage: str
    dealt_at: datetime
    deadline_at: datetime | None
    closed_at: datetime | None
    tables: int
    open: int = Field(description="How many of them are still played.")


class RoundOut(RoundLineOut):
    """A round with its tables, and why they were paired like this."""

    reasons: list[str]
    pairings: list[PairingOut]


class TournamentSettingsOut(Schema):
    """How it is played, as its format reads it; `formats` says what each format reads."""

    points: Literal["places", "steep", "wins"]
    seeding: Literal["rating", "strength", "hand", "lot"]
    tie_breaks: list[str]
    table_size: int
    chosen: dict[str, bool | int | str] = Field(
        description="The settings of its format, by their names."
    )


class TournamentOut(Schema):
    """A tournament as the owner of the key, or a visitor, may see it."""

    code: str
    name: str
    description: str
    organiser: str
    series: str | None
    season: int
    game: str
    options: dict[str, object]
    format: str
    settings: TournamentSettingsOut
    status: Status
    is_paused: bool
    is_public: bool
    is_rated: bool
    bot_accounts: Literal["rated", "unrated", "none"] = Field(
        description="Whether bot accounts may join, and whether the match is then rated."
    )
    has_talk: bool = Field(description="Players may talk at their tables.")
    by_invitation: bool
    entered: int
    waiting: int
    least_entries: int
    most_entries: int | None
    least_rating: int | None
    most_rating: int | None
    least_reliability: int | None
    phase_hours: float
    round_hours: float
    check_in_hours: float
    opens_at: datetime | None
    starts_at: datetime | None
    started_at: datetime | None
    finished_at: datetime | None
    commitment: str = Field(
        description="Commits to the secret part of its chance, before anybody enters."
    )
    seed: str = Field(description="The seed of every draw; empty before the start.")
    rounds: list[RoundLineOut]
    can_enter: bool = Field(description="Whether it takes an entry of the owner of the key now.")
    my_entry: EntryOut | None
    my_pairings: list[PairingOut] = Field(description="Tables where you are playing now.")
    is_organiser: bool
    invitation_url: str | None = Field(
        description="The link that lets people in; its organiser alone sees it."
    )
    url: str


class FigureOut(Schema):
    """A figure by which entries are ordered: the points, then the tie-breaks."""

    key: str
    value: float
    exact: str = Field(description="Not rounded, such as `7/3`.")


class StandingsRowOut(Schema):
    """An entry in a table of standings."""

    place: int
    is_shared: bool
    entry: int
    name: str
    figures: list[FigureOut]


class StandingsTableOut(Schema):
    """A table of standings: of all, of a group or of a division."""

    kind: str
    number: int
    title: str
    is_open: bool = Field(description="Matches are still played that count here.")
    rows: list[StandingsRowOut]


class PlacedOut(Schema):
    """An entry and how far it has come."""

    place: int
    is_shared: bool
    entry: int
    name: str


class StandingsOut(Schema):
    """The places as things stand, and the tables they come from; none before the first round."""

    placing: list[PlacedOut]
    tables: list[StandingsTableOut]


class GapOut(Schema):
    """How far from the place that matters: the first that misses out, or the last that will do."""

    place: int
    points: float
    is_ahead: bool


class ChanceAfterOut(Schema):
    """What a place in the next match would do to the chances."""

    place: int
    reaching: float
    winning: float


class OutlookChancesOut(Schema):
    """Chances from 0 to 1, from results alone: the rest is played through many times."""

    goal: Literal["first", "top", "cut", "group", "stage", "final", "up"] = Field(
        description="What you play for next; `top`: a place among the first `needed`."
    )
    needed: int = Field(description="How many reach the goal; 0 where that isn’t a number.")
    reaching: float = Field(description="Reaching the goal.")
    winning: float = Field(description="Winning the tournament; in a league its top division.")
    moving_down: float | None
    enough: int | None = Field(
        description="With this place in your next match, or a better one, you reach the goal "
        "whatever the others do."
    )
    after: list[ChanceAfterOut]


class OutlookOut(Schema):
    """Where you stand and what you need, from what everybody may see."""

    place: int = Field(description="In your group or division, where there are such.")
    is_shared: bool
    of: int
    part: int = Field(description="The number of that group or division; 0 without.")
    points: float | None
    gap: GapOut | None
    chances: OutlookChancesOut | None = Field(
        description="Null while they are being worked out, and where they can’t be."
    )
    is_playing: bool
    waits_for: int = Field(description="How many tables have to end before your next match.")
    waits_for_names: list[list[str]] = Field(description="Who sits at the first few of them.")
    waits_until: datetime | None = Field(description="When the last of them ends at the latest.")
    told: list[str] = Field(description="The same in words.")


class EnterIn(Schema):
    """What is sent to enter a tournament."""

    contribution: str = Field(
        "", max_length=64, pattern=ONE_LINE, description="Your part of the chance."
    )
    token: str = Field(
        "",
        max_length=LONGEST_TOKEN,
        pattern=r"^[A-Za-z0-9_-]*$",
        description="From an invitation, if the tournament isn’t listed or is by invitation only.",
    )


class LeaveIn(Schema):
    """What is sent to leave a tournament."""

    open_matches: Literal["play", "leave"] = Field(
        "play",
        description="`play`: you play your open matches to their end. `leave`: a bot takes over,"
        " and they count as forfeits.",
    )


class TournamentLogOut(Schema):
    """An entry of a tournament’s log; `by` null: its own clock did it."""

    at: datetime
    by: str | None
    action: str
    round: int | None
    match: str | None = Field(description="The code of the match, where you may watch it.")
    details: list[str]
    reason: str
