"""Reading one step of the notation, forgivingly.

Upper and lower case are one; spaces, commas and the like separate or are missing (`hatch 2 mk`,
`grow5mv1`); articles, `card`, `bird`, `on`, `to`, `with`, `and`, `of`, `from` say nothing.

Cards. The suits may come in any order (`2KM`) and be few, as long as one card of the hand is
meant: `5M` is the one 5 of Moons. Ranks and suits may be words (`5 of Moons and Leaves`, `ace of
knots`, `the excuse`); `1M` is `AM`.

Shorthands, settled here where the notation leaves them open:
- `hatch`, `discard`: `lowest`, `highest`, or `any` (the lowest) of the cards that may be used.
  Ranks go A, 2 to 9, C, then Pawn, Court, Excuse; in a rank the card first in written order.
- `grow lowest 2`: of the cards that bird 2 takes; without a bird: of those that any bird takes. The
  bird may be left out where one alone takes the card.
- `draw any` is `draw deck`.
- at the end of a year `best`, `grow best` and `grow any` place what scores most; `done` and `grow
  none` place nothing.

Codes of OrderSyntaxError: `empty`, `too-long` (most), `unknown-word` (word), `no-verb`,
`two-verbs`, `shape` (verb). Of AmbiguousOrderError: `which-card`, `which-bird`. Of
IllegalOrderError: `nothing-fits` (verb) for a shorthand without a card, and those of `legal`. All
carry the text and an example that would work.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.catalogue.emu_ranchers.rules.birds import Bird, can_hatch, grown, takes
from games.catalogue.emu_ranchers.rules.cards import CANONICAL, Cards
from games.catalogue.emu_ranchers.rules.growth import best_growth, growth_order
from games.catalogue.emu_ranchers.rules.legal import VERBS, check_awaited, check_order, legal_orders
from games.catalogue.emu_ranchers.rules.orders import (
    DONE,
    DRAW_DECK,
    DRAW_DISCARD,
    EmuOrder,
    format_order,
)
from games.catalogue.emu_ranchers.rules.state import EmuState
from games.catalogue.emu_ranchers.rules.wording import (
    MOST_QUOTED,
    CardWord,
    SpelledStep,
    read,
)
from games.rules.protocol import (
    AmbiguousOrderError,
    IllegalOrderError,
    OrderError,
    OrderSyntaxError,
    Seat,
)

MOST_CANDIDATES = 6
USUAL_BIRDS = 12
_PLAIN = {
    format_order(order): order
    for order in (
        *(EmuOrder(verb, (card,)) for verb in ("hatch", "discard") for card in CANONICAL),
        *(
            EmuOrder("grow", (card,), (bird,))
            for card in CANONICAL
            for bird in range(1, USUAL_BIRDS + 1)
        ),
        DRAW_DECK,
        DRAW_DISCARD,
        DONE,
    )
}
"""Orders by exactly canonical text, read without search: nearly all of a journal."""


def parse_order(state: EmuState, seat: Seat, text: str) -> EmuOrder:
    """The order that the text means in this position.

    Raises OrderSyntaxError, IllegalOrderError or AmbiguousOrderError; never anything else.
    """
    check_awaited(state, seat)
    try:
        plain = _PLAIN.get(text)
        if plain is not None:
            check_order(state, seat, plain)
            return plain
        words = read(text)
        if words.verb == "best" and state.phase == "growth":
            words.verb, words.shorthands = "grow", ["best", *words.shorthands]
        if words.verb not in VERBS[state.phase]:
            raise IllegalOrderError("not-now", verb=words.verb, kind=state.phase)
        order = _MEANINGS[words.verb](state, seat, words)
        check_order(state, seat, order)
    except OrderError as error:
        error.text = text[:MOST_QUOTED]
        error.example = format_order(next(legal_orders(state, seat)))
        raise
    return order


def _hatch(state: EmuState, seat: Seat, words: SpelledStep) -> EmuOrder:
    usable = tuple(card for card in state.hands[seat] if can_hatch(card))
    return EmuOrder("hatch", (_single_card(state, seat, words, usable),))


def _discard(state: EmuState, seat: Seat, words: SpelledStep) -> EmuOrder:
    return EmuOrder("discard", (_single_card(state, seat, words, state.hands[seat]),))


def _single_card(state: EmuState, seat: Seat, words: SpelledStep, usable: Cards) -> str:
    if words.source or len(words.things) + len(words.shorthands) != 1:
        raise OrderSyntaxError("shape", verb=words.verb)
    if words.shorthands:
        return _picked(words, usable)
    (thing,) = words.things
    if isinstance(thing, int):
        raise OrderSyntaxError("shape", verb=words.verb)
    return _card(state.hands[seat], thing, f"{words.verb} {{}}")


def _picked(words: SpelledStep, usable: Sequence[str]) -> str:
    """The card that a shorthand picks."""
    if words.shorthands[0] not in ("lowest", "highest", "any"):
        raise OrderSyntaxError("shape", verb=words.verb)
    if not usable:
        raise IllegalOrderError("nothing-fits", verb=words.verb)
    if words.shorthands[0] == "highest":
        rank = usable[-1][0]
        return next(card for card in usable if card[0] == rank)
    return usable[0]


def _card(hand: Cards, word: CardWord, pattern: str) -> str:
    """The one card of the hand that is meant."""
    fitting = [card for card in hand if word.fits(card)]
    if not fitting:
        raise IllegalOrderError("not-in-hand", cards=(word.nearest(),))
    if len(fitting) > 1:
        candidates = [pattern.format(card) for card in fitting[:MOST_CANDIDATES]]
        raise AmbiguousOrderError("which-card", candidates=candidates)
    return fitting[0]


def _grow(state: EmuState, seat: Seat, words: SpelledStep) -> EmuOrder:
    if words.source:
        raise OrderSyntaxError("shape", verb="grow")
    hand, birds = state.hands[seat], state.birds[seat]
    if words.shorthands:
        return _grow_picked(state, seat, words)
    if not words.things or isinstance(words.things[0], int):
        raise OrderSyntaxError("shape", verb="grow")
    return _grow_named(hand, list(birds), words.things)


def _grow_picked(state: EmuState, seat: Seat, words: SpelledStep) -> EmuOrder:
    """`grow lowest 2`, `grow any`; at the end of a year `grow best` and `grow none`."""
    hand, birds = state.hands[seat], state.birds[seat]
    if len(words.shorthands) > 1 or len(words.things) > 1:
        raise OrderSyntaxError("shape", verb="grow")
    if state.phase == "growth" and not words.things:
        if words.shorthands[0] in ("best", "any"):
            return best_growth(birds, hand)
        if words.shorthands[0] == "none":
            return DONE
    chosen: Sequence[int] = range(1, len(birds) + 1)
    if words.things:
        number = words.things[0]
        if not isinstance(number, int):
            raise OrderSyntaxError("shape", verb="grow")
        if number not in chosen:
            raise IllegalOrderError("no-such-bird", bird=number, birds=len(birds))
        chosen = (number,)
    usable = [card for card in hand if any(takes(birds[number - 1], card) for number in chosen)]
    card = _picked(words, usable)
    return growth_order([(card, _only_bird(birds, card, chosen))])


def _grow_named(hand: Cards, birds: list[Bird], things: Sequence[CardWord | int]) -> EmuOrder:
    """Cards each followed by its bird's number, which may be missing where only one bird fits."""
    placed: list[tuple[str, int]] = []
    place = 0
    while place < len(things):
        word = things[place]
        if isinstance(word, int):
            raise OrderSyntaxError("shape", verb="grow")
        following = things[place + 1] if place + 1 < len(things) else None
        card = _card(hand, word, _pattern(placed, following))
        if isinstance(following, int):
            number, place = following, place + 2
        else:
            number, place = _only_bird(birds, card, range(1, len(birds) + 1), placed), place + 1
        placed.append((card, number))
        if 1 <= number <= len(birds) and takes(birds[number - 1], card):
            birds[number - 1] = grown(birds[number - 1], card)
    return growth_order(placed)


