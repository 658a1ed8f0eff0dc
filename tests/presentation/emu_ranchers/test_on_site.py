"""Emu Ranchers on the site: opened by the form, played by it, and told by mail."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from games.models import Match, StandingOrder
from games.rules.registry import rules_for
from games.services.matches import create_match, fill_with_bots, join_match
from tests import cast
from tests.browser.conftest import Visit, site, visit
from tests.browser.table import answer, is_asked, match_is_over, play_on
from tests.presentation.emu_ranchers.positions import RULES, WORDS
from tests.rules.emu_ranchers.positions import position
from tests.sizes import sized

pytestmark = pytest.mark.django_db
__all__ = ["site", "visit"]  # fixtures

OPENING = {
    "seats": "2",
    "bots": "0",
    "years": "7",
    "deck": "pawns",
    "excuse": "True",
    "phase_time": "172800",
    "waiting_policy": "count",
    "is_public": "yes",
}


def browser(name: str) -> Client:
    cache.clear()  # Rate limits count in it, across tests.
    client = Client()
    client.force_login(cast.member(name))
    return client


def match_of_two(**options: object) -> Match:
    match = create_match(
        member=cast.member("Anna"),
        game="emu-ranchers",
        options=options,
        seats=2,
        phase_time=cast.TWO_DAYS,
    )
    join_match(member=cast.member("Bo"), match=match)
    match.refresh_from_db()
    return match


def test_a_match_of_seven_years_is_opened_by_the_form() -> None:
    address = reverse("match-new") + "?game=emu-ranchers"
    page = unescape(browser("Anna").get(address).content.decode())
    assert 'name="years" value="4"' in page
    assert re.search(r'name="seats" value="2"[^>]*checked', page)
    browser("Anna").post(address, OPENING)
    match = Match.objects.get()
    assert match.game == "emu-ranchers"
    assert match.options == {"years": 7, "deck": "pawns", "excuse": True}


@pytest.mark.parametrize("years", ["0", "25", "x", ""])
def test_a_number_of_years_that_cannot_be_played_is_refused(years: str) -> None:
    address = reverse("match-new") + "?game=emu-ranchers"
    answered = browser("Anna").post(address, OPENING | {"years": years})
    assert answered.status_code == 422
    assert not Match.objects.exists()


def test_a_whole_turn_in_one_message_answers_the_draw_as_well() -> None:
    match = match_of_two(years=1)
    rules = rules_for("emu-ranchers")
    starter = cast.awaited(match)[0]
    cast.order(starter, "discard any")
    other = cast.awaited(match)[0]
    assert other != starter
    hatch = next(text for text in cast.legal_texts(other) if text.startswith("hatch"))
    receipt = cast.order(other, f"{hatch}; draw discard; best")
    assert receipt.closed
    assert cast.awaited(match) == [starter]
    match.refresh_from_db()
    assert rules.decode(match.state).known[1] != ()
    assert [step.text for step in StandingOrder.objects.all()] == ["best"]


def test_the_match_page_has_the_table_with_its_style_sheet_and_the_form() -> None:
    match = match_of_two(years=2, excuse=True)
    asked = cast.awaited(match)[0].name
    page = unescape(browser(asked).get(match_address(match)).content.decode())
    assert "Hatch a new bird" in page
    assert 'name="pick-place" value="new"' in page
    assert 'class="er-table"' in page
    assert 'href="/static/games/table-emu-ranchers' in page


def test_an_order_that_was_given_is_shown_as_picked() -> None:
    play = position("5ML 9LK", birds="2MK 3MV / 8MS")
    ways = WORDS.ways(RULES.decision(play.state, 0), RULES.view(play.state, 0))
    picked = [(way, picks) for way in ways if (picks := way.picks_of("grow 5ML 2"))]
    assert [way.order(picks) for way, picks in picked] == ["grow 5ML 2"]


def match_address(match: Match) -> str:
    return reverse("match", kwargs={"code": match.code})


@pytest.mark.django_db(transaction=True)
@pytest.mark.timeout(180)
def test_a_year_is_played_by_the_form_alone_against_a_bot(visit: Visit) -> None:
    match = create_match(
        member=cast.member("Anna"),
        game="emu-ranchers",
        options={"years": 1, "deck": "courts"},
        seats=2,
        phase_time=cast.TWO_DAYS,
    )
    fill_with_bots(member=cast.member("Anna"), match=match)
    page = visit("Anna", viewport={"width": 390, "height": 844})
    page.goto(match_address(match))
    for number in range(sized(8, 60)):
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        if not is_asked(page):
            break
        answer(page, number)
    play_on(match)
    page.reload()
    assert match_is_over(page)
    assert page.locator(".er-season[open]").is_visible()
