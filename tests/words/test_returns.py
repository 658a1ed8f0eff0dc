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
