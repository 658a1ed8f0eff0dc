"""Whom a player meets next in their tournaments, or when the next round begins."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.common.date_words import moment
from games.letters.command_outcomes import CommandOutcome
from games.letters.member_commands import (
    HelpGroup,
    Listed,
    MemberTold,
    Request,
    member_commands,
)
from tournaments.mail.member_commands.finding import TournamentRequest
from tournaments.mail.member_commands.looking import starts_told
from tournaments.models import Entry, Pairing, Tournament
from tournaments.selectors import tournament_lists


class NextMatchRequest(TournamentRequest):
    """Of each tournament that is played in, and then the moves that are owed."""

    name = "next-match"
    section = ""
    group = HelpGroup.TOURNAMENTS
    explanation = gettext_lazy("whom you play next in your tournaments")
    is_taught = False

    def done(self, request: Request) -> CommandOutcome:
        moves = member_commands()["deadlines"].obey(request)
        lines = [
            told
            for line in tournament_lists.mine(request.member)
            if line.entry is not None and _is_playing(line.entry)
            for told in _next_told(line.tournament, line.entry)
        ]
        if not lines or not isinstance(moves, MemberTold):
            return moves
        owed = [Listed(one.lines, moves.told[0]) for one in moves.groups]
        return MemberTold(told=[_("In your tournaments:")], groups=[Listed(lines), *owed])


def _is_playing(entry: Entry) -> bool:
    is_in = entry.status == Entry.Status.ENTERED and entry.until_round is None
    return is_in and entry.out_after is None


def _next_told(tournament: Tournament, entry: Entry) -> list[str]:
    if tournament.status != Tournament.Status.RUNNING:
        return [starts_told(tournament)]
    tables = Pairing.objects.filter(seats__entry=entry, decided_at=None, match__isnull=False)
    rows = tables.select_related("round").order_by("round__number", "number")
    return [_table_told(tournament, entry, row) for row in rows] or [_round_told(tournament)]


def _table_told(tournament: Tournament, entry: Entry, pairing: Pairing) -> str:
    others = pairing.seats.exclude(entry=entry).select_related("entry__member").order_by("seat")
    told = _("%(tournament)s: in round %(number)s you play against %(players)s.")
    if pairing.deadline_at is not None:
        told = _("%(tournament)s: in round %(number)s you play against %(players)s, until %(time)s "
                 "at the latest.")  # fmt: skip
    return told % {
        "tournament": tournament.name,
        "number": pairing.round.number,
        "players": ", ".join(seat.entry.member.name for seat in others),
        "time": _at(pairing.deadline_at),
    }


def _round_told(tournament: Tournament) -> str:
    """That nothing is to be played now, and until when that may stay so."""
    names = {"tournament": tournament.name}
    if tournament.paused_at is not None:
        return _("%(tournament)s is paused: the next round starts after the pause.") % names
    rounds = tournament.rounds.filter(closed_at=None, deadline_at__isnull=False)
    latest = rounds.order_by("-number").first()
    if latest is None:
        return _("%(tournament)s: we’ll mail you when the next round starts.") % names
    told = _("%(tournament)s: if another round follows, it starts once round %(number)s has ended, "
             "on %(time)s at the latest.")  # fmt: skip
    return told % {**names, "number": latest.number, "time": _at(latest.deadline_at)}


def _at(time: datetime | None) -> str:
    return moment(timezone.localtime(time)) if time is not None else ""
