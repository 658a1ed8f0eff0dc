"""People with nothing but a mailbox, in simulated time, between a real SMTP server that takes what
the service sends and a real mailbox from which it fetches what they write."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage as Letter
from email.utils import format_datetime, parseaddr
from itertools import count

from django.db.models import Min
from django.utils import translation
from imapclient import IMAPClient

from games.common import clock
from games.mail import inbound, outbox
from games.mail.fetching import fetch_new
from games.mail.imap_folder import ImapFolder, open_folder
from games.models import Match, OutboundMail, Phase, Player, ServicePulse
from games.presentation import presentation_for
from games.replies.reply_addresses import ReplyTarget, parse_reply_address
from games.services import deadline_sweep
from games.services.reminders import sweep_reminders
from tests.mail.imap_server import USER, ImapServer, account
from tests.mail.servers import Server
from tests.mail.whole_matches import decided
from tests.month.answers import offered_plan, plan_said
from tests.month.letters import _WROTE, spoken
from tournaments.models import Tournament
from tournaments.services import rating_finished_matches, sweeping

BEGINS = datetime(2026, 1, 5, 9, tzinfo=UTC)
HOUR = timedelta(hours=1)
MOST_STEPS = 3_000


@dataclass
class Person:
    """Whose mails these are. They move in words of their language, or take the plan that a mail
    offers; `besides` is what the next ones are answered with, an order in `{order}`."""

    name: str
    language: str
    takes_plans: bool = False
    is_told: bool = True
    """Whether the transcript has their mails."""

    inbox: list[Letter] = field(default_factory=list)
    besides: list[str] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"{self.name.lower()}@example.org"


class Life:
    """The post, the clock and what is written; `transcript` holds every mail in and out."""

    def __init__(
        self, provider: Server, mailbox: ImapServer, folder: ImapFolder, client: IMAPClient
    ) -> None:
        self.now = BEGINS
        self.transcript: list[str] = []
        self._provider, self._mailbox = provider, mailbox
        self._folder, self._client = folder, client
        self._people: dict[str, Person] = {}
        self._agenda: list[tuple[datetime, int, Callable[[], None]]] = []
        self._numbers = count()
        self._seen = self._ended = 0
        self._is_written = False
        self._chance = random.Random("a life by mail")

    def meet(self, *people: Person) -> None:
        """From now on these people have an address."""
        self._people.update({one.address: one for one in people})

    def write(self, sender: Person, text: str, subject: str) -> list[Letter]:
        """A mail of one's own to the service, and what comes to the sender within five minutes."""
        letter = Letter()
        letter["To"], letter["Subject"] = USER, subject
        return self._exchange(sender, letter, text)

    def reply(self, sender: Person, to: Letter, text: str) -> list[Letter]:
        """An answer to a mail, which is quoted below it, and what comes within five minutes."""
        return self._exchange(sender, self._answer(to), self._above(sender, to, text))

    def _exchange(self, sender: Person, letter: Letter, text: str) -> list[Letter]:
        had = len(sender.inbox)
        self._send(sender, letter, text)
        self.live(timedelta(minutes=5))
        return sender.inbox[had:]

    def live(self, span: timedelta, until: Callable[[], bool] = lambda: False) -> None:
        """Let so much time pass, or less if something has come about."""
        ends_at = self.now + span
        for _step in range(MOST_STEPS):
            with clock.simulated(self.now):
                self._work()
                upcoming = self._upcoming()
            if until() or upcoming is None or upcoming > ends_at:
                break
            self.now = max(upcoming, self.now + timedelta(seconds=1))
        if not until():
            self.now = max(ends_at, self.now)

    def note_costs(self, *people: Person) -> None:
        """Add to the transcript how many mails and words each has had."""
        for one in people:
            words = sum(len(text_of(letter).split()) for letter in one.inbox)
            self.transcript.append(f"{one.name}: {len(one.inbox)} mails, {words} words\n")

    def _work(self) -> None:
        while self._agenda and self._agenda[0][0] <= self.now:
            heapq.heappop(self._agenda)[2]()
        # Between two moments the sweep has looked every few seconds and found nothing.
        ServicePulse.objects.update_or_create(pk=1, defaults={"beat_at": self.now})
        if self._is_written:
            self._is_written = False
            self._folder.ask()
            fetch_new(self._folder, account())
            while inbound.process_pending():
                pass
        opened = Phase.objects.filter(Phase.OPEN)
        if opened.filter(wake_at__lte=self.now).exists():
            deadline_sweep.sweep_due()
        if opened.filter(remind_at__lte=self.now).exists():
            sweep_reminders()
        ended = Match.objects.filter(status=Match.Status.FINISHED).count()
        if ended > self._ended:
            self._ended = ended
            rating_finished_matches.settle_due()
        sweeping.sweep_due()
        while outbox.send_due():
            pass
        for taken in self._provider.taken[self._seen :]:
            self._seen += 1
            letter = message_from_bytes(taken.content, policy=policy.default)
            assert isinstance(letter, Letter)
            self._arrive(letter)

    def _upcoming(self) -> datetime | None:
        queued = OutboundMail.objects.filter(status=OutboundMail.Status.QUEUED)
        moments = [queued.aggregate(due=Min("due_at"))["due"]]
        opened = Phase.objects.filter(Phase.OPEN).aggregate(
            wake=Min("wake_at"), remind=Min("remind_at")
        )
        moments += [opened["remind"], opened["wake"] and opened["wake"] + timedelta(seconds=3)]
        moments.append(
            Tournament.objects.filter(status__in=sweeping.UNFINISHED).aggregate(
                wake=Min("wake_at")
            )["wake"]
        )
        moments += [self._agenda[0][0]] if self._agenda else []
        return min((one for one in moments if one is not None), default=None)

    # Mail

    def _arrive(self, letter: Letter) -> None:
        person = self._people[str(letter["To"])]
        person.inbox.append(letter)
        self._note("OUT", letter, text_of(letter))
        target = parse_reply_address(str(letter["Reply-To"])) if letter["Reply-To"] else None
        if isinstance(target, ReplyTarget):
            later = self.now + self._chance.uniform(0.2, 5) * HOUR
            self._at(later, lambda: self._move(person, letter, target))

    def _move(self, person: Person, letter: Letter, target: ReplyTarget) -> None:
        """Answer the question, if it is still one."""
        player = Player.objects.select_related("match", "member").get(pk=target.player_id)
        notation = decided(player, target.phase_number)
        if notation is None:
            return
        with translation.override(person.language):
            order = presentation_for(player.match.game).order_in_words(notation)
        text = spoken(order, person.language, self._chance)
        if person.takes_plans and offered_plan(player, text_of(letter)):
            text = plan_said(player, target.phase_number)
        elif person.besides:
            text = person.besides.pop(0).format(order=order)
        self._send(person, self._answer(letter), self._above(person, letter, text))

    def _send(self, sender: Person, letter: Letter, text: str) -> None:
        letter["From"] = f"{sender.name} <{sender.address}>"
        letter["Date"] = format_datetime(self.now)
        letter["Message-ID"] = f"<{next(self._numbers)}@players.example>"
        letter.set_content(text)
        self._note("IN", letter, text)
        raw = b"Delivered-To: " + str(letter["To"]).encode() + b"\r\n" + letter.as_bytes()
        self._is_written = True
        self._client.append("INBOX", raw, (), self.now)

    @staticmethod
    def _answer(to: Letter) -> Letter:
        letter = Letter()
        letter["To"] = str(to["Reply-To"] or to["From"])
        letter["Subject"] = f"Re: {to['Subject']}"
        letter["In-Reply-To"] = str(to["Message-ID"])
        return letter

    @staticmethod
    def _above(sender: Person, to: Letter, text: str) -> str:
        wrote = _WROTE[sender.language].format(date=to["Date"], sender=USER)
        quoted = "\n".join(f"> {line}".rstrip() for line in text_of(to).splitlines())
        return f"{text}\n\n{wrote}\n\n{quoted}\n"

    def _at(self, moment: datetime, deed: Callable[[], None]) -> None:
        heapq.heappush(self._agenda, (moment, next(self._numbers), deed))

    def _note(self, way: str, letter: Letter, text: str) -> None:
        if not self._people[parseaddr(str(letter["To" if way == "OUT" else "From"]))[1]].is_told:
            return
        """What was written above a quoted mail, without that."""
        said = text.partition("\n\n> ")[0].rpartition("\n\n")[0] if "\n\n> " in text else text
        heads = "\n".join(f"{name}: {letter[name]}" for name in ("From", "To", "Subject"))
        self.transcript.append(f"{'=' * 78}\n{way} {self.now:%a %d %b %H:%M}\n{heads}\n\n{said}\n")


def text_of(letter: Letter) -> str:
    """The plain text of a mail."""
    part = letter.get_body(("plain",))
    assert part is not None
    return str(part.get_content()).replace("\r\n", "\n")


@contextmanager
def life_by_mail(provider: Server, mailbox: ImapServer) -> Iterator[Life]:
    """A life that begins with an empty mailbox."""
    with clock.simulated(BEGINS - HOUR), open_folder(account()) as folder:
        fetch_new(folder, account())
        with mailbox.client() as client:
            yield Life(provider, mailbox, folder, client)
