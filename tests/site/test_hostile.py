"""Input of any size and encoding: a clear answer, nothing changed, never a fault of ours."""

from __future__ import annotations

import json
from urllib.parse import quote

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.models import Match, Order
from tests import cast
from tests.site.conftest import Browse
from tests.sizes import sized

FORM_TYPE = "application/x-www-form-urlencoded"


def signed_in(name: str) -> Client:
    client = Client(raise_request_exception=True)
    client.force_login(cast.member(name))
    return client


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"text=\xff\xfe\x00bid%20R%ff", FORM_TYPE),
        (b"text=" + b"bid+R%3B" * 400_000, FORM_TYPE),
        (b"&".join(b"pick-cards=F1" for _part in range(5000)), FORM_TYPE),
        (b"--x\r\nnonsense", "multipart/form-data; boundary=x"),
        (b"{}", "application/json"),
        (b"", FORM_TYPE),
    ],
)
def test_a_broken_form_gives_no_order_and_no_fault(body: bytes, content_type: str) -> None:
    match = cast.running_match()
    path = reverse("match-order", kwargs={"code": match.code})
    response = signed_in("Anna").post(path, body, content_type=content_type)
    taken = Order.objects.filter(player__member__name="Anna")
    if response.status_code == 302:
        assert [order.text for order in taken] == ["bid R"]
    else:
        assert response.status_code in {400, 413, 422}
        assert not taken.exists()


@pytest.mark.parametrize("token", ["\x00", "\x00" * 16, "é" * 16, "../../etc/passwd", "x" * 500])
def test_a_token_that_is_none_is_not_found(token: str, browse: Browse) -> None:
    match = cast.open_match("Anna")
    Match.objects.filter(pk=match.pk).update(is_public=False)
    assert browse("Mallory").get(f"/invitations/{quote(token, safe='')}/").status_code == 404
    joining = reverse("match-join", kwargs={"code": match.code})
    assert browse("Mallory").post(joining, {"token": token}).status_code == 404
    key = {"Authorization": f"Bearer {cast.key('Mallory')}"}
    response = Client().post(
        f"/api/matches/{match.code}/join",
        json.dumps({"token": token}),
        "application/json",
        headers=key,
    )
    assert response.status_code in {404, 422}


@pytest.mark.parametrize("title", ["\x00", "a\nb", "\ud800"])
def test_a_title_that_no_database_holds_is_refused(title: str) -> None:
    key = {"Authorization": f"Bearer {cast.key('Anna')}"}
    body = json.dumps({"title": title})
    response = Client().post("/api/matches", body, "application/json", headers=key)
    assert response.status_code == 422
    assert not Match.objects.exists()


@pytest.mark.parametrize("code", ["zzzzzzz", "%00abc", "a" * 12, "A-B-C", "é" * 7])
def test_a_code_of_no_match_is_not_found(code: str, browse: Browse) -> None:
    for path in (f"/matches/{code}/", f"/matches/{code}/pulse/", f"/api/matches/{code}"):
        assert browse("").get(path).status_code == 404


@settings(
    max_examples=sized(8, 200),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(text=st.text(max_size=60), verb=st.text(max_size=20), values=st.lists(st.text(max_size=8)))
def test_whatever_is_typed_or_posted_is_taken_or_explained(
    text: str, verb: str, values: list[str]
) -> None:
    match = cast.running_match()
    client = signed_in("Anna")
    path = reverse("match-order", kwargs={"code": match.code})
    for fields in ({"text": text}, {"answer": verb}, {"pick-cards": values, "phase": verb}):
        assert client.post(path, fields).status_code in {302, 422}
