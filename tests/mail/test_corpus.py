"""Mail as many programs write it, in four languages, from its bytes to the order or the answer."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.models import InboundMail, OutboundMail
from tests.cast import player, running_match
from tests.mail.post import address_of, answers, corpus, delivered, filled_in, order_text
from tests.sizes import few

Status = InboundMail.Status
pytestmark = pytest.mark.django_db


def _named(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("path", few(corpus("taken"), 36), ids=_named)
def test_an_order_is_found_in_what_a_person_wrote(path: Path) -> None:
    anna = player(running_match(), "Anna")
    to = address_of(anna)

    row = delivered(filled_in(path, recipient=to, sender="anna@example.org"), to)

    assert (row.status, row.verdict) == (Status.TAKEN, "order")
    assert order_text(anna) == "bid R"
    expected = ["take lion or pass"] if "steps" in path.stem else []
    assert [step.text for step in anna.standing_orders.all()] == expected
    (receipt,) = answers()
    assert receipt.kind == OutboundMail.Kind.RECEIPT
    assert receipt.address == "anna@example.org"


@pytest.mark.parametrize("path", few(corpus("commands"), 18), ids=_named)
def test_a_command_is_found_in_what_a_person_wrote(path: Path) -> None:
    anna = player(running_match(), "Anna")
    to = address_of(anna)

    row = delivered(filled_in(path, recipient=to, sender="anna@example.org"), to)

    assert row.verdict == path.stem.partition("--")[0]
    assert order_text(anna) == ""
    (answer,) = answers()
    assert (answer.kind, answer.address) == (OutboundMail.Kind.ANSWER, "anna@example.org")


@pytest.mark.parametrize("path", few(corpus("ignored"), 18), ids=_named)
def test_what_no_person_wrote_is_neither_an_order_nor_answered(path: Path) -> None:
    anna = player(running_match(), "Anna")
    to = address_of(anna)

    row = delivered(filled_in(path, recipient=to, sender="anna@example.org"), to)

    assert row.status == Status.IGNORED
    assert order_text(anna) == ""
    assert answers() == []


@pytest.mark.parametrize("path", corpus("refused"), ids=_named)
def test_what_cannot_be_taken_is_answered_to_the_seat_and_to_nobody_else(path: Path) -> None:
    anna = player(running_match(), "Anna")
    to = address_of(anna)

    row = delivered(filled_in(path, recipient=to, sender="anna@example.org"), to)

    assert (row.status, row.verdict) == (Status.REFUSED, path.stem.partition("--")[0])
    assert order_text(anna) == ""
    (refusal,) = answers()
    assert refusal.kind == OutboundMail.Kind.REFUSAL
    assert refusal.address == "anna@example.org"


@pytest.mark.parametrize("sender", ["", "<>"])
def test_an_empty_envelope_sender_counts_only_where_it_is_known(sender: str) -> None:
    anna = player(running_match(), "Anna")
    to = address_of(anna)
    raw = filled_in(corpus("taken")[0], recipient=to, sender="anna@example.org")

    row = delivered(raw, to, envelope_sender=sender)

    assert row.status == (Status.IGNORED if sender else Status.TAKEN)
