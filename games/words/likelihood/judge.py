"""What was read of a text, judged by how likely it is meant."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from games.words.lexicon import tags
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

KEPT = 0.65
"""So far must an order that was read be trusted, or it is asked back."""

TAKEN = 0.89
"""So far must one be trusted that was not."""

SHOWN = 0.1
"""So likely is an order that is shown beside what was read."""

MOST_WORDS_JUDGED = 120

_GREETING = (tags.FILLER, "AND")
_PLAIN = (Act.ORDER.value, Act.EXCLUDE.value)
_TURNING = frozenset((tags.BUT, tags.CORRECT, tags.RETRACT, tags.NOT, tags.DOUBT, "OR", "IF"))


def judged(
    scene: OrderScene, parts: Sequence[Sentence], languages: Sequence[str], result: Result
) -> Result:
    """The result, or what is likelier: an order in place of a question or of nothing, or a question
    in place of an order that is hardly meant. A text of a game that nothing was learnt of stays as
    it was read."""
    text = to_be_judged(scene, parts, languages, result)
    if text is None or text.game not in trained_weights().games:
        return result
    return _decided(text, likelihoods(candidates(scene, text)), result)


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
    words = sum(len(one.words) for one in parts)
    if not words or scene.is_later or words > MOST_WORDS_JUDGED:
        return None
    return judged_text(scene, parts, languages, result) if len(scene.legal()) < MOST_LEGAL else None


def _decided(text: JudgedText, likely: Mapping[str, float], result: Result) -> Result:
    """The result as likelihood has it."""
    ranked = sorted(likely, key=likely.__getitem__, reverse=True)
    best = ranked[0]
    is_sure = _trusted(text, likely, best) >= TAKEN
    shown = tuple(one for one in ranked if one != NOTHING and likely[one] >= SHOWN)
    match result:
        case Understood(text=order, branches=branches):
            # What the table decided is told with the order, and anybody sees whether it is so.
            if branches or _is_plain(text) or _trusted(text, likely, order) >= KEPT:
                return result
            return Understood(best) if is_sure else Question(_choices(shown[:1], order))
        case Question(choices=choices):
            if is_sure and _may_be_taken(text, best, choices):
                return Understood(best)
            # Where the grammar leaves several, the others may have been ruled out.
            near = [one for one in shown if one in choices or len(choices) == 1]
            return Question(_choices(near, *choices))
        case NotUnderstood(read=read, refusal=refusal):
            if is_sure and " " in best and _may_be_taken(text, best, ()):
                return Understood(best)
            is_shown = best != NOTHING and bool(shown) and not refusal and not result.is_retracted
            return replace(result, read=read or shown[0], examples=shown) if is_shown else result


def _is_plain(text: JudgedText) -> bool:
    """Whether it is one sentence that only says what is done and what is not, beside greetings and
    thanks: so mails show how to answer."""
    telling = [
        one
        for one in text.words
        if one.token.kind not in _GREETING or one.act_here != Act.ASIDE.value
    ]
    return len({one.sentence for one in telling}) <= 1 and all(
        one.act_here in _PLAIN or (not one.act_here and one.token.kind not in _TURNING)
        for one in telling
    )


def _may_be_taken(text: JudgedText, order: str, choices: Sequence[str]) -> bool:
    """Whether an order that was not read may be taken, unless as a plan: nothing may hang on a case
    that nobody may see, nor be ruled out by the grammar, which asks for one of these choices."""
    if " or " in order or ";" in order:
        return True
    return not text.is_open and (order in choices or len(choices) < 2)


def _trusted(text: JudgedText, likely: Mapping[str, float], order: str) -> float:
    """How far an order is to be trusted; not at all where nothing is ordered."""
    return trust(signs(text, likely, order)) if order != NOTHING else 0.0


def _choices(shown: Sequence[str], *read: str) -> tuple[str, ...]:
    """What is shown, and what was read behind it."""
    return tuple(dict.fromkeys((*shown, *read)))[:MOST_CHOICES]
