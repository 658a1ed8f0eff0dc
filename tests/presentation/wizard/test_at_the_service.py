"""Wizard as people meet it: the page with its form, steps given ahead, and the mail's recap."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.composing.compose import assign_message_ids, message_for
from games.models import Match, Member, Order, OutboundMail, Player
from games.services.matches import create_match, join_match
from tests import cast

pytestmark = pytest.mark.django_db
NAMES = ("Anna", "Bo", "Carla")


def running(**options: object) -> Match:
    host, *guests = [cast.member(name) for name in NAMES]
    match = create_match(
        member=host,
        game="wizard",
        options=options,
        seats=3,
        phase_time=cast.TWO_DAYS,
        contribution="luck",
    )
    for guest in guests:
        join_match(member=guest, match=match, contribution="luck")
    match.refresh_from_db()
    return match


def page(match: Match, name: str) -> str:
    client = Client()
    if name:
        client.force_login(Member.objects.get(name=name))
    response = client.get(reverse("match", kwargs={"code": match.code}))
    assert response.status_code == 200
    return response.content.decode()


def asked(match: Match) -> Player:
    """The one player who is awaited."""
    [who] = cast.awaited(match)
    return who


def to_phase(match: Match, name: str, number: int) -> None:
    """Play what silence means until this phase of this round is open."""
    while True:
        match.refresh_from_db()
        phase = match.phases.filter(closed_at=None).get()
        if (phase.name, phase.round) == (name, number):
            return
        for who in cast.awaited(match):
            cast.order(who)


def test_the_page_shows_table_form_and_style_sheet() -> None:
    match = running()
    to_phase(match, "bid", 1)  # after the trump, where the card turned up leaves it to the dealer
    who = asked(match)
    text = page(match, who.name)
    assert "games/table-wizard.css" in text
    assert 'class="wz-table"' in text
    assert 'name="pick-number"' in text
    assert 'aria-label="1 trick"' in text


def test_a_bid_with_steps_for_the_round_plays_the_cards_when_they_are_due() -> None:
    match = running()
    to_phase(match, "bid", 3)
    who = asked(match)
    receipt = cast.order(who, "bid 1; play lowest; play duck or play lowest; play any")
    assert receipt.standing == ("play lowest", "play duck or play lowest", "play any")
    to_phase(match, "bid", 4)
    played = Order.objects.filter(player=who, text__startswith="play", phase__round=3)
    assert set(played.values_list("source", flat=True)) <= {
        Order.Source.STANDING,
        Order.Source.FORCED,
    }
    assert played.count() == 3


def test_a_mail_tells_a_whole_trick_in_one_line() -> None:
    match = running()
    to_phase(match, "play", 2)
    first = asked(match)
    cast.order(first)
    cast.order(asked(match))
    cast.order(asked(match))
    row = OutboundMail.objects.create(
        dedupe_key="test",
        kind=OutboundMail.Kind.REMINDER,
        address="x@example.org",
        member=Member.objects.get(name=asked(match).name),
        match=match,
        player=asked(match),
        phase_number=match.phase_number,
        payload={},
    )
    assign_message_ids([row])
    message = message_for(row)
    assert message is not None
    assert " ".join(str(message.body).split()).count("Trick 1:") == 1


def test_nobody_watching_sees_a_hand_or_a_hidden_bid() -> None:
    match = running(bidding="hidden")
    to_phase(match, "bid", 4)
    before = page(match, "")
    for who in cast.awaited(match)[:2]:
        cast.order(who, "bid 3")
    assert 'class="wz-hand"' not in before
    for who in cast.awaited(match):
        cast.order(who, "bid 2")
    text = page(match, "")
    assert 'class="wz-hand"' not in text
    for bid in ("bid 3", "bid 2"):  # earlier rounds' bids are public, and may be the same
        assert text.count(bid) <= before.count(bid)
