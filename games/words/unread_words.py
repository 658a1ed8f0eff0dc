"""What a text says and its reading leaves out: each such word makes a sealed order a question."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from games.words.clauses import ORDERING, Act, Clause, is_no, is_order_word, is_strong, keeps
from games.words.doers import is_name
from games.words.evidence import NAMING, atoms
from games.words.language_grammar import is_hypothetical, is_only_a_denial
from games.words.lexing import ARTICLES, UNKNOWN, Token
from games.words.vocabulary import (
    CORRECT,
    DOUBT,
    FILLER,
    GONE,
    MAY,
    NOT,
    NUMBER,
    ORDINAL,
    OTHER_ONE,
    OTHERS,
    RETRACT,
    TALK,
    VERB,
    marks,
)

_DIGITS = re.compile(r"\d+")
_COUNTED = frozenset(("SPECIES", "TRICKS"))
_PLACES = ("BIRD", "ROW")
_OPEN = frozenset((Act.ASIDE, Act.TALK))
_SAYS = 2
_UNREAL = ("hypothetical", "past")
_A_SENTENCE = 3
"""So many words of every day behind a "no, wait" say something."""


def unaccounted(clauses: Sequence[Clause], text: str) -> list[str]:
    """The words that the order `text` leaves out and that may turn or complete it."""
    left = [*_unread_turns(clauses, text), *_impossible(clauses), *stated(clauses)]
    left.extend((*_half_meant(clauses), *_waits(clauses), *_denied(clauses, text)))
    last = max((index for index, one in enumerate(clauses) if _replaces(one)), default=0)
    clauses = clauses[last:]
    left.extend(_lost_alternatives(clauses, text))
    left.extend((*_lost_steps(clauses), *_merely_high(clauses, text)))
    left.extend((*_lost_numbers(clauses, text), *_lost_counts(clauses, text)))
    left.extend((*_marvels(clauses), *_rival_numbers(clauses, text), *_lost_first(clauses)))
    left.extend(_quoted(one) for one in clauses if one.act in ORDERING and one.names_doer)
    left.extend(_excluded(clauses, text))
    return left


def _replaces(clause: Clause) -> bool:
    return clause.act in (Act.CORRECT, Act.RETRACT)


def _unread_turns(clauses: Sequence[Clause], text: str) -> list[str]:
    """Words that correct what was ordered, and say nothing that was read."""
    ordering = [index for index, one in enumerate(clauses) if one.act in ORDERING]
    if not ordering or clauses[-1].act is Act.RETRACT:
        return []  # what is read of an order that was taken back is its opposite
    found, is_turned, said = [], False, 0
    for clause in clauses[ordering[-1] + 1 :]:
        is_turned = is_turned or clause.lead in (CORRECT, RETRACT) or clause.is_lost
        is_below = clause.line > clauses[ordering[0]].line and clause.has(OTHER_ONE)
        said += is_turned * sum(token.value == "fillers" for token in clause.tokens)
        says_more = clause.has(UNKNOWN) or bool(clause.things) or said >= _A_SENTENCE
        says_more = says_more or (is_turned and (clause.has_state or clause.has(NOT)))
        if clause.things and all(token.value in text.split() for token in clause.things):
            continue  # "two. Let it be two!"
        if is_below or (is_turned and says_more and clause.act is not Act.REASON):
            found.append(_quoted(clause))
    return found


def _lost_alternatives(clauses: Sequence[Clause], text: str) -> list[str]:
    """What is said of another case and was not read, or a case that stands without its first."""
    named = set(text.casefold().split())
    found = []
    for index, clause in enumerate(clauses):
        if clause.act is Act.CONDITION and not _hangs_on_talk(clauses, index):
            things = [token for token in clause.tokens if _is_content(token)]
            before = [one for one in clauses[:index] if one.act in ORDERING]
            ordered = {token.value for one in before for token in one.tokens}
            fails = clause.has(GONE) and bool(before)
            fails = fails and (clause.is_apart or {one.value for one in things} <= ordered)
            is_either = any(one.lead == "OR" for one in clauses[index + 1 :])
            unknown = sum(token.kind == UNKNOWN for token in clause.tokens)
            if _hangs_on_more(clause) and (is_either or unknown > 1 or not clause.is_apart):
                found.append(_quoted(clause))
            if not fails and any(token.value.casefold() not in named for token in things):
                found.append(_quoted(clause))
        elif clause.lead == "OR" and index and not _is_chatter(clause, clauses):
            earlier = clauses[:index]
            is_lone = not any(one.act in ORDERING for one in earlier)
            is_unread = clause.act in (Act.TALK, Act.EXCLUDE) or clause.has(UNKNOWN, TALK)
            is_unread = is_unread or (clause.has(NOT) and not clause.things)
            is_unread = is_unread and clause.act not in (Act.REASON, *ORDERING)
            if is_unread or (is_lone and any(map(_may_be_first, earlier))):
                found.append(_quoted(clause))
        elif _denies_between(clauses, index):
            found.append(_quoted(clause))
    return found


def _is_chatter(clause: Clause, clauses: Sequence[Clause]) -> bool:
    """Whether an "or" stands in a sentence that orders nothing: "ranchers (or whatever we are)"."""
    same = [one for one in clauses if one.sentence == clause.sentence]
    is_idle = all(one is clause or (one.act is Act.ASIDE and not one.things) for one in same)
    return is_idle and clause.act is Act.ASIDE and not clause.has(NOT, GONE)


def _hangs_on_talk(clauses: Sequence[Clause], index: int) -> bool:
    """Whether a condition belongs to what orders nothing: "forgive me if I write oddly"."""
    clause = clauses[index]
    same = [one for one in clauses if one.sentence == clause.sentence]
    is_idle = not clause.is_strong and not any(one.act in ORDERING for one in same)
    return is_idle and not clause.is_apart and bool(clauses[max(index - 1, 0)].tokens)


def _hangs_on_more(condition: Clause) -> bool:
    """Whether a condition speaks of something unknown, and not of what is allowed."""
    return condition.has(UNKNOWN) and not condition.has(GONE, NOT, "NONE", MAY)


def _may_be_first(clause: Clause) -> bool:
    """Whether a clause that was not read may be what the other case stands against."""
    return clause.act is not Act.REASON and (clause.has(UNKNOWN) or bool(clause.things))


def _denies_between(clauses: Sequence[Clause], index: int) -> bool:
    """Whether a clause that was not read says between two orders that something cannot be."""
    clause = clauses[index]
    if (
        clause.act is not Act.ASIDE
        or clause.lead
        or not clause.has(NOT, GONE)
        or len(clause.tokens) < _SAYS
    ):
        return False
    before, after = clauses[:index], clauses[index + 1 :]
    denies = clause.has(NOT, GONE) and any(one.act in ORDERING for one in before)
    return denies and any(one.act is Act.ORDER and one.sentence == clause.sentence for one in after)


def _is_content(token: Token) -> bool:
    return is_strong(token) or token.kind == NUMBER


def _waits(clauses: Sequence[Clause]) -> list[str]:
    """What an order waits for: "let me see what the others do, then forest 2", "is F3 higher?
    then F3"."""
    asked = [
        _quoted(before)
        for before, one in pairwise(clauses)
        if before.is_question and before.tokens and one.lead == "THEN" and one.act in ORDERING
        if before.sentence < one.sentence
    ]
    first = next((i for i, one in enumerate(clauses) if one.act in ORDERING), 0)
    is_then = bool(first) and clauses[first].lead == "THEN"
    return asked + [
        _quoted(one)
        for one in clauses[:first]
        if is_then and one.act in _OPEN and one.has(DOUBT, OTHERS)
        if one.sentence == clauses[first].sentence
    ]


