"""One mail where one will do: receipts on top of what follows, and mails that get shorter."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.core import mail
from django.utils import translation
from django.utils.translation import gettext

from games.common import clock
from games.mail.outbox import send_due
from games.models import Match, Member, OutboundMail, Player
from tests.cast import awaited, default_text, legal_texts, member, order, player, running_match
from tests.mail.post import delivered, letter
from tests.mail.test_letters import row_of, sent

Kind, Status = OutboundMail.Kind, OutboundMail.Status
pytestmark = pytest.mark.django_db


def everything_sent() -> list[str]:
    """The texts of what goes out now, with the names they are for."""
    mail.outbox.clear()
    while send_due():
        pass
    return [str(one.body) for one in mail.outbox]


def later(minutes: float) -> datetime:
    return clock.now() + timedelta(minutes=minutes)


def test_a_receipt_is_the_top_of_the_question_that_follows() -> None:
    match = running_match()
    everything_sent()
    for who in awaited(match):
        delivered(letter(who, default_text(who)))

    said = everything_sent()

    assert len(said) == len(awaited(match)) == 3
    for text in said:
        assert text.count("Your move is in:\n· bid R") == 1
        assert text.index("Your move is in:") < text.index("YOUR TURN") < text.index("THE TABLE")
        assert "Received " not in text
    receipts = OutboundMail.objects.filter(kind=Kind.RECEIPT)
    assert {row.status for row in receipts} == {Status.COLLECTED}
    assert None not in {row.sent_at for row in receipts}
    with clock.simulated(later(10)):
        assert everything_sent() == []


def test_a_receipt_goes_by_itself_where_nothing_follows_within_minutes() -> None:
    match = running_match()
    everything_sent()
    anna = player(match, "Anna")
    delivered(letter(anna, "bid R"))

    assert everything_sent() == []
    with clock.simulated(later(3.1)):
        (text,) = everything_sent()
    assert "Your move is in:\n· bid R" in text
    assert "Waiting for" in text


def test_a_receipt_is_not_held_where_the_others_take_their_time() -> None:
    match = running_match()
    everything_sent()
    with clock.simulated(later(60)):
        delivered(letter(player(match, "Anna"), "bid R"))
        (text,) = everything_sent()
    assert "Your move is in:" in text


def test_a_receipt_is_told_though_the_question_behind_it_has_been_answered() -> None:
    match = running_match()
    everything_sent()
    for who in awaited(match):
        delivered(letter(who, "bid R"))
    anna = player(match, "Anna")
    order(anna)

    said = everything_sent()
    with clock.simulated(later(3.1)):
        said += everything_sent()

    assert len(said) == 3
    assert sum("Your move is in:" in text for text in said) == 3


def test_a_former_players_receipt_never_reaches_who_has_the_seat_now() -> None:
    match = running_match()
    anna = player(match, "Anna")
    for who in awaited(match):
        delivered(letter(who, "bid R"))
    Player.objects.filter(pk=anna.pk).update(member=member("Zoe"))
    OutboundMail.objects.filter(player=anna, kind=Kind.DECISION).update(
        member=member("Zoe"), address="zoe@example.org"
    )
    mail.outbox.clear()
    while send_due():
        pass
    to_zoe = [str(one.body) for one in mail.outbox if one.to == ["zoe@example.org"]]
    assert to_zoe
    assert all("Your move is in:" not in text for text in to_zoe)


def test_receipts_stop_and_come_back_by_a_word() -> None:
    match = running_match()
    anna = player(match, "Anna")

    assert delivered(letter(anna, "receipts off")).verdict == "receipts-off"
    assert not Member.objects.get(name="Anna").wants_receipts
    delivered(letter(anna, "bid R"))
    assert not OutboundMail.objects.filter(kind=Kind.RECEIPT).exists()
    # What was left aside is told all the same.
    delivered(letter(anna, f"{legal_texts(anna)[-1]}\ntake nothing at all from nowhere"))
    delivered(letter(anna, "receipts on"))
    assert Member.objects.get(name="Anna").wants_receipts


def test_help_stands_in_the_first_two_mails_of_a_match() -> None:
    match = running_match()
    anna = player(match, "Anna")
    OutboundMail.objects.all().delete()
    first = sent(row_of(anna, Kind.DECISION)).body
    OutboundMail.objects.update(sent_at=clock.now())
    second = sent(row_of(anna, Kind.DECISION)).body
    OutboundMail.objects.update(sent_at=clock.now())
    third = sent(row_of(anna, Kind.DECISION)).body

    for text in (first, second):
        assert "standing orders for your next turns" in text
        assert "How to play by mail" in text
    assert "standing orders for your next turns" not in third
    assert "How to play by mail" not in third
    assert "Stop mails like this" in third
    assert len(third.split()) < len(first.split()) * 0.8


def test_the_question_the_deadline_and_the_hand_come_before_the_table() -> None:
    match = running_match(title="Thursday table")
    message = sent(row_of(player(match, "Anna"), Kind.DECISION))
    text = str(message.body)

    places = [
        text.index(words)
        for words in ("Thursday table", "YOUR TURN", "Until:", "Your hand:", "HOW TO ANSWER",
                      "THE TABLE")
    ]  # fmt: skip
    assert places == sorted(places)
    assert text.count("Your hand:") == 1
    assert "Thursday table" in message.subject


def test_what_waited_for_a_digest_that_was_refused_does_not_wait_for_ever() -> None:
    Member.objects.filter(pk=member("Anna").pk).update(mail_level=Member.MailLevel.DAILY)
    match = running_match(phase_time=timedelta(days=5))
    row = OutboundMail.objects.get(player=player(match, "Anna"), kind=Kind.DECISION)
    assert row.status == Status.COLLECTED
    Member.objects.filter(name="Anna").update(is_active=False)
    with clock.simulated(row.due_at + timedelta(minutes=1)):
        everything_sent()
    row.refresh_from_db()
    assert row.status == Status.WITHDRAWN
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


def test_a_receipt_stands_in_the_digest_that_goes_out_within_minutes() -> None:
    for name in ("Anna", "Bo", "Carla"):
        Member.objects.filter(pk=member(name).pk).update(collect_minutes=2)
    first, second = running_match(), running_match()
    everything_sent()
    for match in (first, second):
        for name in ("Bo", "Carla"):
            order(player(match, name), "bid R")
    mail.outbox.clear()
    for match in (first, second):
        assert delivered(letter(player(match, "Anna"), "bid R")).verdict == "order"
    with clock.simulated(clock.now() + timedelta(minutes=4)):
        everything_sent()

    to_anna = [str(one.body) for one in mail.outbox if one.to == ["anna@example.org"]]
    assert len(to_anna) == 1
    assert to_anna[0].count("Your move is in:") == 2
    assert not OutboundMail.objects.filter(status=Status.QUEUED).exists()


ASKED = {
    "en": "bid R\nHow long do I have?",
    "it": "bid R\nQuanto tempo ho?",
    "es": "bid R\n¿Cuánto tiempo tengo?",
    "nl": "bid R\nHoeveel tijd heb ik?",
}


@pytest.mark.parametrize("language", ASKED)
@pytest.mark.parametrize("minutes", [0, 60])
def test_what_was_asked_beside_the_last_move_stands_on_top_of_the_question_that_follows(
    language: str, minutes: int
) -> None:
    Member.objects.filter(pk=member("Anna").pk).update(language=language)
    match = running_match()
    anna = player(match, "Anna")
    everything_sent()
    with clock.simulated(later(minutes)):
        for who in awaited(match):
            if who.pk != anna.pk:
                order(who, "bid R")
        assert delivered(letter(anna, ASKED[language])).verdict == "several"
        everything_sent()
        to_anna = [str(one.body) for one in mail.outbox if one.to == ["anna@example.org"]]
        with clock.simulated(later(10)):
            assert everything_sent() == []
    (said,) = to_anna
    with translation.override(language):
        places = [
            said.index(gettext(words).partition("%")[0])
            for words in ("Your move is in:", "For your next move you have until %(deadline)s.",
                          "YOUR TURN", "THE TABLE")
        ]  # fmt: skip
    assert places == sorted(places)
    assert match.code in said


def test_what_was_asked_beside_a_move_is_told_with_the_matchs_own_foot_and_thread() -> None:
    match = running_match()
    anna = player(match, "Anna")
    everything_sent()
    delivered(letter(anna, ASKED["en"]))
    (said,) = everything_sent()
    assert f"/matches/{match.code}" in said.rpartition("--------")[2]
    assert "Stop all mails" not in said
    assert "Stop mails about this match" in said
    assert match.code in mail.outbox[0].subject
    assert OutboundMail.objects.get(kind=Kind.ANSWER).match == match
