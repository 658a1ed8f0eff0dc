"""What commands by mail do, each through a service, and the answer that each gets."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, NamedTuple

from games import selectors
from games.common import clock
from games.common.errors import AbsenceError, MatchError, OrderRefused
from games.models import InboundMail, Player
from games.replies.command_words import log_argument
from games.replies.dates import DatesError, read_days
from games.replies.intents import Command, Meaning
from games.services import absences, withdrawals
from games.services.readiness import set_readiness

Status = InboundMail.Status


class Obeyed(NamedTuple):
    """What came of a command: a code of `told` with its parameters, as JSON takes them."""

    status: InboundMail.Status
    code: str
    params: Mapping[str, Any]


def obey(command: Command, row: InboundMail, player: Player, phase_number: int) -> Obeyed:
    """Do what the command says. Raises KeyError for a reply that is none."""
    return _DEEDS[command.meaning](command, row, player, phase_number)


def means_order(command: Command, player: Player) -> bool:
    """Whether a word that is a command is an order here: some games ask for "done"."""
    if command.meaning is not Meaning.DONE:
        return False
    decision = selectors.situation(player).table.decision
    return decision is not None and any(choice.verb == "done" for choice in decision.choices)


def _taken(code: str, **params: Any) -> Obeyed:
    return Obeyed(Status.TAKEN, code, params)


def _refused(code: str, **params: Any) -> Obeyed:
    return Obeyed(Status.REFUSED, code, params)


def _help(_command: Command, _row: InboundMail, _player: Player, _number: int) -> Obeyed:
    return _taken("help")


def _show(_command: Command, _row: InboundMail, _player: Player, _number: int) -> Obeyed:
    return _taken("show")


def _hand(_command: Command, _row: InboundMail, _player: Player, _number: int) -> Obeyed:
    return _taken("hand")


def _log(command: Command, _row: InboundMail, _player: Player, _number: int) -> Obeyed:
    wanted = log_argument(command.text)
    if isinstance(wanted, int):
        return _taken("log", round=wanted)
    return _taken("log", whole=wanted == "all")


def _withdraw(_command: Command, row: InboundMail, player: Player, number: int) -> Obeyed:
    try:
        done = withdrawals.withdraw_order(
            player=player, phase_number=number, received_at=row.received_at
        )
    except OrderRefused as refusal:
        return _refused("no-order" if refusal.code == "no-order" else "not-withdrawn")
    deadline = done.deadline_at.isoformat() if done.deadline_at is not None else ""
    return _taken("withdrawn", text=done.text, steps=list(done.steps), deadline=deadline)


def _resign(command: Command, _row: InboundMail, player: Player, _number: int) -> Obeyed:
    try:
        if command.text:
            try:
                withdrawals.confirm_resignation(player=player)
            except MatchError as error:
                if error.code != "not-asked":
                    raise
            else:
                return _taken("resigned")
        until = withdrawals.request_resignation(player=player)
    except MatchError as error:
        return _refused(error.code)
    return _taken("resign-asked", until=until.isoformat())


def _absent(command: Command, _row: InboundMail, player: Player, _number: int) -> Obeyed:
    member = player.member
    assert member is not None
    today = absences.member_today(member, clock.now())
    try:
        days = read_days(command.text, today, member.language)
        absence = absences.declare_absence(member, days.first, days.last)
    except DatesError as error:
        return _refused(error.code, **_as_json(error.params))
    except AbsenceError as error:
        return _refused(_ABSENCE_CODES.get(error.code, error.code), last=today.isoformat())
    return _taken("absent", **_as_json({"first": absence.first_day, "last": absence.last_day}))


_ABSENCE_CODES = {"absence-past": "dates-past", "absence-backwards": "dates-unclear"}


def _as_json(params: Mapping[str, object]) -> dict[str, Any]:
    return {
        name: value.isoformat() if isinstance(value, date) else value
        for name, value in params.items()
    }


def _back(_command: Command, _row: InboundMail, player: Player, _number: int) -> Obeyed:
    """The absence that runs is over, or where none does, the ones that are announced."""
    member = player.member
    assert member is not None
    now = clock.now()
    ahead = list(absences.absences_ahead(member, now))
    today = absences.member_today(member, now)
    ended = [absence for absence in ahead if absence.first_day <= today] or ahead
    for absence in ended:
        absences.withdraw_absence(member=member, absence_id=absence.pk)
    return _taken("back", number=len(ended))


def _readiness(command: Command, _row: InboundMail, player: Player, number: int) -> Obeyed:
    try:
        done = set_readiness(player, command.meaning.value, phase_number=number)
    except OrderRefused:
        return _refused("readiness-refused")
    return _taken(command.meaning.value, closed=done.closed)


_DEEDS: dict[Meaning, Callable[[Command, InboundMail, Player, int], Obeyed]] = {
    Meaning.HELP: _help,
    Meaning.SHOW: _show,
    Meaning.HAND: _hand,
    Meaning.LOG: _log,
    Meaning.WITHDRAW: _withdraw,
    Meaning.RESIGN: _resign,
    Meaning.ABSENT: _absent,
    Meaning.BACK: _back,
    Meaning.DONE: _readiness,
    Meaning.WAIT: _readiness,
}
