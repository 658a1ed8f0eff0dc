"""The mail server of the service: it takes mail for reply addresses and for nothing else.

A mail is answered with 250 only when its row is committed; in trouble with 451, so that the other
server keeps it and tries again. As SMTP for a mail relay to speak to, or as LMTP.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections import Counter
from collections.abc import Awaitable
from typing import AnyStr

from aiosmtpd.controller import UnthreadedController
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections

from games.composing.messages import read_unsubscription
from games.mail import inbound
from games.replies.automatic_responses import NULL_SENDER
from games.replies.reply_addresses import (
    MOST_CHARACTERS,
    is_asked_at,
    parse_bounce_address,
    parse_reply_address,
    service_address,
    unsubscribe_token,
)

logger = logging.getLogger(__name__)

LINE_LENGTH = 64 * 1024
"""Some mail programs send a paragraph as one line, longer than the 1,000 bytes that are allowed."""

MOST_RECIPIENTS = 20
TIMEOUT_SECONDS = 60.0


MOST_CONNECTIONS = 200
MOST_CONNECTIONS_OF_ONE = 25
"""Of one address; a relay opens 20 at most by default."""

MOST_GATHERED = 32 * 1024 * 1024
"""Of all mails that are on their way in, beyond what each may have by itself."""

MOST_ERRORS = 10
MOST_REPLIES = 1000
CONVERSATION_SECONDS = 300.0
TOO_LARGE = "552 5.3.4 A mail may have 10 MB: send your move as plain text, without attachments"


class _Doorkeeper:
    """Counts the open connections of one door."""

    def __init__(self) -> None:
        self.open: Counter[str] = Counter()
        self.gathered = 0

    def admits(self, peer: str) -> bool:
        return self.open.total() < MOST_CONNECTIONS and self.open[peer] < MOST_CONNECTIONS_OF_ONE

    def enters(self, peer: str) -> None:
        self.open[peer] += 1

    def leaves(self, peer: str) -> None:
        self.open[peer] -= 1
        if self.open[peer] <= 0:
            del self.open[peer]


class _Server(SMTP):
    """A conversation that ends after too many errors, commands or seconds, and one for which there
    is no room beside the large mails of others."""

    line_length_limit = LINE_LENGTH

    doorkeeper: _Doorkeeper
    _peer: str | None = None
    _end: asyncio.TimerHandle | None = None
    _errors = _replies = _gathered = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        peer = str((transport.get_extra_info("peername") or ("",))[0])
        if not self.doorkeeper.admits(peer):
            transport.write(b"421 4.7.0 Too many connections: please try again later\r\n")
            transport.close()
            return
        self._peer = peer
        self.doorkeeper.enters(peer)
        self._end = self.loop.call_later(CONVERSATION_SECONDS, transport.abort)
        super().connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        if self._peer is None:
            return
        if self._end is not None:
            self._end.cancel()
        self.doorkeeper.leaves(self._peer)
        self._gather(0)
        self._peer = None
        super().connection_lost(error)

    def data_received(self, data: bytes) -> None:
        if self._peer is None:
            return
        self._gather(self._gathered + len(data))
        if self.doorkeeper.gathered <= MOST_GATHERED:
            super().data_received(data)
        elif isinstance(self.transport, asyncio.Transport):
            self._gather(0)
            self.transport.write(b"421 4.3.2 Too much mail at once: please try again later\r\n")
            self.transport.close()

    def _gather(self, count: int) -> None:
        """So much has come since the last answer. What a small mail has is nobody's business, and
        of one that is too large the rest is thrown away."""
        before, self._gathered = self._gathered, count
        self.doorkeeper.gathered += _large_part(count) - _large_part(before)

    def eof_received(self) -> bool | None:
        return super().eof_received() if self._peer is not None else None

    async def push(self, status: AnyStr) -> None:
        """Answer; the answer that is one too many is the last."""
        words = status if isinstance(status, str) else status.decode("ascii", "replace")
        self._gather(0)
        if words.startswith("552"):
            words = TOO_LARGE
        self._replies += 1
        self._errors += words.startswith(("4", "5"))
        if self._errors < MOST_ERRORS and self._replies <= MOST_REPLIES:
            await super().push(words)
            return
        await super().push("421 4.7.0 Too many errors or commands, goodbye")
        if self.transport is not None:
            self.transport.close()
        raise asyncio.CancelledError


def _large_part(count: int) -> int:
    return max(min(count, inbound.MOST_TAKEN) - inbound.MOST_BYTES, 0)


class _LocalServer(LMTP, _Server):
    """The same for a relay that hands over to us."""


class Reception:
    """Says to whom mail is taken, and stores it."""

    def __init__(self, source: str) -> None:
        self.source = source

    async def handle_RCPT(  # noqa: N802  aiosmtpd finds it by this name
        self,
        server: SMTP,
        session: Session,
        envelope: Envelope,
        address: str,
        rcpt_options: list[str],
    ) -> str:
        """Accept a genuine reply address, the service's own address and the postmaster."""
        if len(envelope.rcpt_tos) >= MOST_RECIPIENTS:
            return "452 4.5.3 Too many recipients in one mail"
        if not is_taken(address):
            return "550 5.1.1 No such address here: reply to the newest mail about your match"
        envelope.rcpt_tos.append(address)
        envelope.rcpt_options.extend(rcpt_options)
        return "250 2.1.5 OK"

    async def handle_exception(self, error: Exception) -> str:
        """A fault of ours is no business of the other side's."""
        logger.error("a conversation failed", extra={"fault": type(error).__name__})
        return "451 4.3.0 Something went wrong here: please try again"

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Commit the mail, once for each recipient, before saying that it is here."""
        try:
            await sync_to_async(self._store, thread_sensitive=True)(envelope)
        except Exception as error:
            logger.error("a mail could not be stored", extra={"fault": type(error).__name__})
            return "451 4.3.0 The mail could not be stored now: please try again"
        return "250 2.0.0 OK: the mail is here"

    def _store(self, envelope: Envelope) -> None:
        close_old_connections()
        try:
            for recipient in envelope.rcpt_tos:
                inbound.accept_raw(
                    raw=_content(envelope),
                    recipient=recipient,
                    envelope_sender=envelope.mail_from or NULL_SENDER,
                    source=self.source,
                )
        finally:
            close_old_connections()


def is_taken(address: str) -> bool:
    """Whether mail to this address is taken at the door."""
    address = address.strip().strip("<>").casefold()
    if len(address) > MOST_CHARACTERS:
        return False
    postmaster = {"postmaster", f"postmaster@{settings.REPLY_DOMAIN}"}
    if address in postmaster or address == service_address() or is_asked_at(address):
        return True
    if read_unsubscription(unsubscribe_token(address)) is not None:
        return True
    return parse_reply_address(address) is not None or parse_bounce_address(address) is not None


def controller(
    host: str,
    port: int,
    *,
    lmtp: bool,
    loop: asyncio.AbstractEventLoop,
    inherited: socket.socket | None = None,
) -> UnthreadedController:
    """A listener for this loop, not yet begun. Port 0 takes a free one.

    An `inherited` socket listens already, for whoever started this process: it is used as it is.
    """
    server_class: type[_Server] = _LocalServer if lmtp else _Server
    doorkeeper = _Doorkeeper()

    class Listener(UnthreadedController):
        def factory(self) -> _Server:
            server = server_class(self.handler, **self.SMTP_kwargs)
            server.doorkeeper = doorkeeper
            return server

        def _create_server(self) -> Awaitable[asyncio.AbstractServer]:
            if inherited is None:
                return super()._create_server()
            return self.loop.create_server(self._factory_invoker, sock=inherited)

    return Listener(
        Reception("lmtp" if lmtp else "smtp"),
        hostname=host,
        port=port,
        loop=loop,
        server_hostname=settings.REPLY_DOMAIN,
        ident="Wild Cards by mail",
        data_size_limit=inbound.MOST_TAKEN,
        enable_SMTPUTF8=True,
        decode_data=False,
        timeout=TIMEOUT_SECONDS,
    )


def _content(envelope: Envelope) -> bytes:
    content = envelope.content or b""
    return content.encode("utf-8", "surrogateescape") if isinstance(content, str) else content
