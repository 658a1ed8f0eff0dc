"""A guided first round: fixed cards, what the others do, and what is said about each answer.

Pure data of a game's package. `games.rules.lesson_play` plays it; texts are marked for the
translators with `gettext_noop`, and a card in them is a placeholder: `%(F3)s`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Answer(NamedTuple):
    """What is said when an order was chosen: `order` is a regular expression for the whole text."""

    order: str
    says: str
    is_good: bool = False


class LessonStep(NamedTuple):
    """One decision of the learner.

    The lesson goes on with the order of the first answer, which is spelled out; the last answer is
    for whatever the others do not match. A step `on_first_page` has a small table, and a question
    that is understood at a glance.
    """

    goal: str
    answers: tuple[Answer, ...]
    on_first_page: bool = False

    @property
    def order(self) -> str:
        """The order with which the lesson goes on."""
        return self.answers[0].order


class Lesson(NamedTuple):
    """A whole lesson for the player in `seat`.

    `script` has, phase by phase and by seats, `seat order` for everybody whom no step asks: the
    others, and the learner where there is nothing to learn. It ends where the lesson ends.
    """

    seats: int
    seed: str
    about: str
    steps: tuple[LessonStep, ...]
    script: tuple[str, ...]
    done: str
    names: tuple[str, ...] = ("Ada", "Bruno", "Chiara", "Daan", "Elif")
    seat: int = 0
    options: Mapping[str, object] = {}
