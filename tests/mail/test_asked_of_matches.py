"""What people ask of a match who never saw our words for it: most of it is understood."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

import pytest

from games.replies.intents import IntentKind, read_intent
from games.replies.request_classifier import NOTHING
from games.rules.registry import GAMES
from tests.mail.test_request_classifier import examples
from tests.sizes import sized

FILE = Path(__file__).resolve().parent / "requests" / "asked_of_matches.jsonl"
ALIKE = {
    "show": {"show", "wait"},  # “who are we waiting for?”
    "hand": {"hand", "show"},
    "log": {"log", "show"},
}
ANSWERED = frozenset(("deadline", "hand", "help", "log", "move", "show", "standings"))
"""Commands that only tell something."""

STEP = sized(3, 1)
"""Every third text is read, and all in `make long`."""


def understood(*, is_request: bool) -> Iterator[tuple[str, str]]:
    """Of each text that was kept aside from the examples, and does ask for something, or does not:
    what it asks for, and what is read."""
    lines = map(json.loads, FILE.read_text(encoding="utf-8").splitlines()[::STEP])
    texts = [one for one in lines if (one["command"] != NOTHING) == is_request]
    for one, game in zip(texts, cycle(sorted(GAMES)), strict=False):
        intent = read_intent(one["text"].splitlines(), game)
        yield one["command"], intent.name if intent.kind is IntentKind.COMMAND else NOTHING


def test_most_requests_like_no_example_are_understood_and_few_do_something_else() -> None:
    found = Counter[str]()
    for asked, named in understood(is_request=True):
        is_right = named in ALIKE.get(asked, {asked})
        does_else = named not in ANSWERED and named != NOTHING
        found["right" if is_right else "another deed" if does_else else "else"] += 1
    assert found["right"] >= 0.76 * found.total(), found
    assert found["another deed"] <= 0.01 * found.total(), found


def test_what_asks_for_nothing_does_nothing() -> None:
    found = Counter(
        "nothing" if named == NOTHING else "told" if named in ANSWERED else "done"
        for _asked, named in understood(is_request=False)
    )
    assert found["done"] <= 0.04 * found.total(), found
    assert found["told"] <= 0.08 * found.total(), found


def test_no_text_is_both_an_example_and_kept_aside() -> None:
    kept = {json.loads(line)["text"] for line in FILE.read_text(encoding="utf-8").splitlines()}
    assert kept.isdisjoint(one.text for one in examples())


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
    ("text", "command"),
    [
        ("take me out of this game please, no time for it any more", "resign"),
        ("show me an example answer", "help"),
    ],
)
def test_a_verb_of_the_notation_in_front_hides_no_request(text: str, command: str) -> None:
    assert read_intent([text], "wild-cards").name == command


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
