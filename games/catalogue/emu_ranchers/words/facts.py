"""What conditions and descriptions may speak of in Emu Ranchers."""

from __future__ import annotations

from games.catalogue.emu_ranchers.rules.view import EmuRanchersView
from games.words.positions.facts import Facts, Hatched
from games.words.positions.scene import OrderScene


def facts(scene: OrderScene) -> Facts:
    """Points, birds, and what lies on the discard pile."""
    view = scene.view
    if not isinstance(view, EmuRanchersView):
        return Facts()
    ranchers = view.players
    own = ranchers[scene.seat].birds
    return Facts(
        figures={
            "points": [score.total for score in view.score],
            "birds": [len(rancher.birds) for rancher in ranchers],
            "cards": [rancher.hand for rancher in ranchers],
        },
        held={"hand": [scene.hand if rancher.seat == scene.seat else None for rancher in ranchers]},
        lying={
            "discard": view.discard[-1:],
            **{f"bird {bird.number}": bird.cards for bird in own},
        },
        hatched=[[Hatched(bird.suits, bird.cards) for bird in one.birds] for one in ranchers],
        parts={"birds": [[bird.points for bird in one.birds] for one in ranchers]},
        deck=view.deck,
    )
