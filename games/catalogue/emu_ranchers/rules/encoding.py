"""A state as canonical JSON and back: sorted keys, no blanks, piles as one text each."""

from __future__ import annotations

import json

from games.catalogue.emu_ranchers.rules.birds import bird_from_text
from games.catalogue.emu_ranchers.rules.cards import Cards
from games.catalogue.emu_ranchers.rules.options import EmuRanchersOptions
from games.catalogue.emu_ranchers.rules.state import EmuState, Season
from games.rules.chance import chance_of, chance_values

# The keys are written in sorted order below: sorting them again would cost a tenth of the time.
_to_json = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
_from_json = json.JSONDecoder().raw_decode


def encode(state: EmuState) -> str:
    """The state as canonical JSON, below 4 kB unless it carries a record's shuffles."""
    options = state.options
    return _to_json(
        {
            "awaited": state.awaited,
            "birds": [[" ".join(bird.cards) for bird in birds] for birds in state.birds],
            "chance": chance_values(state.chance),
            "deck": " ".join(state.deck),
            "discard": " ".join(state.discard),
            "hands": [" ".join(cards) for cards in state.hands],
            "known": [" ".join(cards) for cards in state.known],
            "number": state.number,
            "options": [options.years, options.deck, options.excuse],
            "phase": state.phase,
            "scores": state.scores,
            "seasons": [_season_values(season) for season in state.seasons],
            "year": state.year,
        }
    )


def decode(text: str) -> EmuState:
    """Read what `encode` wrote."""
    values, _ = _from_json(text)
    first, second = values["birds"]
    return EmuState(
        EmuRanchersOptions(*values["options"]),
        chance_of(*values["chance"]),
        values["number"],
        values["year"],
        values["phase"],
        tuple(values["awaited"]),
        _two(values["hands"]),
        _two(values["known"]),
        tuple(values["deck"].split()),
        tuple(values["discard"].split()),
        (
            tuple([bird_from_text(cards) for cards in first]),
            tuple([bird_from_text(cards) for cards in second]),
        ),
        tuple([(one, two) for one, two in values["scores"]]),
        tuple([_season(*season) for season in values["seasons"]]),
    )


def _two(texts: list[str]) -> tuple[Cards, Cards]:
    one, two = texts
    return tuple(one.split()), tuple(two.split())


def _season_values(season: Season) -> list[object]:
    return [[" ".join(cards) for cards in season.birds], " ".join(season.left), season.let_go]


def _season(birds: list[str], left: str, let_go: int | None) -> Season:
    return Season(tuple([tuple(cards.split()) for cards in birds]), tuple(left.split()), let_go)
