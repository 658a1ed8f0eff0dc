"""What a text names first and then only points at, spells anew, or misspells by a slip."""

from __future__ import annotations

import pytest

from games.rules.registry import rules_for
from games.words import Understood, understand
from games.words.likelihood.judge import unjudged
from tests.words.reading import positions

POINTED = (
    ("refill", "en", "My forest 3 has done nothing for me all week. Bin it.", "refill F3"),
    ("refill", "en", "That M2 is only gathering dust, so that can go", "refill M2"),
    ("refill", "it", "La montagna 2 non serve a niente, via!", "refill M2"),
    ("refill", "es", "el bosque 4 no vale un duro, fuera con él", "refill F4"),
    ("refill", "nl", "De berg 2 doet echt niks voor me, die gooi ik weg", "refill M2"),
    ("take-free", "en", "My boy of six wanted the lion. So be it.", "take lion"),
    ("take-free", "it", "Mio figlio di sei anni vuole il leone. E così sia.", "take lion"),
    ("take-free", "es", "Un león alegraría esto un montón, así que me lo quedo", "take lion"),
    ("take-free", "nl", "Mijn dochter wil per se de leeuw. Zo geschiede.", "take lion"),
)
SPELT = (
    (
        "cubirds",
        "lay",
        "en",
        "Parent on the right of row 2. PARROT. bloody phone",
        "parrot 2 right",
    ),
    ("cubirds", "lay", "it", "Pappa gallo a destra della 2. Pappagallo!", "parrot 2 right"),
    ("cubirds", "lay", "nl", "papegaaier rechts rij 2. Papegaai!!", "parrot 2 right"),
    ("cubirds", "lay", "es", "lorp a la derecja de la fila 2", "parrot 2 right"),
    ("wizard", "lead", "it", "bku 5", "B5"),
    ("wizard", "lead", "nl", "goen 13", "G13"),
    ("wild-cards", "reveal", "it", "rivelo la montagna duw", "M2"),
)
LAID = (
    ("Look at row 1, three magpies! The owl on the left of it please", "lay owl 1 left"),
    ("Right, the owl goes on the left of row 4", "lay owl 4 left"),
    ("Have you seen row 1!! Both toucans on the left there", "lay toucan 1 left"),
)


def read(game: str, place: str, language: str, text: str) -> str:
    position = positions()[game, place]
    result = understand(
        rules_for(game), position.state, position.seat, text, [language], judge=unjudged
    )
    return result.text if isinstance(result, Understood) else ""


@pytest.mark.parametrize(("place", "language", "text", "order"), POINTED)
def test_what_goes_or_is_taken_is_what_was_spoken_of_just_before(
    place: str, language: str, text: str, order: str
) -> None:
    assert read("wild-cards", place, language, text) == order


@pytest.mark.parametrize(("game", "place", "language", "text", "order"), SPELT)
def test_a_word_spelt_anew_or_by_a_slip_of_the_thumb_is_the_one_that_is_meant(
    game: str, place: str, language: str, text: str, order: str
) -> None:
    assert read(game, place, language, text).endswith(order)


@pytest.mark.parametrize(("text", "order"), LAID)
def test_birds_are_laid_beside_the_row_that_was_spoken_of(text: str, order: str) -> None:
    assert read("cubirds", "lay", "en", text) == order


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("The wild three is a darling, everything else can go", "refill F3 F4 M2"),
        ("I'm holding on to F3. Everything else can go", "refill F3"),
        ("I don't need the lion. So be it.", "take lion"),
        ("Bruno wanted the lion. So be it.", "take lion"),
    ],
)
def test_what_is_kept_or_not_wanted_or_another_s_wish_is_not_pointed_at(
    text: str, order: str
) -> None:
    place = order.partition(" ")[0].replace("take", "take-free")
    assert read("wild-cards", place, "en", text) != order


@pytest.mark.parametrize(
    ("game", "place", "language", "text", "order"),
    [
        ("wild-cards", "refill", "it", "scarto una foresta 3, solo una, e pesco", "refill F3"),
        ("wild-cards", "refill", "nl", "ik gooi één berg 2 weg en vul aan", "refill M2"),
        (
            "wild-cards",
            "take-one",
            "es",
            "El león para otro, yo paso y me llevo dos cartas",
            "pass",
        ),
        ("wild-cards", "bid", "en", "Bruno has 27, I'm on 19, what the hell. Forest 3", "bid F3"),
        ("wild-cards", "bid", "nl", "bos 3 haha", "bid F3"),
        ("wizard", "lead", "it", "mettimi giù il sette rosso", "play R7"),
        ("cubirds", "draw", "en", "I'd like to forgo the draw this time, thank you", "stay"),
        (
            "emu-ranchers",
            "act",
            "en",
            "Three cards in the deck, me on minus 9: 2MK on 2",
            "grow 2MK 2",
        ),
        ("emu-ranchers", "act", "nl", "wat een eenzame vogel, de 2 erbij", "grow 2MK 2"),
    ],
)
def test_scores_counts_laughs_and_what_a_pass_brings_are_no_order(
    game: str, place: str, language: str, text: str, order: str
) -> None:
    assert read(game, place, language, text) == order


def test_a_no_family_behind_a_so_no_is_no_second_thought() -> None:
    text = "Six magpies, with seven I'd win two. So no, no family yet"
    assert read("cubirds", "family", "en", text) == "done"