def _merely_high(clauses: Sequence[Clause], text: str) -> list[str]:
    """A card that is to be high or low, and not the highest or lowest: "a high red"."""
    is_bid = text.startswith("bid ") and ";" not in text
    return [
        token.written
        for clause in clauses
        if clause.act in ORDERING
        for before, token in pairwise(clause.tokens)
        if token.kind == "HOW" and token.written.casefold() in marks("merely")
        if before.kind != "HOW" and (clause.says("any one") or is_bid)
    ]


def _denied(clauses: Sequence[Clause], text: str) -> list[str]:
    """Verbs of the order behind which a "no" ends their clause: "robo no"."""
    return [
        verb.written
        for clause in clauses
        if clause.act in ORDERING
        for verb, last in [*pairwise(clause.tokens)][-1:]
        if verb.kind == VERB
        and (last.kind == NOT or is_no(last))
        and verb.value in atoms(text)
        and "none" not in text
    ]


def _lost_steps(clauses: Sequence[Clause]) -> list[str]:
    """What is said to come later, and was not read."""
    found = []
    for index, clause in enumerate(clauses):
        if index and not clause.things and clause.opening in marks("nextturn"):
            found.append(clause.opening)  # "magpies next turn"
        says_more = clause.is_strong or clause.has(NUMBER)
        if index and clause.lead == "THEN" and says_more and clause.act in _OPEN:
            found.append(_quoted(clause))
    return found


