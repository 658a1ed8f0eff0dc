"""A figure of the standings with its sum: who, when, how much, and what of it does not count."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.presentation.names import FIGURES
from tournaments.presentation.numbers import figure
from tournaments.ranking.reckoning import Formula, Note, Reckoning, Term

Names = Mapping[int, str]

NOTES: dict[Note, str | Promise] = {
    Note.BYE: _("a bye"),
    Note.ABSENT: _("not there"),
    Note.UNPLAYED: _("not played: counts with your own points at most"),
    Note.CUT: _("left out"),
    Note.FLOOR: _("raised to the minimum"),
    Note.NOT_ALL_MET: _("not used: not all tied players have met"),
    Note.UNRATED: _("unrated: counts as a newcomer"),
}


class TermLine(NamedTuple):
    """One term: in which round, who or what, the product that it is, its value, and notes."""

    round: int | None
    words: str
    product: str
    value: str
    notes: tuple[str, ...]
    counts: bool


class Calculation(NamedTuple):
    """A figure and everything that leads to it. `result` says how the lines make it."""

    key: str
    name: str
    means: str
    value: str
    lines: tuple[TermLine, ...]
    result: str


def shown(reckoning: Reckoning) -> str:
    """The figure as it stands in the table; a head to head that does not decide is a dash."""
    if any(Note.NOT_ALL_MET in term.notes for term in reckoning.terms):
        return "–"
    if reckoning.rule is Formula.ENCOUNTER:
        return figure(sum_of_terms(reckoning)) if reckoning.terms else "–"
    if reckoning.rule is Formula.PERFORMANCE:
        return str(round(reckoning.value)) if reckoning.terms else "–"
    return figure(reckoning.value)


def calculation(reckoning: Reckoning, names: Names) -> Calculation:
    """The figure's working in words."""
    meaning = FIGURES[reckoning.key]
    return Calculation(
        reckoning.key,
        str(meaning.name),
        str(meaning.means),
        shown(reckoning),
        tuple(_line(term, reckoning, names) for term in reckoning.terms),
        _result(reckoning),
    )


def _line(term: Term, reckoning: Reckoning, names: Names) -> TermLine:
    who = names.get(term.opponent, "?") if term.opponent is not None else ""
    alone = next((note for note in term.notes if note in (Note.BYE, Note.ABSENT)), None)
    if not who and alone is not None:
        who = str(NOTES[alone])
    notes = tuple(str(NOTES[note]) for note in term.notes if note is not alone)
    product = ""
    if reckoning.rule is Formula.PERFORMANCE:
        product = gettext("scored %(score)s") % {"score": figure(term.factors[0])}
    elif len(term.factors) == 2:
        product = " × ".join(figure(one) for one in term.factors)
    return TermLine(term.round, who, product, figure(term.value), notes, term.counts)


def sum_of_terms(reckoning: Reckoning) -> Fraction:
    """What the terms that count come to."""
    return sum((term.value for term in reckoning.terms if term.counts), Fraction(0))


def _result(reckoning: Reckoning) -> str:
    counted = [term for term in reckoning.terms if term.counts]
    total = figure(sum_of_terms(reckoning))
    match reckoning.rule:
        case Formula.SUM:
            return gettext("Sum: %(value)s") % {"value": figure(reckoning.value)}
        case Formula.ENCOUNTER:
            return gettext("Sum: %(value)s") % {"value": total}
        case Formula.MEAN:
            return gettext("%(total)s divided by %(count)d: %(value)s") % {
                "total": total,
                "count": max(1, len(counted)),
                "value": figure(reckoning.value),
            }
        case Formula.PERFORMANCE:
            return gettext("Expected at a rating of %(value)s") % {"value": shown(reckoning)}
        case Formula.LOT:
            return gettext("The draw put %(count)d behind.") % {"count": int(reckoning.value)}
