"""What conditions and descriptions may speak of in CuBirds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.catalogue.cubirds.rules.cards import LETTER, SPECIES, birds_won, names
from games.catalogue.cubirds.rules.laying import enclosed
from games.catalogue.cubirds.rules.view import CuBirdsView
from games.words.positions.facts import Facts
from games.words.positions.scene import OrderScene


def facts(scene: OrderScene) -> Facts:
    """The rows, the collections and what lies open of hands."""
    view = scene.view
    if not isinstance(view, CuBirdsView):
        return Facts()
    collections = [list(Counter(player.collection).elements()) for player in view.players]
    hands: list[Sequence[str] | None] = [
        scene.hand if player.seat == scene.seat else player.open for player in view.players
    ]
    return Facts(
        figures={
            "birds": [player.birds for player in view.players],
            "kinds": [len(set(birds)) for birds in collections],
            "cards": [player.hand for player in view.players],
            "worth": [
                _worth(scene) if player.seat == scene.seat else None for player in view.players
            ],
        },
        usual="birds",
        level="birds",
        held={"hand": hands, "collection": collections},
        lying={
            f"row {number}": row
            for number, row in enumerate(view.rows, 1)
            if scene.kind == "lay"  # elsewhere "on top" is on top of the deck
        },
        deck=view.deck,
        gains={text: _taken(view, text) for text in scene.legal() if text.startswith("lay")},
    )


def _taken(view: CuBirdsView, order: str) -> Sequence[str]:
    """The birds that a lay encloses."""
    _verb, species, number, side = order.split()
    row = "".join(LETTER[bird] for bird in view.rows[int(number) - 1])
    return names(enclosed(row, LETTER[species], side))


def _worth(scene: OrderScene) -> int | None:
    """How many birds the one family brings that can be formed."""
    formed = scene.values("family") if scene.kind == "family" else ()
    if len(formed) != 1:
        return None
    return birds_won(SPECIES.index(formed[0]), list(scene.hand).count(formed[0]))