def _lost_numbers(clauses: Sequence[Clause], text: str) -> list[str]:
    """Numbers among the words of an order that stand nowhere in it."""
    if not _DIGITS.search(text):
        return []
    words = text.split()
    digits = {str(int(each)) for each in _DIGITS.findall(text)}
    used = digits | {str(len(words) - 1), *map(str, Counter(words).values())}
    used |= {"2"} if "draw" in text.split("; ") else set()  # cards are drawn two at a time
    read = list(takewhile(_is_first_case, clauses))
    # The order is the first of the cases that can be: what stands before another may be left out.
    if words[0] == "refill":
        read = [one for one in read if not keeps(one)]
    if len(read) < len(clauses):
        read = [one for one in read if one.act in ORDERING][:-1]
    read = _meant(read, words[0])
    return [
        token.written
        for clause in read
        if "draw discard" not in text or not clause.has("PILE")
        for before, token, after in _in_threes(clause)
        if token.kind in (NUMBER, ORDINAL)
        and before != "REFILL"
        and token.value.isdigit()
        and (token.value not in used or (before in _PLACES and token.value not in digits))
        and token.written.casefold() not in ARTICLES
        and after not in _COUNTED
    ]


def _rival_numbers(clauses: Sequence[Clause], text: str) -> list[str]:
    """A number behind the order, beside a word or two that are not known: "3 tricks, na 2"."""
    first = next((i for i, one in enumerate(clauses) if one.act in ORDERING), len(clauses))
    return [
        _quoted(one)
        for one in clauses[first + 1 :]
        if one.act in _OPEN and not one.lead and not one.has(TALK) and not one.is_statement
        if sum(token.kind == UNKNOWN for token in one.tokens) <= _SAYS
        if [t.value not in text.split() for t in one.things] == [True] and one.has(NUMBER)
    ]


def _lost_first(clauses: Sequence[Clause]) -> list[str]:
    """What stands before a "then" and was not read: "gr2, then the wizard"."""
    first = next((i for i, one in enumerate(clauses) if one.act in ORDERING), 0)
    is_then = bool(first) and clauses[first].lead == "THEN"
    return [
        _quoted(one)
        for one in clauses[:first]
        if is_then and one.sentence == clauses[first].sentence and one.act in _OPEN
        if one.has(UNKNOWN) and len(one.tokens) <= _A_SENTENCE
    ]


def _lost_counts(clauses: Sequence[Clause], text: str) -> list[str]:
    """How many birds are meant, where an order has but one: "hatch two birds"."""
    found: list[str] = []
    for clause in clauses:
        if clause.act in ORDERING and text.startswith(("hatch", "grow", "discard")):
            found.extend(
                count.written
                for before, count in pairwise(clause.tokens)
                if count.kind == NUMBER and before.written.casefold() in marks("of them")
            )
        tokens = [token for token in clause.tokens if token.kind != FILLER]
        for count, bird, after in zip(tokens, tokens[1:], [*tokens[2:], None], strict=False):
            is_place = after is not None and after.kind in (NUMBER, ORDINAL)
            is_beside = bird.place == count.end
            is_count = count.kind == NUMBER and bird.kind == "BIRD" and not is_place and is_beside
            if clause.act in ORDERING and is_count and count.value not in text.split():
                found.append(count.written)
    return found


def _in_threes(clause: Clause) -> Iterator[tuple[str, Token, str]]:
    """Each token with the kinds of the words beside it."""
    tokens = [token for token in clause.tokens if token.kind != FILLER]
    kinds = ["", *(token.kind for token in tokens), ""]
    return zip(kinds, tokens, kinds[2:], strict=False)


def _is_first_case(clause: Clause) -> bool:
    """Whether what stands here and behind is not yet said of another case."""
    is_failing = clause.act is Act.CONDITION and clause.has(GONE, NOT, "NONE")
    return clause.act is not Act.ALTERNATIVE and not is_failing


def _meant(clauses: Sequence[Clause], verb: str) -> list[Clause]:
    """The clauses of which an order is made: not a number of every day beside its own words."""
    ordering = [clause for clause in clauses if clause.act in ORDERING]
    if verb == "bid" and any(clause.has_verb for clause in ordering):
        return [clause for clause in ordering if clause.has_verb]
    strong = [clause for clause in ordering if clause.is_strong]
    line = ordering[0].line if ordering else 0
    return [one for one in ordering if one.is_strong or not strong or one.line > line]