def _pattern(placed: Sequence[tuple[str, int]], following: CardWord | int | None) -> str:
    """How an order with a card still to be chosen would be written."""
    before = [f"{card} {bird}" for card, bird in placed]
    return " ".join(
        ["grow", *before, "{}", *([str(following)] if isinstance(following, int) else [])]
    )


def _only_bird(
    birds: Sequence[Bird],
    card: str,
    numbers: Sequence[int],
    placed: Sequence[tuple[str, int]] = (),
) -> int:
    fitting = [number for number in numbers if takes(birds[number - 1], card)]
    if len(fitting) == 1:
        return fitting[0]
    if not fitting:
        raise IllegalOrderError("nothing-fits", verb="grow")
    orders = [growth_order([*placed, (card, number)]) for number in fitting[:MOST_CANDIDATES]]
    raise AmbiguousOrderError("which-bird", candidates=[format_order(order) for order in orders])


def _draw(state: EmuState, seat: Seat, words: SpelledStep) -> EmuOrder:
    if words.things or len(words.shorthands) + bool(words.source) != 1:
        raise OrderSyntaxError("shape", verb="draw")
    if words.source == "discard":
        return DRAW_DISCARD
    if words.source == "deck" or words.shorthands == ["any"]:
        return DRAW_DECK
    raise OrderSyntaxError("shape", verb="draw")


def _done(state: EmuState, seat: Seat, words: SpelledStep) -> EmuOrder:
    if words.things or words.shorthands or words.source:
        raise OrderSyntaxError("shape", verb="done")
    return DONE


_MEANINGS: dict[str, Callable[[EmuState, Seat, SpelledStep], EmuOrder]] = {
    "hatch": _hatch,
    "grow": _grow,
    "discard": _discard,
    "draw": _draw,
    "done": _done,
}
