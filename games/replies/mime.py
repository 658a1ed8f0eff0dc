"""The structure of a mail, found in bounded time whatever its bytes are.

The library's parser looks at every line once for each level of nesting and builds a part for each
that a mail claims to have. Here bodies are searched for their boundaries, and what is descended
into, how many parts there are and how much header each has is bounded before anything is parsed.
Headers alone are the library's business.
"""

from __future__ import annotations

from collections.abc import Iterator
from email.message import Message
from email.parser import BytesHeaderParser

MOST_DEPTH = 8
MOST_PARTS = 60
MOST_BLOCKS = 10
"""Of a report, one for each recipient."""

_MOST_HEADER_BYTES = 64 * 1024
_MOST_HEADER_LINES = 1000
_MOST_PART_HEADER_BYTES = 4 * 1024
_MOST_PART_HEADER_LINES = 50
_MOST_LOOKALIKES = 1000
"""Lines that begin like a boundary and are none."""
_MOST_BLANKS = 200
"""Behind a boundary, before its line ends."""

_STRUCTURAL = ("Content-Type", "Content-Disposition", "Content-Transfer-Encoding")
_MOST_STRUCTURAL_CHARACTERS = 1000
_MOST_BOUNDARY_CHARACTERS = 200


def parse_message(raw: bytes) -> Message:
    """The message in these bytes, down to 8 levels and 60 parts; what is beyond is left out.

    Parts have their payload as text, undecoded; of an attached message there are the headers only.
    """
    return _Splitter().message(raw)


def texts_alone(raw: bytes, *, with_html: bool = True) -> bytes:
    """The mail without what nobody reads as words: pictures and other attachments."""
    return _Splitter().texts(raw, with_html=with_html)


def parse_headers(raw: bytes) -> Message:
    """The headers alone: cheap, for what must be known before the mail is stored."""
    return _without_body(_headers(header_block(raw)))


def header_block(raw: bytes) -> bytes:
    """The bytes up to the first empty line, at most 64 kB and 1,000 lines of them."""
    return _divided(raw, _MOST_HEADER_BYTES, _MOST_HEADER_LINES)[0]


class _Splitter:
    """What is left to spend on one mail."""

    def __init__(self) -> None:
        self.parts_left = MOST_PARTS
        self.lookalikes_left = _MOST_LOOKALIKES
        self.has_report = False

    def message(self, raw: bytes) -> Message:
        head, body = _divided(raw, _MOST_HEADER_BYTES, _MOST_HEADER_LINES)
        return self._read(head, body, 0)

    def texts(self, raw: bytes, *, with_html: bool) -> bytes:
        head, body = _divided(raw, _MOST_HEADER_BYTES, _MOST_HEADER_LINES)
        return self._texts(head, body, 0, with_html=with_html) or head

    def _texts(self, head: bytes, body: bytes, depth: int, *, with_html: bool) -> bytes:
        """The part as it was written, without those in it that are no text; b"" for such a one."""
        part = _headers(head)
        if _holds_parts(part):
            boundary = _boundary(part)
            kept = [
                self._texts(*_part_divided(chunk), depth + 1, with_html=with_html)
                for chunk in self._chunks_at(body, boundary, depth + 1)
            ]
            begin = b"--" + boundary
            inner = b"".join(begin + b"\r\n" + one + b"\r\n" for one in kept if one)
            return head + inner + begin + b"--\r\n"
        kind = part.get_content_type()
        if kind == "message/rfc822":
            return head + header_block(body.lstrip())
        is_text = part.get_content_maintype() == "text" and (with_html or kind != "text/html")
        is_read = is_text or kind == "message/delivery-status"
        return head + body if is_read and part.get_content_disposition() != "attachment" else b""

    def _read(self, head: bytes, body: bytes, depth: int) -> Message:
        part = _headers(head)
        body = _stray(part) + body
        kind = part.get_content_type()
        if kind == "message/delivery-status":
            blocks: list[Message | str] = [] if self.has_report else list(_blocks(body))
            part.set_payload(blocks)
            self.has_report = True
        elif kind == "message/rfc822":
            part.set_payload([parse_headers(body.lstrip())])
        elif _holds_parts(part):
            self._read_parts(part, body, depth + 1)
        else:
            part.set_payload(_text(body))
        return part

    def _read_parts(self, part: Message, body: bytes, depth: int) -> None:
        chunks = self._chunks_at(body, _boundary(part), depth)
        found: list[Message | str] = [self._read(*_part_divided(chunk), depth) for chunk in chunks]
        part.set_payload(found or "")

    def _chunks_at(self, body: bytes, boundary: bytes, depth: int) -> Iterator[bytes]:
        return self._chunks(body, boundary) if boundary and depth <= MOST_DEPTH else iter(())

    def _chunks(self, body: bytes, boundary: bytes) -> Iterator[bytes]:
        """What stands between the boundary's lines; the last may have been cut off."""
        delimiter = b"--" + boundary
        begun, position = -1, 0
        while self.parts_left > 0 and self.lookalikes_left > 0:
            position = body.find(delimiter, position)
            if position < 0:
                break
            behind = position + len(delimiter)
            is_last = body.startswith(b"--", behind)
            line_end = body.find(b"\n", behind, behind + _MOST_BLANKS)
            end = line_end if line_end >= 0 else len(body)
            rest = body[behind + 2 * is_last : end] if end - behind <= _MOST_BLANKS else b"-"
            if (position and body[position - 1 : position] != b"\n") or rest.strip():
                self.lookalikes_left -= 1
                position += len(delimiter)
                continue
            if begun >= 0:
                self.parts_left -= 1
                yield _without_line_end(body[begun:position])
            begun, position = (-1 if is_last else end + 1), end
            if is_last:
                break
        if begun >= 0 and self.parts_left > 0:
            self.parts_left -= 1
            yield body[begun:]


