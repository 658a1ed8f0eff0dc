"""The steps behind a lay or a draw: what is said of a family that may be offered, or formed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from games.catalogue.cubirds.rules.cards import SMALL, SPECIES
from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.vocabulary import marks
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import ORDERING, Act, Clause, is_no, is_order_word
from games.words.speech.doers import doer

_BRINGING = (Act.ORDER, Act.TALK, Act.REASON)
_LATER = ("draw", "stay", "family", "done")
_REFUSALS = ("stay", "done", "leave")
_FORMING = {"lay", "family", "gain"}
_PLACES = ("SIDE", "ROW", "NAMED_ROW")


def settle_steps(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Judge anew, in place, what is to be done behind the lay or the draw that is open."""
    if scene.kind == "lay":
        _settle_sums(clauses)
    for clause in clauses:
        if clause.act in ORDERING:
            clause.tokens = list(_said_once(_as_lays(scene, clause.tokens)))
            _set_apart(scene, clause, clauses)
            clause.tokens = list(_uncounted(list(_as_families(_parted(clause.tokens)))))
    if scene.kind in ("lay", "draw"):
        _settle_offers(scene, clauses)


def _settle_sums(clauses: Sequence[Clause]) -> None:
    """Between a lay and the family that comes of it, what is only counted is why: "with my own two
    that's six, so a robin family"; to finish with a family forms it."""
    places = [i for i, one in enumerate(clauses) if one.act is Act.ORDER and one.has(*_PLACES)]
    ends = [i for i, one in enumerate(clauses) if any(map(_forms, one.tokens))]
    for clause in clauses[places[0] + 1 : ends[-1]] if places and ends else ():
        is_count = bool(clause.things) and all(one.kind == tags.NUMBER for one in clause.things)
        if clause.act is Act.ORDER and is_count and not clause.lead and not clause.is_question:
            clause.act = Act.REASON
    for index in ends:
        verbs = [one for one in clauses[index].tokens if one.kind == tags.VERB]
        is_end = [one.value for one in verbs] == ["done", "family"]
        if is_end and not clauses[index].has(tags.NOT, "NONE", "OR", tags.GONE):
            clauses[index].tokens = [one for one in clauses[index].tokens if one is not verbs[0]]


def _set_apart(scene: OrderScene, clause: Clause, clauses: Sequence[Clause]) -> None:
    """Make a clause a "then" where it names a family behind a lay: "…, flamingos as a family"."""
    before = [one for one in clauses[: clauses.index(clause)] if one.act in ORDERING]
    is_behind = scene.kind == "lay" and any(one.has("SIDE") for one in before)
    is_plain = clause.act is Act.ORDER and not clause.lead and not clause.has(*_PLACES)
    said = [one for one in clause.tokens if one.kind != tags.FILLER]
    is_plain = is_plain and not any(one.kind == "AND" for one in said[1:])
    if is_behind and is_plain and _is_family(clause.tokens) and clause.has("SPECIES"):
        first = clause.tokens[0]
        then = first._replace(kind="THEN", value="then", written="then", language="")
        clause.lead, clause.tokens = "THEN", [then, *clause.tokens]


def _as_lays(scene: OrderScene, tokens: Sequence[Token]) -> Iterator[Token]:
    """The words, one that may form a family and lays birds where they name a row or side: "bajo los
    patos en la tercera"."""
    place = next((i for i, one in enumerate(tokens) if one.kind == "THEN"), len(tokens))
    is_lay = scene.kind == "lay" and any(one.kind in _PLACES for one in tokens[:place])
    is_lay = is_lay and sum(one.kind == tags.VERB for one in tokens[:place]) == 1
    for index, token in enumerate(tokens):
        is_laid = is_lay and index < place and _forms(token)
        is_laid = is_laid and not token.written.casefold().startswith(_NOUN)
        before = any(one.kind in _PLACES for one in tokens[:index])
        yield token._replace(value="lay") if is_laid and not before else token


_NOUN = "fam"
"""So the word for a family begins in all languages."""


