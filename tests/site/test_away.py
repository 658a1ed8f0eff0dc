"""When the database or the disk is away: 503 and words, never a fault of ours; 500 for those."""

from __future__ import annotations

import errno
from collections.abc import Iterator

import pytest
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.test import Client
from django.urls import reverse

from tests import cast


@pytest.fixture
def client() -> Client:
    """A browser, which sees what the server answers."""
    return Client(raise_request_exception=False)


class Away:
    """Lets queries fail, all or those that write."""

    def __init__(self, error: Exception, only: str = "") -> None:
        self.error = error
        self.only = only

    def __call__(self, execute, sql, params, many, context):  # type: ignore[no-untyped-def]
        if self.only in sql:
            raise self.error
        return execute(sql, params, many, context)


@pytest.fixture(
    params=[
        OperationalError("server closed the connection unexpectedly"),
        OperationalError("database or disk is full"),
        InterfaceError("connection already closed"),
        DatabaseError("database disk image is malformed"),
        OSError(errno.ENOSPC, "No space left on device"),
    ],
    ids=lambda error: type(error).__name__,
)
def away(request: pytest.FixtureRequest) -> Iterator[None]:
    with connection.execute_wrapper(Away(request.param)):
        yield


@pytest.mark.usefixtures("away")
def test_a_page_says_in_words_that_it_will_be_back(client: Client) -> None:
    answer = client.get("/lobby/")
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    assert "Try again" in answer.content.decode()


@pytest.mark.usefixtures("away")
def test_a_signed_in_member_gets_the_same(client: Client) -> None:
    client.cookies["sessionid"] = "0123456789abcdef0123456789abcdef"
    assert client.get("/").status_code == 503


@pytest.mark.usefixtures("away")
def test_the_api_says_it_as_json(client: Client) -> None:
    answer = client.get("/api/matches", headers={"Authorization": "Bearer x"})
    assert answer.status_code == 503
    assert "Try again" in answer.json()["detail"]


def test_an_order_that_cannot_be_stored_is_not_half_stored(client: Client) -> None:
    match = cast.running_match()
    client.force_login(cast.member("Anna"))
    path = reverse("match-order", kwargs={"code": match.code})
    full = OperationalError("database or disk is full")
    with connection.execute_wrapper(Away(full, only='INSERT INTO "games_order"')):
        assert client.post(path, {"text": "bid R"}).status_code == 503
    assert not match.phases.get(number=1).orders.exists()
    assert client.post(path, {"text": "bid R"}).status_code == 302


def test_a_fault_of_ours_is_still_one(client: Client) -> None:
    with connection.execute_wrapper(Away(ZeroDivisionError())):
        answer = client.get("/lobby/")
    assert answer.status_code == 500
    assert "Retry-After" not in answer.headers
