"""Orders in plain words, in four languages, against the legal orders of a position."""

from games.words.below import Below, names_things, read_below
from games.words.below import Kind as BelowKind
from games.words.notation import is_notation
from games.words.occasions import occasions_spelled, says_when
from games.words.results import Correction, NotUnderstood, Question, Result, Understood
from games.words.understanding import understand, understand_later

__all__ = [
    "Below",
    "BelowKind",
    "Correction",
    "NotUnderstood",
    "Question",
    "Result",
    "Understood",
    "is_notation",
    "names_things",
    "occasions_spelled",
    "read_below",
    "says_when",
    "understand",
    "understand_later",
]
