"""Where cards are thrown away: what is kept of them, and what of all."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from games.catalogue.wild_cards.rules.cards import REFILL
from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.lexicon.vocabulary import marks, plain_of
from games.words.positions.evidence import NAMING
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import ORDERING, Act, Clause, begins_exception, keeps


def settle_kept(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Where cards are thrown away, say in place what is kept; where one is bid, what is bid."""
    if scene.kind == "refill":
        _settle_exceptions(clauses)
        _name_kept(clauses)
        _drop_drawn(clauses)
        _drop_counts(scene, clauses)
        _join_throws(clauses)
    elif scene.kind == "bid" and not any(one.has("REFILL") for one in clauses):
        _settle_throws(clauses)
    elif scene.kind in ("bid", "reveal"):
        _settle_kept_behind(clauses)


def _settle_kept_behind(clauses: Sequence[Clause]) -> None:
    """Behind the Refill card what is kept only says again what is thrown away then: "refill, then
    I keep the fours and bin F2"."""
    for index, (clause, following) in enumerate(pairwise([*clauses, Clause(Act.ASIDE, "")])):
        is_behind = any(one.has("REFILL") for one in clauses[:index])
        is_kept = clause.act in (Act.ORDER, Act.EXCLUDE) and keeps(clause)
        if is_behind and is_kept and clause.lead == "THEN" and following.says_verb("discard"):
            clause.act, following.lead = Act.REASON, "THEN"
            following.tokens = [clause.tokens[0], *following.tokens]
        elif is_behind and is_kept and _keeps_whole(clause):
            like = clause.tokens[0]._replace(language="", after_comma=False)
            then = like._replace(kind="THEN", value="then", written="then")
            throw = like._replace(kind=tags.VERB, value="discard", written="discard")
            clause.act, clause.lead = Act.ORDER, "THEN"
            clause.tokens = [then, throw, like._replace(kind="NONE", value="none")]


def _keeps_whole(clause: Clause) -> bool:
    """Whether a clause keeps all cards: "then I keep both of my cards and just draw"."""
    is_all = clause.has("ALL") or clause.says("all of two") or clause.says_phrase("whole hand")
    is_open = clause.has(tags.NOT, "OR", tags.DOUBT, tags.OTHERS) or clause.asks_back
    is_next = clause.lead == "THEN" or [one.kind for one in clause.tokens[:1]] == ["AND"]
    return is_all and is_next and not is_open and not clause.has("HABITAT", "CODE", "ANIMAL", "HOW")


