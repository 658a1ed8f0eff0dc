"""Scores with their sums shown."""

from __future__ import annotations

from collections import Counter

from django.utils.translation import pgettext

from games.catalogue.wild_cards.presentation.vocabulary import SPECIES, animal_name
from games.catalogue.wild_cards.rules.scoring import WildCardsScore
from games.catalogue.wild_cards.rules.view import WildCardsView
from games.presentation.people import People
from games.presentation.values import ScoreRow, ScoreTable
from games.presentation.words import comma_list
from games.presentation.words import gettext as _
from games.rules.protocol import Seat

PEACOCK_POINTS = 3


def score_table(view: WildCardsView, people: People) -> ScoreTable:
    """The people's points, best first; equal points with more animals first."""
    rows = [
        ScoreRow(seat, people.item(seat), _cells(seat, score, view), score.total)
        for seat, score in enumerate(view.score)
    ]
    counts = _animals(view)
    rows.sort(key=lambda row: (-row.total, -counts[row.seat], row.seat))
    columns = (
        _("Most of a species × 2"),
        _("Second most × 1"),
        _("Leaders"),
        pgettext("score", "Natural habitats"),
    )
    return ScoreTable(columns, tuple(rows))


def tie_break(view: WildCardsView, people: People) -> str:
    """That more animals win, where they part people of equal points, and how many each has."""
    table, counts = score_table(view, people), _animals(view)
    totals = Counter(row.total for row in table.rows)
    tied = [row for row in table.rows if totals[row.total] > 1]
    if len({counts[row.seat] for row in tied}) < 2:
        return ""
    told = comma_list([f"{row.name} {counts[row.seat]}" for row in tied])
    return _("On equal points, more animals win: %(animals)s.") % {"animals": told}


def _animals(view: WildCardsView) -> dict[Seat, int]:
    return {player.seat: sum(player.collection.values()) for player in view.players}


def _cells(seat: Seat, score: WildCardsScore, view: WildCardsView) -> tuple[str, ...]:
    return (
        _species(score.first_species, 2, score.first),
        _species(score.second_species, 1, score.second),
        _leaders(seat, score.leaders, view),
        str(score.tokens),
    )


def _species(species: str | None, points: int, total: int) -> str:
    if species is None:
        return "0"
    return _("%(animal)s %(number)s × %(points)s = %(total)s") % {
        "animal": animal_name(species),
        "number": total // points,
        "points": points,
        "total": total,
    }


def _leaders(seat: Seat, total: int, view: WildCardsView) -> str:
    held = [species for species in SPECIES if view.leaders[species] == seat]
    if not held:
        return "0"
    points = {species: PEACOCK_POINTS if species == "peacock" else 1 for species in held}
    return _("%(leaders)s = %(total)s") % {
        "leaders": comma_list([f"{animal_name(species)} {points[species]}" for species in held]),
        "total": total,
    }
