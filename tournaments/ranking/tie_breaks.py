"""The tie-breaks by name, each with the working that leads to its figure.

Every figure is an exact fraction, larger is better. An opponent counts once for every table shared.
Where two play, FIDE's rules say what byes, absences and forfeits count (`pair_tie_breaks`). At
larger tables a bye is no win and no opponent met; where a tie-break needs an opponent in its place,
its rule says which. Whoever forfeited a table scored nothing there against anybody.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from tournaments.ranking.pair_tie_breaks import (
    pair_buchholz,
    pair_encounter,
    pair_sonneborn_berger,
    pair_wins,
)
from tournaments.ranking.points import winner_points
from tournaments.ranking.reckoning import Formula, Note, Reckoning, Term, mean_of_terms, sum_of
from tournaments.ranking.round_book import BuchholzWay
from tournaments.ranking.score_sheet import NOTHING, ONE, ScoreSheet, win_share
from tournaments.rating.elo import NEWCOMER, performance
from tournaments.values.setup import EntryId, TournamentSetup, TournamentSetupError
from tournaments.values.tables import TableResult

FLOOR = Fraction(1, 3)  # an opponent who collapses costs no more than this share of winning all
CUT_FROM_ROUNDS = 5


Tied = frozenset[EntryId]
"""Who is still equal on everything before: the entry and its equals."""


def points(sheet: ScoreSheet, entry: EntryId, _tied: Tied) -> Reckoning:
    """Tournament points, a term a table."""
    return sum_of(
        "points",
        (
            Term(earned, table.round, notes=(Note.BYE,) if table.is_bye else ())
            for table, earned in zip(sheet.tables[entry], sheet.earned[entry], strict=True)
        ),
    )


def wins(sheet: ScoreSheet, entry: EntryId, _tied: Tied) -> Reckoning:
    """Tables won, a first place that is shared counting in parts; byes are not won.

    Where two play: rounds that brought a win's points, so byes and forfeits, and no draw.
    """
    if sheet.book is not None:
        return pair_wins("wins", sheet.book, entry, played=False)
    return sum_of(
        "wins",
        (
            Term(share, table.round)
            for table in sheet.tables[entry]
            if (share := win_share(table, entry))
        ),
    )


def matches_won(sheet: ScoreSheet, entry: EntryId, tied: Tied) -> Reckoning:
    """Tables won by playing; where two play, neither byes nor forfeits nor draws."""
    if sheet.book is not None:
        return pair_wins("matches_won", sheet.book, entry, played=True)
    return replace(wins(sheet, entry, tied), key="matches_won")


def _opponents_totals(sheet: ScoreSheet, entry: EntryId) -> list[Term]:
    """Each opponent's points; for a bye one with as many as oneself (FIDE C.07, dummy opponent)."""
    met = [
        Term(sheet.points[one.opponent], one.round, one.opponent) for one in sheet.encounters[entry]
    ]
    byes = [
        Term(sheet.points[entry], table.round, notes=(Note.BYE,)) for table in sheet.byes(entry)
    ]
    return sorted(met + byes, key=lambda term: term.round or 0)


def _without(terms: list[Term], lowest: int, highest: int) -> list[Term]:
    """The terms with the first lowest and highest marked as cut, where any would be left."""
    if len(terms) <= lowest + highest:
        return terms
    order = sorted(range(len(terms)), key=lambda index: (terms[index].value, index))
    cut = {*order[:lowest], *order[len(order) - highest :]}
    return [
        term._replace(notes=(*term.notes, Note.CUT)) if index in cut else term
        for index, term in enumerate(terms)
    ]


def buchholz(sheet: ScoreSheet, entry: EntryId, _tied: Tied) -> Reckoning:
    "The sum of all opponents’ points."
    if sheet.book is not None:
        return pair_buchholz("buchholz", sheet.book, entry, BuchholzWay())
    return sum_of("buchholz", _opponents_totals(sheet, entry))


