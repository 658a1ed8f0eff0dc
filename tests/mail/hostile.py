"""Mails made to be hard to read, up to the largest that is taken in, and mutations of real ones."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from games.mail.inbound import MOST_BYTES
from tests.mail.post import corpus

HEAD = b"From: anna@example.org\r\nSubject: Re: my move\r\nMIME-Version: 1.0\r\n"


def filled(piece: bytes, size: int = MOST_BYTES) -> bytes:
    """The piece again and again."""
    return (piece * (size // len(piece) + 1))[:size]


def nested(depth: int, rest: bytes = b"") -> bytes:
    """Multiparts within multiparts, the innermost filled up."""
    levels = b"".join(
        b'Content-Type: multipart/mixed; boundary="b%d"\r\n\r\n--b%d\r\n' % (level, level)
        for level in range(depth)
    )
    begun = HEAD + levels + b"Content-Type: text/plain\r\n\r\nbid R\r\n"
    return begun + (filled(rest, max(0, MOST_BYTES - len(begun))) if rest else b"")


def plain(body: bytes, charset: bytes = b"utf-8", encoding: bytes = b"8bit") -> bytes:
    """A mail of one part."""
    return (
        HEAD + b"Content-Type: text/plain; charset=" + charset + b"\r\n"
        b"Content-Transfer-Encoding: " + encoding + b"\r\n\r\n" + body
    )  # fmt: skip


def html(body: bytes) -> bytes:
    """A mail of HTML alone."""
    return HEAD + b"Content-Type: text/html; charset=utf-8\r\n\r\n" + body


def bombs() -> Iterator[tuple[str, bytes]]:
    """Each with a name."""
    for make in (_of_parts, _of_headers, _of_text, _of_html):
        for name, raw in make():
            yield name, raw[:MOST_BYTES]


def mutations(count: int, seed: int) -> Iterator[bytes]:
    """Corpus mails with a few faults each, the same for the same seed."""
    chance = random.Random(seed)
    mails = [path.read_bytes() for kind in ("taken", "ignored", "refused") for path in corpus(kind)]
    for _number in range(count):
        raw = chance.choice(mails)
        for _fault in range(chance.randint(1, 6)):
            raw = chance.choice(_FAULTS)(raw, chance)
        yield raw[:MOST_BYTES]


def _of_parts() -> Iterator[tuple[str, bytes]]:
    many = HEAD + b'Content-Type: multipart/mixed; boundary="b"\r\n\r\n'
    for depth in (100, 300, 4000):
        yield f"nested-{depth}", nested(depth)
        yield f"nested-{depth}-lines", nested(depth, b"\n")
        yield f"nested-{depth}-near", nested(depth, b"--b\n")
    yield "parts", many + filled(b"--b\r\n\r\nx\r\n")
    yield "empty-parts", many + filled(b"--b\n")
    yield "near-boundaries", many + filled(b"--bx\n")
    yield "boundaries-in-a-line", many + filled(b"--b")
    yield "boundaries-and-blanks", many + filled(b"--b" + b" " * 1000 + b"x\n")
    yield "mails-in-mails", HEAD + filled(b"Content-Type: message/rfc822\r\n\r\n")
    report = HEAD + b"Content-Type: message/delivery-status\r\n\r\n"
    yield "blocks", report + filled(b"Action: failed\r\n\r\n")
    yield "one-block", report + filled(b"Action: failed\r\n")
    block = b"--b\r\nContent-Type: message/delivery-status\r\n\r\n" + b"A: b\r\n" * 50 + b"\r\n"
    yield "reports", many + filled(block)


def _of_headers() -> Iterator[tuple[str, bytes]]:
    yield "one-line", HEAD + b"X: " + b"x" * 1_000_000 + b"\r\n\r\nhi"
    yield "headers", HEAD + b"".join(b"H%d: x\r\n" % n for n in range(50_000)) + b"\r\nhi"
    yield "froms", filled(b"From: a@b\r\n")
    for sign in (b"(", b'"\\"<(', b"a@b, ", b"a,\r\n ", b"[", b"<", b"a@", b"\\", b":;"):
        yield f"from-{sign!r}", b"From: " + filled(sign) + b"\r\n\r\n"
        yield f"to-{sign!r}", b"To: " + filled(sign) + b"\r\n\r\n"
    pieces = b"".join(b" name*%d*=''x;" % number for number in range(15_000))
    yield "continued", HEAD + b"Content-Type: text/plain;" + pieces + b"\r\n\r\nhi"
    yield "far-continued", HEAD + b"Content-Type: text/plain;" + filled(b" n*9999999999*=x;")
    yield "quotes", HEAD + b"Content-Type: text/plain; " + filled(b'";') + b"\r\n\r\nhi"
    for sign in (b"=?utf-8?q?=20?= ", b"=?utf-8?b?", b"=?", b"=?zlib?q?=20?=", b"=?idna?q?a?= "):
        yield f"subject-{sign!r}", b"Subject: " + filled(sign) + b"\r\n\r\n"
    yield "references", b"References: " + filled(b"<a@b>") + b"\r\n\r\n"
    yield "open-references", b"References: " + filled(b"<") + b"\r\n\r\n"
    yield "comments", b"Authentication-Results: " + filled(b"(((") + b"\r\n\r\n"
    for sign in (b"\0", b"\n", b"\r", b"\r\n", b":\n", b" \n", b"\xff", b"-"):
        yield f"nothing-but-{sign!r}", filled(sign)


def _of_text() -> Iterator[tuple[str, bytes]]:
    charsets = (
        b"utf-7", b"idna", b"punycode", b"rot13", b"zlib", b"bz2", b"hex", b"unicode_escape",
        b"utf-16", b"utf-32", b"iso-2022-jp", b"hz", b"\xff\xfe", b"../../etc", b"x" * 5000, b"os",
    )  # fmt: skip
    for charset in charsets:
        yield f"charset-{charset[:20]!r}", plain(filled(b"+AGE-xn--a \x1b$B~{"), charset)
        yield f"charset-{charset[:20]!r}-letters", plain(filled(b"a"), charset)
    pieces = (
        b"x", b"=", b"=3D", b"begin 644 x\r\nM", b"\n", b"\r", b"\0", b"\xff", b"> ",
        b"On 1 Jan 2026 X wrote:\n", b" " * 40 + b"-" * 40, b"From: x\n", b"--\n", b"bid R\n",
        "\u200b".encode(),
    )  # fmt: skip
    for encoding in (b"base64", b"quoted-printable", b"x-uuencode", b"\xff\xe9", b"7bit" * 99, b""):
        for piece in pieces:
            yield f"{encoding[:10]!r}-{piece[:20]!r}", plain(filled(piece), b"utf-8", encoding)


def _of_html() -> Iterator[tuple[str, bytes]]:
    pieces = (
        b"<a ", b"<!--", b"</", b"<?", b"<a<", b"<div>", b"<b>", b"<b><div>", b"<a>", b"<p>",
        b"<ul><li>", b"<table><tr><td>", b"<table>a", b"<select>", b"<svg>", b"<math><mi>",
        b"<b><i><p></b>", b"<form>", b"<frameset>", b"<template>", b"<svg><![CDATA[", b"<br>",
        b"<blockquote>", b"&amp;", b"&", b"&#", b"&#x41;", b"&lt", b"<i class='a b c d'>",
        b"<body a>",
    )  # fmt: skip
    for piece in pieces:
        yield f"html-{piece!r}", html(filled(piece))
        yield f"html-{piece!r}-then-p", html(filled(piece, MOST_BYTES // 4) + filled(b"<p>"))
        yield f"html-{piece!r}-then-end", html(filled(piece, MOST_BYTES // 4) + filled(b"</p>"))
    yield "html-attributes", html(b"<a " + b" ".join(b"x%d=1" % n for n in range(30_000)))
    yield "html-one-attribute", html(b'<a class="' + filled(b"x "))
    yield "html-formatting", html(b"".join(b"<b a%d>" % number for number in range(30_000)))
    yield "html-bodies", html(b"".join(b"<body a%d=1>" % number for number in range(20_000)))
    yield "html-lines", html(b"<pre>" + filled(b"\n"))
    yield "html-scripts", html(b"<script>" + filled(b"<!--<script>"))
    yield "html-text", html(b"<plaintext>" + filled(b"<"))


def _cut(raw: bytes, chance: random.Random) -> bytes:
    return raw[: chance.randrange(len(raw) + 1)]


def _changed(raw: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(raw) + 1)
    return raw[:place] + chance.randbytes(chance.randint(1, 4)) + raw[place + 1 :]


def _left_out(raw: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(raw) + 1)
    return raw[:place] + raw[place + chance.randint(1, 200) :]


def _doubled(raw: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(raw) + 1)
    piece = raw[place : place + chance.randint(1, 100)]
    return raw[:place] + piece * chance.choice((2, 10, 1000)) + raw[place:]


def _line_changed(raw: bytes, chance: random.Random) -> bytes:
    lines = raw.split(b"\n")
    lines[chance.randrange(len(lines))] = chance.choice(_LINES)
    return b"\n".join(lines)


_LINES = (
    b"Content-Transfer-Encoding: \xe9\xff", b"Content-Type: text/html; charset*=idna''x",
    b"Content-Type: multipart/mixed; boundary=", b"Content-Type: multipart/mixed; boundary=\xff",
    b"Content-Transfer-Encoding: base64", b"Content-Transfer-Encoding: quoted-printable",
    b"From: ((((((((", b'From: "', b"From: =?utf-8?b?////?= <a@b>", b"", b"--", b":", b" ",
    b"Content-Type: message/rfc822", b"Content-Type: message/delivery-status", b"\x00",
    b"Content-Disposition: attachment; filename*0*=''%ff; filename*99999999999999999999=x",
    b"Message-ID: <\xff@x>", b"References: <<<>>>", b"Date: never", b"Content-Type: /;=;;",
)  # fmt: skip
_FAULTS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    _cut, _changed, _left_out, _doubled, _line_changed,
)  # fmt: skip
