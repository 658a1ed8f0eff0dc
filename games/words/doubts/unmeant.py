"""A deed that is spoken of and not meant: refused, put off, wished for, told of others, or a joke.

A word that denies a deed or makes it unreal may stand anywhere in the same breath, that is up to
the next comma; and an infinitive behind a word that nobody knows is what that word makes of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from games.words.doubts.antecedents import says_away
from games.words.lexicon import tags
from games.words.lexicon.language_grammar import (
    denies_what_precedes,
    is_deed_named,
    is_denied_deed,
    is_hypothetical,
    is_idle_but,
    is_only_a_denial,
)
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.vocabulary import marks
from games.words.positions.evidence import NAMING, stands_in
from games.words.positions.game_words import words_of
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import ORDERING, Act, Clause, begins_exception, is_no, is_order_word

_NAMED = NAMING - {tags.NUMBER, tags.ORDINAL}
_LAID = ("lay", "put", "give", "get")
_NOTHING = re.compile(r"(pass|swap none|bid 0|refill)$")
_LEFT = frozenset(("pass", "leave", "stay", "done"))
_UNDONE = frozenset(("pass", "swap none"))


def unmeant(scene: OrderScene, clauses: Sequence[Clause], text: str) -> list[str]:
    """The words that make what the order `text` does something that is not meant."""
    first = text.partition(";")[0]
    if _NOTHING.match(first) and _ends_in_nothing(clauses, first):
        return [clauses[-1].beginning]
    if (halved := _halved(clauses)) or _leaves_undone(scene, text):
        return halved
    verb = first.split()[0]
    verbs = frozenset((verb, words_of(scene.rules.key).spoken_verbs.get(verb, verb), *_LAID))
    begun = next((one for one in clauses if one.act in ORDERING), None)
    breaths = list(_saying(list(_breaths(clauses)), text))
    is_told = bool(breaths) and all(
        _is_unreal(one, verbs, is_further=";" in text and begun not in one)
        or _governs(one)
        or _is_supposed(one, clauses)
        for one in breaths
    )
    found = [one[0].beginning for one in breaths if is_told]
    denied = [one for one in clauses if not _denies_other(one, verbs)]
    found += [one.beginning for one in denied if _is_denied_at_once(one)]
    if not any(one.act in ORDERING for one in clauses):
        found += [one.beginning for one in clauses if one.act is Act.EXCLUDE and _is_open(one)]
        found += [one.beginning for one in clauses if one.act is Act.ASK and _said([one], text)]
    if not _NOTHING.match(first) and _corrects_to_nothing(clauses):
        found.append(clauses[-1].beginning)
    return [*found, *_jokes(clauses), *_vain(clauses), *_excepted(clauses, text)]


def _denies_other(clause: Clause, verbs: frozenset[str]) -> bool:
    """Whether it says what is not done, and that is nothing of the order: "no, I don't pass"."""
    things = [(one.kind, one.value) for one in clause.things]
    is_deed = all(kind == tags.VERB and value not in verbs for kind, value in things)
    return clause.act is Act.EXCLUDE and bool(things) and is_deed


def _halved(clauses: Sequence[Clause]) -> list[str]:
    """A "maybe not" that ends what was said: "maybe I'll hatch the ace, and maybe not"."""
    last = max((i for i, one in enumerate(clauses) if one.act in ORDERING), default=-1)
    return [
        one.beginning
        for one in clauses[max(last, 0) + 1 :]
        if one.has(tags.DOUBT) and one.has(tags.NOT) and not one.has(*NAMING, tags.VERB, UNKNOWN)
    ]


def _leaves_undone(scene: OrderScene, text: str) -> bool:
    """Whether an order only leaves something undone, so that denials may be what it means."""
    first = text.partition(";")[0]
    return first in _UNDONE or first in words_of(scene.rules.key).opposites.values()


def is_denied(
    scene: OrderScene, clauses: Sequence[Clause], text: str, *, at_once: bool = False
) -> bool:
    """Whether words that were set aside as talk deny what the order does: "I see no point in".

    `at_once` says that no other word may stand amid those that deny.
    """
    if _leaves_undone(scene, text) or any(map(says_away, clauses)):
        return False
    between = 0 if at_once else _GAP
    names = ("unmeant", "supposed", "unreal") if at_once else ("unmeant", "supposed")
    breaths = list(_saying(list(_breaths(clauses)), text))
    return bool(breaths) and all(
        _wavers(one) or any(_says_in(one, name, between) for name in names) for one in breaths
    )


def _wavers(breath: Sequence[Clause]) -> bool:
    """Whether a breath begins with a "maybe"."""
    first = next((token for clause in breath for token in clause.tokens), None)
    return first is not None and (first.kind, first.value) == (tags.DOUBT, "maybe")


def _says_in(breath: Sequence[Clause], name: str, between: int) -> bool:
    tokens = [token for clause in breath for token in _spoken(clause)]
    return Clause(Act.ASIDE, "", tokens).says_phrase(name, between)


def _ends_in_nothing(clauses: Sequence[Clause], text: str) -> bool:
    """Whether a bare "nothing" or "never mind" ends a text behind a thing that was ordered: it may
    take that back, and be no order itself."""
    ordering = [one for one in clauses if one.act in ORDERING]
    named = [token for one in ordering[:-1] for token in one.tokens if token.kind in NAMING]
    return _is_bare(ordering) and any(not stands_in(token, text) for token in named)


def _corrects_to_nothing(clauses: Sequence[Clause]) -> bool:
    """Whether a text ends in "… no, nothing", so that what it does is taken back."""
    ordering = [one for one in clauses if one.act in ORDERING]
    is_end = _is_bare(ordering) and ordering[-1].act is Act.CORRECT
    return is_end and all(one.kind == "NONE" or one.value == "pass" for one in ordering[-1].things)


def _is_bare(ordering: Sequence[Clause]) -> bool:
    """Whether the last of several orders is a bare "nothing" or "never mind"."""
    is_last = len(ordering) > 1 and ordering[-1].lead != tags.THEREFORE
    said = ordering[-1].things if is_last else []
    return bool(said) and all(one.kind == "NONE" or " " in one.written for one in said)


def _breaths(clauses: Sequence[Clause]) -> Iterator[list[Clause]]:
    """The clauses that no comma, stop, reason or consequence parts."""
    breath: list[Clause] = []
    for clause in clauses:
        is_new = clause.is_apart or _parts(clause)
        if breath and (is_new or clause.sentence != breath[-1].sentence):
            yield breath
            breath = []
        breath.append(clause)
    if breath:
        yield breath


def _is_denied_at_once(clause: Clause) -> bool:
    """Whether a "no" that ends what opens a clause denies the verb behind it: "prefiero no pagar",
    "espera, no pongo eso"."""
    first = clause.tokens[0] if clause.tokens else None
    if first is None or first.after_comma or clause.lead != tags.CORRECT:
        return False
    said = clause.opening.split()
    is_no = not marks("denying").isdisjoint(said[-1:])
    is_verb = first.kind == tags.VERB and is_only_a_denial(first)
    return is_no and (is_verb or (first.kind == UNKNOWN and is_denied_deed(first)))


def _parts(clause: Clause) -> bool:
    """Whether a clause says something of its own, though no comma stands before it."""
    if clause.lead == tags.BUT:
        return not is_idle_but(clause.opening)
    if clause.lead == tags.THEREFORE:
        return clause.opening not in marks("makes")
    is_and = bool(clause.tokens) and clause.tokens[0].kind == "AND"
    return clause.lead == tags.BECAUSE or (
        bool(clause.things) and (clause.lead == "THEN" or is_and)
    )


def _saying(breaths: Sequence[list[Clause]], text: str) -> Iterator[list[Clause]]:
    """The breaths that say most of an order; those that order anything where none names it."""
    said = [_said(one, text) for one in breaths]
    most = max(said, default=0)
    for breath, number in zip(breaths, said, strict=True):
        orders = any(one.act in ORDERING for one in breath)
        names_other = any(one.has(*_NAMED) for one in breath)
        if number == most and (most or (orders and not names_other)):
            yield breath


def _said(breath: Sequence[Clause], text: str) -> int:
    """How much of an order a breath names, where it is no reason."""
    named = {
        token.value
        for one in breath
        if one.act is not Act.REASON
        for token in one.tokens
        if token.kind in NAMING and stands_in(token, text)
    }
    return len(named)


def _is_supposed(breath: Sequence[Clause], clauses: Sequence[Clause]) -> bool:
    """Whether a sentence begins with what is not so: "in your place, I'd bid 3"."""
    first = clauses.index(breath[0])
    before = [one for one in clauses[:first] if one.sentence == breath[0].sentence]
    is_first = not any(one.act in ORDERING for one in before)
    return any(one.says_phrase("supposed") for one in (*(before if is_first else ()), *breath))


def _is_unreal(breath: Sequence[Clause], verbs: frozenset[str], *, is_further: bool) -> bool:
    """Whether a word in a breath denies what is done there, or makes it unreal; a "next time" does
    not where a further step is meant."""
    tokens = [token for clause in breath for token in _spoken(clause)]
    tokens = [token for token in tokens if token.kind != "THEN" or not is_further]
    whole = Clause(Act.ASIDE, "", tokens)
    is_asked = any(one.is_question for one in breath)
    names = ("unmeant", "unreal") if is_asked else ("unmeant", "unreal", "could")
    if any(whole.says_phrase(name, _GAP) for name in names) or _asks_whether(breath):
        return True
    if any(
        one.written.casefold() in marks("household") and _says_would(other)
        for one, other in pairwise(tokens)
    ):
        return True
    for index, token in enumerate(tokens):
        if token.kind in (tags.VERB, "REFILL") and index:
            near = Clause(Act.ASIDE, "", tokens[max(index - _NEXT, 0) : index])
            helping = tokens[index - 1].kind in (tags.FILLER, tags.MAY, tags.DOUBT, UNKNOWN)
            before = tokens[max(index - 1 - helping, 0) : index]
            if any(one.written.casefold() in marks("household") for one in before):
                return True
            if _comes_later(near, token, verbs):
                return True
            if token.value in verbs and any(map(_says_not_to, before)):
                return True
    return False


def _comes_later(near: Clause, token: Token, verbs: frozenset[str]) -> bool:
    """Whether a deed of the order stands behind a "before", near to it: "before I bid, let me
    think"; not behind one that has its own deed, "prima di pescare | scarto"."""
    told = [one for one in near.tokens if not (one.kind == tags.FILLER and one.length >= _NEXT)]
    is_behind = Clause(Act.ASIDE, "", told).says_phrase("ahead of")
    return (
        is_behind and token.value not in _LEFT and (token.kind != tags.VERB or token.value in verbs)
    )


