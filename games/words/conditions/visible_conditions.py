"""Conditions whose truth lies open: they are decided when read, and the other case falls away.

What a condition says of the table is looked up through `GameWords.visible`; one that speaks of
anybody's deeds or of cards that are hidden stays a condition, and is asked about.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, zip_longest
from typing import Literal, NamedTuple

from games.words.conditions.truth import truth_of
from games.words.lexicon import tags
from games.words.lexicon.language_grammar import has_clitic
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.vocabulary import marks
from games.words.positions.evidence import NAMING
from games.words.positions.game_words import words_of
from games.words.positions.scene import OrderScene
from games.words.results import Branch
from games.words.speech.clauses import ORDERING, Act, Clause, is_no

_LED = (Act.CONDITION, Act.RETRACT, Act.CORRECT)


class _Case(NamedTuple):
    """A condition, and what is ordered where it holds."""

    condition: Clause
    then: Clause


def settle_conditions(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Judge anew, in place, the clauses round the conditions that can be decided now.

    Of several cases the first that holds is ordered, or what is said to be done otherwise.
    """
    _mark_questions([one for one in clauses if one.tokens])
    for clause, following in pairwise(clauses):
        _hand_over(clause, following)
        _name_pile(scene, clause)
    first = next((i for i, one in enumerate(clauses) if one.act is Act.CONDITION), None)
    cases, other = _cases(clauses, first) if first is not None else ([], None)
    for case in cases:
        truth = _truth(scene, case) if case.then.tokens else None
        if truth is None:
            return
        if truth:
            _decide(scene, cases, case, other)
            return
    if cases and other is not None:
        _decide(scene, cases, None, other)


def _truth(scene: OrderScene, case: _Case) -> bool | None:
    """Whether a case holds; one that names no row speaks of the row of its order, or of all."""
    truth = truth_of(scene, case.condition)
    row = _row_of(case.then.tokens) if scene.kind == "lay" else ()
    if truth is None or not row or _row_of(case.condition.tokens):
        return truth
    of_row = replace(case.condition, tokens=[*case.condition.tokens, *row])
    is_there = case.condition.says("at it")
    found = truth_of(scene, of_row)
    return found if is_there or found == truth else None


def settle_repeated(clauses: Sequence[Clause]) -> None:
    """A condition that only says that what was ordered cannot be is no more than an "or": "owls or
    warblers, if the owls don't do", "the magpie, and if the magpie won't go the owl"."""
    for index, condition in enumerate(clauses):
        if condition.act is not Act.CONDITION or not condition.has(tags.NOT, tags.GONE):
            continue
        before = [one for one in clauses[:index] if one.act in ORDERING]
        named = {token.value for token in condition.tokens if token.kind in NAMING} - {"both"}
        first = {token.value for one in before[:1] for token in one.tokens}
        last = {token.value for one in before[-1:] for token in one.tokens}
        if not named or not named <= first | last or condition.has(tags.OTHERS, tags.VERB):
            continue
        later = [one for one in clauses[index + 1 :] if one.act in ORDERING]
        if len(before) > 1 and before[1].act is Act.ALTERNATIVE and not later and named <= first:
            condition.act, condition.lead, condition.tokens = Act.ASIDE, "", []
        elif named <= last and len(later) == 1 and later[0].act is Act.ORDER and not later[0].lead:
            later[0].act, later[0].lead = Act.ALTERNATIVE, "OR"
            condition.act, condition.lead, condition.tokens = Act.ASIDE, "", []


def settle_wondering(clauses: Sequence[Clause]) -> None:
    """Make a question with a condition that nothing decides the question that it is: "if I draw,
    do I get another turn?"."""
    for condition in clauses:
        if condition.act is not Act.CONDITION or not condition.is_question:
            continue
        same = [one for one in clauses if one.sentence == condition.sentence]
        if not any(one.says("please") for one in same):
            for one in same:
                one.act, one.lead = Act.ASK, ""


