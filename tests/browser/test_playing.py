"""From joining to the end of a match, in a real browser."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from games.models import Match, Order
from tests import cast
from tests.browser.conftest import Visit
from tests.browser.table import SCENE, answer, is_asked, match_is_over, play_on
from tests.sizes import sized

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(400)]
MOST_DECISIONS = 400


def join(page: Page) -> None:
    """Become a member: the form, and the code out of the mail that the mailbox shows."""
    page.goto("/")
    page.get_by_role("link", name="Join", exact=True).first.click()
    page.get_by_label("Name at the table").fill("Zoë")
    page.get_by_label("Email").fill("zoe@example.org")
    page.get_by_role("button", name="Join").click()
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="open the mailbox").click()
    mailbox = opened.value
    mailbox.get_by_role("link", name="Your code to join").click()
    mailbox.wait_for_url(re.compile(r"/mailbox/\d+/"))
    code = re.search(
        r"^\s*([A-Z0-9]{3,4}-?[A-Z0-9]{3,4})\s*$", mailbox.inner_text("main"), re.MULTILINE
    )
    assert code is not None, mailbox.inner_text("main")
    mailbox.close()
    page.get_by_label("Code").fill(code[1])
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", name="My matches")).to_be_visible()


LOOK = "document.dispatchEvent(new Event('look'))"
"""What a page does every few seconds, or when it is told of news."""


def test_a_newcomer_joins_and_plays_a_whole_match_against_two_bots(visit: Visit) -> None:
    page = visit(timezone_id="Europe/Rome")
    join(page)
    assert cast.member("Zoë").time_zone == "Europe/Rome"
    page.get_by_role("link", name="New match").click()
    page.get_by_text("Title, what others see").click()
    page.get_by_label("Title").fill("My first")
    page.get_by_label("Bots at the table").select_option("2")
    page.get_by_role("button", name="Create match").click()
    for number in range(sized(8, MOST_DECISIONS)):
        if match_is_over(page):
            break
        assert is_asked(page), "bots answer at once: it is always the person who is asked"
        answer(page, number)
    match = Match.objects.get()
    play_on(match)
    page.reload()
    assert match_is_over(page)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    own = Order.objects.filter(player__member__name="Zoë")
    assert set(own.values_list("source", flat=True)) <= {Order.Source.WEB, Order.Source.FORCED}
    page.get_by_role("link", name="Replay step by step").click()
    for key, number in (("", 0), ("ArrowRight", 1), ("ArrowLeft", 0)):
        if key:
            page.keyboard.press(key)
        expect(page).to_have_url(re.compile(rf"/replay/{number}/$"))
        # The address changes before the script listens to the keys.
        page.wait_for_load_state("load")


def test_two_people_and_a_bot_play_a_match_to_its_end(visit: Visit) -> None:
    anna, bo = visit("Anna"), visit("Bo")
    anna.goto("/new/")
    anna.get_by_label("Bots at the table").select_option("1")
    anna.get_by_role("button", name="Create match").click()
    bo.goto(anna.get_by_label("Invitation link", exact=True).input_value().partition("8000")[2])
    bo.get_by_role("button", name="Take a seat").click()
    pages = (anna, bo)
    for page in pages:
        page.goto(f"/matches/{Match.objects.get().code}/")
    match = Match.objects.get()
    for number in range(sized(4, MOST_DECISIONS)):
        if match_is_over(anna) and match_is_over(bo):
            break
        for page in pages:
            page.reload()
            if is_asked(page):
                answer(page, number)
    play_on(match)
    for page in pages:
        page.reload()
    assert match_is_over(anna)
    assert match_is_over(bo)
    assert Match.objects.get().status == Match.Status.FINISHED


def test_the_open_page_learns_that_the_match_has_gone_on(visit: Visit) -> None:
    match = cast.running_match("Anna", "Bo", "Carla", waiting_policy="count")
    page = visit("Anna")
    page.goto(f"/matches/{match.code}/")
    expect(page.get_by_text("Waiting for")).to_be_visible()
    cast.order(cast.player(match, "Bo"))
    page.evaluate(LOOK)
    expect(page.get_by_text("1 of 3 have moved")).to_be_visible()
    for name in ("Anna", "Carla"):
        cast.order(cast.player(match, name))
    page.evaluate(LOOK)
    expect(page.get_by_text("new for you").first).to_be_visible()


def test_what_is_half_chosen_is_not_thrown_away_when_the_match_goes_on(visit: Visit) -> None:
    match = cast.running_match()
    page = visit("Anna")
    page.goto(f"/matches/{match.code}/")
    page.locator(f"{SCENE} input[value=R]").check()
    for name in ("Anna", "Bo", "Carla"):
        cast.order(cast.player(match, name))
    page.evaluate(LOOK)
    # The bar of the scene says it too: what it would order is out of date.
    notice = page.locator("#moved-notice")
    expect(notice).to_be_visible()
    expect(notice).to_contain_text("There’s news in this match.")
    expect(page.locator(f"{SCENE} input[value=R]")).to_be_checked()


def test_an_order_can_be_given_with_the_keyboard_alone(visit: Visit) -> None:
    match = cast.running_match()
    page = visit("Anna")
    page.goto(f"/matches/{match.code}/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.keyboard.press("Enter")
    for _press in range(10):
        page.keyboard.press("Tab")
        if page.evaluate(f"document.activeElement.matches('{SCENE} input')"):
            break
    page.keyboard.press("Space")
    for _press in range(10):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('[data-send]')"):
            break
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Your move is sealed")).to_be_visible()


def test_an_order_can_be_given_changed_and_typed_without_any_script(visit: Visit) -> None:
    match = cast.running_match()
    page = visit("Anna", java_script_enabled=False)
    page.goto(f"/matches/{match.code}/")
    page.locator(f"{SCENE} input[value=R]").check()
    page.locator(f"{SCENE} [data-send]").click()
    expect(page.get_by_text("Move accepted: bid the Refill card.")).to_be_visible()
    page.get_by_text("Type a move, or").click()
    page.get_by_label("Move", exact=True).fill("bid nonsense")
    page.get_by_role("button", name="Send this move").click()
    expect(page.get_by_text("Your move wasn’t accepted; nothing has changed.")).to_be_visible()
    expect(page.get_by_label("Move", exact=True)).to_have_value("bid nonsense")
    page.get_by_label("Move", exact=True).fill("bid R; pass")
    page.get_by_role("button", name="Send this move").click()
    expect(page.get_by_text("(version 2)")).to_be_visible()


def test_the_scene_never_lets_more_be_chosen_than_is_legal(visit: Visit) -> None:
    match = cast.running_match()
    page = visit("Anna")
    for number in range(MOST_DECISIONS):
        page.goto(f"/matches/{match.code}/")
        if limited := _limited(page):
            name, most = limited
            boxes = page.locator(f'{SCENE} input[name="pick-{name}"]')
            for box in boxes.all()[:most]:
                box.check()
            assert page.locator(f'{SCENE} input[name="pick-{name}"]:enabled').count() == most
            return
        for who in cast.awaited(match):
            texts = cast.legal_texts(who)
            cast.order(who, texts[number % len(texts)])
    raise AssertionError("no decision had a limit below the number of its values")


def _limited(page: Page) -> tuple[str, int] | None:
    """A field of the decision of which several, but not all, are to be chosen."""
    form = page.locator(SCENE)
    ways = json.loads(form.get_attribute("data-ways") or "[]") if form.count() else []
    for way in ways:
        for name, (_least, most, values) in way.items():
            if 1 < most < len(values):
                return name, most
    return None
