"""Why a mail was not taken, in words: what was wrong, what was understood, what would work."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

_WORDS: dict[str, Promise] = {
    "empty-mail": _(
        "Your mail came, but no order was found in it. Write the order in the first line, above "
        "everything that your mail program quotes."
    ),
    "order-below-words": _(
        "Your mail has something that looks like an order below other words. So that nothing is "
        "done that you did not mean, nothing was done: put the orders in the first lines, one a "
        "line, and anything else below them."
    ),
    "other-sender": _(
        "An answer for your seat came from another address than yours, and was not taken. If it "
        "was you, write from the address that this mail went to, or answer on the site. If it was "
        "not, somebody has one of your mails: nothing was done, and you need do nothing."
    ),
    "too-large": _(
        "Your mail was too large to be read. An order needs one line: send it as plain text, "
        "without pictures and attachments."
    ),
    "too-many": _(
        "Very many mails came for you within an hour, so that this one was not read. Nothing was "
        "changed. Wait an hour, or answer on the site; if a program of yours wrote them, stop it."
    ),
    "unreadable": _(
        "Your mail could not be read, and nothing was changed. Send the order as plain text in the "
        "first line of a reply, or answer on the site."
    ),
    "bad-address": _(
        "Your mail went to an address that does not stand for a decision of yours: it was typed "
        "anew, cut, or belongs to a table that is gone. Nothing was changed. Reply to the newest "
        "mail about your match and leave the address as your mail program fills it in, or answer "
        "on the site."
    ),
    "unknown-sign": _(
        "Your mail names a match that is not in the digest that you answered. Nothing was done "
        "about it: look at the signs in the mail, as in #abc1234, and write one of those."
    ),
    "which-match": _(
        "Your mail does not say which match it is about, and several wait for you. Nothing was "
        "done about it: begin the line with the match's sign, as in #abc1234, then the order."
    ),
    "nothing-waits": _(
        "Nothing of what the digest asked is still open without an order of yours. To change an "
        "order, begin the line with the match's sign, as in #abc1234."
    ),
    "phase-closed": _(
        "Your order came for a decision that is closed by now, and was not taken. How things "
        "stand is written below."
    ),
    "too-late": _(
        "Your order came after the deadline of its decision, and was not taken. What counts is "
        "when the mail reached this server."
    ),
    "newer-order": _(
        "You gave another order after this mail had come in. The later one stands, and the one in "
        "this mail was left aside."
    ),
    "not-awaited": _(
        "Nothing is asked of you at the moment, so the order was not taken. A mail comes as soon "
        "as a decision awaits you."
    ),
    "match-over": _("The match is over, so the order was not taken."),
    "match-parked": _(
        "The match stands still after a fault on our side, so the order was not taken. No deadline "
        "runs meanwhile; a mail comes when play goes on."
    ),
    "not-running": _("The match has not begun yet, so the order was not taken."),
    "round-over": _(
        "Your mail repeats an order until a round that is over, so nothing of it was taken. Name "
        "this round or a later one, as in “each time, until round 5:”."
    ),
    "seat-given-up": _("You have given up your seat in this match, so the order was not taken."),
}

CODES = frozenset(_WORDS)


def refusal_words(code: str) -> str:
    """The sentence for a code of the services or of the mail itself, in the active language."""
    words = _WORDS.get(code)
    return str(words) if words is not None else gettext("Your order was not taken.")