def _hand_over(condition: Clause, then: Clause) -> None:
    """Give what follows a condition its first words: "if the lion is there | I'm bidding"."""
    while condition.act is Act.CONDITION and condition.tokens and not then.is_apart:
        written = condition.tokens[-1].written.casefold()
        if not any(written in marks(name) for name in ("begins", "pronouns", "me")):
            return
        then.tokens.insert(0, condition.tokens.pop())


def _name_pile(scene: OrderScene, condition: Clause) -> None:
    """Make "lo scarto" the pile that it is, where a card is drawn from it."""
    is_open = condition.act is Act.CONDITION
    if is_open and "PILE" in words_of(scene.rules.key).visible(scene, condition):
        condition.tokens = [
            token._replace(kind="PILE", value="pile") if _is_pile(token, after) else token
            for token, after in zip_longest(condition.tokens, condition.tokens[1:])
        ]
        if condition.has("RANK", "SUIT") and not condition.has("PILE"):
            named = condition.tokens[-1]._replace(kind="PILE", value="pile", written="")
            condition.tokens.append(named)


def _is_pile(token: Token, after: Token | None) -> bool:
    """Whether a word can only be the discards there: "the discard", "on top", "on the pile"."""
    is_numbered = after is not None and after.kind in (tags.NUMBER, tags.ORDINAL)
    is_act = token.kind == tags.VERB and token.value in ("discard", "grow", "hatch")
    return is_act or (token.kind == "BIRD" and not is_numbered)


def _decide(
    scene: OrderScene, cases: Sequence[_Case], held: _Case | None, other: Clause | None
) -> None:
    """Order what the case that holds says, or the other thing where none does."""
    meant = held.then if held is not None else other
    if meant is None:
        return
    told = [held] if held is not None else cases
    why: Literal["holds", "fails"] = "holds" if held is not None else "fails"
    scene.branches.extend(Branch(_words_of(one.condition), why) for one in told)
    case = held or cases[-1]
    _order(meant, case, is_held=held is not None)
    _complete(scene, meant, case, is_held=held is not None)
    for one in (*(one.then for one in cases), other):
        if one is not None and one is not meant:
            one.act, one.lead = Act.REASON, ""
    for each in cases:
        each.condition.act, each.condition.lead, each.condition.tokens = Act.ASIDE, "", []


def _mark_questions(clauses: Sequence[Clause]) -> None:
    """A question with a "then" behind it is a condition, and so is what an "if so" speaks of: "is
    there a lion? then forest 3", "the eagle's out, so if that's right forest 3"."""
    for index, (clause, following) in enumerate(pairwise(clauses)):
        begins = bool(clause.tokens) and clause.tokens[0].value == "states"
        is_first = not any(one.act in ORDERING for one in clauses[:index])
        is_asked = clause.is_question and following.sentence > clause.sentence
        is_so = any(token.value == "confirmed" for token in following.tokens[:1])
        is_then = following.lead == "THEN" and (begins or clause.is_question or is_so)
        is_said = (
            following.lead == tags.THEREFORE or following.says("if so") or _only_points(following)
        )
        is_then |= is_asked and is_said
        if is_first and is_then and clause.act not in _LED and not clause.has(tags.MAY):
            clause.act, clause.lead = Act.CONDITION, tags.DOUBT
        is_rest = clause.has(tags.OTHER_ONE) and (begins or clause.act in (Act.CONDITION, Act.ASK))
        if is_rest and not is_first and not clause.has(*NAMING) and following.act is Act.ORDER:
            clause.act, clause.lead, clause.tokens = Act.ASIDE, "", []
            following.act, following.lead = Act.ALTERNATIVE, "OR"  # "is it another colour, then 2"


def _only_points(clause: Clause) -> bool:
    """Whether a clause is a pronoun and no more: "is there a crown? that one"."""
    return bool(clause.tokens) and all(
        token.written.casefold() in marks("pronouns") for token in clause.tokens
    )


