"""Scores with their sums shown."""

from __future__ import annotations

from games.catalogue.emu_ranchers.rules.view import EmuRanchersView
from games.presentation.people import People
from games.presentation.values import ScoreRow, ScoreTable, figure
from games.presentation.words import gettext as _


def score_table(view: EmuRanchersView, people: People) -> ScoreTable:
    """The points of each finished year and of the birds as they lie now, best first."""
    running = view.phase != "over"
    rows = [
        ScoreRow(
            seat,
            people.item(seat),
            tuple(map(figure, [*score.years, *([score.now] if running else [])])),
            score.total,
        )
        for seat, score in enumerate(view.score)
    ]
    rows.sort(key=lambda row: (-row.total, row.seat))
    finished = len(view.score[0].years)
    columns = [_("Year %(year)s") % {"year": year} for year in range(1, finished + 1)]
    if running:
        columns.append(_("Birds as they lie now"))
    return ScoreTable(tuple(columns), tuple(rows))
