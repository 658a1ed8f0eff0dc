"""A swap of animals in words that say no such verb: "the lion becomes an eagle", "ibex out"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, pairwise, takewhile

from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.vocabulary import marks
from games.words.positions.evidence import NAMING
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import ORDERING, Act, Clause

_SAID = (Act.ORDER, Act.CORRECT, Act.REASON, Act.TALK, Act.EXCLUDE)
_OPEN = (tags.NOT, "NONE", "ANY", "OR", tags.DOUBT, tags.ASK, tags.OTHERS)
_SWAPS = ("swap", "give", "get", "for", "take", "discard", "put")
_PLACES = (("goes out", "give"), ("comes in", "get"))
_LETTING = {"take": "pass", "swap": "give"}
_BOTH = 2


def settle_swaps(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Say in place what is swapped, where that may be ordered."""
    if scene.kind in _LETTING:
        for clause in clauses:
            _settle_letting(clause, _LETTING[scene.kind])
    if scene.kind not in ("bid", "swap"):
        return
    for clause in clauses:
        if clause.act in _SAID and clause.lead != tags.BECAUSE and not clause.asks_back:
            _drop_leader(clause)
            _settle_becoming(clause)
    _settle_exchanges(scene, clauses)
    _leave_leader(clauses)
    for first, second in pairwise(clauses):
        _settle_places(first, second)
    for clause, following in zip(clauses, [*clauses[1:], None], strict=False):
        if scene.kind == "swap":
            _settle_instead(clause, following)


def _settle_letting(clause: Clause, verb: str) -> None:
    """What is let go is not taken, or is given: "I'll let the ibex go"."""
    said = [one for one in clause.tokens if one.kind in (tags.FILLER, tags.VERB, UNKNOWN)]
    places = [i for i, one in enumerate(clause.tokens) if one.kind == "ANIMAL"]
    if clause.act in ORDERING and clause.says_phrase("lets go") and not clause.has(*_OPEN):
        first = clause.tokens[0]._replace(kind=tags.VERB, value=verb, after_comma=False)
        _idle(clause, said)
        clause.tokens.insert(min(places, default=0), first)


def _drop_leader(clause: Clause) -> None:
    """ "With my meerkat I trade the ibex for the lion": whose power that is says nothing."""
    animals = _animals(clause)
    is_swap = any(one.kind == tags.VERB and one.value in _SWAPS for one in clause.tokens)
    is_swap = is_swap or clause.says_phrase("becomes")
    if is_swap and len(animals) > _BOTH and animals[0].value == "meerkat":
        _idle(clause, animals[:1])


