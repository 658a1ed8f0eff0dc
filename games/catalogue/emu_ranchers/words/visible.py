"""What lies open, as conditions speak of it: the discard on top, and the writer's birds."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import pairwise

from games.catalogue.emu_ranchers.rules.prompt import PilePrompt
from games.words.lexicon import tags
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import Clause


def _bird_visible(scene: OrderScene, clause: Clause) -> Mapping[str, Collection[str]]:
    """The suits of the writer's bird that a condition names, and which ways it goes on."""
    birds = scene.view.players[scene.seat].birds
    named = [
        number.value
        for bird, number in pairwise(clause.tokens)
        if bird.kind == "BIRD" and number.kind in (tags.NUMBER, tags.ORDINAL)
    ]
    numbers = [token for token in clause.tokens if token.kind == tags.NUMBER]
    if len(named) != 1 or len(numbers) > 1 or clause.has("CODE", "RANK"):
        return {}  # a card that may fit
    found = [bird for bird in birds if str(bird.number) == named[0]]
    ways = {"rises" for bird in found if bird.above is not None}
    ways |= {"falls" for bird in found if bird.below is not None}
    suits = [suit for bird in found for suit in bird.suits]
    return {"SUIT": suits, tags.NUMBER: named, tags.ORDINAL: named, "STATE": ways}


def visible(scene: OrderScene, clause: Clause) -> Mapping[str, Collection[str]]:
    """The card on top of the discard pile, where a card is drawn."""
    if clause.has("DECK"):
        return {"LEFT": [str(scene.view.deck)]} if clause.says("left over") else {}
    if not isinstance(scene.decision.data, PilePrompt):
        return _bird_visible(scene, clause)
    top = scene.decision.data.discard
    rank, suits = top[:1], frozenset(top[1:])
    return {
        "RANK": {rank},
        tags.NUMBER: {"1" if rank == "A" else rank},
        "SUIT": suits,
        "CODE": {top},
        "PILE": {"pile"},
    }
