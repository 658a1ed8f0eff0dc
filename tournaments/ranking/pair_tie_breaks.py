"""The tie-breaks where two play, with their workings: FIDE's rules for what went unplayed."""

from __future__ import annotations

from fractions import Fraction

from tournaments.ranking.reckoning import Formula, Note, Reckoning, Term, sum_of
from tournaments.ranking.round_book import (
    BuchholzWay,
    Contribution,
    PlayedRound,
    RoundBook,
    RoundKind,
    encounter_order,
    is_win,
)
from tournaments.values.setup import EntryId

_NOTES = {
    RoundKind.PAIRING_BYE: (Note.BYE,),
    RoundKind.ABSENT: (Note.ABSENT,),
    RoundKind.WON_UNPLAYED: (Note.UNPLAYED,),
    RoundKind.LOST_UNPLAYED: (Note.UNPLAYED,),
}


def pair_wins(key: str, book: RoundBook, entry: EntryId, *, played: bool) -> Reckoning:
    """Rounds that brought a win's points; only those played, or byes and forfeits too."""
    return sum_of(
        key,
        (
            Term(Fraction(1), line.number, line.opponent, notes=_NOTES.get(line.kind, ()))
            for line in book.lines[entry]
            if is_win(line, book.worth) and (line.is_met or not played)
        ),
    )


def pair_buchholz(key: str, book: RoundBook, entry: EntryId, way: BuchholzWay) -> Reckoning:
    """Buchholz with its cuts; a dummy stands in for whoever was not met."""
    return sum_of(
        key,
        (
            Term(one.score, one.line.number, one.line.opponent, notes=_notes(one))
            for one in book.contributions(entry, way)
        ),
    )


def pair_sonneborn_berger(key: str, book: RoundBook, entry: EntryId) -> Reckoning:
    """The scores of those beaten, and as much of the others' as one's own share of a win."""
    terms = []
    for one in book.contributions(entry, BuchholzWay()):
        share = one.line.points / book.worth.win
        factors = (share, one.score)
        value = share * one.score
        terms.append(Term(value, one.line.number, one.line.opponent, factors, _notes(one)))
    return sum_of(key, terms)


def _notes(one: Contribution) -> tuple[Note, ...]:
    notes = _NOTES.get(one.line.kind, ()) if one.from_dummy else ()
    return (*notes, Note.CUT) if one.is_cut else notes


def pair_encounter(
    key: str, book: RoundBook, entry: EntryId, tied: frozenset[EntryId]
) -> Reckoning:
    """How many of the tied stand behind by their matches among themselves; 0 if these part nobody.

    The terms are the entry's scores against the tied.
    """
    place = encounter_order(book, tied)[entry]
    met = [line for line in book.lines[entry] if _counts(book, line) and line.opponent in tied]
    undecided = not place and len({line.opponent for line in met}) < len(tied) - 1
    notes = (Note.NOT_ALL_MET,) if undecided else ()
    return Reckoning(
        key,
        Fraction(len(tied) - place if place else 0),
        Formula.ENCOUNTER,
        tuple(
            Term(line.points / book.worth.win, line.number, line.opponent, notes=notes)
            for line in met
        ),
    )


def _counts(book: RoundBook, line: PlayedRound) -> bool:
    return line.is_met or (book.scheduled and line.kind is not RoundKind.OPEN)
