"""Reading one mail that came in: who wrote it, what they want, and what comes of it."""

from __future__ import annotations

from email.message import Message
from typing import NamedTuple

from games.mail import answers
from games.mail.addresses import DigestTarget
from games.mail.automatic import automatic_reason
from games.mail.bounces import note_bounce
from games.mail.commands import read_command
from games.mail.cutting import cut_reply
from games.mail.digest_replies import read_digest_reply
from games.mail.mime import parse_message
from games.mail.reading import body_text, sender_addresses
from games.mail.results import result_of
from games.mail.sections import without_own_sign
from games.mail.targets import find_target
from games.mail.verdicts import is_doubtful
from games.models import InboundMail, Member, OutboundMail, Player
from games.services import delivery

Status = InboundMail.Status


class Verdict(NamedTuple):
    """What became of a mail: a status and a short code."""

    status: InboundMail.Status
    code: str


def read_reply(row: InboundMail) -> Verdict:
    """Act on a stored mail and write its answer, if it is to have one."""
    message = parse_message(bytes(row.raw))
    automatic = automatic_reason(message, row.envelope_sender)
    if automatic == "bounce":
        noted = note_bounce(message)
        return Verdict(Status.IGNORED, f"bounce-{noted}" if noted else automatic)
    if automatic:
        return Verdict(Status.IGNORED, automatic)
    target = find_target(row.recipient, message)
    if isinstance(target, DigestTarget):
        return _read_digest_reply(row, target, message)
    if target is None or row.player is None or row.player.pk != target.player_id:
        return _to_nobody(row, message)
    return _read_seat_reply(row, row.player, target.phase_number, message)


def _read_seat_reply(
    row: InboundMail, player: Player, phase_number: int, message: Message
) -> Verdict:
    if player.member is None or not player.member.is_active:
        return Verdict(Status.IGNORED, "no-member")
    if not _is_from(player.member, row, message):
        return _refused(row, player, "other-sender")
    if _unread(row):
        return _refused(row, player, _unread(row))
    delivery.mail_answered(player.member.email)
    lines = without_own_sign(cut_reply(body_text(message)), player.match.code)
    result = result_of(read_command(lines), row, player, phase_number)
    answers.send(row, player, result)
    return Verdict(result.status, result.code)


def _read_digest_reply(row: InboundMail, target: DigestTarget, message: Message) -> Verdict:
    """As for a seat: a digest's address is worth nothing to anybody but its member."""
    member = row.member
    digest = OutboundMail.objects.filter(
        pk=target.row_id,
        member=target.member_id,
        kind__in=[OutboundMail.Kind.DIGEST, OutboundMail.Kind.TEST],
    ).first()
    if member is None or member.pk != target.member_id or digest is None:
        return _to_nobody(row, message)
    if not member.is_active:
        return Verdict(Status.IGNORED, "no-member")
    code = "" if _is_from(member, row, message) else "other-sender"
    code = code or _unread(row)
    if code:
        answers.refuse_member(row, member, code=code)
        return Verdict(Status.REFUSED, code)
    if digest.kind == OutboundMail.Kind.TEST:
        delivery.address_proven(member.email)
        return Verdict(Status.TAKEN, "test")
    delivery.mail_answered(member.email)
    return Verdict(*read_digest_reply(row, member, digest, body_text(message)))


def _unread(row: InboundMail) -> str:
    """Why of this mail only the headers were kept; "" if it is whole."""
    if "bytes" in row.verdicts:
        return "too-large"
    return "too-many" if row.verdicts.get("over") else ""


def _is_from(member: Member, row: InboundMail, message: Message) -> bool:
    """Whether the mail names the member's own address, and no other, as where it is from.

    The signed address is what lets somebody order; that it came from the registered address too
    makes a forwarded mail harmless.
    """
    if is_doubtful(row.verdicts):
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
