"""What a service refuses, in words: what was wrong and what would work."""

from __future__ import annotations

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.common.errors import RefusalError
from games.composing.talk_refusals import TALK_WORDS
from games.presentation import presentation_for
from games.rules.protocol import SetupError
from games.rules.registry import GAMES
from games.templatetags.site import spelled

WORDS = {
    **TALK_WORDS,
    # Following and watching.
    "no-such-member": _("There is nobody here whom you could follow by that name."),
    "too-many-followed": _("You follow %(most)s people already. Let go of some first."),
    "too-many-watched": _("You watch %(most)s matches already. Let go of some first."),
    "quota-follow": _("You have followed a lot lately. You can go on from %(again_at)s."),
    # Making a match.
    "unknown-game": _("This service has no game called “%(game)s”."),
    "game-paused": _("No new matches of this game begin for now; those that run go on. %(words)s"),
    "bad-clock": _("Choose a time for a decision between 5 minutes and 30 days."),
    "too-many-open": _(
        "You have %(most)s matches waiting for players already. Start or cancel one first."
    ),
    "full": _("All seats of this match are taken. The lobby lists others with free seats."),
    "not-open": _("This match has started or was cancelled: its seats can no longer be changed."),
    "not-finished": _("This match is still being played. A rematch follows its end."),
    "already-in": _("You have a seat in this match already."),
    "not-invited": _("This match is private. Ask one of its players for the invitation link."),
    "not-host": _("Only the one who opened the match can do this."),
    "not-in": _("Only players of this match can do this."),
    "host-leaves": _("You opened this match: cancel it instead of leaving it."),
    "unknown-mail-level": _("Choose one of the offered answers for when to be written to."),
    "unknown-bot": _("There is no bot called “%(bot)s”."),
    "bad-address": _("“%(address)s” is not a mail address. Nobody was invited."),
    "too-many-invitations": _("A match has at most %(most)s invitations. Share its link instead."),
    "no-invitation": _("This invitation is no longer open: it was used or withdrawn."),
    "already-resigned": _("You have given up this seat for good; a bot plays it."),
    "not-running": _("This match is not running."),
    # Private notes.
    "note-too-long": _("A note holds at most %(most)s characters. Nothing was saved."),
    "too-many-notes": _("You have %(most)s notes, as many as are kept. Delete one first."),
    "note-about-yourself": _("Notes are about others."),
    # Giving an order.
    "match-over": _("The match is over: nothing can be ordered any more."),
    "match-parked": _(
        "The match is parked after a fault on our side. No deadline runs; try again later."
    ),
    "phase-closed": _(
        "The decision that you answered has closed. Look at what is asked now and answer that."
    ),
    "not-awaited": _("Nothing is asked of you at the moment. You will be told when it is."),
    "too-late": _("The deadline passed at %(deadline_at)s. The phase is about to close."),
    "seat-given-up": _("You have given up this seat for good; a bot plays it."),
    "newer-order": _("You have given another order since; it stands."),
    "no-order-yet": _("You have given no order yet: give one first, then say that you are done."),
    "no-order": _("There is no order of yours in the open decision, so nothing was taken back."),
    "answers-now": _("That answers the decision that is open now. Give it as your order instead."),
    "orders-moved": _("Your later orders have changed meanwhile. This is how they stand now."),
    "no-later": _("Choose what is to be played first."),
    "too-many-later": _("You can leave at most %(most)s orders for later. Remove one first."),
    "round-over": _("Round %(until)s is over: this is round %(round)s."),
    # Terms about time.
    "bad-deadline": _("A deadline must lie in the future. Choose a later time."),
    "bad-bank": _("A time bank holds between nothing and %(most)s days."),
    "bad-misses": _("A bot keeps the seat after 1 to %(most)s missed deadlines."),
    "bad-forced": _("Choose when an order without an alternative is played."),
    "bad-reveal": _("Choose one of the ways in which orders are opened, with 1 minute to 2 days."),
    # Seats that were left.
    "seat-not-open": _("This seat is not open: it was taken, or its player has come back."),
    "seat-returned": _("Its player has just come back, and keeps the seat."),
    "seat-taken": _("Somebody else has taken this seat over and plays it now."),
    # Days away.
    "absence-backwards": _("The last day comes before the first."),
    "absence-past": _("These days have passed already."),
    "absence-too-long": _("An absence lasts at most %(most)s days. Announce the rest later."),
    "absence-too-far": _("An absence begins within %(most)s days from today."),
    "too-many-absences": _("You have announced %(most)s absences already. Take one back first."),
    "no-absence": _("There is no such absence any more."),
    "too-many-bots": _("One seat is yours: choose fewer bots than players."),
    # Quotas.
    "link-in-title": _(
        "A title holds no web or mail addresses. Leave a space after each dot, or choose other "
        "words."
    ),
    "quota-match": _(
        "You have opened %(most)s matches lately, as many as one person may. You can open the next "
        "one from %(again_at)s."
    ),
    "quota-guest-match": _(
        "Without an account you can begin %(most)s matches a day. Join, it costs nothing, and play "
        "on; what you have begun comes with you."
    ),
    "too-many-guests": _(
        "Too many people practise without an account at the moment. Join, it costs nothing, or try "
        "again later."
    ),
    "quota-invitation": _(
        "For now you may invite %(most)s addresses at most, and these would be more. Try again "
        "from %(again_at)s, or pass the match's link on. Nobody was invited."
    ),
    "quota-addressee": _(
        "You have written to %(address)s %(most)s times lately. You can do so again from "
        "%(again_at)s; until then pass the match's link on. Nobody was invited."
    ),
    "quota-seat": _(
        "You have taken %(most)s seats over lately. You can take the next one from %(again_at)s."
    ),
    "quota-address-test": _(
        "%(most)s test mails have gone to you lately. You can have the next one from %(again_at)s."
    ),
    "quota-channel": _(
        "You have changed where you are told things %(most)s times lately. You can do so again "
        "from %(again_at)s."
    ),
    "quota-channel-test": _(
        "You have sent %(most)s tests lately. You can send the next one from %(again_at)s."
    ),
    # Browsers, chats and programs that are told.
    "bad-channel-host": _(
        "This service can't post there: it posts to public addresses that begin with https://."
    ),
    "bad-channel-events": _("Choose among these events: %(offered)s."),
    "too-many-channels": _("You have %(most)s of this kind already. Remove one first."),
    "no-secret": _("Only a program's webhook has a secret."),
    "quota-export": _(
        "You have taken your data out %(most)s times lately. You can do so again from %(again_at)s."
    ),
}


def refusal(error: RefusalError, game: str = "") -> str:
    """The error in words of the active language. What a game's rules refuse, the game words."""
    params = dict(error.params)
    if error.code == "bad-setup":
        code = params.pop("reason")
        return presentation_for(game or next(iter(GAMES))).error(SetupError(code, **params))
    if "deadline_at" in params:
        params["deadline_at"] = date_format(localtime(params["deadline_at"]), gettext("H:i e"))
    if "until" in params and hasattr(params["until"], "tzinfo"):
        params["until"] = spelled(localtime(params["until"]))
    if "again_at" in params:
        params["again_at"] = spelled(localtime(params["again_at"]))
    return str(WORDS[error.code]) % params
