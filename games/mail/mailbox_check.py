"""Whether answers reach the mailbox: tried with a mail to a reply address, as players send."""

from __future__ import annotations

import time
from collections.abc import Iterator
from email.utils import make_msgid
from typing import NamedTuple

from django.conf import settings
from django.core.mail import EmailMessage, get_connection

from games.common.mailbox_account import MailboxAccount, mailbox_account
from games.mail.imap_folder import ImapFolder, MailboxTroubleError, open_folder
from games.mail.smtp_backend import is_plain_smtp
from games.replies.automatic_responses import LOOP_HEADER
from games.replies.message_parts import header_recipients, message_ids
from games.replies.mime import parse_headers
from games.replies.reply_addresses import address_of_token, ours

EVERY_SECONDS = 1.0
NOBODY = "g.0-0.checkcheckcheck2"
"""In the form of what stands in a reply address."""


class Step(NamedTuple):
    """What one try has shown, in words."""

    is_well: bool
    words: str


def examine_mailbox() -> Iterator[tuple[bool, str]]:
    """For the doctor: whether the mailbox opens, if there is one."""
    account = mailbox_account()
    if account is None:
        by = (
            "mail to REPLY_ADDRESS comes by SMTP or a webhook" if settings.REPLY_ADDRESS else "none"
        )
        yield True, f"{by}: IMAP_URL is not set"
        return
    if settings.LOCAL_MAILBOX:
        yield False, "mails stay in the local mailbox: set EMAIL_URL to the same account's SMTP"
    try:
        with open_folder(account):
            yield True, f"{account.name} opens; manage.py fetchmail --check sends it a mail"
    except MailboxTroubleError as error:
        yield False, str(error)


def check_mailbox(account: MailboxAccount, patience: float) -> Iterator[Step]:
    """Log in, open the folder, send it a mail and wait so many seconds for it.

    No mail is read but the one that is sent, which is deleted again. Raises MailboxTroubleError
    where the mailbox can't be opened.
    """
    with open_folder(account) as folder:
        yield Step(True, f"{account.name} opens")
        if missing := _missing_settings():
            yield Step(False, missing)
            return
        waits = "tells at once of new mail" if folder.can_idle else "is asked every 30 seconds"
        yield Step(True, f"{account.host} {waits}")
        last_uid = folder.next_uid - 1
        address, message_id = address_of_token(NOBODY), make_msgid(domain=settings.REPLY_DOMAIN)
        try:
            _send(address, message_id)
        except Exception as error:
            why = " ".join(str(error).split())[:200] or type(error).__name__
            yield Step(False, f"a mail could not be sent by EMAIL_URL: {why}")
            return
        yield Step(True, f"a mail to {address} was sent")
        yield _arrival(folder, last_uid, message_id, address, patience)


def _missing_settings() -> str:
    """What is not set, though a mailbox is; "" where a mail can be sent and answered."""
    if settings.LOCAL_MAILBOX:
        return "no mail leaves this machine: set EMAIL_URL to the same account's SMTP server"
    if settings.REPLY_DOMAIN.endswith(".localhost"):
        return "answers would go nowhere: set REPLY_ADDRESS to the account's address"
    return ""


def _send(address: str, message_id: str) -> None:
    message = EmailMessage(
        "A test of reply addresses",
        "Sent by manage.py fetchmail --check, which deletes it again.\n",
        settings.DEFAULT_FROM_EMAIL,
        [address],
        headers={
            "Message-ID": message_id,
            LOOP_HEADER: ours().sign,
            "Auto-Submitted": "auto-generated",
        },
        connection=get_connection(
            "games.mail.smtp_backend.BoundedBackend" if is_plain_smtp() else None
        ),
    )
    message.send()


def _arrival(
    folder: ImapFolder, last_uid: int, message_id: str, address: str, patience: float
) -> Step:
    ends_at = time.monotonic() + patience
    while True:
        for uid in folder.uids_behind(last_uid):
            headers = parse_headers(folder.headers(uid))
            if message_id not in message_ids(headers, "Message-ID"):
                continue
            folder.delete(uid)
            if address.casefold() in {one.casefold() for one in header_recipients(headers)}:
                return Step(True, "it came, with its address whole: answers find their match")
            return Step(
                True,
                "it came, without what stood behind the plus: answers are known by the mail that "
                "they reply to, and a new mail instead of a reply is not",
            )
        if time.monotonic() >= ends_at:
            break
        time.sleep(min(EVERY_SECONDS, patience))
        folder.ask()
    return Step(
        False,
        f"it did not come into {folder.name} within {patience:.0f} s. Look into the spam folder. "
        f"Does the provider deliver mail to {address}, with a plus, into this mailbox?",
    )
