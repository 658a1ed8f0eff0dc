"""Steps for decisions to come, as the service keeps them and as mails answer them."""

from __future__ import annotations

from typing import Any

import pytest

from games.composing.compose import message_for
from games.models import Match, Order, OrderQuestion, OutboundMail, Player, StandingOrder
from games.replies.intents import IntentKind, read_command
from games.replies.reply_addresses import digest_address
from games.rules.protocol import AmbiguousOrderError, OrderSyntaxError
from games.services.orders import submit_order
from games.words import Correction
from tests.cast import legal_texts, player
from tests.mail.post import answers, delivered, letter, order_text
from tests.mail.test_plain_words import unsure, unsure_match


@pytest.fixture
def match(db: None) -> Match:
    return unsure_match()


@pytest.fixture
def anna(match: Match) -> Player:
    return player(match, "Anna")


def submit(who: Player, text: str, *lines: str) -> Any:
    return submit_order(player=who, text=text, source=Order.Source.WEB, below=lines)


def kept(who: Player) -> list[tuple[str, str]]:
    return [(row.kind, row.text) for row in StandingOrder.objects.filter(player=who)]


@pytest.mark.parametrize(
    "text",
    [
        "bid R; poi prendo il leone oppure passo",
        "bid R\nneem dan de leeuw, of pas",
        "bid R; luego cojo el león o paso",
        "bid R; take the lion or pass",
    ],
)
def test_later_steps_in_words_are_kept_in_the_notation(anna: Player, text: str) -> None:
    receipt = submit(anna, text)
    assert (receipt.text, receipt.standing) == ("bid R", ("take lion or pass",))
    assert kept(anna) == [("step", "take lion or pass")]


def test_notation_behind_an_order_is_kept_in_the_letters_of_the_notation(anna: Player) -> None:
    assert submit(anna, "bid R; TAKE lion F2; refill Z7").standing == ("take lion F2", "refill Z7")


def test_a_later_step_with_a_slip_of_the_pen_is_corrected_and_told(anna: Player) -> None:
    receipt = submit(anna, "bid R; poi prendo il leonne")
    assert receipt.standing == ("take lion",)
    assert receipt.corrections == (Correction("leonne", "leone"),)


def test_a_later_step_that_is_not_understood_is_refused_and_nothing_changes(anna: Player) -> None:
    submit(anna, "bid R; pass")
    with pytest.raises(OrderSyntaxError) as refused:
        submit(anna, f"{legal_texts(anna)[0]}; then take the dragon")
    assert refused.value.code == "not-understood"
    assert refused.value.read_as == legal_texts(anna)[0]
    assert refused.value.text == f"{legal_texts(anna)[0]}; then take the dragon"
    assert refused.value.params["unread"] == ["then take the dragon"]
    assert (order_text(anna), kept(anna)) == ("bid R", [("step", "pass")])


def test_a_later_step_that_can_be_meant_twice_is_asked_back_whole(anna: Player) -> None:
    habitat = unsure(anna)[0].split()[-1]
    with pytest.raises(AmbiguousOrderError) as asked:
        submit(anna, f"bid R; then pay a {habitat}; if missed: bid R")
    candidates = asked.value.candidates
    assert len(candidates) > 1
    assert all(text.startswith("bid R; pay ") for text in candidates)
    assert all(text.endswith("; if missed: bid R") for text in candidates)
    assert OrderQuestion.objects.get(player=anna).choices == list(candidates)
    assert submit(anna, "2").standing == tuple(candidates[1].split("; ")[1:])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("se salto: mi rifornisco", ("missed", "bid R")),
        ("si no llego: cojo el león o paso", ("missed", "take lion or pass")),
        ("als ik de deadline mis: neem de leeuw", ("missed", "take lion")),
        ("each time: I pass", ("repeated", "pass")),
        ("Elke beurt, tot en met ronde 9: ik pas", ("repeated", "pass")),
    ],
)
def test_orders_for_other_times_are_kept_in_the_notation(
    anna: Player, text: str, expected: tuple[str, str]
) -> None:
    submit(anna, text)
    assert kept(anna) == [expected]


