"""A state as canonical JSON and back: sorted keys, no blanks, piles as one text each."""

from __future__ import annotations

import json
from typing import Any

from games.rules.chance import Chance, Shuffle
from games.rules.wild_cards.cards import Cards
from games.rules.wild_cards.options import WildCardsOptions
from games.rules.wild_cards.state import State, Tie

# The keys are written in sorted order below: sorting them again would cost a tenth of the time.
_to_json = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
_from_json = json.JSONDecoder().raw_decode


def encode(state: State) -> str:
    """The state as canonical JSON, below 4 kB unless it carries a record's shuffles."""
    tie = state.tie
    options = state.options
    return _to_json(
        {
            "animals": " ".join(state.animals),
            "awaited": state.awaited,
            "bids": [" ".join(cards) for cards in state.bids],
            "chance": _chance_values(state.chance),
            "cleared": " ".join(state.cleared),
            "collections": state.collections,
            "deck": " ".join(state.deck),
            "declined": state.declined,
            "discard": " ".join(state.discard),
            "hands": [" ".join(cards) for cards in state.hands],
            "leaders": state.leaders,
            "leo_pile": " ".join(state.leo_pile),
            "market": state.market,
            "number": state.number,
            "options": [options.edition, options.leo, options.removal],
            "payments": [None if cards is None else " ".join(cards) for cards in state.payments],
            "phase": state.phase,
            "queue": state.queue,
            "removed": " ".join(state.removed),
            "round": state.round,
            "seats": state.seats,
            "shown": [" ".join(cards) for cards in state.shown],
            "standing": state.standing,
            "swapped": state.swapped,
            "talisman": state.talisman,
            "talisman_used": state.talisman_used,
            "tie": None if tie is None else _tie_values(tie),
            "tokens": state.tokens,
            "took": state.took,
        }
    )


def decode(text: str) -> State:
    """Read what `encode` wrote."""
    values, _ = _from_json(text)
    tie = values["tie"]
    return State(
        WildCardsOptions(*values["options"]),
        values["seats"],
        _chance(values["chance"]),
        values["number"],
        values["round"],
        values["phase"],
        tuple(values["awaited"]),
        _piles(values["hands"]),
        tuple(values["deck"].split()),
        tuple(values["discard"].split()),
        tuple(values["leo_pile"].split()),
        tuple(values["animals"].split()),
        tuple(values["removed"].split()),
        tuple(values["cleared"].split()),
        tuple(values["market"]),
        tuple([tuple(collection) for collection in values["collections"]]),
        tuple(values["leaders"]),
        tuple(values["tokens"]),
        values["talisman"],
        values["talisman_used"],
        _piles(values["bids"]),
        tuple([None if cards is None else tuple(cards.split()) for cards in values["payments"]]),
        _piles(values["shown"]),
        tuple(values["standing"]),
        tuple(values["took"]),
        tuple(values["swapped"]),
        tuple(values["declined"]),
        tuple(values["queue"]),
        None if tie is None else _tie(tie),
    )


def _piles(texts: list[str]) -> tuple[Cards, ...]:
    return tuple([tuple(text.split()) for text in texts])


def _chance_values(chance: Chance) -> list[Any]:
    recorded = chance.recorded
    listed = None if recorded is None else [[one.pile, " ".join(one.cards)] for one in recorded]
    return [chance.seed, chance.used, listed]


def _chance(values: list[Any]) -> Chance:
    seed, used, listed = values
    recorded = None
    if listed is not None:
        recorded = tuple(Shuffle(pile, tuple(cards.split())) for pile, cards in listed)
    return Chance(seed, recorded, used)


def _tie_values(tie: Tie) -> list[Any]:
    return [tie.value, tie.lion, tie.front, tie.groups, tie.passed, tie.paid, tie.step]


def _tie(values: list[Any]) -> Tie:
    value, lion, front, groups, passed, paid, step = values
    seats = tuple(tuple(group) for group in groups)
    return Tie(value, lion, tuple(front), seats, tuple(passed), paid, step)
