"""Why something was not said at a table, in words."""

from __future__ import annotations

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.common.date_words import moment
from games.common.errors import MatchError

TALK_WORDS = {
    "talk-empty": _("There was nothing to say in it."),
    "talk-too-long": _("Say it in at most %(most)s characters."),
    "talk-off": _("There is no talk at this table."),
    "talk-over": _("Players talk from the first deal until 30 days after the end."),
    "talk-opted-out": _(
        "You have chosen to have no table talk. Your profile, or the match's page, turns it on."
    ),
    "talk-silenced": _("You can say nothing at this table until %(until)s."),
    "talk-like-order": _(
        "That reads like an order, so it was not passed on, and nothing was ordered. Say it in "
        "other words, or give it as an order."
    ),
    "talk-while-asked": _(
        "Your reply speaks of the game while a decision awaits you. In case it was meant as an "
        "order, it was not passed on, and nothing was ordered. To say it all the same, begin the "
        "line with “%(to_all)s:”."
    ),
    "quota-talk": _(
        "You have said a lot lately (%(most)s times). You can go on from %(again_at)s."
    ),
    "quota-report": _(
        "You have reported %(most)s messages lately. You can report the next from %(again_at)s."
    ),
    "unknown-talk-level": _("Choose one of the offered answers for table talk."),
    "no-message": _("There is no such message any more."),
    "not-moderator": _("Only the organiser or an operator can do this."),
    "bad-silence": _("Choose how long the silence lasts."),
}


def talk_refusal(error: MatchError) -> str:
    """The error in words of the active language and zone."""
    params = dict(error.params)
    if "until" in params:
        params["until"] = moment(localtime(params["until"]))
    if "again_at" in params:
        params["again_at"] = date_format(localtime(params["again_at"]), gettext("H:i e"))
    words = TALK_WORDS.get(error.code)
    return str(words) % params if words is not None else gettext("It was not passed on.")
