"""The local mailbox in the browser, one-click unsubscription, the .eml door, and what is pruned."""

from __future__ import annotations

import io
import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.mail import EmailMessage, get_connection
from django.core.management import CommandError, call_command
from django.test import Client
from pytest_django import Settings

from games.common import clock
from games.composing.messages import match_unsubscribe_link, unsubscribe_link
from games.mail import outbox, retention
from games.models import InboundMail, LocalMail, Match, Member, OutboundMail, Player
from tests.cast import legal_texts, member, player, running_match
from tests.mail.post import answers, deliver, letter, order_text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _embedded(settings: Settings) -> None:
    settings.LOCAL_MAILBOX = True
    settings.EMAIL_BACKEND = "games.mail.local_mailbox.LocalMailboxBackend"


@pytest.fixture
def match() -> Match:
    """A match whose first mails lie in the mailbox."""
    running = running_match()
    while outbox.send_due():
        pass
    return running


def mail_to(name: str) -> LocalMail:
    return LocalMail.objects.filter(recipient=f"{name}@example.org", is_reply=False).latest("pk")


@pytest.mark.parametrize(
    "elsewhere",
    [
        {"REMOTE_ADDR": "192.168.1.7"},
        {"REMOTE_ADDR": "2001:db8::1"},
        {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},
        {"HTTP_FORWARDED": "for=127.0.0.1"},
        {"REMOTE_ADDR": ""},
    ],
)
def test_the_mailbox_is_the_machines_own_and_others_sign_in_as_operators(
    client: Client, match: Match, elsewhere: Any
) -> None:
    paths = ["/mailbox/", *(f"/mailbox/{mail_to('anna').pk}/{page}" for page in ("", "raw/"))]
    for path in paths:
        answer = client.get(path, **elsewhere)
        assert answer.status_code == 302
        assert "/accounts/login/" in answer.headers["Location"]
    anna = member("Anna")
    client.force_login(anna)
    assert {client.get(path, **elsewhere).status_code for path in paths} == {404}
    Member.objects.filter(pk=anna.pk).update(is_staff=True)
    assert {client.get(path, **elsewhere).status_code for path in paths} == {200}


def test_behind_a_trusted_proxy_the_address_that_it_saw_counts(
    client: Client, settings: Settings
) -> None:
    settings.TRUSTED_PROXIES = 1
    assert client.get("/mailbox/", headers={"X-Forwarded-For": "127.0.0.1"}).status_code == 200
    spoofed = {"X-Forwarded-For": "127.0.0.1, 203.0.113.9"}
    assert client.get("/mailbox/", headers=spoofed).status_code == 302


def test_every_mail_is_listed_by_its_recipient(client: Client, match: Match) -> None:
    everybody = client.get("/mailbox/").content.decode()
    annas = client.get("/mailbox/", {"address": "Anna@example.org"}).content.decode()

    assert everybody.count('class="match-line ') == 3
    assert annas.count('class="match-line ') == 1
    assert f"[Wild Cards #{match.code}]" in annas


def test_a_mail_is_read_as_text_as_html_and_as_it_is(client: Client, match: Match) -> None:
    mail = mail_to("anna")
    page = client.get(f"/mailbox/{mail.pk}/")
    html = client.get(f"/mailbox/{mail.pk}/html/")
    raw = client.get(f"/mailbox/{mail.pk}/raw/")

    assert "YOUR TURN" in page.content.decode()
    assert f'href="http://127.0.0.1:8000/matches/{match.code}/"' in page.content.decode()
    assert "sandbox" in html.headers["Content-Security-Policy"]
    assert "script-src" not in html.headers["Content-Security-Policy"]
    assert html.headers["X-Frame-Options"] == "SAMEORIGIN"
    assert b"Reply-To: g." in raw.content
    assert raw.headers["Content-Type"].startswith("text/plain")
    mail.refresh_from_db()
    assert mail.read_at is not None


def test_an_answer_written_in_the_browser_is_an_order_with_a_receipt_in_the_mailbox(
    client: Client, match: Match
) -> None:
    anna = player(match, "Anna")
    wanted = legal_texts(anna)[0]
    mail = mail_to("anna")
    form = client.get(f"/mailbox/{mail.pk}/reply/").content.decode()
    assert "&gt; ##- reply above this line -##" in form

    answer = client.post(f"/mailbox/{mail.pk}/reply/", {"text": wanted}, follow=True)

    assert order_text(anna) == wanted
    page = answer.content.decode()
    assert "Your reply was sent and accepted." in page
    assert page.count('class="match-line ') + page.count('class="match-line"') == 3
    receipt = client.get(f"/mailbox/{mail_to('anna').pk}/").content.decode()
    assert f"· {wanted}" in receipt
    row = InboundMail.objects.get()
    assert row.source == "mailbox"
    assert b"> ##- reply above this line -##" in bytes(row.raw)


