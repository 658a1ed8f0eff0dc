"""Random mail sessions: people write what people write, and every mail has to be accounted for.

A session is a member, or a stranger, who writes one to four mails within minutes: requests, orders,
table talk, corrections, answers to old mails, nonsense, and what machines send in their name. After
it five minutes pass in which mail is sent. All chance is the seed's.
"""

from __future__ import annotations

import logging
import random
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage as Letter

from django.core import mail
from django.core.mail import EmailMessage

from games.common import clock
from games.mail.answers import TOLD_ONCE
from games.mail.inbound import accept_raw, process_pending
from games.mail.outbox import send_due
from games.models import InboundMail, Match, Member, Order, OutboundMail, Player
from games.replies.command_words import spoken_of
from games.replies.reply_addresses import reply_address
from games.rules.protocol import RulesError
from games.rules.registry import GAMES
from games.services import deadline_sweep, quotas
from games.services.matches import create_match, join_match
from tests.cast import legal_texts
from tournaments.services import sweeping
from tournaments.services.terms import create_tournament, start_entries

START = datetime(2026, 9, 1, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
BEAT = timedelta(minutes=4)
IN_TIME = timedelta(minutes=5)
NAMES = ("Anna", "Bo", "Carla", "Dirk", "Elena", "Femke", "Gil", "Hugo")
LANGUAGES = ("en", "en", "it", "es", "nl")
LEAST_RUNNING = 6
SERVICE = "games@reply.wildcards.localhost"

ANSWERING = ("receipt", "refusal", "answer", "join")
MACHINES = frozenset(("auto-reply", "list", "bounce", "loop"))
"""What must get no answer, beside what a stranger declines or sends without asking for anything."""

UNANSWERED = MACHINES | {"unknown-address", "declined", "join-declined", "join-asked", "test"}
OWN_SOURCES = (Order.Source.MAIL, Order.Source.WEB, Order.Source.STANDING)

CLAIMS = {
    r"You’ve declined": {"decline", "answer"},
    r"You’ve left": {"leave", "answer"},
    r"You’ve withdrawn": {"leave-tournament", "leave", "answer"},
    r"Your match \w{7} is open": {"open", "answer"},
    r"You gave up your seat in this match\b": {"match"},
    r"Your move is taken back": {"match", "correction", "answer", "order", "nonsense"},
    r"Welcome, ": {"join", "answer", "enter", "nonsense"},  # “I’d like to enter”, “ok” below a link
}
"""What an answer says that its reader did, and what they must have written before it."""

SAID_AT_TABLE = "We’ve passed on what you said"
NOBODYS_WORDS = {"machine", "forged"}
"""Whatever else a member writes to a table and nobody understands is passed on as talk."""

NONSENSE = (
    "hello there", "what a lovely day", "asdf qwer", "???", "1", "no idea, really", "see you at 2",
    "Can we meet on Tuesday?", "42 is the answer", "thanks!", "ok", "no", "yes", "sure thing",
    ":-)", "🙂", "I think that Bo cheats", "bid", "play play play", "http://example.org/win", "",
)  # fmt: skip
TALK = (
    "To all: what a match",
    "A tutti: ciao!",
    "a todos: hola",
    "Aan allen: succes",
    "To Bo: hi",
)
YES_OR_NO = ("yes", "no", "Yes please", "sì", "nee", "ok", "no thanks", "both")
IN_MATCH = (
    "help", "hand", "table", "log", "deadline", "who is winning?", "withdraw", "undo please",
    "wait", "done", "back", "resign", "receipts off", "receipts on", "mostra", "mis cartas",
)  # fmt: skip


@dataclass
class Findings:
    """What the sessions have shown."""

    sessions: int = 0
    inbound: int = 0
    outbound: int = 0
    verdicts: Counter[str] = field(default_factory=Counter)
    unanswered: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    claims: list[str] = field(default_factory=list)

    @property
    def problems(self) -> list[str]:
        return [*self.faults, *self.unanswered, *self.late, *self.claims]


class _Faults(logging.Handler):
    """Every error that the service logs is one."""

    def __init__(self, found: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._found = found

    def emit(self, record: logging.LogRecord) -> None:
        fault = getattr(record, "fault", "")
        self._found.append(f"{record.name}: {record.getMessage()} {fault}")


@contextmanager
def _noting_faults(found: list[str]) -> Iterator[None]:
    handler = _Faults(found)
    loggers = [logging.getLogger(name) for name in ("games", "tournaments")]
    for one in loggers:
        one.addHandler(handler)
    try:
        yield
    finally:
        for one in loggers:
            one.removeHandler(handler)


@dataclass
class Written:
    """A mail on its way: who wrote it, what it is, and where it goes."""

    letter: Letter
    tag: str
    envelope_sender: str = "somebody@example.org"


class Drill:
    """So many sessions, one after another, in simulated time."""

    def __init__(self, seed: str) -> None:
        self.dice = random.Random(seed)
        self.now = START
        self.found = Findings()
        self.inboxes: dict[str, list[EmailMessage]] = {}
        self.written_by: dict[str, list[str]] = {}
        self.number = 0
        self.last: Written | None = None
        self.pending: list[tuple[InboundMail, Written, list[int], bool]] = []

    def run(self, sessions: int) -> Findings:
        """Hold the sessions, and say what was found."""
        with _noting_faults(self.found.faults):
            with clock.simulated(self.now):
                self._people()
            for _session in range(sessions):
                self.found.sessions += 1
                self._session()
                self._pass(self.dice.choice((6, 20, 45, 120)))
        return self.found

    def _pass(self, minutes: int) -> None:
        """Nobody writes for a while; the service looks at its deadlines as ever."""
        until = self.now + minutes * MINUTE
        while self.now < until:
            self.now += BEAT
            with clock.simulated(self.now):
                deadline_sweep.sweep_due()

    def _people(self) -> None:
        for name in NAMES:
            Member.objects.create_user(
                f"{name.lower()}@example.org", name, language=self.dice.choice(LANGUAGES)
            )
        host = Member.objects.get(name="Anna")
        cup = create_tournament(
            organiser=host, name="Winter Cup", format="knockout", least_entries=2,
            game="emu-ranchers", options={"years": 1}, phase_time=timedelta(days=1),
        )  # fmt: skip
        start_entries(tournament=cup, by=host)

    def _session(self) -> None:
        with clock.simulated(self.now):
            self._keep_playing()
            deadline_sweep.sweep_due()
            sweeping.sweep_due()
            self._send()
        who = self.dice.choice((*NAMES, *NAMES, "Stranger"))
        for _mail in range(self.dice.randint(1, 4)):
            self.now += MINUTE
            with clock.simulated(self.now):
                self._write(self._anything(who))
        received = self.now
        for minutes in (1, 2, 4, 5):
            with clock.simulated(received + minutes * MINUTE):
                self._send()
        self.now = received + IN_TIME
        self._account(received)

    def _keep_playing(self) -> None:
        running = Match.objects.filter(status=Match.Status.RUNNING).count()
        while running < LEAST_RUNNING:
            game = self.dice.choice(list(GAMES))
            seats = min(3, GAMES[game].rules.table_sizes[-1])
            chosen = Member.objects.filter(is_active=True, is_bot_account=False).order_by("pk")
            people = self.dice.sample(list(chosen), seats)
            day = timedelta(days=1)
            with quotas.suspended():
                match = create_match(
                    member=people[0], game=game, options={}, seats=seats, phase_time=day
                )
            for guest in people[1:]:
                join_match(member=guest, match=match)
            running += 1

    def _send(self) -> None:
        mail.outbox.clear()
        while send_due():
            pass
        for message in mail.outbox:
            (address,) = message.to
            self.found.outbound += 1
            self.inboxes.setdefault(address, []).append(message)
            self._check_claims(address, message)

    # What is written.

    def _anything(self, who: str) -> Written:
        address = f"{who.lower()}{self.dice.randint(1, 9) if who == 'Stranger' else ''}@example.org"
        kinds = [self._request, self._answer, self._nonsense, self._machine, self._again]
        if who != "Stranger":
            kinds += [self._order, self._order, self._correction, self._talk, self._in_match,
                      self._request, self._forged]  # fmt: skip
        return self.dice.choice(kinds)(address)

    def _mail(self, sender: str, text: str, to: str, tag: str, subject: str = "Hello") -> Written:
        self.number += 1
        letter = Letter()
        letter["From"], letter["To"], letter["Subject"] = sender, to, subject
        letter["Message-ID"] = f"<{self.number}@drill.example>"
        letter.set_content(text)
        return Written(letter, tag)

    def _request(self, sender: str) -> Written:
        phrase, name, _language = self.dice.choice(spoken_of("member"))
        code = self.dice.choice(list(Match.objects.values_list("code", flat=True)[:40]))
        behind = (
            "", code, f"in {code}", "Winter Cup", "Bo", "Wizard for 3, 2 days a turn", "off", "on",
            f"c@example.net to {code}", "Bo from Winter Cup: never answers", "Winter Cup by 2 days",
            "from 3 to 10 December", "3 players", "Europe/Rome", "Wild Cards for 99", "\x00",
            "é" * 90,
        )  # fmt: skip
        text = f"{phrase} {self.dice.choice(behind)}"
        if self.dice.random() < 0.3:
            text = f"Hi,\n{text}\nthanks a lot\n{sender.partition('@')[0]}"
        newest = self._newest(sender)
        if newest is not None and newest.reply_to and self.dice.random() < 0.4:
            return self._reply(sender, newest, text, name)
        tag = "join" if name == "sign-up" else name
        return self._mail(sender, text, SERVICE, tag)

    def _newest(self, address: str) -> EmailMessage | None:
        inbox = self.inboxes.get(address, [])
        return self.dice.choice(inbox[-6:]) if inbox else None

    def _reply(self, sender: str, message: EmailMessage, text: str, tag: str) -> Written:
        quoted = "\n".join(f"> {line}" for line in str(message.body).splitlines())
        body = f"{text}\n\nOn Monday, the cards wrote:\n{quoted}\n"
        return self._mail(sender, body, message.reply_to[0], tag, f"Re: {message.subject}")

    def _answer(self, sender: str) -> Written:
        newest = self._newest(sender)
        words = self.dice.choice(YES_OR_NO)
        if newest is None or not newest.reply_to:
            return self._mail(sender, "join", SERVICE, "join")
        return self._reply(sender, newest, words, "answer")

    def _nonsense(self, sender: str) -> Written:
        text = "\n".join(self.dice.choices(NONSENSE, k=self.dice.randint(1, 3)))
        newest = self._newest(sender)
        if newest is not None and newest.reply_to and self.dice.random() < 0.5:
            return self._reply(sender, newest, text, "nonsense")
        return self._mail(sender, text, SERVICE, "nonsense")

    def _machine(self, sender: str) -> Written:
        newest = self._newest(sender)
        to = newest.reply_to[0] if newest is not None and newest.reply_to else SERVICE
        made = self._mail(sender, "I am on holiday until Monday. join", to, "machine")
        kind = self.dice.choice(("vacation", "list", "bounce"))
        if kind == "vacation":
            made.letter["Auto-Submitted"] = "auto-replied"
        elif kind == "list":
            made.letter["List-Id"] = "<cards.example.org>"
        else:
            made.envelope_sender = "<>"
        return made

    def _again(self, sender: str) -> Written:
        return self.last or self._nonsense(sender)

    def _seat(self, sender: str) -> Player | None:
        rows = Player.objects.select_related("match", "member").filter(
            member__email=sender, match__status=Match.Status.RUNNING
        )
        return self.dice.choice(list(rows)) if rows else None

    def _to_seat(self, sender: str, text: str, tag: str) -> Written:
        seat = self._seat(sender)
        if seat is None:
            return self._mail(sender, text, SERVICE, tag)
        address = reply_address(seat.pk, seat.match.phase_number)
        return self._mail(sender, text, address, tag, "Re: your turn")

    def _orders_of(self, seat: Player) -> list[str]:
        """What the seat may order now; a guess where it is not asked."""
        try:
            return legal_texts(seat)
        except RulesError:
            return ["bid 1"]

    def _legal(self, sender: str) -> str:
        seat = self._seat(sender)
        return self.dice.choice(self._orders_of(seat) if seat is not None else ["bid 1"])

    def _order(self, sender: str) -> Written:
        seat = self._seat(sender)
        if seat is None:
            return self._nonsense(sender)
        address = reply_address(seat.pk, seat.match.phase_number)
        text = self.dice.choice(self._orders_of(seat))
        return self._mail(sender, text, address, "order", "Re: your turn")

    def _correction(self, sender: str) -> Written:
        words = self.dice.choice(("no, wait:", "sorry, I meant", "oops, make that", "no, anzi:"))
        text = f"{self._legal(sender)}\n{words} {self._legal(sender)}"
        return self._to_seat(sender, text, "correction")

    def _talk(self, sender: str) -> Written:
        return self._to_seat(sender, self.dice.choice(TALK), "talk")

    def _in_match(self, sender: str) -> Written:
        return self._to_seat(sender, self.dice.choice(IN_MATCH), "match")

    def _forged(self, sender: str) -> Written:
        made = self._to_seat(sender, self._legal(sender), "forged")
        made.letter.replace_header("From", "mallory@example.net")
        return made

    # What comes of it.

    def _write(self, made: Written) -> None:
        self.last = made
        sender = str(made.letter["From"])
        self.written_by.setdefault(sender, []).append(made.tag)
        before = self._answers()
        row = accept_raw(
            raw=made.letter.as_bytes(),
            recipient=str(made.letter["To"]),
            envelope_sender=made.envelope_sender,
            source="smtp",
        )
        if row is None:
            return
        while process_pending():
            pass
        row.refresh_from_db()
        self.found.inbound += 1
        self.found.verdicts[row.verdict] += 1
        after = self._answers()
        changed = [pk for pk, payload in after.items() if before.get(pk) != payload]
        self.pending.append((row, made, changed, self._may_be_silent(row)))

    def _answers(self) -> dict[int, str]:
        rows = OutboundMail.objects.filter(
            kind__in=ANSWERING, created_at__gt=clock.now() - timedelta(hours=1)
        )
        return {row.pk: str(row.payload) for row in rows.only("pk", "payload")}

    def _account(self, received: datetime) -> None:
        for row, made, changed, may_be_silent in self.pending:
            what = f"{made.tag} {row.verdict} {str(made.letter.get_content())[:60]!r}"
            if row.status == InboundMail.Status.PENDING or row.verdict == "unreadable":
                self.found.faults.append(f"not read: {what}")
            elif not changed and not may_be_silent:
                self.found.unanswered.append(what)
            for answer in OutboundMail.objects.filter(pk__in=changed):
                if not self._went_out(answer, received):
                    self.found.late.append(f"{answer.kind} {answer.status}: {what}")
        self.pending.clear()
        self.written_by.clear()

    def _may_be_silent(self, row: InboundMail) -> bool:
        if row.verdict in UNANSWERED or row.verdict.startswith("bounce"):
            return True
        if row.verdict in TOLD_ONCE:
            return True
        member = row.member or Member.objects.filter(email=row.envelope_sender).first()
        return member is not None and not member.wants_receipts and row.status == "taken"

    def _went_out(self, row: OutboundMail, received: datetime) -> bool:
        """Sent by itself or on top of another within the time. What is moot by then another mail
        tells: an account's first one, the receipt of an order that was changed or taken back."""
        is_sent = row.status in {OutboundMail.Status.SENT, OutboundMail.Status.COLLECTED}
        if row.status == OutboundMail.Status.WITHDRAWN:
            return row.kind == "join" or (row.kind == "receipt" and self._is_told(row, received))
        return is_sent and row.sent_at is not None and row.sent_at <= received + IN_TIME

    def _is_told(self, receipt: OutboundMail, received: datetime) -> bool:
        """Whether a later answer that went out names the order of this receipt."""
        later = OutboundMail.objects.filter(
            kind__in=ANSWERING, member=receipt.member, pk__gt=receipt.pk
        ).exclude(status=OutboundMail.Status.WITHDRAWN)
        naming = [one for one in later if receipt.payload["text"] in str(one.payload)]
        return any(self._went_out(one, received) for one in naming)

    def _check_claims(self, address: str, message: EmailMessage) -> None:
        body = str(message.body).partition("\n> ")[0]
        wrote = set(self.written_by.get(address, ()))
        for claim, tags in CLAIMS.items():
            if re.search(claim, body) and not wrote & tags and wrote:
                self.found.claims.append(f"{claim} after {sorted(wrote)}")
        if SAID_AT_TABLE in body and wrote and wrote <= NOBODYS_WORDS:
            self.found.claims.append(f"{SAID_AT_TABLE} after {sorted(wrote)}")
        _before, heading, recap = body.partition("SINCE YOUR LAST MOVE\n")
        happened = recap.partition("\n\n")[0]
        if heading and "- You " in happened and not self._played(address):
            self.found.claims.append(f"recap of what {address} did not do: {happened[:200]}")

    def _played(self, address: str) -> bool:
        """Whether the member has given any order of their own of late."""
        return Order.objects.filter(player__member__email=address, source__in=OWN_SOURCES).exists()
