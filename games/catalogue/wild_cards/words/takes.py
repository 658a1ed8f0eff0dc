"""An animal that is taken in a later step, and what is taken where it is gone: "F1, then the lion.
Gone? The ibex with the same"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.vocabulary import marks
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import ORDERING, Act, Clause
from games.words.speech.forestalled import asks_taken, is_taken_first

_LATER = ("bid", "reveal", "pay", "show")
_CARDS = ("HABITAT", "CODE", "REFILL", tags.NUMBER)
_ON = ("", "THEN", tags.THEREFORE, tags.BUT)


def settle_takes(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Behind the card that is asked, make in place one step of the animals of which one is taken:
    what stands between them says no more than that the first may be gone."""
    if scene.kind not in _LATER:
        return
    _settle_left(clauses)
    places = [i for i, one in enumerate(clauses) if _is_step(one, clauses[:i])]
    if not places:
        return
    first, is_case = clauses[places[0]], False
    said = [one for one in clauses[places[0] :] if one is first or _pays(one)]
    paid = [token for one in said for token in _payment(one)]
    for clause, following in pairwise([*clauses[places[0] + 1 :], Clause(Act.ASIDE, "")]):
        if clause.act is Act.CORRECT and not clause.has(*_CARDS) and clause.has("ANIMAL"):
            for one in (first, clause):
                _say_take(one)
            return
        if clause.act in ORDERING and _takes_or_passes(clause) and not _is_inverted(clause):
            _settle_other(clause, paid, is_case=is_case)
            is_case = clause.act is Act.ALTERNATIVE  # "…, if gone the ibex, and last the eagle"
        elif _tells_fate(clause, first) or _tells_fate(_joined(clause, following), first):
            is_case = is_case or not _is_left(_joined(clause, following))
            for one in (clause, following)[: 1 + (not _tells_fate(clause, first))]:
                one.act, one.lead, one.tokens, one.is_question = Act.ASIDE, "", [], False
        elif clause.act in ORDERING and not _pays(clause):
            return


def _settle_left(clauses: Sequence[Clause]) -> None:
    """Take in place, behind a card, the animal of which a condition says that it is left, and what
    follows points at it: "then if they leave me the squirrel I take that, otherwise the lion"."""
    for index, (condition, step) in enumerate(pairwise(clauses)):
        animals = [one for one in condition.tokens if one.kind == "ANIMAL"]
        is_card = any(one.act in ORDERING and one.has(*_CARDS) for one in clauses[:index])
        is_left = condition.act is Act.CONDITION and _is_left(condition) and len(animals) == 1
        is_left = is_left and not condition.has(tags.NOT, "NONE", tags.GONE, *_CARDS)
        is_taken = step.act is Act.ORDER and step.lead in _ON and step.says("pronouns")
        is_taken = is_taken and not step.has("ANIMAL", tags.NOT, "OR", *_CARDS)
        if is_card and is_left and is_taken and step.sentence == condition.sentence:
            like = animals[0]._replace(after_comma=False, language="")
            then = like._replace(kind="THEN", value="then", written="then")
            take = like._replace(kind=tags.VERB, value="take", written="take")
            step.lead, step.tokens = "THEN", [then, take, like]
            condition.act, condition.lead, condition.tokens = Act.ASIDE, "", []


def _is_step(clause: Clause, before: Sequence[Clause]) -> bool:
    """Whether a clause takes an animal behind the card that is asked."""
    is_card = any(one.act in ORDERING and one.has(*_CARDS) for one in before)
    is_taken = clause.act is Act.ORDER and clause.has("ANIMAL")
    is_taken = is_taken and not any(map(clause.says_verb, ("give", "get", "swap")))
    return is_taken and (clause.lead == "THEN" or is_card or clause.has(*_CARDS))


def _settle_other(clause: Clause, paid: Sequence[Token], *, is_case: bool) -> None:
    """Make an animal behind the first one the other case of it, with what that is `paid` with."""
    if is_case and clause.act is Act.ORDER and clause.lead in _ON:
        _make_alternative(clause)
    if clause.act is Act.ALTERNATIVE:
        _repay(clause, paid)


