"""What conditions and descriptions may speak of in Wild Cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from games.catalogue.wild_cards.rules.cards import NATURAL, REFILL
from games.catalogue.wild_cards.rules.view import WildCardsPlayer, WildCardsView
from games.words.positions.facts import Facts
from games.words.positions.scene import OrderScene


def facts(scene: OrderScene) -> Facts:
    """The market, the animals, their leaders and the open bids."""
    view = scene.view
    if not isinstance(view, WildCardsView):
        return Facts()
    hand = [card for card in scene.hand if card != REFILL]
    own = scene.seat
    points: list[int | None] = [score.total for score in view.score]
    points += [None] * (len(view.players) - len(points))
    return Facts(
        figures={
            "bid": [_number(player.open_cards) for player in view.players],
            "points": points,
            "birds": [sum(player.collection.values()) for player in view.players],
            "cards": [len(hand) if one.seat == own else one.hand for one in view.players],
            "talisman": [int(player.seat == view.talisman) for player in view.players],
        },
        level="bid" if scene.kind in ("pay", "show", "draw") else "points",
        held={
            "collection": [list(Counter(player.collection).elements()) for player in view.players],
            "played": [_open(player) for player in view.players],
            "hand": [hand if player.seat == own else None for player in view.players],
        },
        lying={"market": [animal for animal in view.market if animal]},
        traits=NATURAL,
        owners=dict(view.leaders),
        deck=view.deck,
    )


def _open(player: WildCardsPlayer) -> Sequence[str] | None:
    return None if player.hidden_cards else [*player.open_cards, *player.shown]


def _number(cards: Sequence[str]) -> int | None:
    return int(cards[0][1:]) if len(cards) == 1 and cards[0] != REFILL else None
