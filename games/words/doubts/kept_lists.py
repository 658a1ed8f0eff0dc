"""Lists of what is kept or excepted, parted at their commas: "the reds, the greens and trump"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby, pairwise, takewhile

from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.vocabulary import marks
from games.words.positions.evidence import NAMING
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import (
    ORDERING,
    Act,
    Clause,
    begins_exception,
    is_added,
    is_keeping,
    keeps,
    withholds,
)

_LISTED = (tags.NUMBER, "COLOUR", "SPECIES", "RANK", "HABITAT", "SPECIAL", "CODE")
_ONE_CARD = 2
"""So many words have orders of one card."""


def settle_lists(clauses: Sequence[Clause]) -> None:
    """What goes on a list of what is kept is kept as well: "the crown stays, both aces and the 9.
    The 6 goes"."""
    also: list[Clause] = []
    for before, clause in pairwise(clauses):
        is_either = clause.opening in marks("plain or") and not clause.is_apart
        if before.act is Act.EXCLUDE and is_either and not clause.has_verb:
            clause.act, clause.lead = Act.EXCLUDE, ""  # "not giving my fours or threes"
        is_joined = clause.act is Act.EXCLUDE and not clause.is_apart and before.has(tags.NOT)
        if is_joined and before.act is Act.ORDER and before.has_verb and not named_in(before):
            before.act = Act.EXCLUDE  # "I won't spend, not the F4 nor the M1"
        if _goes_on_excluding(before, clause):
            clause.act, clause.lead = Act.EXCLUDE, ""  # "anything but blue, red or yellow"
        is_also = is_added(clause) and all(
            one.value == "trump" for one in clause.tokens if one.kind == tags.VERB
        )
        is_kept = before.act not in ORDERING and (withholds(before) or before in also)
        if is_kept and clause.act is Act.ORDER and is_also:
            clause.act = Act.EXCLUDE  # "the jesters stay, and trump, too"
            also.append(clause)
    _settle_lists_before(clauses)
    for index, (before, clause) in enumerate(pairwise(clauses), 1):
        is_told = before.act is Act.TALK and bool(named_in(before)) and not before.lead
        is_list = (before.act is Act.EXCLUDE or is_told) and keeps(before)
        is_list = is_list and clause.act is Act.ORDER
        is_more = clause.sentence == before.sentence and not clause.lead and not clause.has_verb
        is_card = clause.has("RANK", "SUIT", "CODE", "SPECIES", tags.NUMBER)
        is_card = is_card and not clause.has("BIRD", "ROW", "SIDE", "DECK", "PILE", UNKNOWN)
        later = clauses[index + 1 :]
        is_said = any(one.act is Act.ORDER and one.has_verb and named_in(one) for one in later)
        ends = [one for one in clauses[index:] if one.sentence == clause.sentence]
        is_next = any(one.act in ORDERING and named_in(one) for one in later if one not in ends)
        is_said = is_said or (is_next and _joins_things(ends[-1]) and all(map(_only_names, ends)))
        if is_list and is_more and is_card and is_said:
            clause.act = Act.EXCLUDE


def _settle_lists_before(clauses: Sequence[Clause]) -> None:
    """What a "keep" ends is kept as far as the list before it goes: "2, 3 and 5 I keep"; and what
    is "included" is done with all that stands before it."""
    for index, clause in enumerate(clauses):
        if clause.says("included") and not clause.has_verb and index:
            before = clauses[index - 1]
            is_kept = keeps(before) and before.sentence == clause.sentence
            if is_kept and clause.act in ORDERING and not clause.lead:
                clause.act = Act.EXCLUDE
                is_told = before.act is Act.REASON and before.has_verb
                before.act = Act.ORDER if is_told else before.act
        if not _ends_list(clause):
            continue
        kinds = {one.kind for one in named_in(clause)}
        is_next = any(one.act is Act.ORDER and named_in(one) for one in clauses[index + 1 :])
        ahead = [one for one in clauses[:index] if one.sentence == clause.sentence]
        listed = list(takewhile(partial(_is_bare, {*_LISTED}), reversed(ahead)))
        if listed and len(listed) == len(ahead):
            is_alike = all({t.kind for t in named_in(one)} <= kinds for one in listed)
            if not is_alike and not is_next:
                like = clause.tokens[0]._replace(kind=tags.DOUBT, value="maybe")
                listed[0].tokens.append(like)  # "the jester, 9 and 7 I keep": or is it played?
                continue
            for one in (clause, *listed):
                one.act = Act.EXCLUDE


