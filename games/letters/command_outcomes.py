"""What came of a command by mail: one class an outcome, with its words.

An outcome's code and fields are kept with the outbox row; they become words when it is sent, in
the member's language and zone.
"""

from __future__ import annotations

from abc import abstractmethod
from datetime import date, datetime
from typing import ClassVar

import msgspec
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.common.abstract_struct import AbstractStruct
from games.common.date_words import moment
from games.letters.letter import Context, MailScene
from games.replies.command_words import taught_word


class CommandOutcome(AbstractStruct, kw_only=True, omit_defaults=True):
    """What came of a command. The fields are what its words need to know."""

    code: ClassVar[str] = ""
    is_refusal: ClassVar[bool] = False
    asks_again: ClassVar[bool] = False
    """Below it stands what is asked now."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        OUTCOMES[cls.code] = cls

    @abstractmethod
    def paragraphs(self, shown: Context) -> list[str]:
        """Its words, in the active language, beside what it shows."""

    def shows(self, scene: MailScene) -> Context:
        """What it shows of the match."""
        return {}

    def taken_back(self) -> list[str]:
        """The orders that it gives back to be written anew."""
        return []

    teaches_commands: ClassVar[bool] = False

    def params(self) -> dict[str, object]:
        """The outcome as a row keeps it."""
        content: dict[str, object] = msgspec.to_builtins(self)
        return content


OUTCOMES: dict[str, type[CommandOutcome]] = {}


def outcome_of(code: str, params: dict[str, object]) -> CommandOutcome:
    """The outcome that a row keeps. Raises LookupError for a code that is none."""
    return msgspec.convert(params, OUTCOMES[code])


def say(name: str, section: str = "") -> str:
    """The word for a command, or within one, that mails in the active language teach."""
    return taught_word(name, (get_language() or "en").partition("-")[0], section)


def _day(day: date) -> str:
    return date_format(day, _("l j F Y"))


def _moment(written: str) -> str:
    return moment(timezone.localtime(datetime.fromisoformat(written)))


def _example() -> str:
    absent, until, days = say("absent"), _("until 5 Dec"), _("3-10 Dec")
    return _("These would work: “%(one)s”, or “%(two)s”.") % {
        "one": f"{absent} {until}",
        "two": f"{absent} {days}",
    }


class HelpGiven(CommandOutcome):
    """How playing by mail works."""

    code = "help"
    asks_again = True
    teaches_commands = True

    def paragraphs(self, shown: Context) -> list[str]:
        return [
            _(
                "This is how it works: reply with one order in the first line. Upper and lower "
                "case are the same, and your signature and the quoted mail below do not matter. A "
                "new answer replaces the one before until the decision closes."
            ),
            _(
                "Several lines are several steps: the first answers the decision that is open, "
                'the others wait for your next ones of the round; "or" between two orders means '
                'the first that is possible. The word "end" in a line of its own stops the '
                "reading."
            ),
        ]


class TableShown(CommandOutcome):
    """The table as it stands."""

    code = "show"
    asks_again = True

    def shows(self, scene: MailScene) -> Context:
        table = scene.situation.table if scene.situation is not None else None
        return scene.position() if table is not None and table.view is not None else {}

    def paragraphs(self, shown: Context) -> list[str]:
        return [_("Here is the table as it stands.")]


class HandShown(CommandOutcome):
    """The player's own cards."""

    code = "hand"
    asks_again = True

    def shows(self, scene: MailScene) -> Context:
        return scene.hand()

    def paragraphs(self, shown: Context) -> list[str]:
        if shown.get("cards"):
            return [_("Here are your cards.")]
        return [_("You hold no cards that you may see at the moment.")]


class LogShown(CommandOutcome):
    """What happened in a round, in the last one, or since the beginning."""

    code = "log"
    round: int | None = None
    whole: bool = False

    def shows(self, scene: MailScene) -> Context:
        return scene.log(self.round, is_whole=self.whole)

    def paragraphs(self, shown: Context) -> list[str]:
        number = self.round
        if not shown.get("log_lines"):
            if number is None:
                return [_("Nothing has happened yet.")]
            return [_("Nothing is known of round %(number)s.") % {"number": number}]
        if number is not None:
            return [_("This happened in round %(number)s.") % {"number": number}]
        if self.whole:
            return [_("This happened since the match began.")]
        return [_("This happened in the last round and since.")]


