"""What holds is read as a text of its own; what nobody can know yet orders nothing."""

from __future__ import annotations

import pytest

from games.words import NotUnderstood, Question, Understood
from tests.words.reading import read

NAMES = ("Anna", "Bruno", "Carla")
BIRDS = [  # row 1: duck, 3 magpies, toucan
    ("lay", "it", "Qualora nella riga 1 vi siano tre gazze, anatra a sinistra", "lay duck 1 left"),
    ("lay", "es", "¿hay tres urracas en la fila 1? pues pato a la izquierda", "lay duck 1 left"),
    ("lay", "nl", "Liggen er drie eksters in rij 1? Dan eend links", "lay duck 1 left"),
    ("lay", "en", "Duck on the left of row 1, provided there are three magpies", "lay duck 1 left"),
]
HIDDEN = [
    (
        "emu-ranchers",
        "draw",
        "en",
        "if the next card in the deck is an ace the deck, else the pile",
    ),
    ("emu-ranchers", "draw", "it", "se la prossima carta è un asso dal mazzo, sennò lo scarto"),
    ("wizard", "play", "es", "si Bruno tiene un mago en la mano el rojo 12, si no el rojo 7"),
    ("wizard", "play", "nl", "als Carla een tovenaar in haar hand heeft rood 12, anders rood 7"),
]
STANDING = [  # Carla is awaited; what was said before her turn
    "if {} is ahead of me on points I say {}, otherwise {}",
    "should {} be in the lead on points, {}, otherwise {}",
    "se {} è davanti a me nei punti dico {}, altrimenti {}",
    "qualora {} fosse in vantaggio nei punti, {}, in caso contrario {}",
    "si {} me gana en puntos digo {}, de lo contrario {}",
    "mientras {} vaya por delante en puntos, {}; si no, {}",
    "als {} voor mij staat op punten bied ik {}, anders {}",
    "mocht {} voor staan op punten dan {}, zo niet dan {}",
]


@pytest.mark.parametrize(("position", "language", "text", "order"), BIRDS)
def test_what_holds_is_read_as_if_it_stood_alone(
    position: str, language: str, text: str, order: str
) -> None:
    result = read("cubirds", position, language, text)
    assert isinstance(result, Understood)
    assert result.text == order


@pytest.mark.parametrize(("game", "position", "language", "text"), HIDDEN)
def test_what_nobody_can_know_yet_orders_nothing(
    game: str, position: str, language: str, text: str
) -> None:
    assert isinstance(read(game, position, language, text, NAMES), NotUnderstood)


@pytest.mark.parametrize("number", range(len(STANDING)))
def test_points_decide_between_two_bids(number: int) -> None:
    language = ("en", "it", "es", "nl")[number // 2]
    for name in ("Anna", "Bruno"):
        result = read("wizard", "bid", language, STANDING[number].format(name, 2, 3), NAMES)
        assert isinstance(result, Understood), result
        assert result.text in ("bid 2", "bid 3")
        assert result.branches


def test_a_condition_that_stays_open_offers_every_case() -> None:
    text = "if my neighbour feels lucky red 12, otherwise red 7"
    result = read("wizard", "play", "en", text)
    assert result == Question(("play R12", "play R7"))
