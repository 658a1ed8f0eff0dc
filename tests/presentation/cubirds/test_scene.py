"""The table of CuBirds as a form: what is tapped spells every order; ends say what they take."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree

from games.presentation.scene import Scene
from tests.presentation.cubirds.positions import NAMES, RULES, WORDS, positions
from tests.rules.cubirds.positions import position


def test_every_order_is_spelled_by_one_way_and_read_back_to_its_picks() -> None:
    for place in positions()[::9]:
        for seat, decision in place.decisions():
            ways = WORDS.ways(decision, RULES.view(place.state, seat))
            for order in RULES.legal_orders(place.state, seat):
                text = RULES.format_order(order)
                found = [(way, way.picks_of(text)) for way in ways]
                [(way, picks)] = [(way, picks) for way, picks in found if picks is not None]
                assert way.order(picks) == text
                assert not way.missing(picks)


def test_only_a_lay_is_tapped_together_everything_else_is_a_button() -> None:
    for place in positions()[::9]:
        for seat, decision in place.decisions():
            ways = WORDS.ways(decision, RULES.view(place.state, seat))
            assert [bool(way.slots) for way in ways].count(True) == (decision.kind == "lay")


def test_the_table_shows_each_species_and_each_end_once() -> None:
    play = position("owl owl parrot robin", "robin")
    decision, view = RULES.decision(play.state, 0), RULES.view(play.state, 0)
    scene = Scene(WORDS.ways(decision, view))
    html = WORDS.table_picture(view, NAMES, 0, scene)
    ElementTree.fromstring(html)
    shown = Counter(re.findall(r'name="pick-(\w+)" value="([^"]+)"', html))
    assert set(shown.values()) == {1}
    assert {value for field, value in shown if field == "species"} == {"owl", "parrot", "robin"}
    assert sum(field == "end" for field, _value in shown) == 8
    assert list(scene.rest(lambda _value: "")) == []


def test_an_end_says_what_each_species_in_hand_takes_there() -> None:
    rows = ("duck duck owl", "duck toucan magpie", "warbler robin owl", "toucan duck robin")
    play = position("owl robin", "robin", rows=rows)
    decision, view = RULES.decision(play.state, 0), RULES.view(play.state, 0)
    html = WORDS.table_picture(view, NAMES, 0, Scene(WORDS.ways(decision, view)))
    ends = html.split('value="1 left"')[1].split("</label>")[0]
    assert '<span class="cu-take cu-take-owl">+2</span>' in ends
    assert "cu-take-robin" not in ends


def test_a_table_that_asks_nothing_has_no_targets() -> None:
    play = position("owl owl parrot robin", "robin")
    for viewer in (0, 1, None):
        assert "<input" not in WORDS.table_picture(RULES.view(play.state, viewer), NAMES, viewer)
