"""A receipt says what stands when it is sent: an order that was changed or taken back has none."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.core import mail
from django.utils import translation
from django.utils.translation import gettext

from games.common import clock
from games.composing.compose import message_for
from games.letters.outbox_prefetch import Prefetched
from games.mail import answers
from games.mail.outbox import send_due
from games.models import InboundMail, Member, OutboundMail, Player
from games.replies.command_words import taught_word
from games.services.withdrawals import withdraw_order
from tests.cast import awaited, legal_texts, member, order, player, running_match
from tests.mail.post import delivered, letter

pytestmark = pytest.mark.django_db
Kind, Status = OutboundMail.Kind, OutboundMail.Status
LANGUAGES = ("en", "it", "es", "nl")


def later(minutes: float) -> datetime:
    return clock.now() + timedelta(minutes=minutes)


def sent_to_anna() -> list[str]:
    mail.outbox.clear()
    while send_due():
        pass
    return [str(one.body) for one in mail.outbox if one.to == ["anna@example.org"]]


def table_of(language: str = "en") -> Player:
    """Anna, who is asked for a bid in a match that has just begun, and was told so."""
    Member.objects.filter(pk=member("Anna").pk).update(language=language)
    anna = player(running_match(), "Anna")
    sent_to_anna()
    return anna


def written(anna: Player, text: str) -> str:
    """What became of her mail, one of its own though another says the same."""
    number = InboundMail.objects.count()
    return delivered(letter(anna, text, message_id=f"<{number}@example.org>")).verdict


def other(anna: Player) -> str:
    """A bid that is not `bid R`."""
    return next(text for text in legal_texts(anna) if text != "bid R")


def receipts() -> list[OutboundMail]:
    return list(OutboundMail.objects.filter(kind=Kind.RECEIPT).order_by("pk"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_takes_the_order_back_is_told_so_last_and_never_that_it_is_in(language: str) -> None:
    anna = table_of(language)
    with translation.override(language):
        is_in, taken_back = gettext("Your move is in:"), gettext("Your move is taken back.")
    told: list[str] = []
    for text in ("bid R", other(anna), "bid R"):
        assert written(anna, text) == "order"
        assert written(anna, taught_word("withdraw", language)) == "withdrawn"
        told += sent_to_anna()
    with clock.simulated(later(5)):
        assert sent_to_anna() == []

    assert len(told) == 3
    assert all(taken_back in text and is_in not in text for text in told)
    assert {row.status for row in receipts()} == {Status.WITHDRAWN}


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_an_order_changed_twice_one_receipt_goes_out_for_the_last(language: str) -> None:
    anna = table_of(language)
    with translation.override(language):
        replaced = gettext("It replaces: %(replaced)s").partition("%")[0]
    for text in ("bid R", other(anna), "bid R"):
        written(anna, text)
        assert sent_to_anna() == []

    with clock.simulated(later(3.1)):
        (text,) = sent_to_anna()
    assert replaced in text
    assert [row.status for row in receipts()] == [Status.WITHDRAWN, Status.WITHDRAWN, Status.SENT]


def test_an_order_of_the_same_words_after_one_taken_back_has_one_receipt() -> None:
    anna = table_of()
    for text in ("bid R", "withdraw", "bid R"):
        written(anna, text)
    with clock.simulated(later(3.1)):
        told = sent_to_anna()
    assert len([text for text in told if "Your move is in:" in text]) == 1
    assert [row.status for row in receipts()] == [Status.WITHDRAWN, Status.SENT]


def test_an_order_taken_back_or_changed_on_the_site_has_no_receipt_any_more() -> None:
    anna = table_of()
    written(anna, "bid R")
    withdraw_order(player=anna)
    with clock.simulated(later(3.1)):
        assert sent_to_anna() == []
    written(anna, "bid R")
    order(anna, other(anna))
    with clock.simulated(later(3.1)):
        assert sent_to_anna() == []


def test_a_question_takes_along_only_the_receipt_of_the_order_that_was_played() -> None:
    anna = table_of()
    match, thrown = anna.match, other(anna)
    for text in (thrown, "withdraw", "bid R"):
        written(anna, text)
    sent_to_anna()
    for who in awaited(match):
        if who.pk != anna.pk:
            order(who, "bid R")

    (text,) = sent_to_anna()
    assert text.count("Your move is in:") == 1
    assert "· bid R" in text
    assert thrown not in text
    with clock.simulated(later(5)):
        assert sent_to_anna() == []
    assert [row.status for row in receipts()] == [Status.WITHDRAWN, Status.COLLECTED]


def test_receipts_and_what_follows_that_are_told_together_say_what_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(answers, "_RECEIPTS", answers._counting([Kind.RECEIPT], 1))
    anna = table_of()
    thrown = other(anna)
    for text in ("bid R", thrown, "withdraw", "bid R"):
        written(anna, text)
    with clock.simulated(later(5)):
        told = sent_to_anna()
    assert sum(text.count("Your move is in:") for text in told) == 1
    assert not any(thrown in text.partition("taken back")[0] for text in told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_not_read_is_told_though_the_order_above_it_was_taken_back(language: str) -> None:
    anna = table_of(language)
    with translation.override(language):
        gone, is_in = gettext("This move no longer stands:"), gettext("Your move is in:")
        aside = gettext("Ignored, because we couldn’t read it as a move:")
    written(anna, "bid R\nWhat a fine lion")
    (row,) = receipts()
    assert row.due_at <= clock.now()
    written(anna, taught_word("withdraw", language))

    told = [one for one in sent_to_anna() if aside in one]

    assert len(told) == 1
    assert gone in told[0]
    assert is_in not in told[0]


def test_a_receipt_counts_who_is_waited_for_when_it_is_sent() -> None:
    anna = table_of()
    written(anna, "bid R")
    order(player(anna.match, "Bo"), "bid R")
    with clock.simulated(later(3.1)):
        (text,) = sent_to_anna()
    assert "Waiting for 1 other player." in text


def test_a_receipt_after_its_turn_says_nothing_of_changing_it() -> None:
    anna = table_of()
    written(anna, "bid R")
    OutboundMail.objects.filter(kind=Kind.DECISION).delete()
    for name in ("Bo", "Carla"):
        order(player(anna.match, name), "bid R")
    OutboundMail.objects.filter(kind=Kind.DECISION).delete()
    with clock.simulated(later(3.1)):
        (text,) = sent_to_anna()
    assert "Your move is in:\n· bid R" in text
    for words in ("To change it", "stays sealed", "Waiting for"):
        assert words not in text


def test_a_receipt_that_was_read_before_the_order_was_taken_back_is_not_sent() -> None:
    anna = table_of()
    written(anna, "bid R")
    (row,) = receipts()
    known = Prefetched([row])
    assert message_for(row, known) is not None
    known = Prefetched([row])
    for text in ("withdraw", other(anna)):
        written(anna, text)
    assert message_for(row, known) is None


def test_standing_orders_alone_have_one_receipt_of_those_that_were_kept() -> None:
    anna = table_of()
    for who in awaited(anna.match):
        order(who, "bid R")
    first, second = legal_texts(anna)[:2]
    sent_to_anna()
    for text in (first, second):
        assert written(anna, f"if missed: {text}") == "order"
    with clock.simulated(later(3.1)):
        (text,) = sent_to_anna()
    assert f"· if missed: {second}" in text
    assert f"· if missed: {first}\n" not in text
