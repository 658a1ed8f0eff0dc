"""Keys for programs: shown once, kept as hashes, good for what they say, and ended at will."""

from __future__ import annotations

import re
from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import ApiKey, Member
from games.models.api_keys import MOST_KEYS, digest_of
from tests import cast
from tests.site.conftest import Browse

KEYS = reverse("keys")
ALL = list(ApiKey.Scope.values)


def just_signed_in(client: Client) -> Client:
    """The same browser, as if its member had typed a code a moment ago."""
    session, member = client.session, Member.objects.get(pk=client.session["_auth_user_id"])
    session["account_authentication_methods"] = [
        {"method": "code", "at": timezone.now().timestamp()}
    ]
    session["account_authentication_methods_user"] = str(member.pk)
    session.save()
    return client


def made(client: Client, **values: Any) -> str:
    """The key that the page shows after it was asked for one."""
    values = {"name": "my bot", "scopes": ["read"], "days": "365"} | values
    page = client.post(KEYS, values).content.decode()
    found = re.search(r'value="(wc1_[\w-]+)"', page)
    assert found, page
    return found.group(1)


def status(key: str, method: str = "get", path: str = "me", **body: Any) -> int:
    call = getattr(Client(), method)
    headers = {"Authorization": f"Bearer {key}"}
    answer = call(f"/api/{path}", body or None, content_type="application/json", headers=headers)
    return int(answer.status_code)


def test_a_key_is_shown_in_one_answer_and_never_again(browse: Browse) -> None:
    client = just_signed_in(browse("Anna"))
    key = made(client)
    assert status(key) == 200
    for path in (KEYS, reverse("profile")):
        assert key not in client.get(path).content.decode()
    stored = ApiKey.objects.values().get()
    assert key not in str(stored)
    assert key not in str(client.session.items())
    assert stored["digest"] == digest_of(key)


def test_a_browser_signed_in_long_ago_makes_no_key(browse: Browse) -> None:
    client = browse("Anna")
    answer = client.post(KEYS, {"name": "x", "scopes": ["read"], "days": ""})
    assert answer.headers["Location"].startswith(reverse("prove-by-code"))
    assert not ApiKey.objects.exists()


@pytest.mark.parametrize("scope", ALL)
def test_a_key_does_what_its_scope_says_and_no_more(scope: str) -> None:
    match, waiting = cast.running_match(), cast.open_match("Bo")
    key = cast.key("Anna", scope)
    tries = {
        "read": status(key),
        "play": status(key, "post", f"matches/{match.code}/orders", text="nonsense"),
        "organise": status(key, "post", f"matches/{waiting.code}/join", contribution="luck"),
    }
    assert {name for name, code in tries.items() if code != 403} == {scope}
    assert tries[scope] in {200, 422}


def test_a_missing_scope_is_named_in_the_refusal() -> None:
    match = cast.running_match()
    headers = {"Authorization": f"Bearer {cast.key('Anna', 'read')}"}
    answer = Client().delete(f"/api/matches/{match.code}/orders", headers=headers)
    assert answer.status_code == 403
    problem = answer.json()
    assert problem["code"] == "scope-missing"
    assert "“play”" in problem["message"]


def test_every_call_that_changes_something_is_described_with_its_scope() -> None:
    described = Client().get("/api/openapi.json").json()["paths"]
    for path, methods in described.items():
        for method, operation in methods.items():
            assert (operation.get("x-scope") in {"play", "organise"}) == (method != "get"), path
            assert "403" in operation["responses"]
    page = Client().get(reverse("api-docs")).content.decode()
    assert "<code>organise</code>" in page


def test_a_key_ends_when_its_time_is_over(browse: Browse) -> None:
    key, start = made(just_signed_in(browse("Anna")), days="30"), timezone.now()
    with time_machine.travel(start + timedelta(days=29), tick=False):
        assert status(key) == 200
    with time_machine.travel(start + timedelta(days=31), tick=False):
        assert status(key) == 401


def test_a_member_ends_a_key_of_their_own_and_nobody_elses(browse: Browse) -> None:
    key = cast.key("Anna")
    path = reverse("key-end", kwargs={"key_id": ApiKey.objects.get().pk})
    assert browse("Mallory").post(path).status_code == 404
    assert status(key) == 200
    assert "no longer works" in browse("Anna").post(path, follow=True).content.decode()
    assert status(key) == 401


def test_a_barred_members_key_is_refused() -> None:
    key = cast.key("Anna")
    Member.objects.filter(name="Anna").update(is_active=False)
    assert status(key) == 401


def test_the_last_use_is_noted_once_an_hour(browse: Browse) -> None:
    key, start = cast.key("Anna"), timezone.now()
    with time_machine.travel(start, tick=False) as clock:
        status(key)
        first = ApiKey.objects.get().last_used_at
        clock.shift(timedelta(minutes=30))
        status(key)
        assert ApiKey.objects.get().last_used_at == first == start
        clock.shift(timedelta(minutes=31))
        status(key)
    assert ApiKey.objects.get().last_used_at == start + timedelta(minutes=61)
    assert "Last used on" in browse("Anna").get(KEYS).content.decode()


def test_a_member_has_a_bounded_number_of_keys(browse: Browse) -> None:
    client = just_signed_in(browse("Anna"))
    for _key in range(MOST_KEYS):
        cast.key("Anna")
    answer = client.post(KEYS, {"name": "one more", "scopes": ["read"], "days": ""})
    assert answer.status_code == 422
    assert ApiKey.objects.count() == MOST_KEYS


@pytest.mark.parametrize(
    "change", [{"scopes": []}, {"scopes": ["root"]}, {"name": ""}, {"days": "9999"}]
)
def test_a_key_that_makes_no_sense_is_not_made(change: dict[str, Any], browse: Browse) -> None:
    values = {"name": "x", "scopes": ["read"], "days": "30"} | change
    assert just_signed_in(browse("Anna")).post(KEYS, values).status_code == 422
    assert not ApiKey.objects.exists()


def test_a_key_and_a_calendar_address_from_before_keep_working() -> None:
    anna, bo = cast.member("Anna"), cast.member("Bo")
    rows = [(anna.pk, "old-key-of-anna", "old-calendar-of-anna"), (bo.pk, "bos", "bos-calendar")]

    class Members:
        """Members as they were stored: the tokens in the clear."""

        objects = SimpleNamespace(
            order_by=lambda _field: SimpleNamespace(values_list=lambda *_fields: rows),
            filter=Member.objects.filter,
        )

    models = {"Member": Members, "ApiKey": ApiKey}
    apps = SimpleNamespace(get_model=lambda _app, name: models[name])
    editor = connection.SchemaEditorClass(connection)
    import_module("games.migrations.0006_api_keys").hash_tokens(apps, editor)
    assert status("old-key-of-anna") == 200
    assert set(ApiKey.objects.get(member=anna).scopes) == set(ALL)
    assert Client().get("/calendar/old-calendar-of-anna.ics").status_code == 200
    client = Client()
    client.force_login(anna)
    client.post(reverse("calendar-renew"))
    assert Client().get("/calendar/old-calendar-of-anna.ics").status_code == 404