def _say_take(clause: Clause) -> None:
    """Say that an animal is taken where nothing is said to be done with it."""
    place = next(i for i, one in enumerate(clause.tokens) if one.kind == "ANIMAL")
    if not any(map(clause.says_verb, ("take", "swap", "give", "get"))):
        animal = clause.tokens[place]
        verb = animal._replace(kind=tags.VERB, value="take", written="take", language="")
        clause.tokens.insert(place, verb._replace(after_comma=False))


_NOTHING = ("NONE", "THEN", "OR")


def _takes_or_passes(clause: Clause) -> bool:
    is_nothing = bool(clause.things) and all(one.kind in _NOTHING for one in clause.things)
    is_pass = (clause.says_verb("pass") or is_nothing) and not _is_left(clause)
    return clause.has("ANIMAL") or (is_pass and all(one.kind != tags.NOT for one in clause.tokens))


def _joined(condition: Clause, following: Clause) -> Clause:
    """A condition with its verb behind it: "als Anna | hem laat liggen"."""
    is_open = condition.act is Act.CONDITION and not condition.things and not following.is_apart
    return replace(condition, tokens=condition.tokens + following.tokens * is_open)


def _tells_fate(clause: Clause, first: Clause) -> bool:
    """Whether a clause only says that the animal taken first is gone by then, or is left."""
    named = {one.value for one in first.tokens} | {"discard", "pass", "or"}
    is_plain = all(token.value in named | {"both"} for token in clause.things)
    is_asked = clause.act is Act.ASK or clause.is_question or _is_inverted(clause)
    if is_asked and asks_taken(clause, named):
        return True
    is_case = clause.act is Act.CONDITION or is_asked or clause.has_state
    is_gone = clause.has(tags.GONE) or clause.says("away") or clause.lead == "OR"
    is_gone |= is_taken_first(clause)
    return is_plain and (is_case or clause.lead == "OR") and (is_gone or _is_left(clause))


def _is_inverted(clause: Clause) -> bool:
    """Whether its first word stands for an "if": "should the lion be gone"."""
    return bool(clause.tokens) and clause.tokens[0].written.casefold() in marks("stands for if")


def _is_left(clause: Clause) -> bool:
    return clause.says_phrase("left to me")


def _make_alternative(clause: Clause) -> None:
    first = next(one for one in clause.tokens)
    either = first._replace(kind="OR", value="or", written="or", language="")
    clause.act, clause.lead = Act.ALTERNATIVE, "OR"
    clause.tokens = [either, *(one for one in clause.tokens if one.kind != "THEN")]


def _repay(clause: Clause, paid: Sequence[Token]) -> None:
    """Pay for the other animal with what the first was to be paid with, where it is so said."""
    counts = [one for one, card in pairwise(clause.tokens) if _counts(one, card)]
    named = [one for one in clause.tokens if one.kind in _CARDS and one not in counts]
    if clause.says_phrase("same payment") and not named and paid:
        idle = (tags.DOUBT, tags.FILLER, UNKNOWN)
        said = [one for one in clause.tokens if one.kind not in idle and one not in counts]
        pay = paid[0]._replace(kind=tags.VERB, value="pay", written="pay", language="")
        clause.tokens = [*said, pay, *paid]
        _say_take(clause)


def _counts(number: Token, card: Token) -> bool:
    """Whether a number says how many cards there are: "the same two cards"."""
    return number.kind == tags.NUMBER and card.written.casefold() in marks("cards")


def _pays(clause: Clause) -> bool:
    """Whether a clause only says what is paid."""
    return clause.act is Act.ORDER and clause.says_verb("pay") and not clause.has("ANIMAL")


def _payment(clause: Clause) -> list[Token]:
    """The cards that are paid, behind the animal or the word for it."""
    places = [i for i, one in enumerate(clause.tokens) if _begins_payment(one)]
    behind = clause.tokens[places[0] :] if places else []
    return [one for one in behind if one.kind in _CARDS]


def _begins_payment(token: Token) -> bool:
    return token.kind == "ANIMAL" or (token.kind, token.value) == (tags.VERB, "pay")
