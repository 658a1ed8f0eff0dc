"""Django's SMTP backend with an end: a server that drips single bytes holds nobody up either.

A timeout of a socket starts anew with every byte. Here connecting, and each mail, has a number of
seconds in all.
"""

from __future__ import annotations

import io
import smtplib
import socket
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.mail.backends.smtp import EmailBackend
from django.core.mail.message import EmailMessage

from games.mail.access_tokens import TokenCommandError, access_token

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer

SECONDS_IN_ALL = 15.0
"""For connecting with all that belongs to it, and for each mail."""

SECONDS_TO_HANG_UP = 1.0


class _Replies(io.RawIOBase):
    """What the server says, read until the conversation's end."""

    def __init__(self, conversation: _Bounded) -> None:
        self._conversation = conversation

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: WriteableBuffer) -> int:
        self._conversation.hurry()
        sock = self._conversation.sock
        assert sock is not None
        return sock.recv_into(buffer)


class _Bounded(smtplib.SMTP):
    """A conversation that is over at `ends_at` of the monotonic clock, whatever comes."""

    sock: socket.socket | None

    def __init__(self, *args: Any, **options: Any) -> None:
        self.ends_at = time.monotonic() + SECONDS_IN_ALL
        self._longest = float(options.get("timeout") or SECONDS_IN_ALL)
        super().__init__(*args, **options)

    def hurry(self) -> float:
        """Let the next wait be no longer than what is left; raises TimeoutError after the end."""
        left = self.ends_at - time.monotonic()
        if left <= 0:
            raise TimeoutError
        seconds = min(self._longest, left)
        if self.sock is not None:
            self.sock.settimeout(seconds)
        return seconds

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        return super()._get_socket(host, port, min(timeout, self.hurry()))  # type: ignore[misc,no-any-return]

    def getreply(self) -> tuple[int, bytes]:
        if self.file is None:
            self.file = io.BufferedReader(_Replies(self))
        return super().getreply()

    def login(
        self, user: str, password: str, *, initial_response_ok: bool = True
    ) -> tuple[int, bytes]:
        """As usual, or by an access token where a command gives one (XOAUTH2)."""
        if not settings.MAIL_TOKEN_COMMAND:
            return super().login(user, password, initial_response_ok=initial_response_ok)
        try:
            token = access_token()
        except TokenCommandError as error:
            raise smtplib.SMTPAuthenticationError(454, str(error).encode()) from error
        self.ehlo_or_helo_if_needed()
        said = f"user={user}\x01auth=Bearer {token}\x01\x01"
        # A refusal comes as one more question, with its reason: an empty answer ends it.
        return self.auth("XOAUTH2", lambda challenge=None: said if challenge is None else "")

    def send(self, s: ReadableBuffer | str) -> None:
        try:
            self.hurry()
        except TimeoutError as error:
            self.close()
            raise smtplib.SMTPServerDisconnected("the time is over") from error
        super().send(s)


class _BoundedSsl(_Bounded, smtplib.SMTP_SSL):
    """The same over TLS from the first byte."""


def is_plain_smtp() -> bool:
    """Whether mail goes out by a server of EMAIL_URL, which is spoken to in bounded time."""
    return bool(settings.EMAIL_BACKEND == "django.core.mail.backends.smtp.EmailBackend")


def _set_envelope(message: EmailMessage) -> None:
    """Have the mail come back to its own address, and still be from the service's."""
    return_path = getattr(message, "return_path", "")
    if return_path and "From" not in message.extra_headers:
        message.extra_headers["From"] = message.from_email
        message.from_email = return_path


class BoundedBackend(EmailBackend):
    """Sends as Django's does, and gives up on a mail, or on connecting, after 15 seconds."""

    has_own_senders = True
    """Whether each mail leaves with an envelope sender of its own."""

    def open(self) -> bool | None:
        """Connect and log in, by a token where there is a command for one."""
        if settings.MAIL_TOKEN_COMMAND and self.username:
            # Without a password Django's backend would not log in at all.
            self.password = self.password or "-"
        return super().open()

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        return _BoundedSsl if self.use_ssl else _Bounded

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Send over the open connection, or a new one; returns how many were taken."""
        self._time_left(SECONDS_IN_ALL)
        if self.has_own_senders:
            for message in email_messages:
                _set_envelope(message)
        try:
            return super().send_messages(email_messages) or 0
        except smtplib.SMTPSenderRefused as refused:
            # A mailbox's server may know its account by the one name alone.
            if not settings.REPLY_ADDRESS or "+" not in str(refused.sender):
                raise
            self.has_own_senders = False
            for message in email_messages:
                message.from_email = message.extra_headers.pop("From", message.from_email)
            return super().send_messages(email_messages) or 0

    def close(self) -> None:
        """Say goodbye, briefly."""
        self._time_left(SECONDS_TO_HANG_UP)
        super().close()

    def _time_left(self, seconds: float) -> None:
        for connection in (self.connection, getattr(self, "_partial_connection", None)):
            if isinstance(connection, _Bounded):
                connection.ends_at = time.monotonic() + seconds
