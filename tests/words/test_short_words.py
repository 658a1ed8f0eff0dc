"""What people leave out: a bare yes, a bird by its card, the part of an order that changes."""

from __future__ import annotations

import pytest

from games.words import Understood
from tests.words.reading import read


@pytest.mark.parametrize(
    ("language", "text", "order"),
    [
        ("en", "yes please", "draw"),
        ("en", "nope", "stay"),
        ("en", "pass", "stay"),
        ("it", "sì grazie", "draw"),
        ("it", "no grazie", "stay"),
        ("es", "claro que sí", "draw"),
        ("es", "por ahora no robo", "stay"),
        ("nl", "ja doe maar", "draw"),
        ("nl", "nee hoor", "stay"),
    ],
)
def test_a_yes_or_a_no_answers_what_is_asked(language: str, text: str, order: str) -> None:
    assert read("cubirds", "draw", language, text) == Understood(order)


@pytest.mark.parametrize("text", ["ok", "ok thanks!", "yes, nice one Bo", "yes, if Anna draws"])
def test_who_only_acknowledges_or_goes_on_talking_orders_nothing(text: str) -> None:
    assert not isinstance(read("cubirds", "draw", "en", text), Understood)


@pytest.mark.parametrize("text", ["yes", "sí", "sì", "ja"])
def test_a_yes_to_two_families_is_asked_about(text: str) -> None:
    assert not isinstance(read("cubirds", "family", "en", text), Understood)


@pytest.mark.parametrize(
    ("language", "text"),
    [  # row 4 holds two reed warblers before a robin, and none is in hand
        ("en", "robin row 4 left, and I take the two warblers"),
        ("it", "pettirosso fila 4 a sinistra e mi prendo le due cannaiole"),
        ("es", "petirrojo fila 4 izquierda y me llevo los carriceros"),
        ("nl", "roodborstje links in rij 4 en dan pak ik de karekieten"),
    ],
)
def test_what_a_lay_takes_is_no_order_of_its_own(language: str, text: str) -> None:
    assert read("cubirds", "lay", language, text) == Understood("lay robin 4 left")


@pytest.mark.parametrize(
    ("language", "text", "order"),
    [  # bird 1: ace of waves with a pawn, bird 2: 9 of moons and suns
        ("en", "5 of suns onto the nine", "grow 5SV 2"),
        ("it", "il 5 di soli sul 9", "grow 5SV 2"),
        ("es", "el 5 de soles en el de lunas", "grow 5SV 2"),
        ("nl", "5 van zonnen op de manen", "grow 5SV 2"),
        ("en", "waves bird gets the 5", "grow 5SV 1"),
        ("it", "sull'1 il 5 di soli", "grow 5SV 1"),
        (
            "en",
            "5 of suns on 1, then take the ace off the discard pile",
            "grow 5SV 1; draw discard",
        ),
        ("nl", "5 van zonnen op 1 en dan het aas pakken", "grow 5SV 1; draw discard"),
    ],
)
def test_birds_and_the_open_card_are_known_by_what_lies_there(
    language: str, text: str, order: str
) -> None:
    assert read("emu-ranchers", "act", language, text) == Understood(order)


@pytest.mark.parametrize(
    ("game", "place", "language", "text", "order"),
    [
        ("emu-ranchers", "act", "es", "descarto el 3 de olas, no, el de hojas", ""),
        ("emu-ranchers", "act", "en", "discard the 8 of suns, sorry, of waves", "discard 8VL"),
        ("emu-ranchers", "act", "nl", "5 van zonnen op vogel 4, eh vogel 2", "grow 5SV 2"),
        (
            "cubirds",
            "lay",
            "it",
            "fenicottero fila 4 a sinistra, anzi pettirosso",
            "lay robin 4 left",
        ),
        ("cubirds", "lay", "en", "robin row 9 left, I mean row 4", "lay robin 4 left"),
        ("cubirds", "lay", "en", "robin 4 right - oops, the other end", "lay robin 4 left"),
        ("cubirds", "lay", "it", "pettirosso 4 destra, anzi dall'altro lato", "lay robin 4 left"),
        ("cubirds", "lay", "es", "petirrojo 4 izquierda, uy no, el otro lado", "lay robin 4 right"),
        ("cubirds", "lay", "nl", "roodborstje 4 links, oeps de andere kant", "lay robin 4 right"),
        ("cubirds", "lay", "it", "pettirosso 4 sinistra e poi basta ciao", "lay robin 4 left"),
    ],
)
def test_a_part_named_anew_is_put_in_the_place_of_what_was_not_possible(
    game: str, place: str, language: str, text: str, order: str
) -> None:
    result = read(game, place, language, text)
    assert result == Understood(order) if order else not isinstance(result, Understood)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "deck if the next card is a wave"),
        ("es", "mazo si la siguiente es una corona"),
        ("nl", "mag een kroon op een dalende vogel?"),
    ],
)
def test_a_case_that_is_not_known_and_a_question_seal_nothing(language: str, text: str) -> None:
    assert not isinstance(read("emu-ranchers", "draw", language, text), Understood)


@pytest.mark.parametrize(
    ("language", "text"), [("es", "el as no"), ("nl", "niet die aas"), ("en", "not the ace")]
)
def test_of_two_cards_the_one_that_is_not_meant_leaves_the_other(language: str, text: str) -> None:
    assert read("emu-ranchers", "draw", language, text) == Understood("draw deck")