@pytest.mark.parametrize(
    "text", ["", "no idea", "bid Q9", "\u202ebid\x00 \U0001f0a1" + "x" * 30_000]
)
def test_an_answer_that_is_no_order_gets_a_refusal_in_the_mailbox(
    client: Client, match: Match, text: str
) -> None:
    mail = mail_to("anna")

    answer = client.post(f"/mailbox/{mail.pk}/reply/", {"text": text}, follow=True)

    assert answer.status_code == 200
    assert "the newest mail says why" in answer.content.decode()
    assert order_text(player(match, "Anna")) == ""
    assert mail_to("anna").pk > mail.pk


def test_an_answer_to_the_receipt_replaces_the_order(client: Client, match: Match) -> None:
    anna = player(match, "Anna")
    first, second = legal_texts(anna)[:2]
    client.post(f"/mailbox/{mail_to('anna').pk}/reply/", {"text": first})
    client.post(f"/mailbox/{mail_to('anna').pk}/reply/", {"text": second})

    assert order_text(anna) == second


def test_a_match_of_three_is_played_on_by_answers_from_the_mailbox(
    client: Client, match: Match
) -> None:
    for name in ("anna", "bo", "carla"):
        client.post(f"/mailbox/{mail_to(name).pk}/reply/", {"text": "bid R"})

    match.refresh_from_db()
    assert match.phase_number > 1


def test_a_service_that_sends_real_mail_has_no_mailbox(
    client: Client, settings: Settings, match: Match
) -> None:
    pk = mail_to("anna").pk
    settings.LOCAL_MAILBOX = False
    for path in ("", f"{pk}/", f"{pk}/html/", f"{pk}/raw/", f"{pk}/reply/"):
        assert client.get(f"/mailbox/{path}").status_code == 404
    assert client.post(f"/mailbox/{pk}/reply/", {"text": "bid R"}).status_code == 404


def test_a_mail_that_is_not_there_is_not_found(client: Client) -> None:
    for path in ("99/", "99/html/", "99/raw/", "99/reply/", f"{'9' * 30}/"):
        assert client.get(f"/mailbox/{path}").status_code == 404
    for query in ("?before=x", "?before=" + "9" * 40, "?address=%00"):
        assert client.get(f"/mailbox/{query}").status_code == 200


def test_the_list_pages_back(client: Client) -> None:
    LocalMail.objects.bulk_create(
        LocalMail(recipient="anna@example.org", subject=f"mail {n}", raw=b"\r\n") for n in range(70)
    )
    first = client.get("/mailbox/").content.decode()
    older = re.search(r'href="(\?address=[^"]+)"', first)

    assert older is not None
    second = client.get("/mailbox/" + older[1].replace("&amp;", "&")).content.decode()
    assert "mail 69" in first
    assert "mail 0<" in second
    assert "mail 69" not in second


def test_each_recipient_has_a_copy_and_any_address_a_place() -> None:
    message = EmailMessage("Hi", "Text", "a@example.org", ["B@example.org"], bcc=["c@example.org"])

    assert get_connection().send_messages([message]) == 1
    assert {mail.recipient for mail in LocalMail.objects.all()} == {
        "b@example.org",
        "c@example.org",
    }


def unsubscribe_path(name: str) -> str:
    return unsubscribe_link(member(name)).removeprefix("http://127.0.0.1:8000")


def test_looking_at_the_unsubscribe_link_changes_nothing(client: Client) -> None:
    path = unsubscribe_path("Anna")

    page = client.get(path)

    assert page.status_code == 200
    assert "Nothing has changed yet" in page.content.decode()
    assert "anna@" not in page.content.decode()
    assert page.headers["Referrer-Policy"] == "no-referrer"
    assert member("Anna").mail_level == Member.MailLevel.EVERY_DECISION


def test_one_click_in_a_mail_about_a_match_stops_that_match_alone(match: Match) -> None:
    anna = player(match, "Anna")
    other = player(running_match(), "Anna")
    path = match_unsubscribe_link(anna.pk).removeprefix("http://127.0.0.1:8000")
    page = Client().get(path).content.decode()
    assert "Nothing has changed yet" in " ".join(page.split())
    assert "anna@" not in page

    answer = Client(enforce_csrf_checks=True).post(path, {"List-Unsubscribe": "One-Click"})

    assert answer.status_code == 200
    assert "Stop mails about all matches" in answer.content.decode()
    anna.refresh_from_db()
    other.refresh_from_db()
    assert (anna.wanted_mail, other.wanted_mail) == ("none", "every")


