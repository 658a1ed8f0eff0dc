"""Mail is fetched from a mailbox: each taken in, committed, and only then marked there.

A crash between the two has the mail fetched again, and `accept_raw` knows it. What came before the
set-up stays untouched, and so does what the service itself has sent to this mailbox.
"""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from enum import Enum, auto

from django.conf import settings
from django.db import close_old_connections
from imapclient.exceptions import IMAPClientAbortError, IMAPClientError

from games.common import clock
from games.common.mailbox_account import MailboxAccount
from games.mail import inbound
from games.mail.imap_folder import ImapFolder, MailboxTroubleError, Outline, open_folder
from games.models import MailboxState
from games.replies.automatic_responses import NULL_SENDER
from games.replies.message_parts import addresses, header_recipients, header_values
from games.replies.mime import parse_headers
from games.replies.reply_addresses import (
    ours,
    parse_reply_address,
    service_address,
    token_of_address,
)
from games.services.database_connections import drop_connections
from games.services.heartbeats import record_heartbeat
from games.services.leases import DATABASE_AWAY

logger = logging.getLogger(__name__)

LANE = "mailbox"
IDLE_SECONDS = 60.0
"""How long one IDLE lasts: servers may end it after 29 minutes, some routers forget it sooner, and
a mail that was told of while the server answered something else waits for the next look."""

POLL_SECONDS = 30.0
"""Between two looks where the server has no IDLE."""

BEAT_SECONDS = 20.0
WAITS = (5.0, 10.0, 20.0, 40.0, 80.0, 160.0, 300.0)
"""Before the mailbox is tried again; the last one again and again."""

LONGER_FOR_LOGIN = 3
"""So many times longer after a refused password: some providers lock an account out."""

MOST_REFUSALS = 5
"""So often the server may refuse to hand over a mail before the next ones are fetched."""

OVERLAP = timedelta(days=1)
"""Where a folder counts its mails anew, so much of what was read is looked at once more."""

_refusals: Counter[tuple[int, int]] = Counter()

IsOver = Callable[[], bool]


class Fetcher:
    """Reads one mailbox until it is told to stop, whatever its server does meanwhile."""

    def __init__(self, account: MailboxAccount, is_over: IsOver) -> None:
        self._account = account
        self._is_over = is_over
        self._failures = 0

    def run(self) -> None:
        """Fetch what comes, as it comes; raises nothing for a server or database that is away."""
        while not self._is_over():
            try:
                with open_folder(self._account) as folder:
                    while not self._is_over():
                        close_old_connections()
                        fetch_new(folder, self._account)
                        self._failures = 0
                        self._wait_for_news(folder)
            except MailboxTroubleError as error:
                self._pause(error.code)
            except DATABASE_AWAY as error:
                logger.error("the database is away", extra={"fault": type(error).__name__})
                drop_connections()
                self._pause("")

    def _wait_for_news(self, folder: ImapFolder) -> None:
        if folder.can_idle:
            folder.idle(IDLE_SECONDS, self._is_over_or_beats)
            return
        self._sleep(POLL_SECONDS)
        folder.ask()

    def _pause(self, code: str) -> None:
        wait = WAITS[min(self._failures, len(WAITS) - 1)]
        wait *= LONGER_FOR_LOGIN if code == "login" else 1
        self._failures += 1
        if code:
            logger.warning(
                "the mailbox cannot be read", extra={"trouble": code, "wait_seconds": int(wait)}
            )
            try:
                note_trouble(self._account, code)
            except DATABASE_AWAY:
                drop_connections()
        self._sleep(wait)

    def _sleep(self, seconds: float) -> None:
        ends_at = time.monotonic() + seconds
        while not self._is_over_or_beats() and time.monotonic() < ends_at:
            time.sleep(min(0.2, seconds))

    def _is_over_or_beats(self) -> bool:
        if not self._is_over():
            try:
                record_heartbeat(LANE, every=BEAT_SECONDS)
            except DATABASE_AWAY:
                drop_connections()
        return self._is_over()


def fetch_new(folder: ImapFolder, account: MailboxAccount) -> int:
    """Take in what has come into the folder since the last time; how many mails were new to us."""
    state = _state_of(account)
    if state.uid_validity != folder.uid_validity:
        _count_anew(folder, state)
    if settings.IMAP_DONE_FOLDER:
        folder.make(settings.IMAP_DONE_FOLDER)
    taken = 0
    # What comes in meanwhile is told in passing, between other answers, and by IDLE no more.
    while uids := folder.uids_behind(state.last_uid):
        for outline in folder.outlines(uids):
            taken += _settle(folder, outline, state)
            record_heartbeat(LANE, every=BEAT_SECONDS)
        _reach(state, uids[-1])
    state.read_at, state.trouble, state.trouble_since = clock.now(), "", None
    state.save(update_fields=["read_at", "trouble", "trouble_since"])
    return taken


