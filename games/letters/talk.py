"""Letters about what is said at tables."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.common.site_links import site_link
from games.letters.letter import Context, Kind, Letter, Level, MailScene, is_wanted
from games.letters.outbox_prefetch import Prefetched
from games.models import Match, Member, OutboundMail, TalkReport

TALK_PHASE = 0
"""The phase that a reply to such a mail is for: none, so that it is read as talk."""


class TalkLetter(Letter):
    """Somebody said something at the table, and no other mail has taken it along.

    A reply is said to the table too.
    """

    kind = Kind.TALK
    may_be_collected = True
    answered_by_order = True

    @classmethod
    def is_wanted_by(cls, member: Member, level: str) -> bool:
        return level in {Level.EVERY_DECISION, Level.DAILY}

    def is_moot(self, row: OutboundMail, known: Prefetched) -> bool:
        player = row.player
        if player is None or player.resigned_at is not None:
            return True
        return not known.talk(player.pk) or not self.is_wanted_by_player(row)

    def is_wanted_by_player(self, row: OutboundMail) -> bool:
        """Whether the member still wants mails of their own about this match."""
        if row.member is None or row.player is None:
            return False
        return self.is_wanted_by(row.member, row.player.wanted_mail)

    def context(self, scene: MailScene) -> Context | None:
        return {"is_talk": True} if scene.talk else None

    def headline(self, scene: MailScene) -> str:
        return _("There’s new table talk.")

    def answered_phase(self, scene: MailScene) -> int | None:
        return TALK_PHASE


class TalkReportLetter(Letter):
    """A player asks an organiser, or the operators, to look at what was said at a table."""

    kind = Kind.REPORT
    report: int = 0

    @classmethod
    def is_wanted_by(cls, member: Member, level: str) -> bool:
        return True

    def is_moot(self, row: OutboundMail, known: Prefetched) -> bool:
        return self._open() is None

    def context(self, scene: MailScene) -> Context | None:
        report = self._open()
        if report is None:
            return None
        return {
            "said_by": report.message.member.name,
            "words": report.message.text,
            "reported_by": report.by.name,
            "reason": report.reason,
            "reports_link": site_link("talk-reports"),
        }

    def _open(self) -> TalkReport | None:
        rows = TalkReport.objects.select_related("message__member", "by")
        return rows.filter(pk=self.report, settled_at=None).first()


class WatchedMatchLetter(Letter):
    """A match that the member watches is over."""

    kind = Kind.WATCHED

    @classmethod
    def is_wanted_by(cls, member: Member, level: str) -> bool:
        return level != Level.NONE

    def is_moot(self, row: OutboundMail, known: Prefetched) -> bool:
        match = row.match
        is_told = match is not None and match.status == Match.Status.FINISHED and match.is_public
        return not is_told or not is_wanted(self, row)

    def context(self, scene: MailScene) -> Context | None:
        match = scene.row.match
        return {"replay_link": site_link("match-replay", code=match.code)} if match else None


class UnpairedLetter(Letter):
    """Nobody has joined a quick match for a while: it can be filled up with bots, or called off."""

    kind = Kind.UNPAIRED

    def is_moot(self, row: OutboundMail, known: Prefetched) -> bool:
        is_open = row.match is not None and row.match.status == Match.Status.OPEN
        return not is_open or not is_wanted(self, row)

    def context(self, scene: MailScene) -> Context | None:
        return {} if scene.row.match is not None else None
