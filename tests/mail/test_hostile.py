"""Whatever bytes a mail is made of, reading it costs little and fails at nothing."""

from __future__ import annotations

import time

import pytest

from games.mail.reply_targets import find_target
from games.replies.automatic_responses import automatic_reason
from games.replies.html_text import html_to_text
from games.replies.message_parts import body_text, decoded_header, message_ids
from games.replies.mime import MOST_DEPTH, MOST_PARTS, parse_headers, parse_message
from games.replies.reply_addresses import ours
from games.replies.reply_parser import cut_reply
from tests.mail.hostile import HEAD, bombs, filled, html, mutations, nested, plain

pytestmark = pytest.mark.django_db  # an id that a mail refers to is looked up in the outbox

MOST_SECONDS = 0.05
LENIENCE = 6
"""Of a machine that does much else at the same time."""


def read(raw: bytes) -> str:
    """All that the door and the reading do with the bytes of a mail."""
    headers = parse_headers(raw)
    find_target("nobody@example.org", headers)
    message_ids(headers, "Message-ID")
    message = parse_message(raw)
    automatic_reason(message, "", ours())
    decoded_header(message, "Subject")
    find_target("nobody@example.org", message)
    text = body_text(message)
    cut_reply(text)
    return text


def seconds_to_read(raw: bytes) -> float:
    """Processor seconds."""
    begun = time.process_time()
    read(raw)
    return time.process_time() - begun


@pytest.mark.parametrize(("name", "raw"), [pytest.param(*bomb, id=bomb[0]) for bomb in bombs()])
def test_a_mail_of_any_shape_costs_little(name: str, raw: bytes) -> None:
    # A collection of garbage may fall into any one reading.
    assert any(seconds_to_read(raw) <= MOST_SECONDS * LENIENCE for _try in range(3)), name


def test_mutated_mails_are_read_as_far_as_they_go() -> None:
    begun = time.process_time()
    for raw in mutations(400, seed=8):
        assert isinstance(read(raw), str)
    assert time.process_time() - begun <= 400 * 0.01 * LENIENCE


def test_only_so_many_parts_and_levels_are_looked_at() -> None:
    many = HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\nx\r\n" * 5000

    assert len(list(parse_message(many).walk())) == MOST_PARTS + 1
    assert len(list(parse_message(nested(300)).walk())) == MOST_DEPTH + 1
    assert "bid R" in body_text(parse_message(nested(MOST_DEPTH)))
    assert body_text(parse_message(nested(MOST_DEPTH + 1))) == ""


def test_an_attached_mail_says_nothing_for_its_sender() -> None:
    raw = (
        HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n"
        b"Content-Type: message/rfc822\r\n\r\nSubject: old\r\n\r\nbid F3\r\n--b--\r\n"
    )
    assert body_text(parse_message(raw)) == ""


def test_eight_bit_signs_in_an_encoding_are_no_fault_of_the_text() -> None:
    assert body_text(parse_message(plain(b"bid R", b"\xff\xfe", b"\xe9\xff"))) == "bid R"


@pytest.mark.parametrize("charset", [b"rot13", b"zlib", b"idna", b"utf-7", b"punycode", b"../x"])
def test_a_codec_that_is_no_charset_is_not_used(charset: bytes) -> None:
    assert body_text(parse_message(plain(b"ovq E +AGE-", charset))) == "ovq E +AGE-"


@pytest.mark.parametrize(
    ("charset", "text"),
    [("koi8-u", "щука"), ("windows-874", "ก"), ("shift_jis", "手"), ("iso-8859-15", "€")],
)
def test_charsets_of_mail_programs_are_read(charset: str, text: str) -> None:
    codec = {"windows-874": "cp874"}.get(charset, charset)
    raw = plain(text.encode(codec), charset.encode())
    assert body_text(parse_message(raw)) == text


def test_html_is_utf_8_whatever_it_claims() -> None:
    assert html_to_text('<meta charset="latin-1"><p>però</p>') == "però\n"


def test_comments_that_open_and_never_close_are_no_sender() -> None:
    raw = b"From: " + filled(b"(", 5000) + b" <anna@example.org>\r\n\r\nbid R"
    assert find_target("nobody@example.org", parse_headers(raw)) is None
    assert read(html(b"<p>bid R")) == "bid R\n"
