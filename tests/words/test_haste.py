"""What people dictate, or type on a phone without stops: where an order ends, and what it keeps."""

from __future__ import annotations

import json

import pytest

from games.management.commands._answered_lines import answer_line
from games.rules.protocol import OrderError
from games.rules.registry import rules_for
from games.words import OrderReader, Question, Understood
from tests.words.reading import positions, read

READ = [
    ("wild-cards", "bid", "en", "signal is awful here put me down for forest 2 thanks see you all"),
    ("wild-cards", "bid", "it", "allora direi foresta 2 tanto la montagna non la vuole nessuno"),
    ("wild-cards", "bid", "es", "voy en metro sin sitio ponme bosque 2 gracias hasta luego"),
    ("wild-cards", "bid", "nl", "zit in de trein zonder stoel zet mij maar op bos 2 tot zondag"),
    ("wild-cards", "bid", "nl", "joker verspil ik niet, bos 2 dan"),
    ("wild-cards", "bid", "en", "forest 1 *forest 2"),
    ("wizard", "bid", "en", "with a high red and the green six I'd say 2 tricks"),
    ("wizard", "bid", "it", "3 prese, bah 2"),
    ("wizard", "bid", "es", "rojo alto más el verde son 2 bazas"),
    ("wizard", "bid", "nl", "drie is te veel, twee is genoeg"),
]
"""Each is bid so in its position: the forest 2, or two tricks."""


@pytest.mark.parametrize(("game", "place", "language", "text"), READ)
def test_an_order_ends_where_its_words_do(game: str, place: str, language: str, text: str) -> None:
    order = "bid F2" if game == "wild-cards" else "bid 2"
    assert read(game, place, language, text) == Understood(order)


@pytest.mark.parametrize(
    ("game", "place", "language", "text", "order"),
    [
        ("wizard", "bid", "en", "two, and I open with the green 5", "bid 2; play G5"),
        ("wizard", "bid", "nl", "bied 2, en ik kom uit met groen 5", "bid 2; play G5"),
        ("wizard", "bid", "es", "2 bazas y salgo con el verde 5", "bid 2; play G5"),
        ("wild-cards", "take-free", "it", "se non c'è il pavone passo", "pass"),
        ("wild-cards", "take-free", "es", "si no hay pavo real paso", "pass"),
        ("wild-cards", "take-free", "en", "lion, unless it's taken, then pass", "take lion"),
        ("wild-cards", "take-free", "en", "lion please, otherwise Eva gets it", "take lion"),
        ("wild-cards", "swap", "es", "fuera el león, dentro el águila", "swap lion eagle"),
        ("wizard", "lead", "es", "el bufón puede esperar, rojo 7", "play R7"),
        ("wizard", "lead", "en", "not the 12 or the 11. red 7", "play R7"),
        ("wizard", "lead", "it", "gioca blu 5", "play B5"),
        ("wizard", "lead", "en", "red 12, no wait the wizard is out, play the jester", "play N"),
        ("wild-cards", "bid", "es", "sabana 1 pa mi", "bid S1"),
        ("wizard", "bid", "en", "two and I'm not scared", "bid 2"),
        ("wizard", "lead", "en", "can't win so I throw the blue 5", "play B5"),
        ("wild-cards", "bid", "en", "Bruno always goes low so forest 2 should do it", "bid F2"),
        ("wild-cards", "bid", "it", "prima ho scritto f1 ma metti f2", "bid F2"),
        ("wild-cards", "take-one", "nl", "leeuw en ik betaal met berg 2 dankje", "take lion M2"),
        ("wild-cards", "pay", "it", "paga con foresta 3", "pay F3"),
        ("wild-cards", "take-free", "es", "coge el león", "take lion"),
        ("wild-cards", "take-free", "es", "¿me das el león? gracias", "take lion"),
        ("wizard", "lead", "en", "red 7 first, jester after that", "play R7; play N"),
        ("wizard", "lead", "nl", "r7, en volgende slag de nar", "play R7; play N"),
        ("wild-cards", "refill", "it", "scarto F3 M2, anzi M2 la tengo", "refill F3"),
        ("wild-cards", "take-one", "en", "lion S2, correction: pay M2", "take lion M2"),
        ("wizard", "bid", "es", "una - no espera el bufón, dos", "bid 2"),
        ("wild-cards", "take-free", "it", "del leone non me ne faccio niente, passo", "pass"),
    ],
)
def test_each_clause_does_what_it_says(
    game: str, place: str, language: str, text: str, order: str
) -> None:
    assert read(game, place, language, text) == Understood(order)


@pytest.mark.parametrize(
    ("game", "place", "language", "text"),
    [
        ("wild-cards", "bid", "en", "F2. and later F3"),
        ("wizard", "bid", "es", "2 bazas, jo 3"),
        ("wild-cards", "bid", "it", "l'altra volta ho puntato foresta 3 e ho perso"),
        ("wild-cards", "bid", "es", "la otra vez pujé bosque 3 y perdí"),
        ("wild-cards", "bid", "en", "F3, then throw F1 away"),
        ("wild-cards", "bid", "it", "solo se paga con foresta 3"),
        ("wild-cards", "bid", "en", "as long as bid forest 3"),
        ("wild-cards", "pay", "en", "scrap that, I don't want to pay yet"),
        ("wild-cards", "pay", "it", "annulla, non voglio pagare ancora"),
        ("wizard", "bid", "en", "half of me in this state says bid 3"),
        ("wizard", "lead", "es", "rojo 7. bah, decido después"),
    ],
)
def test_what_is_put_off_or_said_besides_is_no_order(
    game: str, place: str, language: str, text: str
) -> None:
    assert not isinstance(read(game, place, language, text), Understood)


def test_an_animal_that_is_wanted_in_a_swap_is_asked_about_by_what_it_costs() -> None:
    wanted = read("wild-cards", "swap", "es", "quiero el águila")
    assert wanted == Question(("swap lion eagle", "swap meerkat eagle"))


@pytest.mark.parametrize(
    ("game", "language", "text", "order"),
    [
        ("wizard", "it", "briscola blu e 5 prese", "trump B; bid 5"),
        ("wizard", "nl", "goren 3", "play G3"),
        ("wild-cards", "en", "lion, paid with S2 and S3", "take lion S2 S3"),
        ("wild-cards", "nl", "bos 4 als de pauw er ligt, anders savanne 1", "bid F4"),
    ],
)
def test_without_a_position_the_reading_counts_that_has_most_of_what_is_named(
    game: str, language: str, text: str, order: str
) -> None:
    line = json.dumps({"game": game, "language": language, "text": text}).encode()
    assert json.loads(answer_line(line)) == {"order": order}


@pytest.mark.parametrize("text", [".é pano", "g\nen sl g"])
def test_a_greeting_in_front_changes_nothing(text: str) -> None:
    greeted = f"Hallo allemaal,\n\n{text}"
    assert read("wizard", "lead", "nl", text) == read("wizard", "lead", "nl", greeted)


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("bid f3; take lion s1 s1 or pass", "bid F3; take lion S1 S1 or pass"),
        ("bid f3; take the lion with s1 and s1", "bid F3; take lion S1 S1"),
        ("bid f3; pass if the lion is gone", None),
    ],
)
def test_steps_behind_an_order_are_canonical_or_refused(text: str, order: str | None) -> None:
    position = positions()["wild-cards", "bid"]
    rules = rules_for(position.game)
    reader = OrderReader(rules, position.state, position.seat, ["en"])
    try:
        found = reader.order(text).line
    except OrderError:
        found = None
    assert found == order
