"""The account behind the mailbox: its faults in words and by an alarm, and its tokens."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from games.common import clock
from games.mail import fetching, outbox
from games.mail.imap_folder import MailboxTroubleError, open_folder
from games.mail.mailbox_check import NOBODY
from games.models import InboundMail, MailboxState
from games.replies.reply_addresses import address_of_token
from games.selectors.service_metrics import current_metrics, expected_lanes
from games.services.alarms import RULES
from games.views.probes import readiness
from tests.cast import running_match
from tests.mail.imap_server import USER, ImapServer, account, fetch, token
from tests.mail.servers import SMTP_BACKEND, Server, running_server
from wildcards_site.doctor import examine

pytestmark = pytest.mark.django_db


def test_a_mailbox_that_is_away_is_told_by_an_alarm_and_at_ready(
    mailbox: ImapServer, settings: Settings
) -> None:
    fetch()
    assert "mailbox" in expected_lanes()
    rule = RULES["mailbox-away"]
    assert rule.read(current_metrics()).value <= rule.limit
    fetching.note_trouble(account(), "unreachable")
    MailboxState.objects.update(trouble_since=clock.now() - timedelta(minutes=6))
    fetching.note_trouble(account(), "login")
    assert rule.read(current_metrics()).value > rule.limit
    assert readiness()["mail"] == "not fetched"
    fetch()
    assert rule.read(current_metrics()).value == 0
    settings.IMAP_URL = ""
    assert "mailbox" not in expected_lanes()


@pytest.mark.parametrize(
    ("change", "code", "help_"),
    [
        (("app-password", "wrong"), "login", "app password"),
        (("@127.0.0.1", "@localhost.invalid"), "url", "in the clear"),
        (("imap://", "imap+tls://"), "unreachable", "IMAP_URL"),
        (("imap://", "imaps://"), "tls", "993"),
        ((":{port}", ":1"), "unreachable", "host and port"),
        (("{port}", "{port}/Games"), "folder", "There are: INBOX"),
        (("imap://", "pop3://"), "url", "imaps://user:password@"),
    ],
)
def test_each_fault_of_the_account_is_said_with_what_would_help(
    mailbox: ImapServer, settings: Settings, change: tuple[str, str], code: str, help_: str
) -> None:
    old, new = (part.format(port=mailbox.port) for part in change)
    settings.IMAP_URL = mailbox.url.replace(old, new)
    with pytest.raises(CommandError, match=help_) as found:
        call_command("fetchmail", "--check")
    assert "app-password" not in str(found.value)
    if code != "url":
        with pytest.raises(MailboxTroubleError) as trouble, open_folder(account()):
            pass
        assert trouble.value.code == code


def _provider(mailbox: ImapServer, post: Server, deliver: Callable[[bytes, str], bytes]) -> None:
    """What the service sends to its own mailbox comes in there, as `deliver` changes it."""

    def after() -> None:
        (address,), raw = post.taken[-1]
        mailbox.deliver(deliver(raw, address), to=USER)

    post.after = after


@pytest.mark.parametrize(
    ("deliver", "said"),
    [
        (lambda raw, _address: raw, "answers find their match"),
        (
            lambda raw, address: raw.replace(address.encode(), USER.encode()),
            "without what stood behind the plus",
        ),
    ],
)
def test_the_check_sends_itself_a_mail_and_says_how_it_came(
    mailbox: ImapServer,
    post: Server,
    capsys: pytest.CaptureFixture[str],
    deliver: Callable[[bytes, str], bytes],
    said: str,
) -> None:
    _provider(mailbox, post, deliver)
    call_command("fetchmail", "--check")
    assert said in capsys.readouterr().out
    assert post.taken[0].recipients == [address_of_token(NOBODY)]
    assert mailbox.seen() == []
    assert not InboundMail.objects.exists()


def test_the_check_says_that_nothing_came_where_plus_addresses_are_not_delivered(
    mailbox: ImapServer, post: Server, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CommandError):
        call_command("fetchmail", "--check", "--patience", "0.1")
    assert "spam folder" in capsys.readouterr().out
    post.for_all = "550 no plus here"
    with pytest.raises(CommandError):
        call_command("fetchmail", "--check", "--patience", "0.1")
    assert "could not be sent" in capsys.readouterr().out


def test_the_check_names_the_setting_that_is_missing_beside_the_mailbox(
    mailbox: ImapServer, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.LOCAL_MAILBOX = True
    with pytest.raises(CommandError):
        call_command("fetchmail", "--check")
    assert "set EMAIL_URL" in capsys.readouterr().out
    settings.LOCAL_MAILBOX, settings.REPLY_ADDRESS = False, ""
    settings.REPLY_DOMAIN = "reply.wildcards.localhost"
    with pytest.raises(CommandError):
        call_command("fetchmail", "--check")
    assert "set REPLY_ADDRESS" in capsys.readouterr().out


def test_the_doctor_opens_the_mailbox(mailbox: ImapServer, settings: Settings) -> None:
    settings.LOCAL_MAILBOX = False
    found = {finding.part: finding for finding in examine()}["mailbox"]
    assert found.is_well
    settings.IMAP_URL = mailbox.url.replace("app-password", "wrong")
    found = {finding.part: finding for finding in examine()}["mailbox"]
    assert not found.is_well
    assert "app password" in found.words


def prints(text: str) -> str:
    return shlex.join([sys.executable, "-c", f"print({text!r})"])


def test_an_access_token_opens_the_mailbox_and_none_is_said_in_words(
    mailbox: ImapServer, settings: Settings
) -> None:
    settings.IMAP_URL = mailbox.url.replace(":app-password", "")
    settings.MAIL_TOKEN_COMMAND = prints(token())
    assert fetch() == 0
    settings.MAIL_TOKEN_COMMAND = prints(token("somebody@else.example"))
    with pytest.raises(MailboxTroubleError) as refused:
        fetch()
    assert refused.value.code == "login"
    settings.MAIL_TOKEN_COMMAND = prints("")
    with pytest.raises(MailboxTroubleError, match="no token"):
        fetch()


def test_an_access_token_opens_the_smtp_server_too(mailbox: ImapServer, settings: Settings) -> None:
    running_match()
    settings.MAIL_TOKEN_COMMAND = prints("a-token")
    settings.EMAIL_HOST_USER, settings.EMAIL_HOST_PASSWORD = USER, ""
    logins: list[str] = []
    with running_server(logins=logins) as server:
        settings.LOCAL_MAILBOX, settings.EMAIL_BACKEND = False, SMTP_BACKEND
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        outbox.send_due()
    assert logins[0] == f"user={USER}\x01auth=Bearer a-token\x01\x01"
    assert server.taken
