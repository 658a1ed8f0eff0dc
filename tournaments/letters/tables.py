"""What several letters show: moments, tables with their opponents, the rule for what is overdue."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from games.common.date_words import moment
from games.common.site_links import site_link
from tournaments.models import Entry, Pairing, PairingSeat
from tournaments.presentation.names import round_name


@dataclass(frozen=True, slots=True)
class TableTold:
    """One table as a letter shows it; without a link it is a bye."""

    title: str
    lines: tuple[str, ...]
    link: str = ""


def when(at: datetime | None) -> str:
    """A moment in the reader's zone, which is named."""
    if at is None:
        return ""
    return _("%(moment)s (%(zone)s)") % {
        "moment": moment(timezone.localtime(at)),
        "zone": timezone.get_current_timezone_name(),
    }


def listed(names: Sequence[str]) -> str:
    """Names with commas between them."""
    return ", ".join(names)


def tables_told(pairings: Sequence[Pairing], entry_id: int) -> list[TableTold]:
    """Where the entry sits, against whom, and until when it is played."""
    return [_table_told(one, entry_id) for one in pairings]


def _table_told(pairing: Pairing, entry_id: int) -> TableTold:
    title = round_name(pairing.round.number, pairing.stage)
    others = [
        seat.entry.member.name
        for seat in sorted(pairing.seats.all(), key=lambda seat: seat.seat)
        if seat.entry_id != entry_id
    ]
    if pairing.match is None:
        return TableTold(title, (_("You have a bye: you sit out, at no disadvantage."),))
    lines = [_("Against %(names)s.") % {"names": listed(others)}]
    if pairing.deadline_at is not None:
        lines.append(_("Play by %(moment)s.") % {"moment": when(pairing.deadline_at)})
    return TableTold(title, tuple(lines), site_link("match", code=pairing.match.code))


def places_told(pairing: Pairing) -> list[str]:
    """A table's result, a line for each place: `1. Anna: 42`."""
    seats = sorted(pairing.seats.all(), key=lambda seat: (seat.place or 0, seat.seat))
    return [
        _("%(place)d. %(name)s: %(points)d")
        % {"place": seat.place or 0, "name": seat.entry.member.name, "points": seat.points or 0}
        for seat in seats
    ]


def overdue_rule() -> str:
    """What happens to a match whose round is over: published before the start."""
    return _(
        "A match still open when its round runs out of time ends as it stands: the "
        "score decides; if scores are equal, whoever the match is waiting for comes "
        "after the others, then the better seeding decides. Players who left come "
        "last."
    )


def plays_on(entry: Entry) -> bool:
    """Whether a match of the entry is still to be played to its end."""
    return PairingSeat.objects.filter(entry=entry, pairing__decided_at=None).exists()
