"""A correction read beside what it corrects: it may name but the part that changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.words.corrections.changed_steps import changed_step
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
    alone = result
    result = _revised(scene, orders, result, earlier) if earlier else result
    is_named = bool(orders.before and orders.parts) and not orders.wants(tags.OTHER_ONE)
    if is_named and not isinstance(result, Understood):
        result = (
            changed_step(scene, orders, earlier)
            or _restepped(scene, orders)
            or _later_said_anew(alone, earlier)
            or _patched(scene, orders)
            or result
        )
    if isinstance(result, Understood) and ";" not in result.text and ";" in earlier:
        is_refused = isinstance(alone, NotUnderstood) and alone.refusal is not None
        result = _with_steps(scene, orders, clauses, result, earlier)
        if isinstance(result, Understood) and is_refused:
            result = Question((result.text,))  # it may be a further step's
    is_half = any(one.act is Act.CORRECT and one.has(UNKNOWN) for one in clauses)
    rest = without(earlier, result.text) if is_half and isinstance(result, Understood) else []
    said = [one for one in clauses if one.act is Act.CORRECT]
    is_more = any(is_added(one) or one.says_phrase("list first") for one in said)
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


def _with_steps(
    scene: OrderScene,
    orders: Orders,
    clauses: Sequence[Clause],
    result: Understood,
    earlier: str,
) -> Result:
    """A first step said anew, with the further steps as they were where it leaves them so: "the
    six, and draw the 2. Sorry, the five"; a question where it may be a further step's."""
    stages = later_stages(scene)
    said = [token for part in orders.parts for token in part.tokens]
    verbs = {token.value for token in said if token.kind in (tags.VERB, "FINAL")}
    first, *later = earlier.split("; ")
    is_anew = any(token.kind in ("OR", "NONE") for token in said) or any(map(_ends, clauses))
    verb = first.split(maxsplit=1)[0]
    is_first = verbs <= {verb, words_of(scene.rules.key).spoken_verbs.get(verb, verb)}
    whole = "; ".join((result.text, *later))
    if keeps_steps(clauses):
        return Understood(whole)
    if not said or is_anew or not is_first:
        return result
    if all(stages.get(step.split(maxsplit=1)[0]) for step in later):
        is_all = any(one.act is Act.RETRACT for one in clauses)  # "scratch that, F3"
        return Question((whole, result.text)) if is_all else Understood(whole)
    is_alike = later[-1].split(maxsplit=1)[0] == verb and not verbs
    last = "; ".join((first, *later[:-1], result.text))
    return Question((whole, last)) if is_alike else result


def _ends(clause: Clause) -> bool:
    """Whether a clause says that there is nothing more."""
    return clause.act is Act.CORRECT and clause.says_phrase("ends")


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


def _later_said_anew(alone: Result, earlier: str) -> Result | None:
    """The order with its further step replaced by the one that a correction names, which could not
    be ordered now: "two tricks, then the B9. No, the B5"."""
    if not isinstance(alone, NotUnderstood) or alone.refusal is None or " or " in alone.read:
        return None
    first, *later = earlier.split("; ")
    verb = alone.read.partition(" ")[0]
    same = [index for index, step in enumerate(later) if step.partition(" ")[0] == verb]
    if alone.refusal.code != "not-now" or len(same) != 1 or first.partition(" ")[0] == verb:
        return None
    later[same[0]] = alone.read
    return Understood("; ".join((first, *later)))
