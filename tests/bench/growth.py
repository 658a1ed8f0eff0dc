"""What one deed costs with a hundred running matches, a thousand and so on, in one run."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from functools import partial
from typing import NamedTuple

from django.db import connection
from django.urls import reverse

from games.common import clock
from games.mail import inbound, inbound_queue, outbox_leases, retention
from games.models import (
    InboundMail,
    Member,
    OutboundMail,
    Phase,
    Player,
    ServicePulse,
    StandingOrder,
)
from games.replies.reply_addresses import reply_address
from games.services import quotas
from games.services.deadline_sweep import sweep_due
from games.services.matches import create_match
from games.services.reminders import sweep_reminders
from games.views.match_page_cache import forget_pages
from tests import cast
from tests.bench.figures import Effort, Figure, duration
from tests.bench.large_population import LargePopulation
from tests.bench.population import (
    DEPTHS,
    GAME,
    KEPT_PHASES,
    PHASE_TIME,
    Advance,
    Pattern,
    members_made,
    patterns_made,
)
from tests.bench.query_plans import plans_looked_at
from tests.bench.requests import Browser

FEWEST = 100
OVER_FOR_EACH, PEOPLE_FOR_EACH = 0.25, 0.5
"""Matches that are over, and people, for each running match: each sits at eight tables."""

OPEN_MATCHES = 50
PAGES = 40
SWEPT, AT_ONCE = 30, 6
PRUNED = 2000
LEAST_UNMOVED = 0.8
Status = OutboundMail.Status

Work = Callable[[], int]
"""Does something; answers how many times."""


class Reading(NamedTuple):
    """What one deed took, in processor seconds, with so many running matches; the tables of which
    its statements read all."""

    deed: str
    running: int
    cpu: float
    database: float
    whole_tables: frozenset[str]

    @property
    def each(self) -> float:
        return self.cpu + self.database


def sizes_up_to(count: int) -> list[int]:
    """100, 1,000 and so on, and at last `count`."""
    sizes = [FEWEST * 10**power for power in range(10) if FEWEST * 10**power < count]
    return [*sizes, count]


def growth_readings(
    count: int, advance: Advance, depths: Sequence[int] = DEPTHS
) -> Iterator[Reading]:
    """Every deed at each size up to `count`; for PostgreSQL alone, else there are none.

    Calls `advance` for every match made. `depths`: how many phases the copied ones were played.
    """
    if connection.vendor != "postgresql":
        return
    members = members_made()
    patterns = patterns_made(members, depths)
    _older_forgotten(patterns)
    _matches_opened(members[: min(OPEN_MATCHES, count // 4)])
    population = LargePopulation([pattern.match for pattern in patterns])
    for size in sizes_up_to(count):
        begun = population.running
        over, people = int(size * OVER_FOR_EACH), int(size * PEOPLE_FOR_EACH)
        population.grow(size, over, people, advance)
        deeds = _Deeds(population, patterns, begun)
        for name, works in deeds.all().items():
            yield _read(name, size, works)


def growth_figures(readings: Sequence[Reading]) -> Iterator[Figure]:
    """Each reading, and by how much each deed has grown from the smallest size to the largest."""
    for one in readings:
        name = f"{one.deed}, {one.running:,} running"
        spent = f"{duration(one.database)} database, {duration(one.cpu)} here"
        yield Figure(name, spent, value=one.each)
    for deed in dict.fromkeys(one.deed for one in readings):
        of_deed = [one for one in readings if one.deed == deed]
        first, last = of_deed[0], of_deed[-1]
        share = first.each / last.each
        yield Figure(
            f"{deed}: {last.running:,} running beside {first.running:,}",
            duration(last.each),
            duration(first.each),
            share,
            f"≥ {LEAST_UNMOVED}, no table read to its end"
            + "".join(f"; {table} was" for table in sorted(last.whole_tables)),
            share >= LEAST_UNMOVED and not last.whole_tables,
            last.each,
        )


def _read(deed: str, size: int, works: Sequence[Work]) -> Reading:
    effort = Effort()
    with plans_looked_at() as whole:
        works[0]()
    with effort.timed():
        for work in works[1:]:
            effort.count += work()
    count = max(effort.count, 1)
    return Reading(deed, size, effort.cpu / count, effort.database / count, frozenset(whole))


def _older_forgotten(patterns: Sequence[Pattern]) -> None:
    """Of the journal and the mails so much is kept as copies of patterns have elsewhere."""
    for pattern in patterns:
        match, kept = pattern.match, pattern.match.phase_number - KEPT_PHASES
        match.phases.filter(number__gt=0, number__lt=kept).delete()
        OutboundMail.objects.filter(match=match, phase_number__lt=kept).delete()
        player = match.players.select_related("member").earliest("pk")
        _mail_sent(player, match.phase_number, "pass")
        seat, text = next(iter(pattern.defaults.items()))
        StandingOrder.objects.create(
            player=pattern.players[seat], kind=StandingOrder.Kind.MISSED, round=0, position=1,
            text=text, given_at=clock.now(),
        )  # fmt: skip
    InboundMail.objects.update(status=InboundMail.Status.TAKEN)


def _matches_opened(hosts: Sequence[Member]) -> None:
    with quotas.suspended():
        for host in hosts:
            create_match(
                member=host, game=GAME, options={"edition": "2022"}, seats=4, phase_time=PHASE_TIME
            )


def _mail_sent(player: Player, phase: int, text: str) -> int:
    assert player.member is not None
    address = player.member.email
    raw = f"From: {address}\r\nMessage-ID: <{player.pk}-{phase}@grown>\r\n\r\n{text}\r\n"
    to = reply_address(player.pk, phase)
    kept = inbound.accept_raw(
        raw=raw.encode(), recipient=to, envelope_sender=address, source="smtp"
    )
    return 0 if kept is None else 1


class _Deeds:
    """What is done at one size, to matches that came with it, each to others."""

    def __init__(
        self, population: LargePopulation, patterns: Sequence[Pattern], begun: int
    ) -> None:
        self._population, self._patterns = population, patterns
        chance = random.Random(population.running)
        self._chance = chance
        numbers = list(range(begun, population.running))
        self._numbers = iter(chance.sample(numbers, len(numbers)))
        self._some = min(PAGES, len(numbers) // 12)
        self._swept = min(SWEPT, len(numbers) // 3 // AT_ONCE * AT_ONCE)

    def all(self) -> dict[str, list[Work]]:
        """Each deed with its works, the first of which is for warming up."""
        return {
            "due match swept": self._sweeps(),
            "mail claimed by a sender": self._claims(),
            "match reminded of": self._reminders(),
            "order by the form": self._orders(),
            "match page, made anew": self._match_pages(),
            "home": self._pages("home"),
            "lobby": self._pages("lobby"),
            "histories": self._pages("histories"),
            "mail in, accepted": self._mails(),
            "mail in, read and answered": self._reads(),
            "old mail pruned": self._prunings(),
            "sweep that finds nothing due": [_nothing_due] * 21,
        }

    def _match_ids(self, count: int) -> list[tuple[int, Pattern]]:
        numbers = [next(self._numbers) for _match in range(count)]
        patterns = self._patterns
        return [
            (self._population.match_id(number), patterns[number % len(patterns)])
            for number in numbers
        ]

    def _sweeps(self) -> list[Work]:
        ids = [pk for pk, _pattern in self._match_ids(self._swept)]
        now = clock.now()
        past = now - timedelta(minutes=1)
        ServicePulse.objects.update_or_create(pk=1, defaults={"beat_at": now})
        cast.deadlines_at(past, ids)
        return [lambda: sweep_due(AT_ONCE)] * (self._swept // AT_ONCE)

    def _claims(self) -> list[Work]:
        """Of the mails that the sweeps have brought."""
        return [lambda: len(outbox_leases.take_rows(25, clock.now()).rows)] * 4

    def _reminders(self) -> list[Work]:
        OutboundMail.objects.filter(status__in=[Status.QUEUED, Status.SENDING]).update(
            status=Status.SENT, sent_at=clock.now()
        )
        ids = [pk for pk, _pattern in self._match_ids(8)]
        Phase.objects.filter(Phase.OPEN, match__in=ids).update(remind_at=clock.now())
        return [lambda: sweep_reminders(2)] * 4

    def _waiting(self) -> list[tuple[Player, str]]:
        """Players who are asked, but not the last of their match, with an order each."""
        found = []
        for pk, pattern in self._match_ids(2 * self._some):
            seat, *others = pattern.defaults
            if others:
                player = Player.objects.select_related("match", "member").get(match=pk, seat=seat)
                found.append((player, pattern.defaults[seat]))
        return found[: self._some]

    def _orders(self) -> list[Work]:
        return [_order_posted(player, text) for player, text in self._waiting()]

    def _match_pages(self) -> list[Work]:
        forget_pages()
        players = [player for player, _text in self._waiting()]
        return [
            _page_got(player.member, reverse("match", kwargs={"code": player.match.code}))
            for player in players
            if player.member is not None
        ]

    def _pages(self, name: str) -> list[Work]:
        people = self._population.people
        numbers = self._chance.sample(range(people), min(people, self._some))
        members = Member.objects.in_bulk([self._population.member_id(one) for one in numbers])
        return [_page_got(member, reverse(name)) for member in members.values()]

    def _mails(self) -> list[Work]:
        return [
            partial(_mail_sent, player, player.match.phase_number, text)
            for player, text in self._waiting()
        ]

    def _reads(self) -> list[Work]:
        return [lambda: inbound_queue.process_pending(2)] * (self._some // 2)

    def _prunings(self) -> list[Work]:
        old = clock.now() - retention.SENT_KEPT - timedelta(days=1)
        OutboundMail.objects.bulk_create(
            OutboundMail(
                dedupe_key=f"old {self._population.running} {number}", kind="receipt",
                address="old@example.org", status=Status.SENT, created_at=old, sent_at=old,
                member_id=self._population.member_id(number % self._population.people),
            )
            for number in range(PRUNED)
        )  # fmt: skip
        before = clock.now() - retention.SENT_KEPT

        def prune() -> int:
            """One chunk, as its seconds are over."""
            rows, change = retention.settled_mail(), retention.delete_rows
            return retention.change_in_chunks(rows, change, before=before, seconds=-1)

        return [prune] * (PRUNED // retention.CHUNK)


def _nothing_due() -> int:
    if sweep_due():
        raise RuntimeError("something was due")
    return 1


def _order_posted(player: Player, text: str) -> Work:
    browser = Browser(player.member)
    path = reverse("match-order", kwargs={"code": player.match.code})
    fields = {"text": text, "phase": str(player.match.phase_number)}

    def post() -> int:
        browser.post(path, fields)
        return 1

    return post


def _page_got(member: Member, path: str) -> Work:
    browser = Browser(member)

    def get() -> int:
        browser.get(path)
        return 1

    return get