def _said_once(tokens: Iterator[Token]) -> Iterator[Token]:
    """The words without a number that is said again behind its birds: "four ducks four"."""
    words = list(tokens)
    for index, token in enumerate(words):
        before = words[max(index - 2, 0) : index]
        is_again = [one.kind for one in before] == [tags.NUMBER, "SPECIES"]
        if not (is_again and (token.kind, token.value) == (tags.NUMBER, before[0].value)):
            yield token


def _parted(tokens: Sequence[Token]) -> Iterator[Token]:
    """The words, an "and" behind a lay a "then" where birds and a later deed follow: "robins left
    of row 2 and the flamingos as a family"."""
    for index, token in enumerate(tokens):
        before, behind = tokens[:index], tokens[index + 1 :]
        is_joint = token.kind == "AND" and any(one.kind in _PLACES for one in before)
        is_joint = is_joint and not any(one.kind in _PLACES for one in behind)
        is_step = is_joint and _is_family(behind)
        yield token._replace(kind="THEN", value="then") if is_step else token


def _is_family(tokens: Sequence[Token]) -> bool:
    """Whether birds stand here, and behind them that they are formed into a family."""
    words = list(takewhile(lambda one: one.kind not in ("THEN", "OR", tags.NOT, "NONE"), tokens))
    named = next(filter(is_order_word, words), None)
    return named is not None and named.kind in ("SPECIES", tags.NUMBER) and any(map(_forms, words))


def _as_families(tokens: Iterator[Token]) -> Iterator[Token]:
    """The words without a "lay" that a family is laid with: "the flamingos I lay as a family"."""
    words = list(tokens)
    for index, token in enumerate(words):
        is_lay = (token.kind, token.value) == (tags.VERB, "lay")
        rest = list(takewhile(lambda one: not one.after_comma, words[index + 1 :]))
        named = next((one for one in rest if is_order_word(one)), None)
        if not (is_lay and named is not None and _forms(named)):
            yield token


def _uncounted(tokens: Sequence[Token]) -> Iterator[Token]:
    """The words without how many birds a family of a further step has: "then the parrots, which
    makes 4, as a family"."""
    place = next((i for i, one in enumerate(tokens) if one.kind == "THEN"), len(tokens))
    behind = tokens[place:]
    is_family = any(map(_forms, behind)) and not any(one.kind in _PLACES for one in behind)
    for index, token in enumerate(tokens):
        if index < place or not is_family or token.kind != tags.NUMBER:
            yield token


def _forms(token: Token) -> bool:
    return (token.kind, token.value) == (tags.VERB, "family")


