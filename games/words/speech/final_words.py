"""Where dithering ends: "… or green? No. Red, final answer", "the 6. Well, the 7. Yes, the 7"."""

from __future__ import annotations

from collections.abc import Sequence

from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN
from games.words.lexicon.vocabulary import marks
from games.words.speech.clauses import ORDERING, Act, Clause

_OPEN = (UNKNOWN, tags.NOT, "NONE", "ANY", "ALL", "OR", "AND", tags.DOUBT, tags.OTHERS, tags.GONE)


def settle_final_words(clauses: Sequence[Clause]) -> None:
    """What is said last in known words replaces all before it where it is called final, or is what
    was said just before, and something else was said or wondered first."""
    places = [i for i, one in enumerate(clauses) if one.act in ORDERING]
    if len(places) <= 1 or not _is_plain(clauses[places[-1]]):
        return
    last = clauses[places[-1]]
    first = clauses[places[0]]
    begun = next((i for i in places[1:] if _is_other(clauses[i], first)), None)
    if begun is None or last.sentence == first.sentence or begun == places[-1]:
        return
    is_final = _is_called_final(clauses, places[-1]) or _is_said_twice(clauses, places)
    if is_final or _is_concluded(clauses, places[0], places[-1]):
        for one in clauses[begun : places[-1]]:
            if one.act in (*ORDERING, Act.EXCLUDE, Act.ASK, Act.TALK) and one.things:
                one.act, one.lead = Act.REASON, ""
                one.tokens = [token for token in one.tokens if token.kind != "OR"]
            one.is_lost = False
        last.act = Act.CORRECT
        for one in clauses[places[-1] + 1 :]:
            if not one.things and one.says_phrase("final word", 0):
                one.act, one.lead, one.tokens = Act.ASIDE, "", []


def _is_plain(clause: Clause) -> bool:
    """Whether a clause names in known words what is done, and neither asks nor goes on."""
    is_led = clause.lead in ("THEN", "OR", tags.BUT, tags.BECAUSE)
    is_open = clause.has(*_OPEN) or clause.has_state or clause.is_question or is_led
    return not is_open and any(one.kind != tags.VERB for one in clause.things)


def _is_other(clause: Clause, first: Clause) -> bool:
    return not _named(clause) <= _named(first)


def _named(clause: Clause) -> set[tuple[str, str]]:
    return {(one.kind, one.value) for one in clause.things if one.kind != tags.VERB}


def _is_called_final(clauses: Sequence[Clause], place: int) -> bool:
    """Whether a "final answer" stands in the sentence of this clause, or is the next one."""
    sentence = clauses[place].sentence
    beside = [one for one in clauses if sentence <= one.sentence <= sentence + 1]
    told = [one for one in beside if one.sentence == sentence or not one.things]
    return any(one.says_phrase("final word", 0) for one in told) and not any(
        one.act is Act.CONDITION or one.asks_back for one in told
    )


def _is_concluded(clauses: Sequence[Clause], first: int, last: int) -> bool:
    """Whether a "then" or "so" ends the last sentence, behind a question, a "no" or an "er": "12!!
    No, wasted. 4? The 9 then"."""
    same = [one for one in clauses[last + 1 :] if one.sentence == clauses[last].sentence]
    ends = bool(same) and same[0].lead in ("THEN", tags.THEREFORE) and not same[0].is_apart
    ends = ends and all(one.kind in ("THEN", tags.FILLER) for one in same[0].tokens)
    between = clauses[first + 1 : last]
    is_alike = {t.kind for t in clauses[last].things} <= {
        t.kind for one in clauses[:last] for t in one.things
    }
    return ends and is_alike and any(map(_wavers, between))


def _wavers(clause: Clause) -> bool:
    """Whether somebody stops to think in it, or takes something back."""
    words = {token.written.casefold() for token in clause.tokens}
    is_slip = not words.isdisjoint(marks("hesitation")) and not clause.things
    is_no = len(words) == 1 and not words.isdisjoint(marks("no"))
    return is_slip or is_no or clause.is_question


def _is_said_twice(clauses: Sequence[Clause], places: Sequence[int]) -> bool:
    """Whether the last two orders say the same, with something between them or a stop."""
    before, last = places[-2:]
    is_apart = last - before > 1 or clauses[before].sentence != clauses[last].sentence
    is_same = _named(clauses[before]) == _named(clauses[last]) != set()
    return is_same and is_apart and not clauses[before].is_question
