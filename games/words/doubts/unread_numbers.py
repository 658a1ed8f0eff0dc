"""Numbers that a text says and its reading leaves out, or takes for more than was said."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile

from games.words.lexicon import tags
from games.words.lexicon.lexing import ARTICLES, UNKNOWN, Token
from games.words.lexicon.vocabulary import marks
from games.words.speech.clauses import ORDERING, Act, Clause, keeps
from games.words.speech.doers import is_name

_DIGITS = re.compile(r"\d+")
_COUNTED = frozenset(("SPECIES", "TRICKS"))
_PLACES = ("BIRD", "ROW")
_OPEN = frozenset((Act.ASIDE, Act.TALK))
_SAYS = 2


def unread_numbers(clauses: Sequence[Clause], text: str) -> list[str]:
    """The numbers, counts and heights that the order `text` does not have as they were said."""
    left = [*_merely_high(clauses, text), *_lost_numbers(clauses, text)]
    return [*left, *_lost_counts(clauses, text), *_rival_numbers(clauses, text)]


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


def _lost_numbers(clauses: Sequence[Clause], text: str) -> list[str]:
    """Numbers among the words of an order that stand nowhere in it."""
    if not _DIGITS.search(text):
        return []
    words = text.split()
    digits = {str(int(each)) for each in _DIGITS.findall(text)}
    many = len(words[1::2]) if words[0] == "grow" else len(words) - 1  # each card with its bird
    used = digits | {str(many), *map(str, Counter(words).values())}
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
        if token.kind in (tags.NUMBER, tags.ORDINAL)
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
        one.beginning
        for one in clauses[first + 1 :]
        if one.act in _OPEN and not one.lead and not one.has(tags.TALK) and not one.is_statement
        if not keeps(one) and not _counts_else(one)
        if sum(token.kind == UNKNOWN for token in one.tokens) <= _SAYS
        if [t.value not in text.split() for t in one.things] == [True] and one.has(tags.NUMBER)
    ]


def _counts_else(clause: Clause) -> bool:
    """Whether its numbers count somebody's cards, or what nobody knows in a sentence of talk: "e
    Davide con dieci carte", "I always mix up those two pictures"."""
    unknown = sum(token.kind == UNKNOWN for token in clause.tokens)
    is_theirs = any(is_name(one, first=not i) for i, one in enumerate(clause.tokens))
    behind = [*clause.tokens[1:], None]
    counted = [
        after is not None
        and not after.after_comma
        and (
            (after.kind == UNKNOWN and unknown > 1)
            or (is_theirs and after.written.casefold() in marks("card"))
        )
        for token, after in zip(clause.tokens, behind, strict=False)
        if token.kind in (tags.NUMBER, tags.ORDINAL)
    ]
    return bool(counted) and all(counted)


def _lost_counts(clauses: Sequence[Clause], text: str) -> list[str]:
    """How many birds are meant, where an order has but one: "hatch two birds"."""
    found: list[str] = []
    for clause in clauses:
        if clause.act in ORDERING and text.startswith(("hatch", "grow", "discard")):
            found.extend(
                count.written
                for before, count in pairwise(clause.tokens)
                if count.kind == tags.NUMBER and before.written.casefold() in marks("of them")
            )
        tokens = [token for token in clause.tokens if token.kind != tags.FILLER]
        for count, bird, after in zip(tokens, tokens[1:], [*tokens[2:], None], strict=False):
            is_place = after is not None and after.kind in (tags.NUMBER, tags.ORDINAL)
            is_beside = bird.place == count.end
            is_count = (
                count.kind == tags.NUMBER and bird.kind == "BIRD" and not is_place and is_beside
            )
            if clause.act in ORDERING and is_count and count.value not in text.split():
                found.append(count.written)
    return found


def _in_threes(clause: Clause) -> Iterator[tuple[str, Token, str]]:
    """Each token with the kinds of the words beside it."""
    tokens = [token for token in clause.tokens if token.kind != tags.FILLER]
    kinds = ["", *(token.kind for token in tokens), ""]
    return zip(kinds, tokens, kinds[2:], strict=False)


def _is_first_case(clause: Clause) -> bool:
    """Whether what stands here and behind is not yet said of another case."""
    is_failing = clause.act is Act.CONDITION and clause.has(tags.GONE, tags.NOT, "NONE")
    return clause.act is not Act.ALTERNATIVE and not is_failing


def _meant(clauses: Sequence[Clause], verb: str) -> list[Clause]:
    """The clauses of which an order is made: not a number of every day beside its own words."""
    ordering = [clause for clause in clauses if clause.act in ORDERING]
    if verb == "bid" and any(clause.has_verb for clause in ordering):
        return [clause for clause in ordering if clause.has_verb]
    strong = [clause for clause in ordering if clause.is_strong]
    line = ordering[0].line if ordering else 0
    return [one for one in ordering if one.is_strong or not strong or one.line > line]


def parted_cards(ordering: Sequence[Clause], text: str) -> list[str]:
    """A number that an "and" parts from the suit that it was read with: "the wild and a four"."""
    return [number.written for one in ordering for number in _parted_numbers(one, text)]


def _parted_numbers(clause: Clause, text: str) -> Iterator[Token]:
    suit, is_parted = "", False
    for token in clause.tokens:
        if token.kind in ("HABITAT", "COLOUR"):
            suit, is_parted = token.value, False
        elif token.kind in ("AND", tags.OTHER_ONE):
            is_parted = True
        elif (
            token.kind == tags.NUMBER and suit and is_parted and suit + token.value in text.split()
        ):
            yield token
        elif token.kind != tags.FILLER:
            suit = ""
