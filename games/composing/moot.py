"""Whether a mail is still worth sending: its reason may have gone while it waited in the outbox."""

from __future__ import annotations

from datetime import datetime

from games.composing.invitation_optout import is_refused_by_stranger
from games.composing.kinds import composer_of
from games.composing.messages import ALWAYS_SENT
from games.composing.prefetching import Background
from games.models import Invitation, Match, Member, OutboundMail, Player

Kind = OutboundMail.Kind
Level = Member.MailLevel

_WANTED_STATUS = {
    Kind.PARKED: Match.Status.PARKED,
    Kind.FINISHED: Match.Status.FINISHED,
    Kind.CANCELLED: Match.Status.CANCELLED,
    Kind.STARTED: Match.Status.RUNNING,
    Kind.SEAT_TAKEN: Match.Status.RUNNING,
}
_NEWS = frozenset((Kind.STARTED, Kind.FINISHED, Kind.SEAT_TAKEN))


def is_moot(row: OutboundMail, known: Background) -> bool:
    """Whether what this row was to tell is no longer so, or no longer wanted, as far as is known.

    A question goes with its phase, so that of several that wait only the newest is asked. That
    somebody has the site open is never a reason: mail is what a slow game rests on.
    """
    if _has_nobody_to_read_it(row, known):
        return True
    composer = composer_of(row)
    return composer.is_moot(row) if composer is not None else _is_reason_gone(row, known)


def _is_reason_gone(row: OutboundMail, known: Background) -> bool:
    player = row.player
    match Kind(row.kind):
        case Kind.DECISION | Kind.REMINDER:
            return player is None or _is_question_moot(row, player, known)
        case Kind.INVITATION:
            return _is_invitation_moot(row)
        case Kind.SEAT_KEPT:
            return player is None or _is_back(row, player) or _is_unwanted(row)
        case Kind.RECEIPT | Kind.REFUSAL | Kind.ANSWER | Kind.TEST | Kind.DIGEST | Kind.ACCOUNT:
            return False
        case kind:
            is_other = row.match is None or row.match.status != _WANTED_STATUS[kind]
            return is_other or _is_unwanted(row) or _is_told_by_question(row, known)


def _has_nobody_to_read_it(row: OutboundMail, known: Background) -> bool:
    """Whether the account is closed, or its address refuses all mail: sending on to such costs
    the service its good name. Who has just written gets an answer all the same."""
    if row.member is None or not row.member.is_active:
        return row.member is not None
    if row.player is not None and row.player.member_id != row.member_id:
        # The seat has another player now, whose hand is nobody else's business.
        return True
    return row.kind not in ALWAYS_SENT and known.is_dead(row)


def _is_question_moot(row: OutboundMail, player: Player, known: Background) -> bool:
    match, member = row.match, row.member
    if match is None or member is None or player.bot or player.resigned_at is not None:
        return True
    if player.member_id != row.member_id:
        return True
    if match.status != Match.Status.RUNNING or match.phase_number != row.phase_number:
        return True
    if known.situations.has_ordered(player.pk):
        return True
    if row.kind == Kind.REMINDER:
        return _is_reminder_moot(row, match, known.now)
    return player.wanted_mail not in {Level.EVERY_DECISION, Level.DAILY}


def _is_back(row: OutboundMail, player: Player) -> bool:
    """Who has ordered since is back when the phase closes, and knows it."""
    return not player.bot or player.ordered_phase >= (row.phase_number or 0)


def _is_reminder_moot(row: OutboundMail, match: Match, now: datetime) -> bool:
    """Also where the deadline has moved: a reminder of the new one has its own row."""
    if _is_unwanted(row) or match.deadline_at is None or match.deadline_at <= now:
        return True
    return row.payload.get("deadline") not in {None, match.deadline_at.isoformat()}


def _is_invitation_moot(row: OutboundMail) -> bool:
    if row.member is not None and row.member.mail_level == Member.MailLevel.NONE:
        return True
    if is_refused_by_stranger(row):
        return True
    return not Invitation.objects.filter(
        pk=row.payload.get("invitation"),
        player=None,
        declined_at=None,
        match__status=Match.Status.OPEN,
    ).exists()


def _is_unwanted(row: OutboundMail) -> bool:
    if row.member is None or _wanted(row) == Level.NONE:
        return True
    return row.kind in _NEWS and not row.member.wants_news


def _wanted(row: OutboundMail) -> str:
    """When the member wants mail about what the row speaks of."""
    if row.player is not None and row.player.member_id == row.member_id:
        return row.player.wanted_mail
    return row.member.mail_level if row.member is not None else Level.NONE


def _is_told_by_question(row: OutboundMail, known: Background) -> bool:
    """The first decision's mail tells that the match has begun: one mail is enough."""
    return row.kind == Kind.STARTED and known.is_asked(row)
