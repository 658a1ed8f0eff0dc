"""A state as canonical JSON and back: sorted keys, no blanks, piles as one text each."""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

import msgspec

from games.catalogue.emu_ranchers.rules.birds import bird_from_text
from games.catalogue.emu_ranchers.rules.cards import Cards
from games.catalogue.emu_ranchers.rules.options import Deck, EmuRanchersOptions
from games.catalogue.emu_ranchers.rules.state import EmuState, Phase, Season
from games.rules.chance import StoredChance, chance_of, chance_values
from games.rules.protocol import Seat

_StoredSeason: TypeAlias = tuple[list[str], str, int | None]


class _StoredState(msgspec.Struct, gc=False):
    """The JSON object. Its fields stand in sorted order, which is that of the text."""

    awaited: tuple[Seat, ...]
    birds: tuple[list[str], list[str]]
    chance: StoredChance
    deck: str
    discard: str
    hands: tuple[str, str]
    known: tuple[str, str]
    number: int
    options: tuple[int, Deck, bool]
    phase: Phase
    scores: tuple[tuple[int, int], ...]
    seasons: list[_StoredSeason]
    year: int


_to_json = msgspec.json.Encoder().encode
_from_json = msgspec.json.Decoder(_StoredState).decode
_options = cache(EmuRanchersOptions)


def encode(state: EmuState) -> str:
    """The state as canonical JSON, below 4 kB unless it carries a record's shuffles."""
    options = state.options
    first, second = state.birds
    stored = _StoredState(
        state.awaited,
        ([" ".join(bird.cards) for bird in first], [" ".join(bird.cards) for bird in second]),
        chance_values(state.chance),
        " ".join(state.deck),
        " ".join(state.discard),
        _texts(state.hands),
        _texts(state.known),
        state.number,
        (options.years, options.deck, options.excuse),
        state.phase,
        state.scores,
        [_season_values(season) for season in state.seasons],
        state.year,
    )
    return _to_json(stored).decode()


def decode(text: str) -> EmuState:
    """Read what `encode` wrote."""
    stored = _from_json(text)
    first, second = stored.birds
    return EmuState(
        _options(*stored.options),
        chance_of(*stored.chance),
        stored.number,
        stored.year,
        stored.phase,
        stored.awaited,
        _cards(stored.hands),
        _cards(stored.known),
        tuple(stored.deck.split()),
        tuple(stored.discard.split()),
        (
            tuple([bird_from_text(cards) for cards in first]),
            tuple([bird_from_text(cards) for cards in second]),
        ),
        stored.scores,
        tuple([_season(*season) for season in stored.seasons]),
    )


def _texts(cards: tuple[Cards, Cards]) -> tuple[str, str]:
    one, two = cards
    return " ".join(one), " ".join(two)


def _cards(texts: tuple[str, str]) -> tuple[Cards, Cards]:
    one, two = texts
    return tuple(one.split()), tuple(two.split())


def _season_values(season: Season) -> _StoredSeason:
    return [" ".join(cards) for cards in season.birds], " ".join(season.left), season.let_go


def _season(birds: list[str], left: str, let_go: int | None) -> Season:
    return Season(tuple([tuple(cards.split()) for cards in birds]), tuple(left.split()), let_go)
