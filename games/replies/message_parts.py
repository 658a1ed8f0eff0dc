"""Reading a mail that may be anything: nothing here raises, whatever the bytes.

Headers are read as they stand (policy compat32): the newer policies raise on headers that real
mail programs write. Charsets that nobody knows, broken base64 and missing boundaries all give the
best text that there is; all of it takes time linear in the length of the mail.
"""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import a2b_qp
from collections.abc import Iterator, Sequence
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.utils import getaddresses
from encodings import normalize_encoding
from encodings.aliases import aliases
from string import ascii_letters, digits

from games.replies.html_text import html_to_text
from games.replies.mime import payload_bytes

MOST_BODY_BYTES = 128 * 1024
MOST_HEADER_CHARACTERS = 8000
_MOST_ADDRESS_CHARACTERS = 2000
_MOST_ENCODED_CHARACTERS = 1000
"""The library's search for encoded words takes time that grows with the square of the length."""

_MOST_NESTED = 20
_BASE64 = f"{ascii_letters}{digits}+/".encode()
_NOT_BASE64 = bytes(set(range(256)) - set(_BASE64))
MOST_CANDIDATES = 40
_RECIPIENT_HEADERS = (
    "X-Original-To", "Delivered-To", "Envelope-To", "X-Envelope-To", "X-Forwarded-To",
    "Resent-To", "To", "Cc",
)  # fmt: skip
_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,250}>")

_NO_CHARSETS = frozenset((
    "base64_codec", "bz2_codec", "hex_codec", "idna", "mbcs", "oem", "punycode", "quopri_codec",
    "raw_unicode_escape", "rot_13", "undefined", "unicode_escape", "utf_7", "uu_codec",
    "zlib_codec",
))  # fmt: skip
_CHARSETS = {
    **{alias: codec for alias, codec in aliases.items() if codec not in _NO_CHARSETS},
    **{codec: codec for codec in aliases.values() if codec not in _NO_CHARSETS},
    "cp874": "cp874", "windows_874": "cp874", "koi8_u": "koi8_u", "koi8_t": "koi8_t",
    "utf_8_sig": "utf_8_sig",
}  # fmt: skip
"""The names that a mail may give. The library knows more: some unpack bombs, some take time that
grows with the square of the length, and each unknown one has the disk searched for it."""


def header(message: Message, name: str) -> str:
    """A header's first value as it stands, on one line; "" if there is none."""
    return next(iter(header_values(message, name)), "")


def header_values(message: Message, name: str) -> list[str]:
    """Every value of a header, each on one line and of bounded length; unencoded bytes as UTF-8."""
    found = (str(value) for key, value in message.raw_items() if key.lower() == name.lower())
    return [
        " ".join(value[:MOST_HEADER_CHARACTERS].split())
        for value in (
            text.encode("utf-8", "surrogateescape").decode("utf-8", "replace") for text in found
        )
    ]


def decoded_header(message: Message, name: str) -> str:
    """The first 1,000 characters of a header's first value with its encoded words read."""
    text = header(message, name)[:_MOST_ENCODED_CHARACTERS]
    try:
        pieces = decode_header(text)
    except (HeaderParseError, ValueError):
        return text
    return "".join(
        piece if isinstance(piece, str) else decoded(piece, charset or "ascii")
        for piece, charset in pieces
    )


def sender_addresses(message: Message) -> list[str]:
    """The addresses of every From header, lower case. More than one is suspicious."""
    # Encoded words stay encoded here: decoded, a display name could pose as an address.
    return [address.strip().casefold() for address in addresses(header_values(message, "From")[:5])]


def addresses(values: Sequence[str]) -> list[str]:
    """The addresses in header values, of which the first 8,000 characters are looked at."""
    found: list[str] = []
    left = MOST_HEADER_CHARACTERS
    for value in values:
        bounded = value[: min(left, _MOST_ADDRESS_CHARACTERS)]
        left -= len(bounded)
        # The library goes one call deeper with each comment or group that is opened.
        for sign in "(:":
            bounded = sign.join(bounded.split(sign)[:_MOST_NESTED])
        found += [address for _name, address in getaddresses([bounded]) if "@" in address]
    return found


def message_ids(message: Message, *names: str) -> list[str]:
    """The message ids in these headers, with their angle brackets, in the order of the headers."""
    found: list[str] = []
    for name in names:
        for value in header_values(message, name):
            found += _MESSAGE_ID.findall(value)
    return found


def header_recipients(headers: Message) -> list[str]:
    """The addresses that the headers name as recipients, those that relays added first."""
    values = [value for name in _RECIPIENT_HEADERS for value in header_values(headers, name)[:5]]
    return addresses(values)[:MOST_CANDIDATES]


def referred_ids(headers: Message) -> list[str]:
    """The ids of the mails that this one answers, the nearest first."""
    ids = [*message_ids(headers, "In-Reply-To"), *reversed(message_ids(headers, "References"))]
    return ids[:MOST_CANDIDATES]


def bodies(message: Message) -> tuple[str, str]:
    """The first plain text and the first HTML of the mail that are not blank."""
    plain = html = ""
    for part in _text_parts(message):
        text = _part_text(part)
        if not text.strip():
            continue
        if part.get_content_subtype() == "plain":
            plain = plain or text
        else:
            html = html or text
        if plain and html:
            break
    return plain, html


def body_text(message: Message) -> str:
    """What the mail says: its plain text, or else its HTML as text."""
    plain, html = bodies(message)
    return plain or (html_to_text(html) if html else "")


def decoded(data: bytes, charset: str) -> str:
    """The text of these bytes, with U+FFFD for what cannot be read in any likely charset."""
    named = _CHARSETS.get(normalize_encoding(charset[:40]).lower(), "utf_8")
    for name in (named, "utf_8", "cp1252"):
        try:
            return storable(data.decode(name))
        except (UnicodeError, ValueError):
            continue
    return storable(data.decode("utf-8", "replace"))


def storable(text: str) -> str:
    """The text without what no database takes: halves of surrogate pairs and NUL."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\x00", "")


def _text_parts(message: Message) -> Iterator[Message]:
    for part in message.walk():
        is_text = part.get_content_type() in {"text/plain", "text/html"}
        if is_text and part.get_content_disposition() != "attachment":
            yield part


def _part_text(part: Message) -> str:
    data = payload_bytes(part)[: 2 * MOST_BODY_BYTES]
    match header(part, "Content-Transfer-Encoding").casefold():
        case "base64":
            data = _from_base64(data)
        case "quoted-printable":
            data = a2b_qp(data)
    try:
        charset = part.get_content_charset() or ""
    except (LookupError, ValueError):
        charset = ""
    return decoded(data[:MOST_BODY_BYTES], charset)


def _from_base64(data: bytes) -> bytes:
    """What can be read of base64, cut off or broken as it may be."""
    letters = data.partition(b"=")[0].translate(None, _NOT_BASE64)
    try:
        return b64decode(letters + b"=" * (-len(letters) % 4))
    except ValueError:
        return b64decode(letters[: len(letters) // 4 * 4])
