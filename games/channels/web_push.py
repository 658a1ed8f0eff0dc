"""Web push: encrypted for one browser (RFC 8291), signed by this service (RFC 8292)."""

from __future__ import annotations

import base64
import time
from email.utils import parseaddr
from functools import cache

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

from games.letters.channel_targets import PushTarget, unpadded

SIGNED_FOR = 12 * 3600


def is_available() -> bool:
    """Whether this service has a key by which push services know it."""
    return bool(settings.VAPID_PRIVATE_KEY)


def public_key() -> str:
    """What browsers are given to subscribe with: `applicationServerKey`, in base64."""
    point = _signer(settings.VAPID_PRIVATE_KEY).public_key.public_bytes(
        Encoding.X962, PublicFormat.UncompressedPoint
    )
    return base64.urlsafe_b64encode(point).decode().rstrip("=")


def encrypted(content: bytes, target: PushTarget) -> bytes:
    """The content for this browser's eyes alone. Raises ValueError for keys that are none."""
    body: bytes = http_ece.encrypt(
        content,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=unpadded(target.p256dh),
        auth_secret=unpadded(target.auth),
        version="aes128gcm",
    )
    return body


def authorization(audience: str) -> str:
    """The header by which this push service knows us."""
    claims = {
        "aud": audience,
        "sub": f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}",
        "exp": int(time.time()) + SIGNED_FOR,
    }
    headers: dict[str, str] = _signer(settings.VAPID_PRIVATE_KEY).sign(claims)
    return headers["Authorization"]


@cache
def _signer(private_key: str) -> Vapid02:
    # Our own host's name may be of one part: the library's idea of addresses is narrower.
    signer = Vapid02.from_raw(private_key.encode())
    signer.conf["no-strict"] = True
    return signer