def _words_of(clause: Clause) -> str:
    return " ".join((clause.opening, *(token.written for token in clause.tokens))).strip()


def _cases(clauses: Sequence[Clause], first: int) -> tuple[list[_Case], Clause | None]:
    """The cases that begin with the first condition, and what is ordered where none holds; no
    cases where anything else is ordered beside them."""
    idle = (Act.ASIDE, Act.REASON)
    after = [one for one in clauses[first:] if one.act not in idle or _may_be_order(one)]
    after = [
        one for one in after if one.lead != "THEN" or any(t.kind != "THEN" for t in one.tokens)
    ]
    before = [one for one in clauses[:first] if one.act in ORDERING]
    _join_places(after)
    cases: list[_Case] = []
    while len(after) > 1 and after[0].act is Act.CONDITION and after[1].lead != "OR":
        if cases and _is_opposite(after[0], cases[-1].condition):
            break
        if after[1].act not in (Act.ORDER, Act.ASIDE) or (before and not cases):
            break
        cases.append(_Case(after[0], after[1]))
        after = after[2:]
    if not cases and len(before) == 1:
        if after[0].things and (after[0].has(tags.MAY) or after[0].says("may go")):
            return [], None  # "one trick, and if I can the green 9"
        cases, after = [_Case(after[0], before[0])], after[1:]
    elif before:
        return [], None
    if cases and [one.act for one in after] == [Act.CONDITION]:
        return [*cases, _Case(after[0], Clause(Act.ASIDE, ""))], None  # what follows was not read
    is_other = bool(cases and after) and _is_opposite(after[0], cases[-1].condition)
    if is_other and len(after) > 1 and after[1].act is Act.ORDER:
        after = after[1:]  # "if it doesn't, row 3"
    elif after and after[0].lead != "OR":
        return [], None
    is_more = any(one.act in ORDERING or one.act is Act.CONDITION for one in after[1:])
    return ([], None) if is_more else (cases, after[0] if after else None)


def _join_places(clauses: list[Clause]) -> None:
    """Give an order the place that a comma parts from it: "put the magpie there, right side"."""
    for clause, place in [*pairwise(clauses)][::-1]:
        is_order = clause.act is Act.ORDER and place.act is Act.ORDER and not place.lead
        kinds = {token.kind for token in place.tokens if token.kind in NAMING}
        is_place = (
            bool(kinds) and kinds <= {"SIDE", "NAMED_ROW"} and not place.has(tags.VERB, UNKNOWN)
        )
        if is_order and is_place and clause.sentence == place.sentence and clause.has("SPECIES"):
            clause.tokens.extend(place.tokens)
            place.act, place.tokens = Act.ASIDE, []
            clauses.remove(place)


def _may_be_order(clause: Clause) -> bool:
    return clause.lead in ("THEN", "OR") or _speaks_of_it(clause) or clause.says("at it")


def _speaks_of_it(clause: Clause) -> bool:
    """Whether a pronoun stands in a clause, alone or within a phrase: "la prendo"."""
    words = {word for token in clause.tokens for word in token.written.casefold().split()}
    return not words.isdisjoint(marks("pronouns") | marks("mine"))


def _is_opposite(clause: Clause, condition: Clause) -> bool:
    """Whether a condition only says that the one before it does not hold: "if it doesn't", or "if
    it does" behind one that denies."""
    is_plain = all(token.kind in (tags.FILLER, tags.ASK) for token in clause.tokens)
    is_affirming = clause.act is Act.CONDITION and bool(clause.tokens) and is_plain
    return _only_denies(clause) or (is_affirming and condition.has(tags.NOT, tags.GONE, "NONE"))


def _only_denies(clause: Clause) -> bool:
    """Whether a condition says no more than that the one before it does not hold."""
    is_denial = clause.has(tags.NOT, tags.GONE, "NONE") or any(map(is_no, clause.tokens))
    return clause.act is Act.CONDITION and is_denial and not clause.has(*NAMING, tags.VERB, UNKNOWN)


