"""What a seat, or a spectator, may know: built up from nothing."""

from __future__ import annotations

from functools import lru_cache
from typing import TypedDict

from games.catalogue.emu_ranchers.rules.birds import Bird, above, below
from games.catalogue.emu_ranchers.rules.cards import suit_letters
from games.catalogue.emu_ranchers.rules.scoring import CountedBird, counted, points
from games.catalogue.emu_ranchers.rules.state import Season, State, starter_of
from games.rules.protocol import Seat


class BirdView(TypedDict):
    """A bird on the table.

    `suits` are those that its cards share. `above` is the height that the next card has to pass if
    the bird rises, `below` the one that it has to stay under if it falls (Ace 1, Crown 10); None
    where it takes no card in that direction. `points` is what it would score now.
    """

    number: int
    cards: list[str]
    suits: str
    above: int | None
    below: int | None
    points: int


class RancherView(TypedDict):
    """What everybody may know of a player; `known` are cards in hand from the discard pile."""

    seat: Seat
    hand: int
    known: list[str]
    birds: list[BirdView]


class SeasonBird(CountedBird):
    """A counted bird; `let_go` if the Excuse kept it from counting."""

    let_go: bool


class SeasonView(TypedDict):
    """What the last finished year left of a player's ranch."""

    birds: list[SeasonBird]
    left: list[str]
    points: int


class Score(TypedDict):
    """A player's points: each finished year, the birds as they lie now, and the sum of both."""

    years: list[int]
    now: int
    total: int


class EmuRanchersView(TypedDict):
    """A view of a match. `hand` is None for a spectator; `discard` has its top card last."""

    game: str
    years: int
    options: dict[str, object]
    seats: int
    seat: Seat | None
    virtual: list[str]
    round: int
    phase: str
    awaited: list[Seat]
    starter: Seat
    deck: int
    discard: list[str]
    players: list[RancherView]
    hand: list[str] | None
    seasons: list[SeasonView]
    score: list[Score]


class EmuRanchersReveal(EmuRanchersView):
    """The view of a finished match with all hands open; the deck's top card comes first."""

    hands: list[list[str]]
    deck_cards: list[str]


def view(state: State, seat: Seat | None) -> EmuRanchersView:
    """What the seat (None: a spectator) may know (E26).

    Birds and seasons are remembered and stand in other views, too: the reader leaves them as they
    are.
    """
    options = state.options
    players = [_rancher(state, 0), _rancher(state, 1)]
    return {
        "game": "emu-ranchers",
        "years": options.years,
        "options": {"deck": options.deck, "excuse": options.excuse},
        "seats": 2,
        "seat": seat,
        "virtual": [],
        "round": state.year,
        "phase": state.phase,
        "awaited": list(state.awaited),
        "starter": starter_of(state.year),
        "deck": len(state.deck),
        "discard": list(state.discard),
        "players": players,
        "hand": None if seat is None else list(state.hands[seat]),
        "seasons": [_season(season) for season in state.seasons],
        "score": [_score(state, rancher) for rancher in players],
    }


def reveal(state: State) -> EmuRanchersReveal:
    """Everything, for the replay of a finished match."""
    return {
        **view(state, None),
        "hands": [list(hand) for hand in state.hands],
        "deck_cards": list(reversed(state.deck)),
    }


def _rancher(state: State, seat: Seat) -> RancherView:
    return {
        "seat": seat,
        "hand": len(state.hands[seat]),
        "known": list(state.known[seat]),
        "birds": [_bird(number, bird) for number, bird in enumerate(state.birds[seat], 1)],
    }


@lru_cache(maxsize=1 << 13)
def _bird(number: int, bird: Bird) -> BirdView:
    return {
        "number": number,
        "cards": list(bird.cards),
        "suits": suit_letters(bird.suits),
        "above": above(bird),
        "below": below(bird),
        "points": points(bird.cards),
    }


@lru_cache(maxsize=1 << 10)
def _season(season: Season) -> SeasonView:
    birds: list[SeasonBird] = [
        {**counted(cards), "let_go": number == season.let_go}
        for number, cards in enumerate(season.birds, 1)
    ]
    kept = sum(bird["points"] for bird in birds if not bird["let_go"])
    return {"birds": birds, "left": list(season.left), "points": kept}


def totals(state: State) -> tuple[int, ...]:
    """What each rancher's score comes to now."""
    return tuple([score["total"] for score in view(state, None)["score"]])


def _score(state: State, rancher: RancherView) -> Score:
    years = [year[rancher["seat"]] for year in state.scores]
    now = 0
    if state.phase != "over":
        now = sum([bird["points"] for bird in rancher["birds"]])
    return {"years": years, "now": now, "total": sum(years) + now}
