"""A provider's API for mail that is over its limit: it answers 429 with Retry-After."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from django.test.utils import override_settings

RETRY_AFTER_SECONDS = 120


class Provider(ThreadingHTTPServer):
    """Speaks as Postmark does; `taken` has the Message-IDs of the mails that it took."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.taken: list[str] = []
        self.tries = 0
        self.is_limited = True

    def heal(self) -> None:
        self.is_limited = False


class _Handler(BaseHTTPRequestHandler):
    server: Provider

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.tries += 1
        if self.server.is_limited:
            self._answer(429, {"ErrorCode": 429, "Message": "Rate limit exceeded"})
            return
        mail = json.loads(raw)
        names = {header["Name"].casefold(): header["Value"] for header in mail["Headers"]}
        self.server.taken.append(names["message-id"])
        number = len(self.server.taken)
        told = {"ErrorCode": 0, "Message": "OK", "MessageID": f"drill-{number}", "To": mail["To"]}
        self._answer(200, told)

    def _answer(self, status: int, body: dict[str, object]) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        if status == 429:
            self.send_header("Retry-After", str(RETRY_AFTER_SECONDS))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_arguments: object) -> None:
        """Nothing: the drill counts."""


@contextmanager
def provider_running() -> Iterator[Provider]:
    """A provider that is over its limit, and the outbox set up to send by it."""
    with Provider() as provider:
        thread = threading.Thread(target=provider.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        url = f"http://127.0.0.1:{provider.server_port}/"
        backend = "anymail.backends.postmark.EmailBackend"
        options = {"POSTMARK_SERVER_TOKEN": "drill", "POSTMARK_API_URL": url}
        try:
            with override_settings(EMAIL_BACKEND=backend, ANYMAIL=options):
                yield provider
        finally:
            provider.shutdown()
            thread.join()