class OrderTakenBack(CommandOutcome):
    """The sealed order was taken back, and its later steps with it."""

    code = "withdrawn"
    asks_again = True
    text: str = ""
    steps: list[str] = msgspec.field(default_factory=list)
    deadline: str = ""

    def taken_back(self) -> list[str]:
        return [self.text, *self.steps]

    def paragraphs(self, shown: Context) -> list[str]:
        deadline = self.deadline
        return [
            _("Your order is taken back. Nothing of yours is sealed for this decision now."),
            _("Its later steps went with it.") if self.steps else "",
            _("You are asked again, until %(deadline)s. What is asked stands below.")
            % {"deadline": _moment(deadline)}
            if deadline
            else "",
        ]


class NoOrderToTakeBack(CommandOutcome):
    """There was no order to take back."""

    code = "no-order"
    is_refusal = True
    asks_again = True

    def paragraphs(self, shown: Context) -> list[str]:
        return [
            _("There is no order of yours in the open decision, so nothing could be taken back."),
        ]


class OrderNotTakenBack(CommandOutcome):
    """The order could not be taken back any more."""

    code = "not-withdrawn"
    is_refusal = True

    def paragraphs(self, shown: Context) -> list[str]:
        return [
            _(
                "Your order could not be taken back: its decision has closed, or the match does "
                "not run. Nothing was changed."
            )
        ]


class ResignationAsked(CommandOutcome):
    """Giving up a seat needs a second mail, until this moment."""

    code = "resign-asked"
    until: str

    def paragraphs(self, shown: Context) -> list[str]:
        answer = f"{say('resign')} {say('yes', 'words')}"
        return [
            _("You asked to give up your seat in this match. Nothing has changed yet."),
            _(
                "If you mean it, reply by %(until)s with these words in the first line: "
                "“%(answer)s”. Then a bot plays on in your seat so that the others can finish, "
                "and you cannot come back."
            )
            % {"until": _moment(self.until), "answer": answer},
            _("If you do not, there is nothing to do: your seat is yours."),
        ]


class SeatResigned(CommandOutcome):
    """The seat was given up."""

    code = "resigned"

    def paragraphs(self, shown: Context) -> list[str]:
        return [
            _(
                "You have given up your seat. A bot plays on in it, and no more questions about "
                "this match come to you. A mail tells you how it ends."
            )
        ]


class SeatAlreadyResigned(CommandOutcome):
    """The seat was given up before."""

    code = "already-resigned"
    is_refusal = True

    def paragraphs(self, shown: Context) -> list[str]:
        return [_("You have given up this seat for good; a bot plays it.")]


class NoSeatToResign(CommandOutcome):
    """There is no seat to give up."""

    code = "not-running"
    is_refusal = True

    def paragraphs(self, shown: Context) -> list[str]:
        return [_("This match is not running, so there is no seat to give up.")]


class AbsenceAnnounced(CommandOutcome):
    """Days of absence were announced."""

    code = "absent"
    first: date
    last: date

    def paragraphs(self, shown: Context) -> list[str]:
        first, last = self.first, self.last
        days = (
            _("You are announced as away on %(day)s, that day included.") % {"day": _day(first)}
            if first == last
            else _("You are announced as away from %(first)s to %(last)s, both days included.")
            % {"first": _day(first), "last": _day(last)}
        )
        return [
            days,
            _(
                "Where a table rests for absences, deadlines keep clear of these days, as far as "
                "its terms allow. Elsewhere they run on: give standing orders for what may be "
                "asked."
            ),
            _('To take it back, reply "%(back)s".') % {"back": say("back")},
        ]


class AbsenceEnded(CommandOutcome):
    """So many absences were ended."""

    code = "back"
    number: int = 0

    def paragraphs(self, shown: Context) -> list[str]:
        if not self.number:
            return [_("You were not announced as away, so nothing has changed.")]
        return [
            _("Welcome back. You are no longer announced as away."),
            _("Deadlines that were moved for you stay where they are; the next ones count you in."),
        ]


