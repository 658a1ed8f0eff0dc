"""A mailbox is enough: answers fetched over IMAP from a real server, and what can go wrong."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from datetime import timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage as Letter
from typing import Any

import pytest
from django.core.management import call_command
from django.db import OperationalError
from imapclient.exceptions import IMAPClientError
from pytest_django import Settings

from games.common import clock
from games.common.mailbox_account import MailboxAccount
from games.mail import fetching, inbound, outbox
from games.mail.fetching import Fetcher, fetch_new
from games.mail.imap_folder import ImapFolder, MailboxTroubleError, open_folder
from games.models import InboundMail, LaneBeat, MailboxState, OutboundMail, Player
from games.services import heartbeats
from tests.cast import player, running_match
from tests.mail.imap_server import USER, ImapServer, account, fetch, running_imap_server
from tests.mail.post import address_of, letter, order_text
from tests.mail.servers import Server

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna(mailbox: ImapServer) -> Player:
    return player(running_match(), "Anna")


def read_all() -> None:
    while inbound.process_pending():
        pass


def test_an_answer_is_taken_in_marked_as_read_and_taken_in_once(
    mailbox: ImapServer, anna: Player
) -> None:
    fetch()
    mailbox.deliver(letter(anna, "bid R").as_bytes(), to=address_of(anna))
    assert (fetch(), fetch()) == (1, 0)
    read_all()
    assert order_text(anna) == "bid R"
    assert mailbox.seen() == [True]
    row = InboundMail.objects.get()
    assert (row.source, row.recipient, row.player) == ("imap", address_of(anna), anna)


def test_a_mail_that_was_in_the_mailbox_before_is_left_as_it_is(
    mailbox: ImapServer, anna: Player
) -> None:
    yesterday = clock.now().astimezone() - timedelta(days=1)
    mailbox.deliver(letter(anna, "bid R").as_bytes(), at=yesterday)
    assert fetch() == 0
    # Moved there later, it is still as old as it is.
    mailbox.deliver(letter(anna, "bid R").as_bytes(), at=yesterday)
    assert fetch() == 0
    assert mailbox.seen() == [False, False]
    assert not InboundMail.objects.exists()


def test_a_crash_between_the_row_and_the_mark_takes_the_mail_in_once(
    mailbox: ImapServer, anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetch()
    mailbox.deliver(letter(anna, "bid R").as_bytes())
    with monkeypatch.context() as broken:
        broken.setattr("games.mail.imap_folder.ImapFolder.mark_done", _crash)
        with pytest.raises(KeyboardInterrupt):
            fetch()
    assert InboundMail.objects.count() == 1
    assert mailbox.seen() == [False]
    assert fetch() == 0
    assert mailbox.seen() == [True]
    assert InboundMail.objects.count() == 1


def _crash(*_args: object) -> None:
    raise KeyboardInterrupt


def test_a_mail_is_not_marked_before_the_database_has_it(
    mailbox: ImapServer, anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetch()
    mailbox.deliver(letter(anna, "bid R").as_bytes())
    with monkeypatch.context() as away:
        away.setattr(inbound, "accept_raw", _database_away)
        with pytest.raises(OperationalError):
            fetch()
    assert mailbox.seen() == [False]
    assert fetch() == 1


def _database_away(**_terms: object) -> None:
    raise OperationalError("server closed the connection")


def test_a_mail_that_cannot_be_taken_in_holds_up_no_other(
    mailbox: ImapServer, anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetch()
    mailbox.deliver(letter(anna, "poison").as_bytes())
    mailbox.deliver(letter(anna, "bid R").as_bytes())
    accept = inbound.accept_raw

    def chokes(**terms: Any) -> InboundMail | None:
        if b"poison" in terms["raw"]:
            raise RecursionError
        return accept(**terms)

    monkeypatch.setattr(inbound, "accept_raw", chokes)
    assert fetch() == 1
    # Whoever looks into the mailbox finds it unread there.
    assert mailbox.seen() == [False, True]


def test_a_mail_that_comes_in_while_another_is_marked_is_taken_in_with_it(
    mailbox: ImapServer, anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server tells of it once, in passing, and not to an IDLE that begins later."""
    fetch()
    mailbox.deliver(letter(anna, "bid R").as_bytes())
    second, mark_done = [letter(anna, "wait").as_bytes()], ImapFolder.mark_done

    def marks(folder: ImapFolder, uid: int, to: str = "") -> None:
        if second:
            mailbox.deliver(second.pop())
        mark_done(folder, uid, to)

    monkeypatch.setattr(ImapFolder, "mark_done", marks)
    assert fetch() == 2


