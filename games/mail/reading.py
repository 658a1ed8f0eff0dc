"""Reading a mail that may be anything: nothing here raises, whatever the bytes.

Headers are read as they stand (policy compat32): the newer policies raise on headers that real
mail programs write. Charsets that nobody knows, broken base64 and missing boundaries all give the
best text that there is.
"""

from __future__ import annotations

import email
import re
from base64 import b64decode
from collections.abc import Iterator
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.parser import BytesHeaderParser
from email.utils import getaddresses

from games.mail.html_text import html_to_text

MOST_PARTS = 60
MOST_BODY_BYTES = 128 * 1024
MOST_HEADER_CHARACTERS = 8000
_MOST_HEADER_BYTES = 64 * 1024
_NOT_BASE64 = re.compile(r"[^A-Za-z0-9+/]")
_MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,250}>")


def parse_message(raw: bytes) -> Message:
    """The message in these bytes; only its headers if its parts nest too deep to be read."""
    try:
        return email.message_from_bytes(raw)
    except (RecursionError, ValueError, LookupError, AssertionError):
        return parse_headers(raw)


def parse_headers(raw: bytes) -> Message:
    """The headers alone: cheap, for what must be known before the mail is stored."""
    return BytesHeaderParser().parsebytes(header_block(raw))


def header_block(raw: bytes) -> bytes:
    """The bytes up to the first empty line, at most 64 kB of them."""
    head = raw[:_MOST_HEADER_BYTES]
    ends = [end for end in (head.find(b"\r\n\r\n"), head.find(b"\n\n")) if end >= 0]
    return head[: min(ends)] + b"\r\n\r\n" if ends else head


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
    """A header's first value with its encoded words read."""
    text = header(message, name)
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
    pairs = getaddresses(header_values(message, "From")[:5])
    return [address.strip().casefold() for _name, address in pairs if "@" in address]


def message_ids(message: Message, *names: str) -> list[str]:
    """The message ids in these headers, with their angle brackets, in the order of the headers."""
    found: list[str] = []
    for name in names:
        for value in header_values(message, name):
            found += _MESSAGE_ID.findall(value)
    return found


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
    for name in (charset, "utf-8", "cp1252"):
        try:
            return storable(data.decode(name))
        except (LookupError, UnicodeError, ValueError):
            continue
    return storable(data.decode("utf-8", "replace"))


def storable(text: str) -> str:
    """The text without what no database takes: halves of surrogate pairs and NUL."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\x00", "")


def _text_parts(message: Message) -> Iterator[Message]:
    try:
        for number, part in enumerate(message.walk()):
            if number >= MOST_PARTS:
                return
            is_text = part.get_content_type() in {"text/plain", "text/html"}
            if is_text and part.get_content_disposition() != "attachment":
                yield part
    except RecursionError:
        return


def _part_text(part: Message) -> str:
    try:
        data = part.get_payload(decode=True)
    except (ValueError, LookupError, AssertionError):
        data = None
    if not isinstance(data, bytes):
        return ""
    if part.get("Content-Transfer-Encoding", "").strip().lower() == "base64":
        data = _mended(part, data)
    try:
        charset = part.get_content_charset() or "utf-8"
    except (LookupError, ValueError):
        charset = "utf-8"
    return decoded(data[:MOST_BODY_BYTES], charset)


def _mended(part: Message, data: bytes) -> bytes:
    """What can be read of base64 that was cut off: the library gives such a body back unread."""
    written = part.get_payload()
    if not isinstance(written, str) or data.strip() != written.strip().encode("ascii", "ignore"):
        return data
    letters = _NOT_BASE64.sub("", written)
    try:
        return b64decode(letters[: len(letters) // 4 * 4])
    except ValueError:
        return data
