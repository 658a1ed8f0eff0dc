"""What conditions and descriptions may speak of in Wizard."""

from __future__ import annotations

from collections.abc import Sequence

from games.catalogue.wizard.rules.tricks import winning_place
from games.catalogue.wizard.rules.view import WizardView
from games.words.positions.facts import Facts
from games.words.positions.scene import OrderScene


def facts(scene: OrderScene) -> Facts:
    """Bids, tricks, points, and the trick as it lies."""
    view = scene.view
    if not isinstance(view, WizardView):
        return Facts()
    players = view.players
    played: list[Sequence[str] | None] = [() for _player in players]
    for place, card in enumerate(view.trick):
        seat = (view.leader + place) % len(players)
        played[seat] = (card,)
    return Facts(
        figures={
            "bid": [player.bid for player in players],
            "taken": [player.tricks for player in players],
            "lacks": [None if one.bid is None else one.bid - one.tricks for one in players],
            "points": [player.total for player in players],
            "cards": [player.hand for player in players],
            "spoken": [int(player.has_bid) for player in players],
            "dealer": [int(player.seat == view.dealer) for player in players],
            "trick": [int(player.seat == view.ahead) for player in players],
        },
        usual="trick" if view.trick else "points",
        held={
            "played": played,
            "hand": [
                scene.hand if player.seat == scene.seat else player.cards for player in players
            ],
        },
        lying={"trick": view.trick},
        trump=None if view.phase == "trump" else view.trump or "",
        gone=[*view.gone, *(card for one in view.tricks for card in one.cards), *view.trick],
        turned=view.turned or "",
        wins=_wins(scene, view),
        to_come=len(players) - len(view.trick) - 1,
    )


def _wins(scene: OrderScene, view: WizardView) -> dict[str, bool]:
    """Whether each card beats what lies there; empty for who leads."""
    if scene.kind != "play" or not view.trick:
        return {}
    cards = [card for card in scene.hand if isinstance(scene.tried(f"play {card}"), str)]
    place = len(view.trick)
    return {
        card: winning_place([*view.trick, card], view.trump, view.options) == place
        for card in cards
    }
