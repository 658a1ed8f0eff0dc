"""CuBirds in words and pictures, as `games.presentation.base.Presentation` promises it."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.safestring import SafeString

from games.catalogue.cubirds.presentation import (
    board,
    drawings,
    orders,
    pictures,
    questions,
    score,
    sentences,
    table,
    vocabulary,
)
from games.catalogue.cubirds.presentation.errors import REFUSALS
from games.catalogue.cubirds.presentation.sentences import people_at
from games.presentation.base import Names, ScoreTable, ViewLike
from games.rules.protocol import Choice, Decision, Event, Part, RulesError, Seat


class CuBirdsPresentation:
    """Each method's promise stands in the protocol; the modules of this package keep it."""

    key = "cubirds"

    def sentence(self, event: Event, names: Names, viewer: Seat | None) -> str:
        return sentences.sentence(event, people_at(names, viewer))

    def sentences(self, events: Iterable[Event], names: Names, viewer: Seat | None) -> list[str]:
        return sentences.sentences(events, people_at(names, viewer))

    def prompt(self, decision: Decision, view: ViewLike) -> str:
        del view
        return questions.prompt(decision)

    def choice_label(self, decision: Decision, choice: Choice) -> str:
        del decision
        return questions.choice_label(choice)

    def part_label(self, part: Part) -> str:
        return questions.part_label(part)

    def value_label(self, part: Part, value: str) -> str:
        return questions.value_label(part, value)

    def examples(self, decision: Decision, view: ViewLike) -> list[str]:
        del view
        return questions.examples(decision)

    def order_in_words(self, text: str) -> str:
        return orders.order_in_words(text)

    def board(self, view: ViewLike, names: Names) -> str:
        return board.board(view, people_at(names, view["seat"]))

    def score_table(self, view: ViewLike, names: Names) -> ScoreTable:
        return score.score_table(view, people_at(names, view["seat"]))

    def error(self, error: RulesError) -> str:
        return REFUSALS.error(error)

    def card_name(self, code: str) -> str:
        return vocabulary.bird_name(code)

    def phase_name(self, name: str) -> str:
        return vocabulary.phase_name(name)

    def round_label(self, view: ViewLike) -> str:
        return board.round_label(view)

    def round_name(self, number: int) -> str:
        return board.round_name(number)

    def reason(self, reason: str) -> str:
        return vocabulary.reason(reason)

    def option_label(self, name: str) -> str:
        return vocabulary.option_label(name)

    def option_value_label(self, name: str, value: str | bool | int) -> str:
        return vocabulary.option_value_label(name, value)

    def sprite(self) -> SafeString:
        return drawings.sprite()

    def card(self, code: str) -> SafeString:
        return pictures.card(code)

    def table_picture(self, view: ViewLike, names: Names, viewer: Seat | None) -> SafeString:
        return table.table_picture(view, people_at(names, viewer))
