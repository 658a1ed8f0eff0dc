"""What a text says and its reading leaves out: each such word makes a sealed order a question."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from games.words.doubts.blurred_steps import blurred_steps
from games.words.doubts.lost_between import lost_between
from games.words.doubts.narrowed_extremes import narrowed_extremes
from games.words.doubts.unread_numbers import unread_numbers
from games.words.lexicon import tags
from games.words.lexicon.language_grammar import is_hypothetical, is_only_a_denial
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.vocabulary import marks
from games.words.positions.evidence import NAMING, atoms
from games.words.speech.clauses import ORDERING, Act, Clause, is_no, is_order_word, is_strong
from games.words.speech.doers import is_name

_OPEN = frozenset((Act.ASIDE, Act.TALK))
_SAYS = 2
_UNREAL = ("hypothetical", "past")
_A_SENTENCE = 3
"""So many words of every day behind a "no, wait" say something."""


def unaccounted(clauses: Sequence[Clause], text: str) -> list[str]:
    """The words that the order `text` leaves out and that may turn or complete it."""
    left = [*_unread_turns(clauses, text), *_impossible(clauses), *stated(clauses)]
    left.extend((*_half_meant(clauses), *_waits(clauses), *_denied(clauses, text)))
    left.extend((*_after_all(clauses, text), *blurred_steps(clauses, text)))
    last = max((index for index, one in enumerate(clauses) if _replaces(one)), default=0)
    clauses = clauses[last:]
    left.extend(_lost_alternatives(clauses, text))
    left.extend((*_lost_steps(clauses), *unread_numbers(clauses, text)))
    left.extend((*narrowed_extremes(clauses), *lost_between(clauses, text)))
    left.extend((*_marvels(clauses), *_lost_first(clauses)))
    left.extend(one.beginning for one in clauses if one.act in ORDERING and one.names_doer)
    left.extend((*_excluded(clauses, text), *_unread_manner(clauses)))
    return left


def _after_all(clauses: Sequence[Clause], text: str) -> list[str]:
    """A "why not, yes" behind a "no": "no family. Oh go on then"."""
    first = next((i for i, one in enumerate(clauses) if one.act in ORDERING), len(clauses))
    behind = clauses[first + 1 :] if text in _NOTHING else ()
    return [one.beginning for one in behind if one.says_phrase("after all")]


_NOTHING = ("done", "stay", "pass", "swap none")


def _replaces(clause: Clause) -> bool:
    return clause.act in (Act.CORRECT, Act.RETRACT)


def _unread_turns(clauses: Sequence[Clause], text: str) -> list[str]:
    """Words that correct what was ordered, and say nothing that was read."""
    ordering = [index for index, one in enumerate(clauses) if one.act in ORDERING]
    if not ordering or clauses[-1].act is Act.RETRACT:
        return []  # what is read of an order that was taken back is its opposite
    found, is_turned, said = [], False, 0
    for clause in clauses[ordering[-1] + 1 :]:
        is_blame = not marks("autocorrect").isdisjoint(clause.opening.split())
        if is_blame and clause.lead == tags.CORRECT and not clause.things:
            continue  # "forest 3, autocorrect hates me"
        is_turned = is_turned or clause.lead in (tags.CORRECT, tags.RETRACT) or clause.is_lost
        is_turned = is_turned or (clause.is_question and clause.opening in marks("what if"))
        is_below = clause.line > clauses[ordering[0]].line and clause.has(tags.OTHER_ONE)
        said += is_turned * sum(one.length for one in clause.tokens if one.value == "fillers")
        says_more = clause.has(UNKNOWN) or bool(clause.things) or said >= _A_SENTENCE
        is_told = clause.has_state or clause.has(tags.NOT, tags.GONE)
        says_more = says_more or (is_turned and is_told)
        if clause.things and all(token.value in text.split() for token in clause.things):
            continue  # "two. Let it be two!"
        if is_below or (is_turned and says_more and clause.act is not Act.REASON):
            found.append(clause.beginning)
    return found


def _lost_alternatives(clauses: Sequence[Clause], text: str) -> list[str]:
    """What is said of another case and was not read, or a case that stands without its first."""
    named = set(text.casefold().split())
    found = []
    for index, clause in enumerate(clauses):
        if _is_threat(clauses, index):
            continue
        if clause.act is Act.CONDITION and not _hangs_on_talk(clauses, index):
            things = [token for token in clause.tokens if _is_content(token)]
            before = [one for one in clauses[:index] if one.act in ORDERING]
            ordered = {token.value for one in before for token in one.tokens}
            fails = clause.has(tags.GONE) and bool(before)
            fails = fails and (clause.is_apart or {one.value for one in things} <= ordered)
            is_either = any(one.lead == "OR" for one in clauses[index + 1 :])
            unknown = sum(token.kind == UNKNOWN for token in clause.tokens)
            if _hangs_on_more(clause) and (is_either or unknown > 1 or not clause.is_apart):
                found.append(clause.beginning)
            if not fails and any(token.value.casefold() not in named for token in things):
                found.append(clause.beginning)
        elif clause.lead == "OR" and index and not _is_chatter(clause, clauses):
            earlier = clauses[:index]
            is_lone = not any(one.act in ORDERING for one in earlier)
            is_unread = clause.act in (Act.TALK, Act.EXCLUDE) or clause.has(UNKNOWN, tags.TALK)
            is_unread = is_unread or (clause.has(tags.NOT) and not clause.things)
            is_unread = is_unread and clause.act not in (Act.REASON, *ORDERING)
            if is_unread or (is_lone and any(map(_may_be_first, earlier))):
                found.append(clause.beginning)
        elif _denies_between(clauses, index):
            found.append(clause.beginning)
    return found


def _is_chatter(clause: Clause, clauses: Sequence[Clause]) -> bool:
    """Whether an "or" stands in a sentence that orders nothing: "ranchers (or whatever we are)"."""
    same = [one for one in clauses if one.sentence == clause.sentence]
    is_idle = all(one is clause or (one.act is Act.ASIDE and not one.things) for one in same)
    return is_idle and clause.act is Act.ASIDE and not clause.has(tags.NOT, tags.GONE)


def _is_threat(clauses: Sequence[Clause], index: int) -> bool:
    """Whether a case behind the order is said of something else: "three. If I fail, drinks are on
    me", "two, otherwise my wife will laugh"."""
    clause, behind = clauses[index], clauses[index + 1 :]
    is_otherwise = clause.lead == "OR" and clause.opening not in marks("plain or")
    is_if = clause.act is Act.CONDITION and clause.is_apart
    told = [clause, *behind] if is_otherwise else behind
    tells = any(one.has(UNKNOWN) or one.act is Act.TALK for one in told)
    is_case = any(one.act is Act.CONDITION for one in clauses[: index + is_otherwise])
    is_idle = not any(
        one.things or one.act in ORDERING or one.has(tags.NOT, tags.GONE, tags.OTHERS)
        for one in (clause, *behind)
    )
    is_said = any(
        one.act in ORDERING and one.is_strong | one.has(tags.NUMBER) for one in clauses[:index]
    )
    return (is_otherwise or is_if) and is_idle and tells and is_said and not is_case


