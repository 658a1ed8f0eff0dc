"""An order beside a question that nothing answers is asked back, and several words are answered."""

from __future__ import annotations

import pytest

from games.mail.side_questions import questions_apart
from games.presentation.refusals import quoted as shown
from games.replies.intents import MOST_QUOTED_CHARACTERS, quoted
from tests.cast import order, player, running_match
from tests.mail.post import answers, body, delivered, letter, order_text
from tests.mail.test_orders_beside_commands import bidding

ASIDE = [
    "ok allora dichiaro 1, scusa il ritardo :-)\nMa se poi Hattie non risponde, chi inizia?",
    "I bid 1. But if nobody follows suit after that, am I the one to lead?",
    "apuesto 1\n¿Y si luego Hattie no contesta, soy yo quien empieza?",
    "Ik bied 1.\nMaar als Hattie daarna niks laat horen, mag ik dan als eerste?",
]


@pytest.mark.django_db
@pytest.mark.parametrize("text", ASIDE)
def test_an_order_beside_a_question_is_asked_back_and_a_number_gives_it(text: str) -> None:
    bidder = bidding()
    order(bidder, "bid 0")
    row = delivered(letter(bidder, text))
    assert (row.verdict, order_text(bidder)) == ("which-order", "bid 0")
    asked = " ".join(body(answers()[-1]).split())
    assert "bid 1" in asked
    assert "nothing has changed yet" in asked
    delivered(letter(bidder, "1"))
    assert order_text(bidder) == "bid 1"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "text",
    ["mostra\nmano", "hand\nlog", "mi mano\nclasificación\nplazo", "tussenstand\nmijn zet"],
)
def test_each_command_on_a_line_of_its_own_is_answered(text: str) -> None:
    row = delivered(letter(player(running_match(), "Anna"), text))
    assert row.verdict == "several"
    assert len(answers()[-1].payload["items"]) == len(text.splitlines())


@pytest.mark.parametrize(
    "question", ["Perché no?", "E perché no?", "Why not?", "¿Por qué no?", "Waarom ook niet?"]
)
def test_a_question_that_asks_for_nothing_stays_with_the_order(question: str) -> None:
    lines = [question, "bid F2"]
    assert questions_apart(lines, "wild-cards")[:2] == (lines, [])


def test_what_is_quoted_ends_with_a_whole_word_and_says_that_more_stood_there() -> None:
    long = "considerably " * 40
    for cut in (quoted([long]), shown(long), shown(long[:80])):
        assert cut.removesuffix("…").endswith("considerably")
        assert len(cut) <= MOST_QUOTED_CHARACTERS
    assert quoted(["short"] * 9).endswith("short\n…")
    assert quoted(["short"]) == shown("short") == "short"
