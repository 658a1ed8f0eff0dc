"""Reading one mail that came in: who wrote it, what they want, and what comes of it."""

from __future__ import annotations

from email.message import Message
from typing import NamedTuple

from django.db import transaction
from django.utils import translation

from games.mail import answers, obeying
from games.mail.automatic import automatic_reason
from games.mail.commands import Command, Meaning, read_command
from games.mail.cutting import cut_reply
from games.mail.reading import body_text, parse_message, sender_addresses
from games.mail.targets import find_target
from games.models import InboundMail, Member, Order, Player
from games.presentation import presentation_for
from games.rules.protocol import OrderError
from games.rules.registry import rules_for
from games.services.errors import OrderRefused
from games.services.orders import order_submit

Status = InboundMail.Status

_FAILING = frozenset(("fail", "failed", "softfail", "reject"))


class Verdict(NamedTuple):
    """What became of a mail: a status and a short code."""

    status: InboundMail.Status
    code: str


def read_reply(row: InboundMail) -> Verdict:
    """Act on a stored mail and write its answer, if it is to have one."""
    message = parse_message(bytes(row.raw))
    automatic = automatic_reason(message, row.envelope_sender)
    if automatic:
        return Verdict(Status.IGNORED, automatic)
    target = find_target(row.recipient, message)
    player = row.player
    if target is None or player is None or player.pk != target.player_id:
        return _to_nobody(row, message)
    if player.member is None or not player.member.is_active:
        return Verdict(Status.IGNORED, "no-member")
    if not _is_from(player.member, row, message):
        return _refused(row, player, "other-sender")
    if "bytes" in row.verdicts:
        return _refused(row, player, "too-large")
    command = read_command(cut_reply(body_text(message)))
    return _obey(command, row, player, target.phase_number)


def _obey(command: Command, row: InboundMail, player: Player, phase_number: int) -> Verdict:
    match command.meaning:
        case Meaning.ORDER:
            return _order(row, player, command, phase_number)
        case Meaning.UNCLEAR:
            return _refused(row, player, "order-below-words", quoted=command.text)
        case Meaning.EMPTY:
            return _refused(row, player, "empty-mail")
    if obeying.means_order(command, player):
        return _order(row, player, Command(Meaning.ORDER, "done"), phase_number)
    with transaction.atomic():
        done = obeying.obey(command, row, player, phase_number)
    answers.tell(row, player, code=done.code, params=done.params)
    return Verdict(done.status, done.code)


def _is_from(member: Member, row: InboundMail, message: Message) -> bool:
    """Whether the mail names the member's own address, and no other, as where it is from.

    The signed address is what lets somebody order; that it came from the registered address too
    makes a forwarded mail harmless.
    """
    if str(row.verdicts.get("dmarc", "")).casefold() in _FAILING:
        return False
    return set(sender_addresses(message)) == {member.email.casefold()}


def _to_nobody(row: InboundMail, message: Message) -> Verdict:
    """Mail to no address of ours, or to a damaged one: a known member is told, once a day."""
    senders = set(sender_addresses(message))
    if len(senders) != 1 or row.recipient.startswith("postmaster@"):
        return Verdict(Status.IGNORED, "unknown-address")
    member = Member.objects.filter(email__iexact=senders.pop(), is_active=True).first()
    if member is None or not _is_from(member, row, message):
        return Verdict(Status.IGNORED, "unknown-address")
    answers.refuse_member(row, member, code="bad-address")
    return Verdict(Status.REFUSED, "bad-address")


def _refused(row: InboundMail, player: Player, code: str, quoted: str = "") -> Verdict:
    answers.refuse(row, player, code=code, quoted=quoted)
    return Verdict(Status.REFUSED, code)


def _order(row: InboundMail, player: Player, command: Command, phase_number: int) -> Verdict:
    command = _with_last_step(command, player)
    member = player.member
    assert member is not None
    with translation.override(member.language):
        try:
            with transaction.atomic():
                receipt = order_submit(
                    player=player,
                    text=command.text,
                    source=Order.Source.MAIL,
                    phase_number=phase_number,
                    received_at=row.received_at,
                )
        except OrderError as error:
            words = presentation_for(player.match.game).error(error)
            answers.refuse(row, player, code=error.code, words=words)
            return Verdict(Status.REFUSED, error.code[:40])
        except OrderRefused as refusal:
            return _refused(row, player, refusal.code, quoted=command.text)
    if command.readiness and not receipt.closed:
        obeying.obey(Command(Meaning(command.readiness)), row, player, phase_number)
    answers.confirm(row, player, receipt)
    return Verdict(Status.TAKEN, "order")


def _with_last_step(command: Command, player: Player) -> Command:
    """Below an order "done" is a step of it, in a game that knows such an order."""
    if command.readiness == "done" and "done" in rules_for(player.match.game).verbs:
        return Command(Meaning.ORDER, f"{command.text}; done")
    return command
