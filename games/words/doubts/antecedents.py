"""What a deed is done to that only points at it: "that 4 is useless, I discard it"."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import takewhile

from games.words.doubts.kept_lists import named_in
from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.vocabulary import marks
from games.words.positions.evidence import NAMING, atoms
from games.words.positions.game_words import words_of
from games.words.positions.scene import MOST_LEGAL, OrderScene
from games.words.speech.clauses import ORDERING, Act, Clause, is_other_case, keeps
from games.words.speech.doers import doer

_AWAY = {"refill": "discard", "act": "discard", "swap": "give", "play": "play"}
"""What is done with a card of which is said no more than that it goes, by what is asked."""

_GIVEN = frozenset(("discard", "give"))
_OPEN = ("NONE", "ANY", "ALL", tags.NOT)
_UNSURE = (*_OPEN, "OR", "HOW", tags.DOUBT, tags.OTHER_ONE)
_UNTOLD = (Act.CONDITION, Act.ALTERNATIVE, Act.RETRACT, Act.ASK)
_VALUED = ("COLOUR", "HABITAT", "SUIT", "CODE")
_COUNTS = (tags.NUMBER, tags.ORDINAL)


def settle_pointed(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Name, in place, what is only said to go or to be taken, whatever was said of it just before:
    "that F3 has done nothing for me, out it goes", "my boy wants the lion. So be it"."""
    if len(scene.legal()) >= MOST_LEGAL:
        return
    for index, clause in enumerate(clauses):
        verb = _done_to_it(scene, clause)
        told = (
            _told_of(clauses[:index], clause, is_given=verb in _GIVEN) if verb is not None else None
        )
        things = _things_of(scene, told) if told is not None else []
        if told is not None and told.has("BIRD", "SIDE") and not verb:
            things = [one for one in told.things if one.kind != tags.VERB]
        if told is None or not things:
            continue
        first = clause.tokens[0] if clause.tokens else things[0]
        said = [first._replace(kind=tags.VERB, value=verb, language="")] if verb else []
        if _is_whole(told):
            told.tokens = [*(said if verb in _GIVEN else ()), *told.tokens]
            clause.act, clause.lead, clause.tokens = Act.ASIDE, "", []
            continue
        then = [one for one in clause.tokens if one.kind == "THEN"]
        clause.tokens = [*then, *said, *things]
        clause.lead = "THEN" if then else ""
        clause.act, told.act, told.lead = Act.ORDER, Act.REASON, ""


def _is_whole(told: Clause) -> bool:
    """Whether it orders already, with nothing that it tells beside."""
    return told.act in ORDERING and told.is_clean and not told.has_state


def _done_to_it(scene: OrderScene, clause: Clause) -> str | None:
    """What a clause does to something that it doesn't name: the verb, "" where it only agrees to
    it, None where it does nothing so."""
    is_open = clause.is_question or clause.act in (Act.CONDITION, Act.RETRACT)
    if is_open or clause.says_phrase("rest") or clause.says_phrase("one left"):
        return None
    if _says_only(clause, "so be it"):
        return ""
    if says_away(clause):
        return _AWAY.get(scene.kind)
    verbs = {token.value for token in clause.tokens if token.kind == tags.VERB}
    is_bare = not named_in(clause) and not clause.has(*_UNSURE, UNKNOWN, tags.OTHERS)
    is_said = clause.act in ORDERING or (clause.act is Act.REASON and not clause.lead)
    is_given = is_bare and verbs == {"discard"} and is_said
    return _AWAY.get(scene.kind) if is_given and scene.kind != "play" else None


def says_away(clause: Clause) -> bool:
    """Whether a clause says no more than that something goes: "out it goes"."""
    return _says_only(clause, "away with it")


def _says_only(clause: Clause, name: str) -> bool:
    """Whether one of these marks ends a clause, and nothing but idle words stand before it."""
    said = clause.opening.split() if clause.lead != "THEN" else []
    idle = len(said)
    for token in clause.tokens:
        written = token.written.casefold().split()
        if idle == len(said) and token.kind in (tags.FILLER, "AND", "THEN"):
            idle += len(written)
        said.extend(written)
    ends = {tuple(said[start:]) for start in range(min(idle + 1, len(said)))}
    return not ends.isdisjoint(_parted_marks(name))


@cache
def _parted_marks(name: str) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(mark.split()) for mark in marks(name))


