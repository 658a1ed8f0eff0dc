"""The options of `manage.py serve`, and what they put into the environment.

Settings are read once, when Django starts, and every child process reads them again: what an
option changes has to stand in the environment before the first of them does.
"""

import argparse
import os
from collections.abc import MutableMapping, Sequence
from pathlib import Path

from wildcards_site.environment import Environment
from wildcards_site.serving.broker import embedded_broker

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8000
DEFAULT_SMTP_PORT = 8025
DEFAULT_WORKERS = 2
BASE_DIR = Path(__file__).resolve().parent.parent.parent
EVERY_INTERFACE = ("0.0.0.0", "::", "")  # noqa: S104  (compared with, never bound by default)


def add_serve_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--demo", action="store_true", help="add demo members and matches")
    parser.add_argument("--host", default=DEFAULT_HOST, help="where web and mail listen")
    parser.add_argument("--port", type=_port, default=DEFAULT_PORT, help="the site's port")
    parser.add_argument(
        "--smtp-port", type=_port, default=DEFAULT_SMTP_PORT, help="the inbound mail's port"
    )
    parser.add_argument("--data", type=Path, help="the data directory (default: var)")
    parser.add_argument(
        "--workers",
        type=_count,
        default=DEFAULT_WORKERS,
        help="web processes, and as many for each lane (default: %(default)s)",
    )
    parser.add_argument("--no-mail", action="store_true", help="do not listen for mail")


def prepare_environment(
    arguments: Sequence[str], environment: MutableMapping[str, str] = os.environ
) -> None:
    """Put into `environment` what `serve` with these arguments implies and it does not say yet."""
    parser = argparse.ArgumentParser(add_help=False)
    add_serve_arguments(parser)
    if {"-h", "--help"} & set(arguments):
        return
    options, _others = parser.parse_known_args(arguments)
    if options.data:
        environment["DATA_DIR"] = str(options.data.expanduser().resolve())
    host = DEFAULT_HOST if options.host in EVERY_INTERFACE else options.host
    environment.setdefault("SITE_URL", f"http://{bracketed(host)}:{options.port}")
    environment.setdefault("COLLECTED_STATIC", "true")
    settings = Environment()
    settings.ENVIRON = environment
    if settings.bool("PRODUCTION", default=False) or settings.str("REDIS_URL", default=""):
        return
    if not settings.bool("EMBEDDED_BROKER", default=True):
        return
    data_directory = settings.str("DATA_DIR", default=str(BASE_DIR / "var"))
    if broker := embedded_broker(Path(data_directory).expanduser().resolve()):
        environment["REDIS_URL"] = broker.url


def bracketed(host: str) -> str:
    """`host` as an address in a URL or a listener's name has it."""
    return f"[{host}]" if ":" in host else host


def _port(text: str) -> int:
    port = int(text) if text.isdecimal() else 0
    if not 1 <= port <= 65535:
        raise argparse.ArgumentTypeError(f"{text!r} is no port: it takes a number from 1 to 65535")
    return port


def _count(text: str) -> int:
    count = int(text) if text.isdecimal() else 0
    if not 1 <= count <= 64:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 to 64")
    return count