def settle_thrown(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Where cards are thrown away, say in place what is and what was saved again."""
    if scene.kind == "refill":
        _settle_plurals(clauses)
        _settle_saved(clauses)


def _drop_drawn(clauses: Sequence[Clause]) -> None:
    """Where cards are thrown away, how many are drawn says nothing: "draw 5", "seven new cards";
    to throw 0 away is to throw none."""
    for clause in clauses:
        clause.tokens = [
            token._replace(kind="NONE") if (token.kind, token.value) == _NO_CARD else token
            for token in clause.tokens
        ]
        spoken = [
            token
            for token in clause.tokens
            if token.kind != tags.FILLER and token.written.casefold() not in marks("up to")
        ]
        throws = clause.says_verb("discard") or clause.has("HABITAT", "CODE")
        news = clause.says("new cards") or clause.says("card")
        drawn = [
            after
            for before, after in pairwise(spoken)
            if (before.kind == tags.VERB and before.value in _DRAWING) or before.kind == "REFILL"
        ]
        if news and not throws and not keeps(clause):
            drawn.extend(spoken)
        if not any(token.kind in _COUNTS for token in drawn):
            continue
        clause.tokens = [
            token._replace(kind=tags.FILLER)
            if token in drawn and token.kind in _COUNTS
            else token._replace(value="draw" if token.value in _DRAWING else token.value)
            for token in clause.tokens
        ]


_DRAWING = ("draw", "take", "get")
_NO_CARD = (tags.NUMBER, "0")
_COUNTS = (tags.NUMBER, tags.OTHER_ONE)


def _join_throws(clauses: Sequence[Clause]) -> None:
    """Where cards are thrown away one by one, throw them together: "bin S3, bin M1"."""
    is_thrown = False
    for clause in clauses:
        thrown = [token for token in clause.tokens if token.value == "discard"]
        is_more = clause.act is Act.ORDER and clause.has("HABITAT", "CODE") and not keeps(clause)
        is_more &= not clause.has("ALL", tags.OTHER_ONE, "HOW") and clause.lead in ("", "THEN")
        again = thrown if is_thrown else thrown[1:]
        if is_more and again:
            again = [*again, *(one for one in clause.tokens if is_thrown and one.kind == "THEN")]
            clause.lead = "" if is_thrown else clause.lead
            clause.tokens = [one for one in clause.tokens if one not in again]
        is_thrown |= clause.act is Act.ORDER and bool(thrown)


def _drop_counts(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Where cards are thrown away, how many all or the others are says nothing: "all three", "the
    other two"."""
    every = str(sum(card != REFILL for card in scene.hand))
    for clause in clauses:
        clause.tokens = [
            token
            if _is_joined(clause.tokens[index + 1 :])
            else _tallied(token, clause.tokens[:index], is_every=token.value == every)
            for index, token in enumerate(clause.tokens)
        ]


def _is_joined(behind: Sequence[Token]) -> bool:
    """Whether another number is joined to this one, so that both are cards: "the other 3 and the
    4"."""
    said = [one.kind for one in behind if one.kind != tags.FILLER]
    return said[:2] == ["AND", tags.NUMBER]


def _tallied(token: Token, before: Sequence[Token], *, is_every: bool) -> Token:
    """The word, what only counts the cards that those before it name as what that says."""
    if token.kind != tags.NUMBER or not before:
        return token
    said = " ".join(one.written.casefold() for one in before)
    spoken = [one.kind for one in before if one.kind not in ("AND", tags.FILLER)]
    if (is_every and spoken[-1:] == ["ALL"]) or any(map(said.endswith, marks("rest"))):
        return token._replace(kind=tags.FILLER)
    is_plural = before[-1].written.casefold() in marks("plural the") and int(token.value) > 1
    return token._replace(kind="ALL", value="all") if is_every and is_plural else token


def _settle_throws(clauses: Sequence[Clause]) -> None:
    """Where a card is bid, what is thrown is thrown in: "I chuck the M3"."""
    stems = tuple(marks("throws"))
    for clause in clauses:
        clause.tokens = [
            token._replace(value="put")
            if token.value == "discard"
            and " " not in token.written
            and plain_of(token.written.casefold()).startswith(stems)
            else token
            for token in clause.tokens
        ]


def _settle_exceptions(clauses: Sequence[Clause]) -> None:
    """Where cards are thrown away, what is not among all that is kept goes: "all but the forest",
    and of all that is thrown such a card is kept."""
    for before, clause in pairwise(clauses):
        is_except = clause.act is Act.EXCLUDE and begins_exception(clause)
        if not is_except or before.act not in ORDERING or before.has(*NAMING) or clause.has_verb:
            continue
        first = clause.tokens[0]
        if keeps(before):
            thrown = first._replace(kind=tags.VERB, value="discard", written="discard")
            clause.tokens = [thrown, *clause.tokens[1:]]
            clause.act, before.act = Act.ORDER, Act.REASON
        elif not before.has("ALL"):
            before.tokens.append(first._replace(kind="ALL", value="all", written="all"))


def _name_kept(clauses: Sequence[Clause]) -> None:
    """Where cards are thrown away, what "stays" is kept: "F4 stays, the rest goes"."""
    for clause in clauses:
        if clause.act in ORDERING and clause.has(*NAMING) and keeps(clause) and not clause.has_verb:
            kept = clause.tokens[0]
            clause.tokens.insert(0, kept._replace(kind=tags.VERB, value="reveal", written="keep"))


def _settle_plurals(clauses: Sequence[Clause]) -> None:
    """Where cards are thrown away, a habitat in the plural means all of it: "bin the mountains"."""
    for clause in clauses:
        is_thrown = any(token.value == "discard" for token in clause.tokens)
        if (
            clause.act not in ORDERING
            or not is_thrown
            or clause.has(tags.NUMBER, "ALL", "HOW", "ANY")
        ):
            continue
        clause.tokens = [
            part
            for token in clause.tokens
            for part in (
                [token._replace(kind="ALL", value="all"), token] if _is_plural(token) else [token]
            )
        ]


def _settle_saved(clauses: Sequence[Clause]) -> None:
    """Cards that were to be thrown away and then are kept: "toss M1 and M4, hmm, keep M4"."""
    thrown: list[Clause] = []
    for clause in clauses:
        if clause.act in ORDERING and any(token.value == "discard" for token in clause.tokens):
            thrown.append(clause)
        elif thrown and clause.act in (*ORDERING, Act.EXCLUDE) and keeps(clause):
            saved = [token for token in clause.tokens if token.kind == "CODE"]
            for token in saved:
                for one in thrown:
                    same = [each for each in one.tokens if each.value == token.value]
                    one.tokens = [each for each in one.tokens if each not in same[:1]]
            if saved:
                clause.act, clause.lead = Act.REASON, ""


def _is_plural(token: Token) -> bool:
    return token.kind == "HABITAT" and token.written.casefold() in marks("plural")