def _settle_offers(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Make what is said of a family that may come about a step: "if I'm asked for one, no", "if I
    get a second flamingo, a family"; what is said of another family, or of none, is the other way.
    """
    step: Clause | None = None
    _find_conditions(clauses)
    for index, condition in enumerate(clauses):
        behind = list(takewhile(_is_no_case, clauses[index + 1 :]))
        same = [one for one in behind if one.sentence == condition.sentence]
        if step is not None and _declines(condition, same):
            _make_step(condition, condition.tokens[0], "done", before=step)
            step = None
        if step is not None and condition.lead == "OR" and condition.has("SPECIES"):
            _settle_other(condition, [*same, *clauses[index + 1 + len(behind) :][:1]], step)
        is_behind = any(one.act in ORDERING for one in clauses[:index])
        is_plain = not condition.has(tags.GONE, tags.NOT, "NONE", tags.OTHERS, "OR", *_PLACES)
        if condition.act is not Act.CONDITION or not is_behind or not is_plain:
            continue
        if condition.has("SPECIES"):
            _as_formed(same, clauses[:index])
            step = _settle_growth(scene, condition, same, step) or step
            continue
        is_parted = bool(same) and _only_names_family(same[0])
        offer = same[:1] if is_parted and not any(map(_forms, condition.tokens)) else []
        families = [one for clause in (condition, *offer) for one in clause.tokens if _forms(one)]
        if families:
            _answer(condition, offer, same[len(offer) :], families[-1])
            step = condition if condition.lead == "THEN" else step


def _find_conditions(clauses: Sequence[Clause]) -> None:
    """Behind a draw, birds that are named before a family are what it may bring: "should that give
    me four ducks, a family", "krijg ik er twee eenden bij dan …"."""
    told = [one for one in clauses if one.act is not Act.ASIDE or one.things or one.lead == "OR"]
    for index, (clause, following) in enumerate(pairwise(told)):
        is_behind = any(one.act in ORDERING and one.says_verb("draw") for one in told[:index])
        is_brought = clause.act in _BRINGING and clause.has("SPECIES")
        is_brought = is_brought and not any(map(_forms, clause.tokens)) and not clause.lead
        is_family = following.sentence == clause.sentence and any(map(_puts_down, following.tokens))
        if is_behind and is_brought and is_family and not clause.has(*_PLACES):
            clause.act, clause.lead = Act.CONDITION, tags.DOUBT


def _puts_down(token: Token) -> bool:
    """Whether a family may be laid with this word."""
    return _forms(token) or (token.kind, token.value) == (tags.VERB, "lay")


def _as_formed(said: Sequence[Clause], before: Sequence[Clause]) -> None:
    """Make a "lay" that names no place a family, behind the draw that brings the birds for it:
    "if a duck comes lay the ducks"."""
    is_behind = any(one.act in ORDERING and one.says_verb("draw") for one in before)
    for clause in said if is_behind else ():
        if clause.act is Act.ORDER and not clause.has(*_PLACES, tags.NUMBER):
            clause.tokens = [
                one._replace(value="family") if _puts_down(one) else one for one in clause.tokens
            ]


def _is_no_case(clause: Clause) -> bool:
    """Whether it says no other case than what stands before it."""
    return clause.act is not Act.CONDITION and clause.lead != "OR"


def _settle_other(clause: Clause, behind: Sequence[Clause], step: Clause) -> None:
    """Make a family of what is formed in the other case: "otherwise owls, if any come"."""
    species = {one.value for one in clause.tokens if one.kind == "SPECIES"}
    again = [one for one in behind if one.act is Act.CONDITION or not one.things]
    is_same = all({t.value for t in one.tokens if t.kind == "SPECIES"} <= species for one in again)
    kinds = {one.kind for one in clause.things}
    if (
        len(species) == 1
        and is_same
        and kinds <= {"SPECIES", tags.VERB}
        and len(again) == len(behind)
    ):
        for one in again:
            _quieten(one)
        like = next(one for one in clause.tokens if one.kind == "SPECIES")
        _make_step(clause, like, "family", like.value, before=step)


def _declines(clause: Clause, same: Sequence[Clause]) -> bool:
    """Whether a last case says that nothing is formed then: "… otherwise nothing"."""
    is_other = clause.lead == "OR" and bool(clause.tokens) and not any(one.things for one in same)
    return is_other and _refuses([one for one in clause.tokens if one.kind != "OR"])


def _only_names_family(clause: Clause) -> bool:
    """Whether a clause goes on what stands before it, and names no more than a family."""
    said = [one for one in clause.things if one.kind != "ANY"]
    is_formed = any(map(_forms, said)) and all(one.value in _FORMING for one in said)
    return not clause.is_apart and is_formed


def _settle_growth(
    scene: OrderScene, condition: Clause, said: Sequence[Clause], before: Clause | None
) -> Clause | None:
    """Make a family a step that is formed once there are birds enough, as it then can be; behind a
    step `before` it, the other way of that."""
    tokens = [token for one in (condition, *said) for token in one.tokens]
    species = {token.value for token in tokens if token.kind == "SPECIES"}
    families = [token for token in (*tokens, *(before.tokens if before else ())) if _forms(token)]
    kinds = {one.kind for one in tokens if is_order_word(one)}
    is_plain = kinds <= {tags.VERB, tags.NUMBER, tags.ORDINAL, "SPECIES", "THEN", "ANY"}
    is_plain = is_plain and not any(one.kind in (tags.NOT, tags.OTHERS) for one in tokens)
    if len(species) != 1 or not families or not is_plain or any(one.lead == "OR" for one in said):
        return None
    (bird,) = species
    number = SMALL[SPECIES.index(bird)]
    held = list(scene.hand).count(bird)
    counts = {int(one.value) for one in condition.tokens if one.kind in _COUNTS}
    if not counts <= {number, number - held, 1} or doer(condition) is not None:
        return None
    for one in said:
        _quieten(one)
    _make_step(condition, families[0], "family", bird, before=before)
    return condition


_COUNTS = (tags.NUMBER, tags.ORDINAL)


def _answer(
    condition: Clause, offer: Sequence[Clause], said: Sequence[Clause], family: Token
) -> None:
    """Put the step in place of what answers an offer; what answers none is in doubt."""
    tokens = [token for one in said for token in one.tokens]
    birds = {token.value for token in tokens if token.kind == "SPECIES"}
    is_told = any(one.opening in marks("agree") for one in said) or _forms_it(offer)
    is_formed = _agrees(tokens) or len(birds) == 1 or (is_told and not tokens)
    value = "done" if _refuses(tokens) else "family" if is_formed else ""
    if value and not _has_more(tokens):
        for one in (*offer, *said):
            _quieten(one)
        _make_step(condition, family, value, *birds)
        return
    condition.act, condition.is_lost = Act.ASIDE, True
    for one in (*offer, *said):
        one.act = Act.TALK


def _forms_it(offer: Sequence[Clause]) -> bool:
    """Whether a clause that names the family also says that it is formed: "a family, I form it"."""
    said = [token.written.casefold() for one in offer for token in one.tokens]
    words = {word for written in said for word in (written, *written.split())}
    return not words.isdisjoint(marks("forms it") | marks("agree"))


def _has_more(tokens: Sequence[Token]) -> bool:
    """Whether these words name a place, or others than birds that are formed."""
    verbs = {one.value for one in tokens if one.kind == tags.VERB}
    return any(one.kind in _PLACES for one in tokens) or not verbs <= {*_REFUSALS, *_FORMING}


def _make_step(
    clause: Clause, like: Token, verb: str, bird: str = "", *, before: Clause | None = None
) -> None:
    """Make a clause the step of this verb, about this bird if any; behind a step `before` it, the
    other way of that."""
    then = like._replace(kind="THEN", value="then", written="then", language="")
    either = then._replace(kind="OR", value="or", written="or")
    clause.act, clause.lead = (Act.ALTERNATIVE, "OR") if before else (Act.ORDER, "THEN")
    family = like._replace(kind=tags.VERB, value=verb, language="", after_comma=False)
    clause.tokens = [either if before else then, family]
    if bird:
        clause.tokens.append(like._replace(kind="SPECIES", value=bird, written=bird, language=""))


def _refuses(tokens: Sequence[Token]) -> bool:
    """Whether these words say no, and nothing else that is known."""
    is_denial = any(
        one.kind in (tags.NOT, "NONE") or is_no(one) or _is_refusal(one) for one in tokens
    )
    kinds = {one.kind for one in tokens if is_order_word(one) and not _is_refusal(one)}
    return is_denial and kinds <= {"NONE", tags.VERB}


def _is_refusal(token: Token) -> bool:
    return token.kind == tags.VERB and token.value in _REFUSALS


def _agrees(tokens: Sequence[Token]) -> bool:
    """Whether these words say yes, or that it is formed."""
    kinds = {one.kind for one in tokens if is_order_word(one)}
    verbs = {one.value for one in tokens if one.kind == tags.VERB}
    is_yes = any(one.written.casefold() in marks("agree") for one in tokens)
    is_plain = kinds <= {tags.VERB, "ANY"} and verbs <= _FORMING
    return (
        is_plain
        and (bool(verbs) or is_yes)
        and not any(one.kind in (UNKNOWN, tags.NOT) for one in tokens)
    )


def _quieten(clause: Clause) -> None:
    clause.act, clause.lead, clause.tokens = Act.ASIDE, "", []
