"""The people of a simulated month: when they look at their mail, and what goes wrong with it."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from itertools import chain

from games.models import Member
from games.services.joining import COLLECTED_AT_FIRST
from tests.month.letters import Letter, Program

MONTH_BEGINS = datetime(2027, 3, 15, 9, 0, tzinfo=UTC)
"""A Monday; two weeks later the clocks of Europe go forward."""

LANGUAGES = ("en", "it", "es", "nl")
ZONES = (
    "Europe/Rome", "Europe/Madrid", "Europe/Amsterdam", "Europe/London", "America/New_York",
    "Australia/Sydney",
)  # fmt: skip
VISIT = timedelta(minutes=15)
"""Who looks once a day answers what comes up meanwhile, as in `games.rules.pace`."""

STANDING_SHARE = 0.7
"""So many leave orders for later."""

TIRED_SHARE = 0.8
"""So many of those who get receipts take up the offer to have fewer."""

PROVIDER_SHARE = 0.3
"""The mail of so many comes and goes by a provider that tells of it through webhooks."""

MINUTE, DAY = timedelta(minutes=1), timedelta(days=1)


class Kind(StrEnum):
    """How somebody plays by mail."""

    PROMPT = "prompt"
    DAILY = "daily"
    LATE = "late"
    ABSENT = "absent"
    VANISHED = "vanished"
    BOUNCING = "bouncing"
    DUPLICATING = "duplicating"
    AUTO_REPLYING = "auto-replying"


SHARES: Mapping[str, int] = {
    Kind.PROMPT: 30,
    Kind.DAILY: 30,
    Kind.LATE: 10,
    Kind.ABSENT: 10,
    Kind.VANISHED: 4,
    Kind.BOUNCING: 6,
    Kind.DUPLICATING: 5,
    Kind.AUTO_REPLYING: 5,
}
"""Of a hundred members, how many are of each kind."""


@dataclass(slots=True)
class Question:
    """A mail that waits to be answered: which decisions it asks for, by player."""

    letter: Letter
    asked: dict[int, int]
    choices: dict[int, tuple[str, ...]] = field(default_factory=dict)
    is_refusal: bool = False


@dataclass(slots=True)
class Person:
    """A member with their habits. `bounces` is when their address takes no mail; `would_stand` says
    who leaves orders for later in a month in which people do."""

    member: Member
    kind: Kind
    chance: random.Random
    is_daily: bool
    hour: int
    words_share: float
    program: Program
    leaves_at: datetime | None = None
    away: tuple[date, date] | None = None
    bounces: tuple[datetime, datetime] | None = None
    bounces_at_the_door: bool = False
    has_announced: bool = False
    would_stand: bool = False
    with_standing: bool = False
    tires_of_receipts: bool = False
    uses_provider: bool = False
    visit_until: datetime = MONTH_BEGINS
    looks_at: datetime | None = None
    inbox: list[Question] = field(default_factory=list)

    def next_look(self, now: datetime, phase_time: timedelta) -> datetime | None:
        """When this person answers a mail that comes now; None for never."""
        if now < self.visit_until:
            at = now + MINUTE
        elif self.is_daily:
            at = self._next_hour(now)
        else:
            minutes = min(self.chance.expovariate(1 / 45), 240) + 2
            at = self._awake(now + timedelta(minutes=minutes))
        if self.kind == Kind.LATE and self.chance.random() < 0.2:
            at = now + phase_time * self.chance.uniform(1.02, 1.5)
        if self.away is not None and self.away[0] <= self._day(at) <= self.away[1]:
            back = datetime.combine(self.away[1] + DAY, time(self.hour), self.member.zone)
            at = back.astimezone(UTC)
        gone = self.leaves_at is not None and at >= self.leaves_at
        return None if gone else at

    def is_bouncing(self, now: datetime) -> bool:
        return self.bounces is not None and self.bounces[0] <= now < self.bounces[1]

    def _day(self, at: datetime) -> date:
        return at.astimezone(self.member.zone).date()

    def _next_hour(self, now: datetime) -> datetime:
        today = self._day(now)
        for days in range(3):
            moment = datetime.combine(today + days * DAY, time(self.hour), self.member.zone)
            if moment.astimezone(UTC) > now:
                return moment.astimezone(UTC)
        raise AssertionError("three days have an hour that is still to come")

    def _awake(self, at: datetime) -> datetime:
        """Nobody answers between eleven at night and eight in the morning."""
        local = at.astimezone(self.member.zone)
        if 8 <= local.hour < 23:
            return at
        later = local.date() + (DAY if local.hour >= 23 else timedelta(0))
        morning = datetime.combine(later, time(8), self.member.zone).astimezone(UTC)
        return morning + timedelta(minutes=self.chance.uniform(0, 90))


def people_made(
    seed: str,
    number: int,
    shares: Mapping[str, int],
    *,
    words: float,
    digests: bool,
) -> list[Person]:
    """So many people with accounts, the same for the same seed but for their wishes."""
    kinds = _kinds(seed, number, shares)
    chances = [random.Random(f"{seed}/person/{one}") for one in range(number)]
    hours = [chance.randrange(8, 22) for chance in chances]
    members = Member.objects.bulk_create(
        _member(one, hours[one], chances[one], digests=digests) for one in range(number)
    )
    return [
        _person(member, kind, hour, chance, words=words)
        for member, kind, hour, chance in zip(members, kinds, hours, chances, strict=True)
    ]


def share_habits(tables: Iterable[Sequence[Person]], *, standing: bool) -> None:
    """Of each table's seats, as nearly as can be, seven in ten leave orders for later and eight in
    ten tire of receipts; who sits at several tables does at all of them what they do at the first.

    Drawn for each person alone, small months would say more of who plays what than of the service.
    """
    seen: set[int] = set()
    standing_seats = tired_seats = 0
    for seats, person in enumerate(chain.from_iterable(tables), start=1):
        if id(person) not in seen:
            seen.add(id(person))
            person.would_stand = standing_seats < round(STANDING_SHARE * seats)
            person.with_standing = standing and person.would_stand
            person.tires_of_receipts = tired_seats < round(TIRED_SHARE * seats)
        standing_seats += person.would_stand
        tired_seats += person.tires_of_receipts


def _kinds(seed: str, number: int, shares: Mapping[str, int]) -> list[Kind]:
    """As many of each kind as its share says, the largest remainders rounded up."""
    whole = sum(shares.values())
    exact = {Kind(name): number * share / whole for name, share in shares.items()}
    counts = {kind: int(wanted) for kind, wanted in exact.items()}
    for kind in sorted(exact, key=lambda kind: counts[kind] - exact[kind]):
        if sum(counts.values()) < number:
            counts[kind] += 1
    kinds = [kind for kind, count in counts.items() for _one in range(count)]
    random.Random(f"{seed}/kinds").shuffle(kinds)
    return kinds


def _member(number: int, hour: int, chance: random.Random, *, digests: bool) -> Member:
    level = _drawn(chance, ((Member.MailLevel.DAILY, 35), (Member.MailLevel.URGENT, 8),
                            (Member.MailLevel.EVERY_DECISION, 57)))  # fmt: skip
    collects = chance.random() < 0.15
    is_quiet = chance.random() < 0.6
    if level == Member.MailLevel.DAILY and not digests:
        level = Member.MailLevel.EVERY_DECISION
    return Member(
        email=f"month-{number}@example.org",
        name=f"Month {number}",
        password="!",
        language=LANGUAGES[number % len(LANGUAGES)],
        time_zone=chance.choice(ZONES),
        mail_level=level,
        digest_hour=hour - 1,
        collect_minutes=(30 if collects else COLLECTED_AT_FIRST) if digests else 0,
        wants_html=chance.random() < 0.7,
        wants_receipts=chance.random() < 0.8,
        wants_news=chance.random() < 0.9,
        quiet_from=22 if is_quiet else None,
        quiet_until=7 if is_quiet else None,
        has_weekends_off=chance.random() < 0.1,
        reminders=chance.choices(list(Member.Reminders), (70, 20, 10))[0],
    )


def _person(
    member: Member,
    kind: Kind,
    hour: int,
    chance: random.Random,
    *,
    words: float,
) -> Person:
    by_provider = chance.random() < PROVIDER_SHARE
    person = Person(
        member=member,
        kind=kind,
        chance=chance,
        is_daily=kind == Kind.DAILY or (kind != Kind.PROMPT and chance.random() < 0.4),
        hour=hour,
        words_share=words * chance.choice((0.0, 0.8, 2.2)),
        program=chance.choice(list(Program)),
        uses_provider=by_provider,
    )
    begins = MONTH_BEGINS + timedelta(days=chance.uniform(1, 12))
    if kind == Kind.VANISHED:
        person.leaves_at = begins
    elif kind == Kind.ABSENT:
        first = begins.date()
        person.away = (first, first + chance.randrange(2, 9) * DAY)
    elif kind == Kind.BOUNCING:
        person.bounces = (begins, begins + chance.randrange(2, 12) * DAY)
        person.bounces_at_the_door = chance.random() < 0.5
    return person


def _drawn(chance: random.Random, weights: Sequence[tuple[str, int]]) -> str:
    return chance.choices([word for word, _weight in weights], [w for _word, w in weights])[0]
