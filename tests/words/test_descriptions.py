"""Orders that are described and not named: by place, number, worth, by what they take."""

from __future__ import annotations

import pytest

from games.words import Question, Understood
from tests.words.reading import read

NAMES = ("Anna", "Bruno", "Carla", "Daan")
DESCRIBED = [
    ("wizard", "lead", "en", "the leftmost card in my hand", "play R7"),
    ("wizard", "lead", "it", "la carta tutta a sinistra", "play R7"),
    ("wizard", "lead", "es", "la primera carta de mi mano", "play R7"),
    ("wizard", "lead", "nl", "de kaart helemaal links", "play R7"),
    (
        "cubirds",
        "lay",
        "en",
        "the birds I've got three of on the left of row 1",
        "lay magpie 1 left",
    ),
    ("cubirds", "lay", "it", "quelli di cui ho tre copie, fila 1 a sinistra", "lay magpie 1 left"),
    (
        "cubirds",
        "lay",
        "es",
        "los que tengo tres, a la izquierda en la fila 1",
        "lay magpie 1 left",
    ),
    ("cubirds", "lay", "nl", "waar ik er drie van heb, links in rij 1", "lay magpie 1 left"),
    ("emu-ranchers", "act", "en", "my lowest number card on the sun bird", "grow 2MK 2"),
    ("emu-ranchers", "act", "nl", "de laagste kaart die past op vogel 2", "grow 2MK 2"),
    ("emu-ranchers", "act", "it", "scarto la carta numerata più bassa", "discard 2MK"),
    ("wild-cards", "bid", "nl", "mijn laagste bos", "bid F1"),
    ("wild-cards", "pay", "it", "pago con la più alta che ho", "pay F4"),
    ("wild-cards", "show", "nl", "de hoogste kaart in mijn hand", "show F4"),
]
NAMED = [
    ("emu-ranchers", "act", "it", "scarto la terza carta della mano", "discard 5SV"),
    ("emu-ranchers", "first", "es", "La penúltima carta que tengo, al descarte", "discard 9VY"),
    ("emu-ranchers", "first", "nl", "mijn hoogste kaart op de kroon na leg ik af", ""),
    ("emu-ranchers", "first", "es", "abro con el 9 que no tiene olas", "hatch 9MS"),
    ("wild-cards", "bid", "nl", "mijn op één na hoogste bos", "bid F2"),
    ("wild-cards", "bid", "en", "the lowest forest, hope that is enough for the lion", "bid F1"),
    ("wild-cards", "take-one", "es", "el león, y pago con el bosque más bajito", "take lion F3"),
    ("wild-cards", "take-free", "en", "the animal on the left", "take lion"),
    ("wild-cards", "swap", "en", "my lion for the animal on the right", "swap lion eagle"),
    ("wild-cards", "reveal", "it", "la più alta", "reveal M2"),
    ("wild-cards", "refill", "nl", "alles behalve de bergen eruit", "refill F3 F4"),
    ("wild-cards", "refill", "it", "butto tutte le foreste tranne la più bassa", "refill F4"),
    ("wild-cards", "refill", "es", "los dos bosques fuera", "refill F3 F4"),
    ("wild-cards", "refill", "en", "everything but the 3 of the forest", "refill F4 M2"),
    ("wild-cards", "take", "es", "el león, y pago con los dos sabanas", "take lion S1 S1"),
    ("wild-cards", "take-one", "en", "lion, paying with the lowest, not a forest", "take lion S2"),
    ("wild-cards", "take-one", "nl", "leeuw, geen bos", ""),
    ("wizard", "lead", "it", "la blu più piccola", "play B5"),
    ("wizard", "lead", "en", "the one green card I've got left, sorry Bruno", "play G13"),
    ("wizard", "lead", "nl", "de middelste rode dan maar", "play R11"),
    ("wizard", "play", "en", "the higher of my two blues if I may, else the lowest red", ""),
]
BIDS = [  # Anna bid 1, Carla and Daan 2
    ("en", "one more than Carla", 3),
    ("it", "una in meno di Daan", 1),
    ("es", "tantas como Carla", 2),
    ("nl", "eentje meer dan Anna", 2),
    ("en", "the same as Anna", 1),
    ("it", "il doppio di Daan", 4),
    ("es", "una menos que Carla", 1),
    ("nl", "zoveel dat het totaal op zes uitkomt", 1),
    ("it", "quante ne hanno dette Anna e Carla messe insieme", 3),
    ("nl", "evenveel als ik groene kaarten heb", 3),
    ("es", "todas las que se puedan", 6),
    ("en", "as many as I have blues", 2),
]


