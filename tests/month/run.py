"""A month of play by mail in simulated time: from one due moment to the next.

The service's own parts do everything: mails come in raw through `accept_raw`, go out through the
outbox, deadlines and reminders are swept. Time stands still while they work.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from itertools import count, groupby
from operator import itemgetter

from django.db.models import Min, QuerySet

from games.common import clock, task_queue
from games.mail import inbound, outbox
from games.models import InboundMail, Match, OutboundMail, Phase, Player, ServicePulse
from games.replies.reply_addresses import DigestTarget, ReplyTarget, parse_reply_address
from games.services import deadline_sweep
from games.services.reminders import sweep_reminders
from games.services.substitutes import take_seat
from tests.bench.population import Advance
from tests.month.answers import (
    Written,
    announcement,
    answers,
    no_more_receipts,
    revision,
    sections_of,
)
from tests.month.ledger import Ledger, Meant
from tests.month.letters import Letter, Reply, returned, vacation_reply
from tests.month.people import (
    MONTH_BEGINS,
    SHARES,
    VISIT,
    Kind,
    Person,
    Question,
    people_made,
    share_habits,
)
from tests.month.post import Post
from tests.month.provider import bounce_told, handed_over_by_provider
from tests.month.tables import is_reserve, matches_made
from tests.month.watch import Watch

LONGEST = timedelta(days=3 * 365)
AFTER_DEADLINE = timedelta(seconds=3)
"""The sweep leaves a phase alone for two seconds after its deadline."""

OPEN_BEFORE_TAKEN = timedelta(days=3)
STEPS_SHOWN = 25

DOWNTIME = (MONTH_BEGINS + timedelta(days=4), MONTH_BEGINS + timedelta(days=4, hours=5))
"""The service does not run; mail to it waits elsewhere."""

OUTAGE = (MONTH_BEGINS + timedelta(days=8), MONTH_BEGINS + timedelta(days=8, hours=7))
"""The provider takes no mail."""

TRIED_EVERY = timedelta(minutes=5)

SETTLED = frozenset((
    "too-late", "phase-closed", "match-over", "match-parked", "not-running", "newer-order",
    "not-awaited", "seat-given-up", "bad-address", "other-sender", "too-large", "too-many",
))  # fmt: skip
"""Refusals that nobody answers: there is nothing more to order."""

OutKind = OutboundMail.Kind
Event = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played: the same seed gives the same people, tables and cards. `seats` are those of
    the largest table, `words` the share of orders in plain words."""

    seed: str = "1"
    members: int = 60
    matches: int = 14
    seats: int = 6
    words: float = 0.25
    digests: bool = True
    standing: bool = True
    shares: Mapping[str, int] = field(default_factory=lambda: dict(SHARES))