def _hangs_on_talk(clauses: Sequence[Clause], index: int) -> bool:
    """Whether a condition belongs to what orders nothing: "forgive me if I write oddly"."""
    clause = clauses[index]
    same = [one for one in clauses if one.sentence == clause.sentence]
    is_idle = not clause.is_strong and not any(one.act in ORDERING for one in same)
    return is_idle and not clause.is_apart and bool(clauses[max(index - 1, 0)].tokens)


def _hangs_on_more(condition: Clause) -> bool:
    """Whether a condition speaks of something unknown, and not of what is allowed."""
    return condition.has(UNKNOWN) and not condition.has(tags.GONE, tags.NOT, "NONE", tags.MAY)


def _may_be_first(clause: Clause) -> bool:
    """Whether a clause that was not read may be what the other case stands against."""
    return clause.act is not Act.REASON and (clause.has(UNKNOWN) or bool(clause.things))


def _denies_between(clauses: Sequence[Clause], index: int) -> bool:
    """Whether a clause that was not read says between two orders that something cannot be."""
    clause = clauses[index]
    if (
        clause.act is not Act.ASIDE
        or clause.lead
        or not clause.has(tags.NOT, tags.GONE)
        or len(clause.tokens) < _SAYS
    ):
        return False
    before, after = clauses[:index], clauses[index + 1 :]
    denies = clause.has(tags.NOT, tags.GONE) and any(one.act in ORDERING for one in before)
    return denies and any(one.act is Act.ORDER and one.sentence == clause.sentence for one in after)


