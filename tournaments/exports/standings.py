"""Standings as CSV and as JSON, with every tie-break's exact figure."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence

from tournaments.formats.registry import format_of
from tournaments.ranking.reckoning import Reckoning
from tournaments.ranking.standings import standings
from tournaments.ranking.tie_breaks import tie_breaks_of
from tournaments.values.setup import EntryId, TournamentSetup
from tournaments.values.tables import Entrant, TableResult

Names = Mapping[EntryId, str]
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")


def standings_csv(
    setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult], names: Names
) -> str:
    """All tables of standings, one line an entry, with a heading (RFC 4180, CRLF).

    A name that a spreadsheet would take for a formula begins with an apostrophe.
    """
    out = io.StringIO()
    writer = csv.writer(out)
    figures_of = ["points", *tie_breaks_of(setup)]
    writer.writerow(["table", "number", "place", "entry", "name", *figures_of])
    for part in format_of(setup.format).parts(setup, entries, results):
        for row in standings(setup, part.entries, part.results):
            figures = [_decimal(one) for one in row.figures]
            name = _harmless(names.get(row.entry, "?"))
            writer.writerow([part.kind, part.number, row.place, row.entry, name, *figures])
    for place, entry in _placed(setup, entries, results):
        name = _harmless(names.get(entry, "?"))
        writer.writerow(["placing", 1, place, entry, name, *("" for _figure in figures_of)])
    return out.getvalue()


def _harmless(name: str) -> str:
    return f"'{name}" if name.startswith(FORMULA_SIGNS) else name


def standings_json(
    setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult], names: Names
) -> str:
    """The set-up, all results, the placing and all standings with their workings, as JSON.

    Fractions are texts such as `7/3`, so that nothing is rounded.
    """
    document = {
        "format": setup.format,
        "table_size": setup.table_size,
        "points": setup.points,
        "tie_breaks": list(tie_breaks_of(setup)),
        "seed": setup.seed,
        "entries": [
            {"entry": one.id, "name": names.get(one.id, "?"), "rating": one.rating}
            for one in entries
        ],
        "results": [
            _result(one) for one in sorted(results, key=lambda one: (one.round, one.table))
        ],
        "placing": [
            {"place": place, "entry": entry} for place, entry in _placed(setup, entries, results)
        ],
        "standings": [
            {
                "table": part.kind,
                "number": part.number,
                "rows": [
                    {
                        "place": row.place,
                        "entry": row.entry,
                        "figures": [_reckoning(one) for one in row.figures],
                    }
                    for row in standings(setup, part.entries, part.results)
                ],
            }
            for part in format_of(setup.format).parts(setup, entries, results)
        ],
    }
    return json.dumps(document, ensure_ascii=False, indent=1)


def _placed(
    setup: TournamentSetup, entries: Sequence[Entrant], results: Sequence[TableResult]
) -> list[tuple[int, EntryId]]:
    lines: list[tuple[int, EntryId]] = []
    for group in format_of(setup.format).places(setup, entries, results):
        place = len(lines) + 1
        lines += [(place, entry) for entry in group]
    return lines


def _decimal(one: Reckoning) -> str:
    if one.value.denominator == 1:
        return str(one.value.numerator)
    return f"{float(one.value):.6f}".rstrip("0")


def _result(one: TableResult) -> dict[str, object]:
    return {
        "round": one.round,
        "table": one.table,
        "stage": one.stage,
        "seats": list(one.seats),
        "places": [one.places.get(entry) for entry in one.seats],
        "points": [one.points.get(entry) for entry in one.seats],
        "forfeits": sorted(one.forfeits),
    }


def _reckoning(one: Reckoning) -> dict[str, object]:
    return {
        "key": one.key,
        "value": str(one.value),
        "rule": one.rule,
        "terms": [
            {
                "value": str(term.value),
                "round": term.round,
                "opponent": term.opponent,
                "factors": [str(factor) for factor in term.factors],
                "notes": list(term.notes),
            }
            for term in one.terms
        ],
    }
