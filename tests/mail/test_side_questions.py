"""What a reply asks beside its order is parted from it, and an order's own conditions are not."""

from __future__ import annotations

import pytest

from games.mail.side_questions import on_lines_of_their_own, questions_apart
from games.replies.intents import read_intent


def test_a_question_below_an_order_is_parted_from_it_and_one_alone_is_not() -> None:
    order, question = "bid wild 2", "Who is winning?"
    assert questions_apart([order, question], "wild-cards")[:2] == ([order], [question])
    assert questions_apart([question], "wild-cards")[:2] == ([question], [])
    both = [order, "or should I show the forest 3?"]
    assert questions_apart(both, "wild-cards")[:2] == (both, [])


@pytest.mark.parametrize(
    ("order", "question"),
    [
        ("bid F3", "Hey, what's the score looking like at the minute?"),
        ("wedstrijdje hoor, ik pas", "Hoe lang heb ik trouwens nog de tijd?"),
        ("Paso.", "Por cierto, ¿me recuerdas qué tengo en la mano?"),
    ],
)
def test_a_question_like_examples_is_parted_from_an_order_too(order: str, question: str) -> None:
    assert questions_apart([order, question], "wild-cards")[:2] == ([order], [question])


@pytest.mark.parametrize(
    "lines",
    [
        ["I had visitors all evening.", "Until when can I answer?"],
        ["Ho avuto ospiti tutta la sera.", "Entro quando devo rispondere?"],
    ],
)
def test_why_a_question_is_asked_stays_with_it(lines: list[str]) -> None:
    assert questions_apart(lines, "wild-cards")[:2] == (lines, ())
    assert read_intent(lines, "wild-cards").name == "deadline"


@pytest.mark.parametrize("lines", [["I say 1.", "Until when can I answer?"], ["Or 3?", "Bid F3."]])
def test_a_number_may_be_an_order_and_is_no_reason(lines: list[str]) -> None:
    assert list(questions_apart(lines, "wild-cards").rest) != [lines[1]]
    assert lines[0] in questions_apart(lines, "wild-cards").rest


def test_a_question_about_the_match_gets_a_line_of_its_own() -> None:
    lines = on_lines_of_their_own(["Bid wild 2. Or 3? Who is winning? Ciao."], "wild-cards")
    assert lines == ["Bid wild 2. Or 3?", "Who is winning?", "Ciao."]


def test_a_question_that_an_order_hangs_on_stays_with_it() -> None:
    asked = "Does Anna have more points than me?"
    lines = on_lines_of_their_own([f"{asked} If so bid wild 2."], "wild-cards")
    assert lines == [f"{asked} If so bid wild 2."]
    both = [asked, "Otherwise I pass"]
    assert questions_apart(both, "wild-cards")[:2] == (both, [])


@pytest.mark.parametrize(
    "line",
    [
        "due giorni a turno",
        "vorrei due giorni a turno",
        "two days a turn",
        "dos días por turno",
        "twee dagen per beurt",
        "48 hours each",
    ],
)
def test_a_length_of_time_asks_for_no_deadline(line: str) -> None:
    assert read_intent([line], "wizard").name != "deadline"


@pytest.mark.parametrize("line", ["ho ancora due giorni?", "do I have two days left?"])
def test_a_length_of_time_in_a_question_may_ask_for_it(line: str) -> None:
    assert read_intent([line], "wizard").name == "deadline"
