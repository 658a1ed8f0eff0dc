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
        "That reads like a move, so we didn’t pass it on, and you haven’t moved. Say "
        "it in other words, or send it as your move."
    ),
    "talk-while-asked": _(
        "Your reply talks about the game while it’s your turn. In case you meant it "
        "as a move, we didn’t pass it on, and you haven’t moved. To say it anyway, "
        "start the line with “%(to_all)s:”."
    ),
    "talk-to-nobody": _("There is nobody called %(name)s at this table to say it to."),
    "talk-whispered": _(
        "In a tournament nothing is said to one player alone, so nobody has read it. Start the "
        "line with “to all:” if everyone may."
    ),
    "talk-to-whom": _(
        "Somebody said something to you alone, so we can’t tell who your reply is for, and "
        "nobody has read it. Start the line with “%(to_all)s:”, or with “to” and a name."
    ),
    "quota-talk": _("You’ve sent %(most)s messages lately. You can send more from %(again_at)s."),
    "quota-report": _(
        "You’ve reported %(most)s messages lately. You can report the next one from %(again_at)s."
    ),
    "unknown-talk-level": _("Choose one of the options for table talk."),
    "not-watchable": _("You can only watch other people’s public matches that aren’t over."),
    "no-message": _("That message no longer exists."),
    "not-moderator": _("Only the organiser or an operator can do this."),
    "bad-silence": _("Choose for how long."),
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
