"""Words that are commands in one mail and part of a move in another: the position tells."""

from __future__ import annotations

import pytest

from games.composing.compose import assign_message_ids, message_for
from games.models import Member, Player
from games.replies.intents import IntentKind, read_intent
from games.replies.member_requests import spoken_request
from games.selectors import match_summary
from tests.cast import legal_texts, order, player, running_match
from tests.mail.post import answers, body, delivered, letter, order_text

TAKEN_BACK = [
    "take back my order", "I'd like to retract my bid of F3", "annulla la mia mossa",
    "ritiro l'offerta di foresta 3", "deshaz mi jugada", "trek mijn bod op F3 in",
]  # fmt: skip


@pytest.mark.django_db
def test_a_move_is_taken_back_in_the_words_of_four_languages() -> None:
    anna = player(running_match(), "Anna")
    for text in TAKEN_BACK:
        order(anna, legal_texts(anna)[0])
        row = delivered(letter(anna, text))
        assert (row.verdict, order_text(anna)) == ("withdrawn", ""), text
    assert len(answers()) == len(TAKEN_BACK)
    assert "Your move is taken back" in body(answers()[-1])


@pytest.mark.django_db
@pytest.mark.parametrize(
    "text",
    ["wait, make it 1", "aspetta, 1", "espera, mejor el 1", "wacht, toch 1", "undo, I meant 1"],
)
def test_a_command_word_before_a_move_takes_nothing_from_it(text: str) -> None:
    bidder = bidding()
    row = delivered(letter(bidder, text))
    assert (row.verdict, order_text(bidder)) == ("order", "bid 1")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "verdict"),
    [("espera", "wait"), ("hang on, I need more time", "wait"), ("show", "show"), ("back", "back")],
)
def test_a_command_that_orders_nothing_stays_one(text: str, verdict: str) -> None:
    bidder = bidding()
    order(bidder, "bid 0")
    row = delivered(letter(bidder, text))
    assert (row.verdict, order_text(bidder)) == (verdict, "bid 0")


@pytest.mark.django_db
def test_a_move_in_words_is_no_request_to_the_service() -> None:
    """The last two words alone ask for bots in the free seats."""
    match = running_match()
    for name in ("Anna", "Bo", "Carla"):
        order(player(match, name), "bid R")
    Member.objects.filter(name="Anna").update(language="nl")
    assert spoken_request("leg niets af en vul aan") is not None
    row = delivered(letter(player(match, "Anna"), "leg niets af en vul aan"))
    assert row.verdict == "order"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "text",
    [
        "I take my bid back and bid 1", "ritiro la dichiarazione e dichiaro 1",
        "retiro mi apuesta y apuesto 1", "ik trek mijn bod in en bied 1", "un momento, que sean 1",
    ],
)  # fmt: skip
def test_a_move_that_is_taken_back_for_another_gives_that(text: str) -> None:
    bidder = bidding()
    order(bidder, "bid 0")
    row = delivered(letter(bidder, text))
    assert (row.verdict, order_text(bidder)) == ("order", "bid 1")


@pytest.mark.parametrize("line", ["show me my hand", "show me the table again"])
def test_a_verb_of_the_game_that_asks_to_be_shown_something_is_a_command(line: str) -> None:
    assert read_intent([line], "wild-cards").kind is IntentKind.COMMAND


def test_an_order_for_a_missed_deadline_asks_for_no_deadline() -> None:
    assert read_intent(["if I miss the deadline: pass"], "wild-cards").kind is IntentKind.ORDER


def bidding() -> Player:
    """Somebody who is asked for a bid of Wizard."""
    match = running_match(game="wizard", options={"bidding": "hidden"})
    while True:
        for one in match.players.order_by("seat"):
            decision = match_summary(one).table.decision
            if decision is not None and decision.kind == "bid":
                return one
            if decision is not None:
                order(one, legal_texts(one)[0])  # the dealer turned up a wizard


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("¿Cuándo vence mi plazo?", "deadline"), ("Quando scade il mio turno?", "deadline"),
        ("¿Quién va ganando?", "standings"), ("Wat kan ik doen?", "help"),
        ("my deadlines", "member-told"), ("le mie partite", "member-told"),
    ],
)  # fmt: skip
def test_what_a_reply_asks_is_asked_of_its_match_unless_it_says_all(
    text: str, verdict: str
) -> None:
    anna = player(running_match(), "Anna")
    assert delivered(letter(anna, text)).verdict == verdict


