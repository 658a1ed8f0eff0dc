"""Where each kind of channel is, and what opens it: what `Channel.secret_target` keeps."""

from __future__ import annotations

import base64
import hashlib
import re
import secrets
from abc import abstractmethod
from typing import ClassVar, TypeVar
from urllib.parse import quote, urlsplit

import msgspec

from games.common.abstract_struct import FrozenAbstractStruct
from games.models import Channel

Kind = Channel.Kind

SECRET_BYTES = 32
SECRET_PREFIX = "whsec_"  # noqa: S105  how Standard Webhooks marks a secret
MOST_CHARACTERS = 1000
TELEGRAM = "https://api.telegram.org"
_DISCORD_HOSTS = frozenset(("discord.com", "discordapp.com", "ptb.discord.com"))
_DISCORD_PATH = re.compile(r"/api(?:/v\d+)?/webhooks/\d{5,25}/[\w-]{20,120}", re.ASCII)
_TELEGRAM_TOKEN = re.compile(r"\d{5,15}:[\w-]{20,60}", re.ASCII)
_TELEGRAM_CHAT = re.compile(r"-?\d{1,20}|@\w{4,40}", re.ASCII)
_MATRIX_ROOM = re.compile(r"![^\s/:]{1,200}(?::[^\s/]{1,200})?")
_NTFY_PATH = re.compile(r"(?:/[\w-]{1,64}){0,3}/[\w-]{1,64}", re.ASCII)
_TOKEN = re.compile(r"[\x21-\x7e]{0,500}")
_PUSH_KEY, _PUSH_AUTH = 65, 16


class BadTargetError(ValueError):
    """What was given is no place of this kind; `field` says what of it."""

    def __init__(self, field: str) -> None:
        self.field = field
        super().__init__(field)


class Target(FrozenAbstractStruct, frozen=True, kw_only=True):
    """One place. Raises BadTargetError when made from what cannot be one."""

    kind: ClassVar[str]

    @property
    @abstractmethod
    def address(self) -> str:
        """The address to which is posted, before the guard has looked at it."""

    @property
    def shown(self) -> str:
        """What the owner sees of it: enough to tell it, nothing that opens it."""
        return urlsplit(self.address).hostname or ""

    @property
    def digest(self) -> str:
        """Equal for the same place."""
        return hashlib.sha256(f"{self.kind} {self.address}".encode()).hexdigest()


class PushTarget(Target, frozen=True, kw_only=True):
    """A browser's subscription (W3C Push API)."""

    kind: ClassVar[str] = Kind.PUSH
    endpoint: str
    p256dh: str
    auth: str

    def __post_init__(self) -> None:
        _check_https(self.endpoint, "endpoint")
        point = unpadded(self.p256dh)
        if len(point) != _PUSH_KEY or point[0] != 4:
            raise BadTargetError("p256dh")
        if len(unpadded(self.auth)) != _PUSH_AUTH:
            raise BadTargetError("auth")

    @property
    def address(self) -> str:
        return self.endpoint


class DiscordTarget(Target, frozen=True, kw_only=True):
    """A webhook that a Discord channel's owner made."""

    kind: ClassVar[str] = Kind.DISCORD
    url: str

    def __post_init__(self) -> None:
        parts = _check_https(self.url, "url")
        if parts.hostname not in _DISCORD_HOSTS or not _DISCORD_PATH.fullmatch(parts.path):
            raise BadTargetError("url")

    @property
    def address(self) -> str:
        return self.url


class MatrixTarget(Target, frozen=True, kw_only=True):
    """A room, and the access token of an account that is in it."""

    kind: ClassVar[str] = Kind.MATRIX
    homeserver: str
    room: str
    token: str

    def __post_init__(self) -> None:
        parts = _check_web(self.homeserver, "homeserver")
        if parts.path not in {"", "/"} or parts.query:
            raise BadTargetError("homeserver")
        if not _MATRIX_ROOM.fullmatch(self.room):
            raise BadTargetError("room")
        if not self.token or not _TOKEN.fullmatch(self.token):
            raise BadTargetError("token")

    @property
    def address(self) -> str:
        room = quote(self.room, safe="")
        return f"{self.homeserver.rstrip('/')}/_matrix/client/v3/rooms/{room}/send/m.room.message"

    @property
    def shown(self) -> str:
        return f"{self.room} ({urlsplit(self.homeserver).hostname})"[:200]


