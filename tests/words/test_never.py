"""What others do, what was, what is only asked or denied: never the order that it names."""

from __future__ import annotations

import tomllib

import pytest

from games.rules.registry import rules_for
from games.words import Understood, understand
from tests.sizes import sized
from tests.words.reading import HERE, positions

with (HERE / "never.toml").open("rb") as file:
    TEXTS = tomllib.load(file)

EVERY = sized(6, 4)
"""Each sentence speaks of one order in so many."""


@pytest.mark.parametrize("language", TEXTS)
def test_a_sentence_that_only_speaks_of_an_order_never_gives_it(language: str) -> None:
    orders = TEXTS[language]["orders"]
    given = []
    for number, sentence in enumerate(TEXTS[language]["sentences"]):
        for order in orders[number % EVERY :: EVERY]:
            position = positions()[order["game"], order["position"]]
            text = sentence.replace("*", order["words"])
            rules = rules_for(order["game"])
            read = understand(rules, position.state, position.seat, text, [language])
            if isinstance(read, Understood) and read.text.startswith(order["text"]):
                given.append(text)
    assert given == []