def _told_of(before: Sequence[Clause], clause: Clause, *, is_given: bool) -> Clause | None:
    """The nearest clause that names something, in this sentence or the one before; what is given
    away may have been said to be of no use."""
    told = next((one for one in reversed(before) if named_in(one)), None)
    if told is None or clause.sentence - told.sentence > 1 or told.act in _UNTOLD:
        return None
    is_open = (
        keeps(told) or told.lead == "OR" or told.has("OR", tags.DOUBT) or doer(told) is not None
    )
    is_denied = told.has(tags.NOT, "NONE", tags.GONE) and not is_given
    is_ordered = told.act in ORDERING and told.has_verb and not told.has_state
    return None if is_open or is_denied or is_ordered or told.is_question else told


def _things_of(scene: OrderScene, clause: Clause) -> list[Token]:
    """The one thing that a clause names, as an order of this decision may name it."""
    named = {piece for text in scene.legal() for piece in atoms(text)}
    spoken = [one for one in clause.tokens if one.kind not in (tags.FILLER, "OF")]
    kinds = ["", *(one.kind for one in spoken), ""]
    found = [
        token
        for before, token, after in zip(kinds, spoken, kinds[2:], strict=False)
        if token.kind in NAMING and token.value in named
        if token.kind not in _COUNTS or before in _VALUED or after in _VALUED
    ]
    if not found:
        found = [one for one in spoken if one.kind == tags.NUMBER and one.value in named]
    said = [token.kind for token in found]
    return found if len(said) == len(set(said)) else []


def settle_pronouns(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """A verb that names nothing is about what was named last: "the 4 is useless, I discard it"."""
    for index, clause in enumerate(clauses):
        if clause.act not in ORDERING or not _lacks_object(scene, clause):
            continue
        meant = _antecedent(clauses[:index], clause)
        if meant is not None:
            clause.tokens.extend(_card_in(meant) if _leaves_bird(clause) else named_in(meant))
            if clause.act is Act.ORDER and clause.lead not in (tags.CORRECT, tags.RETRACT):
                meant.act = Act.REASON


def _lacks_object(scene: OrderScene, clause: Clause) -> bool:
    """Whether it only says what is done, and whatever that is done to must be said as well."""
    if named_in(clause) or clause.has(*_OPEN, tags.OTHERS):
        return False
    spoken = words_of(scene.rules.key).spoken_verbs
    said = {token.value for token in clause.tokens if token.kind == tags.VERB}
    texts = [text for text in scene.legal() if said & {_verb(text), spoken.get(_verb(text), "")}]
    return len(said) == 1 and bool(texts) and all(" " in text for text in texts)


def _leaves_bird(clause: Clause) -> bool:
    """Whether what is done is done to a card alone, wherever that was to lie."""
    return any(token.value in ("discard", "hatch") for token in clause.tokens)


def _card_in(clause: Clause) -> list[Token]:
    """What a clause names up to the place where it is to lie."""
    return [
        token
        for token in takewhile(lambda one: one.kind not in ("BIRD", "ROW"), clause.tokens)
        if token.kind in NAMING
    ]


def _verb(text: str) -> str:
    return text.split(maxsplit=1)[0]


def _antecedent(before: Sequence[Clause], clause: Clause) -> Clause | None:
    """The nearest clause before that names a card, where that is the writer's own."""
    for one in reversed(before):
        spoken = [token for token in one.tokens if token.kind == tags.NOT or token.kind in NAMING]
        is_useless = len(spoken) == 2 and spoken[1].kind == tags.NOT and not one.has_verb
        is_useless = is_useless and (one.has_state or one.has(UNKNOWN))
        is_told = is_useless and clause.says_verb("discard") and not keeps(one)
        if not named_in(one) or (one.act is Act.EXCLUDE and not is_told):
            continue
        is_own = not one.has(tags.OTHERS, "OR") and not is_other_case(one)
        if one.has("BIRD") and clause.says_verb("hatch") and clause.act is not Act.CORRECT:
            return None  # "the nine onto the bird, and let's start climbing"
        is_placed = clause.act is Act.CORRECT and clause.says("at that place")
        if is_placed and one.act is Act.REASON and _only_counts(one):
            return None  # "discard the 9. No wait, it fits on the two! Put it there"
        is_said = clause.act is Act.CORRECT or one.act is Act.REASON or not one.has_verb
        return one if is_own and is_said else None
    return None


def _only_counts(clause: Clause) -> bool:
    """Whether it names no more than a number, which may be where something goes."""
    return all(token.kind in _COUNTS for token in named_in(clause))