def _is_content(token: Token) -> bool:
    return is_strong(token) or token.kind == tags.NUMBER


def _waits(clauses: Sequence[Clause]) -> list[str]:
    """What an order waits for: "let me see what the others do, then forest 2", "is F3 higher?
    then F3"."""
    asked = [
        before.beginning
        for before, one in pairwise(clauses)
        if before.is_question and before.tokens and one.lead == "THEN" and one.act in ORDERING
        if before.sentence < one.sentence
    ]
    first = next((i for i, one in enumerate(clauses) if one.act in ORDERING), 0)
    is_then = bool(first) and clauses[first].lead == "THEN"
    return asked + [
        one.beginning
        for one in clauses[:first]
        if is_then and one.act in _OPEN and one.has(tags.DOUBT, tags.OTHERS)
        if one.sentence == clauses[first].sentence
    ]


def _denied(clauses: Sequence[Clause], text: str) -> list[str]:
    """Verbs of the order behind which a "no" ends their clause: "robo no"."""
    return [
        verb.written
        for clause in clauses
        if clause.act in ORDERING
        for verb, last in [*pairwise(clause.tokens)][-1:]
        if verb.kind == tags.VERB
        and (last.kind == tags.NOT or is_no(last))
        and verb.value in atoms(text)
        and "none" not in text
    ]


def _lost_steps(clauses: Sequence[Clause]) -> list[str]:
    """What is said to come later, and was not read."""
    found = []
    for index, clause in enumerate(clauses):
        if index and not clause.things and clause.opening in marks("nextturn"):
            found.append(clause.opening)  # "magpies next turn"
        says_more = clause.is_strong or clause.has(tags.NUMBER)
        says_more = says_more or (clause.has("NONE") and clause.has(UNKNOWN))
        is_end = clause.act is Act.TALK and all(one.value == "done" for one in clause.things)
        if index and clause.lead == "THEN" and says_more and clause.act in _OPEN and not is_end:
            found.append(clause.beginning)
    return found


def _lost_first(clauses: Sequence[Clause]) -> list[str]:
    """What stands before a "then" and was not read: "gr2, then the wizard"."""
    first = next((i for i, one in enumerate(clauses) if one.act in ORDERING), 0)
    is_then = bool(first) and clauses[first].lead == "THEN"
    return [
        one.beginning
        for one in clauses[:first]
        if is_then and one.sentence == clauses[first].sentence and one.act in _OPEN
        if one.has(UNKNOWN) and len(one.tokens) <= _A_SENTENCE
    ]


def _excluded(clauses: Sequence[Clause], text: str) -> list[str]:
    """What a line below the order says is not meant, and stands in the order all the same."""
    line = next((one.line for one in clauses if one.act in ORDERING), 0)
    below = [one for one in clauses if one.line > line]
    return [
        token.written
        for clause in below
        if clause.act is Act.EXCLUDE or (clause.act is Act.TALK and not clause.has(tags.TALK))
        for token in clause.things
        if token.kind in (tags.NUMBER, "CODE")
        or (clause.act is Act.EXCLUDE and token.value in text)
    ]


