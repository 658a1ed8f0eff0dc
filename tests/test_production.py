"""A public service as a host runs it: PostgreSQL, Redis, https behind a proxy."""

import json
import os
import re
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from tests.serving import ServeProcess, wait_until

HOST = "cards.example.org"
BEHIND_THE_PROXY = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}

pytestmark = [pytest.mark.postgresql, pytest.mark.redis]


@pytest.fixture(scope="module")
def service(redis_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServeProcess]:
    data: Path = tmp_path_factory.mktemp("production") / "data"
    started = ServeProcess(
        data,
        PRODUCTION="true",
        SECRET_KEY="only-for-this-test-" * 4,
        ALLOWED_HOSTS=HOST,
        SITE_URL=f"https://{HOST}",
        REPLY_DOMAIN=f"reply.{HOST}",
        DATABASE_URL=os.environ["DATABASE_URL"],
        REDIS_URL=redis_url,
        EMAIL_URL="smtp://127.0.0.1:1",
        TRUSTED_PROXIES="1",
    )
    started.wait_until_ready()
    yield started
    started.end()


def asked(service: ServeProcess, path: str, **headers: str) -> tuple[HTTPResponse, str]:
    connection = HTTPConnection("127.0.0.1", service.port, timeout=10)
    connection.request("GET", path, headers={"Host": HOST, **headers})
    answer = connection.getresponse()
    body = answer.read().decode()
    connection.close()
    return answer, body


def test_a_visitor_without_https_is_sent_to_it(service: ServeProcess) -> None:
    answer, _body = asked(service, "/lobby/")
    assert answer.status == 301
    assert answer.getheader("Location") == f"https://{HOST}/lobby/"


def test_pages_come_with_strict_transport_and_host_cookies(service: ServeProcess) -> None:
    answer, body = asked(service, "/accounts/login/", **BEHIND_THE_PROXY)
    assert answer.status == 200
    transport = answer.getheader("Strict-Transport-Security") or ""
    assert transport == "max-age=31536000"
    cookies = answer.headers.get_all("Set-Cookie") or []
    assert cookies
    for cookie in cookies:
        assert cookie.startswith("__Host-")
        assert "Secure" in cookie
        assert "Path=/" in cookie
        assert "Domain" not in cookie
    assert "traceback" not in body.lower()


def test_static_files_have_hashed_names_and_stay_in_caches(service: ServeProcess) -> None:
    _answer, body = asked(service, "/accounts/login/", **BEHIND_THE_PROXY)
    style = re.search(r'href="(/static/[^"]+\.[0-9a-f]{12}\.css)"', body)
    assert style
    answer, _css = asked(service, style.group(1), **BEHIND_THE_PROXY)
    assert answer.status == 200
    assert "immutable" in (answer.getheader("Cache-Control") or "")


def test_there_is_no_local_mailbox(service: ServeProcess) -> None:
    assert asked(service, "/mailbox/", **BEHIND_THE_PROXY)[0].status == 404


def test_a_host_that_is_not_ours_is_refused(service: ServeProcess) -> None:
    answer, body = asked(service, "/", **BEHIND_THE_PROXY | {"Host": "evil.example"})
    assert answer.status == 400
    assert "evil.example" not in body


def test_health_needs_no_https(service: ServeProcess) -> None:
    answer, body = asked(service, "/health")
    assert (answer.status, json.loads(body)) == (200, {"status": "ok"})


def test_logs_are_one_json_object_a_line(service: ServeProcess) -> None:
    asked(service, "/no/such/page/", **BEHIND_THE_PROXY)
    wait_until(lambda: '"process": "closing"' in service.output, "the lane says something")
    wait_until(lambda: '"process": "smtp"' in service.output, "the mail server says something")
    lines = [json.loads(line) for line in service.output.splitlines()]
    assert {line["process"] for line in lines} >= {"web", "closing", "smtp", "serve"}
    assert any(line.get("logger") == "django.request" for line in lines)
