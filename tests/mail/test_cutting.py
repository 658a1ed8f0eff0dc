"""The reply cutter, its bounds, and what the lines that are left mean."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.replies.html_text import html_to_text
from games.replies.intents import Intent, IntentKind, read_command
from games.replies.line_kinds import MOST_REPEATS
from games.replies.reply_lines import MOST_CHARACTERS, MOST_LINE_CHARACTERS, MOST_LINES
from games.replies.reply_parser import cut_reply, prepared_lines

OUR_MAIL = "##- reply above this line -##\n\nYOUR TURN\nbid F1\n"

words = st.lists(
    st.sampled_from(
        [
            "bid F1",
            "On Monday 3",
            "wrote:",
            ">",
            "> bid F1",
            "",
            "From: Anna",
            "Sent: today",
            "--",
            "##-",
            "hello",
        ]
    ),
    max_size=30,
).map("\n".join)


@settings(deadline=None)  # the first call reads the lists of words
@given(st.one_of(st.text(max_size=200), words))
def test_any_text_is_cut_to_some_of_its_own_lines(text: str) -> None:
    kept = cut_reply(text)

    assert len(kept) <= MOST_LINES
    prepared = {line[:MOST_LINE_CHARACTERS] for line in prepared_lines(text)[1]}
    assert all(line in prepared or line == "" for line in kept)
    assert not any(line.startswith((">", "##-")) for line in kept)
    assert read_command(kept).kind in IntentKind


@given(words)
def test_what_is_below_our_marker_is_never_read(above: str) -> None:
    assert cut_reply(f"{above}\n{OUR_MAIL}") == cut_reply(f"{above}\n##- reply above this line -##")


@pytest.mark.parametrize(
    "sign", [" ", "-", "_", "=", "*", ".", ">", "\n", "On ", "From: ", "<div>"]
)
def test_a_text_made_to_be_slow_is_cut_short_before_it_is_looked_at(sign: str) -> None:
    hostile = (sign * 20_000 + "x\n") * 3

    lines = cut_reply(hostile)

    assert len(lines) <= MOST_LINES
    assert sum(len(line) + 1 for line in lines) <= MOST_CHARACTERS
    assert all(len(line) <= MOST_LINE_CHARACTERS for line in lines)
    if len(sign) == 1:
        assert not any(sign * (MOST_REPEATS + 1) in line for line in lines)


def test_a_quotation_of_a_thousand_lines_does_not_hide_the_answer_below_it() -> None:
    quoted = "\n".join(["> line"] * 1000)

    assert cut_reply(f"On 1 May Anna wrote:\n{quoted}\n\nbid R") == ["bid R"]


@pytest.mark.parametrize(
    "text",
    [
        "Wild Cards by mail <games@reply.wildcards.localhost> wrote:\nbid F1",
        "2026-11-21 11:23 GMT+01:00 Wild Cards <games@reply.wildcards.localhost>:\nbid F1",
        "---------- Forwarded message ---------\nbid F1",
        "##- reply above this\nline -##\nbid F1",
        "\u00a0On Sat, 21 Nov 2026, Wild Cards by\nmail, the service of\ngames, wrote:\nbid F1",
    ],
)
def test_nothing_below_a_boundary_is_read(text: str) -> None:
    assert cut_reply(f"bid R\n\n{text}") == ["bid R"]


def test_an_order_is_no_boundary_even_where_it_looks_like_one() -> None:
    assert cut_reply("take lion F2 M1\ntake eagle") == ["take lion F2 M1", "take eagle"]


@pytest.mark.parametrize(
    ("text", "meaning", "order"),
    [
        ("bid F3", IntentKind.ORDER, "bid F3"),
        ("bid F3.\n\nCheers!\nAnna", IntentKind.ORDER, "bid F3"),
        ("bid F3; take lion", IntentKind.ORDER, "bid F3; take lion"),
        ("bid F3\n\ntake lion or pass", IntentKind.ORDER, "bid F3; take lion or pass"),
        ("F3 please", IntentKind.ORDER, "F3 please"),
        ("show F2", IntentKind.ORDER, "show F2"),
        ("show", "show", ""),
        ("Help!", "help", ""),
        ("aiuto", "help", ""),
        ("Ciao a tutti,\n\nmostra la mano", "hand", ""),
        ("Hello Bo,\nbid F3", IntentKind.ORDER, "bid F3"),
        ("absent until 5 Dec\n\nSee you!", "absent", "until 5 dec"),
        ("", IntentKind.EMPTY, ""),
        ("· bid F3", IntentKind.EMPTY, ""),
        ("bid F3\nor so I think\nbid F3", IntentKind.UNCLEAR, "bid F3\nor so I think\nbid F3"),
        ("I think\nI should\nbid F3", IntentKind.ORDER, "I think\nI should\nbid F3"),
    ],
)
def test_lines_are_an_order_a_question_or_nothing(
    text: str, meaning: IntentKind | str, order: str
) -> None:
    command = read_command(cut_reply(text))
    assert (command.name or command.kind, command.text) == (meaning, order)


@pytest.mark.parametrize(
    ("text", "readiness"),
    [("bid F3\n\ndone", "done"), ("bid F3\nAspettate, per favore.", "wait"), ("bid F3", "")],
)
def test_an_order_may_be_followed_by_done_or_wait(text: str, readiness: str) -> None:
    command = read_command(cut_reply(text))
    assert command == Intent(IntentKind.ORDER, "bid F3", readiness)


@given(st.text(max_size=2000))
def test_any_html_gives_some_text(html: str) -> None:
    assert isinstance(html_to_text(html), str)


@pytest.mark.parametrize(
    "html",
    [
        "<" * 20_000,
        "<div>" * 20_000,
        "<blockquote>" * 20_000,
        "<!--" * 5_000,
        "&#x;" * 5_000,
        "<![if",
    ],
)
def test_html_made_to_be_hard_gives_no_order(html: str) -> None:
    assert read_command(cut_reply(html_to_text(html))).kind in {IntentKind.EMPTY, IntentKind.ORDER}
    quoted = html_to_text(f"<blockquote>bid F1{html}").splitlines()
    assert all(line.startswith(">") for line in quoted if "bid" in line)
