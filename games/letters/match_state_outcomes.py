"""What came of asking how a match stands: its deadline, its points, the reader's move. Each is told
as it is when the mail goes out, which may be later than it was asked."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from games import selectors
from games.common.date_words import moment
from games.letters.command_outcomes import CommandOutcome, say
from games.letters.letter import Context, MailScene


class DeadlineShown(CommandOutcome):
    """Until when the open decision waits."""

    code = "deadline"
    asks_again = True
    is_next: bool = False
    """Whether the turn has gone on since it was asked, in the same mail."""

    def shows(self, scene: MailScene) -> Context:
        return _told(scene)

    def paragraphs(self, shown: Context) -> list[str]:
        if self.is_next and not shown.get("is_asked"):
            return [_("It’s not your turn just now. We’ll mail you when it is.")]
        if not shown.get("until"):
            return [_("Nothing has to be decided by a certain time just now.")]
        until = {"deadline": shown["until"]}
        if self.is_next:
            return [_("For your next move you have until %(deadline)s.") % until]
        if shown.get("is_asked"):
            return [_("You have until %(deadline)s.") % until]
        return [_("We are waiting for others, until %(deadline)s at the latest.") % until]


class MoveTold(CommandOutcome):
    """The order that stands for this turn, if one does, or else the last that was played."""

    code = "move"
    asks_again = True

    def shows(self, scene: MailScene) -> Context:
        table = scene.situation.table if scene.situation is not None else None
        if table is None:
            return {}
        order = table.own_order if table.decision is not None else None
        last = selectors.last_own_order(table) if order is None else None
        return {
            **_told(scene),
            "own_move": scene.order_shown(order.text) if order is not None else "",
            "arrived": _local(order.received_at) if order is not None else "",
            "last_move": scene.order_shown(last.text) if last is not None else "",
        }

    def paragraphs(self, shown: Context) -> list[str]:
        if shown.get("own_move"):
            return self._standing(shown)
        played = _("Your last move has been played: %(move)s.")
        asked = _("You haven’t moved this turn yet.")
        idle = _("It’s not your turn just now. We’ll mail you when it is.")
        return [
            asked if shown.get("is_asked") else idle,
            played % {"move": shown["last_move"]} if shown.get("last_move") else "",
        ]

    def _standing(self, shown: Context) -> list[str]:
        until = _("You can change it until %(deadline)s: just reply with another move.")
        return [
            _("Your move stands: %(move)s.") % {"move": shown["own_move"]},
            _("It arrived on %(moment)s.") % {"moment": shown["arrived"]},
            until % {"deadline": shown["until"]} if shown.get("until") else "",
            _("To take it back, reply “%(withdraw)s”.") % {"withdraw": say("withdraw")},
        ]


class NoMoveBeside(CommandOutcome):
    """What stood beside something else is no move, and one is still awaited."""

    code = "no-move-beside"
    asks_again = True
    text: str

    def paragraphs(self, shown: Context) -> list[str]:
        unread = _("We read no move in the rest of your mail: “%(text)s”.")
        return [unread % {"text": self.text}, _("You haven’t moved this turn yet.")]


class StandingsShown(CommandOutcome):
    """The points so far, with the table that they stand on."""

    code = "standings"
    asks_again = True

    def shows(self, scene: MailScene) -> Context:
        table = scene.situation.table if scene.situation is not None else None
        return scene.position() if table is not None and table.view is not None else {}

    def paragraphs(self, shown: Context) -> list[str]:
        return [_("Here is how things stand, with everybody’s points.")]


def _told(scene: MailScene) -> Context:
    """Until when the match waits, and whether for the reader."""
    table = scene.situation.table if scene.situation is not None else None
    if table is None:
        return {}
    until = scene.deadline().get("deadline_zoned", "")
    return {"until": until, "is_asked": table.decision is not None}


def _local(at: datetime) -> str:
    return moment(timezone.localtime(at))
