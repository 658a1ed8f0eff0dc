"""An order means the same with sentences beside it that speak of anything else."""

from __future__ import annotations

import pytest

from games.rules.registry import rules_for
from games.words import Understood, understand
from games.words.likelihood.judge import unjudged
from tests.words.reading import positions

TALK = (
    "My daughter says I should stop playing cards and do the dishes, but here we go.",
    "I hope your knee is better, and now back to work before my boss sees this.",
    "The train leaves at 19:30, my phone is on 2% and the twins have been ill since Monday.",
    "Mia figlia dice che devo smettere di giocare e lavare i piatti, ma tant'è.",
    "Spero che il ginocchio vada meglio, e ora torno al lavoro prima che il capo mi veda.",
    "Mi hija dice que deje las cartas y friegue los platos, pero bueno.",
    "Espero que tu rodilla esté mejor, y ahora vuelvo al trabajo antes de que me vea el jefe.",
    "Mijn dochter zegt dat ik moet stoppen met kaarten en de afwas moet doen, maar goed.",
    "Hopelijk gaat het beter met je knie, nu weer aan het werk voor mijn baas dit ziet.",
)
ORDERS = (
    ("wizard", "play", "en", "red 7", "play R7"),
    ("wild-cards", "bid", "en", "I bid forest 1", "bid F1"),
    ("cubirds", "draw", "en", "I stay", "stay"),
)


def read(game: str, place: str, language: str, text: str) -> str:
    position = positions()[game, place]
    rules = rules_for(game)
    result = understand(rules, position.state, position.seat, text, [language], judge=unjudged)
    return result.text if isinstance(result, Understood) else ""


@pytest.mark.parametrize("talk", TALK)
@pytest.mark.parametrize(("game", "place", "language", "text", "order"), ORDERS)
def test_a_sentence_of_talk_in_any_language_turns_no_order(
    game: str, place: str, language: str, text: str, order: str, talk: str
) -> None:
    assert read(game, place, language, f"{talk} {text}.") == order
    assert read(game, place, language, f"{text}. {talk}") == order


@pytest.mark.parametrize(
    "second",
    [
        "No wait, my brother says that would be daft.",
        "Scratch that, I'll write again after dinner.",
        "Don't send it yet, I want to ask my sister tonight.",
        "Not before Anna has told us what she fancies.",
        "I tke the meerkt with the forst one.",
    ],
)
def test_a_sentence_that_turns_the_order_is_no_talk(second: str) -> None:
    assert read("wild-cards", "bid", "en", f"I bid forest 1. {second}") != "bid F1"


@pytest.mark.parametrize(
    ("game", "place", "language", "text", "order"),
    [
        ("wizard", "bid", "it", "Dico 1, ho soltanto una dominante alta", "bid 1"),
        ("cubirds", "draw", "en", "Yes, draw two - I only need one more parrot.", "draw"),
        ("emu-ranchers", "draw", "es", "Del descarte nada, robo del mazo.", "draw deck"),
        ("wild-cards", "show", "es", "Robo, que el bosque 4 me hace falta luego", "draw"),
        ("wizard", "play", "en", "chuck the 11 in, whatever", "play R11"),
        ("wizard", "play", "es", "Rojo 11 o, si no se pudiera, rojo 7.", "play R11"),
        ("wizard", "play", "en", "red eleven full stop thank you", "play R11"),
    ],
)
def test_what_is_said_beside_an_order_leaves_it_as_it_is(
    game: str, place: str, language: str, text: str, order: str
) -> None:
    assert read(game, place, language, text) == order


@pytest.mark.parametrize(
    ("game", "place", "language", "text", "order"),
    [
        ("emu-ranchers", "act", "es", "descarto el 4, no me sirve", "discard 4YK"),
        ("cubirds", "family", "es", "familia de tucanes y me guardo las urracas", "family toucan"),
        ("wild-cards", "bid", "nl", "doe mij maar bos 2, de rest hou ik", "bid F2"),
        ("wild-cards", "bid", "es", "apuesto el bosque más alto que tengo", "bid F3"),
        ("wild-cards", "bid", "en", "was going to go wild but no, forest 3", "bid F3"),
        ("wild-cards", "bid", "en", "so either the wild or f3... f3", "bid F3"),
        ("cubirds", "draw", "nl", "doe maar twee", "draw"),
        ("wizard", "play", "es", "ni idea, el 7 o el 11", ""),
        ("cubirds", "family", "en", "erm no family for me at present, thank you", "done"),
        ("wild-cards", "bid", "nl", "Bos 3. We zien wel hoe het loopt.", "bid F3"),
        ("wild-cards", "bid", "es", "Bosque 3. Es una apuesta arriesgada, lo sé.", "bid F3"),
        ("emu-ranchers", "act", "it", "l'8 non mi serve, lo scarto", "discard 8VL"),
    ],
)
def test_what_is_kept_considered_or_regretted_is_no_order(
    game: str, place: str, language: str, text: str, order: str
) -> None:
    assert read(game, place, language, text) == order


@pytest.mark.parametrize(
    ("game", "place", "language", "text", "order"),
    [
        ("wild-cards", "bid", "en", "Anna has two lions by now. Forest 1", "bid F1"),
        ("wild-cards", "bid", "nl", "Bos 1 graag. Leeuwen zijn voor Bruno", "bid F1"),
        ("wild-cards", "bid", "it", "Foresta 1. Il leone è sempre suo", "bid F1"),
        ("wizard", "play", "es", "Mi hermana tiene la culpa 😂 Rojo 7, y suerte", "play R7"),
    ],
)
def test_what_a_sentence_tells_of_others_and_of_things_left_alone_turns_nothing(
    game: str, place: str, language: str, text: str, order: str
) -> None:
    assert read(game, place, language, text) == order


@pytest.mark.parametrize(
    "second",
    ["The lion for Anna then.", "Not the forest, said Anna.", "Or M1, Anna?", "M1 later."],
)
def test_a_sentence_that_names_another_person_may_turn_the_order_all_the_same(second: str) -> None:
    assert read("wild-cards", "bid", "en", f"I bid forest 1. {second}") != "bid F1"
