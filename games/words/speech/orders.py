"""What of a text is the order: corrections put in place of what stood before, the rest left aside.

A clause that only names what is not meant is kept beside it, so that no question offers that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.vocabulary import marks
from games.words.speech.clauses import ORDERING, SEPARATORS, Act, Clause, is_strong
from games.words.speech.token_order import prepared

MOST_TOKENS = 120
_TALLIED = frozenset(("HABITAT", "COLOUR", "SUIT", "RANK", "ROW", "BIRD", "TRICKS", "SPECIES"))
_LEFT_OUT = frozenset(
    (tags.FILLER, UNKNOWN, tags.MAY, tags.GONE, tags.SORRY, *tags.TURNING, *tags.CAREFUL)
) - {tags.NOT}


@dataclass(slots=True)
class OrderPart:
    """Tokens of one or more steps; a new sentence begins a new part."""

    tokens: list[Token] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Orders:
    """The order of a text, part by part, and what stands round it.

    `before` is what was corrected or taken back; `excluded` is what the writer does not mean;
    `refusals` are words that turn the order round; `aside` are clauses that speak of the game and
    are no order.
    """

    parts: list[OrderPart] = field(default_factory=list)
    before: list[OrderPart] = field(default_factory=list)
    excluded: list[list[Token]] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    aside: list[Clause] = field(default_factory=list)
    is_retracted: bool = False

    @property
    def doubts(self) -> list[str]:
        """Words that make the order worth a question."""
        return [doubt for part in self.parts for doubt in part.doubts]

    def wants(self, kind: str) -> bool:
        """Whether a word of this kind stands in the order."""
        return any(token.kind == kind for part in self.parts for token in part.tokens)

    @property
    def side_only(self) -> bool:
        """Whether what is to be changed is a side."""
        return any(token.value == "side" for part in self.parts for token in part.tokens)

    @property
    def has_only_numbers(self) -> bool:
        """Whether it names numbers and nothing else."""
        return all(token.kind == tags.NUMBER for part in self.parts for token in part.tokens)

    @property
    def has_tokens(self) -> bool:
        """Whether anything of it can be an order."""
        return any(part.tokens for part in self.parts)


def orders_in(clauses: Sequence[Clause], stages: Mapping[str, int]) -> Orders:
    """The order in these clauses; without tokens where nothing is ordered. `stages` says
    how far behind the open decision each verb comes."""
    orders = Orders()
    has_strong = any(clause.act in ORDERING and clause.is_strong for clause in clauses)
    condition: Clause | None = None
    sentence = -1
    is_next = False
    for index, clause in enumerate(clauses):
        is_next = is_next or _only_leads_on(clause)
        if clause.act is Act.CONDITION:
            condition = clause
        elif clause.act not in ORDERING or not clause.tokens:
            is_about = clause.act is Act.REASON and clauses[max(index - 1, 0)].act is Act.EXCLUDE
            _note(clause, orders, is_about_other=is_about)
        elif clause.is_strong or not has_strong or _goes_with(clauses, index):
            if clause.act is Act.CORRECT:
                orders.before, orders.parts = orders.parts or orders.before, []
                orders.is_retracted = False
            _set_later(clause, orders, stages)
            is_later = condition is not None and not _fails(condition)
            is_led = is_next and bool(orders.parts) and clause.lead != "OR"
            is_led = is_led and (is_later or _is_allowed_for(clauses[index - 1], clause))
            if is_led or (is_later and _is_step(clause, orders, stages)):
                condition = None
                clause.tokens = [_then(clause.tokens[0]), *clause.tokens]
                clause.lead = "THEN"
            _add(clause, orders, is_new=clause.sentence != sentence, condition=condition)
            sentence, condition, is_next = clause.sentence, None, False
    for part in (*orders.parts, *orders.before):
        part.tokens = list(prepared(part.tokens))
    orders.parts = [part for part in orders.parts if part.tokens]
    if condition is not None and orders.parts and _is_open(condition):
        orders.parts[-1].doubts.append(condition.beginning)
    if orders.parts:
        orders.is_retracted = False
    return orders


def _only_leads_on(clause: Clause) -> bool:
    """Whether it is a "then" alone, before a condition: "G12; then, if I still lead, G8"."""
    is_then = clause.lead == "THEN" and bool(clause.tokens)
    return is_then and all(token.kind == "THEN" for token in clause.tokens)


def _is_allowed_for(before: Clause, clause: Clause) -> bool:
    """Whether an "if I can", which changes nothing, stands before an order: "then, if I may, …"."""
    is_idle = before.act is Act.ASIDE and any(one.value == "harmless" for one in before.tokens)
    is_plain = all(one.kind == tags.FILLER for one in before.tokens)
    return is_idle and is_plain and clause.act is Act.ORDER and before.sentence == clause.sentence


def _set_later(clause: Clause, orders: Orders, stages: Mapping[str, int]) -> None:
    """Make a clause a further step where its "or" leads to a deed of a later stage, which can't
    stand for the one before it: "the owl left of row 1, if that catches nothing draw"."""
    said = [
        stages[one.value] for one in clause.tokens if one.kind == tags.VERB and one.value in stages
    ]
    if clause.act is not Act.ALTERNATIVE or not orders.parts or not said or clause.has(tags.GONE):
        return
    before = [token for part in orders.parts for token in part.tokens]
    verbs = [stages.get(one.value, 0) for one in before if one.kind == tags.VERB]
    if min(said) > max(verbs, default=0) and not any(one.kind == "OR" for one in before):
        tokens = [one for one in clause.tokens if one.kind not in ("OR", "NONE", UNKNOWN)]
        clause.act, clause.lead = Act.ORDER, "THEN"
        clause.tokens = [_then(tokens[0]), *tokens]


def _is_step(clause: Clause, orders: Orders, stages: Mapping[str, int]) -> bool:
    """Whether a clause behind an "if" is for a later decision than the order before it."""
    if not orders.parts or clause.lead == "OR":
        return False
    said = [
        stages[one.value] for one in clause.tokens if one.kind == tags.VERB and one.value in stages
    ]
    before = [
        stages[one.value]
        for one in orders.parts[-1].tokens
        if one.kind == tags.VERB and one.value in stages
    ]
    return bool(said) and min(said) > max(before, default=0)


def _then(token: Token) -> Token:
    return token._replace(kind="THEN", value="then", written="then")


def _note(clause: Clause, orders: Orders, *, is_about_other: bool) -> None:
    """Put down what a clause says that orders nothing itself; a "maybe" in the reason for what is
    not meant doubts nothing: "il 3 di nodi no perché magari mi serve"."""
    if clause.act is Act.RETRACT and (orders.parts or not orders.before):
        orders.before, orders.parts = orders.parts or orders.before, []
        orders.is_retracted = True
    elif clause.act is Act.EXCLUDE:
        tokens = [token for token in _kept(clause) if token.kind not in (tags.NOT, "NONE")]
        orders.excluded.append(list(prepared(tokens)))
        orders.refusals.extend("?" * clause.is_question)
    elif clause.act in (Act.TALK, Act.ASK) and clause.things:
        orders.aside.append(clause)
    elif orders.parts and (
        clause.is_lost or (clause.has(tags.DOUBT) and not _is_musing(clause) and not is_about_other)
    ):
        orders.parts[-1].doubts.append(clause.beginning)


def _is_musing(clause: Clause) -> bool:
    """Whether a "perhaps" is about something else: "… che magari la fortuna gira", or part of what
    is told: "sono la solita spendacciona"."""
    is_apart = clause.is_apart and clause.act is Act.ASIDE and not clause.lead
    unknown = sum(token.kind == UNKNOWN for token in clause.tokens)
    return is_apart and unknown > (0 if clause.has_state else 1)


def _goes_with(clauses: Sequence[Clause], index: int) -> bool:
    """Whether words of every day belong to an order beside them: "8, 9 and the crown"."""
    clause = clauses[index]
    if clause.act in (Act.CORRECT, Act.ALTERNATIVE):
        return True
    beside = [*clauses[max(index - 1, 0) : index], *clauses[index + 1 : index + 2]]
    return not clause.has(UNKNOWN) and any(
        one.act in ORDERING and one.sentence == clause.sentence for one in beside
    )


def _is_open(condition: Clause) -> bool:
    """Whether a condition hangs on what others will do, so that nothing can be sealed on it."""
    return condition.has(tags.OTHERS) or any(
        token.kind == UNKNOWN and token.written[:1].isupper() for token in condition.tokens
    )


def _fails(condition: Clause) -> bool:
    """Whether a condition says that what was ordered before cannot be: "if that's a no-go"."""
    return condition.has(tags.GONE, tags.NOT, "NONE")


def _is_doubtful(token: Token, clause: Clause) -> bool:
    """Whether a word makes an order worth a question; "may I trouble you for" does not."""
    if token.kind not in (tags.DOUBT, tags.OTHERS):
        return False
    written = token.written.casefold()
    is_polite = clause.has(tags.MAY) and written in marks("you")
    is_polite = is_polite or written in marks("formal you")
    is_sigh = token is clause.tokens[0] and clause.has_verb and written in marks("hesitation")
    return not is_polite and not is_sigh


def _kept(clause: Clause) -> list[Token]:
    return [token for token in clause.tokens if token.kind not in _LEFT_OUT]


def _add(clause: Clause, orders: Orders, *, is_new: bool, condition: Clause | None) -> None:
    is_or = clause.lead == "OR"
    is_added = bool(clause.tokens) and clause.tokens[0].kind == "AND"
    is_failed = condition is not None and bool(orders.parts) and _fails(condition)
    is_instead = is_failed and not is_added
    ends = clause.tokens[-1] if clause.tokens else None
    keeps = ends is not None and (ends.kind, ends.value) == (tags.VERB, "reveal")
    has_own_verb = keeps and any(
        token.kind == tags.VERB for part in orders.parts[-1:] for token in part.tokens
    )
    if has_own_verb and not is_or and not is_instead and clause.lead != "THEN":
        orders.parts.append(OrderPart())
    if not orders.parts or (is_new and not is_or and not is_instead and clause.lead != "THEN"):
        orders.parts.append(OrderPart())
    part = orders.parts[-1]
    tokens = _kept(clause)
    if is_instead and tokens and tokens[0].kind == "THEN":
        tokens = tokens[1:]
    if (is_or or is_instead) and part.tokens and (not tokens or tokens[0].kind != "OR"):
        first = clause.tokens[0]
        tokens.insert(0, first._replace(kind="OR", value="or", written="or"))
    part.tokens.extend(tokens)
    part.doubts.extend(_unsure_words(clause))
    if clause.asks_back:
        part.doubts.append("?")
    part.doubts.extend(token.written for token in clause.tokens if _is_doubtful(token, clause))
    if condition is not None and not is_instead and (is_failed or _is_open(condition)):
        part.doubts.append(condition.beginning)
    orders.refusals.extend(token.written for token in clause.tokens if token.kind == tags.NOT)


def _unsure_words(clause: Clause) -> list[str]:
    """The unknown words of an order that may stand for a part of it: "crimson 7"."""
    tokens = [
        token for token in clause.tokens if token.kind not in (tags.FILLER, tags.MAY, *SEPARATORS)
    ]
    found = []
    for index, token in enumerate(tokens):
        if token.kind != UNKNOWN:
            continue
        beside = [*tokens[max(index - 1, 0) : index], *tokens[index + 1 : index + 2]]
        for other in beside:
            place = tokens.index(other)
            around = [*tokens[max(place - 1, 0) : place], *tokens[place + 1 : place + 2]]
            if other.kind in (tags.NUMBER, tags.ORDINAL) and not any(
                each.kind in _TALLIED for each in around
            ):
                found.append(token.written)
    if not any(is_strong(token) for token in tokens):
        found.extend(token.written for token in tokens if token.kind == UNKNOWN)
    return found
