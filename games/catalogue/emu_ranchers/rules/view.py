"""What a seat, or a spectator, may know: built up from nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.catalogue.emu_ranchers.rules.birds import Bird, above, below
from games.catalogue.emu_ranchers.rules.cards import suit_letters
from games.catalogue.emu_ranchers.rules.options import Deck
from games.catalogue.emu_ranchers.rules.scoring import CountedBird, counted, points
from games.catalogue.emu_ranchers.rules.state import EmuState, Season, starter_of
from games.rules.protocol import Reveal, Seat, TableView, Value


class BirdOnTable(Value, frozen=True):
    """A bird on the table.

    `suits` are those that its cards share. `above` is the height that the next card has to pass if
    the bird rises, `below` the one that it has to stay under if it falls (Ace 1, Crown 10); None
    where it takes no card in that direction. `points` is what it would score now.
    """

    number: int
    cards: Sequence[str]
    suits: str
    above: int | None
    below: int | None
    points: int


class Rancher(Value, frozen=True):
    """What everybody may know of a player; `known` are cards in hand from the discard pile."""

    seat: Seat
    hand: int
    known: Sequence[str]
    birds: Sequence[BirdOnTable]


class SeasonBird(CountedBird, frozen=True):
    """A counted bird; `let_go` if the Excuse kept it from counting."""

    let_go: bool


class SeasonSums(Value, frozen=True):
    """What the last finished year left of a player's ranch."""

    birds: Sequence[SeasonBird]
    left: Sequence[str]
    points: int


class RancherScore(Value, frozen=True):
    """A player's points: each finished year, the birds as they lie now, and the sum of both."""

    years: Sequence[int]
    now: int
    total: int


class CardsInPlay(Value, frozen=True):
    """The options that say which cards join the basic deck."""

    deck: Deck
    excuse: bool


class EmuRanchersView(TableView, Value, frozen=True):
    """A view of a match. `hand` is None for a spectator; `discard` has its top card last."""

    game: str
    years: int
    options: CardsInPlay
    seats: int
    seat: Seat | None
    virtual: Sequence[str]
    round: int
    phase: str
    awaited: Sequence[Seat]
    starter: Seat
    deck: int
    discard: Sequence[str]
    players: Sequence[Rancher]
    hand: Sequence[str] | None
    seasons: Sequence[SeasonSums]
    score: Sequence[RancherScore]


@dataclass(frozen=True, slots=True)
class EmuRanchersReveal(Reveal[EmuRanchersView]):
    """Everything of a finished match; the deck's top card comes first."""

    deck_cards: Sequence[str]


def view(state: EmuState, seat: Seat | None) -> EmuRanchersView:
    """What the seat (None: a spectator) may know (E26).

    Birds and seasons are remembered and stand in other views, too: the reader leaves them as they
    are.
    """
    options = state.options
    players = [_rancher(state, 0), _rancher(state, 1)]
    return EmuRanchersView(
        game="emu-ranchers",
        years=options.years,
        options=CardsInPlay(options.deck, options.excuse),
        seats=2,
        seat=seat,
        virtual=[],
        round=state.year,
        phase=state.phase,
        awaited=list(state.awaited),
        starter=starter_of(state.year),
        deck=len(state.deck),
        discard=list(state.discard),
        players=players,
        hand=None if seat is None else list(state.hands[seat]),
        seasons=[_season(season) for season in state.seasons],
        score=[_score(state, rancher) for rancher in players],
    )


def reveal(state: EmuState) -> EmuRanchersReveal:
    """Everything, for the replay of a finished match."""
    hands = [list(hand) for hand in state.hands]
    return EmuRanchersReveal(view(state, None), hands, list(reversed(state.deck)))


def _rancher(state: EmuState, seat: Seat) -> Rancher:
    return Rancher(
        seat,
        len(state.hands[seat]),
        list(state.known[seat]),
        [_bird(number, bird) for number, bird in enumerate(state.birds[seat], 1)],
    )


@lru_cache(maxsize=1 << 13)
def _bird(number: int, bird: Bird) -> BirdOnTable:
    return BirdOnTable(
        number=number,
        cards=list(bird.cards),
        suits=suit_letters(bird.suits),
        above=above(bird),
        below=below(bird),
        points=points(bird.cards),
    )


@lru_cache(maxsize=1 << 10)
def _season(season: Season) -> SeasonSums:
    each = [(number, counted(cards)) for number, cards in enumerate(season.birds, 1)]
    birds = [
        SeasonBird(
            *(bird.cards, bird.values, bird.total, bird.paid, bird.extra, bird.points),
            let_go=number == season.let_go,
        )
        for number, bird in each
    ]
    kept = sum(bird.points for bird in birds if not bird.let_go)
    return SeasonSums(
        birds=birds,
        left=list(season.left),
        points=kept,
    )


def totals(state: EmuState) -> tuple[int, ...]:
    """What each rancher's score comes to now."""
    return tuple([score.total for score in view(state, None).score])


def _score(state: EmuState, rancher: Rancher) -> RancherScore:
    years = [year[rancher.seat] for year in state.scores]
    now = 0
    if state.phase != "over":
        now = sum([bird.points for bird in rancher.birds])
    return RancherScore(
        years=years,
        now=now,
        total=sum(years) + now,
    )
