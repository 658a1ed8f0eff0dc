"""Where something is done or not, who keeps what it takes leaves it: "I'll keep my ducks"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.vocabulary import marks
from games.words.positions.evidence import NAMING, atoms
from games.words.positions.game_words import words_of
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import ORDERING, Act, Clause, is_no, keeps, says_no

_OPEN = (tags.OTHERS, tags.DOUBT, tags.ASK, tags.OTHER_ONE, "ROW", "SIDE", "NAMED_ROW")
_ACTS = (*ORDERING, Act.EXCLUDE)
_USUAL = frozenset(("lay", "give", "gain"))
"""Verbs of every day that say no more than what is named is played."""

_SHORT = 8
"""So many words and clauses may be an answer to a question that wants a yes or a no."""


def settle_refusals(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Judge anew, in place, the clauses that leave undone what can be done."""
    opposites = words_of(scene.rules.key).opposites
    said = {text.split(maxsplit=1)[0] for text in scene.legal()}
    verb = next((one for one in opposites if {one, opposites[one]} <= said), "")
    if not verb:
        return
    _answer(clauses, verb, opposites[verb])
    things = {word for text in scene.legal() for word in atoms(text)} - said
    for clause in clauses:
        _answer_no(clause, frozenset(opposites.values()))
        _deny_deed(clause)
        if _refuses_for_now(clause, clauses, verb, opposites[verb]):
            clause.act = Act.ORDER
            clause.tokens = [Token(tags.VERB, opposites[verb], "", False, "", 0, 1)]
        if _declines(clause, verb) or _keeps_all(clause):
            clause.act = Act.ORDER
            clause.tokens = [
                clause.tokens[0]._replace(kind=tags.VERB, value=opposites[verb], language="")
            ]
        if clause.act not in _ACTS:
            continue
        left = _left(clause, {verb, opposites[verb]} | _USUAL)
        if left and left == things:
            first = clause.tokens[0]
            clause.tokens = [first._replace(kind=tags.VERB, value=opposites[verb], language="")]
            clause.act = Act.ORDER if clause.act is Act.EXCLUDE else clause.act
        elif left:
            clause.act = Act.EXCLUDE


def _answer(clauses: Sequence[Clause], verb: str, opposite: str) -> None:
    """Make a text that is a yes or a no, and no more than that, the deed that was asked about."""
    words = [token for clause in clauses for token in clause.tokens]
    is_short = 0 < len(words) + len(clauses) <= _SHORT
    if not is_short or any(clause.things or not _is_answer(clause) for clause in clauses):
        return
    agrees = any(_agrees(clause) for clause in clauses)
    denies = any(map(says_no, clauses))
    if agrees == denies:
        return
    token = Token(tags.VERB, verb if agrees else opposite, "", False, "", 0, 1)
    clauses[0].act, clauses[0].lead, clauses[0].tokens = Act.ORDER, "", [token]
    for clause in clauses[1:]:
        clause.act, clause.lead, clause.tokens = Act.ASIDE, "", []


def _is_answer(clause: Clause) -> bool:
    is_plain = all(
        token.kind in (tags.FILLER, tags.NOT, tags.SORRY, tags.MAY) for token in clause.tokens
    )
    is_led = not clause.lead or (clause.lead == tags.CORRECT and says_no(clause))
    return is_plain and is_led and not clause.is_question


def _agrees(clause: Clause) -> bool:
    return any(token.written.casefold() in marks("agree") for token in clause.tokens)


def _refuses_for_now(clause: Clause, clauses: Sequence[Clause], verb: str, opposite: str) -> bool:
    """Whether all that a text says is that it is not done yet: "I don't want a family just yet"."""
    said = {token.value for token in clause.tokens if token.kind == tags.VERB}
    is_denied = said == {opposite} or (said == {verb} and clause.has(tags.NOT))
    is_alone = not any(one.things for one in clauses if one is not clause)
    is_plain = not clause.lead and not clause.is_question and not clause.has(*_OPEN)
    return clause.act is Act.REASON and is_denied and is_alone and is_plain


def _declines(clause: Clause, verb: str) -> bool:
    """Whether it says that the deed is declined: "I'd like to forgo the family this time"."""
    verbs = {token.value for token in clause.tokens if token.kind == tags.VERB}
    is_said = clause.act in (*_ACTS, Act.TALK) and clause.says_phrase("declines")
    denials = [token for token in clause.tokens if token.kind == tags.NOT]
    is_denied = any(one.written.casefold() not in marks("declines") for one in denials)
    is_open = is_denied or clause.is_question or clause.has(*_OPEN, "OR", *NAMING - {"SPECIES"})
    return is_said and verbs == {verb} and not is_open and not clause.lead


def _answer_no(clause: Clause, refusing: frozenset[str]) -> None:
    """Take away a first "no" that only says again what follows: "nope, not drawing"."""
    tokens = clause.tokens
    if len(tokens) > 1 and (is_no(tokens[0]) or tokens[0].written.casefold() in marks("no")):
        rest = [token for token in tokens[1:] if token.kind in (tags.VERB, tags.NOT, "NONE")]
        if rest and (rest[0].kind != tags.VERB or rest[0].value in refusing):
            del tokens[0]


def _deny_deed(clause: Clause) -> None:
    """Make "not now" before a deed the "not" of that: "por ahora no | robo"."""
    for index, (token, after) in enumerate(pairwise(clause.tokens)):
        if token.value == "leave" and after.kind == tags.VERB and _ends_in_no(token):
            clause.tokens[index] = token._replace(kind=tags.NOT, value="not", language="")


def _ends_in_no(token: Token) -> bool:
    return token.written.casefold().split()[-1] in marks("denying")


def _keeps_all(clause: Clause) -> bool:
    """Whether a clause keeps everything, and speaks of nothing else: "I'll hang on to it all"."""
    is_all = [token.kind for token in clause.things] == ["ALL"] and keeps(clause)
    is_own = not clause.has(*_OPEN, UNKNOWN, tags.NOT, tags.TALK) and not clause.is_question
    return is_all and is_own and not clause.lead


def _left(clause: Clause, verbs: set[str]) -> set[str]:
    """What a clause keeps or denies, where it says nothing else."""
    said = {token.value for token in clause.tokens if token.kind == tags.VERB}
    is_plain = said <= verbs and not clause.has(*_OPEN) and not clause.is_question
    is_plain = is_plain and not clause.says("reporting")  # "my sister says never trust a duck"
    is_left = keeps(clause) != clause.has(tags.NOT, "NONE")
    named = {token.value for token in clause.tokens if token.kind in NAMING - {tags.NUMBER}}
    return named if is_plain and is_left else set()