def stated(clauses: Sequence[Clause]) -> list[str]:
    """What is only said of a thing, or would be: "everyone knows I have the F3"."""
    ordering = [one for one in clauses if one.act in ORDERING]
    named = [
        before.beginning
        for before, one in pairwise(clauses)
        if one.is_after_colon and one.act in ORDERING and len(before.tokens) == 1
        if is_name(before.tokens[0], first=True)
    ]
    named += [one.beginning for one in clauses if one.says("depends")]
    is_open = any(one.act is Act.CONDITION or one.lead == tags.BUT for one in clauses)
    is_wish = len(ordering) == 1 and not is_open and _pleases(ordering[0])
    would = (one for one in ordering if _would_be(one) and not is_wish)
    found = named + [one.beginning for one in (*would, *filter(_is_reported, ordering))]
    is_told = len(ordering) == 1 and ordering[0].is_statement and not ordering[0].has(tags.MAY)
    if is_told and not is_wish and not ordering[0].lead:
        (one,) = ordering
        states = sum(token.value == "states" for token in one.tokens)
        found.extend([one.beginning] if one.has(UNKNOWN) or states > 1 else [])
    return found


def _would_be(clause: Clause) -> bool:
    """Whether a clause says, behind a thing, what that would be or was."""
    named = [index for index, token in enumerate(clause.tokens) if is_order_word(token)]
    behind = clause.tokens[named[0] :] if named else ()
    return any(token.kind == UNKNOWN and is_hypothetical(token) for token in clause.tokens) or any(
        token.written.casefold() in marks(name) for token in behind for name in _UNREAL
    )


def _pleases(clause: Clause) -> bool:
    """Whether what a thing would be is welcome: "that last meerkat would be lovely"."""
    is_past = any(token.written.casefold() in marks("past") for token in clause.tokens)
    return clause.says("pleasing") and not is_past and not clause.has(tags.NOT, "NONE")


def _is_reported(clause: Clause) -> bool:
    """Whether somebody is said to say it, or a name and a colon stand before it."""
    places = [i for i, token in enumerate(clause.tokens) if token.kind in NAMING]
    before = clause.tokens[: min(places, default=len(clause.tokens))]
    said = [i for i, token in enumerate(before) if token.written.casefold() in marks("reporting")]
    return bool(said) and not any(
        token.written.casefold() in marks("begins")
        for token in before[max(said[0] - 1, 0) : said[0]]
    )


def _undoes(clause: Clause, before: Sequence[Clause]) -> bool:
    """Whether it denies nothing but a deed that was said before: "paso. No, no paso: …"."""
    said = {token.value for one in before if one.act in ORDERING for token in one.things}
    things = clause.things
    return bool(things) and all(one.kind == tags.VERB and one.value in said for one in things)


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
            is_behind &= not _undoes(clause, clauses[:index])
            found.extend([clause.beginning] if is_any or is_behind else [])
    last = clauses[-1] if clauses else None
    is_told = any(clauses[place].act is Act.ALTERNATIVE for place in places)
    is_case = last is not None and last.act is Act.CONDITION and last.has(tags.GONE)
    if last is not None and is_case and len(places) > 1 and not is_told:
        found.append(last.beginning)
    return found


def _impossible(clauses: Sequence[Clause]) -> list[str]:
    """An order that begins by saying that it cannot be: "can't be 2, can it"."""
    ordering = [one for one in clauses if one.act in ORDERING]
    return [one.beginning for one in ordering[:1] if one.has(tags.GONE) and not one.lead]


def _marvels(clauses: Sequence[Clause]) -> list[str]:
    """Things named without saying what is done, in one breath with a question."""
    ordering = [index for index, one in enumerate(clauses) if one.act in ORDERING]
    if not ordering or any(clauses[index].has_verb for index in ordering):
        return []
    last = clauses[ordering[-1]]
    named = {token.value for token in last.things}
    behind = [one for one in clauses[ordering[-1] + 1 :] if one.sentence == last.sentence]
    return [
        last.beginning
        for one in behind
        if one.act is Act.ASK
        or (one.act is Act.TALK and any(token.value in named for token in one.things))
    ]


def _unread_manner(clauses: Sequence[Clause]) -> list[str]:
    """How something is to be paid, in words that are not all known: "as cheaply as can be paid"."""
    return [
        one.beginning
        for before, one in pairwise(clauses)
        if one.act is Act.TALK and one.has("HOW") and before.act in ORDERING
        if one.sentence == before.sentence and {token.kind for token in one.things} == {"HOW"}
    ]