def buchholz_cut_1(sheet: ScoreSheet, entry: EntryId, _tied: Tied) -> Reckoning:
    """Buchholz without the lowest opponent."""
    if sheet.book is not None:
        return pair_buchholz("buchholz_cut_1", sheet.book, entry, BuchholzWay(lowest=1))
    return sum_of("buchholz_cut_1", _without(_opponents_totals(sheet, entry), 1, 0))


def median_buchholz(sheet: ScoreSheet, entry: EntryId, _tied: Tied) -> Reckoning:
    """Buchholz without the lowest and the highest opponent."""
    if sheet.book is not None:
        way = BuchholzWay(lowest=1, highest=1)
        return pair_buchholz("median_buchholz", sheet.book, entry, way)
    return sum_of("median_buchholz", _without(_opponents_totals(sheet, entry), 1, 1))


def sonneborn_berger(sheet: ScoreSheet, entry: EntryId, _tied: Tied) -> Reckoning:
    """The points of those one was placed before, and half of those one shared a place with.

    A bye counts as won against one with as many points as oneself.
    """
    if sheet.book is not None:
        return pair_sonneborn_berger("sonneborn_berger", sheet.book, entry)
    met = [(one.round, one.opponent, one.score) for one in sheet.encounters[entry]]
    byes = [(table.round, None, ONE) for table in sheet.byes(entry)]
    return sum_of(
        "sonneborn_berger",
        (
            Term(
                score * sheet.points[entry if opponent is None else opponent],
                number,
                opponent,
                (score, sheet.points[entry if opponent is None else opponent]),
                () if opponent is not None else (Note.BYE,),
            )
            for number, opponent, score in sorted([*met, *byes], key=lambda one: one[0])
        ),
    )


def head_to_head(sheet: ScoreSheet, entry: EntryId, tied: Tied) -> Reckoning:
    """The score against those who are still tied; nothing for all unless all of them have met.

    Where two play, who leads in any case goes ahead, and the rest is compared again.
    """
    if sheet.book is not None:
        return pair_encounter("head_to_head", sheet.book, entry, tied)
    notes = () if sheet.all_met(tied) else (Note.NOT_ALL_MET,)
    return sum_of(
        "head_to_head",
        (
            Term(one.score, one.round, one.opponent, notes=notes)
            for one in sheet.encounters[entry]
            if one.opponent in tied
        ),
    )


def opponents_win_rate(sheet: ScoreSheet, entry: EntryId, _tied: Tied) -> Reckoning:
    """The mean of the opponents' shares of matches won, none below a third; byes are left out."""
    return mean_of_terms(
        "opponents_win_rate",
        (
            _floored(Term(sheet.win_rates[one.opponent], one.round, one.opponent), FLOOR)
            for one in sheet.encounters[entry]
        ),
    )


def opponents_points(sheet: ScoreSheet, entry: EntryId, _tied: Tied) -> Reckoning:
    """The mean of what opponents earned a match at tables without this entry.

    None counts below a third of a win, a bye as one who earns what this entry does; from five
    rounds up the lowest is cut (Buchholz, for tables).
    """
    least = FLOOR * winner_points(sheet.setup.points)
    terms = [
        _floored(Term(_elsewhere(sheet, one.opponent, entry), one.round, one.opponent), least)
        for one in sheet.encounters[entry]
    ]
    for table in sheet.byes(entry):
        own = sheet.points[entry] / len(sheet.tables[entry])
        terms.append(Term(own, table.round, notes=(Note.BYE,)))
    terms.sort(key=lambda term: term.round or 0)
    rounds = len(sheet.tables[entry])
    return mean_of_terms("opponents_points", _without(terms, int(rounds >= CUT_FROM_ROUNDS), 0))


def _elsewhere(sheet: ScoreSheet, opponent: EntryId, entry: EntryId) -> Fraction:
    """The opponent's points a match at all tables but those shared with the entry."""
    shared, times = sheet.shared[opponent, entry]
    others = len(sheet.tables[opponent]) - times
    return (sheet.points[opponent] - shared) / others if others else NOTHING


