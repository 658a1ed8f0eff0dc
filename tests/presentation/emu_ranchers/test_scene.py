"""The table of Emu Ranchers as a form: the hand once, then where the card goes."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice, product
from xml.etree import ElementTree

from games.presentation.scene import Scene
from tests.presentation.emu_ranchers.positions import RULES, WORDS, positions
from tests.rules.emu_ranchers.positions import Play, position

NAMES = {0: "Anna", 1: "Bo"}


def drawn(play: Play) -> Counter[tuple[str, str]]:
    """The targets of seat 0's table, by field and value."""
    decision, view = RULES.decision(play.state, 0), RULES.view(play.state, 0)
    scene = Scene(WORDS.ways(decision, view))
    html = WORDS.table_picture(view, NAMES, 0, scene)
    ElementTree.fromstring(html)
    assert list(scene.rest(lambda _value: "")) == []
    return Counter(re.findall(r'name="pick-([\w-]+)" value="([^"]+)"', html))


def test_every_order_of_a_turn_is_spelled_by_one_way_and_read_back() -> None:
    for place in positions()[::9]:
        for seat, decision in place.decisions():
            ways = WORDS.ways(decision, RULES.view(place.state, seat))
            for order in islice(RULES.legal_orders(place.state, seat), 60):
                text = RULES.format_order(order)
                if text.split()[0] == "grow" and decision.kind == "growth":
                    continue  # the same cards in another sequence are tapped alike
                found = [(way, way.picks_of(text)) for way in ways]
                [(way, picks)] = [(way, picks) for way, picks in found if picks is not None]
                assert way.order(picks) == text
                assert not way.missing(picks)


def test_the_hand_is_shown_once_with_the_birds_a_nest_and_the_pile() -> None:
    shown = drawn(position("2MK 5ML AS", birds="3MV / 4VL", discard="AM"))
    assert set(shown.values()) == {1}
    assert {value for field, value in shown if field == "card"} == {"2MK", "5ML", "AS"}
    assert {value for field, value in shown if field == "place"} >= {"new", "discard"}


def test_a_bird_that_takes_no_card_of_the_hand_is_no_target() -> None:
    shown = drawn(position("5YK AS", birds="3MV / 4YK", discard="AM"))
    assert ("place", "1") not in shown
    assert ("place", "2") in shown


def test_a_draw_is_a_button_a_pile() -> None:
    play = position("2MK 5ML", discard="AM", phase="draw")
    ways = WORDS.ways(RULES.decision(play.state, 0), RULES.view(play.state, 0))
    assert [(way.spelled, way.label) for way in ways] == [
        ("draw deck", "Draw from the deck"),
        ("draw discard", "Take Ace of Moons"),
    ]


def test_the_last_growth_offers_each_card_on_its_birds_the_best_cards_or_nothing() -> None:
    play = position("9MS 8VL", birds="5ML 6MV / 4VL", phase="growth", awaited=(0, 1))
    ways = WORDS.ways(RULES.decision(play.state, 0), RULES.view(play.state, 0))
    assert [way.spelled for way in ways if not way.slots] == ["best", "done"]
    assert drawn(play) == {("bird-1", "9MS 1"): 1, ("bird-2", "8VL 2"): 1}


def test_whatever_is_tapped_at_a_years_end_is_legal_and_every_growth_can_be_tapped() -> None:
    play = position("6LK 7ML 9MS 9LK 3LY", birds="5ML / 4VL", phase="growth", awaited=(0, 1))
    [way] = [
        way
        for way in WORDS.ways(RULES.decision(play.state, 0), RULES.view(play.state, 0))
        if way.slots
    ]
    tapped = set()
    for chosen in product(*([(), *slot.runs] for slot in way.slots)):
        picks = dict(zip((slot.field for slot in way.slots), chosen, strict=True))
        if way.fits(picks) and not way.missing(picks):
            shuffled = {field: values[::-1] for field, values in picks.items()}
            assert way.order(shuffled) == way.order(picks)
            order = RULES.parse_order(play.state, 0, way.order(picks))
            tapped.add(frozenset(zip(order.cards, order.birds, strict=True)))
    legal = {
        frozenset(zip(order.cards, order.birds, strict=True))
        for order in RULES.legal_orders(play.state, 0)
        if order.cards
    }
    assert len(legal) > 20
    assert tapped == legal


def test_one_card_does_not_go_on_two_birds_and_its_cards_are_written_as_they_go_together() -> None:
    play = position("8VL 7ML", birds="5ML / 4VL", phase="growth", awaited=(0, 1))
    [way] = [
        way
        for way in WORDS.ways(RULES.decision(play.state, 0), RULES.view(play.state, 0))
        if way.slots
    ]
    assert way.fits({"bird-1": ["8VL 1"], "bird-2": ["7ML 2"]})
    assert not way.fits({"bird-1": ["8VL 1"], "bird-2": ["8VL 2"]})
    assert way.missing({}) == list(way.slots)
    assert way.order({"bird-1": ["8VL 1", "7ML 1"]}) == "grow 7ML 1 8VL 1"


def test_a_tapped_card_usually_goes_on_the_first_bird_that_takes_it() -> None:
    play = position("2MK 5ML AS", birds="3MV / 4VL", discard="AM")
    view = RULES.view(play.state, 0)
    ways = WORDS.ways(RULES.decision(play.state, 0), view)
    usual = {picks["card"]: picks["place"] for way in ways for picks in way.usual}
    assert usual["2MK"] == "1"
    assert usual["5ML"] == "1"
    assert usual["AS"] == "new"
    assert all(
        any(way.fits({name: [value] for name, value in picks.items()}) for way in ways)
        for way in ways
        for picks in way.usual
    )
