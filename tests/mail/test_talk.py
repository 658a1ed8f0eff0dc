"""Table talk by mail: said in a line of its own, told in the next mail, and never an order."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.core.mail import EmailMessage

from games.common import clock
from games.composing.compose import assign_message_ids, message_for
from games.mail.outbox import send_due
from games.mail.side_questions import questions_apart
from games.models import Match, Member, OutboundMail, Player
from games.replies.intents import IntentKind, read_intent
from games.replies.reply_addresses import parse_reply_address
from games.replies.talk_lines import Whisper, talk_parted
from games.services import talk
from games.services.notices import decision_notice
from games.services.talk import TOLD_AFTER
from tests.cast import default_text, legal_texts, order, player, running_match
from tests.mail.post import answers, delivered, letter, order_text

pytestmark = pytest.mark.django_db
Kind = OutboundMail.Kind


@pytest.fixture
def match() -> Match:
    return running_match()


@pytest.fixture
def anna(match: Match) -> Player:
    return player(match, "Anna")


def said(match: Match) -> list[str]:
    return list(match.messages.order_by("pk").values_list("text", flat=True))


def answer() -> EmailMessage:
    """The newest answer as it is sent."""
    row = answers()[-1]
    assign_message_ids([row])
    message = message_for(row)
    assert message is not None
    return message


def outbox() -> list[EmailMessage]:
    """What is sent when everything that is due is."""
    mail.outbox.clear()
    while send_due():
        pass
    return list(mail.outbox)


def to(name: str, mails: list[EmailMessage]) -> list[EmailMessage]:
    return [one for one in mails if one.to == [f"{name.lower()}@example.org"]]


@pytest.mark.parametrize(
    "line",
    [
        "To all: what a table!",
        "to everyone: what a table!",
        "A tutti: what a table!",
        "a todos: what a table!",
        "Aan allen : what a table!",
        "*To all:* what a table!",
    ],
)
def test_a_line_to_all_is_said_in_every_language(match: Match, anna: Player, line: str) -> None:
    row = delivered(letter(anna, line))

    assert row.verdict == "said"
    assert said(match) == ["what a table!"]
    assert "what a table!" in str(answer().body)


def test_beside_an_order_only_the_line_to_all_is_said(match: Match, anna: Player) -> None:
    text = default_text(anna)
    delivered(letter(anna, f"{text}\nTo all: sorry for the wait\nI hope nobody sees this\n"))

    assert order_text(anna) == text
    assert said(match) == ["sorry for the wait"]
    assert "sorry for the wait" in str(answer().body)


def test_what_stands_before_the_order_may_be_talk(match: Match, anna: Player) -> None:
    text = default_text(anna)
    delivered(letter(anna, f"To all: hello again\n{text}"))

    assert (order_text(anna), said(match)) == (text, ["hello again"])


def test_an_order_is_not_said_even_where_it_is_addressed_to_all(match: Match, anna: Player) -> None:
    for text in legal_texts(anna)[:3]:
        delivered(letter(anna, f"To all: {text}"))
        delivered(letter(anna, f"To all:\n{text}"))

    assert said(match) == []
    assert any("reads like a move" in str(row.payload.get("unsaid")) for row in answers())


def test_a_line_that_was_broken_goes_on_unless_it_names_cards(anna: Player) -> None:
    long = "To all: I am sorry that it took me so long, I was away for a"
    card = legal_texts(anna)[0].split()[-1]

    whole = read_intent([long, "whole week without any net.", "", "Anna"], "wild-cards")
    assert whole.talk == (f"{long.removeprefix('To all: ')} whole week without any net.",)
    cut = read_intent([long, f"and I bid {card} now"], "wild-cards")
    assert cut.talk == (long.removeprefix("To all: "),)
    assert cut.kind is IntentKind.ORDER


def test_a_short_line_never_goes_on(anna: Player) -> None:
    intent = read_intent(["To all: hello", "nice weather"], "wild-cards")
    assert intent.talk == ("hello",)


def test_who_signs_what_they_say_ordered_nothing(match: Match, anna: Player) -> None:
    row = delivered(letter(anna, "To all: nice to meet you\n\nAnna"))

    assert said(match) == ["nice to meet you"]
    assert row.verdict == "said"


def test_the_same_words_in_two_mails_are_said_once(match: Match, anna: Player) -> None:
    delivered(letter(anna, "To all: hello", message_id="<one@example.org>"))
    delivered(letter(anna, "To all: hello", message_id="<two@example.org>"))
    assert said(match) == ["hello"]


def test_what_was_said_goes_along_with_the_next_mail_once(match: Match, anna: Player) -> None:
    outbox()
    talk.say_at_table(player=anna, text="Hello, Bo and Carla")
    for name in ("Anna", "Bo", "Carla"):
        order(player(match, name), default_text(player(match, name)))
    mails = outbox()

    for name in ("Bo", "Carla"):
        told = [one for one in to(name, mails) if "Hello, Bo and Carla" in str(one.body)]
        assert len(told) == (1 if to(name, mails) else 0)
    assert not any("Hello, Bo and Carla" in str(one.body) for one in to("Anna", mails))


def test_at_the_latest_after_some_hours_it_comes_by_itself(match: Match, anna: Player) -> None:
    outbox()
    talk.say_at_table(player=anna, text="Anybody there?")
    talk.say_at_table(player=anna, text="Hello?")
    assert outbox() == []

    with clock.simulated(clock.now() + TOLD_AFTER):
        mails = [one for one in outbox() if "Anybody there?" in str(one.body)]
    assert sorted(one.to[0] for one in mails) == ["bo@example.org", "carla@example.org"]
    assert all("Hello?" in str(one.body) for one in mails)
    assert all(one.alternatives for one in mails)  # type: ignore[attr-defined]


def test_a_reply_to_that_mail_is_said_too(match: Match, anna: Player) -> None:
    outbox()
    talk.say_at_table(player=anna, text="Anybody there?")
    bo = player(match, "Bo")
    with clock.simulated(clock.now() + TOLD_AFTER):
        (told,) = to("Bo", [one for one in outbox() if "Anybody there?" in str(one.body)])
    address = told.reply_to[0]
    assert parse_reply_address(address) == (bo.pk, 0)

    delivered(letter(bo, "Yes, always\n\n> - Anna: Anybody there?", recipient=address))

    assert said(match) == ["Anybody there?", "Yes, always"]


def test_an_order_in_reply_to_talk_is_neither_said_nor_given(match: Match, anna: Player) -> None:
    bo = player(match, "Bo")
    from games.replies.reply_addresses import reply_address

    card = legal_texts(bo)[0].split()[-1]
    texts = [legal_texts(bo)[0], f"I bid my {card}", f"i'd lik to bd {card} pls", f"nice {card}"]
    for text in texts:
        delivered(letter(bo, text, recipient=reply_address(bo.pk, 0)))

    assert said(match) == []
    assert order_text(bo) == ""


@pytest.mark.parametrize("level", ["site", "none"])
def test_who_wants_none_by_mail_gets_none(match: Match, anna: Player, level: str) -> None:
    Member.objects.filter(name="Bo").update(talk_level=level)
    outbox()
    talk.say_at_table(player=anna, text="Anybody there?")
    bo = player(match, "Bo")
    row = decision_notice(match, bo, clock.now())
    assert row is not None
    row.dedupe_key += ":again"
    row.save()
    with clock.simulated(clock.now() + TOLD_AFTER):
        mails = outbox()
    assert not any("Anybody there?" in str(one.body) for one in to("Bo", mails))
    assert any("Anybody there?" in str(one.body) for one in to("Carla", mails))


def test_at_once_means_within_minutes(match: Match, anna: Player) -> None:
    Player.objects.filter(match=match, member__name="Bo").update(talk_level="at-once")
    outbox()
    talk.say_at_table(player=anna, text="Anybody there?")
    with clock.simulated(clock.now() + timedelta(minutes=3)):
        mails = outbox()
    assert [one.to[0] for one in mails if "Anybody there?" in str(one.body)] == ["bo@example.org"]


def test_whoever_saw_it_on_the_page_gets_no_mail(match: Match, anna: Player) -> None:
    outbox()
    message = talk.say_at_table(player=anna, text="Anybody there?")
    talk.mark_talk_seen(player(match, "Bo").pk, message.pk)
    with clock.simulated(clock.now() + TOLD_AFTER):
        mails = outbox()
    assert not to("Bo", mails)


def test_a_daily_mail_brings_it_along(match: Match, anna: Player) -> None:
    Member.objects.filter(name="Bo").update(mail_level="daily")
    outbox()
    talk.say_at_table(player=anna, text="Anybody there?")
    with clock.simulated(clock.now() + timedelta(hours=25)):
        mails = to("Bo", outbox())
    told = [one for one in mails if "Anybody there?" in str(one.body)]
    assert len(told) == 1
    assert str(told[0].body).count("Anybody there?") == 1


def test_a_newcomers_address_is_no_link_in_mails(match: Match, anna: Player) -> None:
    outbox()
    talk.say_at_table(player=anna, text="look at https://evil.example.org/x now")
    with clock.simulated(clock.now() + TOLD_AFTER):
        (told,) = to("Bo", outbox())
    html = str(told.alternatives[0][0])  # type: ignore[attr-defined]
    for text in (str(told.body), html):
        assert "evil" in text
        assert "evil.example.org" not in text


SAID_BEHIND = [
    ("{order}. To all: here I am! Have fun", "here I am! Have fun"),
    ("{order} :-) A tutti: eccomi", "eccomi"),
    ("{order}! A todos: ya estoy aquí", "ya estoy aquí"),
    ("{order}. Aan allen: daar ben ik", "daar ben ik"),
]


@pytest.mark.parametrize(("text", "words"), SAID_BEHIND)
def test_talk_may_begin_with_a_sentence_behind_an_order(
    anna: Player, text: str, words: str
) -> None:
    ordered = legal_texts(anna)[0]
    assert delivered(letter(anna, text.format(order=ordered))).verdict == "order"
    assert (order_text(anna), said(anna.match)) == (ordered, [words])
    assert words in answer().body


def test_only_the_beginning_of_a_sentence_says_to_whom_something_is_said() -> None:
    parted = talk_parted(["I pass. To Bo: thanks. I mean it"], "wild-cards", ["Bo"])
    assert parted == ((), ("I pass.",), (Whisper("Bo", "thanks. I mean it"),))
    plain = ["I leave that to all: no", "a note. Forest: 3"]
    assert list(talk_parted(plain, "wild-cards", ["Bo"]).rest) == plain


def test_a_question_to_the_table_is_none_to_the_service() -> None:
    lines = ["bid F3", "A tutti: chi sta vincendo?"]
    assert not questions_apart(lines, "wild-cards").questions
