"""Plain words through the service, by mail, on the page and by the interface for programs."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games.common import clock
from games.composing.compose import message_for
from games.models import Match, Member, Order, OrderQuestion, OutboundMail, Player
from games.presentation import presentation_for
from games.rules.protocol import AmbiguousOrderError, OrderError, OrderSyntaxError
from games.services.orders import submit_order
from games.words import Correction
from tests.cast import default_text, key, legal_texts, player, running_match
from tests.mail.post import answers, body, delivered, letter, order_text

pytestmark = pytest.mark.django_db
HABITATS = {"F": "forest", "S": "savannah", "M": "mountain"}


def unsure_match() -> Match:
    """A match in which Anna was dealt two faces of one habitat, as most hands have."""
    while True:
        match = running_match()
        if fitting_bids(player(match, "Anna")):
            return match


@pytest.fixture
def match() -> Match:
    return unsure_match()


@pytest.fixture
def anna(match: Match) -> Player:
    return player(match, "Anna")


def fitting_bids(who: Player) -> dict[str, list[str]]:
    """The bids of each habitat of which this player has more than one, by its name."""
    bids = [text for text in legal_texts(who) if text != "bid R"]
    by_name = {
        word: [text for text in bids if text[4] == letter_of]
        for letter_of, word in HABITATS.items()
    }
    return {word: fitting for word, fitting in by_name.items() if len(fitting) > 1}


def unsure(who: Player) -> tuple[str, list[str]]:
    """Words that two or more of this player's bids fit, and those bids."""
    word, fitting = next(iter(fitting_bids(who).items()))
    return f"I bid a {word}", fitting


def submit(who: Player, text: str) -> Any:
    return submit_order(player=who, text=text, source=Order.Source.WEB)


def asked(who: Player, text: str) -> AmbiguousOrderError:
    with pytest.raises(AmbiguousOrderError) as caught:
        submit(who, text)
    return caught.value


def test_words_are_sealed_as_notation_with_their_later_steps(anna: Player) -> None:
    word, (bid, *_others) = next(iter(fitting_bids(anna).items()))
    receipt = submit(anna, f"Ciao! {word} {bid[-1]}, poi prendo il leone se c'è. Grazie")
    assert (receipt.text, receipt.standing) == (bid, ("take lion",))
    assert order_text(anna) == bid


def test_a_receipt_is_in_the_readers_words_and_says_why_this_order_of_several_was_taken(
    anna: Player,
) -> None:
    Member.objects.filter(name="Anna").update(language="it")
    bids = [f"bid {habitat}{number}" for habitat in "FSM" for number in range(1, 5)]
    missing = next(bid for bid in bids if bid not in legal_texts(anna))

    delivered(letter(anna, f"{missing} or bid R\nse salto: bid R"))

    (receipt,) = answers()
    said = body(receipt)
    with translation.override("it"):
        in_words = presentation_for("wild-cards").order_in_words
        assert f"“{in_words(missing)}”: adesso non si può." in said
        assert f"· {in_words('bid R')}\n" in said
        assert f"· se salto: {in_words('bid R')}\n" in said
    assert "bid R" not in said.partition("\n>")[0]


def test_the_writers_language_is_read_first(anna: Player) -> None:
    Member.objects.filter(name="Anna").update(language="nl")
    anna = player(anna.match, "Anna")
    assert submit(anna, "ik pas").text == "bid R"


def test_a_correction_is_told_in_the_receipt(anna: Player) -> None:
    receipt = submit(anna, "I bid the refil card")
    assert receipt.corrections == (Correction("refil", "refill"),)


def test_a_question_is_kept_and_its_number_is_answer_enough(anna: Player) -> None:
    text, bids = unsure(anna)
    assert list(asked(anna, text).candidates) == bids
    assert order_text(anna) == ""
    assert submit(anna, "the second").text == bids[1]


def test_a_question_is_the_players_own(match: Match, anna: Player) -> None:
    asked(anna, unsure(anna)[0])
    with pytest.raises(OrderSyntaxError):
        submit(player(match, "Bo"), "2")


def test_a_question_is_over_once_an_order_is_given(anna: Player) -> None:
    asked(anna, unsure(anna)[0])
    submit(anna, "bid R")
    with pytest.raises(OrderError):
        submit(anna, "2")
    assert order_text(anna) == "bid R"


