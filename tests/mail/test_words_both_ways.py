"""A bare word that is a move and a command is asked back, each choice ready to send."""

from __future__ import annotations

import json

import pytest

from games.management.commands._answered_lines import answer_line
from games.models import Player
from games.selectors import match_summary
from tests.cast import legal_texts, order, running_match
from tests.mail.post import answers, body, delivered, letter, order_text
from tests.words.test_people import position


@pytest.fixture
def taker(db: None) -> Player:
    """Somebody who may take an animal of the market or pass, and writes Italian."""
    match = running_match()
    while True:
        for one in match.players.order_by("seat"):
            decision = match_summary(one).table.decision
            if decision is not None and decision.kind == "take":
                assert one.member is not None
                one.member.language = "it"
                one.member.save()
                return one
            if decision is not None:
                order(one, legal_texts(one)[0])


def test_a_word_that_is_a_move_and_a_command_does_neither_and_asks(taker: Player) -> None:
    row = delivered(letter(taker, "Lascio."))
    assert (row.verdict, order_text(taker)) == ("which-order", "")
    asked = body(answers()[-1])
    assert "· 1: passare (pass)" in asked
    assert "· 2: lascia – " in asked


@pytest.mark.parametrize(("number", "verdict"), [("1", "order"), ("2", "member-refused")])
def test_the_number_of_a_choice_gives_the_move_or_the_command(
    taker: Player, number: str, verdict: str
) -> None:
    delivered(letter(taker, "lascio"))
    assert delivered(letter(taker, number)).verdict == verdict


@pytest.mark.parametrize(
    ("place", "text", "language", "answer"),
    [
        ("emu-ranchers-23", "listo", "es", {"ask": ["done", "definitivo"]}),
        ("emu-ranchers-23", "done", "en", {"order": "done"}),
        ("cubirds-28", "klaar", "nl", {"order": "done"}),
        ("wild-cards-18", "mostra", "it", {"command": "show"}),
        ("wild-cards-17", "lascio", "it", {"ask": ["pass", "lascia"]}),
    ],
    ids=str,
)
def test_lines_say_both_only_where_both_would_do_something(
    place: str, text: str, language: str, answer: dict[str, object]
) -> None:
    asked = {**position(place), "text": text, "language": language}
    assert json.loads(answer_line(json.dumps(asked).encode())) == answer
