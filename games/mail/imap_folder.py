"""One open folder of a mailbox: what the fetcher needs of IMAP, typed; trouble in words."""

from __future__ import annotations

import ssl
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from imapclient import SEEN, IMAPClient
from imapclient.exceptions import IMAPClientAbortError, IMAPClientError, LoginError

from games.common.mailbox_account import MailboxAccount
from games.mail.access_tokens import TokenCommandError, access_token
from games.replies.automatic_responses import LOOP_HEADER

SECONDS_TO_ANSWER = 30.0
CHUNK = 50
MOST_HEADER_BYTES = 64 * 1024


class MailboxTroubleError(Exception):
    """A mailbox can't be read; `code` is a short word for it, the message says what would help."""

    def __init__(self, code: str, words: str) -> None:
        super().__init__(words)
        self.code = code


class Outline(NamedTuple):
    """What is known of a mail before it is fetched."""

    uid: int
    size: int
    arrived_at: datetime
    loop_header: str


class ImapFolder:
    """A folder that is open for reading and marking. Any call may raise OSError or IMAP4.error."""

    def __init__(self, client: IMAPClient, name: str) -> None:
        chosen = client.select_folder(name)
        self._client = client
        self.name = name
        self.uid_validity = int(chosen[b"UIDVALIDITY"])
        self.next_uid = int(chosen.get(b"UIDNEXT", 0))

    def uids_behind(self, last_uid: int) -> list[int]:
        """The ids of the mails that came in after this one."""
        found = self._client.search(["UID", f"{last_uid + 1}:*"])
        # `*` is the newest mail, even where its id is smaller than what was asked for.
        return sorted(uid for uid in found if uid > last_uid)

    def uids_since(self, instant: datetime) -> list[int]:
        """The ids of the mails that came in since, and maybe of some of the day before."""
        return sorted(self._client.search(["SINCE", (instant - timedelta(days=1)).date()]))

    def outlines(self, uids: Sequence[int]) -> Iterator[Outline]:
        """What these mails are, in their order; those that have gone meanwhile are left out."""
        wanted = ["RFC822.SIZE", "INTERNALDATE", f"BODY.PEEK[HEADER.FIELDS ({LOOP_HEADER})]"]
        for start in range(0, len(uids), CHUNK):
            chunk = uids[start : start + CHUNK]
            found = self._client.fetch(chunk, wanted)
            for uid in chunk:
                if b"RFC822.SIZE" in found.get(uid, {}):
                    said = found[uid]
                    yield Outline(
                        uid,
                        int(said[b"RFC822.SIZE"]),
                        said[b"INTERNALDATE"],
                        _body_of(said).decode("ascii", "replace").casefold(),
                    )

    def raw(self, uid: int) -> bytes:
        """The whole mail, not marked as read by this; empty if it has gone."""
        return _body_of(self._client.fetch([uid], ["BODY.PEEK[]"]).get(uid, {}))

    def headers(self, uid: int) -> bytes:
        """The first 64 kB of a mail's headers."""
        part = f"BODY.PEEK[HEADER]<0.{MOST_HEADER_BYTES}>"
        return _body_of(self._client.fetch([uid], [part]).get(uid, {}))

    def mark_done(self, uid: int, folder: str = "") -> None:
        """Mark as read, and move to this folder where one is given and the server can."""
        self._client.add_flags([uid], [SEEN], silent=True)
        if folder and self._client.has_capability("MOVE"):
            self._client.move([uid], folder)

    def delete(self, uid: int) -> None:
        """Delete a mail of our own, where the server can delete one alone."""
        self._client.delete_messages([uid], silent=True)
        if self._client.has_capability("UIDPLUS"):
            self._client.expunge([uid])

    def make(self, folder: str) -> None:
        """Have a folder of this name."""
        if not self._client.folder_exists(folder):
            self._client.create_folder(folder)

    @property
    def can_idle(self) -> bool:
        return bool(self._client.has_capability("IDLE"))

    def ask(self) -> None:
        """Have the server say what is new; raises if it is gone."""
        self._client.noop()

    def idle(self, seconds: float, is_over: Callable[[], bool]) -> None:
        """Wait until the server tells of something, `is_over` says so, or the time has passed."""
        self._client.idle()
        ends_at = time.monotonic() + seconds
        while not is_over() and time.monotonic() < ends_at:
            began = time.monotonic()
            if self._client.idle_check(timeout=min(1.0, seconds)):
                break
            if time.monotonic() - began < min(1.0, seconds) / 2:
                # A line that has ended answers at once, with nothing, as often as it is asked.
                break
        self._client.idle_done()


def _body_of(said: dict[bytes, object]) -> bytes:
    # Servers name the part as they like: in another case, or with its origin behind it.
    found = (value for name, value in said.items() if name.upper().startswith(b"BODY["))
    body = next(found, b"")
    return body if isinstance(body, bytes) else b""


@contextmanager
def open_folder(account: MailboxAccount) -> Iterator[ImapFolder]:
    """The account's folder. Raises MailboxTroubleError for whatever goes wrong, inside too."""
    client = None
    try:
        client = _connected(account)
        _log_in(client, account)
        yield _selected(client, account)
    except (OSError, IMAPClientError) as error:
        raise MailboxTroubleError(
            "lost", f"{account.host} broke off ({type(error).__name__}). It is tried again."
        ) from error
    finally:
        if client is not None:
            with suppress(OSError, IMAPClientError, AttributeError):
                client.shutdown()


def _connected(account: MailboxAccount) -> IMAPClient:
    place = f"{account.host}:{account.port}"
    try:
        client = IMAPClient(
            account.host,
            account.port,
            ssl=account.scheme == "imaps",
            ssl_context=ssl.create_default_context() if account.scheme == "imaps" else None,
            timeout=SECONDS_TO_ANSWER,
        )
        client.normalise_times = False
        if account.scheme == "imap+tls":
            client.starttls(ssl.create_default_context())
    except ssl.SSLError as error:
        raise MailboxTroubleError(
            "tls",
            f"{place} speaks no TLS that can be trusted ({error.reason}). Port 993 goes with "
            "imaps://, 143 with imap+tls://.",
        ) from error
    except (OSError, IMAPClientError) as error:
        raise MailboxTroubleError(
            "unreachable",
            f"{place} does not answer ({type(error).__name__}). "
            "Are host and port in IMAP_URL right?",
        ) from error
    return client


def _log_in(client: IMAPClient, account: MailboxAccount) -> None:
    try:
        if settings.MAIL_TOKEN_COMMAND:
            client.oauth2_login(account.user, access_token())
        else:
            client.login(account.user, account.password)
    except TokenCommandError as error:
        raise MailboxTroubleError("login", f"{error}. Run it by hand.") from error
    except LoginError as error:
        raise MailboxTroubleError(
            "login",
            f"{account.host} refuses the name or the password of {account.user}. Gmail, Fastmail, "
            "Yahoo and iCloud want an app password, not the one of the account.",
        ) from error


def _selected(client: IMAPClient, account: MailboxAccount) -> ImapFolder:
    try:
        return ImapFolder(client, account.folder)
    except IMAPClientError as error:
        if isinstance(error, IMAPClientAbortError):
            raise
        folders = ", ".join(sorted(_names(client))[:20])
        raise MailboxTroubleError(
            "folder", f"there is no folder {account.folder}. There are: {folders}."
        ) from error


def _names(client: IMAPClient) -> Iterable[str]:
    return [str(name) for _flags, _delimiter, name in client.list_folders()]
