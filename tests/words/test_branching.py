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
STANDING = [  # Bruno has -20 points and has not bid, Anna 50 and 1, Carla 60 and 2
    ("en", "if Anna is ahead of me on points I say 2, otherwise 3", 2),
    ("en", "should I be in the lead on points, 2, otherwise 3", 3),
    ("it", "se Carla è davanti a me nei punti dico 2, altrimenti 3", 2),
    ("it", "qualora io fossi in vantaggio nei punti, 2, in caso contrario 3", 3),
    ("es", "si Anna me gana en puntos digo 2, de lo contrario 3", 2),
    ("es", "mientras Daan vaya por delante de mí en puntos, 2; si no, 3", 2),
    ("nl", "als Carla voor mij staat op punten bied ik 2, anders 3", 2),
    ("nl", "sta ik voor op punten? dan 2, anders 3", 3),
    ("en", "3, unless Carla said two, in that case 2", 2),
    ("it", "se Anna ne ha dette due dico 2, se ne ha dette meno 3", 3),
    ("es", "¿entre todos han dicho cinco? entonces 2, si no 3", 2),
    ("en", "four, unless Carla bid less than three, then 2", 2),
    ("en", "2 if Daan bid two, otherwise 3", 2),
    ("es", "si nadie ha dicho tres, 2; si alguien lo ha dicho, 3", 2),
    ("nl", "staat het totaal op vier dan bied ik 2, is het meer, dan 3", 3),
    ("en", "if Anna and Carla have said three between them 2, else 3", 2),
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


@pytest.mark.parametrize(("language", "text", "number"), STANDING)
def test_points_and_bids_decide_between_two_bids(language: str, text: str, number: int) -> None:
    result = read("wizard", "bid-last", language, text, (*NAMES, "Daan"))
    assert isinstance(result, Understood), result
    assert result.text == f"bid {number}"
    assert result.branches


def test_a_condition_that_stays_open_offers_every_case() -> None:
    text = "if my neighbour feels lucky red 12, otherwise red 7"
    result = read("wizard", "play", "en", text)
    assert result == Question(("play R12", "play R7"))
