"""Bids that are described: by what others bid, by what is held, or as the most that may be bid; and
trumps by the colour of a card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.words.lexicon import tags
from games.words.positions.evidence import atoms

if TYPE_CHECKING:
    from games.words.descriptions.described_orders import Described

_SHOWN = ("COLOUR", "SPECIAL", tags.NUMBER)


def by_bids(found: Described) -> None:
    """A bid: "one more than Elena", "so that the total is seven", "as many as I have trumps"."""
    if found.scene.kind != "bid" or not all(text.split()[1].isdigit() for text in found.left):
        return
    said = found.said
    first = [name.casefold().split()[:1] for name in found.scene.names]
    seats = [first.index([word]) for word in said.words if [word] in first]
    bids = found.facts.figures.get("bid", ())
    meant = _against(found, seats, bids) if any(one is not None for one in bids) else None
    if meant is None and not seats:
        meant = _counted(found)
    if meant is None and not seats and said.says("all of them"):
        meant = max(int(text.split()[1]) for text in found.left)
    if meant is not None:
        said.read.update(i for i, word in enumerate(said.words) if [word] in first)
        found.keep(lambda text: text == f"bid {meant}")


def _against(found: Described, seats: Sequence[int], bids: Sequence[int | None]) -> int | None:
    """What is bid by the bids of others."""
    said = found.said
    numbers = [token for token in said.tokens if token.kind == tags.NUMBER]
    theirs = [bids[seat] for seat in seats]
    told = [number for number in theirs if number is not None]
    if len(told) < len(theirs):
        return None
    if len(told) > 1:
        return sum(told) if said.says("together") and not numbers else None
    if said.says("total") and numbers and not seats:
        said.take(numbers[-1:])
        return int(numbers[-1].value) - sum(number or 0 for number in bids)
    if len(told) != 1:
        return None
    ways = {"one more": told[0] + 1, "one less": told[0] - 1, "twice": told[0] * 2}
    ways |= {"half": told[0] // 2, "same": told[0]}
    return next((number for name, number in ways.items() if said.says(name)), None)


def _counted(found: Described) -> int | None:
    """How many cards of a kind are held: "evenveel als ik blauwe kaarten heb"."""
    said, hand = found.said, found.scene.hand
    kinds = [token for token in said.tokens if token.kind in _SHOWN]
    trump = getattr(found.scene.view, "trump", None) if said.says("trumps") else None
    if not said.says("as many as") or not said.says("holding") or len(kinds) + bool(trump) != 1:
        return None
    said.take(kinds)
    shown = trump or kinds[0].value
    return sum(shown in atoms(card) for card in hand) or None


def by_colour(found: Described) -> None:
    """Trump by a card: "the same colour as my 9"."""
    numbers = [token for token in found.said.tokens if token.kind == tags.NUMBER]
    if found.scene.kind != "trump" or len(numbers) != 1 or not found.said.says("colour of"):
        return
    colours = {card[0] for card in found.scene.hand if card[1:] == numbers[0].value}
    if len(colours) == 1:
        found.said.take(numbers)
        found.keep(lambda text: text.split()[1] in colours)
