"""Mails of the simulated month as they look on the wire: what came, and what is answered."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.utils import format_datetime
from enum import StrEnum
from html import escape

from games.replies.reply_addresses import service_address


@dataclass(frozen=True, slots=True)
class Letter:
    """A mail that reached somebody."""

    message_id: str
    to: str
    reply_to: str
    subject: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Reply:
    """A mail ready to be handed to the service."""

    message_id: str
    recipient: str
    envelope_sender: str
    raw: bytes


class Program(StrEnum):
    """Mail programs by what they make of the mail that is answered."""

    WEBMAIL = "webmail"
    OUTLOOK = "outlook"
    PHONE = "phone"
    BELOW = "below"
    HTML = "html"


_WROTE: Mapping[str, str] = {
    "en": "On {date}, The card table <{sender}> wrote:",
    "it": "Il giorno {date} The card table <{sender}> ha scritto:",
    "es": "El {date}, The card table (<{sender}>) escribió:",
    "nl": "Op {date} schreef The card table <{sender}>:",
}
_HEADERS: Mapping[str, Sequence[str]] = {
    "en": ("From", "Sent", "To", "Subject"),
    "it": ("Da", "Inviato", "A", "Oggetto"),
    "es": ("De", "Enviado", "Para", "Asunto"),
    "nl": ("Van", "Verzonden", "Aan", "Onderwerp"),
}
_SIGNATURES: Mapping[str, str] = {
    "en": "Sent from my phone",
    "it": "Inviato da iPhone",
    "es": "Enviado desde mi iPhone",
    "nl": "Verstuurd vanaf mijn iPhone",
}
_VACATION: Mapping[str, tuple[str, str]] = {
    "en": ("Automatic reply", "I am out of the office and will answer when I am back."),
    "it": ("Risposta automatica", "Sono fuori ufficio, risponderò al mio ritorno."),
    "es": ("Respuesta automática", "Estoy fuera de la oficina y contestaré a mi regreso."),
    "nl": ("Automatisch antwoord", "Ik ben niet aanwezig en antwoord na mijn terugkeer."),
}


def reply_to(
    letter: Letter, said: str, *, name: str, language: str, program: Program, at: datetime
) -> Reply:
    """What a mail program makes of these words as an answer to the letter."""
    mail = _begun(letter, name, at)
    mail["Subject"] = f"Re: {letter.subject}"
    mail["References"] = letter.message_id
    quoted = "\n".join(f"> {line}".rstrip() for line in letter.text.splitlines())
    wrote = _WROTE[language].format(
        date=letter.at.strftime("%d/%m/%Y %H:%M"), sender=service_address()
    )
    match program:
        case Program.WEBMAIL:
            text = f"{said}\n\n{wrote}\n\n{quoted}\n"
        case Program.BELOW:
            text = f"{wrote}\n{quoted}\n\n{said}\n\n-- \n{name}\n"
        case Program.PHONE:
            text = f"{said}\n\n{_SIGNATURES[language]}\n\n> {wrote}\n> \n{quoted}\n"
        case Program.OUTLOOK | Program.HTML:
            block = _header_block(letter, language)
            text = f"{said}\n\n________________________________\n{block}\n\n{letter.text}\n"
    if program is Program.HTML:
        mail.set_content(_html(said, quoted), subtype="html")
    else:
        mail.set_content(text)
    return _made(mail, letter)


def vacation_reply(
    letter: Letter, *, name: str, language: str, at: datetime, says_so: bool
) -> Reply:
    """What an absence assistant sends back; `says_so` in a header, and not in the subject alone."""
    subject, text = _VACATION[language]
    mail = _begun(letter, name, at)
    mail["Subject"] = f"{subject}: {letter.subject}"
    if says_so:
        mail["Auto-Submitted"] = "auto-replied"
    mail.set_content(f"{text}\n")
    return _made(mail, letter)


def returned(letter: Letter, *, at: datetime) -> Reply:
    """The report of a mail server that could not deliver the letter (RFC 3464)."""
    boundary = "=_report"
    message_id = f"<report.{letter.message_id.strip('<>').replace('@', '.')}@mx.example.org>"
    raw = "\r\n".join((
        "From: Mail Delivery System <mailer-daemon@mx.example.org>", f"To: {service_address()}",
        f"Date: {format_datetime(at)}", f"Message-ID: {message_id}",
        "Subject: Undelivered Mail Returned to Sender", "Auto-Submitted: auto-replied",
        "MIME-Version: 1.0",
        f'Content-Type: multipart/report; report-type=delivery-status; boundary="{boundary}"',
        "", f"--{boundary}", "Content-Type: text/plain", "", "The mail could not be delivered.",
        f"--{boundary}", "Content-Type: message/delivery-status", "",
        "Reporting-MTA: dns; mx.example.org", "",
        f"Final-Recipient: rfc822; {letter.to}", "Action: failed", "Status: 5.1.1",
        "Diagnostic-Code: smtp; 550 5.1.1 no such mailbox", "",
        f"--{boundary}", "Content-Type: text/rfc822-headers", "",
        f"Message-ID: {letter.message_id}", f"To: {letter.to}", f"--{boundary}--", "",
    ))  # fmt: skip
    return Reply(message_id, service_address(), "<>", raw.encode())


def spoken(said: str, language: str, chance: random.Random) -> str:
    """The order among the words that people put around it."""
    before, after = _POLITE[language]
    if chance.random() < 0.4:
        said = f"{before},\n\n{said}"
    if chance.random() < 0.4:
        said = f"{said}\n\n{after}"
    return said


_POLITE: Mapping[str, tuple[str, str]] = {
    "en": ("Hello everybody", "Thanks, and good luck"),
    "it": ("Ciao a tutti", "Grazie mille"),
    "es": ("Hola a todos", "Muchas gracias"),
    "nl": ("Hallo allemaal", "Bedankt en veel plezier"),
}


def _begun(letter: Letter, name: str, at: datetime) -> EmailMessage:
    mail = EmailMessage()
    mail["From"] = f"{name} <{letter.to}>"
    mail["To"] = letter.reply_to or service_address()
    mail["Date"] = format_datetime(at)
    mail["In-Reply-To"] = letter.message_id
    return mail


def _made(mail: EmailMessage, letter: Letter) -> Reply:
    """With an id of its own that a repeated run gives again."""
    stem = letter.message_id.strip("<>").rpartition("@")[0]
    kind = "auto" if mail["Auto-Submitted"] or "References" not in mail else "re"
    message_id = f"<{kind}.{mail['Date'].datetime:%Y%m%d%H%M%S%f}.{stem[-40:]}@mail.example.org>"
    mail["Message-ID"] = message_id
    return Reply(message_id, str(mail["To"]), letter.to, mail.as_bytes())


def _header_block(letter: Letter, language: str) -> str:
    values = (service_address(), letter.at.strftime("%d/%m/%Y %H:%M"), letter.to, letter.subject)
    return "\n".join(
        f"{word}: {value}" for word, value in zip(_HEADERS[language], values, strict=True)
    )


def _html(said: str, quoted: str) -> str:
    lines = "".join(f"<div>{escape(line) or '<br>'}</div>" for line in said.splitlines())
    return (
        f"<html><body>{lines}<br><blockquote type='cite'><pre>{escape(quoted)}</pre></blockquote>"
        "</body></html>\n"
    )
