"""Tournaments in a real browser: axe in light and dark, a phone, the keyboard, and no script."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests import cast
from tests.browser.conftest import Visit
from tests.browser.looks import PHONE, SHARE, problems
from tests.browser.table import told
from tests.site.tournament_rows import Status, entrants, played, stated
from tournaments.models import Entry, Tournament

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(400)]


def tournaments() -> dict[str, Tournament]:
    """One of each shape that a page can take."""
    heats = {"rounds": 3, "cut": 16, "games": 2}
    made = {
        "knockout": played(stated("knockout", terms={"third_place": True}), 16, share=0.6),
        "large": played(stated("knockout"), 40, share=0.5),
        "double": played(stated("double_knockout"), 13, share=0.6),
        "tables": played(stated("elimination", table_size=4, terms={"advance": 2}), 32, share=0.5),
        "heats": played(stated("heats", table_size=4, terms=heats), 24, share=0.3),
        "swiss": played(stated("swiss", terms={"rounds": 4}), 9),
        "open": stated("swiss", table_size=4, description="Be kind.", most_entries=12),
        "draft": stated("league", status=Status.DRAFT),
    }
    entrants(made["open"], 5)
    return made


def addresses(made: dict[str, Tournament]) -> dict[str, list[str]]:
    """The pages to look at, by who looks."""
    base = {name: f"/tournaments/{row.code}/" for name, row in made.items()}
    entry = made["swiss"].entries.order_by("pk")[0]
    playing = ["/", "/tournaments/", "/histories/?player=Entrant+1"]
    playing += [base[name] for name in ("knockout", "tables", "heats", "open")]
    playing += [f"{base['large']}bracket/", f"{base['double']}bracket/"]
    playing += [f"{base['swiss']}{page}" for page in ("", "cross/", "log/", "rounds/1/")]
    playing += [
        f"{base['swiss']}standings/?entry={entry.pk}",
        f"{base['swiss']}entries/{entry.pk}/",
    ]
    ruling = [f"{base[name]}manage/" for name in ("draft", "open", "knockout", "swiss")]
    ruling += [f"{base['draft']}manage/terms/", f"{base['draft']}"]
    ruling += [f"/tournaments/new/?game={game}" for game in ("wild-cards", "emu-ranchers")]
    return {
        "": ["/tournaments/", "/histories/", base["open"]],
        "Entrant 1": playing,
        "Olga": ruling,
    }


def test_axe_finds_nothing_and_on_a_phone_only_the_pictures_scroll_sideways(visit: Visit) -> None:
    found: dict[str, list[str]] = {}
    for who, paths in addresses(tournaments()).items():
        page = visit(who)
        for number, path in enumerate(paths[::SHARE]):
            if wrong := problems(page, path, number=number):
                found[path] = wrong
    assert found == {}, "\n".join(f"{path}: {one}" for path, many in found.items() for one in many)


def test_a_bracket_is_followed_column_by_column_on_a_phone(visit: Visit) -> None:
    made = played(stated("knockout"), 40, share=0.5)
    page = visit("Entrant 1", viewport=PHONE)
    page.goto(f"/tournaments/{made.code}/bracket/")
    region = page.get_by_role("region", name="Bracket")
    region.evaluate("one => one.scrollTo({left: 300})")
    page.wait_for_function("document.querySelector('.bracket-scroll').scrollLeft % 228 === 0")
    assert region.evaluate("one => one.scrollLeft") in {228, 456}
    region.evaluate("one => one.scrollTo({top: 400})")
    heading = page.locator(".bracket-columns li").first.bounding_box()
    frame = region.bounding_box()
    assert heading is not None
    assert frame is not None
    assert heading["y"] < frame["y"] + 40, "the rounds' names stay in sight"
    assert page.locator("svg .bracket-own").count() > 0
    page.get_by_text("The bracket as lists").click()
    expect(page.locator(".bracket-lists .is-own").first).to_contain_text("Entrant 1")


def press_to(page: Page, selector: str, most: int = 40) -> None:
    """Go on with the tabulator until this has the focus."""
    for _press in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("one => document.activeElement.matches(one)", selector):
            return
    raise AssertionError(f"the keyboard does not come to {selector}")


def test_entering_and_withdrawing_need_no_mouse(visit: Visit) -> None:
    made = stated("knockout")
    cast.member("Anna")
    page = visit("Anna")
    page.goto(f"/tournaments/{made.code}/")
    press_to(page, "form[action$='/enter/'] summary")
    page.keyboard.press("Enter")
    press_to(page, "#contribution", 2)
    page.keyboard.type("seven swans")
    press_to(page, "form[action$='/enter/'] button", 2)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(told(page, "You’re in. We’ll mail you when it starts.")).to_be_visible()
    assert Entry.objects.get().contribution == "seven swans"
    press_to(page, "details:has(form[action$='/withdraw/']) summary")
    page.keyboard.press("Enter")
    press_to(page, "form[action$='/withdraw/'] button", 4)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(told(page, "You’ve withdrawn.")).to_be_visible()
    assert Entry.objects.get().status == Entry.Status.WITHDRAWN


def test_a_tournament_is_stated_opened_and_started_without_any_script(visit: Visit) -> None:
    olga = visit("Olga", java_script_enabled=False)
    olga.goto("/tournaments/new/?game=emu-ranchers&format=knockout")
    olga.get_by_label("Name", exact=True).fill("Plain Cup")
    olga.get_by_label("Fewest players").fill("2")
    olga.get_by_role("button", name="Preview the tables").click()
    expect(olga.get_by_text("With 2 players: 1 table of 2.")).to_be_visible()
    olga.get_by_role("button", name="Create draft").click()
    olga.get_by_role("button", name="Open registration").click()
    code = Tournament.objects.get().code
    for name in ("Anna", "Bo"):
        page = visit(name, java_script_enabled=False)
        page.goto(f"/tournaments/{code}/")
        page.get_by_role("button", name="Register", exact=True).click()
        expect(told(page, "You’re in.")).to_be_visible()
    olga.goto(f"/tournaments/{code}/manage/")
    olga.get_by_role("button", name="Start now").click()
    expect(olga.get_by_text("It has started")).to_be_visible()
    olga.get_by_text("Pause", exact=True).first.click()
    olga.locator("#pause").fill("A holiday")
    olga.get_by_role("button", name="Pause").click()
    expect(olga.get_by_text("Paused: no new rounds")).to_be_visible()
    olga.goto(f"/tournaments/{code}/log/")
    expect(olga.locator("main")).to_contain_text("A holiday")
