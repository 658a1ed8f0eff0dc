"""What people ask of a match who never saw our words for it: most of it is understood."""

from __future__ import annotations

import json
from collections import Counter
from itertools import cycle
from pathlib import Path

import pytest

from games.replies.intents import IntentKind, read_intent
from games.rules.registry import GAMES

FILE = Path(__file__).resolve().parent / "requests" / "asked_of_matches.jsonl"
ALIKE = {
    "show": {"show", "wait"},  # “who are we waiting for?”
    "hand": {"hand", "show"},
    "log": {"log", "show"},
}
ANSWERED = frozenset(("deadline", "hand", "help", "log", "show", "standings"))
"""Commands that only tell something."""


def asked() -> list[dict[str, str]]:
    return [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines()]


def test_nine_in_ten_requests_in_own_words_are_understood() -> None:
    found = Counter[str]()
    for one, game in zip(asked(), cycle(sorted(GAMES)), strict=False):
        intent = read_intent(one["text"].splitlines(), game)
        named = intent.name if intent.kind is IntentKind.COMMAND else ""
        is_right = named in ALIKE.get(one["command"], {one["command"]})
        does_else = named and named not in ANSWERED and not is_right
        found["right" if is_right else "another deed" if does_else else "else"] += 1
    assert found["right"] >= 0.88 * found.total(), found
    assert found["another deed"] <= 0.025 * found.total(), found


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("Ik ben weg van 4 juni tot 10 juni. Veel plezier zonder mij!", "absent"),
        ("We leave on 12 July and are home on the 26th, no signal there.", "absent"),
        ("Senza internet 14/2 fino al 21/2", "absent"),
        ("Voy tarde, ¿me dais un día más? ¿Cómo vamos?", "wait"),
        ("I was half asleep. Could you tear up the move I sent?", "withdraw"),
        ("Avete vinto voi, mi arrendo", "resign"),
        ("Ya en casa, cancela mi ausencia", "back"),
    ],
)
def test_what_is_done_counts_before_what_is_told_beside_it(text: str, command: str) -> None:
    assert read_intent([text], "cubirds").name == command


@pytest.mark.parametrize(
    "text",
    [
        "magpie row 3 left, and I have more time tomorrow for the rest",
        "the owl has no chance, lay duck 1 left",
        "I pass, back at the weekend with better cards",
    ],
)
def test_an_order_is_not_lost_beside_such_words(text: str) -> None:
    intent = read_intent([text], "cubirds")
    assert text in (intent.order, intent.doubted, intent.text)


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("I won't give up", "resign"),
        ("I'm not leaving this game", "resign"),
        ("non mi arrendo", "resign"),
        ("no me rindo", "resign"),
        ("ik stop niet met dit spel", "resign"),
        ("no more time to lose: red 7", "wait"),
        ("did I send a move?", "withdraw"),
        ("Carla is away till Sunday", "absent"),
        ("Marco è tornato dalle vacanze", "back"),
    ],
)
def test_what_is_denied_or_said_of_others_is_not_done(text: str, command: str) -> None:
    assert read_intent([text], "wild-cards").name != command