def test_stopping_everything_stops_what_was_chosen_for_one_match(match: Match) -> None:
    anna = player(match, "Anna")
    Player.objects.filter(pk=anna.pk).update(mail_level="every")

    Client().post(unsubscribe_path("Anna"))

    anna = player(match, "Anna")
    assert anna.wanted_mail == "none"


@pytest.mark.parametrize(
    ("level", "status"), [("none", 302), ("daily", 302), ("", 302), ("shout", 302)]
)
def test_the_mails_about_a_match_are_chosen_on_its_page(
    client: Client, match: Match, level: str, status: int
) -> None:
    client.force_login(member("Anna"))
    assert "as set in my profile" in client.get(f"/matches/{match.code}/").content.decode()

    page = client.post(f"/matches/{match.code}/mail/", {"level": level})

    assert page.status_code == status
    expected = "" if level == "shout" else level
    assert player(match, "Anna").mail_level == expected
    assert player(match, "Bo").mail_level == ""


def test_nobody_chooses_the_mails_of_another(client: Client, match: Match) -> None:
    client.force_login(member("Mallory"))
    assert client.post(f"/matches/{match.code}/mail/", {"level": "none"}).status_code == 404


def test_the_profile_takes_an_hour_and_minutes_and_refuses_others(client: Client) -> None:
    anna = member("Anna")
    client.force_login(anna)
    values = {
        "name": "Anna",
        "language": "en",
        "time_zone": "UTC",
        "mail_level": "daily",
        "reminder_hours": "3",
        "digest_hour": "19",
        "collect_minutes": "15",
    }
    assert client.post("/profile/", values).status_code == 302
    anna.refresh_from_db()
    assert (anna.mail_level, anna.digest_hour, anna.collect_minutes) == ("daily", 19, 15)
    assert client.post("/profile/", values | {"digest_hour": "24"}).status_code == 422


def test_one_click_unsubscribes_without_a_cookie_and_says_what_it_did() -> None:
    client = Client(enforce_csrf_checks=True)

    page = client.post(unsubscribe_path("Anna"), {"List-Unsubscribe": "One-Click"})

    assert page.status_code == 200
    assert "no more mails about matches" in page.content.decode()
    assert member("Anna").mail_level == Member.MailLevel.NONE
    assert member("Bo").mail_level == Member.MailLevel.EVERY_DECISION


@pytest.mark.parametrize("token", ["1-aaaaaaaaaaaaaaaa", "1", "x-y", "9" * 30 + "-a", "²-a"])
def test_a_forged_unsubscribe_link_does_nothing(client: Client, token: str) -> None:
    member("Anna")

    assert client.post(f"/unsubscribe/{token}/").status_code == 404
    assert not Member.objects.filter(mail_level=Member.MailLevel.NONE).exists()


def test_stored_mails_are_read_from_files(match: Match, tmp_path: Path) -> None:
    anna = player(match, "Anna")
    path = tmp_path / "answer.eml"
    path.write_bytes(letter(anna, "bid R").as_bytes())
    out = io.StringIO()

    call_command("readmail", str(path), str(path), stdout=out)

    assert order_text(anna) == "bid R"
    assert out.getvalue() == "1 of 2 mails taken in\n"
    with pytest.raises(CommandError, match="Cannot read"):
        call_command("readmail", str(tmp_path / "none.eml"))


def test_old_mail_is_emptied_and_old_rows_are_forgotten(match: Match) -> None:
    anna = player(match, "Anna")
    mail = letter(anna, "bid R", message_id="<one@example.org>")
    read = deliver(mail)
    assert read is not None
    InboundMail.objects.update(status=InboundMail.Status.TAKEN)
    bo = player(match, "Bo")
    waiting = deliver(letter(bo, "bid R"))
    assert waiting is not None
    queued = OutboundMail.objects.create(
        dedupe_key="queued", kind=OutboundMail.Kind.PARKED, address="x@example.org"
    )

    retention.prune_mail(clock.now() + timedelta(days=31))
    read.refresh_from_db()
    waiting.refresh_from_db()
    assert (bytes(read.raw), read.recipient) == (b"", "")
    assert b"bid R" in bytes(waiting.raw)
    assert OutboundMail.objects.exclude(pk=queued.pk).exists()
    assert deliver(mail) is None

    retention.prune_mail(clock.now() + timedelta(days=91))
    assert list(OutboundMail.objects.all()) == [queued]
    assert answers() == []


def test_the_local_mailbox_keeps_its_newest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "LOCAL_KEPT", 5)
    LocalMail.objects.bulk_create(
        LocalMail(recipient="x@example.org", subject=str(number), raw=b"") for number in range(8)
    )

    assert retention.prune_mail(clock.now()) == 3
    assert set(LocalMail.objects.values_list("subject", flat=True)) == set("34567")
