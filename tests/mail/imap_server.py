"""A real IMAP server, Dovecot, with an account that tests read as the service would."""

from __future__ import annotations

import base64
import grp
import hashlib
import hmac
import json
import os
import pwd
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from imapclient import IMAPClient
from imapclient.exceptions import IMAPClientError

from games.common.mailbox_account import MailboxAccount, mailbox_account
from games.mail.fetching import fetch_new
from games.mail.imap_folder import open_folder
from tests.mail.servers import free_port

USER, PASSWORD = "cards@mail.example", "app-password"
TOKEN_KEY = b"only for the tests of access tokens"
PROGRAM = shutil.which("dovecot", path=os.pathsep.join((os.environ["PATH"], "/usr/sbin")))

CONFIGURATION = """
protocols = imap
listen = 127.0.0.1
base_dir = {home}/run
state_dir = {home}/state
log_path = {home}/log
ssl = no
disable_plaintext_auth = no
auth_failure_delay = 0
default_internal_user = {user}
default_internal_group = {group}
default_login_user = {user}
first_valid_uid = 1
auth_mechanisms = plain xoauth2
mail_location = maildir:~/Maildir
imap_capability = {capability}
service imap-login {{
  chroot =
  inet_listener imap {{
    port = {port}
  }}
  inet_listener imaps {{
    port = 0
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
passdb {{
  driver = oauth2
  mechanisms = xoauth2
  args = {home}/oauth2.conf
}}
passdb {{
  driver = static
  args = password={password}
}}
userdb {{
  driver = static
  args = uid={user} gid={group} home={home}/mail/%u
}}
"""
TOKENS = """
introspection_mode = local
local_validation_key_dict = fs:posix:prefix={home}/keys/
username_attribute = sub
"""


@dataclass
class ImapServer:
    """A running Dovecot. `start` and `stop` stand for a provider that comes and goes."""

    home: Path
    port: int
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"imap://{USER}:{PASSWORD}@127.0.0.1:{self.port}"

    def configure(self, capability: str = "") -> None:
        """Write the configuration; a `capability` is all that the server then says it can."""
        # Root may not own mail there; anybody else can only be themselves.
        owner = pwd.getpwnam("nobody") if os.getuid() == 0 else pwd.getpwuid(os.getuid())
        values = {
            "home": self.home,
            "port": self.port,
            "user": owner.pw_name,
            "group": grp.getgrgid(owner.pw_gid).gr_name,
            "password": PASSWORD,
            "capability": capability,
        }
        (self.home / "dovecot.conf").write_text(CONFIGURATION.format(**values))
        (self.home / "oauth2.conf").write_text(TOKENS.format(**values))
        key = self.home / "keys" / "default" / "HS256" / "default"
        key.parent.mkdir(parents=True, exist_ok=True)
        key.write_bytes(base64.b64encode(TOKEN_KEY))
        for name in ("mail", "state"):
            (self.home / name).mkdir(exist_ok=True)
            if os.getuid() == 0:
                os.chown(self.home / name, owner.pw_uid, owner.pw_gid)

    def start(self) -> None:
        assert PROGRAM, "dovecot is not installed: apt-get install dovecot-imapd"
        self.process = subprocess.Popen(
            [PROGRAM, "-F", "-c", str(self.home / "dovecot.conf")],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
        )
        ends_at = time.monotonic() + 20
        while not self._answers():
            assert time.monotonic() < ends_at, self.log
            assert self.process.poll() is None, self.log
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            with self.client():
                return True
        except (OSError, IMAPClientError):
            return False

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.wait(timeout=20)
            self.process = None

    @property
    def log(self) -> str:
        path = self.home / "log"
        return path.read_text(errors="replace") if path.exists() else ""

    @contextmanager
    def client(self) -> Iterator[IMAPClient]:
        """The account as its owner sees it."""
        client = IMAPClient("127.0.0.1", self.port, ssl=False, timeout=10)
        try:
            client.login(USER, PASSWORD)
            client.select_folder("INBOX")
            yield client
        finally:
            client.shutdown()

    def deliver(self, raw: bytes, *, to: str = USER, at: datetime | None = None) -> None:
        """Put a mail into the inbox, as the provider's own server does."""
        # In one's own time zone: the library writes a naive time so.
        with self.client() as client:
            client.append("INBOX", b"Delivered-To: " + to.encode() + b"\r\n" + raw, (), at)

    def seen(self) -> list[bool]:
        """Of each mail in the inbox whether it is marked as read."""
        with self.client() as client:
            flags = client.get_flags(client.search())
        return [b"\\Seen" in flags[uid] for uid in sorted(flags)]

    def empty(self) -> None:
        with self.client() as client:
            if found := client.search():
                client.delete_messages(found)
                client.expunge()


def token(user: str = USER) -> str:
    """An access token that the server takes: a JWT, signed with its key."""
    parts = ({"alg": "HS256", "typ": "JWT"}, {"sub": user, "exp": int(time.time()) + 3600})
    written = ".".join(_plain(json.dumps(part).encode()) for part in parts)
    return f"{written}.{_plain(hmac.new(TOKEN_KEY, written.encode(), hashlib.sha256).digest())}"


def _plain(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@contextmanager
def running_imap_server(capability: str = "") -> Iterator[ImapServer]:
    """A server on a free port, with an empty account."""
    # Not below pytest's directories, where nobody but their owner may go.
    home = Path(tempfile.mkdtemp(prefix="wildcards-imap-"))
    home.chmod(0o755)
    server = ImapServer(home, free_port())
    try:
        server.configure(capability)
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(home, ignore_errors=True)


def account() -> MailboxAccount:
    """The account that the settings name."""
    found = mailbox_account()
    assert found is not None
    return found


def fetch() -> int:
    """Fetch once; how many were taken in."""
    with open_folder(account()) as folder:
        return fetch_new(folder, account())