class AbsenceWithoutDays(CommandOutcome):
    """An absence without days."""

    code = "dates-missing"
    is_refusal = True

    def paragraphs(self, shown: Context) -> list[str]:
        return [
            _("You said that you will be away, but not until when. Nothing was changed."),
            _example(),
        ]


class DaysUnclear(CommandOutcome):
    """Days that could not be read."""

    code = "dates-unclear"
    is_refusal = True
    text: str = ""

    def paragraphs(self, shown: Context) -> list[str]:
        return [
            _("The days were not understood: “%(text)s”. Nothing was changed.")
            % {"text": self.text},
            _example(),
        ]


class DaysPast(CommandOutcome):
    """Days that are over."""

    code = "dates-past"
    is_refusal = True
    last: date

    def paragraphs(self, shown: Context) -> list[str]:
        return [
            _("%(day)s is over. Nothing was changed.") % {"day": _day(self.last)},
            _example(),
        ]


class DaysBackwards(CommandOutcome):
    """The last day comes before the first."""

    code = "dates-backwards"
    is_refusal = True
    first: date
    last: date

    def paragraphs(self, shown: Context) -> list[str]:
        return [
            _("%(last)s comes before %(first)s. Nothing was changed.")
            % {"first": _day(self.first), "last": _day(self.last)},
            _example(),
        ]


class DaysTooFar(CommandOutcome):
    """Days further ahead than can be announced."""

    code = "dates-too-far"
    is_refusal = True
    last: date
    most: int = 0

    def paragraphs(self, shown: Context) -> list[str]:
        return [
            _(
                "%(day)s is more than %(most)s days ahead, and an absence can be announced for no "
                "longer. Nothing was changed."
            )
            % {"day": _day(self.last), "most": self.most},
            _(
                "If you cannot play for so long, give your seats up or find somebody who takes "
                "them."
            ),
        ]


class TooManyAbsences(CommandOutcome):
    """No more absences can be announced."""

    code = "too-many-absences"
    is_refusal = True

    def paragraphs(self, shown: Context) -> list[str]:
        return [_("You have announced many absences already. Take one back on your profile first.")]


class MarkedDone(CommandOutcome):
    """The player will not change the order."""

    code = "done"
    asks_again = True
    closed: bool = False

    def paragraphs(self, shown: Context) -> list[str]:
        if self.closed:
            return [
                _("You are marked as done. It was the last word awaited, and play has gone on.")
            ]
        return [
            _(
                "You are marked as done: nobody need wait for you to change your mind. You can "
                "still change your order as long as the decision is open."
            )
        ]


class DecisionHeldOpen(CommandOutcome):
    """The decision is held open."""

    code = "wait"
    asks_again = True

    def paragraphs(self, shown: Context) -> list[str]:
        return [
            _(
                "This decision stays open until its deadline, even if all orders come in before. "
                'Reply "%(done)s" to let it close.'
            )
            % {"done": say("done")}
        ]


class ReadinessRefused(CommandOutcome):
    """Nothing to be done with, or to wait for."""

    code = "readiness-refused"
    is_refusal = True
    asks_again = True

    def paragraphs(self, shown: Context) -> list[str]:
        return [
            _(
                "There is nothing of yours here to be done with or to wait for: no decision of "
                "yours is open, or no order of yours is in. Nothing was changed."
            )
        ]


class TalkSaid(CommandOutcome):
    """Something was said at the table; `rest` where the mail held more, which is no order."""

    code = "said"
    rest: bool = False

    def paragraphs(self, shown: Context) -> list[str]:
        words = [_("You said something at the table. It stands below as the others read it.")]
        if self.rest:
            words.append(_("Nothing else in your mail was read as an order."))
        return words


class NotSaid(CommandOutcome):
    """Nothing of what was meant for the table was passed on."""

    code = "not-said"
    is_refusal = True

    def paragraphs(self, shown: Context) -> list[str]:
        return [_("The others read nothing of your mail.")]