@pytest.mark.parametrize(("game", "position", "language", "text", "order"), DESCRIBED)
def test_the_one_order_that_a_description_fits_is_meant(
    game: str, position: str, language: str, text: str, order: str
) -> None:
    assert read(game, position, language, text, NAMES) == Understood(order)


@pytest.mark.parametrize(("game", "position", "language", "text", "order"), NAMED)
def test_a_thing_that_is_described_within_a_sentence_is_as_good_as_named(
    game: str, position: str, language: str, text: str, order: str
) -> None:
    result = read(game, position, language, text, NAMES)
    assert result == Understood(order) if order else not isinstance(result, Understood)


def test_several_that_fit_are_asked_back() -> None:
    result = read("cubirds", "lay", "en", "the most cards I can get")
    assert result == Question(("lay toucan 1 left", "lay duck 1 right"))


@pytest.mark.parametrize(("language", "text", "number"), BIDS)
def test_a_bid_goes_by_what_others_bid(language: str, text: str, number: int) -> None:
    result = read("wizard", "bid-last", language, text, NAMES)
    assert result == Understood(f"bid {number}")


@pytest.mark.parametrize(("language", "text"), [("en", "not the lion"), ("es", "el león no")])
def test_what_only_rules_one_out_describes_none(language: str, text: str) -> None:
    assert not isinstance(read("wild-cards", "take", language, text), Understood)


LAYS = [
    ("en", "my one robin, where it gets me two warblers", "lay robin 4 left"),
    ("en", "the pair, at the end of the row that starts with a duck, left", ""),
    ("en", "the birds I have most of, on the robin's side of row 3", "lay magpie 3 right"),
    ("it", "la papera dove prende tre gazze e il tucano", "lay duck 1 right"),
    ("it", "il pettirosso accanto alle gazze, fila 2", "lay robin 2 left"),
    ("es", "mi petirrojo solitario, a por los dos carriceros", "lay robin 4 left"),
    ("es", "el loro, pegado al petirrojo en la fila de las dos", ""),
    ("nl", "eksters aan de toekankant", "lay magpie 1 right"),
    ("nl", "de zet die me vier vogels oplevert", "? lay toucan 1 left | lay duck 1 right"),
    ("nl", "leg de eksters niet naast de toekan", ""),
    (
        "en",
        "the ones I've got three of, left end of the row with most warblers",
        "lay magpie 4 left",
    ),
    ("nl", "de soort waarvan ik er het meeste heb, rechts in rij 2", "lay magpie 2 right"),
    (
        "it",
        "la specie di cui ne ho tre, a destra della riga dove ce ne sono due uguali",
        "lay magpie 4 right",
    ),
    (
        "es",
        "me guardo búho, tucanes, pato, loro y urracas; el resto, fila 4 izq",
        "lay robin 4 left",
    ),
]


@pytest.mark.parametrize(("language", "text", "order"), LAYS)
def test_a_lay_is_described_by_what_it_takes_and_what_lies_there(
    language: str, text: str, order: str
) -> None:
    result = read("cubirds", "lay", language, text, NAMES)
    if order.startswith("?"):
        assert result == Question(tuple(order.removeprefix("? ").split(" | ")))
    else:
        assert result == Understood(order) if order else not isinstance(result, Understood)
