"""What a text comes to where its sentences make no order: the legal orders that fit what it names.

Every word of a clause that names something of the game must stand in the order; what the clause
leaves open is taken from the rest of the text, where that names one thing of the kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.positions.evidence import (
    NAMING,
    atoms,
    extremes,
    holds_codes,
    keeps_pairs,
    revises,
    since_correction,
    things_named,
)
from games.words.positions.game_words import words_of
from games.words.positions.scene import MOST_LEGAL, OrderScene
from games.words.results import MOST_CHOICES, Question, Result, Understood
from games.words.speech.clauses import ORDERING, Act, Clause, is_other_case

_OPEN = (Act.ALTERNATIVE, Act.CONDITION, Act.RETRACT, Act.ASK)
_LONGEST = 60
"""No word is longer in any language: such a text is nobody's."""


def fitting_order(
    scene: OrderScene,
    clauses: Sequence[Clause],
    offered: Sequence[str] = (),
    earlier: str = "",
) -> Result | None:
    """The order that fits the clause that orders, if one does; a question where few do.

    `offered` are the orders that are in question already: no other is found then. `earlier` was
    ordered before and corrected.
    """
    if scene.is_later or any(
        len(token.value) > _LONGEST for one in clauses for token in one.tokens
    ):
        return None
    legal = offered or scene.legal()
    if not legal or len(legal) >= MOST_LEGAL:
        return None
    focus = _focus(clauses)
    if focus is None:
        return _undecided(scene, legal, clauses)
    if _is_denied(clauses[focus]):
        return _without(scene, legal, clauses[focus])
    if not (offered or earlier) and _counts_alone(scene, clauses[focus]):
        return None  # a number answers a question, and there is none
    left = [
        text for text in legal if not earlier or revises(text, earlier, clauses[focus : focus + 1])
    ]
    return _among(scene, left, clauses, focus)


def is_untwisted(clauses: Sequence[Clause]) -> bool:
    """Whether one clause orders, in a text that nothing turns, doubts or makes depend."""
    acts = {one.act for one in clauses}
    is_one = sum(one.act in ORDERING for one in clauses) == 1
    plain = {Act.ORDER, Act.REASON, Act.ASIDE, Act.TALK}
    turning = (*tags.CAREFUL, tags.GONE, tags.SORRY, "OR", "NONE", tags.OTHER_ONE, tags.ASK)
    return (
        is_one
        and acts <= plain
        and not any(one.has(*turning) or one.asks_back or _is_told(one) for one in clauses)
    )


def _is_told(clause: Clause) -> bool:
    """Whether a clause speaks of what somebody says, or of what was or would be."""
    return any(map(clause.says, ("reporting", "wanted", "hypothetical", "past", "wrote")))


def completions(scene: OrderScene, clauses: Sequence[Clause]) -> list[str]:
    """The legal orders that hold all that is named, where it is not enough for one: "discard"."""
    legal = scene.legal()
    said = since_correction(clauses)
    ordering = [one for one in said if one.act in ORDERING and one.things]
    is_number = sum(len(one.tokens) for one in said) == 1 and all(
        _counts_alone(scene, one) for one in ordering
    )
    if scene.is_later or len(legal) >= MOST_LEGAL or not ordering or is_number:
        return []
    if any(one.act in _OPEN or one.has(tags.OTHERS) for one in said):
        return []
    if any(_is_denied(one) for one in ordering):
        return []
    if sum(token.kind == UNKNOWN for one in said for token in one.tokens) > 1:
        return []
    fitting = [
        text
        for text in legal
        if all(_fits(scene, text, one, things_named(scene, one)) for one in ordering)
    ]
    if not fitting and scene.kind in words_of(scene.rules.key).bare_numbers:
        numbers = {
            token.value for one in ordering for token in one.tokens if token.kind == tags.NUMBER
        }
        return [text for text in legal if atoms(text) & numbers]
    is_told = any(one.has_verb for one in ordering) or len(fitting) < len(legal)
    return fitting if is_told else []


def _counts_alone(scene: OrderScene, clause: Clause) -> bool:
    """Whether it names a number and nothing else that could be ordered."""
    named = things_named(scene, clause)
    return not clause.has_verb and all(one.kind in (tags.NUMBER, tags.ORDINAL) for one in named)


def conditional(scene: OrderScene, clauses: Sequence[Clause]) -> Result | None:
    """What is ordered of the thing that a condition names: "if the lion is there I take it"."""
    legal = scene.legal()
    if not legal or len(legal) >= MOST_LEGAL:
        return None
    place = next((i for i, one in enumerate(clauses) if one.act is Act.CONDITION), None)
    if (
        place is None
        or not things_named(scene, clauses[place])
        or clauses[place].has(tags.GONE, tags.OTHERS)
    ):
        return None
    if any(one.act in ORDERING for one in clauses[:place]) or not clauses[place + 1 :]:
        return None
    condition, order = clauses[place], clauses[place + 1]
    if (
        order.act is Act.ALTERNATIVE
        or order.has(tags.NOT, "NONE")
        or any(map(_is_name, condition.tokens))
    ):
        return None
    named = things_named(scene, order)
    fitting = [text for text in legal if _fits(scene, text, order, named)]
    fitting = _most_named(extremes(order.tokens, fitting), things_named(scene, condition))
    return Understood(fitting[0]) if len(fitting) == 1 else None


