"""What a watcher at the post sees of a simulated month: who gets which mail, and under which
subject. Kept as it happens, because it speaks of who sat where at that moment."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from games.letters.letter import letter_class
from games.letters.outbox_prefetch import TRIED_AGAIN_AFTER
from games.models import AddressHealth, Member, OutboundMail, Player
from games.replies.reply_addresses import ReplyTarget, parse_reply_address
from tests.month.answers import sections_of
from tests.month.letters import Letter

Kind = OutboundMail.Kind


class Thread(NamedTuple):
    """Mails whose subjects must be one: of a match, in a language, while the same people sit."""

    match_id: int
    language: str
    substitutions: int


@dataclass(slots=True)
class Watch:
    """`seats` says which member sits where now. `strangers` and `to_stopped` are faults."""

    seats: dict[int, int] = field(default_factory=dict)
    strangers: list[str] = field(default_factory=list)
    to_stopped: list[str] = field(default_factory=list)
    subjects: dict[Thread, set[str]] = field(default_factory=lambda: defaultdict(set))
    matches: dict[int, int] = field(default_factory=dict)
    taken: set[str] = field(default_factory=set)
    doubled: list[str] = field(default_factory=list)
    last_letters: dict[str, Letter] = field(default_factory=dict)
    substitutions: Counter[int] = field(default_factory=Counter)
    tried: int = 0
    words: Counter[int] = field(default_factory=Counter)
    """By match, the words of all mails about it; those of a digest go to each of its matches."""

    mails: Counter[int] = field(default_factory=Counter)
    _stopped: dict[str, datetime] = field(default_factory=dict)

    def seated(self, players: Iterable[Player]) -> None:
        """These sit there from the beginning."""
        for player in players:
            self.matches[player.pk] = player.match_id
            if player.member_id is not None:
                self.seats[player.pk] = player.member_id

    def rows_of(self, letters: Sequence[Letter]) -> dict[str, OutboundMail]:
        """The outbox rows of these letters; what a digest told has its id as well."""
        if not letters:
            return {}
        rows = OutboundMail.objects.filter(message_id__in=[one.message_id for one in letters])
        return {row.message_id: row for row in rows.exclude(status=OutboundMail.Status.COLLECTED)}

    def offered(self, address: str, now: datetime) -> None:
        """A mail is about to be sent to an address that may have been stopped."""
        health = AddressHealth.objects.filter(address=address).first()
        self._stopped.pop(address, None)
        if health is not None and health.is_stopped and health.trouble_at is not None:
            if health.trouble_at > now - TRIED_AGAIN_AFTER:
                self._stopped[address] = health.trouble_at
            else:
                self.tried += 1

    def sent(self, letter: Letter, row: OutboundMail) -> None:
        """A mail has been taken by its recipient's server."""
        if letter.message_id in self.taken:
            self.doubled.append(letter.message_id)
        self.taken.add(letter.message_id)
        if letter.reply_to:
            self.last_letters[letter.to] = letter
        if letter.to in self._stopped and not letter_class(row).is_always_sent:
            self.to_stopped.append(f"{row.kind} {row.pk} to {letter.to}")
        self._check_seats(letter, row)
        target = parse_reply_address(letter.reply_to) if letter.reply_to else None
        match_id = row.match_id
        if isinstance(target, ReplyTarget):
            # Also a digest of one thing, which goes out as that thing's own mail.
            match_id = self.matches[target.player_id]
        sections = sections_of(row.payload) if row.kind == Kind.DIGEST else {}
        for told in [match_id] if match_id else [self.matches[player] for player in sections]:
            self.mails[told] += 1
            self.words[told] += len(letter.text.split()) // max(len(sections), 1)
        if match_id is not None:
            thread = Thread(match_id, row.language, self.substitutions[match_id])
            self.subjects[thread].add(letter.subject)

    def _check_seats(self, letter: Letter, row: OutboundMail) -> None:
        """Whether all that the mail speaks of is its member's own."""
        players = [row.player_id] if row.player_id is not None else []
        players += sections_of(row.payload) if row.kind == Kind.DIGEST else []
        players += [item["player"] for item in row.payload.get("items", ()) if "player" in item]
        wrong = [pk for pk in players if self.seats.get(pk) != row.member_id]
        if wrong or letter.to != row.address:
            self.strangers.append(f"{row.kind} {row.pk} to {letter.to} speaks of seats {wrong}")

    def taken_over(self, player: Player, member: Member) -> None:
        """Somebody else sits here from now on."""
        self.seats[player.pk] = member.pk
        self.substitutions[player.match_id] += 1
