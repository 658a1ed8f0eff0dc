"""Signed reply addresses: one for a player in one phase, `g.<player>-<phase>.<tag>@REPLY_DOMAIN`,
one for a digest of a member's, `d.<member>-<outbox row>.<tag>@REPLY_DOMAIN`, and one for a mail
that offers something, as a seat, `o.<outbox row>.<tag>@REPLY_DOMAIN`.

The address is the credential that a reply carries. Servers may change the case of a local part, so
numbers are in base 36 and the tag in base 32, both lower case. The tag is the first 80 bits of an
HMAC-SHA256; a `.` is used because some relays drop what follows a `+`.

Where REPLY_ADDRESS names one mailbox, what stands before the `@` here stands behind its plus:
`cards+g.<player>-<phase>.<tag>@example.org`.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Sequence
from email.utils import parseaddr
from functools import cache
from typing import NamedTuple

from django.conf import settings

from games.replies.automatic_responses import Ours

MOST_CHARACTERS = 320
MOST_LOCAL_CHARACTERS = 64
"""Before the `@` (RFC 5321)."""

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_TAG_BYTES = 10
_LETTERS = "abcdefghijklmnopqrstuvwxyz234567"
_PAIRS = [first + second for first in _LETTERS for second in _LETTERS]
_SHIFTS = range(70, -1, -10)
_PURPOSE = b"wild cards by mail: reply address 1"
_DIGEST_PURPOSE = b"wild cards by mail: digest address 1"
_LOCAL_PART = re.compile(r"g\.([0-9a-z]{1,13})-([0-9a-z]{1,6})\.([a-z2-7]{16})", re.ASCII)
_DIGEST_PART = re.compile(r"d\.([0-9a-z]{1,13})-([0-9a-z]{1,13})\.([a-z2-7]{16})", re.ASCII)


_OFFER_PURPOSE = b"wild cards by mail: offer address 1"
_OFFER_PART = re.compile(r"o\.([0-9a-z]{1,13})\.([a-z2-7]{16})", re.ASCII)

_UNSUBSCRIBE = "u."
_BOUNCE_PURPOSE = b"wild cards by mail: bounce address 1"
_BOUNCE_PART = re.compile(r"b\.([0-9a-z]{1,13})\.([a-z2-7]{16})", re.ASCII)


class ReplyTarget(NamedTuple):
    """Whose order a reply is, and of which phase."""

    player_id: int
    phase_number: int


class DigestTarget(NamedTuple):
    """Whose answer a reply is, and to which digest, by its row in the outbox."""

    member_id: int
    row_id: int


class OfferTarget(NamedTuple):
    """Which mail that offers something a reply answers, by its row in the outbox."""

    row_id: int


Target = ReplyTarget | DigestTarget | OfferTarget


def reply_address(player_id: int, phase_number: int) -> str:
    """The address to which this player's answer in this phase goes, signed with the first key."""
    return address_of_token(reply_token(player_id, phase_number))


def reply_token(player_id: int, phase_number: int) -> str:
    """The local part of `reply_address`: at most 40 characters of `a-z 0-9 . -`."""
    tag = _tag(player_id, phase_number, _keys()[0], _PURPOSE)
    return f"g.{token_numbers(player_id, phase_number)}.{tag}"


def token_numbers(player_id: int, phase_number: int) -> str:
    """Player and phase as tokens have them."""
    return f"{_base36(player_id)}-{_base36(phase_number)}"


def digest_address(member_id: int, row_id: int) -> str:
    """The address to which answers to this digest go, signed with the first key."""
    return address_of_token(digest_token(member_id, row_id))


def digest_token(member_id: int, row_id: int) -> str:
    """The local part of `digest_address`: at most 48 characters of `a-z 0-9 . -`."""
    tag = _tag(member_id, row_id, _keys()[0], _DIGEST_PURPOSE)
    return f"d.{_base36(member_id)}-{_base36(row_id)}.{tag}"


def offer_address(row_id: int) -> str:
    """The address to which a yes or no to what this row of the outbox offers goes."""
    tag = _tag(row_id, 0, _keys()[0], _OFFER_PURPOSE)
    return address_of_token(f"o.{_base36(row_id)}.{tag}")


def bounce_address(row_id: int) -> str:
    """The envelope sender of this row of the outbox: a report that comes back there, in whatever
    form, is about that mail and its address."""
    tag = _tag(row_id, 0, _keys()[0], _BOUNCE_PURPOSE)
    return address_of_token(f"b.{_base36(row_id)}.{tag}")


def parse_bounce_address(address: str) -> int | None:
    """The row whose envelope sender this is; None for every other address."""
    found = _BOUNCE_PART.fullmatch(token_of_address(address)[:MOST_LOCAL_CHARACTERS])
    if found is None:
        return None
    row_id = int(found[1], 36)
    return row_id if _is_genuine(row_id, 0, found[2], _BOUNCE_PURPOSE) else None


def unsubscribe_address(token: str) -> str:
    """Where an unsubscribe link's own mail goes: its token is the link's, and as well signed."""
    return address_of_token(f"{_UNSUBSCRIBE}{token}")


