"""Mails as bytes: what Django would make of the same, but for where it cuts long lines."""

from __future__ import annotations

from email import message_from_bytes
from email.policy import default

import pytest
from django.core.mail import BadHeaderError, EmailMultiAlternatives

from games.composing.messages import ComposedMail

LONG = "x" * 1200


def mail(text: str, html: str, **more: str) -> ComposedMail:
    made = ComposedMail(
        subject=more.pop(
            "subject", "[Wild Cards #abcdef] Anna, Bo and more people than fit in a line"
        ),
        body=text,
        from_email="Wild Cards <cards@example.org>",
        to=["anna@example.org"],
        reply_to=["g.1-1.abcdefghijklmnop@reply.example.org"],
        headers={
            "Message-ID": "<1@example.org>",
            "Date": "Mon, 23 Nov 2026 12:00:00 GMT",
            "References": " ".join(f"<{number}.{LONG[:40]}@example.org>" for number in range(4)),
            **more,
        },
    )
    made.attach_alternative(html, "text/html")
    return made


def read(raw: bytes) -> tuple[list[tuple[str, str]], list[tuple[str, str, object]]]:
    """The headers, and of each part its kind, its encoding and what it says."""
    parsed = message_from_bytes(raw, policy=default)
    headers = [(name, str(value)) for name, value in parsed.items() if name != "Content-Type"]
    parts = [
        (part.get_content_type(), str(part["Content-Transfer-Encoding"]), part.get_content())
        for part in parsed.iter_parts()
    ]
    return headers, parts


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("Plain.\nFrom here\n.\n", "<p>Plain.</p>\n"),
        ("Grün – schön\n\n--\nx", "<p>Grün</p>\n<p>=3D schön</p>"),
        (f"short\n{LONG} é\n", f"<p>{LONG}</p>  \n"),
        ("x", f"<head><title>é = è</title>  \n</head>\n  <p>{LONG} = é</p>\n</head>\n"),
        (f"{LONG[:998]}\n{LONG[:998]}\n", f"a\r\nb\rc\n{LONG[:999]}"),
    ],
)
@pytest.mark.parametrize("linesep", ["\n", "\r\n"])
def test_a_mail_reads_as_the_one_that_django_makes(text: str, html: str, linesep: str) -> None:
    ours = mail(text, html).message().as_bytes(linesep=linesep)
    # The stubs know a later Django than runs.
    theirs = EmailMultiAlternatives.message(mail(text, html)).as_bytes(linesep=linesep)  # type: ignore[call-arg]

    assert read(ours) == read(theirs)
    assert max(map(len, ours.splitlines())) <= 998
    if linesep == "\r\n":
        assert ours.count(b"\n") == ours.count(b"\r\n")


def test_its_parts_can_be_looked_at_and_changed() -> None:
    made = mail("Plain.\nGrün\n", "<p>Grün</p>\n").message()
    before = made.as_bytes()
    assert [part.get_content_type() for part in made.walk()] == [
        "multipart/alternative", "text/plain", "text/html",
    ]  # fmt: skip
    assert made.as_bytes() == before
    _whole, text, _html = made.walk()
    text.set_payload("Other.\n")
    assert read(made.as_bytes())[1][0][2] == "Other.\n"


def test_no_header_has_a_second_line() -> None:
    with pytest.raises(BadHeaderError):
        mail("x", "y", **{"List-Id": "<a>\nBcc: b@example.org"}).message()


def test_a_subject_of_other_letters_is_encoded() -> None:
    raw = mail("x", "y", subject="[Carte selvagge #abcdef] Così è – già").message().as_bytes()
    assert raw.isascii()
    assert dict(read(raw)[0])["Subject"] == "[Carte selvagge #abcdef] Così è – già"
