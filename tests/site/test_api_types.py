"""Each game's types stand in the description of the interface, and its matches are of them."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape

import msgspec
import pytest
from django.test import Client

from games.api import api, documentation
from games.api.game_shapes import PLACE, view_type
from games.rules.chance import Chance
from games.rules.configurations import configurations
from games.rules.game import Game
from games.rules.playout import Dice, ask_bot
from games.rules.protocol import Decision, Event, Setup, TableView
from games.rules.registry import GAMES, bots_for
from tests.sizes import sized
from tests.test_adding_a_game import KEY, games, site_folder

__all__ = ["games", "site_folder"]

MOST_PHASES = sized(30, 60)

Seen = tuple[TableView, Decision | None, tuple[Event, ...]]


def seen_in(game: Game) -> Iterator[Seen]:
    """Views, decisions and events of the beginning of a match of each configuration."""
    rules, bot = game.rules, bots_for(game.key)["random"]
    for number, configuration in enumerate(configurations(rules)):
        chance = Chance(f"typed {number}")
        step = rules.start(Setup(configuration.seats, configuration.options, chance))
        for turn in range(MOST_PHASES):
            yield rules.view(step.state, None), None, step.events
            if (phase := rules.phase(step.state)) is None:
                break
            seat = phase.awaited[0]
            yield rules.view(step.state, seat), rules.decision(step.state, seat), ()
            orders = {
                seat: ask_bot(rules, bot, step.state, seat, Dice("typed", f"{turn}-{seat}"))
                for seat in phase.awaited
            }
            step = rules.adjudicate(step.state, orders)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_what_a_game_sends_is_of_the_types_that_it_declares(game: Game) -> None:
    rules = game.rules
    kinds = set()
    for view, decision, events in seen_in(game):
        msgspec.convert(msgspec.to_builtins(view), view_type(rules), strict=True)
        if decision is not None:
            assert isinstance(decision.data, rules.questions)
        for event in events:
            shape = rules.events[event.kind]
            kinds.add(event.kind)
            assert isinstance(event.data, shape)
            assert msgspec.convert(msgspec.to_builtins(event.data), shape, strict=True)
    assert kinds


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_kind_of_event_that_is_worded_is_typed(game: Game) -> None:
    sentences = __import__(f"{game.package}.presentation.sentences", fromlist=["EVENT_KINDS"])
    assert set(game.rules.events) == set(sentences.EVENT_KINDS)


def test_the_description_has_a_view_for_each_game_and_no_free_object() -> None:
    shapes = api.get_openapi_schema()["components"]["schemas"]
    view = shapes["MatchOut"]["properties"]["view"]["anyOf"][0]
    assert set(view["discriminator"]["mapping"]) == set(GAMES)
    for key, place in view["discriminator"]["mapping"].items():
        shape = shapes[place.removeprefix(PLACE)]
        assert shape["properties"]["game"]["enum"] == [key]
        assert {"hand", "awaited"} <= set(shape["required"])
    kinds = {one["properties"]["kind"]["enum"][0] for one in shapes["EventOut"]["anyOf"]}
    assert kinds == {kind for game in GAMES.values() for kind in game.rules.events}
    assert all("$ref" in one for one in shapes["DecisionOut"]["properties"]["data"]["anyOf"])


def test_the_page_about_the_interface_is_in_the_readers_language(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(documentation, "gettext", lambda text: f"‹{text}›")
    page = unescape(Client().get("/api/docs/").content.decode())
    for text in ("Give an order.", "The match starts with the last seat.", "A closed phase"):
        assert f"‹{text}" in page


def test_a_game_of_another_package_is_described_too(games: dict[str, Game]) -> None:
    shapes = api.get_openapi_schema()["components"]["schemas"]
    view = shapes["MatchOut"]["properties"]["view"]["anyOf"][0]
    assert view["discriminator"]["mapping"][KEY] == f"{PLACE}PlainView"
    assert KEY in shapes["PlainView"]["properties"]["game"]["enum"]
    assert {"type": "object", "additionalProperties": True} in (
        shapes["DecisionOut"]["properties"]["data"]["anyOf"]
    )