def unsubscribe_token(address: str) -> str:
    """The token of such an address, genuine or not; "" for every other one."""
    token = token_of_address(address)
    return token.removeprefix(_UNSUBSCRIBE) if token.startswith(_UNSUBSCRIBE) else ""


def address_of_token(token: str) -> str:
    """Where mail comes in under this token: at the reply domain, or behind the mailbox's plus.

    The bare mailbox where both together are too long: the mail that is answered tells as well.
    """
    user, at, domain = settings.REPLY_ADDRESS.rpartition("@")
    if not at:
        return f"{token}@{settings.REPLY_DOMAIN}"
    local_part = f"{user}+{token}"
    return f"{local_part if len(local_part) <= MOST_LOCAL_CHARACTERS else user}@{domain}"


def token_of_address(address: str) -> str:
    """What `address_of_token` was given for this address, in lower case; "" if it is not ours."""
    local_part, _at, domain = address.strip().strip("<>").casefold().rpartition("@")
    user, at, own = settings.REPLY_ADDRESS.rpartition("@")
    if at and domain == own and local_part.startswith(f"{user}+"):
        return local_part.removeprefix(f"{user}+")
    return local_part if domain == settings.REPLY_DOMAIN else ""


def parse_reply_address(address: str) -> Target | None:
    """Whom a reply address of ours stands for; None for every other text.

    Upper and lower case are the same. All keys are tried in constant time.
    """
    return parse_reply_token(token_of_address(address))


def parse_reply_token(local_part: str) -> Target | None:
    """As `parse_reply_address`, for the part before the `@`."""
    if len(local_part) > MOST_LOCAL_CHARACTERS:
        return None
    if (found := _LOCAL_PART.fullmatch(local_part.casefold())) is not None:
        player_id, phase_number = int(found[1], 36), int(found[2], 36)
        if _is_genuine(player_id, phase_number, found[3], _PURPOSE) and phase_number < 2**31:
            return ReplyTarget(player_id, phase_number)
    elif (found := _DIGEST_PART.fullmatch(local_part.casefold())) is not None:
        member_id, row_id = int(found[1], 36), int(found[2], 36)
        if _is_genuine(member_id, row_id, found[3], _DIGEST_PURPOSE) and row_id < 2**63:
            return DigestTarget(member_id, row_id)
    elif (found := _OFFER_PART.fullmatch(local_part.casefold())) is not None:
        row_id = int(found[1], 36)
        if _is_genuine(row_id, 0, found[2], _OFFER_PURPOSE):
            return OfferTarget(row_id)
    return None


def tag_of(digest: bytes) -> str:
    """The first 80 bits of a digest as 16 letters and digits: base 32 (RFC 4648), lower case."""
    number = int.from_bytes(digest[:_TAG_BYTES])
    return "".join([_PAIRS[number >> shift & 1023] for shift in _SHIFTS])


def signature(purpose: str, *signed: object) -> str:
    """A tag of 16 letters and digits over these values, for this purpose, with the first key."""
    return _signature(_keys()[0], purpose, signed)


def is_signature(tag: str, purpose: str, *signed: object) -> bool:
    """Whether the tag is such a signature with any key; all are tried in constant time."""
    genuine = False
    for key in _keys():
        genuine |= hmac.compare_digest(_signature(key, purpose, signed), tag)
    return genuine


def _signature(key: str, purpose: str, signed: Sequence[object]) -> str:
    message = "|".join([purpose, *(str(value) for value in signed)]).encode()
    return tag_of(hmac.digest(key.encode(), message, "sha256"))


def _is_genuine(first: int, second: int, tag: str, purpose: bytes) -> bool:
    genuine = False
    for key in _keys():
        genuine |= hmac.compare_digest(_tag(first, second, key, purpose), tag)
    return genuine and first < 2**63


def service_address() -> str:
    """The bare address that mails come from, lower case."""
    return _bare_address(settings.DEFAULT_FROM_EMAIL)


@cache
def _bare_address(named: str) -> str:
    return parseaddr(named)[1].casefold()


def is_asked_at(address: str) -> bool:
    """Whether mail to this address asks the service itself for something."""
    bare = address.strip().strip("<>").casefold()
    return bare in {settings.SERVICE_ADDRESS, settings.REPLY_ADDRESS or service_address()}


def ours() -> Ours:
    """How the service's own mail is known."""
    if settings.REPLY_ADDRESS:
        return Ours("", settings.REPLY_ADDRESS)
    return Ours(settings.REPLY_DOMAIN, service_address())


def _keys() -> Sequence[str]:
    keys: Sequence[str] = [key for key in settings.MAIL_TOKEN_KEYS if key]
    return keys or [settings.SECRET_KEY]


def _tag(first: int, second: int, key: str, purpose: bytes) -> str:
    message = b"%s|%d|%d" % (purpose, first, second)
    return tag_of(hmac.digest(key.encode(), message, "sha256"))


def _base36(number: int) -> str:
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
        if number == 0:
            return digits