def _spoken(clause: Clause) -> list[Token]:
    """The words of a clause, with those that opened it and are no token of it."""
    if not clause.opening or clause.lead in ("", "THEN", "OR"):
        return clause.tokens
    opening = Token(tags.FILLER, "", clause.opening, clause.is_apart, "", 0, 1)
    return [opening, *clause.tokens]


def _says_would(token: Token) -> bool:
    return token.written.casefold() in marks("hypothetical") or is_hypothetical(token)


def _is_open(clause: Clause) -> bool:
    """Whether what is not done is not done yet, or by nobody."""
    return clause.says("yet") or (clause.says("nobody") and clause.has_verb)


def _says_not_to(token: Token) -> bool:
    """Whether a phrase that leaves things undone only denies the verb behind it: "I won't lay"."""
    is_left = token.kind == tags.VERB and token.value in _LEFT
    return is_left and token.written.casefold().split()[-1] in marks("negated") | marks("denying")


def _asks_whether(breath: Sequence[Clause]) -> bool:
    """Whether a breath is a question that hangs on an "if", and no polite one: "and if I bid?"."""
    is_asked = any(one.is_question for one in breath)
    is_open = any(one.act is Act.CONDITION or one.lead == tags.DOUBT for one in breath)
    is_polite = any(one.has(tags.MAY) or one.says("please") for one in breath)
    return is_asked and is_open and not is_polite


