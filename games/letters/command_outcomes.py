"""What came of a command by mail: one class an outcome, with its words.

An outcome's code and fields are kept with the outbox row; they become words when it is sent, in
the member's language and zone.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence
from datetime import datetime
from textwrap import shorten
from typing import ClassVar

import msgspec
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.common.abstract_struct import AbstractStruct
from games.common.date_words import moment
from games.letters.letter import Attached, Context, MailScene
from games.replies.command_words import taught_word

MOST_OF_SUBJECT = 70
_SENTENCE_END = re.compile(r"[.:;](?=\s|$)|(?<=[?!])\s")


class CommandOutcome(AbstractStruct, kw_only=True, omit_defaults=True):
    """What came of a command. The fields are what its words need to know."""

    code: ClassVar[str] = ""
    is_refusal: ClassVar[bool] = False
    asks_again: ClassVar[bool] = False
    """Below it stands what is asked now."""

    is_told_as_it_was: ClassVar[bool] = False
    """Its words were made when it was asked for, not when they are sent."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if cls.code:
            OUTCOMES[cls.code] = cls

    @abstractmethod
    def paragraphs(self, shown: Context) -> list[str]:
        """Its words, in the active language, beside what it shows."""

    is_question: ClassVar[bool] = False
    """Nothing is done before its reader answers."""

    def subject(self, paragraphs: Sequence[str]) -> str:
        """What a mail that tells this first is about: its first sentence."""
        return first_sentence(paragraphs[0]) if paragraphs else ""

    def shows(self, scene: MailScene) -> Context:
        """What it shows of the match."""
        return {}

    def taken_back(self) -> list[str]:
        """The orders that it gives back to be written anew."""
        return []

    teaches_commands: ClassVar[bool] = False
    is_of_member: ClassVar[bool] = False
    """It is about no match."""

    def listed(self) -> Sequence[object]:
        """Lines that it lists below its words, each group with its title."""
        return ()

    def attached(self) -> Sequence[Attached]:
        """What goes along with the mail."""
        return ()

    def params(self) -> dict[str, object]:
        """The outcome as a row keeps it."""
        content: dict[str, object] = msgspec.to_builtins(self)
        return content


OUTCOMES: dict[str, type[CommandOutcome]] = {}


def outcome_of(code: str, params: dict[str, object]) -> CommandOutcome:
    """The outcome that a row keeps. Raises LookupError for a code that is none."""
    return msgspec.convert(params, OUTCOMES[code])


def first_sentence(text: str) -> str:
    """What stands before the first full stop or colon, short enough for a subject."""
    return shorten(_SENTENCE_END.split(text, maxsplit=1)[0], MOST_OF_SUBJECT, placeholder="…")


def yes_or_no(what: str) -> str:
    """The subject of a mail that asks for a yes or a no to this."""
    asked = _("%(yes)s or %(no)s: %(what)s") % {
        "yes": say("consent", "words").capitalize(),
        "no": say("no", "words"),
        "what": what,
    }
    return shorten(asked, MOST_OF_SUBJECT, placeholder="…")


def say(name: str, section: str = "") -> str:
    """The word for a command, or within one, that mails in the active language teach."""
    return taught_word(name, (get_language() or "en").partition("-")[0], section)


def _local(at: datetime) -> str:
    return moment(timezone.localtime(at))