class Month:
    """One run. After `play` its `ledger` and `watch` hold what people and post have seen."""

    def __init__(self, plan: Plan, advance: Advance) -> None:
        self.plan = plan
        self.ledger = Ledger()
        self.watch = Watch()
        self.seated = 0
        self.now = MONTH_BEGINS
        self.ended = 0
        self._advance = advance
        self._chance = random.Random(f"{plan.seed}/post")
        self._agenda: list[tuple[datetime, int, Event]] = []
        self._numbers = count()
        self._fresh: list[Letter] = []
        self.planned_seats: set[int] = set()
        self._unread = False
        self.post = Post(self._take, self._refuses)

    def play(self) -> None:
        """Play until every match has ended and every mail is settled, for three years at most."""
        with clock.simulated(self.now):
            self._begin()
        with self.post.open(), _nudges_left_aside():
            for step in count():
                upcoming = self._upcoming()
                if upcoming is None or upcoming > MONTH_BEGINS + LONGEST:
                    break
                self.now = upcoming
                with clock.simulated(upcoming):
                    self._live()
                if not step % STEPS_SHOWN:
                    self._show()
        self._show()

    @property
    def _is_down(self) -> bool:
        return DOWNTIME[0] <= self.now < DOWNTIME[1]

    def _begin(self) -> None:
        plan = self.plan
        for moment, is_away in zip(OUTAGE, (True, False), strict=True):
            self._at(moment, lambda is_away=is_away: self.post.fail(is_away=is_away))  # type: ignore[misc]
        # Something to do when the service runs again.
        self._at(DOWNTIME[1], lambda: None)
        people = people_made(
            plan.seed,
            plan.members,
            plan.shares,
            words=plan.words,
            digests=plan.digests,
        )
        self._people = {person.member.pk: person for person in people}
        self._by_address = {person.member.email: person for person in people}
        matches, self.seated = matches_made(plan.seed, people, plan.matches, plan.seats)
        self._phase_times = {match.pk: match.phase_time for match in matches}
        players = Player.objects.filter(match__in=matches)
        self.watch.seated(players)
        seated = set(self.watch.seats.values())
        self._reserves = [p for p in people if p.member.pk not in seated and is_reserve(p)]
        share_habits([*self._tables(players), self._reserves], standing=plan.standing)
        self.planned_seats = {
            player
            for player, member in self.watch.seats.items()
            if self._people[member].would_stand
        }
        for person in people:
            if person.away is not None:
                eve = datetime.combine(person.away[0], time(7), MONTH_BEGINS.tzinfo)
                self._at(eve - timedelta(days=1), lambda person=person: self._announce(person))  # type: ignore[misc]
        self._at(MONTH_BEGINS + timedelta(days=1), self._offer_seats)

    def _tables(self, players: QuerySet[Player]) -> Iterator[list[Person]]:
        """Who sits together, the tables of one game after those of another."""
        seated = players.order_by("match__game", "match", "seat").values_list("match", "member")
        for _match, seats in groupby(seated, key=itemgetter(0)):
            yield [self._people[member] for _match, member in seats if member is not None]

    def _at(self, moment: datetime, event: Event) -> None:
        heapq.heappush(self._agenda, (moment, next(self._numbers), event))

    def _upcoming(self) -> datetime | None:
        """The next moment at which anything is to be done; None if nothing ever is."""
        running = Phase.objects.filter(Phase.OPEN)
        found = running.aggregate(wake=Min("wake_at"), remind=Min("remind_at"))
        queued = OutboundMail.objects.filter(
            status__in=[OutboundMail.Status.QUEUED, OutboundMail.Status.SENDING]
        )
        moments = [found["remind"], queued.aggregate(due=Min("due_at"))["due"]]
        moments.append(found["wake"] and found["wake"] + AFTER_DEADLINE)
        moments += [self._agenda[0][0]] if self._agenda else []
        due = [moment for moment in moments if moment is not None]
        if self._is_down:
            due = [self._agenda[0][0]]
        pause = TRIED_EVERY if self.post.is_away else timedelta(seconds=1)
        return max(min(due), self.now + pause) if due else None

    def _live(self) -> None:
        if self._is_down:
            self._pass_time()
            return
        # Between two moments the sweep has looked every few seconds and found nothing.
        ServicePulse.objects.update_or_create(pk=1, defaults={"beat_at": self.now})
        self._pass_time()
        reading = [self._read, self._sweep]
        self._chance.shuffle(reading)
        for work in reading:
            work()
        _until_fewer(outbox.send_due, outbox.CHUNK)
        self._deliver()

    def _pass_time(self) -> None:
        while self._agenda and self._agenda[0][0] <= self.now:
            heapq.heappop(self._agenda)[2]()

    def _sweep(self) -> None:
        running = Phase.objects.filter(Phase.OPEN)
        if running.filter(wake_at__lte=self.now).exists():
            _until_fewer(deadline_sweep.sweep_due, deadline_sweep.CHUNK)
        if running.filter(remind_at__lte=self.now).exists():
            _until_fewer(sweep_reminders, 100)

    def _read(self) -> None:
        if self._unread:
            self._unread = False
            pending = InboundMail.objects.filter(status=InboundMail.Status.PENDING)
            while pending.exists() and inbound.process_pending():
                pass

    def _show(self) -> None:
        ended = Match.objects.filter(status=Match.Status.FINISHED).count()
        self._advance(ended - self.ended)
        self.ended = ended

    # The post's side

    def _refuses(self, address: str) -> bool:
        person = self._by_address[address]
        if person.bounces is None:
            return False
        self.watch.offered(address, self.now)
        return person.bounces_at_the_door and person.is_bouncing(self.now)

    def _take(self, letter: Letter) -> None:
        self._fresh.append(letter)

    def _deliver(self) -> None:
        letters, self._fresh = self._fresh, []
        rows = self.watch.rows_of(letters)
        for letter in letters:
            row = rows[letter.message_id]
            self.watch.sent(letter, row)
            person = self._by_address[letter.to]
            if person.is_bouncing(self.now) and person.uses_provider:
                bounce_told(letter, self.now)
                continue
            if person.is_bouncing(self.now):
                report = returned(letter, at=self.now)
                self._post_later([(report, timedelta(minutes=1))], "report", [])
                continue
            self._reach(person, letter, row)

    def _reach(self, person: Person, letter: Letter, row: OutboundMail) -> None:
        """A mail lies in somebody's inbox."""
        if person.kind == Kind.AUTO_REPLYING:
            reply = vacation_reply(
                letter,
                name=person.member.name,
                language=person.member.language,
                at=self.now,
                says_so=person.chance.random() < 0.5,
            )
            self._post_later([(reply, timedelta(seconds=20))], "automatic reply", [])
        question = self._question(letter, row)
        if row.kind == OutKind.RECEIPT and person.tires_of_receipts and self.plan.digests:
            person.tires_of_receipts = False
            later = self.now + timedelta(minutes=30)
            self._at(later, lambda: self._send(person, no_more_receipts(person, letter, later)))
        if question is None:
            return
        person.inbox.append(question)
        if person.looks_at is None:
            phase_time = self._phase_times.get(row.match_id or 0, timedelta(days=1))
            self._look_at(person, person.next_look(self.now, phase_time))

    def _look_at(self, person: Person, moment: datetime | None) -> None:
        person.looks_at = moment
        if moment is not None:
            self._at(moment, lambda: self._look(person))

    def _question(self, letter: Letter, row: OutboundMail) -> Question | None:
        """What a mail asks of its reader; None for news and receipts."""
        target = parse_reply_address(letter.reply_to) if letter.reply_to else None
        if row.kind in {OutKind.DECISION, OutKind.REMINDER, OutKind.SEAT_KEPT, OutKind.DIGEST}:
            if isinstance(target, ReplyTarget):
                return Question(letter, {target.player_id: target.phase_number})
            asked = sections_of(row.payload) if isinstance(target, DigestTarget) else {}
            return Question(letter, asked) if asked else None
        items = row.payload.get("items") or [{**row.payload, "player": row.player_id}]
        return self._asked_again(letter, row, items)

    def _asked_again(
        self, letter: Letter, row: OutboundMail, items: list[dict[str, object]]
    ) -> Question | None:
        asked: dict[int, int] = {}
        choices: dict[int, tuple[str, ...]] = {}
        for item in items:
            kind, player = item.get("kind", row.kind), item.get("player")
            if (
                kind != OutKind.REFUSAL
                or item.get("code") in SETTLED
                or not isinstance(player, int)
            ):
                continue
            phase = self.ledger.last_phase.get(player)
            if phase is not None:
                asked[player] = phase
                choices[player] = tuple(item.get("choices") or ())  # type: ignore[arg-type]
        return Question(letter, asked, choices, is_refusal=True) if asked else None

    # The people's side

    def _look(self, person: Person) -> None:
        person.looks_at = None
        if person.is_daily and self.now >= person.visit_until:
            person.visit_until = self.now + VISIT
        questions, person.inbox = person.inbox, []
        for written in answers(person, questions, self.ledger, self.now):
            self._send(person, written)
            letter = questions[-1].letter
            if len(questions) == 1 and not questions[0].is_refusal:
                later = self.now + timedelta(minutes=3)
                second = revision(person, written, letter, later)
                if second is not None:
                    self._at(later, lambda second=second: self._send(person, second))  # type: ignore[misc]

    def _send(self, person: Person, written: Written) -> None:
        pauses = [timedelta(0)]
        if person.kind == Kind.DUPLICATING:
            copies = person.chance.choice((2, 3))
            pauses = [timedelta(minutes=person.chance.uniform(0, 20)) for _copy in range(copies)]
        self._post_later([(written.reply, pause) for pause in pauses], written.kind, written.meant)

    def _post_later(
        self, copies: list[tuple[Reply, timedelta]], kind: str, meant: list[Meant]
    ) -> None:
        self.ledger.note(copies[0][0], kind, meant)
        for reply, pause in copies:
            if pause:
                self._at(self.now + pause, lambda reply=reply: self._hand_over(reply))  # type: ignore[misc]
            else:
                self._hand_over(reply)

    def _hand_over(self, reply: Reply) -> None:
        """One copy of a mail arrives. Which orders are in time is seen before it is stored."""
        if self._is_down:
            self._at(DOWNTIME[1] + timedelta(minutes=5), lambda: self._hand_over(reply))
            return
        self._read()
        person = self._by_address.get(reply.envelope_sender)
        sender = person.member.pk if person is not None else 0
        self.ledger.arrived(reply, self.now, self.watch.seats, sender)
        if person is not None and person.uses_provider:
            row = handed_over_by_provider(reply)
        else:
            row = inbound.accept_raw(
                raw=reply.raw,
                recipient=reply.recipient,
                envelope_sender=reply.envelope_sender,
                source="lmtp",
            )
        if row is None:
            self.ledger.dropped += 1
        else:
            self.ledger.stored += 1
            self.ledger.rows[reply.message_id] = row.pk
        # A worker reads it at once, or it still waits when the sweep comes.
        self._unread = True
        if self._chance.random() < 0.6:
            self._read()

    def _announce(self, person: Person) -> None:
        last = self.watch.last_letters.get(person.member.email)
        if last is not None:
            self._send(person, announcement(person, last, self.now))

    def _offer_seats(self) -> None:
        """Once a day somebody without a match may get a seat that a bot has kept for a while."""
        if Match.objects.filter(status=Match.Status.RUNNING).exists():
            self._at(self.now + timedelta(days=1), self._offer_seats)
        left = Player.objects.select_related("match").filter(
            match__status=Match.Status.RUNNING,
            member__isnull=False,
            away_since__lte=self.now - OPEN_BEFORE_TAKEN,
        )
        for player in left.exclude(bot="").order_by("pk"):
            if not self._reserves or self._chance.random() < 0.5:
                continue
            person = self._reserves.pop()
            # A seat is one of those planned for, or not, whoever sits in it.
            person.would_stand = player.pk in self.planned_seats
            person.with_standing = self.plan.standing and person.would_stand
            # As a tournament does, which dealt these matches: their seats are not in the lobby.
            take_seat(member=person.member, player=player, is_offered=False)
            self.watch.taken_over(player, person.member)


def _until_fewer(step: Callable[[], int], most: int) -> None:
    """Repeat a step that does up to `most` things until there was less to do than that."""
    while step() >= most:
        pass


@contextmanager
def _nudges_left_aside() -> Iterator[None]:
    """Everything that is due is done in its moment: nobody has to be told of it by the queue."""
    sending = task_queue._send
    task_queue._send = lambda name, arguments: None
    try:
        yield
    finally:
        task_queue._send = sending
