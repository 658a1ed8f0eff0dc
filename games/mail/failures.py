"""What a failed delivery means: is this mail, the connection or the whole server in trouble?"""

from __future__ import annotations

import smtplib
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from enum import Enum
from typing import NamedTuple

from anymail.exceptions import AnymailAPIError, AnymailError, AnymailRecipientsRefused

MOST_RETRY_AFTER = timedelta(hours=6)


class ServerUnreachableError(Exception):
    """No connection to the mail server or provider could be made."""


class Severity(Enum):
    """How far a failure reaches."""

    REFUSED = "refused"
    """This mail will never be taken: no other try."""

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


def failure_of(error: BaseException) -> Failure:
    """Sort what a mail backend raised."""
    if isinstance(error, ServerUnreachableError):
        cause = type(error.__cause__).__name__
        return Failure(Severity.SERVER, f"server unreachable: {cause}")
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
        codes = [code for code, _reply in error.recipients.values()]
        is_final = bool(codes) and all(code >= 500 for code in codes)
        failure = _by_code(max(codes, default=0), is_final=is_final, what="recipient")
        return failure._replace(is_about_address=True)
    if isinstance(error, smtplib.SMTPSenderRefused):
        # Our own address is not welcome: a matter of set-up that no mail should be lost for.
        return _by_code(error.smtp_code, is_final=False, what="sender")
    if isinstance(error, smtplib.SMTPResponseException):
        return _by_code(error.smtp_code, is_final=error.smtp_code >= 500, what="message")
    return Failure(Severity.CONNECTION, f"SMTP: {type(error).__name__}")


def _by_code(code: int, *, is_final: bool, what: str) -> Failure:
    note = f"SMTP {code}: {what}"
    if is_final:
        return Failure(Severity.REFUSED, note)
    return Failure(Severity.CONNECTION if code == 421 else Severity.ROW, note)


def _provider_failure(error: AnymailError) -> Failure:
    if isinstance(error, AnymailRecipientsRefused):
        return Failure(Severity.REFUSED, "provider: recipient", is_about_address=True)
    status = getattr(error, "status_code", None)
    if not isinstance(error, AnymailAPIError) or not isinstance(status, int):
        name = type(error).__name__
        is_network = isinstance(error, AnymailAPIError)
        return Failure(Severity.CONNECTION if is_network else Severity.ROW, f"provider: {name}")
    note = f"provider: HTTP {status}"
    if status == 429:
        return Failure(Severity.SERVER, note, _retry_after(error))
    if status in {401, 403, 402, 407, 408}:
        return Failure(Severity.SERVER, note)
    if status >= 500:
        return Failure(Severity.CONNECTION, note)
    return Failure(Severity.REFUSED, note)


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