def _holds_parts(part: Message) -> bool:
    return part.get_content_maintype() == "multipart" and (
        part.get_content_type() != "multipart/digest"
    )


def _part_divided(chunk: bytes) -> tuple[bytes, bytes]:
    return _divided(chunk, _MOST_PART_HEADER_BYTES, _MOST_PART_HEADER_LINES)


def _divided(raw: bytes, most_bytes: int, most_lines: int) -> tuple[bytes, bytes]:
    """Headers with the empty line that ends them, and the body; too long headers are cut short."""
    if raw.startswith((b"\n", b"\r\n")):
        return b"", raw[raw.index(b"\n") + 1 :]
    found = [
        (start, start + len(ending))
        for ending in (b"\r\n\r\n", b"\n\n", b"\n\r\n")
        if (start := raw.find(ending)) >= 0
    ]
    end, after = min(found, default=(len(raw), len(raw)))
    head, body = raw[: min(end, most_bytes)], raw[after:]
    head = b"".join(head.splitlines(keepends=True)[:most_lines])
    return (head + b"\r\n\r\n" if found else head), body


def _headers(head: bytes) -> Message:
    """Headers as the library reads them, those that tell of structure made safe to be parsed."""
    message = BytesHeaderParser().parsebytes(head)
    for name in _STRUCTURAL:
        value = message.get(name)
        if value is None:
            continue
        # Bytes that are no ASCII make the library give an object without a string's methods, and
        # the time that it takes for parameters grows with the square of their length.
        written = str(value).encode("ascii", "replace").decode()[:_MOST_STRUCTURAL_CHARACTERS]
        message.replace_header(name, " ".join(written.split()))
        if "*" in written and not _has_parameters(message, name):
            message.replace_header(name, written.partition(";")[0])
    return message


def _has_parameters(message: Message, name: str) -> bool:
    """Whether the library can put parameters together again that came in pieces (RFC 2231)."""
    try:
        message.get_params(header=name)
        message.get_content_charset()
    except (TypeError, ValueError, LookupError, AttributeError):
        return False
    return True


def _boundary(part: Message) -> bytes:
    try:
        boundary = part.get_boundary() or ""
    except (ValueError, LookupError, TypeError):
        return b""
    return boundary[:_MOST_BOUNDARY_CHARACTERS].encode("ascii", "replace")


def _blocks(body: bytes) -> Iterator[Message]:
    """The blocks of headers of a report."""
    text = body[:_MOST_HEADER_BYTES].replace(b"\r\n", b"\n").lstrip(b"\n")
    for block in text.split(b"\n\n", MOST_BLOCKS)[:MOST_BLOCKS]:
        if block.strip():
            lines = block.lstrip(b"\n").splitlines(keepends=True)
            yield _without_body(_headers(b"".join(lines[:_MOST_PART_HEADER_LINES])))


def _stray(part: Message) -> bytes:
    """What follows a line among the headers that is none: the body began there."""
    payload = part._payload  # type: ignore[attr-defined]  # get_payload would decode it
    return payload.encode("ascii", "surrogateescape") if isinstance(payload, str) else b""


def _without_body(headers: Message) -> Message:
    headers.set_payload("")
    return headers


def payload_bytes(part: Message) -> bytes:
    """The undecoded body of a part that is neither a multipart nor a report."""
    payload = part.get_payload()
    return payload.encode("latin-1") if isinstance(payload, str) else b""


def _text(body: bytes) -> str:
    # With surrogates for bytes the library would decode it, in whatever charset the mail names.
    return body.decode("latin-1")


def _without_line_end(chunk: bytes) -> bytes:
    """The line end before a boundary belongs to the boundary."""
    if chunk.endswith(b"\r\n"):
        return chunk[:-2]
    return chunk.removesuffix(b"\n")
