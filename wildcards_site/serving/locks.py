"""What `serve` makes sure of before it starts anything: the data directory and the ports."""

import fcntl
import os
import socket
import time
from pathlib import Path
from typing import IO

PORT_PATIENCE_SECONDS = 3.0


class AlreadyServedError(Exception):
    """Another process serves this data directory, or listens where we should."""


def lock_data_directory(directory: Path) -> IO[str]:
    """Hold the directory until the returned file is closed or this process ends, however it ends.

    Raises AlreadyServedError if another `serve` holds it.
    """
    directory.mkdir(parents=True, exist_ok=True)
    file = (directory / "serve.lock").open("a+", encoding="ascii")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        holder = file.read().strip() or "unknown"
        file.close()
        raise AlreadyServedError(
            f"The data directory {directory} is being served already (process {holder}). "
            "Stop that one, or choose another with --data."
        ) from None
    file.truncate(0)
    file.write(str(os.getpid()))
    file.flush()
    return file


def require_free_port(host: str, port: int, option: str) -> None:
    """Raise AlreadyServedError, naming `option`, unless we could listen on `host` and `port`."""
    # The children of a `serve` that was killed a moment ago may still be leaving.
    deadline = time.monotonic() + PORT_PATIENCE_SECONDS
    while (error := _bind_error(host, port)) and time.monotonic() < deadline:
        time.sleep(0.1)
    if error:
        raise AlreadyServedError(
            f"Cannot listen on {host} port {port}: {error}. Choose another with {option}."
        )


def _bind_error(host: str, port: int) -> str:
    try:
        family, kind, protocol, _name, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as listener:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind(address)
    except OSError as error:
        return error.strerror or str(error)
    return ""
