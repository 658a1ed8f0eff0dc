"""What is told comes in its order, bare numbers are no dates, and who gave up comes last."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import translation
from django.utils.translation import gettext

from games.common import clock
from games.mail.outbox import send_due
from games.models import Absence, Match, Member, OutboundMail
from games.services.adjudications import places_of_who_stayed
from tests.cast import awaited, default_text, legal_texts, member, order, player, running_match
from tests.mail.post import body, delivered, letter

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


def test_a_mail_about_the_end_begins_with_the_result_and_tells_the_last_move_below() -> None:
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
    assert len(ends) == 3
    for text in ends:
        assert "Your move is in:" not in text
        places = [text.index(words) for words in ("The match is over.", "THE SCORE", "- You ")]
        assert places == sorted(places)


@pytest.mark.parametrize("language", ["en", "it", "es", "nl"])
def test_what_was_played_as_planned_is_told_after_what_led_to_it(language: str) -> None:
    Member.objects.filter(pk=member("Anna").pk).update(language=language)
    match = running_match("Anna", "Bo", game="emu-ranchers", options={"years": 1})
    anna, is_hatched = player(match, "Anna"), False
    while not match.is_over:
        for who in awaited(match):
            hatching = [text for text in legal_texts(who) if text.startswith("hatch")]
            if who == anna and hatching and not is_hatched:
                order(who, hatching[0])
                is_hatched = True
            else:
                order(who, f"{default_text(who)}; best" if who == anna else "")
        match.refresh_from_db()
    said = " ".join(body(OutboundMail.objects.get(player=anna, kind="finished")).split())
    with translation.override(language):
        planned = gettext("Played by your standing orders: %(moves)s.").partition("%")[0]
        drawn = gettext("You draw %(card)s from the deck.").partition("%")[0]
    assert 0 < said.index(drawn) < said.index(planned)


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
