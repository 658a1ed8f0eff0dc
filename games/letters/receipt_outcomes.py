"""What came of a command about receipts."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.letters.command_outcomes import CommandOutcome, say
from games.letters.letter import Context


class ReceiptsOff(CommandOutcome):
    """Plain receipts are no longer sent."""

    code = "receipts-off"

    def paragraphs(self, shown: Context) -> list[str]:
        return [
            _("You won’t get a receipt for each move any more, only if we read it differently."),
            _('To get them again, reply "%(on)s".') % {"on": say("receipts-on")},
        ]


class ReceiptsOn(CommandOutcome):
    """Every move sent by mail has a receipt again."""

    code = "receipts-on"

    def paragraphs(self, shown: Context) -> list[str]:
        return [_("You’ll get a receipt for each move you send by mail.")]
