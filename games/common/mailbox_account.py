"""The mailbox that mail is fetched from, as IMAP_URL names it: `imaps://user:password@host/INBOX`."""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from django.conf import settings

EXAMPLE = "imaps://user:password@imap.example.org/INBOX"
PORTS = {"imaps": 993, "imap+tls": 143, "imap": 143}
THIS_MACHINE = frozenset(("localhost", "127.0.0.1", "::1"))

MOST_USER_CHARACTERS = 30
"""Of the reply address before its plus: with the longest token it stays within the 64 characters
that a local part may have (RFC 5321)."""


class BadMailSettingError(ValueError):
    """A setting can't be read; the message says what it looks like, and repeats no password."""


class MailboxAccount(NamedTuple):
    """Where a mailbox is, and who opens it. `scheme` says how: `imaps`, `imap+tls`, `imap`."""

    scheme: str
    host: str
    port: int
    user: str
    password: str
    folder: str

    @property
    def name(self) -> str:
        """What the mailbox is known by, at most 400 characters: no password in it."""
        return f"{self.user} at {self.host}/{self.folder}"[:400]


def mailbox_name() -> str:
    """The name of the mailbox that is fetched from; "" where there is none, or a bad IMAP_URL."""
    try:
        account = mailbox_account()
    except BadMailSettingError:
        return ""
    return account.name if account is not None else ""


def mailbox_account() -> MailboxAccount | None:
    """The account of IMAP_URL, None where that is not set. Its user may be a whole address, with @.

    Raises BadMailSettingError.
    """
    url = settings.IMAP_URL
    if not url:
        return None
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise BadMailSettingError(f"IMAP_URL cannot be read: it looks like {EXAMPLE}.") from error
    if parts.scheme not in PORTS or not parts.hostname or not parts.username:
        raise BadMailSettingError(f"IMAP_URL cannot be read: it looks like {EXAMPLE}.")
    if parts.scheme == "imap" and parts.hostname not in THIS_MACHINE:
        raise BadMailSettingError(
            "IMAP_URL would send the password in the clear: begin it with imaps:// or imap+tls://."
        )
    return MailboxAccount(
        scheme=parts.scheme,
        host=parts.hostname,
        port=port or PORTS[parts.scheme],
        user=unquote(parts.username),
        password=unquote(parts.password or ""),
        folder=unquote(parts.path.strip("/")) or "INBOX",
    )


def check_reply_address() -> None:
    """Raise BadMailSettingError if nothing can stand behind a plus in REPLY_ADDRESS."""
    address = settings.REPLY_ADDRESS
    user, _at, domain = address.rpartition("@")
    if not address:
        return
    if not user or not domain or set("+<> ") & set(user):
        raise BadMailSettingError(
            f"REPLY_ADDRESS={address} will not do: it looks like cards@example.org, without a plus."
        )
    if len(user) > MOST_USER_CHARACTERS:
        raise BadMailSettingError(
            f"REPLY_ADDRESS={address} is too long: what stands behind its plus needs room, so "
            f"{MOST_USER_CHARACTERS} characters are the most before the @."
        )