@pytest.mark.parametrize("text", ["me retiro", "mi ritiro", "no merece la pena, me retiro"])
def test_who_passes_in_words_that_may_resign_orders_that_where_a_game_has_a_pass(text: str) -> None:
    assert read_intent([text], "wild-cards").kind is IntentKind.ORDER
    assert read_intent([text], "wizard").name == "resign"


@pytest.mark.parametrize(
    "text", ["me retiro de la partida", "I'm out of the match for good", "ik stap uit de partij"]
)
def test_who_leaves_the_match_resigns_in_every_game(text: str) -> None:
    intent = read_intent([text], "wild-cards")
    assert (intent.name, intent.order) == ("resign", "")


@pytest.mark.parametrize(
    "text",
    ["please keep this round open until the deadline", "dejad abierta esta ronda hasta el plazo"],
)
def test_of_two_commands_the_one_said_at_length_is_meant(text: str) -> None:
    assert read_intent([text], "wizard").name == "wait"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I looked at the table again, and I bid 1", "bid 1"),
        ("kijkend naar mijn hand bied ik er 1", "bid 1"),
        ("show me my hand, please", ""),
    ],
)
def test_an_order_that_has_a_commands_words_in_it_is_never_lost_to_it(
    text: str, expected: str
) -> None:
    bidder = bidding()
    delivered(letter(bidder, text))
    assert order_text(bidder) == expected


QUESTIONS_BESIDE = [
    ("I bid 1. Who is winning?", "order", "bid 1"),
    ("Quanto tempo ho? Dico 1.", "order", "bid 1"),
    ("¿Quién va ganando? ¿Y hasta cuándo puedo contestar?", "several", ""),
    ("Wie staat er voor?\nWanneer moet ik uiterlijk antwoorden?", "several", ""),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("text", "verdict", "ordered"), QUESTIONS_BESIDE)
def test_questions_on_one_line_with_an_order_or_each_other_are_all_answered(
    text: str, verdict: str, ordered: str
) -> None:
    bidder = bidding()
    row = delivered(letter(bidder, text))
    assert order_text(bidder) == ordered
    assert row.verdict in (verdict, "several")
    (mail,) = answers()
    assert len(mail.payload["items"]) == 2


@pytest.mark.django_db
def test_an_answer_about_two_things_is_answered_with_a_move_like_any_mail_of_the_match() -> None:
    bidder = bidding()
    delivered(letter(bidder, "Who is winning? And when is it due?"))
    (mail,) = answers()
    assign_message_ids([mail])
    message = message_for(mail)
    assert message is not None
    delivered(letter(bidder, "bid 1", recipient=message.reply_to[0]))
    assert order_text(bidder) == "bid 1"


@pytest.mark.django_db
def test_what_only_chats_beside_a_question_is_no_move_that_was_not_understood() -> None:
    bidder = bidding()
    row = delivered(letter(bidder, "When is it due? The wifi is dreadful at the cabin"))
    assert (row.verdict, order_text(bidder)) == ("deadline", "")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("it", "dichiarare 1 presa"),
        ("es", "apostar 1 baza"),
        ("nl", "bied 1 slag"),
        ("en", "bid 1"),
    ],
)
def test_a_move_taken_back_is_told_as_its_reader_writes_it(language: str, words: str) -> None:
    bidder = bidding()
    Member.objects.update(language=language)
    order(bidder, "bid 1")
    delivered(letter(bidder, "undo"))
    line = next(one for one in body(answers()[-1]).splitlines() if one.startswith("· "))
    assert line == f"· {words}"
