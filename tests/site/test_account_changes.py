"""A stolen cookie is not a stolen account: what could give it away asks for a proof first."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.core.exceptions import ReauthenticationRequired
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.core import mail
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Member, OutboundMail
from games.tasks import clear_sessions
from games.views.reauthentication import STATE, recently_authenticated
from tests import cast
from tests.site.conftest import Browse, mails_sent

EMAIL = reverse("account_email")
PROVE = reverse("prove-by-code")
NEW = "anna@new.example"


@pytest.fixture(autouse=True)
def outbox(settings: object) -> None:
    """Mails stay in this process."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"  # type: ignore[attr-defined]


def codes_written() -> int:
    """Mails of the account in the outbox: what is to be sent, whenever that is."""
    return OutboundMail.objects.filter(kind=OutboundMail.Kind.ACCOUNT).count()


def code_from(message: mail.EmailMessage) -> str:
    lines = [line.strip() for line in str(message.body).splitlines()]
    return next(line for line in lines if re.fullmatch(r"[A-Z0-9-]{6,9}", line))


def prove(client: Client, onto: str) -> HttpResponse:
    """Ask for a code at the place where one is led to, and type it."""
    client.post(f"{PROVE}?next={onto}", {"action": "send", "next": onto})
    answer = client.post(PROVE, {"code": code_from(mails_sent()[-1]), "next": onto}, follow=True)
    assert isinstance(answer, HttpResponse)
    return answer


def with_second_address(name: str) -> Member:
    member = cast.member(name)
    for address, is_primary in ((member.email, True), (NEW, False)):
        EmailAddress.objects.create(user=member, email=address, verified=True, primary=is_primary)
    return member


@pytest.mark.parametrize(
    "change",
    [
        {"action_add": "", "email": "thief@example.net"},
        {"action_primary": "", "email": NEW},
        {"action_remove": "", "email": NEW},
    ],
)
def test_a_browser_signed_in_long_ago_changes_no_address(
    change: dict[str, str], browse: Browse
) -> None:
    anna = with_second_address("Anna")
    before = list(EmailAddress.objects.order_by("pk").values())
    answer = browse("Anna").post(EMAIL, change)
    assert answer.headers["Location"].startswith(PROVE)
    assert list(EmailAddress.objects.order_by("pk").values()) == before
    anna.refresh_from_db()
    assert anna.email == "anna@example.org"


def test_what_was_asked_for_is_done_after_the_proof(browse: Browse) -> None:
    anna, client = with_second_address("Anna"), browse("Anna")
    client.post(EMAIL, {"action_primary": "", "email": NEW})
    assert "Is it you?" in client.get(f"{PROVE}?next={EMAIL}").content.decode()
    prove(client, EMAIL)
    anna.refresh_from_db()
    assert anna.email == NEW


def test_the_old_address_is_told_where_the_mails_go_now(browse: Browse) -> None:
    with_second_address("Anna")
    client = browse("Anna")
    client.post(EMAIL, {"action_primary": "", "email": NEW})
    prove(client, EMAIL)
    told = mails_sent()[-1]
    assert told.to == ["anna@example.org"]
    assert NEW in told.body


def test_a_change_of_address_ends_every_other_session(browse: Browse) -> None:
    with_second_address("Anna")
    thief, client = browse("Anna"), browse("Anna")
    assert thief.get(reverse("profile")).status_code == 200
    client.post(EMAIL, {"action_primary": "", "email": NEW})
    prove(client, EMAIL)
    assert client.get(reverse("profile")).status_code == 200
    assert thief.get(reverse("profile")).status_code == 302


def test_a_wrong_code_proves_nothing_and_three_end_the_code(browse: Browse) -> None:
    with_second_address("Anna")
    client = browse("Anna")
    client.post(PROVE, {"action": "send"})
    right = code_from(mails_sent()[-1])
    for _try in range(3):
        client.post(PROVE, {"code": "AAAA-AAAA"})
    assert STATE not in client.session
    client.post(PROVE, {"code": right})
    assert (
        client.post(EMAIL, {"action_primary": "", "email": NEW})
        .headers["Location"]
        .startswith(PROVE)
    )


def test_a_code_works_for_ten_minutes_and_a_proof_as_long(browse: Browse) -> None:
    with_second_address("Anna")
    client, start = browse("Anna"), timezone.now()
    with time_machine.travel(start, tick=False) as clock:
        client.post(PROVE, {"action": "send"})
        clock.shift(timedelta(minutes=11))
        client.post(PROVE, {"code": code_from(mails_sent()[-1])})
        late = client.post(EMAIL, {"action_remove": "", "email": NEW})
        assert late.headers["Location"].startswith(PROVE)
        prove(client, "/")
        clock.shift(timedelta(minutes=11))
        again = client.post(EMAIL, {"action_remove": "", "email": NEW})
    assert again.headers["Location"].startswith(PROVE)
    assert EmailAddress.objects.filter(email=NEW).exists()


