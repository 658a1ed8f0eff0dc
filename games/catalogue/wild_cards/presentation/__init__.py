"""Wild Cards in words and pictures."""

from __future__ import annotations

from pathlib import Path

from django.utils.translation import gettext

from games.catalogue.wild_cards.presentation import (
    board,
    effects,
    errors,
    orders,
    pictures,
    questions,
    score,
    sentences,
    standing_orders,
    table,
    trait_words,
    vocabulary,
)
from games.presentation.default_presentation import Presentation


class WildCardsPresentation(Presentation):
    """What the modules of this package say better than any game's presentation does."""

    verbs = orders.VERBS
    problems = errors.PROBLEMS
    symbols = Path(__file__).with_name("sprite.svg")
    icon = "M12 3l6 8h-3l4 6h-6v4h-2v-4H5l4-6H6z"

    prompt = staticmethod(questions.prompt)
    question = staticmethod(questions.question)
    choice_label = staticmethod(questions.choice_label)
    part_label = staticmethod(questions.part_label)
    value_label = staticmethod(questions.value_label)
    examples = staticmethod(questions.examples)
    effect = staticmethod(effects.effect)
    later = staticmethod(standing_orders.later)
    card_name = staticmethod(vocabulary.card_name)
    phase_name = staticmethod(vocabulary.phase_name)
    round_label = staticmethod(board.round_label)
    round_name = staticmethod(board.round_name)
    reason = staticmethod(vocabulary.reason)
    trait_group = staticmethod(trait_words.trait_group)
    trait_name = staticmethod(trait_words.trait_name)
    option_label = staticmethod(vocabulary.option_label)
    option_value_label = staticmethod(vocabulary.option_value_label)
    card = staticmethod(pictures.card)
    event_in_words = staticmethod(sentences.sentence)
    recap = staticmethod(sentences.sentences)
    text_board = staticmethod(board.board)
    scores = staticmethod(score.score_table)
    tie_break = staticmethod(score.tie_break)
    figure = staticmethod(table.table_picture)

    def nobody(self) -> str:
        return gettext("Leo")
