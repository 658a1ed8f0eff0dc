"""Reading whatever bytes come in: nothing raises."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.mail.reply_targets import find_target
from games.replies.automatic_responses import automatic_reason
from games.replies.message_parts import body_text, decoded_header, message_ids, sender_addresses
from games.replies.mime import header_block, parse_message
from games.replies.reply_addresses import ours
from tests.mail.post import corpus

fragments = st.sampled_from(
    [
        b"From: ",
        b"To: ",
        b"Subject: =?utf-8?q?",
        b"=?x-martian?b?////?=",
        b"\r\n",
        b"\n\n",
        b"<a@b>",
        b"Content-Type: multipart/mixed; boundary=x\r\n",
        b"--x\r\n",
        b"Content-Transfer-Encoding: base64\r\n",
        b"Content-Type: text/html; charset=\xff\r\n",
        b"\xff\x00",
        b'Reply-To: "',
        b"Message-ID: <",
    ]
)


@settings(deadline=None)  # the first call reads the lists of words
@given(st.one_of(st.binary(max_size=2000), st.lists(fragments, max_size=40).map(b"".join)))
def test_any_bytes_are_read_as_some_mail(raw: bytes) -> None:
    message = parse_message(raw)

    assert isinstance(body_text(message), str)
    assert isinstance(decoded_header(message, "Subject"), str)
    assert all("@" in address for address in sender_addresses(message))
    assert all(found.startswith("<") for found in message_ids(message, "Message-ID"))
    assert find_target("nobody@example.org", message) is None
    assert automatic_reason(message, "", ours()) in {"", "loop", "bounce", "list", "auto-reply"}


@pytest.mark.parametrize("kind", ["taken", "ignored", "refused"])
def test_half_a_mail_is_read_as_far_as_it_goes(kind: str) -> None:
    for path in corpus(kind):
        raw = path.read_bytes()
        assert isinstance(body_text(parse_message(raw[: len(raw) // 2])), str)


def test_only_the_headers_are_kept_of_what_is_too_large() -> None:
    assert header_block(b"A: b\r\nC: d\r\n\r\nbody") == b"A: b\r\nC: d\r\n\r\n"
    assert len(header_block(b"x" * 10_000_000)) == 64 * 1024


def test_a_message_id_with_anything_strange_in_it_is_not_taken_up() -> None:
    raw = b"Message-ID: <a b@c>\r\nReferences: <ok@x> <\xff@y> <two@x>\r\n\r\n"
    message = parse_message(raw)

    assert message_ids(message, "Message-ID") == []
    assert message_ids(message, "References") == ["<ok@x>", "<two@x>"]
