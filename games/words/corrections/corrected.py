"""A correction read beside what it corrects: it may name but the part that changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.words.corrections.parts_read import read_parts
from games.words.corrections.patches import patched
from games.words.corrections.revisions import keeps_suit, nearest_to, others_than, without
from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN
from games.words.positions.evidence import NAMING, atoms
from games.words.positions.game_words import later_stages, words_of
from games.words.positions.scene import OrderScene
from games.words.results import NotUnderstood, Question, Result, Understood
from games.words.speech.clauses import Act, Clause, is_added
from games.words.speech.orders import OrderPart, Orders
from games.words.speech.restepping import keeps_steps, restepped

_BOTH = 2


def corrected(
    scene: OrderScene, orders: Orders, clauses: Sequence[Clause], result: Result
) -> Result:
    """What these clauses order where `result` is their correction alone."""
    before = read_parts(scene, orders, orders.before)
    earlier = before.text if isinstance(before, Understood) else ""
    result = _revised(scene, orders, result, earlier) if earlier else result
    is_named = bool(orders.before and orders.parts) and not orders.wants(tags.OTHER_ONE)
    if is_named and not isinstance(result, Understood):
        result = _restepped(scene, orders) or _patched(scene, orders) or result
    is_step = isinstance(result, Understood) and ";" not in result.text
    if (
        isinstance(result, Understood)
        and is_step
        and (keeps_steps(clauses) or _leaves_steps(orders, earlier))
    ):
        result = Understood(result.text + "".join(earlier.partition(";")[1:]))
    is_half = any(one.act is Act.CORRECT and one.has(UNKNOWN) for one in clauses)
    rest = without(earlier, result.text) if is_half and isinstance(result, Understood) else []
    is_more = any(one.act is Act.CORRECT and is_added(one) for one in clauses)
    if is_more and earlier and isinstance(result, Understood) and ";" not in earlier:
        result = Question((result.text,))  # it may come on top of the other
    if rest and isinstance(result, Understood):
        kept = [one for one in map(scene.tried, rest) if isinstance(one, str)]
        result = Question((*kept, result.text))
    if (
        isinstance(result, Understood)
        and orders.has_only_numbers
        and not keeps_suit(earlier, result.text)
    ):
        result = Question((result.text,))
    return result


_NEXT = ("draw", "stay", "done")
"""Verbs of further steps that have nothing to do with the cards of the step before them."""


def _leaves_steps(orders: Orders, earlier: str) -> bool:
    """Whether a correction that says no verb leaves the further steps as they were: "the six, and
    draw the 2. Sorry, the five"."""
    said = [token for part in orders.parts for token in part.tokens]
    has_verb = any(token.kind in (tags.VERB, "FINAL", "OR", "NONE") for token in said)
    later = [step.split(maxsplit=1)[0] for step in earlier.split("; ")[1:]]
    return bool(said) and not has_verb and bool(later) and set(later) <= set(_NEXT)


def _revised(scene: OrderScene, orders: Orders, result: Result, earlier: str) -> Result:
    """A correction read beside what it corrects: it may name but the part that changes."""
    if orders.wants(tags.OTHER_ONE):
        return others_than(earlier, scene.legal(), orders.side_only)
    if isinstance(result, Question):
        named = [token for part in orders.parts for token in part.tokens if token.kind in NAMING]
        verbs = {choice.partition(" ")[0] for choice in result.choices}
        more = [
            text
            for text in scene.legal()
            if text.partition(" ")[0] in verbs and all(one.value in atoms(text) for one in named)
        ]
        return nearest_to(earlier, tuple(dict.fromkeys((*result.choices, *more))))
    if isinstance(result, NotUnderstood) and result.refusal is not None:
        again = _alike(scene, orders, earlier)
        return again if isinstance(again, Understood) else result
    if isinstance(result, NotUnderstood) and not result.read:
        verb = earlier.partition(" ")[0]
        verb = words_of(scene.rules.key).spoken_verbs.get(verb, verb)
        again = read_parts(scene, orders, orders.parts, verb=verb)
        if isinstance(again, Question):
            return nearest_to(earlier, again.choices)
        return again if isinstance(again, Understood) else result
    return result


def _alike(scene: OrderScene, orders: Orders, earlier: str) -> Result:
    """The legal order nearest to the earlier one that has what the correction names."""
    tokens = [token for part in orders.parts for token in part.tokens if token.kind in NAMING]
    legal = [text for text in scene.legal() if text.split()[0] == earlier.split(maxsplit=1)[0]]
    if len(legal) < len(scene.legal()) - _BOTH or not tokens:
        return NotUnderstood()
    named = Counter(token.value for token in tokens if token.kind == "CODE")
    fitting = [
        text
        for text in legal
        if all(token.value in atoms(text) for token in tokens)
        if not named - Counter(text.split())
    ]
    return nearest_to(earlier, fitting) if fitting else NotUnderstood()


def _patched(scene: OrderScene, orders: Orders) -> Result | None:
    """What a correction comes to in the place of what it corrects, also of what is not legal."""
    tokens = patched(orders.before[-1].tokens, orders.parts[0].tokens)
    found = read_parts(scene, orders, [OrderPart(tokens, orders.parts[0].doubts)])
    is_one = isinstance(found, Understood) and ";" not in found.text
    return found if is_one else None


def _restepped(scene: OrderScene, orders: Orders) -> Result | None:
    """What a correction of a later step comes to, with the steps before it."""
    part = restepped(orders, later_stages(scene))
    found = read_parts(scene, orders, [part]) if part is not None else None
    return found if isinstance(found, Understood) and ";" in found.text else None
