"""Joining, signing in by a code from a mail, and the profile."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.forms.availability import CalendarForm
from games.forms.members import ProfileForm
from games.models import Member
from games.services.joining import COLLECTED_AT_FIRST
from tests import cast
from tests.site.conftest import Browse, mails_sent

JOIN = {"email": "Zoe@Example.org", "name": "Zoë", "language": "en", "time_zone": "Asia/Tokyo"}

# Asked for elsewhere, or the operator's to set.
NO_SETTINGS = {
    "id", "password", "last_login", "email", "name_skeleton", "name_look", "is_active", "is_demo",
    "is_staff", "is_superuser", "wants_alarms", "joined_at",
}  # fmt: skip


@pytest.fixture(autouse=True)
def outbox(settings: object) -> None:
    """Mails stay in this process."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"  # type: ignore[attr-defined]


def code_from_mail() -> str:
    message = mails_sent()[-1]
    lines = [line.strip() for line in str(message.body).splitlines()]
    return next(line for line in lines if re.fullmatch(r"[A-Z0-9-]{6,9}", line))


def test_joining_takes_a_name_an_address_and_a_code(browse: Browse) -> None:
    client = browse("")
    page = client.post(reverse("account_signup"), JOIN, follow=True).content.decode()
    assert "Enter the code from the mail" in page
    answer = client.post(
        reverse("account_email_verification_sent"), {"code": code_from_mail()}, follow=True
    )
    assert answer.redirect_chain[-1][0] == "/"
    zoe = Member.objects.get(name="Zoë")
    assert (zoe.email, zoe.time_zone, zoe.language) == ("zoe@example.org", "Asia/Tokyo", "en")
    assert zoe.collect_minutes == COLLECTED_AT_FIRST
    assert "My matches" in client.get("/").content.decode()


def test_who_joins_from_an_invitation_comes_back_to_it(browse: Browse) -> None:
    match = cast.open_match("Anna")
    path = reverse("invitation", kwargs={"token": match.invitation_token})
    client = browse("")
    page = client.get(path).content.decode()
    assert f"{reverse('account_signup')}?next={path}" in page
    client.post(reverse("account_signup"), JOIN | {"next": path})
    answer = client.post(reverse("account_email_verification_sent"), {"code": code_from_mail()})
    assert answer.headers["Location"] == path
    assert "Take a seat" in client.get(path).content.decode()


def test_a_next_address_of_another_site_is_not_followed(browse: Browse) -> None:
    anna = cast.member("Anna")
    client = browse("")
    elsewhere = {"next": "https://evil.example/"}
    client.post(reverse("account_login"), {"login": anna.email} | elsewhere)
    answer = client.post(
        reverse("account_confirm_login_code"), {"code": code_from_mail()} | elsewhere
    )
    assert answer.headers["Location"] == "/"


def test_signing_in_takes_a_code_and_comes_back_to_where_one_was(browse: Browse) -> None:
    anna = cast.member("Anna")
    client = browse("")
    client.post(reverse("account_login"), {"login": anna.email, "next": "/new/"})
    answer = client.post(
        reverse("account_confirm_login_code"), {"code": code_from_mail(), "next": "/new/"}
    )
    assert answer.headers["Location"] == "/new/"
    assert client.get("/new/").status_code == 200


def test_a_wrong_code_lets_nobody_in(browse: Browse) -> None:
    anna = cast.member("Anna")
    client = browse("")
    client.post(reverse("account_login"), {"login": anna.email})
    client.post(reverse("account_confirm_login_code"), {"code": "AAAAAA"})
    assert client.get("/new/").status_code == 302


def test_an_unknown_address_is_not_told_from_a_known_one(browse: Browse) -> None:
    cast.member("Anna")
    answers = []
    for address in ("anna@example.org", "nobody@example.org"):
        response = browse("").post(reverse("account_login"), {"login": address})
        answers.append((response.status_code, response.headers["Location"]))
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("anna", "Somebody already plays under this name"),
        ("  ", "required"),
        ("---", "at least one letter or digit"),
        ("Zo\u202ee", "invisible characters"),
        ("a@b", "Leave out"),
        ("x" * 33, "at most 32"),
    ],
)
def test_a_name_unfit_for_the_table_is_explained(name: str, words: str, browse: Browse) -> None:
    cast.member("Anna")
    page = browse("").post(reverse("account_signup"), JOIN | {"name": name}).content.decode()
    assert words in page
    assert not Member.objects.filter(email="zoe@example.org").exists()


def test_a_setting_stands_on_a_form_of_its_member() -> None:
    on_forms = {*ProfileForm.base_fields, *CalendarForm.base_fields}
    settable = {field.name for field in Member._meta.concrete_fields if field.editable}
    assert [f"{name} is on no form" for name in settable - on_forms - NO_SETTINGS] == []


def test_the_profile_changes_its_own_member_only(browse: Browse) -> None:
    anna, bo = cast.member("Anna"), cast.member("Bo")
    values = {
        "name": "Anna M",
        "language": "en",
        "time_zone": "Europe/Rome",
        "mail_level": "urgent",
        "reminder_hours": "12",
        "wants_news": "on",
    }
    page = browse("Anna").post(reverse("profile"), values, follow=True).content.decode()
    assert "Saved." in page
    anna.refresh_from_db()
    assert (anna.name, anna.mail_level, anna.reminder_hours) == ("Anna M", "urgent", 12)
    assert (anna.wants_html, anna.wants_news) == (False, True)
    bo.refresh_from_db()
    assert bo.mail_level == "every"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"name": "bo"}, "Somebody already plays under this name"),
        ({"time_zone": "Moon/Tycho"}, "not one of the available choices"),
        ({"reminder_hours": "-1"}, "greater than or equal to 0"),
        ({"mail_level": "shout"}, "not one of the available choices"),
    ],
)
def test_bad_settings_change_nothing(change: dict[str, str], words: str, browse: Browse) -> None:
    cast.member("Bo")
    values = {"name": "Anna", "language": "en", "time_zone": "UTC", "mail_level": "none"}
    response = browse("Anna").post(reverse("profile"), values | {"reminder_hours": "3"} | change)
    assert response.status_code == 422
    assert words in response.content.decode()
    assert cast.member("Anna").mail_level == "every"


def test_signing_out_is_a_form_and_not_a_link(browse: Browse) -> None:
    client: Client = browse("Anna")
    client.get(reverse("account_logout"))
    assert client.get("/new/").status_code == 200
    client.post(reverse("account_logout"))
    assert client.get("/new/").status_code == 302


def test_deadlines_are_told_in_the_members_zone(browse: Browse) -> None:
    cast.member("Anna", time_zone="Asia/Tokyo")
    match = cast.running_match()
    page = browse("Anna").get(reverse("match", kwargs={"code": match.code})).content.decode()
    assert "JST" in page


def test_pages_about_passwords_do_not_exist(browse: Browse) -> None:
    for path in ("change/", "set/", "reset/", "reset/done/"):
        assert browse("").get(f"/accounts/password/{path}").status_code == 404
