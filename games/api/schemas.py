"""What goes over the wire, typed: the documentation of the interface is made from this."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from ninja import Field, Schema
from pydantic import StrictBool

from games.rules.registry import main_game

ONE_LINE = r"^[^\x00-\x1f\x7f]*$"
"""No control characters: PostgreSQL stores no NUL, and a title is one line."""


class Problem(Schema):
    """Why something was not done. Nothing was changed."""

    type: str = Field("about:blank", description="As RFC 9457 has it; `code` says more.")
    title: str = Field(description="The HTTP status in words.")
    status: int
    detail: str = Field(description="The same as `message`, under the name of RFC 9457.")
    code: str = Field(description="Stable; the message may be reworded and translated.")
    message: str
    text: str = Field("", description="What you sent, as it was understood.")
    example: str = Field("", description="An order that would work in this position.")
    candidates: list[str] = Field(
        default_factory=list,
        description="The orders that an ambiguous one could mean; send `1` or `2` to choose one.",
    )


class MemberOut(Schema):
    """The owner of the key."""

    name: str
    language: str
    time_zone: str
    is_bot_account: bool


class MatchLineOut(Schema):
    """A match in a list. `awaited` and `ordered` are about the owner of the key."""

    code: str
    title: str
    game: str
    options: dict[str, object]
    status: str
    seats: int
    free: int
    players: list[str]
    awaited: bool
    ordered: bool
    deadline_at: datetime | None
    url: str


class PlayerOut(Schema):
    """Who sits in a seat; a bot beside a member keeps the seat while they are away."""

    seat: int | None
    name: str
    bot: str
    is_bot_account: bool = Field(description="A program plays; the name ends with “[bot]”.")
    has_resigned: bool = Field(description="Gave the seat up; placed behind everyone who stayed.")
    place: int | None
    score: int | None
    bank_hours: float = Field(
        description="What is left in the player's time bank; of others' what it held when the"
        " phase opened, unless the match names those whose orders are missing."
    )


class WaitingOut(Schema):
    """What this viewer may know of the others’ orders, as the match’s setting for open turns
    allows."""

    policy: Literal["quiet", "count", "names"]
    awaited: int
    count: int | None
    names: list[str] | None


class ReadyIn(Schema):
    """`done`: nobody needs to wait for me. `wait`: hold the phase until its deadline."""

    word: Literal["done", "wait"]
    phase: int | None = Field(
        None, description="The phase that is meant: refused with 409 if it has closed."
    )


class ReadyOut(Schema):
    """What holds now; empty where a `wait` was taken back without an order."""

    word: Literal["done", "wait", ""]
    phase: int
    closed: bool = Field(description="Everyone was ready: the phase has closed.")
    deadline_at: datetime | None


class TakenBackOut(Schema):
    """The order that was taken back, and the later steps that were taken back with it."""

    phase: int
    text: str
    steps: list[str]
    deadline_at: datetime | None


class TermsOut(Schema):
    """What the table has agreed on about time."""

    phase_hours: float
    bank_hours: float
    respects_quiet_hours: bool
    rests_on_weekends: bool
    respects_absences: bool
    misses_allowed: int
    reveal_policy: Literal["complete", "revise", "deadline"]
    revise_minutes: float
    forced_plays: Literal["held", "at-once"]


class PhaseOut(Schema):
    """The open decision point."""

    number: int
    name: str
    round: int
    awaited: list[int]


class PartOut(Schema):
    """One thing to choose: between `least` and `most` of `values`, each once."""

    name: str
    least: int
    most: int
    values: list[str]


class ChoiceOut(Schema):
    """One way to answer: the verb, then the values of each part, separated by spaces."""

    verb: str
    parts: list[PartOut]


class DecisionOut(Schema):
    """What is asked of the owner of the key."""

    kind: str
    prompt: str
    data: dict[str, object] = Field(description="The facts of the question, as the game has them.")
    choices: list[ChoiceOut]
    examples: list[str] = Field(description="Orders in the notation that are legal now.")


class OrderOut(Schema):
    """The key owner’s own sealed order of the open phase."""

    text: str
    version: int
    received_at: datetime


class MatchOut(Schema):
    """A match as the owner of the key, or a spectator, may see it."""

    code: str
    title: str
    game: str
    rules_version: int
    options: dict[str, object]
    status: str
    seats: int
    bot_accounts: Literal["rated", "unrated", "none"] = Field(
        description="Whether bot accounts may join, and whether the match is then rated."
    )
    players: list[PlayerOut]
    seat: int | None = Field(description="The key owner’s seat; null for a spectator.")
    phase: PhaseOut | None
    deadline_at: datetime | None
    waiting: WaitingOut | None
    view: dict[str, object] | None = Field(
        description="What this seat may know, as the game has it."
    )
    decision: DecisionOut | None
    own_order: OrderOut | None
    standing: list[str]
    readiness: Literal["done", "wait", ""] = Field(
        description="What the owner of the key has said of the open phase."
    )
    terms: TermsOut
    outcome: dict[str, object] | None
    commitment: str
    url: str


class EventOut(Schema):
    """One thing that happened, as data."""

    kind: str
    data: dict[str, object]


class JournalOrderOut(Schema):
    """An order of a closed phase, told when the match is over."""

    seat: int
    text: str
    decided_by: Literal["player", "default", "bot", "standing", "forced"] = Field(
        description="Who decided: the seat's player, or what answered for the seat. `default`: the"
        " deadline passed. `forced`: no other order was legal."
    )


class JournalOut(Schema):
    """A closed phase with the events that this viewer may know, also in words."""

    number: int
    name: str
    round: int
    closed_at: datetime
    reason: str
    events: list[EventOut]
    sentences: list[str]
    orders: list[JournalOrderOut] = Field(description="Empty while the match runs.")


class OrderIn(Schema):
    """An order in the notation, of one step or several."""

    text: str = Field(max_length=4000, examples=["bid F3; take lion F2 M1 or pass"])
    phase: int | None = Field(
        None, description="The phase that is answered: refused with 409 if it has closed."
    )


class PreviewOut(Schema):
    """What a step would say and do; nothing was ordered."""

    text: str = Field(description="In the notation.")
    words: str
    effect: str = Field(description="Empty where the game says none.")


class ReceiptOut(Schema):
    """What was understood of an order, and what comes next."""

    phase: int
    text: str
    version: int
    replaced: str | None
    standing: list[str]
    closed: bool = Field(description="It was the last order: the phase has closed.")
    waiting: int | None
    deadline_at: datetime | None
    corrections: list[tuple[str, str]] = Field(
        description="Misspelt words of the order, each with what it was read as."
    )
    branches: list[str] = Field(
        description="Why this of several orders was taken: what holds, doesn't, or can't be done."
    )


class MatchIn(Schema):
    """A new match; its creator takes the first seat."""

    game: str = Field(main_game().key, max_length=32)
    options: dict[str, bool | int | str] = Field(default_factory=dict)
    seats: int = Field(3, ge=1, le=20)
    phase_hours: float = Field(48, gt=0, le=24 * 30)
    waiting_policy: Literal["quiet", "count", "names"] = "count"
    bank_hours: float = Field(
        0, ge=0, le=24 * 30, description="Each player's time bank for the whole match."
    )
    respects_quiet_hours: StrictBool = True
    rests_on_weekends: StrictBool = False
    respects_absences: StrictBool = True
    misses_allowed: int = Field(2, ge=1, le=10)
    reveal_policy: Literal["complete", "revise", "deadline"] = "complete"
    revise_minutes: float = Field(30, ge=1, le=60 * 48)
    forced_plays: Literal["held", "at-once"] = Field(
        "held", description="When others learn of an order that was the only legal one."
    )
    is_public: StrictBool = True
    bot_accounts: Literal["rated", "unrated", "none"] = Field(
        "rated", description="Whether bot accounts may join, and whether the match is then rated."
    )
    delays_spectators: StrictBool = Field(
        False, description="Who has no seat sees the table one turn late."
    )
    shows_talk: StrictBool = Field(False, description="Spectators may read the table talk.")
    title: str = Field("", max_length=60, pattern=ONE_LINE)
    bots: int = Field(0, ge=0, le=20)
    contribution: str = Field(
        "", max_length=64, pattern=ONE_LINE, description="Your part of the chance."
    )


class JoinIn(Schema):
    """What is sent to take a seat."""

    contribution: str = Field(
        "", max_length=64, pattern=ONE_LINE, description="Your part of the chance."
    )
    token: str = Field(
        "",
        max_length=64,
        pattern=r"^[A-Za-z0-9_-]*$",
        description="From an invitation, for private matches.",
    )