def _settle(folder: ImapFolder, outline: Outline, state: MailboxState) -> bool:
    """Take in a mail, if it is for us, and mark it; whether it was new."""
    fate = _Fate.LEFT
    if outline.arrived_at >= state.began_at and not _is_ours(outline):
        fate = _take_in(folder, outline)
    if fate is not _Fate.LEFT:
        folder.mark_done(outline.uid, settings.IMAP_DONE_FOLDER)
    _reach(state, outline.uid)
    return fate is _Fate.NEW


def _reach(state: MailboxState, uid: int) -> None:
    if uid > state.last_uid:
        state.last_uid = uid
        state.save(update_fields=["last_uid"])


def note_trouble(account: MailboxAccount, code: str) -> None:
    """The mailbox can't be read now; since when stays what was noted first."""
    state = _state_of(account)
    state.trouble, state.trouble_since = code[:20], state.trouble_since or clock.now()
    state.save(update_fields=["trouble", "trouble_since"])


def _state_of(account: MailboxAccount) -> MailboxState:
    # To the second, as the server notes when a mail came in.
    now = clock.now().replace(microsecond=0)
    state, _is_new = MailboxState.objects.get_or_create(
        name=account.name, defaults={"began_at": now}
    )
    return state


def _count_anew(folder: ImapFolder, state: MailboxState) -> None:
    """The folder is new to us, or gives its mails other ids than it did: begin by their age."""
    floor = max(state.began_at, state.read_at - OVERLAP) if state.read_at else state.began_at
    uids = folder.uids_since(floor)
    recent = [mail.uid for mail in folder.outlines(uids) if mail.arrived_at >= floor]
    state.uid_validity = folder.uid_validity
    state.last_uid = min(recent, default=max(uids, default=folder.next_uid)) - 1
    state.last_uid = max(state.last_uid, 0)
    state.save(update_fields=["uid_validity", "last_uid"])


def _is_ours(outline: Outline) -> bool:
    """Whether the service has sent this mail to its own mailbox, as to a member who lives there."""
    return ours().sign in outline.loop_header


class _Fate(Enum):
    """What became of a mail: it is stored, was before, or stays in the mailbox unread."""

    NEW = auto()
    KNOWN = auto()
    LEFT = auto()


def _take_in(folder: ImapFolder, outline: Outline) -> _Fate:
    """Store one mail; of one that is too large the headers alone, and nothing else is fetched."""
    is_large = outline.size > inbound.MOST_TAKEN
    raw = _fetched(folder, outline.uid, headers_only=is_large)
    if not raw:
        return _Fate.LEFT
    headers = parse_headers(raw)
    try:
        row = inbound.accept_raw(
            raw=raw,
            recipient=_recipient(header_recipients(headers)),
            envelope_sender=_envelope_sender(header_values(headers, "Return-Path")),
            source="imap",
            verdicts={"bytes": outline.size} if is_large else None,
        )
    except DATABASE_AWAY:
        raise
    except Exception as error:
        # It stays in the mailbox as it is; the next one must not wait for it.
        logger.error("a mail could not be taken in", extra={"fault": type(error).__name__})
        return _Fate.LEFT
    return _Fate.KNOWN if row is None else _Fate.NEW


def _fetched(folder: ImapFolder, uid: int, *, headers_only: bool) -> bytes:
    """The mail's bytes; none where it has gone, or where the server can't read it itself."""
    try:
        return folder.headers(uid) if headers_only else folder.raw(uid)
    except IMAPClientAbortError:
        raise
    except IMAPClientError:
        # It may have no time just now, or have lost this mail for ever: others wait behind it.
        _refusals[folder.uid_validity, uid] += 1
        if _refusals[folder.uid_validity, uid] < MOST_REFUSALS:
            raise
        logger.error("the server gives a mail to nobody", extra={"fault": "IMAPClientError"})
        return b""


def _recipient(named: list[str]) -> str:
    """To whom the mail came: a reply address before an address of ours before the mailbox's own."""
    for address in named:
        if parse_reply_address(address) is not None:
            return address
    own = next((address for address in named if token_of_address(address)), "")
    return own if own and settings.REPLY_ADDRESS else settings.REPLY_ADDRESS or service_address()


def _envelope_sender(paths: list[str]) -> str:
    """What the server that took the mail wrote down; "" where it did not."""
    path = paths[0].strip() if paths else ""
    return NULL_SENDER if path == NULL_SENDER else next(iter(addresses([path])), "")
