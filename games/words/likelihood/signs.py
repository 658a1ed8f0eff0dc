"""By what an order is trusted to be meant by a text, or not."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN, Token
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
_NOWHERE = -1.0


def likeliest(likely: Mapping[str, float]) -> str:
    """The candidate that is meant most probably."""
    return max(likely, key=likely.__getitem__)


def signs(text: JudgedText, likely: Mapping[str, float], order: str) -> dict[str, float]:
    """What speaks for an order's being meant and against it; a sign that is not there is 0. `order`
    is one of the candidates whose shares are `likely`, and not NOTHING."""
    share = likely[order]
    others = max((value for one, value in likely.items() if one != order), default=0.0)
    tokens = [one.token for one in text.words]
    found = {
        "odds": _odds(share),
        "ahead": share - others,
        "may be nothing": _odds(likely.get(NOTHING, 0.0)),
        f"game {text.game}": 1.0,
        f"decision {text.decision}": 1.0,
        f"verb {order.split(maxsplit=1)[0].rstrip(';')}": 1.0,
        "steps": float(order.count(";")),
        "sentences": float(text.sentences),
        "words": float(len(tokens)),
        "unknown": float(sum(one.kind == UNKNOWN for one in tokens)),
    }
    found |= dict.fromkeys((*_marks(text), *_states(text, order)), 1.0)
    return found | _named(tokens, order) | _asking(text) | _readings(text, order)


def _odds(share: float) -> float:
    """The logarithm of a likelihood's odds, within limits."""
    return max(_LEAST, min(_MOST, math.log(max(share, 1e-6) / max(1 - share, 1e-6))))


def _marks(text: JudgedText) -> Iterator[str]:
    """Kinds of words and acts that may turn what is ordered."""
    kinds = {one.token.kind for one in text.words}
    acts = {one.act_here for one in text.words}
    yield from (f"has {name}" for name in (*(kinds & set(_KINDS)), *(acts & set(_ACTS))))
    yield from (f"last act {one.act_here}" for one in text.words[-1:])


def _states(text: JudgedText, order: str) -> Iterator[str]:
    """What became of the text when it was read, and of the order in that."""
    result, choices = text.result, offered(text.result)
    is_read, read = order in choices, type(result).__name__
    yield f"{read} {is_read}"
    yield f"open {text.is_open} {read} {is_read}"
    yield f"chosen {is_read} of several {isinstance(result, Question) and len(choices) > 1}"
    if isinstance(result, Understood) and result.branches:
        yield f"decided {is_read}"
    if isinstance(result, NotUnderstood) and result.is_retracted:
        yield "retracted"
    if isinstance(result, NotUnderstood) and result.refusal:
        yield "refused"


def _named(tokens: Sequence[Token], order: str) -> dict[str, float]:
    """What the text names and the order does not, and the other way round; and where in the text,
    from 0 to 1, each of the two is named first and last."""
    named = [
        (place, stands_in(one, order)) for place, one in enumerate(tokens) if one.kind in NAMING
    ]
    said = {tokens[place].value for place, _inside in named}
    unsaid = sum(piece not in said and not piece.islower() for piece in atoms(order))
    left = sum(not inside for _place, inside in named)
    found = {"named": float(len(named)), "left": float(left), "unsaid": float(unsaid)}
    for name, wanted in (("inside", True), ("outside", False)):
        where = [place for place, inside in named if inside == wanted]
        found[f"first {name}"] = where[0] if where else _NOWHERE
        found[f"last {name}"] = where[-1] if where else _NOWHERE
    return found


def _asking(text: JudgedText) -> dict[str, float]:
    """How much of the text asks something, and whether its end does."""
    asks = [one.is_question for one in text.words]
    return {"asks": sum(asks) / max(len(asks), 1), "asks last": float(asks[-1:] == [True])}


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
        "orders alone": float(len(alone)),
        "only alone": float(alone == {order}),
        "last alone": float(isinstance(last, Understood) and last.text == order),
    }
