"""The words of answers to commands: what happened, and what comes next.

A code and its parameters are stored with the outbox row; they become words when it is sent, in the
member's language and zone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date, datetime
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.composing.contexts import moment
from games.replies.command_words import taught_word

Params = Mapping[str, Any]


class Taught(NamedTuple):
    """A command as a mail teaches it."""

    spoken: str
    explanation: str


def told(code: str, params: Params) -> list[str]:
    """The paragraphs for this code, in the active language. Raises KeyError for another code."""
    return [paragraph for paragraph in _WORDS[code](params) if paragraph]


def _language() -> str:
    return (get_language() or "en").partition("-")[0]


def _say(name: str) -> str:
    return taught_word(name, _language())


def _day(written: object) -> str:
    return date_format(date.fromisoformat(str(written)), _("l j F Y"))


def _moment(written: object) -> str:
    return moment(timezone.localtime(datetime.fromisoformat(str(written))))


def taught_commands() -> list[Taught]:
    """Every command with what it does, in the active language."""
    until = _("until 5 Dec")
    yes = taught_word("yes", _language(), "words")
    return [
        Taught(_say("show"), _("the table again, and what is asked")),
        Taught(_say("hand"), _("your cards")),
        Taught(_say("log"), _("what happened in the last round; with a number, in that round")),
        Taught(_say("withdraw"), _("take your sealed order back")),
        Taught(_say("done"), _("you will not change your order: nobody need wait for you")),
        Taught(_say("wait"), _("hold this decision open until its deadline")),
        Taught(f"{_say('absent')} {until}", _("you are away; tables that rest for it do")),
        Taught(_say("back"), _("you are no longer away")),
        Taught(_say("resign"), _("give your seat up; you are asked first")),
        Taught(f"{_say('resign')} {yes}", _("the answer when you are asked")),
        Taught(_say("help"), _("this explanation")),
    ]


def _help(_params: Params) -> list[str]:
    return [
        _(
            "This is how it works: reply with one order in the first line. Upper and lower case "
            "are the same, and your signature and the quoted mail below do not matter. A new "
            "answer replaces the one before until the decision closes."
        ),
        _(
            "Several lines are several steps: the first answers the decision that is open, the "
            'others wait for your next ones of the round; "or" between two orders means the first '
            'that is possible. The word "end" in a line of its own stops the reading.'
        ),
    ]


def _show(_params: Params) -> list[str]:
    return [_("Here is the table as it stands.")]


def _hand(params: Params) -> list[str]:
    if params.get("cards"):
        return [_("Here are your cards.")]
    return [_("You hold no cards that you may see at the moment.")]


def _log(params: Params) -> list[str]:
    number = params.get("round")
    if not params.get("lines"):
        if number is None:
            return [_("Nothing has happened yet.")]
        return [_("Nothing is known of round %(number)s.") % {"number": number}]
    if number is not None:
        return [_("This happened in round %(number)s.") % {"number": number}]
    if params.get("whole"):
        return [_("This happened since the match began.")]
    return [_("This happened in the last round and since.")]


def _withdrawn(params: Params) -> list[str]:
    deadline = params.get("deadline")
    return [
        _("Your order is taken back. Nothing of yours is sealed for this decision now."),
        _("Its later steps went with it.") if params.get("steps") else "",
        _("You are asked again, until %(deadline)s. What is asked stands below.")
        % {"deadline": _moment(deadline)}
        if deadline
        else "",
    ]


def _no_order(_params: Params) -> list[str]:
    return [
        _("There is no order of yours in the open decision, so nothing could be taken back."),
    ]


def _not_withdrawn(_params: Params) -> list[str]:
    return [
        _(
            "Your order could not be taken back: its decision has closed, or the match does not "
            "run. Nothing was changed."
        )
    ]


def _resign_asked(params: Params) -> list[str]:
    answer = f"{_say('resign')} {taught_word('yes', _language(), 'words')}"
    return [
        _("You asked to give up your seat in this match. Nothing has changed yet."),
        _(
            "If you mean it, reply by %(until)s with these words in the first line: “%(answer)s”. "
            "Then a bot plays on in your seat so that the others can finish, and you cannot come "
            "back."
        )
        % {"until": _moment(params["until"]), "answer": answer},
        _("If you do not, there is nothing to do: your seat is yours."),
    ]


def _resigned(_params: Params) -> list[str]:
    return [
        _(
            "You have given up your seat. A bot plays on in it, and no more questions about this "
            "match come to you. A mail tells you how it ends."
        )
    ]


def _already_resigned(_params: Params) -> list[str]:
    return [_("You have given up this seat for good; a bot plays it.")]


def _not_running(_params: Params) -> list[str]:
    return [_("This match is not running, so there is no seat to give up.")]


def _absent(params: Params) -> list[str]:
    first, last = params["first"], params["last"]
    days = (
        _("You are announced as away on %(day)s, that day included.") % {"day": _day(first)}
        if first == last
        else _("You are announced as away from %(first)s to %(last)s, both days included.")
        % {"first": _day(first), "last": _day(last)}
    )
    return [
        days,
        _(
            "Where a table rests for absences, deadlines keep clear of these days, as far as its "
            "terms allow. Elsewhere they run on: give standing orders for what may be asked."
        ),
        _('To take it back, reply "%(back)s".') % {"back": _say("back")},
    ]


def _back(params: Params) -> list[str]:
    if not params.get("number"):
        return [_("You were not announced as away, so nothing has changed.")]
    return [
        _("Welcome back. You are no longer announced as away."),
        _("Deadlines that were moved for you stay where they are; the next ones count you in."),
    ]


def _dates_missing(_params: Params) -> list[str]:
    return [
        _("You said that you will be away, but not until when. Nothing was changed."),
        _example(),
    ]


def _dates_unclear(params: Params) -> list[str]:
    return [
        _("The days were not understood: “%(text)s”. Nothing was changed.")
        % {"text": params.get("text", "")},
        _example(),
    ]


def _dates_past(params: Params) -> list[str]:
    return [
        _("%(day)s is over. Nothing was changed.") % {"day": _day(params["last"])},
        _example(),
    ]


def _dates_backwards(params: Params) -> list[str]:
    return [
        _("%(last)s comes before %(first)s. Nothing was changed.")
        % {"first": _day(params["first"]), "last": _day(params["last"])},
        _example(),
    ]


def _dates_too_far(params: Params) -> list[str]:
    return [
        _(
            "%(day)s is more than %(most)s days ahead, and an absence can be announced for no "
            "longer. Nothing was changed."
        )
        % {"day": _day(params["last"]), "most": params["most"]},
        _("If you cannot play for so long, give your seats up or find somebody who takes them."),
    ]


def _too_many_absences(_params: Params) -> list[str]:
    return [_("You have announced many absences already. Take one back on your profile first.")]


def _example() -> str:
    absent, until, days = _say("absent"), _("until 5 Dec"), _("3-10 Dec")
    return _("These would work: “%(one)s”, or “%(two)s”.") % {
        "one": f"{absent} {until}",
        "two": f"{absent} {days}",
    }


def _done(params: Params) -> list[str]:
    if params.get("closed"):
        return [_("You are marked as done. It was the last word awaited, and play has gone on.")]
    return [
        _(
            "You are marked as done: nobody need wait for you to change your mind. You can still "
            "change your order as long as the decision is open."
        )
    ]


def _wait(_params: Params) -> list[str]:
    return [
        _(
            "This decision stays open until its deadline, even if all orders come in before. "
            'Reply "%(done)s" to let it close.'
        )
        % {"done": _say("done")}
    ]


def _readiness_refused(_params: Params) -> list[str]:
    return [
        _(
            "There is nothing of yours here to be done with or to wait for: no decision of yours "
            "is open, or no order of yours is in. Nothing was changed."
        )
    ]


_WORDS: dict[str, Callable[[Params], list[str]]] = {
    "help": _help,
    "show": _show,
    "hand": _hand,
    "log": _log,
    "withdrawn": _withdrawn,
    "no-order": _no_order,
    "not-withdrawn": _not_withdrawn,
    "resign-asked": _resign_asked,
    "resigned": _resigned,
    "already-resigned": _already_resigned,
    "not-running": _not_running,
    "absent": _absent,
    "back": _back,
    "dates-missing": _dates_missing,
    "dates-unclear": _dates_unclear,
    "dates-past": _dates_past,
    "dates-backwards": _dates_backwards,
    "dates-too-far": _dates_too_far,
    "too-many-absences": _too_many_absences,
    "done": _done,
    "wait": _wait,
    "readiness-refused": _readiness_refused,
}

CODES = frozenset(_WORDS)
