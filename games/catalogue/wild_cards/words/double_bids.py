"""A bid of two cards: the leader that allows it, and how many they are, are not part of it; which
of the two is kept is the next step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from games.catalogue.wild_cards.rules.view import WildCardsView
from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.lexicon.vocabulary import marks
from games.words.positions.evidence import cards_named
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import ORDERING, Act, Clause, keeps

_CARDS = ("HABITAT", "CODE", "REFILL")
_TWO = 2
_LEADER = ("ANIMAL", "eagle")
_TAKING = ("take", "swap", "give", "get")
_KEEPING = frozenset(("reveal", "take", "get"))


def settle_double_bids(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Where two cards may be bid, take away in place the eagle and the "two" that stand before
    them, or the eagle by which they are bid: "with my eagle I bid two: forest 3 and savannah 1";
    and make a step of the card that is kept of them."""
    if not _may_bid_two(scene):
        return
    ordering = [one for one in clauses if one.act in ORDERING]
    tokens = [t for one in ordering for t in one.tokens if t.kind not in (tags.FILLER, "OF")]
    first = next((i for i, one in enumerate(tokens) if one.kind in _CARDS), 0)
    idle = [one for i, one in enumerate(tokens[:first]) if _is_idle(one, tokens[i + 1])]
    idle.extend(_leaders(scene, clauses))
    for clause in clauses:
        had_leader = any(token in idle for token in clause.tokens)
        clause.tokens = [
            token._replace(kind=tags.FILLER) if token in idle else token for token in clause.tokens
        ]
        if had_leader and not clause.things and clause.act in ORDERING:
            clause.act, clause.lead = Act.ASIDE, ""
    _settle_kept(clauses)


def _may_bid_two(scene: OrderScene) -> bool:
    return scene.kind == "bid" and any(len(text.split()) > _TWO for text in scene.legal())


def _leaders(scene: OrderScene, clauses: Sequence[Clause]) -> Iterator[Token]:
    """The eagles behind the cards that are no animal to be taken: none lies there, another animal
    is taken, or it is said that the cards are bid by it."""
    ordering = [one for one in clauses if one.act in ORDERING]
    taken = [t for one in ordering for t in one.tokens if t.kind == "ANIMAL"]
    is_there = isinstance(scene.view, WildCardsView) and "eagle" in scene.view.market
    for clause in clauses:
        for index, token in enumerate(clause.tokens):
            if (token.kind, token.value) != _LEADER or clause.lead in ("THEN", "OR"):
                continue
            before = clause.tokens[:index]
            said = takewhile(lambda one: one.kind == tags.FILLER, reversed(before))
            is_means = any(one.written.casefold() in marks("by means of") for one in said)
            is_taken = any(one.kind == tags.VERB and one.value in _TAKING for one in before)
            later = taken[taken.index(token) + 1 :] if token in taken else ()
            is_other = any(one.value != "eagle" for one in later) and not clause.has("OR")
            is_other = is_other and not _is_either(clauses, clause)
            if not is_taken and (is_means or is_other or not is_there):
                yield token


def _is_either(clauses: Sequence[Clause], clause: Clause) -> bool:
    """Whether what stands behind a clause is another case of it."""
    behind = clauses[list(clauses).index(clause) + 1 :]
    return bool(behind) and behind[0].act is not Act.ORDER and behind[0].act is not Act.EXCLUDE


def _settle_kept(clauses: Sequence[Clause]) -> None:
    """Make a step of what says which of the two cards is kept: "F4 and M2, I keep F4, …"."""
    bid: list[str] = []
    for clause in clauses:
        cards = list(cards_named(clause.tokens))
        verbs = {token.value for token in clause.tokens if token.kind == tags.VERB}
        is_one = len(cards) == 1 and cards[0] in bid and not clause.has("ANIMAL", tags.NOT, "OR")
        is_kept = verbs <= _KEEPING and (bool(verbs) or keeps(clause))
        is_plain = clause.act in (Act.ORDER, Act.EXCLUDE) and clause.lead in ("", "THEN")
        if is_one and is_kept and is_plain and len(bid) == _TWO:
            like = clause.tokens[0]._replace(after_comma=False, after_line=False, language="")
            tokens = [like._replace(kind="THEN", value="then", written="then")]
            tokens.append(like._replace(kind=tags.VERB, value="reveal", written="reveal"))
            tokens.append(like._replace(kind="CODE", value=cards[0], written=cards[0]))
            clause.act, clause.lead, clause.tokens = Act.ORDER, "THEN", tokens
        elif clause.act in ORDERING and not clause.lead:
            bid.extend((*cards, *(one.value for one in clause.tokens if one.kind == "REFILL")))


def settle_choosing(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Behind a bid of two cards, take away in place what says that the choice is made later."""
    if not _may_bid_two(scene):
        return
    named = [i for i, one in enumerate(clauses) if one.has(*_CARDS, "ANIMAL")]
    said = [token.kind for one in clauses if one.act in ORDERING for token in one.tokens]
    numbers = sum(kind in ("CODE", "REFILL", tags.NUMBER) for kind in said)
    behind = clauses[named[-1] + 1 :] if named and numbers == _TWO else ()
    is_plain = not any(one.has(tags.GONE, tags.OTHER_ONE) for one in behind)
    is_plain = is_plain and not any(one.lead == "OR" or one.has("OR") for one in clauses)
    if named and numbers == _TWO:
        last = clauses[named[-1]]
        last.tokens = [token for token in last.tokens if not _puts_choice_off(token)]
    if is_plain and any(one.says_phrase("decides later") for one in behind):
        for one in behind:
            one.act, one.lead, one.tokens, one.is_question = Act.ASIDE, "", [], False


def _puts_choice_off(token: Token) -> bool:
    """Whether idle words say that the choice is made later: "e sceglierne una più tardi"."""
    said = Clause(Act.ASIDE, "", [token])
    return token.kind == tags.FILLER and said.says_phrase("decides later")


def _is_idle(token: Token, after: Token) -> bool:
    is_two = token.kind == tags.NUMBER and token.value in ("2", "both")
    is_counted = after.kind in _CARDS and not after.after_comma
    return (token.kind, token.value) == _LEADER or (is_two and not is_counted)
