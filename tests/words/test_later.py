"""Steps for decisions to come, in words: behind an order, below it, and with "if missed:"."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from games.rules.registry import rules_for
from games.words import (
    Below,
    BelowKind,
    Understood,
    is_notation,
    occasions_spelled,
    read_below,
    understand_later,
)
from tests.words.reading import Position, positions

EVERY = list(positions().values())
FIRST = {position.game: position for position in reversed(EVERY)}


def later(game: str, text: str, *languages: str, **terms: bool) -> Any:
    position = FIRST[game]
    rules = rules_for(game)
    return understand_later(rules, position.state, position.seat, text, languages, **terms)


def below(game: str, line: str, *languages: str) -> Below:
    position = FIRST[game]
    return read_below(rules_for(game), position.state, position.seat, line, languages)


@pytest.mark.parametrize("position", EVERY, ids=lambda one: f"{one.game}-{one.name}")
def test_every_canonical_order_is_notation_however_it_is_spaced(position: Position) -> None:
    rules = rules_for(position.game)
    for order in islice(rules.legal_orders(position.state, position.seat), 60):
        text = rules.format_order(order)
        for sent in (text, text.upper(), text.replace(" ", "", 1)):
            assert is_notation(position.game, sent), sent


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("wild-cards", "passo"),
        ("wild-cards", "pass the salt"),
        ("wild-cards", "take the lion"),
        ("wizard", "play well"),
        ("wizard", "play my lowest"),
        ("cubirds", "draw, please"),
    ],
)
def test_words_that_begin_like_a_verb_are_no_notation(game: str, text: str) -> None:
    assert not is_notation(game, text)


@pytest.mark.parametrize(
    ("game", "text", "canonical"),
    [
        ("wild-cards", "then take the lion, or else pass", "take lion or pass"),
        ("wild-cards", "poi prendo il leone oppure passo", "take lion or pass"),
        ("wild-cards", "luego cojo el león o paso", "take lion or pass"),
        ("wild-cards", "neem dan de leeuw, of pas", "take lion or pass"),
        ("wild-cards", "prendo il leone con foresta 2", "take lion F2"),
        ("wizard", "then play my lowest", "play lowest"),
        ("wizard", "poi gioco la più bassa", "play lowest"),
        ("wizard", "luego juego la más baja", "play lowest"),
        ("wizard", "dan speel ik mijn laagste kaart", "play lowest"),
        ("wizard", "dan maak ik rood troef", "trump R"),
        ("cubirds", "poi pesco due carte", "draw"),
        ("cubirds", "and form a family of toucans", "family toucan"),
        ("emu-ranchers", "luego robo del mazo", "draw deck"),
        ("emu-ranchers", "scarto la più bassa", "discard lowest"),
    ],
)
def test_words_name_a_step_whatever_is_open(game: str, text: str, canonical: str) -> None:
    assert later(game, text) == Understood(canonical)


def test_refilling_behind_a_bid_is_the_hand_and_alone_it_is_the_bid() -> None:
    assert later("wild-cards", "mi rifornisco", in_round=True) == Understood("refill")
    assert later("wild-cards", "mi rifornisco") == Understood("bid R")


def test_a_bare_number_names_no_later_step() -> None:
    assert not isinstance(later("wizard", "2"), Understood)


@pytest.mark.parametrize("game", FIRST)
@pytest.mark.parametrize(
    "line",
    [
        "Cheers,", "Anna", "Groetjes", "Un abrazo", "Saluti a tutti", "Kind regards",
        "Met vriendelijke groet", "Hasta luego", "See you on the 5th, have a good game",
        "I'll be away next week", "Ik ben volgende week weg", "Anna van den Berg", "Bo Leone",
        "By the way, what lovely weather", "Perdona el retraso", "xx", "1",
    ],
)  # fmt: skip
def test_a_goodbye_below_an_order_is_no_step_and_not_told(game: str, line: str) -> None:
    assert below(game, line).kind is BelowKind.CLOSING


@pytest.mark.parametrize(
    "line",
    [
        "then take the dragon",
        "What a fine lion",
        "I hope nobody takes the lion",
        "Bo, don't take my lion",
        "then take the lion with a forest",
    ],
)
def test_what_speaks_of_the_game_and_is_no_clear_step_is_left_aside(line: str) -> None:
    assert below("wild-cards", line) == Below(BelowKind.ASIDE)


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("se salto: passo", "if missed: passo"),
        ("si no contesto a tiempo: paso", "if missed: paso"),
        ("als ik de deadline mis: pas", "if missed: pas"),
        ("when I win: pass", "when I win: pass"),
        ("Cheers: Anna", "Cheers: Anna"),
        ("ogni volta: passo", "each time: passo"),
        ("cada baza: la más baja", "each time: la más baja"),
        ("Elke slag, tot en met ronde 5: pas", "each time, until round 5: pas"),
        ("ogni turno, fino al round 3: passo", "each time, until round 3: passo"),
        ("hasta la ronda 4: paso", "each time, until round 4: paso"),
        ("until round 4: pass", "until round 4: pass"),
        ("bid F3\nse manco: passo; pass", "bid F3\nif missed: passo; pass"),
        ("tot ronde 99999: pas", "tot ronde 99999: pas"),
    ],
)
def test_when_a_step_speaks_is_read_in_four_languages(text: str, spelled: str) -> None:
    assert occasions_spelled(text) == spelled