def _governs(breath: Sequence[Clause]) -> bool:
    """Whether an unknown word stands before what is done in a form that says no more than that it
    is: "I loathe to bid", "me resisto a pujar"."""
    told = [clause for clause in breath if clause.act is not Act.CONDITION]
    tokens = [token for clause in told for token in clause.tokens]
    if any(one.kind == tags.MAY or one.value == "kind" or _is_please(one) for one in tokens):
        return False
    for index, token in enumerate(tokens):
        if token.kind == tags.VERB and is_deed_named(token, tokens[:index]):
            before = tokens[max(index - _NEAR, 0) : index]
            if any(one.kind == UNKNOWN for one in _since_thing(before)):
                return True
    return False


def _is_please(token: Token) -> bool:
    return token.written.casefold() in marks("please")


_NEAR = 4
_NEXT = 3
_GAP = 9


def _since_thing(tokens: Sequence[Token]) -> list[Token]:
    """The words behind the last one that an order may be made of."""
    places = [i for i, one in enumerate(tokens) if is_order_word(one)]
    return list(tokens[places[-1] + 1 :] if places else tokens)


def _jokes(clauses: Sequence[Clause]) -> list[str]:
    """What says behind an order that it was a joke, or before it that it is none."""
    places = [i for i, one in enumerate(clauses) if one.act in ORDERING]
    first, last = (places[0], places[-1]) if places else (0, 0)
    behind = (one for one in clauses[last + 1 :] if one.says_phrase("joking"))
    before = (one for one in clauses[: first + 1] if one.says_phrase("ignore"))
    return [one.beginning for one in (*behind, *before)]