def test_words_for_a_missed_deadline_stand_beside_words_for_now(anna: Player) -> None:
    receipt = submit(anna, "Ciao, mi rifornisco; se manco: prendo il leone")
    assert (receipt.text, receipt.standing) == ("bid R", ("if missed: take lion",))


@pytest.mark.parametrize("text", ["se salto: volo sulla luna", "if missed: take the dragon"])
def test_words_for_another_time_that_say_nothing_are_refused(anna: Player, text: str) -> None:
    with pytest.raises(OrderSyntaxError):
        submit(anna, text)
    assert kept(anna) == []


def test_a_step_longer_than_can_be_kept_is_refused(anna: Player) -> None:
    with pytest.raises(OrderSyntaxError) as refused:
        submit(anna, "bid R; " + " or ".join(["take lion F2 M1 F2 M1 F2 M1 F2 M1"] * 19))
    assert refused.value.code == "order-too-long"


def test_lines_below_an_order_become_steps_or_stand_in_the_receipt(anna: Player) -> None:
    receipt = submit(anna, "bid R", "poi prendo il leone", "What a fine lion", "Ciao, Anna")
    assert receipt.standing == ("take lion",)
    assert receipt.aside == ("What a fine lion",)


def test_of_very_many_lines_below_an_order_the_first_are_read(anna: Player) -> None:
    receipt = submit(anna, "bid R", "then take the lion", *["Cheers"] * 29, "then pass", "bye")
    assert (receipt.standing, receipt.aside) == (("take lion",), ("then pass",))


def test_lines_below_one_match_of_a_digest_are_read_for_that_match(anna: Player) -> None:
    assert anna.member is not None
    row = OutboundMail.objects.create(
        dedupe_key="a digest",
        kind=OutboundMail.Kind.DIGEST,
        address=anna.member.email,
        member=anna.member,
        payload={"sections": {anna.match.code: [anna.pk, 1]}},
    )
    to = digest_address(anna.member.pk, row.pk)
    text = f"#{anna.match.code} bid R\npoi prendo il leone\nThen take the dragon\nCiao, Anna\n"
    delivered(letter(anna, text, recipient=to))
    assert kept(anna) == [("step", "take lion")]
    message = message_for(answers()[0])
    assert message is not None
    assert "· Then take the dragon" in str(message.body)


def test_a_mail_tells_which_lines_were_left_aside_and_is_silent_on_goodbyes(anna: Player) -> None:
    row = delivered(letter(anna, "bid R\nthen take the dragon\n\nCheers,\nAnna\n"))
    assert (row.status, row.verdict) == ("taken", "order")
    (receipt,) = answers()
    message = message_for(receipt)
    assert message is not None
    body = str(message.body)
    assert "Ignored, because we couldn’t read it as a move:\n· then take the dragon\n" in body
    assert "Cheers" not in body


def test_a_mail_with_no_line_left_aside_says_nothing_of_it(anna: Player) -> None:
    delivered(letter(anna, "bid R\nthen take the lion\n\nCheers,\nAnna\n"))
    message = message_for(answers()[0])
    assert message is not None
    assert "take lion" in str(message.body)
    assert "Ignored, because" not in str(message.body)


def test_lines_below_orders_for_a_missed_deadline_are_read_as_well(anna: Player) -> None:
    delivered(letter(anna, "als ik de deadline mis: pas\n\nGroetjes,\nAnna\n"))
    assert kept(anna) == [("missed", "pass")]


@pytest.mark.parametrize(
    "line",
    [
        "Play nice", "take it easy", "Play well!", "Good luck taking the lion", "Speel ze",
        "Vinca il migliore", "¡Que gane el mejor!", "That's all from me",
    ],
)  # fmt: skip
def test_wishes_below_an_order_are_dropped_before_they_are_read(line: str) -> None:
    command = read_command(["bid R", line])
    assert (command.kind, command.text, command.below) == (IntentKind.ORDER, "bid R", ())
