"""What came of asking how a match stands: its deadline, its points."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from games.common.date_words import moment
from games.letters.command_outcomes import CommandOutcome, say
from games.letters.letter import Context, MailScene


class DeadlineShown(CommandOutcome):
    """Until when the open decision waits."""

    code = "deadline"
    asks_again = True
    deadline: str = ""
    is_asked: bool = False
    is_next: bool = False
    """Whether the turn has gone on since it was asked, in the same mail."""

    def paragraphs(self, shown: Context) -> list[str]:
        if self.is_next and not self.is_asked:
            return [_("It’s not your turn just now. We’ll mail you when it is.")]
        if not self.deadline:
            return [_("Nothing has to be decided by a certain time just now.")]
        until = _local(self.deadline)
        if self.is_next:
            return [_("For your next move you have until %(deadline)s.") % {"deadline": until}]
        if self.is_asked:
            return [_("You have until %(deadline)s.") % {"deadline": until}]
        others = _("We are waiting for others, until %(deadline)s at the latest.")
        return [others % {"deadline": until}]


class MoveTold(CommandOutcome):
    """The order that stands for this turn, if one does, or else the last that was played."""

    code = "move"
    asks_again = True
    text: str = ""
    received_at: str = ""
    deadline: str = ""
    played: str = ""
    is_asked: bool = False

    def shows(self, scene: MailScene) -> Context:
        return {
            "own_move": scene.order_shown(self.text),
            "last_move": scene.order_shown(self.played),
        }

    def paragraphs(self, shown: Context) -> list[str]:
        if self.text:
            return self._standing(str(shown.get("own_move", self.text)))
        played = _("Your last move has been played: %(move)s.")
        asked = _("You haven’t moved this turn yet.")
        idle = _("It’s not your turn just now. We’ll mail you when it is.")
        return [
            asked if self.is_asked else idle,
            played % {"move": shown.get("last_move", self.played)} if self.played else "",
        ]

    def _standing(self, move: str) -> list[str]:
        until = _("You can change it until %(deadline)s: just reply with another move.")
        return [
            _("Your move stands: %(move)s.") % {"move": move},
            _("It arrived on %(moment)s.") % {"moment": _local(self.received_at)}
            if self.received_at
            else "",
            until % {"deadline": _local(self.deadline)} if self.deadline else "",
            _("To take it back, reply “%(withdraw)s”.") % {"withdraw": say("withdraw")},
        ]


class StandingsShown(CommandOutcome):
    """The points so far, with the table that they stand on."""

    code = "standings"
    asks_again = True

    def shows(self, scene: MailScene) -> Context:
        table = scene.situation.table if scene.situation is not None else None
        return scene.position() if table is not None and table.view is not None else {}

    def paragraphs(self, shown: Context) -> list[str]:
        return [_("Here is how things stand, with everybody’s points.")]


def _local(written: str) -> str:
    return moment(timezone.localtime(datetime.fromisoformat(written)))
