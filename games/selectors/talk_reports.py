"""What was reported, for those who look after talk: with the words around it and what was ruled."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q, QuerySet

from games.common import clock
from games.models import Match, Member, TableMessage, TalkReport, TalkRuling

MOST_LISTED = 50
AROUND = 2
"""So many messages before and after a reported one are shown with it."""


@dataclass(frozen=True, slots=True)
class ReportedMessage:
    """A message with who reported it and why, and the words around it."""

    message: TableMessage
    reports: tuple[TalkReport, ...]
    before: tuple[TableMessage, ...]
    after: tuple[TableMessage, ...]


def open_reports(member: Member) -> list[ReportedMessage]:
    """Messages that wait for a ruling of this member's, the longest waiting first."""
    rows = TalkReport.objects.filter(settled_at=None).filter(
        _looked_after("message__match", member)
    )
    reports = rows.select_related("message__match", "message__member", "by").order_by("at")
    found: dict[int, list[TalkReport]] = {}
    for report in reports[:MOST_LISTED]:
        found.setdefault(report.message_id, []).append(report)
    return [_reported(tuple(reports)) for reports in found.values()]


def rulings_of(member: Member) -> QuerySet[TalkRuling]:
    """The log: what was ruled in the matches that this member looks after, the newest first."""
    rows = TalkRuling.objects.filter(_looked_after("match", member))
    return rows.select_related("match", "about", "by").order_by("-id")[:MOST_LISTED]


def silences_of(member: Member) -> QuerySet[TalkRuling]:
    """The silences that hold now in those matches."""
    rows = TalkRuling.objects.filter(_looked_after("match", member))
    holding = rows.filter(kind=TalkRuling.Kind.SILENCED, until__gt=clock.now())
    return holding.select_related("match", "about", "by").order_by("until")[:MOST_LISTED]


def looks_after_talk(member: Member) -> bool:
    """Whether there is anything that this member may rule on."""
    mine = Match.objects.filter(seating=Match.Seating.GIVEN, created_by=member)
    return member.is_staff or mine.exists()


def _looked_after(match: str, member: Member) -> Q:
    if member.is_staff:
        return Q()
    return Q(**{f"{match}__seating": Match.Seating.GIVEN, f"{match}__created_by": member})


def _reported(reports: tuple[TalkReport, ...]) -> ReportedMessage:
    message = reports[0].message
    # What others said to one person alone is not for who reads a report of something else.
    pair = (message.member_id, message.only_to_id)
    told = Q(only_to=None) | Q(member__in=pair, only_to__in=pair)
    thread = TableMessage.objects.filter(told, match=message.match_id).select_related("member")
    before = list(thread.filter(pk__lt=message.pk).order_by("-pk")[:AROUND])
    after = list(thread.filter(pk__gt=message.pk).order_by("pk")[:AROUND])
    return ReportedMessage(message, reports, tuple(reversed(before)), tuple(after))
