"""Conditions that only say that somebody else has what was wanted, "if somebody snatches it", "y si
me la mangan", or whether a thing may be done: "if they let me", "se non me la fanno giocare"."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise, zip_longest

from games.words.lexicon import tags
from games.words.lexicon.language_grammar import names_speaker, says_they_do
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.vocabulary import marks
from games.words.speech.clauses import Act, Clause, is_order_word
from games.words.speech.doers import is_name

_TAKES = ("take", "draw")
_SAID = (tags.FILLER, UNKNOWN, tags.OTHERS, tags.ORDINAL)
_MOST_UNKNOWN = 4


def is_taken_first(clause: Clause) -> bool:
    """Whether a condition says no more than that somebody does something with a thing, or comes
    first: whatever that is, it is not to be had then. "If Anna leaves it" and "if nobody takes it"
    say the opposite, and "if Anna wants it" says neither."""
    if not _says_deed(clause):
        return False
    is_left = any(map(clause.says, ("lets", "only wants", "nobody")))
    is_left |= clause.says_phrase("left to me")
    if is_left or clause.asks_back:
        return False
    doers = [one for one in clause.tokens if _is_somebody(one, first=not clause.opening)]
    is_about = clause.says("pronouns") or clause.says("pronoun alone")
    if clause.says_phrase("comes first"):
        return bool(doers)
    deeds = [one for one in clause.tokens if one not in doers and not _is_idle(one)]
    is_mine = clause.says_phrase("away from me") and any(map(says_they_do, deeds))
    return is_about and bool(deeds) and (bool(doers) or is_mine)


def asks_taken(clause: Clause, named: Collection[str]) -> bool:
    """Whether a question asks no more than that of a thing that it points at, or of one of those
    `named`: "has somebody got it?", "que Leo se lleva la cabra?"."""
    tokens = [_as_told(one, named) for one in clause.tokens]
    return is_taken_first(
        replace(clause, lead=tags.DOUBT, opening="if", is_question=False, tokens=tokens)
    )


def _as_told(token: Token, named: Collection[str]) -> Token:
    if token.value in named:
        return token._replace(kind=tags.FILLER, written="that")
    is_deed = token.kind == tags.ASK or token.value == "states"
    deed = token._replace(kind=UNKNOWN, value="", written=token.written.casefold())
    return deed if is_deed else token


def _is_left_alone(clause: Clause) -> bool:
    """Whether a condition says no more than that nobody does so: "if nobody nicks it"."""
    nobody = [one for one in clause.tokens if one.written.casefold() in marks("nobody")]
    rest = [one for one in clause.tokens if one not in nobody]
    is_about = clause.says("pronouns") or clause.says("pronoun alone")
    is_deed = any(one.kind == UNKNOWN for one in rest)
    return bool(nobody) and is_about and is_deed and _says_deed(replace(clause, tokens=rest))


def _says_deed(clause: Clause) -> bool:
    """Whether all words of a condition may say that somebody does something, in words that need
    not be known."""
    is_case = clause.lead == tags.DOUBT and clause.opening in marks("plain if")
    told = zip_longest(clause.tokens, clause.tokens[1:])
    is_plain = all(_may_say_so(one) or _is_auxiliary(one, after) for one, after in told)
    is_known = sum(one.kind == UNKNOWN for one in clause.tokens) <= _MOST_UNKNOWN
    return is_case and is_plain and is_known


def _is_auxiliary(token: Token, after: Token | None) -> bool:
    """Whether it is the "has" of "has pinched it"."""
    return token.value == "states" and after is not None and after.kind == UNKNOWN


def settle_leave(clauses: Sequence[Clause]) -> None:
    """Leave of a condition, in place, no more than that the first choice cannot be; nothing where
    it only asks that it may: that is so with whatever is ordered."""
    has_order = False
    for clause in clauses:
        if has_order and clause.act is Act.CONDITION and _is_left_alone(clause):
            clause.act, clause.lead, clause.tokens = Act.ASIDE, "", []
        elif has_order and _asks_leave(clause):
            denied = [one for one in clause.tokens if one.kind in (tags.NOT, tags.GONE)][:1]
            clause.tokens = [one._replace(kind=tags.GONE, value="gone") for one in denied]
            if not denied:
                clause.act, clause.lead = Act.ASIDE, ""
        has_order = has_order or clause.act is Act.ORDER


def settle_also_gone(clauses: Sequence[Clause]) -> None:
    """Make what stands behind an "if that goes, too" the next choice, in place, behind another:
    "the eagle, else the lion, if that vanishes as well I pass"."""
    for index, (condition, order) in enumerate(pairwise(clauses)):
        is_led = any(one.act is Act.ALTERNATIVE for one in clauses[:index])
        is_next = order.act is Act.ORDER and order.lead in ("", "THEN") and bool(order.tokens)
        if is_led and is_next and order.sentence == condition.sentence and _goes_too(condition):
            first = order.tokens[0]._replace(kind="OR", value="or", written="or", language="")
            order.act, order.lead = Act.ALTERNATIVE, "OR"
            order.tokens = [first, *(one for one in order.tokens if one.kind != "THEN")]
            condition.act, condition.lead, condition.tokens = Act.ASIDE, "", []


def _goes_too(clause: Clause) -> bool:
    """Whether a condition says no more than that something happens to that, too."""
    unknown = [one for one in clause.tokens if one.kind == UNKNOWN]
    is_case = clause.act is Act.CONDITION and clause.opening in marks("plain if")
    is_plain = all(
        one.kind in (*_SAID, tags.GONE) and one.value != "states" for one in clause.tokens
    )
    is_named = any(one.written.istitle() or is_allowing(one) for one in unknown)
    is_about = clause.says("also") and (clause.says("pronouns") or clause.says("pronoun alone"))
    is_said = bool(unknown) and len(unknown) <= _MOST_UNKNOWN - 1
    return is_case and is_plain and is_about and is_said and not is_named and not clause.asks_back


def _asks_leave(clause: Clause) -> bool:
    """Whether a condition names nothing, and speaks of what is allowed."""
    is_case = clause.act is Act.CONDITION and clause.opening in marks("plain if")
    kinds = (*_SAID, tags.NOT, tags.GONE, tags.VERB, tags.MAY, tags.THEREFORE)
    is_plain = all(one.kind in kinds for one in clause.tokens) and not clause.asks_back
    others = [one for one in clause.tokens if one.kind == UNKNOWN and not is_allowing(one)]
    is_theirs = all(map(_is_other, others))
    return is_case and is_plain and is_theirs and any(map(is_allowing, clause.tokens))


def denies_leave(case: Clause) -> bool:
    """Whether an "if not" goes on with what is allowed alone: "y si no | me dejan jugarla"."""
    others = [one for one in case.tokens if one.kind in (UNKNOWN, tags.OTHERS)]
    is_if = not marks("plain if").isdisjoint(case.opening.split())
    is_case = is_if and any(map(is_allowing, case.tokens))
    return is_case and all(is_allowing(one) or _is_other(one) for one in others)


def _is_other(token: Token) -> bool:
    return token.written.casefold() in marks("somebody else")


def is_allowing(token: Token) -> bool:
    """Whether a word says that something is allowed: "let", "legal", "mag"."""
    return not marks("allowed").isdisjoint(token.written.casefold().split())


def begins_other_animal(tokens: Sequence[Token], index: int) -> bool:
    """Whether the animal that is taken then is named from this word on."""
    token, following = tokens[index], tokens[index + 1 : index + 2]
    rest = next((one for one in tokens[index:] if _names(one)), None)
    is_led = token.kind in ("ANIMAL", tags.VERB) or names_speaker(token)
    is_led |= token.kind == tags.FILLER and [one.kind for one in following] == ["ANIMAL"]
    return is_led and rest is not None and rest.kind == "ANIMAL"


def _names(token: Token) -> bool:
    return is_order_word(token) and token.kind != tags.VERB


def _may_say_so(token: Token) -> bool:
    is_deed = token.kind == tags.VERB and token.value in _TAKES
    return is_deed or (token.kind in _SAID and token.value != "states")


def _is_idle(token: Token) -> bool:
    return token.kind in (tags.FILLER, tags.ORDINAL)


def _is_somebody(token: Token, *, first: bool) -> bool:
    """Whether it is somebody: "someone", "they", "Anna"."""
    return _is_other(token) or is_name(token, first=first)
