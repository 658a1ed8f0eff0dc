"""By what an order is trusted to be meant by a text, or not."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN
from games.words.likelihood.candidates import NOTHING
from games.words.likelihood.judged_text import JudgedText
from games.words.positions.evidence import NAMING, atoms, stands_in
from games.words.results import NotUnderstood, Question, Understood, offered

_KINDS = (
    "IF", tags.CORRECT, tags.RETRACT, tags.NOT, "OR", tags.BUT, "THEN", tags.DOUBT, tags.GONE,
    tags.OTHERS, "HOW", "ALL", tags.OTHER_ONE, "NONE", tags.BECAUSE,
)  # fmt: skip
_ACTS = ("condition", "alternative", "retract", "exclude", "ask", "correct")
_LEAST, _MOST = -4.0, 8.0


def likeliest(likely: Mapping[str, float]) -> str:
    """The candidate that is meant most probably."""
    return max(likely, key=likely.__getitem__)


def signs(text: JudgedText, likely: Mapping[str, float], order: str) -> dict[str, float]:
    """What speaks for an order's being meant and against it, each from -1 to 2; `order` is one of
    the candidates whose shares are `likely`."""
    share = likely[order]
    others = max((value for one, value in likely.items() if one != order), default=0.0)
    odds = _odds(share)
    read = type(text.result).__name__
    is_read = order in offered(text.result)
    found = {
        "always": 1.0,
        "odds": odds,
        "ahead": share - others,
        f"likeliest {share > others} {read}": 1.0,
        f"{read} {is_read}": 1.0,
        f"odds {read} {is_read}": odds,
        f"game {text.game}": 1.0,
        f"decision {text.decision}": 1.0,
        f"steps {min(order.count(';'), 2)}": 1.0,
        "nothing": float(order == NOTHING),
        "may be nothing": _odds(likely.get(NOTHING, 0.0)),
        f"may be nothing {read}": _odds(likely.get(NOTHING, 0.0)),
    }
    found |= dict.fromkeys(_marks(text, read), 1.0)
    for state in _states(text, order):
        found |= {state: 1.0, f"odds {state}": odds}
    return found | _left_over(text, order) | _readings(text, order)


def _states(text: JudgedText, order: str) -> Iterator[str]:
    """What became of the text when it was read, and of the order in that."""
    result, choices = text.result, offered(text.result)
    is_read, read = order in choices, type(result).__name__
    yield f"open {text.is_open} {read} {is_read}"
    yield f"chosen {is_read} of several {isinstance(result, Question) and len(choices) > 1}"
    if isinstance(result, Understood) and result.branches:
        yield f"decided {is_read}"
    if isinstance(result, NotUnderstood) and result.is_retracted:
        yield "retracted"
    if isinstance(result, NotUnderstood) and result.refusal:
        yield "refused"


def _odds(share: float) -> float:
    """The logarithm of a likelihood's odds, from -1 to 2."""
    return max(_LEAST, min(_MOST, math.log(max(share, 1e-6) / max(1 - share, 1e-6)))) / -_LEAST


def _marks(text: JudgedText, read: str) -> Iterator[str]:
    """Kinds of words and acts that may turn what is ordered, alone and by what was read."""
    kinds = {one.token.kind for one in text.words}
    acts = {one.act_here for one in text.words}
    for name in (*(kinds & set(_KINDS)), *(acts & set(_ACTS))):
        yield f"has {name}"
        yield f"has {name} {read}"


def _left_over(text: JudgedText, order: str) -> dict[str, float]:
    """What the text names and the order does not, and the other way round."""
    tokens = [one.token for one in text.words]
    named = [one for one in tokens if one.kind in NAMING]
    left = sum(not stands_in(one, order) for one in named)
    said = {one.value for one in named}
    unsaid = sum(piece not in said and not piece.islower() for piece in atoms(order))
    return {
        "left": min(left, 5) / 5,
        "none left": float(left == 0),
        "unknown": min(sum(one.kind == UNKNOWN for one in tokens), 12) / 12,
        "sentences": min(text.sentences, 5) / 5,
        "unsaid": min(unsaid, 4) / 4,
    }


def _readings(text: JudgedText, order: str) -> dict[str, float]:
    """How the order stands to what was read of the whole, and of each sentence."""
    choices = text.result.choices if isinstance(text.result, Question) else ()
    shorter = offered(text.result)
    alone = {one.text for one in text.alone if isinstance(one, Understood)}
    last = text.alone[-1] if text.alone else None
    return {
        "cut short": float(any(one.startswith(f"{order};") for one in choices)),
        "goes on": float(any(order.startswith(f"{one};") for one in shorter)),
        "alone": float(order in alone),
        "orders alone": min(len(alone), 3) / 3,
        "only alone": float(alone == {order}),
        "last alone": float(isinstance(last, Understood) and last.text == order),
    }
