"""Orders in plain words, in four languages, against the legal orders of a position."""

from games.words.conditions.cases_apart import asks_condition
from games.words.lines_below import (
    Below,
    names_cards,
    names_things,
    only_passes,
    read_below,
    read_turned,
    says_deed,
    says_only_order,
    says_order,
    turns_order,
)
from games.words.lines_below import Kind as BelowKind
from games.words.notation import is_notation
from games.words.occasions import occasions_spelled, says_when
from games.words.positions.coverage import covered, named_tokens
from games.words.reading_words import in_order
from games.words.results import Branch, Correction, NotUnderstood, Question, Result, Understood
from games.words.understanding import understand, understand_later
from games.words.written_orders import OrderReader, Worded, which_of

__all__ = [
    "Below",
    "BelowKind",
    "Branch",
    "Correction",
    "NotUnderstood",
    "OrderReader",
    "Question",
    "Result",
    "Understood",
    "Worded",
    "asks_condition",
    "covered",
    "in_order",
    "is_notation",
    "named_tokens",
    "names_cards",
    "names_things",
    "occasions_spelled",
    "only_passes",
    "read_below",
    "read_turned",
    "says_deed",
    "says_only_order",
    "says_order",
    "says_when",
    "turns_order",
    "understand",
    "understand_later",
    "which_of",
]
