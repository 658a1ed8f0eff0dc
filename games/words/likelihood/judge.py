"""What was read of a text, judged by how likely it is meant."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import TypeAlias

from games.words.lexicon import tags
from games.words.lexicon.sentences import Sentence
from games.words.likelihood.candidates import NOTHING, candidates
from games.words.likelihood.judged_text import JudgedText, judged_text
from games.words.likelihood.likelihoods import likelihoods, trained_weights, trust
from games.words.likelihood.mentions import mentions
from games.words.likelihood.signs import likeliest, signs
from games.words.positions.scene import MOST_LEGAL, OrderScene
from games.words.results import MOST_CHOICES, NotUnderstood, Question, Result, Understood
from games.words.speech.clauses import Act

Judge: TypeAlias = Callable[[OrderScene, Sequence[Sentence], Sequence[str], Result], Result]
"""What makes of the reading of a text, in these languages, what it is taken for."""

KEPT = 0.65
"""So far must an order that was read be trusted, or it is asked back."""

TAKEN = 0.89
"""So far must one be trusted that was not."""

SHOWN = 0.03
"""So likely is an order that is offered when it is asked which is meant."""

MOST_SHOWN = 4
SHOWN_TOGETHER = 0.9
"""No further ones are offered when it is so likely that one of those is meant."""

MOST_NEAR = 3
"""A reading that leaves more than so many orders may have ruled out all others."""

NOTHING_MEANT = 0.5
"""So likely nothing is ordered by a text that is not asked about."""

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
    best = likeliest(likely)
    is_sure = _trusted(text, likely, best) >= TAKEN
    shown = _shown(likely)
    match result:
        case Understood(text=order, branches=branches):
            # What the table decided is told with the order, and anybody sees whether it is so.
            if branches or _is_plain(text) or _trusted(text, likely, order) >= KEPT:
                return result
            return Understood(best) if is_sure else Question(_choices(shown, order))
        case Question(choices=choices):
            if is_sure and _may_be_taken(text, best, choices):
                return Understood(best)
            near = [one for one in shown if one in choices or len(choices) == 1]
            others = () if len(choices) > MOST_NEAR or _rules_out(text) else (*choices[:1], *shown)
            return Question(_choices(near, *others, *choices))
        case NotUnderstood(is_retracted=is_retracted):
            if is_sure and " " in best and _may_be_taken(text, best, ()):
                return Understood(best)
            says_something = likely[NOTHING] < NOTHING_MEANT and bool(mentions(text))
            is_asked = bool(shown) and says_something and not is_retracted
            return Question(shown) if is_asked else result


def _shown(likely: Mapping[str, float]) -> tuple[str, ...]:
    """The orders to choose from where it is not sure which is meant, the likeliest first."""
    ranked = sorted(likely, key=likely.__getitem__, reverse=True)
    orders = [one for one in ranked if one != NOTHING and likely[one] >= SHOWN][:MOST_SHOWN]
    together = accumulate(likely[one] for one in orders)
    enough = sum(share < SHOWN_TOGETHER for share in together) + 1
    return tuple(orders[:enough])


def _rules_out(text: JudgedText) -> bool:
    """Whether something is said not to be done: what a reading leaves may be all that is left."""
    return any(one.act_here == Act.EXCLUDE.value for one in text.words)


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
