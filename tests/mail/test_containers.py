"""HTML as mail programs and webmails write it around a reply: what they quote is theirs."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.replies.html_text import html_to_text
from games.replies.reply_parser import read_reply

OLD = "<p>Hello there,</p><p>Who drives?</p>"
ANSWER = "Fine by me."

_FILE = Path(__file__).parent / "made" / "containers.txt"
FORMS = [form.split("\n", 1) for form in _FILE.read_text(encoding="utf-8").split("%% ")[1:]]


def _own(html: str) -> list[str]:
    return [line.text for line in read_reply(html_to_text(html)).lines if line.is_own]


@pytest.mark.parametrize(("program", "html"), FORMS, ids=[program for program, _html in FORMS])
def test_what_a_program_quotes_or_signs_is_cut(program: str, html: str) -> None:
    assert _own(html.replace("OLD", OLD)) == ["Hi"] * (program == "inline") + [ANSWER]


def test_what_the_writer_set_in_is_their_own() -> None:
    set_in = (
        '<blockquote style="margin:0 0 0 40px;border:none;padding:0px"><div>One.</div></blockquote>'
    )
    assert _own(f"<div>See:</div>{set_in}<div>Two.</div>") == ["See:", "One.", "Two."]
