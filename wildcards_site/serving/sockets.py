"""The sockets on which the service listens: held by `serve`, handed to its children.

As long as `serve` holds them, a connection that comes while a child starts again waits in the
kernel's queue instead of being refused. Given by systemd, they outlive `serve` itself.
"""

import os
import socket
import time
from collections.abc import Mapping

from wildcards_site.serving.locks import AlreadyServedError

PORT_PATIENCE_SECONDS = 3.0
MOST_WAITING_CONNECTIONS = 2048
FIRST_GIVEN = 3
"""The first descriptor that systemd passes (sd_listen_fds(3))."""


def listening_socket(
    name: str,
    host: str,
    port: int,
    option: str,
    environment: Mapping[str, str] = os.environ,
) -> socket.socket:
    """The socket called `name` that systemd gave, else one that listens on `host` and `port`.

    Raises AlreadyServedError, naming `option`, if nobody can listen there now.
    """
    given = _given_sockets(environment)
    if name in given:
        return socket.socket(fileno=given[name])
    # The children of a `serve` that was killed a moment ago may still be leaving.
    deadline = time.monotonic() + PORT_PATIENCE_SECONDS
    while True:
        try:
            return _bound(host, port)
        except OSError as error:
            if time.monotonic() > deadline:
                why = error.strerror or str(error)
                raise AlreadyServedError(
                    f"Cannot listen on {host} port {port}: {why}. Choose another with {option}."
                ) from None
        time.sleep(0.1)


def _given_sockets(environment: Mapping[str, str]) -> dict[str, int]:
    """Descriptors by their FileDescriptorName= in the socket unit."""
    if environment.get("LISTEN_PID") != str(os.getpid()):
        return {}
    names = environment.get("LISTEN_FDNAMES", "").split(":")
    return {name: FIRST_GIVEN + number for number, name in enumerate(names) if name}


def _bound(host: str, port: int) -> socket.socket:
    family, kind, protocol, _name, address = socket.getaddrinfo(
        host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(MOST_WAITING_CONNECTIONS)
    except OSError:
        listener.close()
        raise
    return listener
