"""An order beside a question that nothing answers is asked back, and several words are answered."""

from __future__ import annotations

import pytest
from django.utils import translation
from django.utils.translation import gettext

from games.mail.side_questions import questions_apart
from games.models import Member
from games.presentation import presentation_for
from games.presentation.refusals import quoted as shown
from games.replies.intents import MOST_QUOTED_CHARACTERS, quoted
from games.rules.protocol import AmbiguousOrderError, OrderError
from games.services.order_parsing import store_question
from tests.cast import legal_texts, order, player, running_match
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
@pytest.mark.parametrize("answer", ["1", "yes", "bid 1"])
def test_a_bid_beside_a_question_is_asked_back_and_a_yes_or_the_bid_gives_it(
    text: str, answer: str
) -> None:
    bidder = bidding()
    order(bidder, "bid 0")
    row = delivered(letter(bidder, text))
    assert (row.verdict, order_text(bidder)) == ("which-number", "bid 0")
    asked = " ".join(body(answers()[-1]).split())
    assert "bid 1" in asked
    assert "nothing has changed yet" in asked
    delivered(letter(bidder, answer))
    assert order_text(bidder) == "bid 1"


@pytest.mark.django_db
def test_a_number_that_is_a_bid_never_numbers_what_was_asked() -> None:
    bidder = bidding()
    assert delivered(letter(bidder, ASIDE[1].replace("bid 1", "bid 0"))).verdict == "which-number"
    assert "reply “yes”: " in " ".join(body(answers()[-1]).split())
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


CHOSEN = [
    ("en", "1. And the PS was for Lucy, sorry"),
    ("en", "#1, and my apologies to Lucy"),
    ("it", "1\nIl PS era per Lucia, scusate"),
    ("es", "1, gracias. Mañana estaré fuera hasta el lunes"),
    ("es", "1. Y la posdata era para Lucía, perdón"),
    ("nl", "1. En de PS was voor Lucía, sorry"),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "text"), CHOSEN)
def test_a_number_that_was_asked_for_is_taken_with_a_friendly_sentence(
    language: str, text: str
) -> None:
    anna = player(running_match(), "Anna")
    Member.objects.update(language=language)
    first, second = legal_texts(anna)[:2]
    order(anna, second)
    asked = AmbiguousOrderError("which-order", candidates=[first, second])
    store_question(anna, asked, anna.match.phase_number)
    delivered(letter(anna, text))
    assert order_text(anna) == first


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("es", "Apuesto 1. Luego juego el R11 y después el verde 12."),
        ("en", "I bid 1. Then I play R11 and after that green 12."),
        ("it", "Dichiaro 1. Poi gioco R11 e dopo il verde 12."),
        ("nl", "Ik bied 1. Daarna speel ik R11 en daarna groen 12."),
        ("nl", "1. En de PS was voor Lucía, sorry"),
    ],
)
def test_what_was_read_is_never_called_no_move(language: str, text: str) -> None:
    bidder = bidding()
    Member.objects.update(language=language)
    row = delivered(letter(bidder, text))
    asked = body(answers()[-1])
    with translation.override(language):
        assert gettext("We couldn’t find a move of this game in it.") not in asked
    if row.verdict != "order":
        assert row.verdict == "which-number"
        delivered(letter(bidder, "1"))
    assert order_text(bidder) == "bid 1"


ASKED_BESIDE = [
    ("en", "I bid 1. Until when do I have to answer? And what is my move?"),
    ("it", "Dichiaro 1. Entro quando devo rispondere? Qual è la mia mossa?"),
    ("es", "Apuesto 1. ¿Hasta cuándo puedo contestar? ¿Cuál es mi jugada?"),
    ("nl", "Ik bied 1. Tot wanneer kan ik antwoorden? Wat is mijn zet?"),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "text"), ASKED_BESIDE)
@pytest.mark.parametrize("is_last", [True, False])
def test_what_is_asked_beside_an_order_is_answered_as_it_stands_after_it(
    language: str, text: str, *, is_last: bool
) -> None:
    bidder = bidding()
    Member.objects.update(language=language)
    if is_last:
        for other in bidder.match.players.exclude(pk=bidder.pk):
            order(other, legal_texts(other)[0])
    delivered(letter(bidder, text))
    mail = answers()[-1]
    receipt, *others = mail.payload["items"]
    assert receipt.get("closed", False) is is_last
    assert [one["code"] for one in others] == ["deadline"]
    told = " ".join(body(mail).split())
    asks = "For your next move you have until %(deadline)s."
    idle = "It’s not your turn just now. We’ll mail you when it is."
    with translation.override(language):
        heads = [gettext(asks).partition("%")[0], gettext(idle)]
        others_awaited = gettext("We are waiting for others, until %(deadline)s at the latest.")
    assert any(head in told for head in heads) is is_last
    assert not is_last or others_awaited.partition("%")[0] not in told


@pytest.mark.parametrize("language", ["en", "it", "es", "nl"])
def test_only_the_notation_is_told_as_a_meaning(language: str) -> None:
    words = presentation_for("cubirds")
    with translation.override(language):
        meant = words.error(OrderError("not-now", text="lay magpie 1; then a magpie", kind="lay"))
        assert "magpie 1; then" in meant
        assert meant.count("a magpie") == 1
