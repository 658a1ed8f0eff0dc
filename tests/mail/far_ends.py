"""Far ends of channels for the tests: servers on this machine that note what comes to them."""

from __future__ import annotations

import datetime
import ipaddress
import ssl
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

HOST = "127.0.0.1"


@dataclass
class Received:
    """One request as it came."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class FarEnd:
    """A server, what it answers, and what it got."""

    port: int
    scheme: str = "http"
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes = b"ok"
    before: Callable[[], None] = field(default=lambda: None)
    got: list[Received] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"{self.scheme}://{HOST}:{self.port}"


@contextmanager
def running_far_end(certificate: Path | None = None) -> Iterator[FarEnd]:
    """A server of this machine; with a certificate's file it speaks TLS."""
    end: FarEnd

    class Handler(BaseHTTPRequestHandler):
        def _take(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            body = self.rfile.read(length)
            headers = {name.lower(): value for name, value in self.headers.items()}
            end.got.append(Received(self.command, self.path, headers, body))
            end.before()
            try:
                self.send_response(end.status)
                for name, value in end.headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(end.body)))
                self.end_headers()
                self.wfile.write(end.body)
            except OSError:
                return

        do_POST = do_PUT = do_GET = _take  # noqa: N815

        def log_message(self, *_args: object) -> None:
            return

    server = ThreadingHTTPServer((HOST, 0), Handler)
    server.daemon_threads = True
    end = FarEnd(server.server_address[1])
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
        end.scheme = "https"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield end
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def certificate_of_this_machine(folder: Path) -> Path:
    """A file with a certificate for 127.0.0.1, and its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(HOST))]),
            critical=False,
        )
        .sign(key, hashes.SHA256())
    )
    path = folder / "far-end.pem"
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
        + made.public_bytes(serialization.Encoding.PEM)
    )
    return path
