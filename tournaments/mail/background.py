"""What a letter speaks of, read at the moment when it is worded."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from games.models import OutboundMail
from tournaments.models import Entry, LogEntry, Pairing, Tournament
from tournaments.services.letters import Letter


@dataclass
class Told:
    """An outbox row with the rows that it names; what is gone is None."""

    row: OutboundMail
    name: Letter
    tournament: Tournament

    @cached_property
    def entry(self) -> Entry | None:
        """The entry that the letter is about."""
        found = Entry.objects.select_related("member").filter(
            pk=self.row.payload.get("entry"), tournament=self.tournament
        )
        return found.first()

    @property
    def own_entry(self) -> Entry | None:
        """The entry, while it is still the addressee's: a substitute may have taken it over."""
        entry = self.entry
        return entry if entry is not None and entry.member_id == self.row.member_id else None

    @cached_property
    def log(self) -> LogEntry | None:
        """What was done, by whom and why."""
        return (
            LogEntry.objects.select_related("by", "match")
            .filter(pk=self.row.payload.get("log"), tournament=self.tournament)
            .first()
        )

    @cached_property
    def pairings(self) -> list[Pairing]:
        """The tables that the letter tells of, with their seats and names."""
        wanted = self.row.payload.get("pairings") or [self.row.payload.get("pairing")]
        return list(
            Pairing.objects.filter(pk__in=wanted, round__tournament=self.tournament)
            .select_related("round", "match")
            .defer("match__state")
            .prefetch_related("seats__entry__member")
            .order_by("round__number", "number")
        )

    @cached_property
    def vacant(self) -> Entry | None:
        """The entry that a substitute is asked for."""
        found = Entry.objects.select_related("member").filter(
            pk=self.row.payload.get("vacant"), tournament=self.tournament
        )
        return found.first()


def told(row: OutboundMail) -> Told | None:
    """What the row tells of; None where the tournament is gone or the letter is unknown."""
    tournament = (
        Tournament.objects.select_related("organiser")
        .filter(pk=row.payload.get("tournament"))
        .first()
    )
    name = row.payload.get("letter")
    if tournament is None or name not in set(Letter):
        return None
    return Told(row, Letter(name), tournament)
