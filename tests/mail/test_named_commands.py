"""Commands of a match in sentences of their own, and what is none: questions about the rules, and
other people's days."""

from __future__ import annotations

import msgspec
import pytest

from games.management.commands._answered_lines import answer_line
from games.rules.registry import GAMES

COMMANDS = {
    "withdraw": ("oops, that last one was a mistake, please bin it",
                 "ay, me equivoqué, borra lo que mandé", "foutje, vergeet wat ik stuurde"),
    "resign": ("I don't want to play this match any more", "no quiero seguir con esta partida"),
    "done": ("op mij hoeft niet gewacht te worden", "non dovete aspettarmi"),
    "absent": ("I'm in hospital till the 9th of May", "estaré sin conexión hasta el domingo"),
    "back": ("home again from my trip", "ya estoy por aquí otra vez"),
    "standings": ("¿quién va el primero?", "who's at the top right now?"),
    "hand": ("which cards have I got left again?",),
    "help": ("I've no clue what to do", "non ci capisco niente"),
}  # fmt: skip


def answered(game: str, line: str, language: str = "en") -> dict[str, object]:
    asked = {"game": game, "text": line, "language": language}
    found: dict[str, object] = msgspec.json.decode(answer_line(msgspec.json.encode(asked)))
    return found


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_understood_by_what_a_sentence_names(game: str, name: str) -> None:
    found = {line: answered(game, line) for line in COMMANDS[name]}
    assert found == {line: {"command": name} for line in found}


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "can I play two cards at once?"),
        ("en", "what would you do in my place?"),
        ("it", "si possono giocare due carte insieme?"),
        ("it", "vince sempre la carta più alta?"),
        ("es", "¿se puede pasar dos veces seguidas?"),
        ("es", "¿gana siempre la carta más alta?"),
        ("nl", "mag je twee keer achter elkaar passen?"),
        ("nl", "moet je altijd kleur bekennen?"),
    ],
)
def test_a_question_what_the_rules_say_is_no_order_and_asks_none_back(
    game: str, language: str, line: str
) -> None:
    assert set(answered(game, line, language)) == {"none"}


@pytest.mark.parametrize(
    "line",
    [
        "Carla is on holiday, so don't expect her soon",
        "mijn zus komt morgen terug van vakantie",
        "mi hermana está de viaje hasta mañana",
    ],
)
def test_other_peoples_days_announce_nothing(line: str) -> None:
    assert "command" not in answered("wizard", line)


@pytest.mark.parametrize(
    "line",
    [
        "wait till you see my next hand",
        "wat heb ik toch altijd een pech",
        "non vedo l'ora di finire",
    ],
)
def test_a_figure_of_speech_is_no_command(line: str) -> None:
    assert "command" not in answered("wizard", line)
