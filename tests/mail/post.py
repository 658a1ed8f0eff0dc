"""A postman for the tests: corpus mails with their addresses filled in, and mails of few words."""

from __future__ import annotations

from email.message import EmailMessage as Letter
from pathlib import Path

from games.composing.compose import assign_message_ids, message_for
from games.mail.inbound import accept_raw, process_pending
from games.models import InboundMail, Match, Order, OutboundMail, Player
from games.replies.reply_addresses import reply_address

CORPUS = Path(__file__).parent / "corpus"


def corpus(kind: str) -> list[Path]:
    """The mails whose fate is this, by name."""
    return sorted((CORPUS / kind).glob("*.eml"))


def filled_in(path: Path, *, recipient: str, sender: str) -> bytes:
    """A corpus mail to this address from that one."""
    raw = path.read_bytes().replace(b"%RECIPIENT%", recipient.encode())
    return raw.replace(b"%SENDER%", sender.encode())


def address_of(player: Player) -> str:
    """Where the player's answer in the open phase goes."""
    match = Match.objects.get(pk=player.match_id)
    return reply_address(player.pk, match.phase_number)


def letter(player: Player, text: str, *, recipient: str = "", message_id: str = "") -> Letter:
    """A plain mail from the player's own address."""
    assert player.member is not None
    mail = Letter()
    mail["From"] = player.member.email
    mail["To"] = recipient or address_of(player)
    mail["Subject"] = "Re: my move"
    if message_id:
        mail["Message-ID"] = message_id
    mail.set_content(text)
    return mail


def deliver(mail: Letter | bytes, recipient: str = "", **terms: str) -> InboundMail | None:
    """Hand a mail to the service without reading it."""
    to = recipient or (str(mail["To"]) if isinstance(mail, Letter) else "")
    raw = mail.as_bytes() if isinstance(mail, Letter) else mail
    sender = terms.get("envelope_sender", "somebody@example.org")
    source = terms.get("source", "smtp")
    return accept_raw(raw=raw, recipient=to, envelope_sender=sender, source=source)


def delivered(mail: Letter | bytes, recipient: str = "", **terms: str) -> InboundMail:
    """The mail's row after it was read."""
    row = deliver(mail, recipient, **terms)
    assert row is not None
    while process_pending():
        pass
    row.refresh_from_db()
    return row


def order_text(player: Player) -> str:
    """What the player has ordered in the open phase; "" for nothing."""
    match = Match.objects.get(pk=player.match_id)
    order = Order.objects.filter(player=player, phase__number=match.phase_number).first()
    return order.text if order is not None else ""


def answers() -> list[OutboundMail]:
    """The receipts, refusals and answers to commands in the outbox, oldest first."""
    kinds = [OutboundMail.Kind.RECEIPT, OutboundMail.Kind.REFUSAL, OutboundMail.Kind.ANSWER]
    return list(OutboundMail.objects.filter(kind__in=kinds).order_by("pk"))


def body(row: OutboundMail) -> str:
    """What the mail of a row says, made now."""
    assign_message_ids([row])
    message = message_for(row)
    assert message is not None
    return str(message.body)
