"""What `manage.py doctor` tries: each part once, with a sentence that says what would help."""

from __future__ import annotations

import shutil
import socket
from collections.abc import Callable
from dataclasses import dataclass

import redis
from django.conf import settings
from django.core.mail import get_connection
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.utils.module_loading import import_string

from wildcards_site.checks import check_production_settings
from wildcards_site.redis_urls import cache_url

PATIENCE_SECONDS = 5
LEAST_FREE_BYTES = 200 * 1024 * 1024


@dataclass(frozen=True)
class Finding:
    """What was found of one part; `words` hold the remedy where it is not well."""

    part: str
    is_well: bool
    words: str


def examine() -> list[Finding]:
    """Try every part; none of them can keep the others from being tried."""
    parts: dict[str, Callable[[], str]] = {
        "database": _database,
        "data directory": _data_directory,
        "redis": _redis,
        "mail out": _mail_out,
        "reply domain": _reply_domain,
        "proxies": _proxies,
        "keys": _keys,
    }
    found = [_tried(part, attempt) for part, attempt in parts.items()]
    for part, dotted in settings.FURTHER_EXAMINATIONS.items():
        found += [Finding(part, *told) for told in import_string(dotted)()]
    faults = [message for message in check_production_settings() if message.is_serious()]
    found += [Finding("settings", False, f"{fault.msg} {fault.hint}") for fault in faults]
    return found or [Finding("settings", True, "complete")]


class _UnwellError(Exception):
    """A part does not work; the message says why and what would help."""


def _tried(part: str, attempt: Callable[[], str]) -> Finding:
    try:
        return Finding(part, True, attempt())
    except _UnwellError as error:
        return Finding(part, False, str(error))
    except Exception as error:
        words = " ".join(str(error).split()) or type(error).__name__
        return Finding(part, False, f"{words} {REMEDIES[part]}")


REMEDIES = {
    "database": "Is the server of DATABASE_URL up, and are its name and password right?",
    "data directory": "Choose another with DATA_DIR, or make room.",
    "redis": "Is the server of REDIS_URL up? Until it is, work waits for the next sweep.",
    "mail out": "Is the server of EMAIL_URL up, and are its name and password right?",
    "reply domain": "Give REPLY_DOMAIN an MX record that names the server that hands mail over.",
    "proxies": "TRUSTED_PROXIES is the number of proxies of yours in front.",
    "keys": "SECRET_KEY is 50 random characters at least.",
}


def _database() -> str:
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("CREATE TABLE wildcards_doctor (one integer)")
            cursor.execute("INSERT INTO wildcards_doctor VALUES (1)")
        transaction.set_rollback(True)
    executor = MigrationExecutor(connection)
    missing = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if missing:
        raise _UnwellError(f"{len(missing)} migrations are missing. Run manage.py migrate.")
    return f"{connection.vendor} takes writes and has every table"


def _data_directory() -> str:
    free = shutil.disk_usage(settings.DATA_DIR).free
    if free < LEAST_FREE_BYTES:
        raise _UnwellError(f"only {free // 1024**2} MB are free at {settings.DATA_DIR}. Make room.")
    mode = settings.DATA_DIR.stat().st_mode
    if mode & 0o077:
        raise _UnwellError(
            f"others may look into {settings.DATA_DIR}, where every hand lies. "
            f"Run chmod -R go= {settings.DATA_DIR}"
        )
    return f"{settings.DATA_DIR}, {free // 1024**3} GB free"


def _redis() -> str:
    if not settings.REDIS_URL:
        return "none is set: serve brings one of its own, or does without"
    client = redis.Redis.from_url(
        cache_url(settings.REDIS_URL),
        socket_connect_timeout=PATIENCE_SECONDS,
        socket_timeout=PATIENCE_SECONDS,
    )
    with client:
        client.ping()
    return "answers"


def _mail_out() -> str:
    if settings.LOCAL_MAILBOX:
        return "stays in the local mailbox"
    if settings.EMAIL_PROVIDER:
        # It raises what the provider's settings lack; the key is tried by the first mail.
        get_connection()
        return f"by {settings.EMAIL_PROVIDER}, whose settings are there; profile/mail-test tries it"
    backend = get_connection(timeout=PATIENCE_SECONDS)
    backend.open()
    backend.close()
    return f"{settings.EMAIL_HOST}:{settings.EMAIL_PORT} takes our name"


def _reply_domain() -> str:
    if settings.LOCAL_MAILBOX:
        return "answers come by the local mailbox"
    if settings.REPLY_ADDRESS:
        return f"none is needed: answers go to {settings.REPLY_ADDRESS}"
    try:
        socket.getaddrinfo(settings.REPLY_DOMAIN, 25, type=socket.SOCK_STREAM)
    except OSError:
        # A domain may have an MX record and no address; that takes a look by hand.
        return f"{settings.REPLY_DOMAIN} has no address; see that `dig MX` names your mail server"
    return f"{settings.REPLY_DOMAIN} is in the DNS"


def _proxies() -> str:
    count = settings.TRUSTED_PROXIES
    if settings.PRODUCTION and not count:
        raise _UnwellError(
            "TRUSTED_PROXIES is 0: behind a proxy every page redirects to itself for ever. "
            "Set it to the number of proxies of yours in front."
        )
    return f"{count} in front" if count else "none, as this machine alone is served"


def _keys() -> str:
    tokens = [key for key in settings.MAIL_TOKEN_KEYS if key]
    if not tokens:
        raise _UnwellError("no key signs reply addresses. Set SECRET_KEY or MAIL_TOKEN_KEYS.")
    former = len(settings.SECRET_KEY_FALLBACKS)
    return f"one signs, {len(tokens)} sign or are accepted in reply addresses, {former} are former"
