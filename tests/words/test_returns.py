"""What was said first and is taken up again, what is taken back for good, and what only follows."""

from __future__ import annotations

import pytest

from games.words import Understood
from tests.words.reading import read

TAKEN_UP = [
    ("bid", "en", "one. Or two? Nah, I'll stick with one", "bid 1"),
    ("bid", "it", "Due prese. No, tre! ...ok respiro. Torno a due", "bid 2"),
    ("bid", "es", "dos. No, tres. Bueno, vuelvo al dos, como dije", "bid 2"),
    ("bid", "nl", "Eén slag. Of twee? Nee joh, ik blijf bij één", "bid 1"),
    ("lead", "en", "red 7. No, red 12. Actually no, I go with my first idea", "play R7"),
    ("lead", "nl", "rood 7. Nee, rood 12. Of toch, mijn eerste idee", "play R7"),
]


@pytest.mark.parametrize(("place", "language", "text", "meant"), TAKEN_UP)
def test_what_was_said_first_may_be_taken_up_again(
    place: str, language: str, text: str, meant: str
) -> None:
    assert read("wizard", place, language, text) == Understood(meant)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "red 7. No, red 12. My first idea was silly"),
        ("en", "red 7. No, red 12. I can't stick with the 7"),
        ("en", "red 7. No, red 12. Should I stick with the 7?"),
        ("en", "red 7. No, red 12. If Anna passes I stick with the 7"),
        ("it", "rosso 7. No, rosso 12. Non torno al 7"),
        ("nl", "rood 7. Nee, rood 12. Ik blijf niet bij de 7"),
    ],
)
def test_what_was_said_first_is_not_taken_up_by_speaking_of_it(language: str, text: str) -> None:
    assert read("wizard", "lead", language, text) != Understood("play R7")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "I pass. Actually I won't pass, I'll take the lion with forest 3"),
        ("es", "Paso. No, no paso: me llevo el león con el bosque 3"),
        ("it", "Passo. Anzi non passo, prendo il leone con la foresta 3"),
        ("en", "meerkat with S2. No wait, the lion, F3, so it's all forest and I get the bonus"),
    ],
)
def test_a_denied_deed_and_what_only_follows_leave_the_order(language: str, text: str) -> None:
    assert read("wild-cards", "take-one", language, text) == Understood("take lion F3")


@pytest.mark.parametrize(
    ("game", "place", "language", "text", "meant"),
    [
        ("wild-cards", "bid", "nl", "Bos 2. Of 3, ja 3 is zat", "bid F3"),
        ("wild-cards", "bid", "it", "Foresta 2, o 3, sì 3", "bid F3"),
        ("wizard", "lead", "nl", "rood 7. nee wacht. Rood 12 dan spelen", "play R12"),
        ("wizard", "lead", "en", "red sieben, c'est tout, merci", "play R7"),
        ("wizard", "bid", "es", "Zero tricks para moi, merci", "bid 0"),
        ("wild-cards", "swap", "nl", "no swap voor mij, merci beaucoup", "swap none"),
    ],
)
def test_what_is_decided_on_in_whatever_words_is_meant(
    game: str, place: str, language: str, text: str, meant: str
) -> None:
    assert read(game, place, language, text) == Understood(meant)


def test_a_step_in_unknown_words_is_not_left_out() -> None:
    text = "forest 2, gimme the wombat, paying with forest 1"
    assert not isinstance(read("wild-cards", "bid", "en", text), Understood)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "the lowest that beats Daan"),
        ("it", "la più piccola che basta per stare sopra a Daan"),
        ("nl", "de laagste waar ik Daan nog net mee klop"),
        ("es", "la más baja que le gane a Daan"),
    ],
)
def test_the_lowest_that_beats_who_is_ahead_takes_the_trick(language: str, text: str) -> None:
    names = ("Anna", "Bruno", "Carla", "Daan")
    found = read("wizard", "play", language, text, names=names)
    assert found == read("wizard", "play", "en", "play cheapest")
    assert not isinstance(
        read("wizard", "play", language, text.replace("Daan", "Anna"), names=names), Understood
    )


@pytest.mark.parametrize(
    ("place", "language", "text", "meant"),
    [
        ("bid", "nl", "twee. drie. nee twee. ach weet je, met rood 13 erbij: drie, klaar", "bid 3"),
        ("lead", "es", "El 7 rojo. Bueno el 12, qué más da, el 12", "play R12"),
        ("lead", "en", "red 7. No, wait. Or red 12? Ugh. Red 7, final answer", "play R7"),
        ("bid", "it", "due. no aspetta, uno... o zero? Due, deciso, non ci penso più", "bid 2"),
    ],
)
def test_a_final_word_ends_the_dithering(place: str, language: str, text: str, meant: str) -> None:
    assert read("wizard", place, language, text) == Understood(meant)


@pytest.mark.parametrize(
    ("place", "language", "text", "other"),
    [
        ("lead", "en", "red 7. No, red 12. If Anna passes red 7, final answer", "play R7"),
        ("lead", "en", "red 12. Red 7? Is red 7 my final answer?", "play R7"),
        ("bid", "en", "two. Bruno says one, final answer", "bid 1"),
    ],
)
def test_a_final_word_of_another_case_or_person_ends_nothing(
    place: str, language: str, text: str, other: str
) -> None:
    assert read("wizard", place, language, text) != Understood(other)


def test_nothing_is_not_sealed_beside_a_deed_on_the_next_line() -> None:
    text = "Passo\nprendo quello che c'è"
    assert read("wild-cards", "take-one", "it", text) != Understood("pass")
