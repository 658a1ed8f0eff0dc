"""An animal that is taken in a later step, and what is taken where it is gone: "F1, then the lion.
Gone? The ibex with the same"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import ORDERING, Act, Clause
from games.words.speech.forestalled import is_taken_first

_LATER = ("bid", "reveal", "pay", "show")
_CARDS = ("HABITAT", "CODE", "REFILL", tags.NUMBER)
_ON = ("", "THEN", tags.THEREFORE, tags.BUT)


def settle_takes(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Behind the card that is asked, make in place one step of the animals of which one is taken:
    what stands between them says no more than that the first may be gone."""
    if scene.kind not in _LATER:
        return
    places = [i for i, one in enumerate(clauses) if _is_step(one, clauses[:i])]
    if not places:
        return
    first, is_case = clauses[places[0]], False
    for clause, following in pairwise([*clauses[places[0] + 1 :], Clause(Act.ASIDE, "")]):
        if clause.act is Act.CORRECT and not clause.has(*_CARDS) and clause.has("ANIMAL"):
            for one in (first, clause):
                _say_take(one)
            return
        if clause.act in ORDERING and _takes_or_passes(clause):
            _settle_other(clause, first, is_case=is_case)
            is_case = clause.act is Act.ALTERNATIVE  # "…, if gone the ibex, and last the eagle"
        elif _tells_fate(clause, first) or _tells_fate(_joined(clause, following), first):
            is_case = is_case or not _is_left(_joined(clause, following))
            for one in (clause, following)[: 1 + (not _tells_fate(clause, first))]:
                one.act, one.lead, one.tokens, one.is_question = Act.ASIDE, "", [], False
        elif clause.act in ORDERING:
            return


def _is_step(clause: Clause, before: Sequence[Clause]) -> bool:
    """Whether a clause takes an animal behind the card that is asked."""
    is_card = any(one.act in ORDERING and one.has(*_CARDS) for one in before)
    is_taken = clause.act is Act.ORDER and clause.has("ANIMAL")
    is_taken = is_taken and not any(map(clause.says_verb, ("give", "get", "swap")))
    return is_taken and (clause.lead == "THEN" or is_card or clause.has(*_CARDS))


def _settle_other(clause: Clause, first: Clause, *, is_case: bool) -> None:
    """Make an animal behind the first one the other case of it, with what it is paid with."""
    if is_case and clause.act is Act.ORDER and clause.lead in _ON:
        _make_alternative(clause)
    if clause.act is Act.ALTERNATIVE:
        _repay(clause, first)


def _say_take(clause: Clause) -> None:
    """Say that an animal is taken where nothing is said to be done with it."""
    place = next(i for i, one in enumerate(clause.tokens) if one.kind == "ANIMAL")
    if not clause.has_verb:
        animal = clause.tokens[place]
        verb = animal._replace(kind=tags.VERB, value="take", written="take", language="")
        clause.tokens.insert(place, verb._replace(after_comma=False))


def _takes_or_passes(clause: Clause) -> bool:
    is_pass = clause.says_verb("pass") and not _is_left(clause)
    return clause.has("ANIMAL") or (is_pass and all(one.kind != tags.NOT for one in clause.tokens))


def _joined(condition: Clause, following: Clause) -> Clause:
    """A condition with its verb behind it: "als Anna | hem laat liggen"."""
    is_open = condition.act is Act.CONDITION and not condition.things and not following.is_apart
    return replace(condition, tokens=condition.tokens + following.tokens * is_open)


def _tells_fate(clause: Clause, first: Clause) -> bool:
    """Whether a clause only says that the animal taken first is gone by then, or is left."""
    named = {one.value for one in first.tokens} | {"discard", "pass", "or"}
    is_plain = all(token.value in named for token in clause.things)
    is_case = clause.act is Act.CONDITION or clause.is_question or clause.has_state
    is_gone = clause.has(tags.GONE) or clause.says("away") or clause.lead == "OR"
    is_gone |= is_taken_first(clause)
    return is_plain and (is_case or clause.lead == "OR") and (is_gone or _is_left(clause))


def _is_left(clause: Clause) -> bool:
    return clause.says_phrase("left to me")


def _make_alternative(clause: Clause) -> None:
    first = next(one for one in clause.tokens)
    either = first._replace(kind="OR", value="or", written="or", language="")
    clause.act, clause.lead = Act.ALTERNATIVE, "OR"
    clause.tokens = [either, *(one for one in clause.tokens if one.kind != "THEN")]


def _repay(clause: Clause, first: Clause) -> None:
    """Pay for the other animal with what the first was to be paid with, where it is so said."""
    if not clause.says_phrase("same payment") or clause.has(*_CARDS):
        return
    paid: list[Token] = []
    for token in first.tokens:
        is_behind = any(one.kind == "ANIMAL" for one in first.tokens[: first.tokens.index(token)])
        paid.extend([token] if is_behind and token.kind in _CARDS else [])
    if paid:
        said = [one for one in clause.tokens if one.kind not in (tags.DOUBT, tags.FILLER)]
        pay = paid[0]._replace(kind=tags.VERB, value="pay", written="pay", language="")
        clause.tokens = [*said, pay, *paid]
