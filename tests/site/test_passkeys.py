"""Passkeys: pages, what a passkey changes, and the admin's door. A browser makes one elsewhere."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import Settings

from games.models import Member
from tests import cast
from tests.site.conftest import Browse, mails_sent
from tests.site.test_keys import just_signed_in

ADD = reverse("mfa_add_webauthn")
LOGIN = reverse("mfa_login_webauthn")
BORN_ELSEWHERE = {"name": "a key", "credential": {"id": "AAAA", "clientExtensionResults": {}}}


@pytest.fixture(autouse=True)
def outbox(settings: Settings) -> None:
    """Mails stay in this process."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


def with_recovery_codes(name: str, monkeypatch: pytest.MonkeyPatch) -> tuple[Member, list[str]]:
    """A member with a passkey as it is stored, and the codes for the day it is lost."""
    member = cast.member(name)
    Authenticator.objects.create(user=member, type=Authenticator.Type.WEBAUTHN, data=BORN_ELSEWHERE)
    # The row above holds no real key, so nothing can be offered for it to sign.
    monkeypatch.setattr("allauth.mfa.webauthn.internal.auth.get_credentials", lambda _user: [])
    return member, RecoveryCodes.activate(member).get_unused_codes()


def code_from_mail() -> str:
    lines = [line.strip() for line in str(mails_sent()[-1].body).splitlines()]
    return next(line for line in lines if re.fullmatch(r"[A-Z0-9-]{6,9}", line))


def test_a_browser_signed_in_long_ago_adds_no_passkey(browse: Browse) -> None:
    assert browse("Anna").get(ADD).headers["Location"].startswith(reverse("prove-by-code"))
    page = just_signed_in(browse("Bo")).get(ADD).content.decode()
    assert "Create passkey" in page


def test_the_sign_in_page_offers_a_passkey(browse: Browse) -> None:
    page = browse("").get(reverse("account_login")).content.decode()
    assert "Sign in with a passkey" in page
    assert "Passkeys need JavaScript" in page


def test_a_mailed_code_alone_lets_nobody_in_where_there_is_a_passkey(
    browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, codes = with_recovery_codes("Anna", monkeypatch)
    client = browse("")
    client.post(reverse("account_login"), {"login": anna.email})
    client.post(reverse("account_confirm_login_code"), {"code": code_from_mail()})
    assert client.get(reverse("profile")).status_code == 302
    assert "And your passkey" in client.get(reverse("mfa_authenticate")).content.decode()
    client.post(reverse("mfa_authenticate"), {"code": "00000000"})
    assert client.get(reverse("profile")).status_code == 302
    client.post(reverse("mfa_authenticate"), {"code": codes[0]})
    assert client.get(reverse("profile")).status_code == 200


def test_a_mailed_code_is_no_proof_where_there_is_a_passkey(
    browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    _anna, codes = with_recovery_codes("Anna", monkeypatch)
    client = just_signed_in(browse("Anna"))
    answer = client.post(reverse("keys"), {"name": "x", "scopes": ["read"], "days": ""})
    assert answer.headers["Location"].startswith(reverse("mfa_reauthenticate_webauthn"))
    assert client.post(reverse("prove-by-code"), {"action": "send"}).status_code == 302
    assert mails_sent() == []
    client.post(reverse("mfa_reauthenticate"), {"code": codes[0]})
    made = client.post(reverse("keys"), {"name": "x", "scopes": ["read"], "days": ""})
    assert "wc1_" in made.content.decode()


NO_CREDENTIALS = [
    *("", "{", "[]", "{}", '{"id": 1}', '"x"', "null", "[" * 19_000, "x" * 30_000),
    '{"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": {}}',
    '{"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": {"userHandle": "////"}}',
    '{"id": "AA", "rawId": "AA", "type": "public-key", "response": {"clientDataJSON": "e30"}}',
]


@pytest.mark.parametrize("credential", NO_CREDENTIALS)
def test_what_is_no_passkey_is_refused_without_an_error(
    credential: str, browse: Browse, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = just_signed_in(browse("Anna"))
    client.get(ADD)
    answer = client.post(ADD, {"name": "x", "credential": credential, "passwordless": "on"})
    assert answer.status_code == 200
    visitor = browse("")
    visitor.get(LOGIN, headers={"Accept": "application/json"})
    assert visitor.post(LOGIN, {"credential": credential}).status_code in {200, 302}
    assert visitor.get(reverse("profile")).status_code == 302
    assert not Authenticator.objects.exists()
    with_recovery_codes("Anna", monkeypatch)
    prove = reverse("mfa_reauthenticate_webauthn")
    client.get(prove)
    assert client.post(prove, {"credential": credential}).status_code in {200, 302}


@pytest.fixture
def operator(settings: Settings) -> Callable[[], Client]:
    """Sign the operator in, as if a code had been typed a moment ago."""

    def signed_in() -> Client:
        client = Client()
        root = Member.objects.filter(name="Root").first()
        client.force_login(root or Member.objects.create_superuser("root@example.org", "Root"))
        return just_signed_in(client)

    settings.STAFF_NEEDS_PASSKEY = True
    return signed_in


@pytest.mark.parametrize("path", ["/admin/", "/admin/games/match/", "/admin/login/"])
def test_the_admin_opens_to_no_operator_without_a_passkey(
    path: str, operator: Callable[[], Client]
) -> None:
    answer = operator().get(path, follow=True)
    assert answer.redirect_chain[-1][0] == ADD
    assert "You need a passkey here" in answer.content.decode()


def test_the_admin_opens_to_an_operator_with_a_passkey(operator: Callable[[], Client]) -> None:
    client = operator()
    root = Member.objects.get(name="Root")
    Authenticator.objects.create(user=root, type=Authenticator.Type.WEBAUTHN, data=BORN_ELSEWHERE)
    assert client.get("/admin/games/match/").status_code == 200


def test_recovery_codes_alone_open_no_admin(operator: Callable[[], Client]) -> None:
    client = operator()
    RecoveryCodes.activate(Member.objects.get(name="Root"))
    assert client.get("/admin/").status_code == 302
