"""What a failed delivery means: is the address, this mail, the connection or the service in
trouble?

Enhanced status codes (RFC 3463, RFC 5248) say it best. Where a server gives none, only a plain
550, 551 or 553 to a recipient is laid to the address.
"""

from __future__ import annotations

import re
import smtplib
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from enum import Enum
from typing import NamedTuple

from anymail.exceptions import AnymailAPIError, AnymailError, AnymailRecipientsRefused

MOST_RETRY_AFTER = timedelta(hours=6)

_ENHANCED = re.compile(rb"\s*([245])\.(\d{1,3})\.(\d{1,3})\b")
_SENDERS_ADDRESS = frozenset((7, 8))
"""5.1.7 and 5.1.8 speak of the address that the mail is from."""

_DEAD_MAILBOX = frozenset((0, 1))
"""5.2.0 and 5.2.1: the mailbox is disabled. A full one (5.2.2) may have room tomorrow."""

_ADDRESS_CODES = frozenset((550, 551, 553))


class ServerUnreachableError(Exception):
    """No connection to the mail server or provider could be made."""


class Severity(Enum):
    """How far a failure reaches."""

    REFUSED = "refused"
    """The address does not exist: no other try of this mail."""

    ROW = "row"
    """This mail was not taken now."""

    CONNECTION = "connection"
    """The connection is gone; a new one may do."""

    SERVER = "server"
    """The server takes nothing at all for a while: not counted against the mail."""


class Failure(NamedTuple):
    """A failure sorted. `note` is stored with the row and holds nothing of the mail's words."""

    severity: Severity
    note: str
    retry_after: timedelta | None = None
    is_about_address: bool = False
    """Whether it was this recipient that was not taken, rather than the mail or its sender."""

    is_refusal: bool = False
    """Whether the server said no for good. To different addresses in a row, the service is meant,
    whatever the words."""


def failure_of(error: BaseException) -> Failure:
    """Sort what a mail backend raised."""
    if isinstance(error, ServerUnreachableError):
        cause = error.__cause__
        code = f" {cause.smtp_code}" if isinstance(cause, smtplib.SMTPResponseException) else ""
        return Failure(Severity.SERVER, f"server unreachable: {type(cause).__name__}{code}")
    if isinstance(error, AnymailError):
        return _provider_failure(error)
    if isinstance(error, smtplib.SMTPException):
        return _smtp_failure(error)
    if isinstance(error, OSError):
        return Failure(Severity.CONNECTION, f"connection: {type(error).__name__}")
    # Addresses and headers that the message itself does not allow, among others.
    return Failure(Severity.ROW, f"sending: {type(error).__name__}")


def _smtp_failure(error: smtplib.SMTPException) -> Failure:
    if isinstance(error, smtplib.SMTPAuthenticationError):
        return Failure(Severity.SERVER, f"SMTP {error.smtp_code}: authentication")
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        code, reply = max(error.recipients.values(), default=(0, b""))
        return _by_code(code, reply, "recipient")
    if isinstance(error, smtplib.SMTPSenderRefused):
        # Said before the recipient is known: our own address or login is not welcome.
        return Failure(Severity.SERVER, _note(error.smtp_code, error.smtp_error, "sender"))
    if isinstance(error, (smtplib.SMTPHeloError, smtplib.SMTPNotSupportedError)):
        return Failure(Severity.SERVER, f"SMTP: {type(error).__name__}")
    if isinstance(error, smtplib.SMTPResponseException):
        return _by_code(error.smtp_code, error.smtp_error, "message")
    return Failure(Severity.CONNECTION, f"SMTP: {type(error).__name__}")


def _by_code(code: int, reply: bytes | str, what: str) -> Failure:
    note = _note(code, reply, what)
    is_about_address = _is_about_address(code, reply, what)
    if code == 421:
        return Failure(Severity.CONNECTION, note, is_about_address=is_about_address)
    if code < 500:
        return Failure(Severity.ROW, note, is_about_address=is_about_address)
    is_final = is_about_address and _is_final(reply)
    severity = Severity.REFUSED if is_final else Severity.ROW
    return Failure(severity, note, is_about_address=is_about_address, is_refusal=True)


def _is_about_address(code: int, reply: bytes | str, what: str) -> bool:
    enhanced = _enhanced(reply)
    if enhanced is None:
        return what == "recipient" and (code < 500 or code in _ADDRESS_CODES)
    _class, subject, detail = enhanced
    return (subject == 1 and detail not in _SENDERS_ADDRESS) or subject == 2


def _is_final(reply: bytes | str) -> bool:
    enhanced = _enhanced(reply)
    if enhanced is None:
        return True
    status, subject, detail = enhanced
    return status == 5 and (subject == 1 or detail in _DEAD_MAILBOX)


def _enhanced(reply: bytes | str) -> tuple[int, int, int] | None:
    """The status code at the beginning of a reply, as (class, subject, detail)."""
    raw = reply.encode("ascii", "replace") if isinstance(reply, str) else reply
    found = _ENHANCED.match(raw[:200])
    return (int(found[1]), int(found[2]), int(found[3])) if found else None


def _note(code: int, reply: bytes | str, what: str) -> str:
    enhanced = _enhanced(reply)
    status = " " + ".".join(map(str, enhanced)) if enhanced else ""
    return f"SMTP {code}{status}: {what}"


def _provider_failure(error: AnymailError) -> Failure:
    if isinstance(error, AnymailRecipientsRefused):
        note = "provider: recipient"
        return Failure(Severity.REFUSED, note, is_about_address=True, is_refusal=True)
    status = getattr(error, "status_code", None)
    if not isinstance(error, AnymailAPIError) or not isinstance(status, int):
        name = type(error).__name__
        is_network = isinstance(error, AnymailAPIError)
        return Failure(Severity.CONNECTION if is_network else Severity.ROW, f"provider: {name}")
    note = f"provider: HTTP {status}"
    if status == 429:
        return Failure(Severity.SERVER, note, _retry_after(error))
    if status in {401, 402, 403, 407, 408}:
        return Failure(Severity.SERVER, note)
    if status >= 500:
        return Failure(Severity.CONNECTION, note)
    # A sender's domain that the provider does not know looks like a mail that it does not like.
    return Failure(Severity.ROW, note, is_refusal=True)


def _retry_after(error: AnymailAPIError) -> timedelta | None:
    headers = getattr(getattr(error, "response", None), "headers", None) or {}
    value = str(headers.get("Retry-After", "")).strip()
    if value.isdecimal() and len(value) < 9:
        wanted = timedelta(seconds=int(value))
    else:
        try:
            wanted = parsedate_to_datetime(value) - datetime.now(UTC)
        except (ValueError, TypeError, IndexError):
            return None
    return min(max(wanted, timedelta(seconds=1)), MOST_RETRY_AFTER)