def _order(clause: Clause, case: _Case, *, is_held: bool) -> None:
    """Make a clause the order, what it does not name itself taken from the condition."""
    clause.tokens = [token for token in clause.tokens if token.kind not in ("THEN", "OR")]
    if not is_held and all(
        token.kind in (tags.NOT, tags.FILLER) or is_no(token) for token in clause.tokens
    ):
        verbs = [token for token in case.then.tokens if token.kind == tags.VERB]
        denials = [token._replace(kind=tags.NOT, value="not", language="") for token in verbs[:1]]
        clause.tokens = [*denials, *verbs[:1]]  # "otherwise don't"
    elif not clause.has(*NAMING, "NONE", "ALL", "ANY"):
        is_about = _speaks_of_it(clause) or clause.says("here") or clause.says("at it")
        is_about = is_about or any(map(has_clitic, clause.tokens))
        piles = [token for token in case.condition.tokens if token.kind == "PILE"]
        spoken = piles or [token for token in case.condition.tokens if token.kind in _SPOKEN]
        if not is_held and not clause.says("at it"):
            places = [i for i, token in enumerate(spoken) if token.kind in ("BIRD", "ROW")]
            spoken = spoken[: min(places, default=len(spoken))]
        if is_about or clause.act is Act.ASIDE:
            clause.tokens.extend(spoken)
    clause.act, clause.lead = Act.ORDER, ""


def _complete(scene: OrderScene, clause: Clause, case: _Case, *, is_held: bool) -> None:
    """Add to the order what only the condition names: "if there's a duck in row 2, mine left"."""
    kinds = _THING_OF.get(scene.kind, ())
    if not clause.has(*NAMING):
        return
    verbs = {token.value for token in clause.tokens if token.kind == tags.VERB}
    if scene.kind in ("act", "growth") and verbs <= {"grow"} and not clause.has("BIRD"):
        clause.tokens.extend(_bird_of(case.condition.tokens))
    is_laid = scene.kind == "lay"
    for kind in (tags.VERB, *kinds, "SIDE") if is_laid and not is_held else ():
        if not clause.has(kind):
            clause.tokens[:0] = [token for token in case.then.tokens if token.kind == kind]
    if not clause.has(*kinds):
        clause.tokens.extend(token for token in case.condition.tokens if token.kind in kinds)
    if is_laid and not clause.has("NAMED_ROW", tags.NUMBER, tags.ORDINAL):
        clause.tokens = [token for token in clause.tokens if token.kind != "ROW"]
        spoken = () if is_held else _row_of(case.then.tokens)
        clause.tokens.extend(spoken or _row_of(case.condition.tokens))


def _bird_of(tokens: Sequence[Token]) -> Sequence[Token]:
    """The words that name a bird by its number."""
    return next(([bird, number] for bird, number in pairwise(tokens) if _is_bird(bird, number)), ())


def _is_bird(bird: Token, number: Token) -> bool:
    return bird.kind == "BIRD" and number.kind in (tags.NUMBER, tags.ORDINAL)


def _row_of(tokens: Sequence[Token]) -> Sequence[Token]:
    """The words that name a row, "row 4", "the first row" or "the top one"."""
    for index, token in enumerate(tokens):
        if token.kind == "NAMED_ROW":
            return [token]
        if token.kind == "ROW":
            beside = [*tokens[index + 1 : index + 2], *tokens[max(index - 1, 0) : index]]
            return [token, *(one for one in beside if one.kind in (tags.NUMBER, tags.ORDINAL))][:2]
    return [
        token
        for token, after in zip_longest(tokens, tokens[1:])
        if token.kind in (tags.NUMBER, tags.ORDINAL) and (after is None or after.kind != "SPECIES")
    ][:1]


_SPOKEN = (*NAMING, "BIRD", "ROW")
_THING_OF = {"take": ("ANIMAL",), "lay": ("SPECIES",)}
