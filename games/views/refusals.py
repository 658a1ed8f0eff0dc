"""What a service refuses, in words: what was wrong and what would work."""

from __future__ import annotations

from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext_lazy as _

from games.presentation import presentation_for
from games.rules.protocol import SetupError
from games.rules.registry import GAMES
from games.services.errors import RefusalError

WORDS = {
    # Making a match.
    "unknown-game": _("This service has no game called “%(game)s”."),
    "bad-clock": _("Choose a time for a decision between 5 minutes and 30 days."),
    "too-many-open": _(
        "You have %(most)s matches waiting for players already. Start or cancel one first."
    ),
    "full": _("All seats of this match are taken. The lobby lists others with free seats."),
    "not-open": _("This match has started or was cancelled: its seats can no longer be changed."),
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
    "too-many-bots": _("One seat is yours: choose fewer bots than players."),
}


def refusal(error: RefusalError, game: str = "") -> str:
    """The error in words of the active language. What a game's rules refuse, the game words."""
    params: dict[str, Any] = dict(error.params)
    if error.code == "bad-setup":
        code = params.pop("reason")
        return presentation_for(game or next(iter(GAMES))).error(SetupError(code, **params))
    if "deadline_at" in params:
        params["deadline_at"] = date_format(localtime(params["deadline_at"]), "H:i e")
    return str(WORDS[error.code]) % params
