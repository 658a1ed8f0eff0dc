"""A figure of the standings with the working that leads to it."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from tournaments.values.setup import EntryId

NOTHING = Fraction(0)


class Formula(enum.StrEnum):
    """How the terms that count lead to the figure."""

    SUM = "sum"
    MEAN = "mean"
    PERFORMANCE = "performance"  # the rating at which these opponents expect this score
    ENCOUNTER = "encounter"  # how many of the tied stand behind by their matches; terms: the scores
    LOT = "lot"  # how many entries the lot has put behind this one


class Note(enum.StrEnum):
    """What is particular about a term."""

    BYE = "bye"
    ABSENT = "absent"  # sat a round out; FIDE's rules put a dummy there
    UNPLAYED = "unplayed"  # forfeited: a dummy counts instead of the opponent
    CUT = "cut"  # left out: the lowest, or the lowest and the highest
    FLOOR = "floor"  # raised to the least that an opponent counts
    NOT_ALL_MET = "not_all_met"  # head to head does not decide: of those tied some never met
    UNRATED = "unrated"  # counts with a newcomer's rating


class Term(NamedTuple):
    """One line of the working: what it adds, in which round and by whom.

    `factors` are the numbers whose product is the value, where it is a product; for a performance
    the score against the opponent, whose rating is the value.
    """

    value: Fraction
    round: int | None = None
    opponent: EntryId | None = None
    factors: tuple[Fraction, ...] = ()
    notes: tuple[Note, ...] = ()

    @property
    def counts(self) -> bool:
        """Whether it is part of the figure."""
        return Note.CUT not in self.notes and Note.NOT_ALL_MET not in self.notes


@dataclass(frozen=True, slots=True)
class Reckoning:
    """A figure by which entries are ordered, and the working behind it."""

    key: str
    value: Fraction
    rule: Formula
    terms: tuple[Term, ...]


def sum_of(key: str, terms: Iterable[Term]) -> Reckoning:
    """The sum of the terms that count."""
    listed = tuple(terms)
    return Reckoning(
        key, sum((term.value for term in listed if term.counts), NOTHING), Formula.SUM, listed
    )


def mean_of_terms(key: str, terms: Iterable[Term]) -> Reckoning:
    """The mean of the terms that count; 0 without any."""
    listed = tuple(terms)
    counted = [term.value for term in listed if term.counts]
    value = sum(counted, NOTHING) / len(counted) if counted else NOTHING
    return Reckoning(key, value, Formula.MEAN, listed)
