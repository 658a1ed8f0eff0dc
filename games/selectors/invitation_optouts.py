"""Addresses that are written to without having asked: known by a digest, and asked once."""

from __future__ import annotations

import hashlib
from base64 import b32encode
from collections.abc import Iterable
from functools import lru_cache

from games.models import RefusedAddress

_PURPOSE = b"wild cards by mail: addressee 1"
_ONE_MAILBOX = frozenset(("gmail.com", "googlemail.com"))
"""Where dots in the local part make no other mailbox."""


@lru_cache(maxsize=1024)  # five milliseconds, at each invitation and sign-in
def addressee(address: str) -> str:
    """A digest of 80 bits that stands for the mailbox behind an address, however it is written.

    Upper and lower case and what follows a + are the same mailbox. The key is fixed, so that a
    refusal outlives every change of SECRET_KEY; scrypt makes guessing addresses from it costly.
    """
    local, _at, domain = address.strip().casefold().rpartition("@")
    local = local.partition("+")[0] or local
    if domain in _ONE_MAILBOX:
        local, domain = local.replace(".", ""), "gmail.com"
    mailbox = f"{local}@{domain}".encode()
    digest = hashlib.scrypt(mailbox, salt=_PURPOSE, n=1024, r=8, p=1, dklen=10)
    return b32encode(digest).decode().lower()


def refusing(addressees: Iterable[str]) -> set[str]:
    """Those of these digests that want no invitation."""
    known = RefusedAddress.objects.filter(digest__in=list(addressees))
    return set(known.values_list("digest", flat=True))


def wants_no_invitation(address: str) -> bool:
    """Whether the reader of this address has asked for no further invitation."""
    return bool(refusing([addressee(address)]))