def test_who_has_just_signed_in_need_not_prove_it_again(browse: Browse) -> None:
    with_second_address("Anna")
    client = browse("")
    client.post(reverse("account_login"), {"login": "anna@example.org"})
    client.post(reverse("account_confirm_login_code"), {"code": code_from(mails_sent()[-1])})
    client.post(EMAIL, {"action_remove": "", "email": NEW})
    assert not EmailAddress.objects.filter(email=NEW).exists()


def test_the_code_goes_to_the_address_of_the_account_and_nowhere_else(browse: Browse) -> None:
    with_second_address("Anna")
    browse("Anna").post(PROVE, {"action": "send", "email": "thief@example.net"})
    assert [message.to for message in mails_sent()] == [["anna@example.org"]]


def test_a_view_can_ask_for_the_proof(rf: object) -> None:
    @recently_authenticated
    def view(request: HttpRequest) -> HttpResponse:
        return HttpResponse("done")

    request = rf.post("/somewhere/")  # type: ignore[attr-defined]
    request.user, request.session = cast.member("Anna"), {}
    with pytest.raises(ReauthenticationRequired):
        view(request)


def signed_in_by_code(browse: Browse, name: str, browser: str) -> Client:
    client = browse("")
    client.defaults["HTTP_USER_AGENT"] = browser
    client.post(reverse("account_login"), {"login": cast.member(name).email})
    client.post(reverse("account_confirm_login_code"), {"code": code_from(mails_sent()[-1])})
    return client


def test_the_browsers_of_a_member_are_listed_and_signed_out(browse: Browse) -> None:
    phone = signed_in_by_code(browse, "Anna", "Phone")
    signed_in_by_code(browse, "Bo", "Bo's browser")
    desk = signed_in_by_code(browse, "Anna", "Desk")
    unlisted = browse("Anna")
    page = desk.get(reverse("usersessions_list")).content.decode()
    assert "Phone" in page
    assert "Desk" in page
    assert "Bo&#x27;s" not in page
    page = desk.post(reverse("usersessions_list"), follow=True).content.decode()
    assert "You’re signed out everywhere else." in page
    assert "Phone" not in page
    assert "Desk" in page
    for other in (phone, unlisted):
        assert other.get(reverse("profile")).status_code == 302
    assert desk.get(reverse("profile")).status_code == 200


def test_a_session_that_has_expired_is_on_no_list(browse: Browse) -> None:
    signed_in_by_code(browse, "Anna", "Phone")
    Session.objects.update(expire_date=timezone.now() - timedelta(days=1))
    clear_sessions()
    assert not UserSession.objects.exists()


def ask_for_codes(email: str, number: int, *, hours_apart: float, ip: str = "10.0.0.{}") -> int:
    """How many of so many requests were answered with a mail."""
    before = codes_written()
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for each in range(number):
            client = Client(REMOTE_ADDR=ip.format(each % 250))
            client.post(reverse("account_login"), {"login": email.format(each)})
            clock.shift(timedelta(hours=hours_apart))
    return codes_written() - before


def test_ten_codes_a_day_go_to_an_address_wherever_they_are_asked_for() -> None:
    cast.member("Anna")
    assert ask_for_codes("anna@example.org", 15, hours_apart=0.5) == 10


def test_a_code_sent_again_is_refused_alike_for_an_address_without_account() -> None:
    cast.member("Anna")
    answers = []
    for address in ("anna@example.org", "nobody@example.org"):
        client = Client(REMOTE_ADDR="10.0.0.9")
        client.post(reverse("account_login"), {"login": address})
        again = [
            client.post(reverse("account_confirm_login_code"), {"action": "resend"}, follow=True)
            for _time in range(3)
        ]
        answers.append(["Too many codes" in page.content.decode() for page in again])
    assert answers[0] == answers[1]


def test_thirty_codes_an_hour_are_asked_for_from_one_place() -> None:
    sent = ask_for_codes("nobody{}@example.org", 40, hours_apart=0.02, ip="10.0.0.7")
    assert sent == 30


def test_a_code_sent_again_counts_too(browse: Browse) -> None:
    cast.member("Anna")
    with time_machine.travel(timezone.now(), tick=False) as clock:
        for _request in range(10):
            client = Client(REMOTE_ADDR="10.0.0.8")
            client.post(reverse("account_login"), {"login": "anna@example.org"})
            for _again in range(2):
                client.post(reverse("account_confirm_login_code"), {"action": "resend"})
            clock.shift(timedelta(minutes=30))
    assert codes_written() == 10
