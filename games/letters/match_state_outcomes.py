"""What came of asking how a match stands: its deadline, its points."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from games.common.date_words import moment
from games.letters.command_outcomes import CommandOutcome
from games.letters.letter import Context, MailScene


class DeadlineShown(CommandOutcome):
    """Until when the open decision waits."""

    code = "deadline"
    asks_again = True
    deadline: str = ""
    is_asked: bool = False

    def paragraphs(self, shown: Context) -> list[str]:
        if not self.deadline:
            return [_("Nothing has to be decided by a certain time just now.")]
        until = moment(timezone.localtime(datetime.fromisoformat(self.deadline)))
        if self.is_asked:
            return [_("You have until %(deadline)s.") % {"deadline": until}]
        others = _("We are waiting for others, until %(deadline)s at the latest.")
        return [others % {"deadline": until}]


class StandingsShown(CommandOutcome):
    """The points so far, with the table that they stand on."""

    code = "standings"
    asks_again = True

    def shows(self, scene: MailScene) -> Context:
        table = scene.situation.table if scene.situation is not None else None
        return scene.position() if table is not None and table.view is not None else {}

    def paragraphs(self, shown: Context) -> list[str]:
        return [_("Here is how things stand, with everybody’s points.")]