def _vain(clauses: Sequence[Clause]) -> list[str]:
    """A "but" behind an order that says no more than "no": "I'd love to, but I can't"; and a Dutch
    "so not"."""
    return [
        one.opening
        for before, one in pairwise(clauses)
        if before.act in ORDERING and one.sentence == before.sentence
        if all(token.kind == "NONE" for token in one.things)
        if _says_but_no(one) or _says_so_not(one)
    ]


def _says_but_no(clause: Clause) -> bool:
    denies = clause.has(tags.NOT, tags.GONE) or any(map(is_no, clause.tokens))
    return clause.lead == tags.BUT and denies and not clause.has(UNKNOWN)


def _says_so_not(clause: Clause) -> bool:
    is_so = clause.lead == tags.THEREFORE and bool(clause.tokens)
    return is_so and all(map(denies_what_precedes, clause.tokens))


def _excepted(clauses: Sequence[Clause], text: str) -> list[str]:
    """What is said to be excepted behind an order, and stands in it all the same."""
    found = []
    for one in clauses[1:]:
        named = [token for token in one.tokens if token.kind in NAMING and token.value]
        is_out = begins_exception(one) and not _says_where(one.tokens[0])
        is_out = is_out or (one.act is Act.EXCLUDE and one.has(*_NAMED) and not one.has(UNKNOWN))
        is_out = is_out or one.says_phrase("unmeant", _GAP)
        if is_out and named and all(stands_in(token, text) for token in named):
            found.append(one.beginning)
    return found


def _says_where(token: Token) -> bool:
    """Whether a Dutch "op" ends a phrase, which without its "na" excepts nothing."""
    return token.written.casefold().split()[-1] in marks("onto")