def _settle_exchanges(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    for clause in clauses:
        if clause.act in _SAID and not clause.asks_back and _may_swap(scene, clauses, clause):
            _settle_exchange(clause)
            _settle_out_and_in(clause)


def _settle_out_and_in(clause: Clause) -> None:
    """One animal "out" and another "in", in one breath, is a swap: "peacock out and ibex in"."""
    animals = _animals(clause)
    if len(animals) != _BOTH or clause.has(*_OPEN):
        return
    parts = groupby(clause.tokens, lambda one: one.kind == "AND")
    each = [replace(clause, tokens=[*part], opening="") for is_and, part in parts if not is_and]
    verbs = [_place(one) for one in each if one.has("ANIMAL")]
    if sorted(filter(None, verbs)) == ["get", "give"] and len(verbs) == _BOTH:
        given, taken = animals if verbs[0] == "give" else reversed(animals)
        like = given._replace(after_comma=False, after_line=False)
        then = [one for one in clause.tokens[:1] if one.kind == "THEN"]
        swap = like._replace(kind=tags.VERB, value="swap", language="")
        clause.tokens = [*then, swap, like, taken._replace(after_comma=False)]


def _may_swap(scene: OrderScene, clauses: Sequence[Clause], clause: Clause) -> bool:
    """Whether a swap is asked now, or comes behind the Refill card that was said before."""
    before = clauses[: list(clauses).index(clause)]
    return scene.kind == "swap" or any(one.has("REFILL") for one in before)


def _settle_exchange(clause: Clause) -> None:
    """One animal "for" another is swapped for it, without any verb: "one of my lions for an
    ibex"."""
    animals = _animals(clause)
    if len(animals) != _BOTH or clause.has(*_OPEN):
        return
    start, end = (clause.tokens.index(one) for one in animals)
    between = clause.tokens[start + 1 : end]
    words = {word for one in between for word in one.written.casefold().split()}
    is_for = bool(between) and between[0].written.casefold().split()[0] in marks("swapped for")
    is_for = is_for and all(one.kind == tags.FILLER or one.value == "for" for one in between)
    own = [*clause.tokens[:end], *takewhile(lambda one: one.kind != "THEN", clause.tokens[end:])]
    verbs = [one for one in own if one.kind == tags.VERB and one.value != "for"]
    if is_for and words and not verbs:
        swap = animals[0]._replace(kind=tags.VERB, value="swap", after_comma=False, language="")
        clause.tokens.insert(start, swap)
        clause.act = Act.CORRECT if clause.act is Act.CORRECT else Act.ORDER


def _leave_leader(clauses: Sequence[Clause]) -> None:
    """Of a clause that only says by whose power something is swapped later nothing is ordered:
    "and use the meerkat: my lion goes, the peacock comes"."""
    for index, clause in enumerate(clauses):
        named = [one.value for one in clause.tokens if one.kind in NAMING]
        verbs = {one.value for one in clause.tokens if one.kind == tags.VERB}
        is_led = named == ["meerkat"] and not verbs & {*_SWAPS} and clause.act in _SAID
        behind = [one for one in clauses[index + 1 :] if one.act in ORDERING]
        animals = [one.value for clause in behind[:_BOTH] for one in _animals(clause)]
        is_before = any(one.has("REFILL") for one in clauses[:index])
        if is_led and is_before and len(animals) == _BOTH and not clause.has(*_OPEN):
            clause.act, clause.lead, clause.tokens = Act.ASIDE, "", []


def _settle_becoming(clause: Clause) -> None:
    """One animal that becomes another is swapped for it."""
    animals = _animals(clause)
    if len(animals) != _BOTH or clause.has(*_OPEN):
        return
    start, end = (clause.tokens.index(one) for one in animals)
    around = replace(clause, tokens=clause.tokens[max(start - 4, 0) : end], opening="")
    verbs = {one.value for one in clause.tokens[:end] if one.kind == tags.VERB}
    if verbs <= {"pass", "put"} and around.says_phrase("becomes"):
        between = [one for one in clause.tokens[start + 1 : end] if one.kind != "AND"]
        _idle(clause, between)
        swap = animals[0]._replace(kind=tags.VERB, value="swap", after_comma=False)
        clause.tokens.insert(start, swap)
        clause.act = Act.CORRECT if clause.act is Act.CORRECT else Act.ORDER


def _settle_instead(clause: Clause, following: Clause | None) -> None:
    """One animal instead of another is taken for it: "a lion instead of the ibex"."""
    behind = following.tokens if following is not None and following.act is Act.EXCLUDE else []
    tokens = [*clause.tokens, *behind]
    said = [i for i, one in enumerate(tokens) if one.written.casefold() in marks("instead of")]
    animals = [i for i, one in enumerate(tokens) if one.kind == "ANIMAL"]
    taking = [one for one in tokens if one.kind == tags.VERB and one.value in ("take", "get")]
    named = [one for one in tokens if one.kind in (*NAMING, tags.VERB) and one not in taking]
    is_plain = clause.act is Act.ORDER and not clause.lead and len(named) == len(animals) == _BOTH
    if is_plain and len(said) == 1 and animals[0] < said[0] < animals[1]:
        taken, given = (tokens[i] for i in animals)
        clause.tokens = [given._replace(kind=tags.VERB, value="swap", language=""), given, taken]
        if following is not None and behind:
            following.act = Act.REASON


def _settle_places(first: Clause, second: Clause) -> None:
    """One animal "out" is given, one "in" is got: their verbs, ahead of them."""
    verbs = [_place(first), _place(second)]
    if sorted(filter(None, verbs)) != ["get", "give"]:
        return
    for clause, verb in zip((first, second), verbs, strict=True):
        (animal,) = _animals(clause)
        said = animal._replace(kind=tags.VERB, value=verb or "", language="")
        clause.tokens = [said, animal._replace(after_comma=False, after_line=False)]


def _place(clause: Clause) -> str | None:
    """Whether the one animal of a clause is said to be given or got, if only that is."""
    named = [one for one in clause.tokens if one.kind in (*NAMING, tags.VERB)]
    if clause.act not in ORDERING or clause.has(*_OPEN) or not named:
        return None
    kinds, last = [one.kind for one in named], clause.tokens[-1]
    if kinds == ["ANIMAL", tags.VERB] and last is named[-1]:
        return {"discard": "give", "bid": "get", "get": "get", "give": "give"}.get(last.value)
    said = [value for name, value in _PLACES if last.written.casefold() in marks(name)]
    kinds = [kind for kind in kinds if kind != "THEN"]
    return said[0] if kinds == ["ANIMAL"] and said else None


def _animals(clause: Clause) -> list[Token]:
    return [one for one in clause.tokens if one.kind == "ANIMAL"]


def _idle(clause: Clause, idle: Sequence[Token]) -> None:
    """Make these words say nothing."""
    clause.tokens = [
        one._replace(kind=tags.FILLER, value="fillers") if one in idle else one
        for one in clause.tokens
    ]
