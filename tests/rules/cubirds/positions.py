"""Positions written down in words, and a table that plays on from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.catalogue.cubirds.rules import CuBirds
from games.catalogue.cubirds.rules.cards import LETTER, NONE, SPECIES, Counts, counted, names
from games.catalogue.cubirds.rules.options import CuBirdsOptions
from games.catalogue.cubirds.rules.state import CuBirdsState, Phase
from games.rules.chance import Chance, Shuffle
from games.rules.protocol import Seat
from tests.rules.played import Played

RULES = CuBirds()
DECK = "flamingo owl toucan duck parrot magpie warbler robin " * 3
ROWS = (
    "owl flamingo parrot",
    "duck toucan magpie",
    "warbler robin owl",
    "toucan duck robin",
)


def letters(cards: str) -> str:
    """Species in words as the rules write them in a row or a pile."""
    return "".join(LETTER[species] for species in cards.split())


class Play(Played[CuBirdsState]):
    """A match of the game at a decision."""

    rules = RULES

    def give(self, *texts: str) -> Play:
        """One order after the other, each of the seat that is asked."""
        return self.play(*texts)

    def row(self, number: int) -> str:
        """A row, counted from 1, from left to right."""
        return " ".join(names(self.state.rows[number - 1]))

    def hand(self, seat: Seat) -> dict[str, int]:
        """A hand as the species that are in it."""
        return _by_name(self.state.hands[seat])

    def collection(self, seat: Seat) -> dict[str, int]:
        """A collection as the species that are in it."""
        return _by_name(self.state.collections[seat])


def _by_name(counts: Counts) -> dict[str, int]:
    return {name: number for name, number in zip(SPECIES, counts, strict=True) if number}


def _counts(cards: Mapping[str, int]) -> Counts:
    return tuple(cards.get(species, 0) for species in SPECIES)


def position(
    *hands: str,
    rows: Sequence[str] = ROWS,
    robin: str | None = None,
    collections: Sequence[Mapping[str, int]] = (),
    deck: str = DECK,
    discard: str = "",
    phase: Phase = "lay",
    turn: int = 1,
    shuffles: Sequence[str] | None = None,
) -> Play:
    """People with these hands, seat 0 to move.

    The deck is written top card first; `robin` is RobinBird's hand, where she plays. `shuffles`
    are the shuffles to come. What these cards leave out of the 110 does not matter.
    """
    seats = len(hands)
    held = [*hands, *([robin] if robin is not None else [])]
    counts = [*collections, *({} for _ in range(len(held) - len(collections)))]
    recorded = None
    if shuffles is not None:
        recorded = tuple(Shuffle("deck", tuple(cards.split())) for cards in shuffles)
    return Play(
        CuBirdsState(
            options=CuBirdsOptions(0 if robin is None else 1),
            seats=seats,
            chance=Chance("a seed", recorded),
            number=1,
            turn=turn,
            phase=phase,
            active=0,
            rows=tuple(map(letters, rows)),
            hands=tuple(counted(letters(hand)) for hand in held),
            known=(NONE,) * len(held),
            collections=tuple(map(_counts, counts)),
            deck=letters(deck)[::-1],
            discard=counted(letters(discard)),
            reason="",
        )
    )
