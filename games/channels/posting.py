"""One request to an address that a member gave: through the guard, bounded in time and size.

No redirect is followed, no cookie kept, no proxy of the environment asked, and nothing of the
answer is kept but its status.
"""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
import time
from datetime import timedelta
from functools import cache
from typing import NamedTuple
from urllib.parse import urlsplit

from games.common.public_hosts import Endpoint, ForbiddenHostError, endpoints

CONNECT_SECONDS = 3.0
READ_SECONDS = 5.0
WHOLE_SECONDS = 8.0
"""However slowly an answer trickles in: then the connection is cut."""

MOST_BYTES = 4096
MOST_TRIED = 2
LONGEST_PAUSE = timedelta(hours=1)
USER_AGENT = "WildCardsByMail/1"
FORBIDDEN = "this address is not allowed"


class OutgoingRequest(NamedTuple):
    """What is sent, and where."""

    url: str
    body: bytes
    headers: dict[str, str]
    method: str = "POST"

    @property
    def host(self) -> str:
        return urlsplit(self.url).hostname or ""


class RequestOutcome(NamedTuple):
    """What came of it: HTTP's status, or 0 and a note where there was no answer."""

    status: int
    note: str
    took: timedelta
    pause: timedelta | None = None

    @property
    def is_taken(self) -> bool:
        return 200 <= self.status < 300

    @property
    def is_away(self) -> bool:
        """Whether nobody answered, or in vain by no fault of the message."""
        return self.status == 0 and self.note != FORBIDDEN

    @property
    def is_forbidden(self) -> bool:
        return self.note == FORBIDDEN


def send_request(request: OutgoingRequest) -> RequestOutcome:
    """Send it; raises nothing. Takes ten seconds at most, but for a names' server that is silent.

    The note names the kind of trouble and never anything of the other side's words.
    """
    begun = time.monotonic()
    status, note, pause = 0, "", None
    try:
        status, pause = _sent(request)
    except ForbiddenHostError:
        note = FORBIDDEN
    except TimeoutError:
        note = "no answer in time"
    except ssl.SSLCertVerificationError:
        note = "its certificate is not valid"
    except ssl.SSLError:
        note = "no secure connection"
    except socket.gaierror:
        note = "its name leads nowhere"
    except (OSError, http.client.HTTPException, ValueError) as error:
        is_cut = time.monotonic() - begun >= WHOLE_SECONDS
        note = "no answer in time" if is_cut else f"no connection: {type(error).__name__}"
    return RequestOutcome(status, note, timedelta(seconds=time.monotonic() - begun), pause)


def _sent(request: OutgoingRequest) -> tuple[int, timedelta | None]:
    found = endpoints(request.url)
    for number, endpoint in enumerate(found[:MOST_TRIED], start=1):
        connection = _Connection(endpoint)
        guard = threading.Timer(WHOLE_SECONDS, connection.cut)
        guard.daemon = True
        guard.start()
        try:
            try:
                connection.connect()
            except OSError:
                if number < min(len(found), MOST_TRIED):
                    continue
                raise
            return _exchanged(connection, request)
        finally:
            guard.cancel()
            connection.close()
    raise OSError(request.host)


def _exchanged(connection: _Connection, request: OutgoingRequest) -> tuple[int, timedelta | None]:
    parts = urlsplit(request.url)
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    headers = {"User-Agent": USER_AGENT, "Connection": "close", **request.headers}
    connection.request(request.method, target, request.body, headers)
    answer = connection.getresponse()
    answer.read(MOST_BYTES)
    return answer.status, _pause(answer.getheader("Retry-After") or "")


def _pause(text: str) -> timedelta | None:
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        return None
    return min(timedelta(seconds=int(text)), LONGEST_PAUSE)


class _Connection(http.client.HTTPConnection):
    """To an address that the guard has looked at, under the name that it was looked up by."""

    def __init__(self, endpoint: Endpoint) -> None:
        super().__init__(endpoint.host, endpoint.port, timeout=READ_SECONDS)
        self.default_port = 443 if endpoint.is_tls else 80
        self._endpoint = endpoint

    def connect(self) -> None:
        where = (self._endpoint.address, self._endpoint.port)
        self.sock = socket.create_connection(where, CONNECT_SECONDS)
        self.sock.settimeout(READ_SECONDS)
        if self._endpoint.is_tls:
            # The handshake comes after the socket is known to `cut`.
            secure = tls_context().wrap_socket(
                self.sock, server_hostname=self._endpoint.host, do_handshake_on_connect=False
            )
            self.sock = secure
            secure.do_handshake()

    def cut(self) -> None:
        """End the exchange from another thread."""
        try:
            if self.sock is not None:
                self.sock.shutdown(socket.SHUT_RDWR)
        except OSError:
            return


@cache
def tls_context() -> ssl.SSLContext:
    """Certificates are checked against the machine's own list."""
    return ssl.create_default_context()
