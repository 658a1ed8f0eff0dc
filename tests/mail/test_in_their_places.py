"""What is told comes in its order, bare numbers are no dates, and who gave up comes last."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail

from games.common import clock
from games.mail.outbox import send_due
from games.models import Absence, Match, Member
from games.services.adjudications import places_of_who_stayed
from tests.cast import awaited, default_text, member, order, player, running_match
from tests.mail.post import delivered, letter

pytestmark = pytest.mark.django_db

LAST_ROUND = 14
"""Of Wild Cards for three."""


@pytest.mark.parametrize("text", ["via 3 e 4", "via il 3 e il 4", "via foresta 3"])
def test_cards_thrown_away_in_italian_are_no_days_of_absence(text: str) -> None:
    Member.objects.filter(pk=member("Anna").pk).update(language="it")
    match = running_match()
    for name in ("Anna", "Bo", "Carla"):
        order(player(match, name), "bid R")

    delivered(letter(player(match, "Anna"), text))

    assert not Absence.objects.exists()


def test_the_receipt_of_the_last_move_comes_before_the_end_that_follows() -> None:
    match = running_match()
    while True:
        match.refresh_from_db()
        if match.is_over:
            break
        *others, last = awaited(match)
        for who in others:
            order(who)
        if match.round < LAST_ROUND:
            order(last)
        else:
            delivered(letter(last, default_text(last)))
    mail.outbox.clear()
    Match.objects.filter(pk=match.pk).update(is_rated=False)
    with clock.simulated(clock.now() + timedelta(hours=1)):
        while send_due():
            pass

    assert last.member is not None
    ends = [str(one.body) for one in mail.outbox if "The match is over." in str(one.body)]
    told = [text for text in ends if "Your move is in:" in text]
    assert len(ends) == 3
    assert len(told) >= 1
    for text in told:
        assert text.index("Your move is in:") < text.index("The match is over.")


@pytest.mark.parametrize(
    ("places", "left", "told"),
    [
        ((1, 2, 3), (), (1, 2, 3)),
        ((1, 2, 3), (0,), (3, 1, 2)),
        ((1, 1, 3), (0,), (3, 1, 2)),
        ((2, 1, 3), (0, 1), (3, 2, 1)),
        ((1, 1), (0, 1), (1, 1)),
    ],
)
def test_who_gave_up_comes_behind_everybody_who_stayed(
    places: tuple[int, ...], left: tuple[int, ...], told: tuple[int, ...]
) -> None:
    assert places_of_who_stayed(places, left) == told