def test_a_question_is_over_when_its_phase_closes(match: Match, anna: Player) -> None:
    asked(anna, unsure(anna)[0])
    for name in ("Anna", "Bo", "Carla"):
        who = player(match, name)
        submit(who, default_text(who))
    match.refresh_from_db()
    assert match.phase_number > 1
    OrderQuestion.objects.update(asked_at=clock.now())
    with pytest.raises(OrderError):
        submit(player(match, "Anna"), "2")


def test_orders_for_a_missed_deadline_stand_beside_words(anna: Player) -> None:
    receipt = submit(anna, "I'd like to refill my cards; if missed: bid R")
    assert receipt.standing == ("if missed: bid R",)


def test_what_is_no_order_changes_nothing_and_says_what_works(anna: Player) -> None:
    with pytest.raises(OrderSyntaxError) as caught:
        submit(anna, "What a lovely evening")
    assert caught.value.code == "not-understood"
    assert caught.value.example in legal_texts(anna)
    assert not Order.objects.exists()


def test_a_mail_in_words_is_answered_with_numbered_choices_and_2_settles_it(anna: Player) -> None:
    text, bids = unsure(anna)
    row = delivered(letter(anna, f"Hi all,\n\n{text}.\n\nCheers,\nAnna\n"))
    assert (row.status, row.verdict) == ("refused", "which-order")
    (refusal,) = answers()
    message = message_for(refusal)
    assert message is not None
    for number, bid in enumerate(bids, start=1):
        assert f"· {number}: " in message.body
        assert f"({bid})" in message.body

    row = delivered(letter(anna, "2\n\nThanks\n"))
    assert (row.status, row.verdict) == ("taken", "order")
    assert order_text(anna) == bids[1]


def test_a_receipt_by_mail_says_what_was_corrected(anna: Player) -> None:
    delivered(letter(anna, "Buonasera a tutti!\nOffro la carta rifornsci\n\nA presto"))
    receipt = OutboundMail.objects.get(kind=OutboundMail.Kind.RECEIPT)
    message = message_for(receipt)
    assert message is not None
    assert "You wrote “rifornsci”; we read “rifornisci”." in message.body


def test_a_quoted_question_orders_nothing(anna: Player) -> None:
    text, bids = unsure(anna)
    delivered(letter(anna, text))
    row = delivered(letter(anna, f"· 1: bid something ({bids[0]})\n· 2: bid other ({bids[1]})\n"))
    assert row.status == "refused"
    assert order_text(anna) == ""


def test_the_page_shows_the_choices_as_buttons_that_work_without_javascript(anna: Player) -> None:
    text, bids = unsure(anna)
    client = Client()
    assert anna.member is not None
    client.force_login(anna.member)
    url = reverse("match-order", kwargs={"code": anna.match.code})
    page = client.post(url, {"text": text, "phase": "1"})
    assert page.status_code == 422
    for bid in bids:
        assert f'name="text" value="{bid}"' in page.content.decode()
    assert client.post(url, {"text": bids[1], "phase": "1"}).status_code == 302
    assert order_text(anna) == bids[1]


def test_a_program_gets_the_choices_and_may_answer_by_number(anna: Player) -> None:
    text, bids = unsure(anna)
    assert anna.member is not None
    headers = {"Authorization": f"Bearer {key(anna.member.name)}"}

    def post(words: str) -> Any:
        return Client().post(
            f"/api/matches/{anna.match.code}/orders",
            json.dumps({"text": words}),
            "application/json",
            headers=headers,
        )

    refused = post(text)
    assert refused.status_code == 422
    assert refused.json()["code"] == "which-order"
    assert refused.json()["candidates"] == bids
    taken = post("number 2")
    assert taken.status_code == 200
    assert (taken.json()["text"], taken.json()["corrections"]) == (bids[1], [])


def test_nobody_else_sees_that_a_question_was_asked(match: Match, anna: Player) -> None:
    bo = player(match, "Bo")
    client = Client()
    assert bo.member is not None
    client.force_login(bo.member)

    def pulse() -> bytes:
        url = reverse("match-pulse", kwargs={"code": match.code})
        return client.get(url).content

    before = pulse()
    asked(anna, unsure(anna)[0])
    assert pulse() == before
    assert not OutboundMail.objects.filter(
        member=bo.member, kind=OutboundMail.Kind.REFUSAL
    ).exists()
