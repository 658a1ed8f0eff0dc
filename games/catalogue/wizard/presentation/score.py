"""Scores with their sums shown."""

from __future__ import annotations

from games.catalogue.wizard.rules.view import WizardView
from games.presentation.people import People
from games.presentation.values import ScoreRow, ScoreTable, figure
from games.presentation.words import gettext as _
from games.rules.protocol import Seat


def score_table(view: WizardView, people: People) -> ScoreTable:
    """Every player's points by where they come from, best first."""
    rows = [
        ScoreRow(player.seat, people.item(player.seat), _cells(player.seat, view), total)
        for player in view.players
        for total in [player.total]
    ]
    rows.sort(key=lambda row: (-row.total, row.seat))
    columns = (_("Exact bids × 20"), _("Tricks in those × 10"), _("Tricks off × −10"))
    return ScoreTable(columns, tuple(rows))


def _cells(seat: Seat, view: WizardView) -> tuple[str, ...]:
    rounds = [(one.bids[seat], one.tricks[seat]) for one in view.sheet]
    exact = [tricks for bid, tricks in rounds if bid == tricks]
    off = sum(abs(bid - tricks) for bid, tricks in rounds)
    return (_product(len(exact), 20), _product(sum(exact), 10), _product(off, -10))


def _product(number: int, points: int) -> str:
    if not number:
        return "0"
    return _("%(number)s × %(points)s = %(total)s") % {
        "number": number,
        "points": figure(points),
        "total": figure(number * points),
    }
