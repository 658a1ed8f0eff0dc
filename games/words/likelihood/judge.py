"""What was read of a text, judged by how likely it is meant."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from games.words.conditions.cases_apart import has_conditions
from games.words.lexicon.sentences import Sentence
from games.words.likelihood.candidates import NOTHING, candidates
from games.words.likelihood.judged_text import JudgedText, judged_text
from games.words.likelihood.likelihoods import likelihoods, trained_weights, trust
from games.words.likelihood.signs import signs
from games.words.positions.scene import MOST_LEGAL, OrderScene
from games.words.results import MOST_CHOICES, NotUnderstood, Question, Result, Understood
from games.words.speech.clauses import Act

Judge: TypeAlias = Callable[[OrderScene, Sequence[Sentence], Sequence[str], Result], Result]
"""What makes of the reading of a text, in these languages, what it is taken for."""

KEPT = 0.5
"""So much must an order that was read be trusted, or it is asked back."""

ORDERED = 0.75
"""So much must one be trusted that was asked back."""

FOUND = 0.9
"""So much must one be trusted where none was read."""

SHOWN = 0.1
"""So likely is an order that is shown beside what was read."""

MOST_WORDS_JUDGED = 120


def judged(
    scene: OrderScene, parts: Sequence[Sentence], languages: Sequence[str], result: Result
) -> Result:
    """The result, or what is likelier: an order in place of a question, or a question in place of
    an order that is hardly meant. What the rules refuse, or what was taken back, stays so; so does
    all of a game that nothing was learnt of."""
    text = to_be_judged(scene, parts, languages, result)
    if text is None or text.game not in trained_weights().games:
        return result
    likely = likelihoods(candidates(scene, text))
    is_open = _has_conditions(text) or has_conditions(parts, languages[0])
    return _decided(text, likely, result, is_open=is_open)


def unjudged(
    scene: OrderScene, parts: Sequence[Sentence], languages: Sequence[str], result: Result
) -> Result:
    """The reading as it is."""
    del scene, parts, languages
    return result


def to_be_judged(
    scene: OrderScene, parts: Sequence[Sentence], languages: Sequence[str], result: Result
) -> JudgedText | None:
    """The text with what was read of it; None where that stays as it is."""
    is_settled = isinstance(result, NotUnderstood) and (result.refusal or result.is_retracted)
    words = sum(len(one.words) for one in parts)
    if not words or is_settled or scene.is_later or words > MOST_WORDS_JUDGED:
        return None
    return judged_text(scene, parts, languages, result) if len(scene.legal()) < MOST_LEGAL else None


def _decided(
    text: JudgedText, likely: Mapping[str, float], result: Result, *, is_open: bool
) -> Result:
    """The result as likelihood has it; `is_open` says that something hangs on a condition."""
    ranked = sorted(likely, key=likely.__getitem__, reverse=True)
    shown = tuple(one for one in ranked if one != NOTHING and likely[one] >= SHOWN)
    match result:
        case Understood(text=order, branches=branches):
            # What the table decided is told with the order, and anybody sees whether it is so.
            is_kept = bool(branches) or _trusted(text, likely, order) >= KEPT
            return result if is_kept else Question(_choices(shown[:1], order))
        case Question(choices=choices):
            # Where the grammar leaves several, the others may have been ruled out.
            near = [one for one in shown if one in choices or len(choices) == 1]
            is_sure = near[:1] == ranked[:1] and _trusted(text, likely, ranked[0]) >= ORDERED
            if is_sure and not is_open:
                return Understood(ranked[0])
            return Question(_choices(near, *choices))
        case NotUnderstood(read=read):
            if _trusted(text, likely, ranked[0]) >= FOUND and not is_open:
                return Understood(ranked[0])
            is_shown = ranked[0] != NOTHING and bool(shown)
            return replace(result, read=read or shown[0], examples=shown) if is_shown else result


def _trusted(text: JudgedText, likely: Mapping[str, float], order: str) -> float:
    """How far an order is to be trusted; not at all where nothing is ordered."""
    return trust(signs(text, likely, order)) if order != NOTHING else 0.0


def _choices(shown: Sequence[str], *read: str) -> tuple[str, ...]:
    """What is shown, and what was read behind it."""
    return tuple(dict.fromkeys((*shown, *read)))[:MOST_CHOICES]


def _has_conditions(text: JudgedText) -> bool:
    """Whether something hangs on a condition: what nobody can see decides nothing."""
    return any(Act.CONDITION.value in (one.act, one.act_here) for one in text.words)
