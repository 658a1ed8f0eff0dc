"""What is told of cases: one that is not so orders nothing, one that may not hold is asked."""

from __future__ import annotations

import pytest

from games.words import Question, Understood
from tests.words.reading import read

DECIDED = [  # rows as in test_conditions; an ace of leaves lies open
    (
        "lay",
        "en",
        "toucan row 1 left. Had there been an owl in row 1 I'd have laid the duck there.",
    ),
    ("lay", "nl", "begint rij 1 met een eend? dan de toekan rij 1 links, anders eend rij 1 rechts"),
    ("lay", "es", "si la fila 1 empieza por un pato el tucán ahí a la izquierda, si no el pato"),
    ("lay", "it", "se la fila 2 finisce con un'anatra l'anatra lì, senno tucano fila 1 sinistra"),
    ("draw", "en", "if it's a wave or a leaf I'll have it, anything else, deck"),
    ("draw", "es", "del mazo, salvo que la de arriba del descarte sea un as"),
    ("draw", "nl", "blind, tenzij er een drie of lager ligt"),
    ("draw", "it", "dal mazzo, a meno che la carta scoperta non sia di foglie: in quel caso lei"),
]


@pytest.mark.parametrize(("place", "language", "text"), DECIDED)
def test_what_holds_is_ordered_however_it_is_told(place: str, language: str, text: str) -> None:
    game, order = {
        "lay": ("cubirds", "lay toucan 1 left"),
        "draw": ("emu-ranchers", "draw discard"),
    }[place]
    found = read(game, place, language, text)
    assert isinstance(found, Understood)
    assert found.text == order


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("it", "Tucano fila 1 sinistra. Se la mossa non ti garba, allora anatra fila 1 sinistra"),
        ("en", "Toucan row 1 left. If that strikes you as silly, then the duck row 1 left"),
    ],
)
def test_a_second_choice_on_terms_that_nothing_shows_is_asked_about(
    language: str, text: str
) -> None:
    found = read("cubirds", "lay", language, text)
    assert found == Question(("lay toucan 1 left", "lay duck 1 left"))
