"""The commands by mail, in the order in which they are taught: each acts through a service."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games import selectors
from games.common import clock
from games.common.errors import AbsenceError, MatchError, OrderRefused
from games.letters.absence_outcomes import AbsenceAnnounced, AbsenceEnded
from games.letters.command_outcomes import (
    CommandOutcome,
    DecisionHeldOpen,
    HandShown,
    HelpGiven,
    LogShown,
    MarkedDone,
    NoOrderToTakeBack,
    OrderNotTakenBack,
    OrderTakenBack,
    ReadinessRefused,
    ResignationAsked,
    SeatResigned,
    SeatTakenBack,
    TableShown,
    outcome_of,
    say,
)
from games.letters.mail_commands import Asked, MailCommand, Taught, mail_commands
from games.letters.match_state_outcomes import DeadlineShown, MoveTold, StandingsShown
from games.letters.receipt_outcomes import ReceiptsOff, ReceiptsOn
from games.models import Member, Player
from games.replies.command_words import log_argument
from games.replies.dates import DatesError, Days, days_part, read_days
from games.replies.intents import Intent
from games.services import absences, withdrawals
from games.services.matches import return_player
from games.services.readiness import set_readiness


def obey(command: Intent, asked: Asked) -> CommandOutcome:
    """Do what the command says. Raises KeyError for a reply that is none."""
    return mail_commands()[command.name].obey(asked)


def means_order(command: Intent, player: Player) -> bool:
    """Whether a word that is a command is an order here: some games ask for "done". Who says more,
    that nobody has to wait, means the command."""
    if command.name != DoneCommand.name or command.text:
        return False
    decision = selectors.match_summary(player).table.decision
    return decision is not None and any(choice.verb == "done" for choice in decision.choices)


class ShowCommand(MailCommand):
    """The table as it stands."""

    name = "show"
    explanation = _("the table again, and what you can do")

    def obey(self, asked: Asked) -> CommandOutcome:
        return TableShown()


class HandCommand(MailCommand):
    """The player's cards."""

    name = "hand"
    explanation = _("your cards")

    def obey(self, asked: Asked) -> CommandOutcome:
        return HandShown()


class LogCommand(MailCommand):
    """What happened."""

    name = "log"
    explanation = _("what happened last round; add a number for another round")

    def obey(self, asked: Asked) -> CommandOutcome:
        wanted = log_argument(asked.argument)
        if isinstance(wanted, int):
            return LogShown(round=wanted)
        return LogShown(whole=wanted == "all")


class DeadlineCommand(MailCommand):
    """Until when the match waits."""

    name = "deadline"
    explanation = _("until when you can decide")

    def obey(self, asked: Asked) -> CommandOutcome:
        return DeadlineShown()


class StandingsCommand(MailCommand):
    """Everybody's points so far."""

    name = "standings"
    explanation = _("everybody’s points so far")

    def obey(self, asked: Asked) -> CommandOutcome:
        return StandingsShown()


class MoveCommand(MailCommand):
    """The player's own order as it stands."""

    name = "move"
    explanation = _("which move you have given, and until when you can change it")

    def obey(self, asked: Asked) -> CommandOutcome:
        return MoveTold()


class WithdrawCommand(MailCommand):
    """Takes back what is sealed."""

    name = "withdraw"
    explanation = _("take your move back")

    def obey(self, asked: Asked) -> CommandOutcome:
        try:
            done = withdrawals.withdraw_order(
                player=asked.player,
                phase_number=asked.phase_number,
                received_at=asked.received_at,
            )
        except OrderRefused as refusal:
            is_none = refusal.code == NoOrderToTakeBack.code
            return NoOrderToTakeBack() if is_none else OrderNotTakenBack()
        return OrderTakenBack(text=done.text, steps=list(done.steps))


class _ReadinessCommand(MailCommand):
    @abstractmethod
    def outcome(self, *, is_closed: bool) -> CommandOutcome:
        """What is answered where the word was taken."""

    def obey(self, asked: Asked) -> CommandOutcome:
        try:
            done = set_readiness(asked.player, self.name, phase_number=asked.phase_number)
        except OrderRefused:
            return ReadinessRefused()
        return self.outcome(is_closed=done.closed)


class DoneCommand(_ReadinessCommand):
    """Nobody need wait for the player to revise."""

    name = "done"
    explanation = _("you won’t change your move: nobody has to wait for you")

    def outcome(self, *, is_closed: bool) -> CommandOutcome:
        return MarkedDone(closed=is_closed)


class WaitCommand(_ReadinessCommand):
    """Holds the decision open."""

    name = "wait"
    explanation = _("keep this turn open until the deadline")

    def outcome(self, *, is_closed: bool) -> CommandOutcome:
        return DecisionHeldOpen()


class AbsentCommand(MailCommand):
    """Announces days of absence."""

    name = "absent"
    explanation = _("you’re away; tables that allow for it pause for you")
    is_about_one_match = False

    def taught(self) -> list[Taught]:
        spoken = " ".join((say(self.name), gettext("until 5 Dec")))
        return [Taught(spoken, str(self.explanation))]

    def obey(self, asked: Asked) -> CommandOutcome:
        return announce_absence(_member(asked), asked.argument)


