"""The worker of the web server: answers pages in threads, and holds streams in none of them.

A view that wants its answer to become a stream says so in a header (`STREAM_HEADER`). The worker
then sends the head alone, takes the socket away from gunicorn and gives it to the hub.
"""

import json
import socket
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from types import TracebackType
from typing import Any

from django.conf import settings
from gunicorn.workers.gthread import TConn, ThreadWorker

from wildcards_site.serving.streams import StreamHub, TooManyStreamsError

STREAM_HEADER = "X-Stream"
"""`owner topic topic …`; set by `games.views.event_stream`, never sent to anybody."""

HOLDS_STREAMS = "wildcards.holds_streams"
"""True in the environment of requests whose answer may become a stream."""

_WORDS = "Too many event streams are open. Close one, or try again later."
NO_ROOM = json.dumps(
    {
        "type": "about:blank",
        "title": "Service Unavailable",
        "status": 503,
        "detail": _WORDS,
        "code": "too-many-streams",
        "message": _WORDS,
        "text": "",
        "example": "",
        "candidates": [],
    }
).encode()
"""A Problem, as the API answers with, for programs; no page reads it."""

Headers = list[tuple[str, str]]
Application = Callable[..., Iterable[bytes]]


class _TakenAway(StopIteration):
    """The socket is the hub's: gunicorn drops a connection quietly for a StopIteration."""


class StreamingWorker(ThreadWorker):  # type: ignore[misc]  # gunicorn has no types
    """gunicorn's threaded worker, with a hub beside its threads."""

    wsgi: Application

    def load_wsgi(self) -> None:
        super().load_wsgi()
        if not self.cfg.is_ssl:
            hub = StreamHub(most=settings.MOST_STREAMS, news_url=settings.NEWS_URL)
            self.wsgi = holding_streams(self.wsgi, hub)

    def finish_request(self, conn: TConn, fs: "Future[Any]") -> None:
        if conn.sock.fileno() == -1:
            self.nr_conns -= 1
            return
        super().finish_request(conn, fs)


def holding_streams(application: Application, hub: StreamHub) -> Application:
    """The application, its streams held by the hub."""

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        environ[HOLDS_STREAMS] = True
        begun = _Start(start_response)
        body = application(environ, begun)
        if begun.stream:
            if hasattr(body, "close"):
                body.close()
            return _taken(hub, environ["gunicorn.socket"], begun, start_response)
        return body

    return answer


class _Start:
    """`start_response`, held back where the view asks for a stream."""

    def __init__(self, start_response: Callable[..., Any]) -> None:
        self._start_response = start_response
        self.status = ""
        self.headers: Headers = []
        self.stream: list[str] = []

    def __call__(
        self,
        status: str,
        headers: Headers,
        exc_info: tuple[type[BaseException], BaseException, TracebackType] | None = None,
    ) -> object:
        self.stream = next((value for name, value in headers if name == STREAM_HEADER), "").split()
        if not self.stream:
            return self._start_response(status, headers, exc_info)
        self.status = status
        self.headers = [(name, value) for name, value in headers if name != STREAM_HEADER]
        return None


def _taken(
    hub: StreamHub, connection: socket.socket, begun: _Start, start_response: Callable[..., Any]
) -> Iterator[bytes]:
    owner, *topics = begun.stream
    try:
        hub.check_room(owner)
    except TooManyStreamsError:
        headers = [("Content-Type", "application/problem+json"), ("Retry-After", "60")]
        length = ("Content-Length", str(len(NO_ROOM)))
        start_response("503 Service Unavailable", [*headers, length])
        return iter((NO_ROOM,))
    lines = [f"HTTP/1.1 {begun.status}", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in begun.headers if name != "Content-Length"]
    head = "\r\n".join([*lines, "", ""]).encode("latin-1")
    taken = socket.socket(fileno=connection.detach())
    hub.hold(taken, head, owner=owner, topics=frozenset(topics))
    raise _TakenAway
