"""Orders for later on the match page: picked from a list, moved, removed, written as text."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.urls import reverse

from games.models import Match, Order, StandingOrder
from games.services.matches import resign_player
from tests import cast
from tests.site.conftest import Browse
from tests.sizes import few

STAMP = re.compile(r'name="stamp" value="([0-9a-f]+)"')


def page_of(browse: Browse, who: str, match: Match) -> str:
    path = reverse("match", kwargs={"code": match.code})
    return unescape(browse(who).get(path).content.decode())


def change(browse: Browse, match: Match, do: str, **data: object) -> str:
    """One change on Bo's page as it stands."""
    stamp = STAMP.search(page_of(browse, "Bo", match))
    assert stamp is not None
    path = reverse("match-later", kwargs={"code": match.code})
    answer = browse("Bo").post(path, {"do": do, "stamp": stamp[1], **data}, follow=True)
    return unescape(answer.content.decode())


def kept(match: Match, who: str = "Bo") -> list[str]:
    rows = StandingOrder.objects.filter(player=cast.player(match, who)).order_by(
        "-kind", "position"
    )
    return [f"{row.kind}: {row.text}" for row in rows]


def test_an_order_is_picked_from_the_list_with_a_second_best(browse: Browse) -> None:
    match = cast.running_match()
    page = change(
        browse, match, "add", when="missed", order=["take lion cheapest", "take any cheapest"]
    )
    assert kept(match) == ["missed: take lion cheapest or take any cheapest"]
    assert "take the lion and pay the cheapest cards" in page
    assert "if that is not possible: take any animal and pay the cheapest cards" in page
    assert "if missed: take lion cheapest or take any cheapest" in page


def test_the_list_offers_orders_for_every_decision_of_the_round(browse: Browse) -> None:
    match = cast.running_match()
    offered = re.findall(r'<option value="([^"]+)">', page_of(browse, "Bo", match))
    assert {"bid R", "pass", "pay cheapest", "swap none", "take any cheapest"} <= {*offered}


def test_orders_move_up_and_down_among_those_of_their_time_and_go(browse: Browse) -> None:
    match = cast.running_match()
    for order in ("pass", "bid R"):
        change(browse, match, "add", when="missed", order=[order])
    change(browse, match, "add", when="repeated", order=["pay cheapest"])
    assert kept(match) == ["repeated: pay cheapest", "missed: pass", "missed: bid R"]
    change(browse, match, "up-2")
    assert kept(match) == ["repeated: pay cheapest", "missed: bid R", "missed: pass"]
    change(browse, match, "down-1")
    assert kept(match) == ["repeated: pay cheapest", "missed: pass", "missed: bid R"]
    change(browse, match, "up-1")
    assert kept(match)[0] == "repeated: pay cheapest"
    change(browse, match, "remove-1")
    assert kept(match) == ["repeated: pay cheapest", "missed: bid R"]
    change(browse, match, "sort", sequence="1,0")
    assert kept(match) == ["repeated: pay cheapest", "missed: bid R"]


def test_orders_that_were_dragged_are_kept_in_their_new_sequence(browse: Browse) -> None:
    match = cast.running_match()
    for order in ("pass", "bid R", "swap none"):
        change(browse, match, "add", when="missed", order=[order])
    change(browse, match, "sort", sequence="2,0,1")
    assert kept(match) == ["missed: swap none", "missed: pass", "missed: bid R"]


@pytest.mark.parametrize(
    "sequence", few(["", "0", "0,0,1", "0,1,9", "a,b,c", "0,1,2,3", "-1,0,1"], 3)
)
def test_a_sequence_that_is_none_changes_nothing(sequence: str, browse: Browse) -> None:
    match = cast.running_match()
    for order in ("pass", "bid R", "swap none"):
        change(browse, match, "add", when="missed", order=[order])
    page = change(browse, match, "sort", sequence=sequence)
    assert "changed in the meantime" in page
    assert kept(match) == ["missed: pass", "missed: bid R", "missed: swap none"]


def test_they_can_be_written_one_a_line_also_in_words(browse: Browse) -> None:
    match = cast.running_match()
    change(browse, match, "write", text="if missed: bid R\neach time: take the lion or pass")
    assert kept(match) == ["repeated: take lion or pass", "missed: bid R"]
    page = change(browse, match, "write", text="if missed: fly away")
    assert "fly away" in page
    assert len(kept(match)) == 2
    change(browse, match, "write", text=" ")
    assert kept(match) == []


def test_each_time_may_end_with_a_round(browse: Browse) -> None:
    match = cast.running_match()
    page = change(browse, match, "add", when="repeated", order=["pay cheapest"], until="3")
    assert StandingOrder.objects.get().until_round == 3
    assert "until round 3" in page


