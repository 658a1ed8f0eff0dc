"""Looking after talk: what players report, and what organisers and operators do about it.

In a tournament its organiser decides, elsewhere the operators; every ruling is kept with who made
it and why.
"""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction

from games.common import clock
from games.common.errors import MatchError
from games.letters.talk import TalkReportLetter
from games.models import Match, Member, TableMessage, TalkReport, TalkRuling
from games.services.digest_scheduling import write_notices
from games.services.notices import Recipient, notice
from games.services.quotas import Deed, spend_quota

SILENCES = (timedelta(days=1), timedelta(days=7), timedelta(days=30))
MOST_REASON = 200
Kind = TalkRuling.Kind


def may_moderate(match: Match, member: Member | None) -> bool:
    """Whether this member looks after what is said at this table."""
    if member is None or not member.is_active:
        return False
    is_organiser = match.seating == Match.Seating.GIVEN and match.created_by_id == member.pk
    return member.is_staff or is_organiser


def report_message(*, member: Member, message: TableMessage, reason: str = "") -> TalkReport:
    """A player of the match reports a message; once is enough. Raises MatchError `not-in`,
    `no-message` or `quota-report`."""
    with transaction.atomic():
        if not message.match.players.filter(member=member).exists():
            raise MatchError("not-in")
        if message.hidden_at is not None or message.member_id == member.pk:
            raise MatchError("no-message")
        known = TalkReport.objects.filter(message=message, by=member).first()
        if known is not None:
            return known
        spend_quota(member, Deed.REPORT)
        now = clock.now()
        report = TalkReport.objects.create(
            message=message, by=member, reason=" ".join(reason.split())[:MOST_REASON], at=now
        )
        letter = TalkReportLetter(report=report.pk)
        write_notices(
            notice(letter, Recipient.of(one), key=f"talk-report:{report.pk}:{one.pk}", at=now)
            for one in _moderators(message.match)
        )
    return report


def hide_message(*, by: Member, message: TableMessage, reason: str = "") -> None:
    """Nobody reads the message any more, and why is shown in its place. Raises `not-moderator`."""
    with transaction.atomic():
        _check_moderator(message.match, by)
        now, why = clock.now(), _reason(reason)
        TableMessage.objects.filter(pk=message.pk).update(
            hidden_at=now, hidden_by=by, hidden_reason=why
        )
        _settle(message, by, Kind.HID, why)


def show_message(*, by: Member, message: TableMessage, reason: str = "") -> None:
    """Take a hiding back. Raises MatchError `not-moderator`."""
    with transaction.atomic():
        _check_moderator(message.match, by)
        TableMessage.objects.filter(pk=message.pk).update(
            hidden_at=None, hidden_by=None, hidden_reason=""
        )
        _settle(message, by, Kind.SHOWED, _reason(reason))


def dismiss_reports(*, by: Member, message: TableMessage, reason: str = "") -> None:
    """There is nothing wrong with the message. Raises MatchError `not-moderator`."""
    with transaction.atomic():
        _check_moderator(message.match, by)
        _settle(message, by, Kind.DISMISSED, _reason(reason))


def silence_member(
    *, by: Member, message: TableMessage, time: timedelta, reason: str = ""
) -> TalkRuling:
    """Its author says nothing for a while: in this match, or in all matches of its tournament.

    Raises MatchError `not-moderator` or `bad-silence`.
    """
    with transaction.atomic():
        _check_moderator(message.match, by)
        if time not in SILENCES:
            raise MatchError("bad-silence")
        until = clock.now() + time
        return _settle(message, by, Kind.SILENCED, _reason(reason), until=until)


def lift_silence(*, by: Member, ruling: TalkRuling, reason: str = "") -> None:
    """Let somebody talk again before the time. Raises MatchError `not-moderator`."""
    with transaction.atomic():
        _check_moderator(ruling.match, by)
        now = clock.now()
        TalkRuling.objects.filter(pk=ruling.pk, kind=Kind.SILENCED, until__gt=now).update(until=now)
        TalkRuling.objects.create(
            kind=Kind.LIFTED,
            match=ruling.match,
            event_path=ruling.event_path,
            about=ruling.about,
            by=by,
            reason=_reason(reason),
            at=now,
        )


def _settle(
    message: TableMessage, by: Member, kind: str, reason: str, **more: object
) -> TalkRuling:
    """Put the ruling down; what was reported of the message is done with."""
    now = clock.now()
    TalkReport.objects.filter(message=message, settled_at=None).update(settled_at=now)
    return TalkRuling.objects.create(
        kind=kind,
        match=message.match,
        event_path=message.match.event_path,
        message=message,
        about=message.member,
        by=by,
        reason=reason,
        at=now,
        **more,
    )


def _moderators(match: Match) -> list[Member]:
    organiser = match.created_by
    if match.seating == Match.Seating.GIVEN and organiser is not None and organiser.is_active:
        return [organiser]
    return list(Member.objects.filter(is_staff=True, is_active=True, wants_alarms=True))


def _check_moderator(match: Match, by: Member) -> None:
    if not may_moderate(match, by):
        raise MatchError("not-moderator")


def _reason(words: str) -> str:
    return " ".join(words.split())[:MOST_REASON]
