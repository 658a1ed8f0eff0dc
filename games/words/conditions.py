"""Conditions whose truth lies open: they are decided when read, and the other case falls away.

What a condition says of the table is looked up through `GameWords.visible`; one that speaks of
anybody's deeds or of cards that are hidden stays a condition, and is asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from games.words.clauses import ORDERING, Act, Clause, is_no
from games.words.evidence import NAMING, atoms
from games.words.game_words import words_of
from games.words.lexing import Token
from games.words.scene import MOST_LEGAL, OrderScene
from games.words.vocabulary import DOUBT, GONE, NOT, NUMBER, VERB, marks

_TRUMP = (VERB, "trump")
_LED = (Act.CONDITION, Act.RETRACT, Act.CORRECT)
_SAYING_WHERE = ("present", "fits", "led", "no")


def settle_conditions(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Judge anew, in place, the clauses round each condition that can be decided now."""
    _mark_questions(clauses)
    for index, clause in enumerate(clauses):
        if clause.act is not Act.CONDITION:
            continue
        then, other = _cases(clauses, index)
        truth = _truth(scene, clause)
        if truth is None or then is None or (not truth and other is None):
            continue
        meant, dropped = (then, other) if truth else (other, then)
        if meant is not None:
            _order(meant, clause, is_held=truth)
            _complete(scene, meant, clause, then, is_held=truth)
        if dropped is not None:
            dropped.act, dropped.lead = Act.REASON, ""
        clause.act, clause.lead, clause.tokens = Act.ASIDE, "", []


def _mark_questions(clauses: Sequence[Clause]) -> None:
    """A question with a "then" behind it is a condition: "is there a lion? then forest 3"."""
    for index, (clause, following) in enumerate(pairwise(clauses)):
        begins = bool(clause.tokens) and clause.tokens[0].value == "states"
        is_first = not any(one.act in ORDERING for one in clauses[:index])
        is_then = following.lead == "THEN" and (begins or clause.is_question)
        if is_first and is_then and clause.act not in _LED:
            clause.act, clause.lead = Act.CONDITION, DOUBT


def _cases(clauses: Sequence[Clause], index: int) -> tuple[Clause | None, Clause | None]:
    """What is ordered where the condition at this place holds, and where it does not."""
    after = [one for one in clauses[index + 1 :] if one.act is not Act.ASIDE or one.lead == "THEN"]
    before = [one for one in clauses[:index] if one.act in ORDERING]
    is_unless = clauses[index].opening in marks("unless")
    if after and after[0].act in (Act.ORDER, Act.ASIDE) and after[0].lead != "OR":
        if before or is_unless:
            return None, None
        then, rest = after[0], after[1:]
    elif len(before) == 1:
        then, rest = before[0], after
    else:
        return None, None
    other = rest[0] if rest and rest[0].act is Act.ALTERNATIVE else None
    if any(one.act in ORDERING for one in rest[1:]) or (rest and other is None):
        return None, None
    return then, other


def _truth(scene: OrderScene, clause: Clause) -> bool | None:
    """Whether a condition holds; None for one that the table does not show."""
    named = [token for token in clause.tokens if token.kind in NAMING]
    said = list(clause.tokens)
    while said and said[-1].written.casefold() in marks("begins"):
        said.pop()  # "if the lion is there I'm | bidding": the subject of what follows
    if not named or not all(token in named or _only_says_where(token) for token in said):
        return None
    seen = words_of(scene.rules.key).visible(scene, clause)
    if all(token.kind in seen for token in named):
        holds = all(token.value in seen[token.kind] for token in named)
    elif clause.says("fits"):
        holds = _is_legal(scene, named)
    else:
        return None
    is_denied = clause.has(NOT, GONE, "NONE") or any(map(is_no, clause.tokens))
    return holds != (is_denied != (clause.opening in marks("unless")))


def _only_says_where(token: Token) -> bool:
    """Whether a word only says that something is, lies open or fits somewhere."""
    if token.kind in (NOT, GONE, "NONE", "BIRD", "ROW") or (token.kind, token.value) == _TRUMP:
        return True
    words = (token.written.casefold(), *token.written.casefold().split())
    return any(words[0] in marks(name) for name in _SAYING_WHERE) or all(
        word in marks("present") for word in words[1:]
    )


def _is_legal(scene: OrderScene, named: Sequence[Token]) -> bool:
    """Whether some order holds all that is named."""
    values = [token.value for token in named]
    legal = scene.legal()
    return len(legal) < MOST_LEGAL and any(
        all(_count(text, value) >= values.count(value) for value in values) for text in legal
    )


def _count(text: str, value: str) -> int:
    return sum(value in atoms(word) for word in text.split())


def _order(clause: Clause, condition: Clause, *, is_held: bool) -> None:
    """Make a clause the order, what it does not name itself taken from the condition."""
    clause.tokens = [token for token in clause.tokens if token.kind not in ("THEN", "OR")]
    is_open = not clause.has(*NAMING, "NONE", "ALL", "ANY")
    if is_open:
        is_about = clause.says("pronouns") or clause.says("here")
        spoken = [token for token in condition.tokens if token.kind in (*NAMING, "BIRD", "ROW")]
        if not is_held:
            places = [i for i, token in enumerate(spoken) if token.kind in ("BIRD", "ROW")]
            spoken = spoken[: min(places, default=len(spoken))]
        if is_about or clause.act is Act.ASIDE:
            clause.tokens.extend(spoken)
    clause.act, clause.lead = Act.ORDER, ""


def _complete(
    scene: OrderScene, clause: Clause, condition: Clause, then: Clause, *, is_held: bool
) -> None:
    """Add to the order what only the condition names: "if there's a duck in row 2, mine left"."""
    kinds = _THING_OF.get(scene.kind, ())
    if not clause.has(*NAMING):
        return
    if not is_held and scene.kind == "lay" and not clause.has_verb:
        clause.tokens[:0] = [token for token in then.tokens if token.kind == VERB]
    if not clause.has(*kinds):
        clause.tokens.extend(token for token in condition.tokens if token.kind in kinds)
    if is_held and scene.kind == "lay" and not clause.has("ROW", "NAMED_ROW", NUMBER):
        places = [i for i, token in enumerate(condition.tokens) if token.kind == "ROW"]
        clause.tokens.extend(condition.tokens[places[0] : places[0] + 2] if places else ())


_THING_OF = {"take": ("ANIMAL",), "lay": ("SPECIES",)}
