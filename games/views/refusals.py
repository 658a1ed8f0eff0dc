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
    "no-such-member": _("Nobody by that name can be followed."),
    "too-many-followed": _("You already follow %(most)s people. Unfollow somebody first."),
    "too-many-watched": _("You’re already watching %(most)s matches. Stop watching one first."),
    "quota-follow": _(
        "You’ve followed a lot of people lately. You can follow more from %(again_at)s."
    ),
    # Making a match.
    "unknown-game": _("We have no game called “%(game)s”."),
    "game-paused": _("This game takes no new matches for now; running ones continue. %(words)s"),
    "bad-clock": _("Choose a time per turn between 5 minutes and 30 days."),
    "too-many-open": _(
        "You already have %(most)s matches waiting for players. Start one or call it off first."
    ),
    "full": _("This match is full. The lobby lists others with free seats."),
    "not-open": _("This match has started or was called off, so its seats can’t change."),
    "not-finished": _("This match is still running. You can ask for a rematch when it’s over."),
    "already-in": _("You already have a seat in this match."),
    "no-bot-accounts": _("Bot accounts can’t take this seat."),
    "bot-while-playing": _(
        "Finish or leave your matches first: your opponents sat down to play against a person."
    ),
    "not-invited": _("This match is private. Ask one of its players for an invitation."),
    "not-host": _("Only the host can do this."),
    "not-in": _("Only players of this match can do this."),
    "host-leaves": _("You’re the host: call the match off instead of leaving."),
    "unknown-mail-level": _("Choose one of the options offered."),
    "unknown-bot": _("There is no bot called “%(bot)s”."),
    "bad-address": _("“%(address)s” isn’t an email address. Nobody was invited."),
    "too-many-invitations": _("A match can have %(most)s invitations. Share its link instead."),
    "no-invitation": _("This invitation was used or withdrawn."),
    "already-resigned": _("You gave up this seat for good; a bot is playing it."),
    "not-running": _("This match isn’t running."),
    # Private notes.
    "note-too-long": _("Notes can have %(most)s characters at most. Nothing was saved."),
    "too-many-notes": _("You have %(most)s notes, which is the limit. Delete one first."),
    "note-about-yourself": _("You can’t write a note about yourself."),
    # Giving an order.
    "match-over": _("The match is over – nothing more to do."),
    "match-parked": _(
        "The match is on hold after a fault on our side. No deadline is running; try again later."
    ),
    "phase-closed": _("Too late: that turn has closed. Look at what’s happening now."),
    "not-awaited": _("It’s not your turn. We’ll let you know when it is."),
    "too-late": _("The deadline passed at %(deadline_at)s. This turn is about to close."),
    "seat-given-up": _("You gave up this seat for good; a bot is playing it."),
    "newer-order": _("You’ve made another move since, and that one counts."),
    "no-order-yet": _("You haven’t moved yet: move first, then say that you’re done."),
    "no-order": _("You haven’t moved this turn, so there was nothing to take back."),
    "answers-now": _("That’s a move for this turn. Send it as your move instead."),
    "orders-moved": _("Your standing orders have changed in the meantime. Here they are now."),
    "no-later": _("Choose a move first."),
    "too-many-later": _("You can keep %(most)s standing orders at most. Remove one first."),
    "round-over": _("Round %(until)s is over: this is round %(round)s."),
    # Terms about time.
    "bad-deadline": _("Deadlines must be in the future."),
    "bad-bank": _("A time bank can hold up to %(most)s days."),
    "bad-misses": _("A bot takes over after 1 to %(most)s missed deadlines."),
    "bad-forced": _("Choose when an only legal move is played."),
    "bad-reveal": _("Choose when moves are revealed, with 1 minute to 2 days."),
    # Seats that were left.
    "seat-not-open": _("This seat isn’t free: somebody took it, or its player came back."),
    "seat-returned": _("The player has just come back and keeps the seat."),
    "seat-taken": _("Somebody else has taken over this seat."),
    # Days away.
    "absence-backwards": _("The last day is before the first."),
    "absence-past": _("These days are in the past."),
    "absence-too-long": _("An absence can last %(most)s days. Announce the rest later."),
    "absence-too-far": _("An absence must start within %(most)s days."),
    "too-many-absences": _("You’ve already announced %(most)s absences. Remove one first."),
    "no-absence": _("That absence no longer exists."),
    "too-many-bots": _("One seat is yours: choose fewer bots."),
    # Quotas.
    "quota-request": _(
        "You’ve asked for a lot by mail lately. You can ask again from %(again_at)s."
    ),
    "link-in-title": _(
        "Titles can’t contain web or email addresses. Put a space after each dot or rephrase."
    ),
    "quota-match": _(
        "You’ve created %(most)s matches lately, which is the limit. You can create "
        "the next one from %(again_at)s."
    ),
    "quota-guest-match": _(
        "Without an account you can start %(most)s matches a day. Join for free and "
        "play on; your matches come with you."
    ),
    "too-many-guests": _(
        "Too many people are practising without an account right now. Join for free, "
        "or try again later."
    ),
    "quota-invitation": _(
        "You can invite %(most)s addresses for now, and this would be more. Try "
        "again from %(again_at)s, or share the match’s link. Nobody was invited."
    ),
    "quota-addressee": _(
        "You’ve written to %(address)s %(most)s times lately. Try again from "
        "%(again_at)s, or share the match’s link. Nobody was invited."
    ),
    "quota-seat": _(
        "You’ve taken over %(most)s seats lately. You can take the next one from %(again_at)s."
    ),
    "quota-address-test": _(
        "You’ve had %(most)s test mails lately. You can have the next one from %(again_at)s."
    ),
    "quota-channel": _(
        "You’ve changed your notifications %(most)s times lately. You can do so "
        "again from %(again_at)s."
    ),
    "quota-channel-test": _(
        "You’ve sent %(most)s tests lately. You can send the next one from %(again_at)s."
    ),
    # Browsers, chats and programs that are told.
    "bad-channel-host": _(
        "This service can't post there: it posts to public addresses that begin with https://."
    ),
    "bad-channel-events": _("Choose from these events: %(offered)s."),
    "too-many-channels": _("You already have %(most)s of this kind. Remove one first."),
    "no-secret": _("Only a program's webhook has a secret."),
    "quota-export": _(
        "You’ve downloaded your data %(most)s times lately. You can do so again from %(again_at)s."
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