def _excluded(clauses: Sequence[Clause], text: str) -> list[str]:
    """What a line below the order says is not meant, and stands in the order all the same."""
    line = next((one.line for one in clauses if one.act in ORDERING), 0)
    below = [one for one in clauses if one.line > line]
    return [
        token.written
        for clause in below
        if clause.act is Act.EXCLUDE or (clause.act is Act.TALK and not clause.has(TALK))
        for token in clause.things
        if token.kind in (NUMBER, "CODE") or (clause.act is Act.EXCLUDE and token.value in text)
    ]


def stated(clauses: Sequence[Clause]) -> list[str]:
    """What is only said of a thing, or would be: "everyone knows I have the F3"."""
    ordering = [one for one in clauses if one.act in ORDERING]
    named = [
        _quoted(before)
        for before, one in pairwise(clauses)
        if one.is_after_colon and one.act in ORDERING and len(before.tokens) == 1
        if is_name(before.tokens[0], first=True)
    ]
    named += [_quoted(one) for one in clauses if one.says("depends")]
    found = named + [_quoted(one) for one in ordering if _would_be(one) or _is_reported(one)]
    if len(ordering) == 1 and ordering[0].is_statement and not ordering[0].lead:
        (one,) = ordering
        states = sum(token.value == "states" for token in one.tokens)
        found.extend([_quoted(one)] if one.has(UNKNOWN) or states > 1 else [])
    return found


def _would_be(clause: Clause) -> bool:
    """Whether a clause says, behind a thing, what that would be or was."""
    named = [index for index, token in enumerate(clause.tokens) if is_order_word(token)]
    behind = clause.tokens[named[0] :] if named else ()
    return any(token.kind == UNKNOWN and is_hypothetical(token) for token in clause.tokens) or any(
        token.written.casefold() in marks(name) for token in behind for name in _UNREAL
    )


def _is_reported(clause: Clause) -> bool:
    """Whether somebody is said to say it, or a name and a colon stand before it."""
    places = [i for i, token in enumerate(clause.tokens) if token.kind in NAMING]
    before = clause.tokens[: min(places, default=len(clause.tokens))]
    said = [i for i, token in enumerate(before) if token.written.casefold() in marks("reporting")]
    return bool(said) and not any(
        token.written.casefold() in marks("begins")
        for token in before[max(said[0] - 1, 0) : said[0]]
    )


def _half_meant(clauses: Sequence[Clause]) -> list[str]:
    """Words that leave open what is meant: "any but green", a Spanish "the 4. no the 2", and a
    last "the lion if that's gone"."""
    places = [index for index, one in enumerate(clauses) if one.act in ORDERING]
    found = []
    for index, clause in enumerate(clauses):
        if clause.act is Act.EXCLUDE:
            is_any = any(clauses[place].has("ANY") for place in places)
            is_no_more = any(
                is_no(first) and is_only_a_denial(first) for first in clause.tokens[:1]
            )
            is_behind = bool(places) and places[0] < index and is_no_more
            found.extend([_quoted(clause)] if is_any or is_behind else [])
    last = clauses[-1] if clauses else None
    is_told = any(clauses[place].act is Act.ALTERNATIVE for place in places)
    is_case = last is not None and last.act is Act.CONDITION and last.has(GONE)
    if last is not None and is_case and len(places) > 1 and not is_told:
        found.append(_quoted(last))
    return found


def _impossible(clauses: Sequence[Clause]) -> list[str]:
    """An order that begins by saying that it cannot be: "can't be 2, can it"."""
    ordering = [one for one in clauses if one.act in ORDERING]
    return [_quoted(one) for one in ordering[:1] if one.has(GONE) and not one.lead]


def _marvels(clauses: Sequence[Clause]) -> list[str]:
    """Things named without saying what is done, in one breath with a question."""
    ordering = [index for index, one in enumerate(clauses) if one.act in ORDERING]
    if not ordering or any(clauses[index].has_verb for index in ordering):
        return []
    last = clauses[ordering[-1]]
    named = {token.value for token in last.things}
    behind = [one for one in clauses[ordering[-1] + 1 :] if one.sentence == last.sentence]
    return [
        _quoted(last)
        for one in behind
        if one.act is Act.ASK
        or (one.act is Act.TALK and any(token.value in named for token in one.things))
    ]


def _quoted(clause: Clause) -> str:
    return " ".join(token.written for token in clause.tokens[:3]) or "?"