def _is_name(token: Token) -> bool:
    return token.kind == UNKNOWN and token.written[:1].isupper() and token.place > 0


def _most_named(fitting: Sequence[str], named: Sequence[Token]) -> list[str]:
    """Those orders in which most of these things stand; none where none of them does."""
    counts = [sum(token.value in atoms(text) for token in named) for text in fitting]
    most = max(counts, default=0)
    return [text for text, count in zip(fitting, counts, strict=True) if count == most > 0]


def _is_denied(clause: Clause) -> bool:
    """Whether it says what is not meant: "the crown I don't play"."""
    return clause.has(tags.NOT, "NONE")


def _without(scene: OrderScene, legal: Sequence[str], clause: Clause) -> Result | None:
    """What remains beside the things that a clause denies."""
    named = things_named(scene, clause)
    rest = [text for text in legal if not all(token.value in atoms(text) for token in named)]
    if not named or not rest or len(rest) == len(legal):
        return None
    return Question(tuple(rest[:MOST_CHOICES]))


def _undecided(scene: OrderScene, legal: Sequence[str], clauses: Sequence[Clause]) -> Result | None:
    """Where somebody says that he cannot choose: what there is to choose from."""
    doubts = [token for one in clauses for token in one.tokens if token.kind == tags.DOUBT]
    is_open = any(token.value == "maybe" for token in doubts) or _is_vague(clauses)
    is_open = is_open and not any(things_named(scene, one) for one in clauses)
    return Question(tuple(legal[:MOST_CHOICES])) if is_open and len(legal) > 1 else None


def _is_vague(clauses: Sequence[Clause]) -> bool:
    """Whether nothing is said but that it is a big one, or any."""
    tokens = [token for one in clauses for token in one.tokens if token.kind != tags.FILLER]
    is_said = any(token.kind in ("HOW", "ANY") for token in tokens)
    return is_said and len(tokens) == 1


def _among(
    scene: OrderScene, legal: Sequence[str], clauses: Sequence[Clause], focus: int
) -> Result | None:
    named = things_named(scene, clauses[focus])
    fitting = [text for text in legal if _fits(scene, text, clauses[focus], named)]
    fitting = extremes(clauses[focus].tokens, fitting)
    if len(fitting) > 1:
        fitting = _narrowed(
            fitting, [things_named(scene, one) for one in reversed(clauses[:focus])]
        )
    is_open = clauses[focus].has("ANY") or any(
        one.act is Act.EXCLUDE or is_other_case(one) for one in clauses
    )
    if len(fitting) == 1:
        return Question(tuple(fitting)) if is_open else Understood(fitting[0])
    is_meant = clauses[focus].is_clean or clauses[focus].has_verb
    return Question(tuple(fitting)) if is_meant and 1 < len(fitting) <= MOST_CHOICES else None


def _focus(clauses: Sequence[Clause]) -> int | None:
    """The clause that orders: behind a correction or a "so", else the only one."""
    ordering = [
        index
        for index, one in enumerate(clauses)
        if one.act in ORDERING and one.has(*NAMING, "HOW")
    ]
    if not ordering or any(clauses[index].act is Act.ALTERNATIVE for index in ordering):
        return None
    if any(one.lead == "THEN" for one in clauses):
        return None
    last = clauses[ordering[-1]]
    turned = [index for index in ordering if clauses[index].act is Act.CORRECT]
    if turned:
        return turned[-1]
    if len(ordering) == 1 or last.lead == tags.THEREFORE or last.is_after_colon:
        return ordering[-1]
    return None


def _fits(scene: OrderScene, text: str, clause: Clause, named: Iterable[Token]) -> bool:
    named_in = atoms(text)
    if not all(token.value in named_in for token in named) or not keeps_pairs(clause, text):
        return False
    if not holds_codes(clause, text):
        return False
    spoken = words_of(scene.rules.key).spoken_verbs
    verb = text.split(maxsplit=1)[0]
    said = [token.value for token in clause.tokens if token.kind == tags.VERB]
    known = [one for one in said if one in scene.rules.verbs or one in spoken.values()]
    return not known or verb in known or spoken.get(verb, verb) in known


def _narrowed(fitting: list[str], others: Sequence[Sequence[Token]]) -> list[str]:
    """Those that hold what the clauses before name, the nearest first."""
    for named in others:
        values = [token.value for token in named]
        open_values = [
            one for one in values if 0 < sum(one in atoms(text) for text in fitting) < len(fitting)
        ]
        if open_values:
            kept = [text for text in fitting if all(one in atoms(text) for one in open_values)]
            if kept:
                fitting = kept
    return fitting