class HelpGiven(CommandOutcome):
    """How playing by mail works."""

    code = "help"
    asks_again = True
    teaches_commands = True

    def paragraphs(self, shown: Context) -> list[str]:
        return [
            _(
                "How it works: reply with your move in the first line. Capitals "
                "don’t matter, and we ignore your signature and the quoted mail. "
                "Reply again to change your move until the turn closes."
            ),
            _(
                "Each further line is a move in advance: the first answers this "
                'turn, the rest wait for your next turns in this round. Write "or" '
                "between two moves to get the first that is possible. A line with "
                'just "end" stops the reading.'
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
        return [_("Here is the table now.")]


class HandShown(CommandOutcome):
    """The player's own cards."""

    code = "hand"
    asks_again = True

    def shows(self, scene: MailScene) -> Context:
        return scene.hand()

    def paragraphs(self, shown: Context) -> list[str]:
        if shown.get("cards"):
            return [_("Here are your cards.")]
        return [_("You have no cards to look at right now.")]


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
            return [_("There is nothing to show for round %(number)s.") % {"number": number}]
        if number is not None:
            return [_("Here is what happened in round %(number)s.") % {"number": number}]
        if self.whole:
            return [_("Here is what happened since the match started.")]
        return [_("Here is what happened in the last round and since.")]


class OrderTakenBack(CommandOutcome):
    """The sealed order was taken back, and its later steps with it."""

    code = "withdrawn"
    asks_again = True
    text: str = ""
    steps: list[str] = msgspec.field(default_factory=list)

    def taken_back(self) -> list[str]:
        return [self.text, *self.steps]

    def shows(self, scene: MailScene) -> Context:
        table = scene.situation.table if scene.situation is not None else None
        if table is None or table.decision is None or table.own_order is not None:
            return {}
        return {"until": _local(table.deadline_at) if table.deadline_at is not None else ""}

    def paragraphs(self, shown: Context) -> list[str]:
        until = shown.get("until")
        return [
            _("Your move is taken back."),
            _("The moves planned after it are gone, too.") if self.steps else "",
            _("It’s your turn again, until %(deadline)s. See below.") % {"deadline": until}
            if until
            else "",
        ]


class NoOrderToTakeBack(CommandOutcome):
    """There was no order to take back."""

    code = "no-order"
    is_refusal = True
    asks_again = True

    def paragraphs(self, shown: Context) -> list[str]:
        return [
            _("You haven’t moved this turn, so there was nothing to take back."),
        ]


class OrderNotTakenBack(CommandOutcome):
    """The order could not be taken back any more."""

    code = "not-withdrawn"
    is_refusal = True

    def paragraphs(self, shown: Context) -> list[str]:
        return [
            _(
                "Too late to take your move back: the turn has closed, or the match "
                "isn’t running. Nothing changed."
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
                "If you’re sure, reply by %(until)s with these words in the first "
                "line: “%(answer)s”. A bot then plays for you so the others can "
                "finish, and you can’t come back."
            )
            % {"until": _local(datetime.fromisoformat(self.until)), "answer": answer},
            _("If not, just ignore this: you keep your seat."),
        ]


class SeatResigned(CommandOutcome):
    """The seat was given up."""

    code = "resigned"

    def paragraphs(self, shown: Context) -> list[str]:
        return [
            _(
                "You gave up your seat. A bot plays on for you, and you won’t be "
                "asked about this match again. We’ll mail you the result."
            )
        ]


class SeatTakenBack(CommandOutcome):
    """The bot that kept the seat has left; `late`: the order with it came after its turn."""

    code = "seat-back"
    asks_again = True
    late: bool = False

    def paragraphs(self, shown: Context) -> list[str]:
        words = [_("Welcome back: the seat is yours again, and the bot has left it.")]
        if self.late:
            words.append(
                _(
                    "The bot had already played the turn that your mail answers, so your move "
                    "could not count. We’ll mail you when it’s your turn."
                )
            )
        return words


class SeatAlreadyResigned(CommandOutcome):
    """The seat was given up before."""

    code = "already-resigned"
    is_refusal = True

    def paragraphs(self, shown: Context) -> list[str]:
        return [_("You gave up this seat for good; a bot is playing it.")]


class NoSeatToResign(CommandOutcome):
    """There is no seat to give up."""

    code = "not-running"
    is_refusal = True

    def paragraphs(self, shown: Context) -> list[str]:
        return [_("This match isn’t running, so there’s no seat to give up.")]


class MarkedDone(CommandOutcome):
    """The player will not change the order."""

    code = "done"
    asks_again = True
    closed: bool = False

    def paragraphs(self, shown: Context) -> list[str]:
        if self.closed:
            return [_("Done. You were the last one, so play has moved on.")]
        return [
            _(
                "Done: nobody waits for you to change your mind. You can still "
                "change your move while the turn is open."
            )
        ]


class DecisionHeldOpen(CommandOutcome):
    """The decision is held open."""

    code = "wait"
    asks_again = True

    def paragraphs(self, shown: Context) -> list[str]:
        return [
            _(
                "This turn stays open until its deadline, even if everyone has "
                'moved. Reply "%(done)s" to let it close.'
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
                "There’s nothing to confirm or hold here: it’s not your turn, or you "
                "haven’t moved yet. Nothing changed."
            )
        ]


class TalkSaid(CommandOutcome):
    """Something was said at the table; `rest` where the mail held more, which is no order."""

    code = "said"
    rest: bool = False

    def paragraphs(self, shown: Context) -> list[str]:
        words = [_("We’ve passed on what you said, to those you said it to.")]
        if self.rest:
            words.append(_("We read nothing else in your mail as a move."))
        return words


class NotSaid(CommandOutcome):
    """Nothing of what was meant for the table was passed on."""

    code = "not-said"
    is_refusal = True

    def paragraphs(self, shown: Context) -> list[str]:
        return [_("The others see nothing of your mail.")]
