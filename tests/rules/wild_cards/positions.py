"""Positions written down in words, and a table that plays on from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from games.catalogue.wild_cards.rules import WildCards
from games.catalogue.wild_cards.rules.cards import SPECIES, in_order
from games.catalogue.wild_cards.rules.events import PassedTurn, TakenAnimal
from games.catalogue.wild_cards.rules.options import Edition, Removal, WildCardsOptions
from games.catalogue.wild_cards.rules.state import Standing, WildState
from games.rules.chance import Chance, Shuffle
from games.rules.protocol import Seat
from tests.rules.played import Played

RULES = WildCards()
PILE = "F1 S1 M1 F2 S2 M2 F3 S3 M3 F1 S1 M1 F2 S2 M2"
ANIMALS = "peacock squirrel eagle ibex lion meerkat " * 2


class Play(Played[WildState]):
    """A match of the game at a decision."""

    rules = RULES

    @property
    def places(self) -> tuple[int, ...]:
        """The places of a match that is over."""
        return self.outcome.places

    def hand(self, seat: Seat) -> str:
        """A hand, habitat cards only."""
        return " ".join(self.state.hands[seat])

    def leader(self, species: str) -> Seat | None:
        """Who leads a species."""
        return self.state.leaders[SPECIES.index(species)]

    def has(self, seat: Seat, species: str) -> int:
        """How many animals of a species a player has."""
        return self.state.collections[seat][SPECIES.index(species)]

    def order(self) -> list[Seat]:
        """The seats in the order in which they took or passed."""
        return [
            event.data.seat
            for event in self.history
            if isinstance(event.data, TakenAnimal | PassedTurn)
        ]


def position(
    *hands: str,
    edition: Edition = "2022",
    leo: str | None = None,
    removal: Removal = "suggested",
    market: str = "lion ibex",
    collections: Sequence[Mapping[str, int]] = (),
    leaders: Mapping[str, Seat] | None = None,
    deck: str = PILE,
    discard: str = "",
    animals: str = ANIMALS,
    talisman: Seat = 0,
    tokens: Sequence[int] = (),
    shuffles: Sequence[tuple[str, str]] | None = None,
) -> Play:
    """People with these hands at the start of a round.

    Piles are written top card first; `leo` is Leo's pile, where he plays. `shuffles` are the
    shuffles to come, as (pile, cards).
    """
    seats = len(hands)
    players = seats + (leo is not None)
    recorded = None
    if shuffles is not None:
        recorded = tuple(Shuffle(pile, tuple(cards.split())) for pile, cards in shuffles)
    owners = leaders or {}
    counts = [*collections, *({} for _ in range(players - len(collections)))]
    options = WildCardsOptions(edition, leo is not None, removal)
    return Play(
        replace(
            round_begun(options, seats, Chance("a seed", recorded)),
            hands=tuple(in_order(hand.split()) for hand in hands),
            deck=tuple(reversed(deck.split())),
            discard=tuple(discard.split()),
            leo_pile=tuple(reversed((leo or "").split())),
            animals=tuple(reversed(animals.split())),
            market=tuple(market.split()),
            collections=tuple(
                tuple(collection.get(name, 0) for name in SPECIES) for collection in counts
            ),
            leaders=tuple(owners.get(name) for name in SPECIES),
            tokens=tuple(tokens) or (0,) * seats,
            talisman=talisman if edition == "2022" else None,
        )
    )


def round_begun(options: WildCardsOptions, seats: int, chance: Chance) -> WildState:
    """Everybody is asked for a bid, with nothing in any hand, pile or market."""
    players = seats + options.leo
    bidding: Standing = "bidding"
    waiting: Standing = "waiting"
    return WildState(
        options=options,
        seats=seats,
        chance=chance,
        number=1,
        round=1,
        phase="bid",
        awaited=tuple(range(seats)),
        hands=(),
        deck=(),
        discard=(),
        leo_pile=(),
        animals=(),
        removed=(),
        cleared=(),
        market=(),
        collections=(),
        leaders=(),
        tokens=(),
        talisman=None,
        talisman_used=False,
        bids=((),) * players,
        payments=(None,) * players,
        shown=((),) * players,
        standing=(bidding,) * seats + (waiting,) * (players - seats),
        took=(None,) * players,
        swapped=(),
        declined=(),
        queue=(),
        tie=None,
    )
