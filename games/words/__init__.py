"""Orders in plain words, in four languages, against the legal orders of a position."""

from games.words.results import Correction, NotUnderstood, Question, Result, Understood
from games.words.understanding import understand

__all__ = ["Correction", "NotUnderstood", "Question", "Result", "Understood", "understand"]