def test_what_answers_the_open_decision_is_to_be_given_as_an_order(browse: Browse) -> None:
    match = cast.running_match()
    page = change(browse, match, "add", when="step", order=["bid R"])
    assert "Send it as your move instead" in page
    assert kept(match) == []
    change(browse, match, "add", when="step", order=["take any cheapest", "pass"])
    assert kept(match) == ["step: take any cheapest or pass"]
    cast.order(cast.player(match, "Bo"), "bid R; refill")
    change(browse, match, "add", when="step", order=["pass"])
    assert kept(match) == ["step: refill", "step: pass"]
    assert not Order.objects.exclude(player=cast.player(match, "Bo")).exists()


def test_a_repeated_order_that_speaks_of_the_open_decision_answers_it(browse: Browse) -> None:
    match = cast.running_match()
    for name in ("Anna", "Carla"):
        cast.order(cast.player(match, name), "bid R")
    page = change(browse, match, "add", when="repeated", order=["bid R"])
    assert "Added to your standing orders" in page
    row = match.phases.get(number=1).orders.get(player=cast.player(match, "Bo"))
    assert (row.text, row.source) == ("bid R", Order.Source.STANDING)


def test_with_a_script_the_plan_alone_comes_back_and_the_focus_follows(browse: Browse) -> None:
    match = cast.running_match()
    for order in ("pass", "bid R"):
        change(browse, match, "add", when="missed", order=[order])
    stamp = STAMP.search(page_of(browse, "Bo", match))
    assert stamp is not None
    path = reverse("match-later", kwargs={"code": match.code})
    answer = browse("Bo").post(path, {"do": "up-1", "stamp": stamp[1]}, headers={"X-Part": "yes"})
    part = answer.content.decode()
    assert part.lstrip().startswith("<details")
    assert "Moved up." in part
    focused = re.findall(r"<button[^>]*autofocus[^>]*>", part)
    assert len(focused) == 1
    assert 'value="down-0"' in focused[0]


def test_a_plan_that_has_changed_meanwhile_is_shown_and_not_overwritten(browse: Browse) -> None:
    match = cast.running_match()
    path = reverse("match-later", kwargs={"code": match.code})
    change(browse, match, "add", when="missed", order=["pass"])
    for stamp in ("", "0" * 16, "x" * 5000):
        answer = browse("Bo").post(path, {"do": "clear", "stamp": stamp}, follow=True)
        assert "changed in the meantime" in answer.content.decode()
    assert kept(match) == ["missed: pass"]


@pytest.mark.parametrize(
    ("do", "data"),
    few(
        [
            ("fly", {}),
            ("up-99", {}),
            ("remove-9999999", {}),
            ("add", {"order": [""]}),
            ("add", {"order": ["", "pass"]}),
            ("add", {"order": ["fly away"], "when": "missed"}),
            ("add", {"order": ["pass; bid R"], "when": "missed"}),
            ("add", {"order": ["pass " * 500], "when": "missed"}),
            ("write", {"text": "if missed: pass\n" * 60}),
            ("write", {"text": "pass or " * 600}),
            ("add", {"order": ["pay cheapest"], "when": "repeated", "until": "0"}),
        ],
        6,
    ),
)
def test_a_change_that_is_none_is_answered_and_changes_nothing(
    do: str, data: dict[str, object], browse: Browse
) -> None:
    match = cast.running_match()
    change(browse, match, "add", when="missed", order=["bid R"])
    change(browse, match, do, **data)
    assert kept(match) == ["missed: bid R"]


def test_twenty_are_enough(browse: Browse) -> None:
    match = cast.running_match()
    change(browse, match, "write", text="if missed: pass\n" * 20)
    assert len(kept(match)) == 20
    page = change(browse, match, "add", when="missed", order=["pass"])
    assert "You can keep 20 standing orders at most." in page
    assert len(kept(match)) == 20


def test_nobody_else_sees_or_changes_them(browse: Browse) -> None:
    match = cast.running_match()
    change(browse, match, "add", when="missed", order=["take lion cheapest"])
    for who in ("Anna", "Mallory", ""):
        assert "take lion cheapest or" not in page_of(browse, who, match)
        assert "if missed: take lion" not in page_of(browse, who, match)
    path = reverse("match-later", kwargs={"code": match.code})
    assert browse("Mallory").post(path, {"do": "clear"}).status_code == 404
    assert kept(match) == ["missed: take lion cheapest"]


def test_who_has_given_the_seat_up_leaves_nothing(browse: Browse) -> None:
    match = cast.running_match()
    resign_player(player=cast.player(match, "Bo"))
    assert 'id="later"' not in page_of(browse, "Bo", match)
