"""Letters about one match: what is asked, and news of it."""

from __future__ import annotations

from typing import ClassVar

from django.utils.translation import gettext as _

from games.letters.letter import Context, Kind, Letter, Level, MailScene, is_wanted
from games.letters.outbox_prefetch import Prefetched
from games.letters.talk import TALK_PHASE
from games.models import Match, Member, OutboundMail

Status = Match.Status


class QuestionLetter(Letter):
    """Asks for the decision of a player while it is open and no order is in."""

    answered_by_order = True
    tells_next = True

    def is_moot(self, row: OutboundMail, known: Prefetched) -> bool:
        match, player = row.match, row.player
        if match is None or player is None or player.bot or player.resigned_at is not None:
            return True
        if match.status != Status.RUNNING or match.phase_number != row.phase_number:
            return True
        return known.situations.has_ordered(player.pk) or not is_wanted(self, row)

    def context(self, scene: MailScene) -> Context | None:
        situation = scene.situation
        if situation is None or situation.phase_number != scene.row.phase_number:
            return None
        if situation.table.decision is None or situation.table.own_order is not None:
            return None
        return scene.position() | scene.question()


class DecisionLetter(QuestionLetter):
    """A decision awaits the player."""

    kind = Kind.DECISION
    may_be_collected = True

    @classmethod
    def is_wanted_by(cls, member: Member, level: str) -> bool:
        return level in {Level.EVERY_DECISION, Level.DAILY}


class ReminderLetter(QuestionLetter):
    """The deadline is near. One that has moved is told by a row of its own."""

    kind = Kind.REMINDER
    deadline: str | None = None

    def is_moot(self, row: OutboundMail, known: Prefetched) -> bool:
        match = row.match
        if super().is_moot(row, known) or match is None or match.deadline_at is None:
            return True
        is_other = self.deadline not in {None, match.deadline_at.isoformat()}
        return is_other or match.deadline_at <= known.now

    def context(self, scene: MailScene) -> Context | None:
        shown = super().context(scene)
        if shown is None:
            return None
        # The first sentences say until when, and what comes then.
        left, recap = scene.misses_words(), shown["recap"]
        assert isinstance(recap, list)
        told = [line for line in recap if line != left]
        first = {"silence_words": scene.silence_words(), "misses_words": left}
        return shown | first | {"until": "", "recap": told}


class NewsLetter(Letter):
    """What has become of a match, worth telling while that is so."""

    status: ClassVar[Match.Status]

    def is_moot(self, row: OutboundMail, known: Prefetched) -> bool:
        is_other = row.match is None or row.match.status != self.status
        return is_other or not is_wanted(self, row)

    def context(self, scene: MailScene) -> Context | None:
        return {} if scene.row.match is not None else None


class StartedLetter(NewsLetter):
    """The match has begun, unless the first decision's mail tells that: one is enough."""

    kind = Kind.STARTED
    status = Status.RUNNING
    is_news = True
    may_be_collected = True

    def is_moot(self, row: OutboundMail, known: Prefetched) -> bool:
        return super().is_moot(row, known) or known.is_asked(row)

    def context(self, scene: MailScene) -> Context | None:
        shown = super().context(scene)
        return shown if shown is None or scene.situation is None else scene.position()

    def headline(self, scene: MailScene) -> str:
        return _("The match has started.")


class FinishedLetter(NewsLetter):
    """The match is over: how, and with which scores."""

    kind = Kind.FINISHED
    status = Status.FINISHED
    is_news = True
    may_be_collected = True
    answered_by_order = True

    def context(self, scene: MailScene) -> Context | None:
        if scene.situation is None:
            return None
        table = scene.situation.table
        others = [one for one in table.players if one.member_id and one.seat != table.seat]
        is_heard = bool(others) and table.match.has_talk
        return scene.position() | scene.ending() | {"is_heard": is_heard}

    def answered_phase(self, scene: MailScene) -> int | None:
        return TALK_PHASE

    def headline(self, scene: MailScene) -> str:
        return scene.outcome_words()