def _ends_list(clause: Clause) -> bool:
    """Whether a clause names bare things joined by an "and", and keeps them behind that."""
    places = [i for i, one in enumerate(clause.tokens) if is_keeping(one)]
    ahead = replace(clause, tokens=clause.tokens[: places[0]] if places else [])
    named, kinds = named_in(ahead), {one.kind for one in named_in(ahead)}
    is_bare = kinds <= {*_LISTED} and (len(kinds) == 1 or tags.NUMBER in kinds)
    is_list = len(named) > 1 and ahead.has("AND") and not ahead.has_verb and is_bare
    return is_list and clause.act in (*ORDERING, Act.TALK, Act.EXCLUDE) and not clause.lead


def _is_bare(kinds: set[str], clause: Clause) -> bool:
    named = {one.kind for one in named_in(clause)}
    is_plain = clause.act is Act.ORDER and not clause.has_verb and not clause.lead
    return (
        is_plain
        and bool(named)
        and named <= kinds
        and not clause.has(UNKNOWN, "BIRD", "ROW", "SIDE")
    )


def settle_denied_lists(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Where one card is asked, what is only said not to be it, each with a "no", is not: "no green
    and no trump either"."""
    for clause in clauses if scene.kind in _CHOSEN else ():
        if clause.act is Act.ORDER and not clause.lead and not clause.asks_back:
            said = [one for one in clause.tokens if one.kind != tags.FILLER]
            parts = [list(part) for is_and, part in groupby(said, _joins) if not is_and]
            if parts and all(_is_denied(scene, part) for part in parts):
                clause.act = Act.EXCLUDE


_CHOSEN = frozenset(("play", "trump", "reveal", "show"))
_NAMED_WHOLE = ("COLOUR", "SPECIAL", "HABITAT", "CODE", "REFILL")


def _joins(token: Token) -> bool:
    return token.kind in ("AND", "OR")


def _is_denied(scene: OrderScene, part: Sequence[Token]) -> bool:
    """Whether these words are a card and one "no" before or behind it, with what is asked."""
    said = len(part)
    part = [one for one in part if (one.kind, one.value) != (tags.VERB, scene.kind)]
    named = [one for one in part if one.kind not in (tags.NOT, "NONE")]
    kinds = {one.kind if one.value != "trump" else "COLOUR" for one in named}
    is_card = bool(kinds.intersection(_NAMED_WHOLE)) or scene.kind == "reveal" or said > len(part)
    is_one = len(part) == len(named) + 1 and (part[0] not in named or part[-1] not in named)
    return is_card and is_one and bool(kinds) and kinds <= {*_NAMED_WHOLE, tags.NUMBER}


def settle_kept_lists(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Where one card is asked, a list of what is kept is kept as far as its "and": "I keep the
    reds, the greens and the yellows"."""
    if any(len(text.split()) > _ONE_CARD for text in scene.legal()):
        return
    for index, clause in enumerate(clauses):
        if not (clause.act in (Act.EXCLUDE, *ORDERING) and named_in(clause) and keeps(clause)):
            continue
        more = list(takewhile(partial(_goes_on, clause), clauses[index + 1 :]))
        ends = [i for i, one in enumerate(more) if is_added(one) or _joins_things(one)]
        for one in (clause, *more[: ends[-1] + 1]) if ends else ():
            one.act = Act.EXCLUDE


def _goes_on(kept: Clause, clause: Clause) -> bool:
    is_plain = clause.act is Act.ORDER and not clause.has_verb and not clause.lead
    return is_plain and clause.sentence == kept.sentence and bool(named_in(clause))


def _joins_things(clause: Clause) -> bool:
    """Whether an "and" stands before something named, behind something else that is."""
    joints = [i for i, token in enumerate(clause.tokens) if token.kind == "AND"]
    ends = [i for i, token in enumerate(clause.tokens) if token.kind in NAMING]
    return any(not ends or joint < ends[-1] for joint in joints[-1:]) and bool(ends)


def _goes_on_excluding(before: Clause, clause: Clause) -> bool:
    """Whether a list of what is excepted goes on."""
    is_list = before.act is Act.EXCLUDE and begins_exception(before)
    is_same = clause.sentence == before.sentence and not clause.has_verb
    kinds = {token.kind for token in named_in(clause)}
    is_more = clause.act in ORDERING and is_same and bool(kinds)
    if is_list and is_more and kinds <= {token.kind for token in named_in(before)}:
        clause.tokens = [before.tokens[0], *clause.tokens]
        return True
    return False


def _only_names(clause: Clause) -> bool:
    return clause.act is Act.ORDER and not clause.has_verb and not clause.lead


def named_in(clause: Clause) -> list[Token]:
    """The words of a clause that name what an order is made of."""
    return [token for token in clause.tokens if token.kind in NAMING]
