"""What a condition says of who plays: who is ahead, what somebody bid, took or still needs.

The table shows it, and `GameWords.figures` says what of it: seat by seat, in numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.words import tags
from games.words.clauses import Clause
from games.words.comparisons import Comparison, comparison
from games.words.game_words import words_of
from games.words.lexing import UNKNOWN, Token
from games.words.scene import OrderScene
from games.words.vocabulary import marks

FIGURES = ("lacks", "ahead", "has taken", "has bid", "talisman", "worth")
"""What may be said of people, each a list of phrases in the vocabulary; the first that is said
counts."""

_EXACT = ("has bid",)
"""Of these a number means just that one; elsewhere so many or more."""

_PLAIN = (tags.FILLER, tags.ASK, tags.NUMBER, tags.NOT, "NONE", "TRICKS", "AND", "OF")


class _Subject(NamedTuple):
    """Whose figure is meant: that of one of these seats, of none of them, or all in a sum."""

    seats: Sequence[int]
    is_nobody: bool = False
    is_sum: bool = False


def claim_holds(scene: OrderScene, clause: Clause) -> bool | None:
    """Whether what a condition says of people is so; None where it says nothing that is seen."""
    figures = words_of(scene.rules.key).figures(scene)
    name = next((one for one in FIGURES if one in figures and clause.says_phrase(one)), "")
    subject = _subject(scene, clause) if name else None
    if subject is None or not _is_all_read(scene, clause, name):
        return None
    found = [figures[name][seat] for seat in subject.seats]
    if subject.is_sum and None not in found:
        found = [sum(number for number in found if number is not None)]
    compared, _rest = comparison(clause.tokens)
    numbers = [int(token.value) for token in clause.tokens if token.kind == tags.NUMBER]
    if len(numbers) > 1 or (numbers and name == "ahead"):
        return None
    if compared is None and numbers and name not in _EXACT:
        compared = Comparison("at least", numbers[0])
    holds = [_is_so(number, compared, numbers) for number in found]
    if True not in holds and None in holds:
        return None
    is_denied = subject.is_nobody != clause.has(tags.NOT, tags.GONE)
    return (True in holds) != is_denied


def _is_so(number: int | None, compared: Comparison | None, said: Sequence[int]) -> bool | None:
    if number is None:
        return None
    if compared is not None:
        return compared.holds(number)
    return number == said[0] if said else number > 0


def _subject(scene: OrderScene, clause: Clause) -> _Subject | None:
    """Of whom a condition speaks; None where that is nobody who plays."""
    others = [seat for seat in range(len(scene.view.players)) if seat != scene.seat]
    named = [seat for token in clause.tokens for seat in _seat_of(scene, token)]
    if named:
        return _Subject(named, is_sum=len(named) > 1) if _is_one(named, clause) else None
    first = {token.written.casefold().split()[0] for token in clause.tokens}
    if not first.isdisjoint(marks("nobody")):
        return _Subject(others, is_nobody=True)
    if not first.isdisjoint(marks("anyone")):
        return _Subject(others)
    is_own = not first.isdisjoint(marks("me")) or clause.says_phrase("own hand")
    is_own |= clause.says_phrase("worth") or clause.says_phrase("lacks")
    return _Subject([scene.seat]) if is_own and not clause.has(tags.OTHERS) else None


def _is_one(named: Sequence[int], clause: Clause) -> bool:
    return len(named) == 1 or clause.says("together")


def _seat_of(scene: OrderScene, token: Token) -> list[int]:
    """The seat whose player a word names, if it does."""
    written = token.written.casefold()
    return [
        seat
        for seat, name in enumerate(scene.names)
        if token.kind == UNKNOWN and written in name.casefold().split()[:1]
    ]


def _is_all_read(scene: OrderScene, clause: Clause, name: str) -> bool:
    """Whether nothing is said beside the figure, who has it and how large it is."""
    phrases = {word for phrase in marks(name) for word in phrase.split()}
    known = phrases | marks("one of it") | marks("present") | marks("together") | marks("cards")
    known |= marks("nobody") | marks("anyone") | marks("already") | marks("yet")
    return all(
        token.kind in _PLAIN
        or known.issuperset(token.written.casefold().split())
        or bool(_seat_of(scene, token))
        or (token.kind == tags.OTHERS and (_is_person(token) or _compares(token)))
        or (token.kind in (tags.VERB, "CARD") and token.value == "bid" == name[-3:])
        for token in clause.tokens
    )


def _is_person(token: Token) -> bool:
    return token.written.casefold().split()[0] in marks("nobody") | marks("anyone")


def _compares(token: Token) -> bool:
    ways = ("more than", "fewer than", "at least", "at most")
    return any(token.written.casefold() in marks(way) for way in ways)