class ParkedLetter(NewsLetter):
    """The match stands still after a fault."""

    kind = Kind.PARKED
    status = Status.PARKED


class CancelledLetter(NewsLetter):
    """The host, or the operator, has called the match off."""

    kind = Kind.CANCELLED
    status = Status.CANCELLED
    may_be_collected = True
    by: str = ""
    reason: str = ""

    def context(self, scene: MailScene) -> Context | None:
        shown = super().context(scene)
        return shown if shown is None else {"by": self.by, "reason": self.reason}

    def headline(self, scene: MailScene) -> str:
        return _("The match was called off.")


class SeatTakenLetter(NewsLetter):
    """A substitute sat down: told to the others."""

    kind = Kind.SEAT_TAKEN
    status = Status.RUNNING
    is_news = True
    may_be_collected = True
    by: str = ""
    former: str = ""

    def context(self, scene: MailScene) -> Context | None:
        shown = super().context(scene)
        return shown if shown is None else {"by": self.by, "former": self.former}

    def headline(self, scene: MailScene) -> str:
        names = {"by": self.by, "former": self.former}
        return _("%(by)s has taken over the seat of %(former)s.") % names


class SeatLeftLetter(NewsLetter):
    """A bot plays from now on for somebody who gave up or missed too often: told to the others."""

    kind = Kind.SEAT_LEFT
    status = Status.RUNNING
    is_news = True
    may_be_collected = True
    name_of: str = ""
    is_for_good: bool = False

    def context(self, scene: MailScene) -> Context | None:
        shown = super().context(scene)
        return shown if shown is None else {"words": self._words()}

    def headline(self, scene: MailScene) -> str:
        return self._words()

    def _words(self) -> str:
        if self.is_for_good:
            return _(
                "%(name)s has given up their seat. A bot plays on there, and %(name)s comes behind "
                "everyone who stays."
            ) % {"name": self.name_of}
        return _(
            "%(name)s missed several deadlines in a row. A bot plays for them until they are back."
        ) % {"name": self.name_of}


class MissedLetter(Letter):
    """A deadline passed without a move of the player's, who is not asked again at once: what was
    played for them, and what is left."""

    kind = Kind.MISSED
    answered_by_order = True
    may_be_collected = True

    def is_moot(self, row: OutboundMail, known: Prefetched) -> bool:
        player, match = row.player, row.match
        if player is None or match is None or match.status != Status.RUNNING or player.bot:
            # A bot's sitting down is told by a mail of its own.
            return True
        return known.is_told_later(row) or not is_wanted(self, row)

    def context(self, scene: MailScene) -> Context | None:
        lines = self._lines(scene)
        return {"decided": lines} if lines else None

    def headline(self, scene: MailScene) -> str:
        return " ".join(self._lines(scene))

    def _lines(self, scene: MailScene) -> list[str]:
        return scene.deciders()["decided"] if scene.situation is not None else []

    def answered_phase(self, scene: MailScene) -> int | None:
        return scene.situation.phase_number if scene.situation is not None else None


class SeatKeptLetter(Letter):
    """A bot keeps the seat of who missed too often, until they order again."""

    kind = Kind.SEAT_KEPT
    answered_by_order = True
    bot: str = ""

    def is_moot(self, row: OutboundMail, known: Prefetched) -> bool:
        player = row.player
        if player is None or not player.bot or player.ordered_phase >= (row.phase_number or 0):
            # Who has ordered since is back when the phase closes, and knows it.
            return True
        return not is_wanted(self, row)

    def context(self, scene: MailScene) -> Context | None:
        situation = scene.situation
        if situation is None:
            return None
        shown: Context = dict(scene.deciders())
        return shown | scene.question() if situation.table.decision is not None else shown

    def answered_phase(self, scene: MailScene) -> int | None:
        return scene.situation.phase_number if scene.situation is not None else None
