"""What came of a reply to a mail that offered something."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.letters.letter import Context
from games.letters.yes_or_no import YesOrNoAsked


class OfferAskedAgain(YesOrNoAsked):
    """An offer stands, for neither yes nor no was read: a reply to this mail answers it as well.

    `offer` is the row of the mail that made it, `what` it in words, `unread` what was written."""

    code = "offer-asked-again"
    is_of_member = True
    offer: int
    unread: str = ""

    def paragraphs(self, shown: Context) -> list[str]:
        names = {"what": self.what, "text": self.unread}
        if self.unread:
            told = _(
                "We couldn’t tell whether “%(text)s” was a yes or a no to this, so nothing was "
                "changed: %(what)s."
            )
        else:
            told = _("You haven’t answered this yet: %(what)s.")
        asked = _("Reply “%(yes_word)s” to this mail to accept, or “%(no_word)s” to decline.")
        return [told % names, asked % self.words()]
