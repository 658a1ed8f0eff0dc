"""Requests through the WSGI handler with every middleware, as a server makes them."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode, urlsplit

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.core.handlers.wsgi import WSGIHandler
from django.core.wsgi import get_wsgi_application
from django.test.utils import override_settings
from django.utils.crypto import get_random_string

from games.models import Member

CSRF_SECRET_LENGTH = 32
FORM = "application/x-www-form-urlencoded"


class UnexpectedAnswerError(RuntimeError):
    """A request was not answered as the measurement needs it: its figure would mean nothing."""


@cache
def _handler() -> WSGIHandler:
    return get_wsgi_application()


@contextmanager
def reference_pages() -> Iterator[None]:
    """Within the block the site has the floors' pages beside its own."""
    with override_settings(ROOT_URLCONF="tests.bench.urls"):
        yield


def reference_path(name: str) -> str:
    """Where a floor's page is; see `tests.bench.urls`."""
    return f"/bench/{name}/"


class Browser:
    """Somebody who asks for pages; signed in where a member is given."""

    def __init__(self, member: Member | None) -> None:
        self._secret = get_random_string(CSRF_SECRET_LENGTH)
        self._etags: dict[str, str] = {}
        self._cookies = SimpleCookie({settings.CSRF_COOKIE_NAME: self._secret})
        if member is not None:
            self._cookies[settings.SESSION_COOKIE_NAME] = _session_of(member)

    def get(self, path: str) -> bytes:
        """The page. Raises UnexpectedAnswerError for any answer but 200."""
        return self._answer(self._environ("GET", path, b""), 200)

    def ask_again(self, path: str) -> None:
        """Ask whether the page still holds. Raises UnexpectedAnswerError for any answer but 304."""
        if path not in self._etags:
            self.get(path)
        self._answer(
            {**self._environ("GET", path, b""), "HTTP_IF_NONE_MATCH": self._etags[path]}, 304
        )

    def post(self, path: str, fields: Mapping[str, str]) -> bytes:
        """Post a form. Raises UnexpectedAnswerError unless it is answered by sending us on."""
        return self._answer(self._environ("POST", path, urlencode(fields).encode()), 302)

    def ask(self, path: str, body: str) -> bytes:
        """Post a form as it was filled, and read the answer. Raises as `get`."""
        return self._answer(self._environ("POST", path, body.encode()), 200)

    def _environ(self, method: str, path: str, body: bytes) -> dict[str, Any]:
        site = urlsplit(settings.SITE_URL)
        return {
            "REQUEST_METHOD": method,
            "PATH_INFO": path.partition("?")[0],
            "SCRIPT_NAME": "",
            "QUERY_STRING": path.partition("?")[2],
            "SERVER_NAME": site.hostname or "localhost",
            "SERVER_PORT": str(site.port or 80),
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "HTTP_HOST": site.netloc,
            "HTTP_ACCEPT_LANGUAGE": "en",
            "HTTP_COOKIE": "; ".join(
                f"{name}={morsel.value}" for name, morsel in self._cookies.items()
            ),
            "HTTP_ORIGIN": f"{site.scheme}://{site.netloc}",
            "HTTP_X_CSRFTOKEN": self._secret,
            "CONTENT_TYPE": FORM if body else "",
            "CONTENT_LENGTH": str(len(body)),
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": io.StringIO(),
            "wsgi.url_scheme": site.scheme,
            "wsgi.version": (1, 0),
            "wsgi.multithread": False,
            "wsgi.multiprocess": True,
            "wsgi.run_once": False,
        }

    def _answer(self, environ: dict[str, Any], wanted: int) -> bytes:
        statuses: list[str] = []

        def start_response(
            status: str, headers: Sequence[tuple[str, str]], *_more: object
        ) -> Callable[[bytes], object]:
            statuses.append(status)
            self._etags[environ["PATH_INFO"]] = dict(headers).get("ETag", "")
            return bytes.__len__  # WSGI's write, which nothing of Django's calls

        response = _handler()(environ, start_response)
        try:
            body = b"".join(response)
        finally:
            # As every server does: it ends the request, and with it worn-out connections.
            response.close()
        if not statuses[0].startswith(str(wanted)):
            raise UnexpectedAnswerError(f"{environ['PATH_INFO']}: {statuses[0]}, not {wanted}")
        return body


def _session_of(member: Member) -> str:
    session = SessionStore()
    session[SESSION_KEY] = str(member.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = member.get_session_auth_hash()
    session.save()
    assert session.session_key is not None
    return session.session_key
