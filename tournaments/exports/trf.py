"""A two-player Swiss as FIDE's tournament report file, so that other programs can check it.

The lines are those of TRF16 (FIDE Handbook C.04.A, appendix): `012` name, `062` entries, `092` the
kind, `XXR` rounds, `001` an entry with its rounds; and TRF26's `212`, the tie-breaks. Seats stand
for colours: seat 1 is `w`, seat 2 `b`. `manage.py tournament trf` reads it back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction

from tournaments.chance.seeding import seeded
from tournaments.ranking.score_sheet import SCHEDULED, pair_score
from tournaments.ranking.standings import standings
from tournaments.ranking.tie_breaks import tie_breaks_of
from tournaments.values.setup import EntryId, TournamentSetup, TournamentSetupError
from tournaments.values.tables import Entrant, TableResult

# The lot and what FIDE reckons otherwise have no code.
_CODES = {
    "head_to_head": "DE",
    "buchholz": "BH",
    "buchholz_cut_1": "BH/C1",
    "median_buchholz": "BH/M1",
    "sonneborn_berger": "SB",
    "wins": "WIN",
    "matches_won": "WON",
}


def trf(
    setup: TournamentSetup,
    entries: Sequence[Entrant],
    results: Sequence[TableResult],
    names: Mapping[EntryId, str],
    *,
    title: str,
    starts: date | None = None,
    ends: date | None = None,
) -> str:
    """The report as text in UTF-8 lines ended by a line feed.

    Points are counted as 1, ½ and 0 whatever scheme the tournament uses, since the format knows no
    other. Raises TournamentSetupError("two_at_a_table") for larger tables.
    """
    if setup.table_size != 2:
        raise TournamentSetupError("two_at_a_table", wanted=setup.table_size)
    order = seeded(setup, entries)
    rank = {entry: number for number, entry in enumerate(order, 1)}
    ratings = {entry.id: entry.rating for entry in entries}
    places = {row.entry: row.place for row in standings(setup, entries, results)}
    rounds = max((one.round for one in results), default=0)
    lines = [f"012 {_line(title)}"]
    lines += [f"042 {starts:%Y/%m/%d}"] if starts else []
    lines += [f"052 {ends:%Y/%m/%d}"] if ends else []
    robin = "Round-Robin" if setup.format in SCHEDULED else "Swiss-System"
    lines += [f"062 {len(order)}", f"092 Individual: {robin}"]
    lines += [f"XXR {most}"] if (most := max(rounds, setup.rounds)) else []
    codes = [_CODES[key] for key in tie_breaks_of(setup) if key in _CODES]
    lines += [f"212 {','.join(['PTS', *codes])}"]
    own: dict[EntryId, dict[int, TableResult]] = {entry: {} for entry in order}
    for one in results:
        for entry in one.seats:
            own[entry][one.round] = one
    for entry in order:
        games = [_game(own[entry].get(number), entry, rank) for number in range(1, rounds + 1)]
        scored = sum((_scored(one, entry) for one in own[entry].values()), Fraction(0))
        heading = (
            f"001 {rank[entry]:>4} {'':1}{'':>3} {_line(names.get(entry, '?'))[:33]:<33} "
            f"{ratings[entry] or 0:>4} {'':3} {'':>11} {'':>10} "
            f"{float(scored):>4.1f} {places[entry]:>4}"
        )
        lines.append(heading + "".join(games))
    return "\n".join(lines) + "\n"


def _line(words: str) -> str:
    return " ".join(words.split())


def _game(one: TableResult | None, entry: EntryId, rank: Mapping[EntryId, int]) -> str:
    """Two spaces and eight columns: the opponent's number, the seat, the result."""
    if one is None:
        return "  0000 - Z"
    if one.is_bye:
        return "  0000 - H" if one.is_half_bye else "  0000 - U"
    other = next(seat for seat in one.seats if seat != entry)
    seat = "w" if one.seats[0] == entry else "b"
    return f"  {rank[other]:>4} {seat} {_sign(one, entry, other)}"


def _sign(one: TableResult, entry: EntryId, other: EntryId) -> str:
    if one.is_open:
        return " "
    if entry in one.forfeits:
        return "-"
    if other in one.forfeits:
        return "+"
    mine, theirs = one.places[entry], one.places[other]
    return "=" if mine == theirs else "1" if mine < theirs else "0"


def _scored(one: TableResult, entry: EntryId) -> Fraction:
    if one.is_open:
        return Fraction(0)
    if one.is_half_bye:
        return Fraction(1, 2)
    others = (other for other in one.seats if other != entry)
    return next((pair_score(one, entry, other) for other in others), Fraction(1))