class TelegramTarget(Target, frozen=True, kw_only=True):
    """A chat, and the token of a bot that may write in it."""

    kind: ClassVar[str] = Kind.TELEGRAM
    token: str
    chat: str

    def __post_init__(self) -> None:
        if not _TELEGRAM_TOKEN.fullmatch(self.token):
            raise BadTargetError("token")
        if not _TELEGRAM_CHAT.fullmatch(self.chat):
            raise BadTargetError("chat")

    @property
    def address(self) -> str:
        return f"{TELEGRAM}/bot{self.token}/sendMessage"

    @property
    def shown(self) -> str:
        return f"{self.chat} (api.telegram.org)"

    @property
    def digest(self) -> str:
        text = f"{self.kind} {self.token} {self.chat}"
        return hashlib.sha256(text.encode()).hexdigest()


class NtfyTarget(Target, frozen=True, kw_only=True):
    """A topic of an ntfy server, with a token where the topic wants one."""

    kind: ClassVar[str] = Kind.NTFY
    url: str
    token: str = ""

    def __post_init__(self) -> None:
        parts = _check_web(self.url, "url")
        if not _NTFY_PATH.fullmatch(parts.path.rstrip("/")) or parts.query:
            raise BadTargetError("url")
        if not _TOKEN.fullmatch(self.token):
            raise BadTargetError("token")

    @property
    def server(self) -> str:
        """The server's own address: messages in JSON go there."""
        return self.url.rstrip("/").rpartition("/")[0] + "/"

    @property
    def topic(self) -> str:
        return self.url.rstrip("/").rpartition("/")[2]

    @property
    def address(self) -> str:
        return self.url.rstrip("/")


class ProgramTarget(Target, frozen=True, kw_only=True):
    """A program's address, and the secret that signs what is posted there."""

    kind: ClassVar[str] = Kind.PROGRAM
    url: str
    secret: str

    def __post_init__(self) -> None:
        _check_web(self.url, "url")
        if not self.secret.startswith(SECRET_PREFIX) or len(self.key) < 24:
            raise BadTargetError("secret")

    @classmethod
    def with_new_secret(cls, url: str) -> ProgramTarget:
        """This address with a secret of 256 random bits, to be shown once."""
        text = base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()
        return cls(url=url, secret=f"{SECRET_PREFIX}{text}")

    @property
    def key(self) -> bytes:
        """What the secret's text stands for: the key of the signature."""
        try:
            return base64.b64decode(self.secret.removeprefix(SECRET_PREFIX), validate=True)
        except ValueError as error:
            raise BadTargetError("secret") from error

    @property
    def address(self) -> str:
        return self.url

    @property
    def shown(self) -> str:
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc}{parts.path}"[:200]


TARGETS: dict[str, type[Target]] = {
    one.kind: one
    for one in (
        PushTarget,
        DiscordTarget,
        MatrixTarget,
        TelegramTarget,
        NtfyTarget,
        ProgramTarget,
    )
}
T = TypeVar("T", bound=Target)


def target_of(channel: Channel) -> Target:
    """Where the channel is. Raises msgspec.ValidationError for what was never one."""
    return msgspec.convert(channel.secret_target, TARGETS[channel.kind])


def unpadded(text: str) -> bytes:
    """Base64 for addresses, with or without its padding. Raises BadTargetError."""
    try:
        bare = text.rstrip("=").encode("ascii")
        return base64.b64decode(bare + b"=" * (-len(bare) % 4), altchars=b"-_", validate=True)
    except ValueError as error:
        raise BadTargetError("key") from error


class _Parts(msgspec.Struct, frozen=True):
    hostname: str
    path: str
    query: str


def _check_web(text: str, field: str) -> _Parts:
    """The parts of a plain address: no name or password in it, no fragment, nothing to unfold."""
    if len(text) > MOST_CHARACTERS or not text.isascii() or not text.isprintable() or " " in text:
        raise BadTargetError(field)
    try:
        parts = urlsplit(text)
        _port = parts.port
    except ValueError as error:
        raise BadTargetError(field) from error
    if parts.scheme not in {"https", "http"} or not parts.hostname or "\\" in text:
        raise BadTargetError(field)
    if parts.username is not None or parts.password is not None or "#" in text:
        raise BadTargetError(field)
    return _Parts(parts.hostname, parts.path, parts.query)


def _check_https(text: str, field: str) -> _Parts:
    parts = _check_web(text, field)
    if not text.startswith("https://"):
        raise BadTargetError(field)
    return parts