def test_a_mail_that_the_server_cannot_hand_over_is_passed_by_after_some_tries(
    mailbox: ImapServer, anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetch()
    mailbox.deliver(letter(anna, "lost").as_bytes())
    mailbox.deliver(letter(anna, "bid R").as_bytes())
    raw, refused = ImapFolder.raw, list[int]()

    def refuses_the_first(folder: ImapFolder, uid: int) -> bytes:
        refused.append(uid)
        if uid == refused[0]:
            raise IMAPClientError("fetch failed: [SERVERBUG] Internal error occurred")
        return raw(folder, uid)

    monkeypatch.setattr(ImapFolder, "raw", refuses_the_first)
    for _try in range(fetching.MOST_REFUSALS - 1):
        with pytest.raises(MailboxTroubleError, match="broke off"):
            fetch()
    assert fetch() == 1
    assert mailbox.seen() == [False, True]


def test_of_a_mail_with_a_large_picture_the_words_are_taken(
    mailbox: ImapServer, anna: Player
) -> None:
    fetch()
    mail = letter(anna, "bid R")
    mail.add_attachment(bytes(1_000_000), "image", "png", filename="logo.png")
    mailbox.deliver(mail.as_bytes())
    assert fetch() == 1
    read_all()
    assert order_text(anna) == "bid R"
    assert len(bytes(InboundMail.objects.get().raw)) < 2000


def test_of_a_mail_that_is_too_large_the_headers_alone_are_fetched_and_its_writer_is_told(
    mailbox: ImapServer, anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    fetch()
    mailbox.deliver(letter(anna, "bid R\n" + "x" * 70 + "\n" * inbound.MOST_TAKEN).as_bytes())
    monkeypatch.setattr("games.mail.imap_folder.ImapFolder.raw", _crash)
    assert fetch() == 1
    read_all()
    row = InboundMail.objects.get()
    assert row.verdict == "too-large"
    assert len(bytes(row.raw)) < 1000
    assert mailbox.seen() == [True]
    assert OutboundMail.objects.filter(kind=OutboundMail.Kind.REFUSAL).count() == 1


def test_a_mailbox_that_counts_its_mails_anew_brings_no_mail_twice(
    mailbox: ImapServer, anna: Player
) -> None:
    fetch()
    mailbox.deliver(letter(anna, "bid R", message_id="<1@there>").as_bytes())
    assert fetch() == 1
    mailbox.deliver(letter(anna, "wait", message_id="<2@there>").as_bytes())
    MailboxState.objects.update(uid_validity=1, last_uid=4_000_000)
    assert fetch() == 1
    assert InboundMail.objects.count() == 2


def test_done_mails_are_moved_to_a_folder_where_one_is_set(
    mailbox: ImapServer, anna: Player, settings: Settings
) -> None:
    settings.IMAP_DONE_FOLDER = "Played"
    fetch()
    mailbox.deliver(letter(anna, "bid R").as_bytes())
    assert fetch() == 1
    assert mailbox.seen() == []
    with mailbox.client() as client:
        assert client.folder_status("Played", ["MESSAGES", "UNSEEN"]) == {
            b"MESSAGES": 1,
            b"UNSEEN": 0,
        }


def test_what_the_provider_says_of_a_sender_counts(
    mailbox: ImapServer, anna: Player, settings: Settings
) -> None:
    settings.MAIL_AUTHSERV_ID = ".messagingengine.example"
    fetch()
    forged = b"Authentication-Results: mx4.messagingengine.example; dmarc=fail\r\n"
    mailbox.deliver(forged + letter(anna, "bid R").as_bytes(), to=address_of(anna))
    fetch()
    read_all()
    assert InboundMail.objects.get().verdict == "other-sender"
    assert order_text(anna) == ""


# --- A whole turn by mail ---


def sent_to(post: Server, address: str) -> Letter:
    """The newest mail to this address."""
    raw = [taken.content for taken in post.taken if taken.recipients == [address]][-1]
    message = message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, Letter)
    return message


def answer_to(question: Letter, words: str, *, drops_the_plus: bool) -> Letter:
    """What a mail program sends: to the reply address, or to what is left of it."""
    reply = Letter()
    reply["From"] = question["To"]
    reply["To"] = USER if drops_the_plus else question["Reply-To"]
    reply["Subject"] = f"Re: {question['Subject']}"
    reply["Message-ID"] = "<reply-1@program.example>"
    reply["In-Reply-To"] = question["Message-ID"]
    reply.set_content(f"{words}\n")
    return reply


@pytest.mark.parametrize("drops_the_plus", [False, True])
def test_an_order_goes_from_the_question_by_smtp_to_the_answer_by_imap_and_to_the_receipt(
    mailbox: ImapServer, post: Server, anna: Player, drops_the_plus: bool
) -> None:
    fetch()
    outbox.send_due()
    question = sent_to(post, "anna@example.org")
    user, _at, domain = USER.partition("@")
    assert str(question["Reply-To"]).startswith(f"{user}+g.")
    assert str(question["Reply-To"]).endswith(f"@{domain}")
    assert "reply.wildcards.localhost" not in question.as_string()

    reply = answer_to(question, "bid R", drops_the_plus=drops_the_plus)
    mailbox.deliver(reply.as_bytes(), to=str(reply["To"]))
    assert fetch() == 1
    read_all()
    # A receipt waits a while for the next question, to be its top.
    OutboundMail.objects.filter(kind=OutboundMail.Kind.RECEIPT).update(due_at=clock.now())
    outbox.send_due()

    assert order_text(anna) == "bid R"
    receipt = sent_to(post, "anna@example.org")
    assert receipt["In-Reply-To"] == reply["Message-ID"]
    assert post.taken[-1].recipients == ["anna@example.org"]


def test_without_the_plus_an_answer_counts_only_from_the_members_own_address(
    mailbox: ImapServer, post: Server, anna: Player
) -> None:
    fetch()
    outbox.send_due()
    forged = answer_to(sent_to(post, "anna@example.org"), "bid R", drops_the_plus=True)
    forged.replace_header("From", "bruno@example.org")
    mailbox.deliver(forged.as_bytes())
    fetch()
    read_all()
    assert InboundMail.objects.get().verdict == "other-sender"
    assert order_text(anna) == ""


def test_who_lives_in_the_mailbox_can_play_from_it_and_keeps_the_questions_unread(
    mailbox: ImapServer, post: Server, anna: Player
) -> None:
    assert anna.member is not None
    anna.member.email = USER
    anna.member.save()
    OutboundMail.objects.filter(member=anna.member).update(address=USER)
    fetch()
    outbox.send_due()
    question = sent_to(post, USER)
    mailbox.deliver(question.as_bytes())
    mailbox.deliver(answer_to(question, "bid R", drops_the_plus=False).as_bytes())
    assert fetch() == 1
    assert mailbox.seen() == [False, True]
    read_all()
    assert order_text(anna) == "bid R"


# --- The process ---


def test_a_mail_is_fetched_at_once_while_the_fetcher_idles_and_a_signal_ends_it(
    mailbox: ImapServer, anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    """IDLE would last longer than a test may."""
    monkeypatch.setattr(heartbeats, "_last_beats", {})
    kept = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    raw, first = letter(anna, "bid R").as_bytes(), threading.Event()
    fetch_once = fetching.fetch_new

    def watched(folder: Any, of: MailboxAccount) -> int:
        taken = fetch_once(folder, of)
        if first.is_set() and taken:
            os.kill(os.getpid(), signal.SIGTERM)
        first.set()
        return taken

    def deliver() -> None:
        first.wait(20)
        mailbox.deliver(raw)

    monkeypatch.setattr(fetching, "fetch_new", watched)
    thread = threading.Thread(target=deliver)
    thread.start()
    try:
        call_command("fetchmail")
    finally:
        thread.join()
        for number, handler in kept.items():
            signal.signal(number, handler)
    assert InboundMail.objects.count() == 1
    assert LaneBeat.objects.filter(name="mailbox").exists()


def test_a_server_that_goes_and_comes_back_is_found_again_and_costs_no_mail(
    mailbox: ImapServer, anna: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetching, "WAITS", (0.05, 0.1))
    fetch()
    mailbox.deliver(letter(anna, "bid R").as_bytes())
    mailbox.stop()
    noted = fetching.note_trouble

    def comes_back(of: MailboxAccount, code: str) -> None:
        noted(of, code)
        assert MailboxState.objects.get().trouble == "unreachable"
        mailbox.start()

    monkeypatch.setattr(fetching, "note_trouble", comes_back)
    Fetcher(account(), InboundMail.objects.exists).run()
    assert InboundMail.objects.count() == 1


def test_idle_is_begun_anew_on_the_same_connection_before_servers_end_it(
    mailbox: ImapServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert fetching.IDLE_SECONDS < 29 * 60
    monkeypatch.setattr(fetching, "IDLE_SECONDS", 0.1)
    folders, idle = list[ImapFolder](), ImapFolder.idle

    def watched(folder: ImapFolder, seconds: float, is_over: Callable[[], bool]) -> None:
        folders.append(folder)
        idle(folder, seconds, is_over)

    monkeypatch.setattr(ImapFolder, "idle", watched)
    Fetcher(account(), lambda: len(folders) == 3).run()
    assert len(set(map(id, folders))) == 1


def test_a_server_without_idle_is_asked_again_and_again(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, anna: Player
) -> None:
    monkeypatch.setattr(fetching, "POLL_SECONDS", 0.05)
    with running_imap_server("IMAP4rev1 UIDPLUS") as old:
        settings.IMAP_URL = old.url
        with open_folder(account()) as folder:
            assert not folder.can_idle
            fetch_new(folder, account())
        looks: list[int] = []

        def is_over() -> bool:
            looks.append(1)
            if len(looks) == 5:
                old.deliver(letter(anna, "bid R").as_bytes())
            return InboundMail.objects.exists()

        Fetcher(account(), is_over).run()
    assert InboundMail.objects.count() == 1


def test_waits_grow_and_are_longer_after_a_refused_password(
    mailbox: ImapServer, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    monkeypatch.setattr(Fetcher, "_sleep", lambda _self, seconds: waits.append(seconds))
    settings.IMAP_URL = mailbox.url.replace("app-password", "wrong")
    Fetcher(account(), lambda: len(waits) == 2).run()
    settings.IMAP_URL = "imap://cards:secret@127.0.0.1:1"
    Fetcher(account(), lambda: len(waits) == 11).run()
    assert waits == [15, 30, 5, 10, 20, 40, 80, 160, 300, 300, 300]
