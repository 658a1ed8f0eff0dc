"""Why a mail was not taken, in words: what was wrong, what was understood, what would work."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

_WORDS: dict[str, Promise] = {
    "empty-mail": _(
        "We got your mail but found no move in it. Write your move in the first "
        "line, above the quoted text."
    ),
    "order-below-words": _(
        "Something in your mail looks like a move, but it comes after other words. "
        "To be on the safe side we did nothing. Put your moves in the first lines, "
        "one per line, and everything else below them."
    ),
    "order-below-quotation": _(
        "Part of your mail stands below a dividing line, or below quoted text that isn’t "
        "ours, so we can’t tell whether you’ve just written it. To be on the safe side we "
        "did nothing. Put your move in the first line, above everything else."
    ),
    "other-sender": _(
        "A reply for your seat came from a different address, so we ignored it. If "
        "it was you, write from the address we mail you at, or play on the site. If "
        "it wasn’t, somebody has one of your mails: nothing happened, and there’s "
        "nothing you need to do."
    ),
    "too-large": _(
        "Your mail was too large. A move needs one line: send it as plain text, "
        "without pictures or attachments."
    ),
    "too-many": _(
        "We got too many mails from you within an hour, so we didn’t read this one. "
        "Nothing changed. Wait an hour, or play on the site. If a program sent them, "
        "stop it."
    ),
    "unreadable": _(
        "We couldn’t read your mail. Nothing changed. Send your move as plain text "
        "in the first line of a reply, or play on the site."
    ),
    "bad-address": _(
        "We couldn’t match this mail to a game. Nothing changed. Reply to the latest "
        "mail of the game and keep the address as it is, or play on the site."
    ),
    "unknown-sign": _(
        "Your mail names a match that wasn’t in the mail you replied to, so that "
        "part was ignored. Use one of the signs in the mail, such as #abc1234."
    ),
    "which-match": _(
        "Several matches are waiting for you, and we couldn’t tell which one you "
        "meant. Nothing changed. Start the line with the match’s sign, such as "
        "#abc1234, then your move."
    ),
    "nothing-waits": _(
        "You’ve already moved in every match that mail asked about. To change a "
        "move, start the line with the match’s sign, such as #abc1234."
    ),
    "phase-closed": _(
        "Too late: that turn had already closed. Nothing changed. Here is how things stand now."
    ),
    "too-late": _(
        "Your move arrived after the deadline, so it wasn’t accepted. What counts is "
        "when the mail reached our server."
    ),
    "newer-order": _("You sent another move after this mail. We kept the later one."),
    "not-awaited": _("It’s not your turn, so nothing changed. We’ll mail you when it is."),
    "match-over": _("The match is over – nothing more to do."),
    "match-parked": _(
        "The match is on hold after a fault on our side, so your move wasn’t "
        "accepted. No deadline is running. We’ll mail you when play resumes."
    ),
    "not-running": _("The match hasn’t started yet, so your move wasn’t accepted."),
    "round-over": _(
        "That move was to be repeated until a round that is already over, so nothing "
        "was accepted. Name this round or a later one: “each time, until round 5:”."
    ),
    "seat-given-up": _("You gave up your seat in this match, so your move wasn’t accepted."),
}

CODES = frozenset(_WORDS)


def refusal_words(code: str) -> str:
    """The sentence for a code of the services or of the mail itself, in the active language."""
    words = _WORDS.get(code)
    return str(words) if words is not None else gettext("Your move wasn’t accepted.")
