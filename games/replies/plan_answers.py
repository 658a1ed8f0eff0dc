"""What somebody replies to play the plan that a mail offers: its number, or a word."""

from __future__ import annotations

import re

from games.replies import command_words
from games.words.positions.game_words import words_of

_NUMBER = re.compile(r"\s*#?1\s*[.!)]?\s*(?:\n|$)")
"""The number of the plan, alone in its line."""


def plan_answer(game: str, kind: str, language: str) -> str:
    """What a mail in this language says to reply: 1, or a word where a number alone is an order."""
    if kind in words_of(game).bare_numbers:
        return f"“{command_words.taught_word('plan', language, 'words')}”"
    return "1"


def is_plan_number(text: str, game: str, kind: str) -> bool:
    """Whether a text begins with the number of the plan, and a number orders nothing here."""
    return kind not in words_of(game).bare_numbers and _NUMBER.match(text) is not None


def is_plan_word(text: str) -> bool:
    """Whether a text is a word for the plan and nothing else, in any language."""
    said = command_words.without_politeness(command_words.plain_words(text))
    return said in command_words.words_of("words", "plan")
