"""What comes of an answer for one seat: the order or command is carried out, and what its writer
is told of it is put down. Whether that becomes a mail of its own is the caller's business."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

from django.db import transaction
from django.utils import translation

from games.common.errors import OrderRefused
from games.composing.reply_refusals import refusal_words
from games.mail import commands
from games.models import InboundMail, Match, Order, OutboundMail, Player
from games.presentation import presentation_for
from games.replies.intents import Command, Meaning
from games.rules.protocol import AmbiguousOrderError, OrderError
from games.rules.registry import rules_for
from games.services.orders import Receipt, submit_order

Kind = OutboundMail.Kind
Status = InboundMail.Status


class Result(NamedTuple):
    """A status and a short code for the mail's row; the kind and the payload of its answer."""

    status: InboundMail.Status
    code: str
    kind: OutboundMail.Kind
    payload: dict[str, Any]


def result_of(command: Command, row: InboundMail, player: Player, phase_number: int) -> Result:
    """Carry out what a reply asks of the player's seat, as an answer to this phase."""
    match command.meaning:
        case Meaning.ORDER:
            return _order(row, player, command, phase_number)
        case Meaning.UNCLEAR:
            return refused(player, "order-below-words", quoted=command.text)
        case Meaning.EMPTY:
            return refused(player, "empty-mail")
    if commands.means_order(command, player):
        return _order(row, player, Command(Meaning.ORDER, "done"), phase_number)
    with transaction.atomic():
        done = commands.obey(command, row, player, phase_number)
    return Result(
        done.status, done.code, Kind.ANSWER, {"code": done.code, "params": dict(done.params)}
    )


def refused(player: Player, code: str, *, words: str = "", quoted: str = "") -> Result:
    """A refusal; without `words` those of the code, in the player's language."""
    if not words:
        assert player.member is not None
        with translation.override(player.member.language):
            words = refusal_words(code)
    payload = {"code": code, "words": words, "quoted": quoted}
    return Result(Status.REFUSED, code[:40], Kind.REFUSAL, payload)


def _order(row: InboundMail, player: Player, command: Command, phase_number: int) -> Result:
    command = _with_last_step(command, player)
    member = player.member
    assert member is not None
    with translation.override(member.language):
        try:
            receipt = submit_order(
                player=player,
                text=command.text,
                source=Order.Source.MAIL,
                phase_number=phase_number,
                received_at=row.received_at,
                below=command.below,
            )
        except OrderError as error:
            words = presentation_for(player.match.game).error(error)
            result = refused(player, error.code, words=words)
            if isinstance(error, AmbiguousOrderError):
                result.payload["choices"] = list(error.candidates)
            return result
        except OrderRefused as refusal:
            return refused(player, refusal.code, quoted=command.text)
    ready = ""
    if command.readiness and not receipt.closed:
        obeyed = commands.obey(Command(Meaning(command.readiness)), row, player, phase_number)
        ready = command.readiness if obeyed.status == Status.TAKEN else ""
    payload = {**receipt_payload(row, receipt), "ready": ready}
    return Result(Status.TAKEN, "order", Kind.RECEIPT, payload)


def receipt_payload(row: InboundMail, receipt: Receipt) -> dict[str, Any]:
    """A receipt as JSON takes it."""
    return {
        "text": receipt.text,
        "phase": receipt.phase_number,
        "version": receipt.version,
        "replaced": receipt.replaced,
        "standing": list(receipt.standing),
        "corrections": [list(each) for each in receipt.corrections],
        "aside": list(receipt.aside),
        "closed": receipt.closed,
        "waiting": receipt.waiting,
        "received_at": row.received_at.isoformat(),
    }


def _with_last_step(command: Command, player: Player) -> Command:
    """Below an order "done" is a step of it, in a game that knows such an order."""
    if command.readiness == "done" and "done" in _verbs(player.match):
        return command._replace(text=f"{command.text}; done", readiness="")
    return command


def _verbs(match: Match) -> Collection[str]:
    return rules_for(match.game, match.rules_version).verbs