def days_meant(member: Member, written: str) -> Days:
    """The days that are written, alone or within a sentence. Raises DatesError."""
    today = absences.member_today(member, clock.now())
    try:
        return read_days(written, today, member.language)
    except DatesError as error:
        part = days_part(written, today, member.language)
        if error.code != "dates-unclear" or not part:
            raise
        return read_days(part, today, member.language)


def names_days(member: Member, written: str) -> bool:
    """Whether a sentence names days that one may be away on, were they fewer or the other way
    round."""
    try:
        days_meant(member, written)
    except DatesError as error:
        return error.code in {"dates-too-far", "dates-backwards"}
    return True


def announce_absence(member: Member, written: str) -> CommandOutcome:
    """Announce the days that are written."""
    today = absences.member_today(member, clock.now())
    try:
        days = days_meant(member, written)
        absence = absences.declare_absence(member, days.first, days.last)
    except DatesError as error:
        return outcome_of(error.code, dict(error.params))
    except AbsenceError as error:
        return outcome_of(_ABSENCE_CODES.get(error.code, error.code), {"last": today})
    return AbsenceAnnounced(first=absence.first_day, last=absence.last_day)


_ABSENCE_CODES = {"absence-past": "dates-past", "absence-backwards": "dates-unclear"}


class BackCommand(MailCommand):
    """Takes the seat back from a bot that keeps it, and ends the absence that runs. Absences that
    are only announced stay, unless there is one and nothing else to come back from."""

    name = "back"
    explanation = _("you’re back")
    is_about_one_match = False

    def obey(self, asked: Asked) -> CommandOutcome:
        is_seated = take_seat_back(asked.player)
        ended = end_absences(_member(asked), is_seated=is_seated)
        return SeatTakenBack() if is_seated else ended


def end_absences(member: Member, *, is_seated: bool = False) -> AbsenceEnded:
    """End the absence that runs; one that is only announced where there is nothing else."""
    now = clock.now()
    ahead = list(absences.absences_ahead(member, now).order_by("first_day"))
    today = absences.member_today(member, now)
    current = [absence for absence in ahead if absence.first_day <= today]
    moved = sum(absences.end_absence(member, absence) for absence in current)
    later = [absence for absence in ahead if absence not in current]
    if not current and len(later) == 1 and not is_seated:
        absences.withdraw_absence(member=member, absence_id=later.pop().pk)
        return AbsenceEnded(number=1)
    return AbsenceEnded(
        number=len(current), moved=moved, kept=[(one.first_day, one.last_day) for one in later]
    )


def take_seat_back(player: Player) -> bool:
    """Have the bot leave that keeps the player's seat; False where none does."""
    if not player.bot or player.resigned_at is not None:
        return False
    try:
        return_player(player=player)
    except MatchError:
        return False
    return True


class ResignCommand(MailCommand):
    """Gives the seat up, when asked a second time."""

    name = "resign"
    explanation = _("give up your seat; we ask you first")

    def taught(self) -> list[Taught]:
        confirmed = f"{say(self.name)} {say('yes', 'words')}"
        return [*super().taught(), Taught(confirmed, gettext("your answer when we ask"))]

    def obey(self, asked: Asked) -> CommandOutcome:
        try:
            if asked.argument and _is_resigned(asked.player):
                return SeatResigned()
            until = withdrawals.request_resignation(player=asked.player)
        except MatchError as error:
            return outcome_of(error.code, {})
        return ResignationAsked(until=until.isoformat())


class _ReceiptsCommand(MailCommand):
    is_about_one_match = False
    wants_receipts: ClassVar[bool]
    outcome: ClassVar[type[CommandOutcome]]

    def obey(self, asked: Asked) -> CommandOutcome:
        member = _member(asked)
        member.wants_receipts = self.wants_receipts
        member.save(update_fields=["wants_receipts"])
        return self.outcome()


class ReceiptsOffCommand(_ReceiptsCommand):
    """No more mails that only confirm a move."""

    name = "receipts-off"
    explanation = _("no more mails that only confirm a move")
    wants_receipts = False
    outcome = ReceiptsOff


class ReceiptsOnCommand(_ReceiptsCommand):
    """A mail for each move again."""

    name = "receipts-on"
    explanation = _("a mail to confirm each move")
    wants_receipts = True
    outcome = ReceiptsOn


class HelpCommand(MailCommand):
    """Explains how playing by mail works, and teaches the others."""

    name = "help"
    explanation = _("this help")
    is_about_one_match = False

    def obey(self, asked: Asked) -> CommandOutcome:
        return HelpGiven()


def _is_resigned(player: Player) -> bool:
    """Give the seat up; False if nothing was asked before."""
    try:
        withdrawals.confirm_resignation(player=player)
    except MatchError as error:
        if error.code != "not-asked":
            raise
        return False
    return True


def _member(asked: Asked) -> Member:
    """Who has the seat. Raises Member.DoesNotExist for a seat that nobody has."""
    if asked.player.member is None:
        raise Member.DoesNotExist
    return asked.player.member
