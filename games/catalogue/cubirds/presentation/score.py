"""Scores with their sums shown, and how far each collection is from winning."""

from __future__ import annotations

from collections.abc import Mapping

from games.catalogue.cubirds.presentation.vocabulary import bird_name
from games.catalogue.cubirds.rules.cards import SPECIES
from games.catalogue.cubirds.rules.scoring import SPECIES_OF_THREE, SPECIES_TO_WIN, WON
from games.catalogue.cubirds.rules.view import CuBirdsPlayer, CuBirdsView
from games.presentation.people import People
from games.presentation.values import ScoreRow, ScoreTable
from games.presentation.words import gettext as _


def score_table(view: CuBirdsView, people: People) -> ScoreTable:
    """Everybody's birds, the winner or the largest collection first."""
    winner = view.active if view.reason in WON else None
    rows = [
        ScoreRow(player.seat, people.item(player.seat), _cells(player), player.birds)
        for player in view.players
    ]
    rows.sort(key=lambda row: (row.seat != winner, -row.total, row.seat))
    columns = (
        _("Birds"),
        _("Species (%(number)s win)") % {"number": SPECIES_TO_WIN},
        _("Species with three birds (%(number)s win)") % {"number": SPECIES_OF_THREE},
    )
    return ScoreTable(columns, tuple(rows))


def _cells(player: CuBirdsPlayer) -> tuple[str, ...]:
    collection: Mapping[str, int] = player.collection
    species = len(collection)
    threes = sum(number >= 3 for number in collection.values())
    return (_sum(collection, player.birds), str(species), str(threes))


def _sum(collection: Mapping[str, int], total: int) -> str:
    held = [
        _("%(bird)s %(number)s") % {"bird": bird_name(species), "number": collection[species]}
        for species in SPECIES
        if collection.get(species)
    ]
    return _("%(birds)s = %(total)s") % {"birds": " + ".join(held), "total": total} if held else "0"
