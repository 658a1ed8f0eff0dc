"""Every main page for everybody: axe in light and dark, and no sideways scrolling on a phone."""

from __future__ import annotations

import pytest

from games.models import Match, Member
from games.selectors.quick_matches import PACES
from games.services.following import follow_member
from games.services.matches import fill_with_bots, resign_player
from games.services.phases import advance_match
from games.services.quick_pairing import pair_quickly
from games.services.talk import say_at_table
from games.services.talk_moderation import report_message
from tests import cast
from tests.browser.conftest import Visit
from tests.browser.looks import PHONE, SHARE, problems
from tests.games.times import BANKED

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(400)]


def finished_match() -> Match:
    match = cast.open_match("Anna", title="Over")
    fill_with_bots(member=cast.member("Anna"), match=match)
    resign_player(player=cast.player(match, "Anna"))
    advance_match(match.pk)
    return match


def addresses() -> dict[str, list[str]]:
    """The pages to look at, by who looks."""
    running, waiting = cast.running_match(), cast.open_match("Anna", "Bo")
    sealed, over = cast.running_match(), finished_match()
    cast.order(cast.player(sealed, "Anna"), "bid R; take lion or pass")
    public = ["/", "/lobby/", "/histories/", "/rules/wild-cards/", "/help/mail/", "/credits/"]
    public += ["/privacy/", "/api/docs/", "/accounts/login/", "/accounts/signup/"]
    public += ["/learn/wizard/", "/learn/cubirds/1/?text=lay+robin+3+right", "/learn/wizard/end/"]
    mine = ["/", "/new/", "/profile/", "/mailbox/", "/accounts/email/"]
    mine += [f"/matches/{match.code}/" for match in (running, waiting, sealed, over)]
    mine += [f"/matches/{over.code}/{page}/" for page in ("replay/9", "chance", "log")]
    mine += [f"/matches/{running.code}/resign/", "/profile/calendar/", "/profile/keys/"]
    mine += ["/accounts/passkeys/", "/accounts/sessions/", "/accounts/prove/"]
    mine += company_pages(running, over)
    left = cast.running_match("Bo", "Carla", "Dirk", terms=BANKED)
    resign_player(player=cast.player(left, "Bo"))
    mine += [f"/matches/{left.code}/seat/{cast.player(left, 'Bo').seat}/"]
    return {"": public, "Anna": mine}


def company_pages(running: Match, over: Match) -> list[str]:
    """What stands around the table: talk, people, notifications, what-if, a review."""
    bo = cast.member("Bo")
    follow_member(member=cast.member("Anna"), other=bo)
    said = say_at_table(player=cast.player(running, "Bo"), text="Good luck to all of you!")
    report_message(member=cast.member("Carla"), message=said)
    Member.objects.filter(name="Anna").update(is_staff=True)
    quick = pair_quickly(member=cast.member("Anna"), game="wizard", pace=next(iter(PACES)))
    return [
        *(f"/matches/{running.code}/{page}/" for page in ("what-if", "talk")),
        f"/matches/{quick.code}/",
        f"/matches/{over.code}/review/",
        f"/ratings/members/{bo.pk}/",
        *("/people/", "/lobby/", "/next/", "/talk/reports/", "/profile/channels/", "/help/keys/"),
    ]


def test_axe_finds_nothing_on_any_main_page_and_none_scrolls_sideways_on_a_phone(
    visit: Visit,
) -> None:
    found: dict[str, list[str]] = {}
    for who, paths in addresses().items():
        page = visit(who)
        for number, path in enumerate(paths[::SHARE]):
            if wrong := problems(page, path, number=number):
                found[path] = wrong
    assert found == {}


def test_what_can_be_touched_is_large_enough_for_a_finger(visit: Visit) -> None:
    match = cast.running_match()
    page = visit("Anna", viewport=PHONE)
    page.goto(f"/matches/{match.code}/")
    for one in page.locator("main button:visible, main .value:visible").all():
        box = one.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 36, one.inner_text()
