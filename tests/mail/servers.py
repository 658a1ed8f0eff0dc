"""A mail server for the tests that does as it is told."""

from __future__ import annotations

import socket
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, Session

SMTP_BACKEND = "django.core.mail.backends.smtp.EmailBackend"


class Taken(NamedTuple):
    """A mail that a server has taken."""

    recipients: list[str]
    content: bytes


@dataclass
class Server:
    """Takes mail, or answers with the words that are set for an address or for all."""

    port: int
    taken: list[Taken] = field(default_factory=list)
    tries: list[str] = field(default_factory=list)
    for_address: dict[str, str] = field(default_factory=dict)
    for_all: str = ""
    after: Callable[[], None] | None = None
    """Called when a mail is taken, before the one who sent it hears so."""

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        self.tries.append(address)
        answer = self.for_address.get(address, self.for_all)
        if answer:
            return answer
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        assert isinstance(envelope.content, bytes)
        self.taken.append(Taken(envelope.rcpt_tos, envelope.content))
        if self.after is not None:
            self.after()
        return "250 OK"


def free_port() -> int:
    """A port that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class _TokenServer(Server):
    """Takes every access token, and notes what it was sent (XOAUTH2)."""

    logins: list[str]

    async def auth_XOAUTH2(self, server: SMTP, args: list[str]) -> AuthResult:  # noqa: N802
        self.logins.append(b64decode(args[1]).decode())
        return AuthResult(success=True)


@contextmanager
def running_server(*, logins: list[str] | None = None) -> Iterator[Server]:
    """A server on a free port, in a thread of its own. With a list for `logins` it wants a token
    of whoever sends, and adds what it is given."""
    behaviour = Server(port=free_port())
    if logins is not None:
        behaviour = _TokenServer(port=behaviour.port)
        behaviour.logins = logins
    controller = Controller(
        behaviour,
        hostname="127.0.0.1",
        port=behaviour.port,
        auth_required=logins is not None,
        auth_require_tls=False,
    )
    controller.start()
    try:
        yield behaviour
    finally:
        controller.stop()
