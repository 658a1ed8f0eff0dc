"""Worked examples of the rules pages: steps of the game's lesson, as the rules play them.

They are made when the page is, so they cannot say what the rules do not do.
"""

from __future__ import annotations

from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.presentation import presentation_for
from games.rules.game import Game
from games.rules.lesson_play import answered, asked
from games.views.drawn_cards import cards_of_order
from games.views.lessons import words


class WorkedExample(NamedTuple):
    """One step: what was asked and chosen, with its cards, what happened, and why it was good."""

    number: int
    goal: str
    cards: SafeString
    order: str
    told: list[str]
    why: str


def worked_examples(game: Game) -> list[WorkedExample]:
    """Every step of the game's lesson, in the active language; none where it has no lesson."""
    lesson = game.load_lesson()
    return [] if lesson is None else [_example(game, at) for at in range(len(lesson.steps))]


def _example(game: Game, at: int) -> WorkedExample:
    lesson, presentation = game.load_lesson(), presentation_for(game.key)
    assert lesson is not None
    step = asked(game.key, at).step
    result = answered(game.key, at, step.order)
    names = dict(enumerate(lesson.names[: lesson.seats]))
    return WorkedExample(
        at + 1,
        words(step.goal, presentation),
        cards_of_order(presentation, result.order),
        _sentence(presentation.order_in_words(result.order)),
        presentation.sentences(result.events, names, lesson.seat),
        words(result.answer.says, presentation),
    )


def _sentence(words_of_order: str) -> str:
    return words_of_order[:1].upper() + words_of_order[1:]


def example_in_page(game: Game, number: int) -> str:
    """Example `number` as HTML. Raises IndexError where the lesson has no such step."""
    example = worked_examples(game)[number - 1]
    return render_to_string("games/_worked_example.html", {"example": example, "game": game})