def _floored(term: Term, least: Fraction) -> Term:
    if term.value >= least:
        return term
    return term._replace(value=least, notes=(*term.notes, Note.FLOOR))


def game_points(sheet: ScoreSheet, entry: EntryId, _tied: Tied) -> Reckoning:
    """The sum of the game's own points."""
    return sum_of(
        "game_points",
        (
            Term(Fraction(table.points.get(entry, 0)), table.round)
            for table in sheet.tables[entry]
            if not table.is_bye
        ),
    )


def table_share(sheet: ScoreSheet, entry: EntryId, _tied: Tied) -> Reckoning:
    """The sum of one's shares of the game points made at each table.

    Where points below 0 occur all at the table are counted from its lowest; where nobody has any
    all have equal shares.
    """
    return sum_of(
        "table_share",
        (
            Term(_share(table, entry), table.round)
            for table in sheet.tables[entry]
            if not table.is_bye
        ),
    )


def _share(table: TableResult, entry: EntryId) -> Fraction:
    lowest = min(0, *(table.points.get(one, 0) for one in table.seats))
    above = {one: table.points.get(one, 0) - lowest for one in table.seats}
    total = sum(above.values())
    return Fraction(above[entry], total) if total else Fraction(1, len(table.seats))


def rating_performance(sheet: ScoreSheet, entry: EntryId, _tied: Tied) -> Reckoning:
    """The rating at which one's score against these opponents would have been expected.

    Whoever has no rating counts as a newcomer; without opponents the figure is 0. Where two play,
    forfeited matches are left out.
    """
    terms = []
    for one in sheet.encounters[entry]:
        if sheet.book is not None and one.is_forfeited:
            continue
        rating = sheet.ratings[one.opponent]
        value = Fraction(NEWCOMER.shown if rating is None else rating)
        notes = (Note.UNRATED,) if rating is None else ()
        terms.append(Term(value, one.round, one.opponent, (one.score,), notes))
    score = sum((term.factors[0] for term in terms), NOTHING)
    value = Fraction(performance([float(term.value) for term in terms], score) or 0)
    return Reckoning("rating_performance", value, Formula.PERFORMANCE, tuple(terms))


def lot(sheet: ScoreSheet, entry: EntryId, _tied: Tied) -> Reckoning:
    """The lot drawn with the tournament's published seed."""
    return Reckoning("lot", Fraction(sheet.lots[entry]), Formula.LOT, ())


TieBreak = Callable[[ScoreSheet, EntryId, Tied], Reckoning]

TIE_BREAKS: dict[str, TieBreak] = {
    rule.__name__: rule
    for rule in (
        wins,
        matches_won,
        head_to_head,
        buchholz,
        buchholz_cut_1,
        median_buchholz,
        sonneborn_berger,
        opponents_win_rate,
        opponents_points,
        game_points,
        table_share,
        rating_performance,
        lot,
    )
}
FOR_TWO = ("head_to_head", "buchholz_cut_1", "sonneborn_berger", "wins", "lot")
FOR_TABLES = ("wins", "opponents_points", "table_share", "rating_performance", "lot")


def tie_breaks_of(setup: TournamentSetup) -> tuple[str, ...]:
    """The tie-breaks in the tournament's order; where it states none, the usual ones.

    Raises TournamentSetupError where one is unknown or stands there twice.
    """
    if not setup.tie_breaks:
        return FOR_TWO if setup.table_size == 2 else FOR_TABLES
    for index, key in enumerate(setup.tie_breaks):
        if key not in TIE_BREAKS:
            raise TournamentSetupError("unknown_tie_break", given=key, known=", ".join(TIE_BREAKS))
        if key in setup.tie_breaks[:index]:
            raise TournamentSetupError("tie_break_twice", given=key)
    return setup.tie_breaks
