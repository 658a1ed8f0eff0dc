"""Reading one step of the notation, forgivingly.

Upper and lower case are one; spaces, commas and the like separate or are missing (`play r 13`,
`PlayR13`, `play the 13 of red`); a wizard may be `Z`, `W` or `wizard`, a jester `N`, `J` or
`jester`, a colour its letter or its English name. A colour or a number alone will do where only
one legal card has it.

Shorthands, settled here where the notation leaves them open. Low and high mean: jester, numbers,
trumps by number, wizard; among equals the card first in written order counts (R, B, G, Y).
- `play lowest`, `play highest`: of the legal cards.
- `play cheapest`: the lowest legal card that takes the trick as it lies; `play duck`: the highest
  that does not. Both are refused where nothing lies yet or no card fits, so that an `or` after
  them is tried, or the player is asked.
- `bid lowest`, `bid highest`: of the legal bids.
- `trump any`, `bid any`, `play any`: what silence would mean.

Codes of OrderSyntaxError: `empty`, `too-long` (most), `unknown-word` (word), `no-verb`,
`two-verbs`, `shape` (verb): words that make no such order. Of IllegalOrderError: see `legal`, and
`none-fits` (word), `nothing-lies`, `cannot-take`, `cannot-duck`. Of AmbiguousOrderError:
`which-card`. All carry the text and an example that would work.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from games.catalogue.wizard.rules.cards import CANONICAL, VALUE
from games.catalogue.wizard.rules.default_orders import (
    cheapest_taker,
    default_order,
    highest,
    highest_ducker,
    lowest,
)
from games.catalogue.wizard.rules.legal import check_awaited, check_order, legal_cards, legal_values
from games.catalogue.wizard.rules.orders import CANONICAL as CANONICAL_ORDERS
from games.catalogue.wizard.rules.orders import VALUES, WizardOrder, format_order
from games.catalogue.wizard.rules.state import WizardState
from games.rules.protocol import (
    AmbiguousOrderError,
    IllegalOrderError,
    OrderError,
    OrderSyntaxError,
    Seat,
)

MOST_CHARACTERS = 200
MOST_QUOTED = 80

_COLOURS = {"red": "R", "blue": "B", "green": "G", "yellow": "Y"}
_COLOURS |= {letter.lower(): letter for letter in _COLOURS.values()}
_SPECIALS = {"wizard": "Z", "z": "Z", "w": "Z", "jester": "N", "n": "N", "j": "N"}
_SHORTHANDS = frozenset(("lowest", "highest", "cheapest", "duck", "any"))
_SILENT = frozenset(("a", "an", "the", "of", "my", "with", "and", "card", "trick", "tricks"))
_TOKEN = re.compile(r"(?<![^\W_])-[0-9]+|[0-9]+|[a-z]+|[^\W_]")
_GLUED = re.compile(
    "|".join(sorted((*VALUES, *_COLOURS, *_SPECIALS, *_SHORTHANDS), key=len, reverse=True))
)


@dataclass(slots=True)
class _Words:
    """The words of a text, sorted by what they are."""

    verb: str = ""
    cards: list[str] = field(default_factory=list)
    colours: list[str] = field(default_factory=list)
    numbers: list[str] = field(default_factory=list)
    shorthands: list[str] = field(default_factory=list)

    def only(self, name: str) -> str | None:
        """The single word of this sort, if there is no other beside the verb."""
        sorts = (self.cards, self.colours, self.numbers, self.shorthands)
        words: list[str] = getattr(self, name)
        return words[0] if len(words) == 1 == sum(map(len, sorts)) else None


def parse_order(state: WizardState, seat: Seat, text: str) -> WizardOrder:
    """The order that the text means in this position.

    Raises OrderSyntaxError, IllegalOrderError or AmbiguousOrderError; never anything else.
    """
    check_awaited(state, seat)
    try:
        order = CANONICAL_ORDERS.get(text) or _forgiving(state, seat, text)
        check_order(state, seat, order)
    except OrderError as error:
        error.text = text[:MOST_QUOTED]
        error.example = format_order(WizardOrder(state.phase, legal_values(state, seat)[0]))
        raise
    return order


def _forgiving(state: WizardState, seat: Seat, text: str) -> WizardOrder:
    words = _read(text)
    if words.verb != state.phase:
        raise IllegalOrderError("not-now", verb=words.verb, kind=state.phase)
    return _MEANINGS[words.verb](state, seat, words)


def _read(text: str) -> _Words:
    if len(text) > MOST_CHARACTERS:
        raise OrderSyntaxError("too-long", most=MOST_CHARACTERS)
    words = _Words()
    before = ""
    for word in _split(text.lower()):
        if word in VALUES:
            if words.verb:
                raise OrderSyntaxError("two-verbs")
            words.verb = word
        elif word.isascii() and word.isdecimal() and before in _COLOURS:
            words.cards.append(_card(words.colours.pop(), word))
        else:
            _sort(words, word)
        before = word
    if not words.verb:
        nothing = not (words.cards or words.colours or words.numbers or words.shorthands)
        raise OrderSyntaxError("empty" if nothing else "no-verb")
    return words


def _sort(words: _Words, word: str) -> None:
    if word.isascii() and word.isdecimal():
        words.numbers.append(word.lstrip("0") or "0")
    elif word in _SPECIALS:
        words.cards.append(_SPECIALS[word])
    elif word in _COLOURS:
        words.colours.append(_COLOURS[word])
    elif word in _SHORTHANDS:
        words.shorthands.append(word)
    elif word not in _SILENT:
        raise OrderSyntaxError("unknown-word", word=word)


def _split(text: str) -> Iterable[str]:
    """The words of a text, those written together parted."""
    for word in _TOKEN.findall(text):
        parts = [] if word in _SILENT else _GLUED.findall(word)
        if parts and "".join(parts) == word:
            yield from parts
        else:
            yield word


def _card(colour: str, number: str) -> str:
    card = colour + (number.lstrip("0") or "0")
    if card not in CANONICAL:
        raise OrderSyntaxError("unknown-word", word=card)
    return card


def _trump(state: WizardState, seat: Seat, words: _Words) -> WizardOrder:
    if words.only("shorthands") == "any":
        return default_order(state, seat)
    colour = words.only("colours")
    if colour is None:
        raise OrderSyntaxError("shape", verb="trump")
    return WizardOrder("trump", colour)


def _bid(state: WizardState, seat: Seat, words: _Words) -> WizardOrder:
    legal = legal_values(state, seat)
    match words.only("shorthands"):
        case "any":
            return default_order(state, seat)
        case "lowest":
            return WizardOrder("bid", legal[0])
        case "highest":
            return WizardOrder("bid", legal[-1])
    number = words.only("numbers")
    if number is None:
        raise OrderSyntaxError("shape", verb="bid")
    return WizardOrder("bid", number)


def _play(state: WizardState, seat: Seat, words: _Words) -> WizardOrder:
    card = words.only("cards")
    if card is None and len(words.colours) == len(words.numbers) == 1:
        if words.cards or words.shorthands:
            raise OrderSyntaxError("shape", verb="play")
        card = _card(words.colours[0], words.numbers[0])
    if card is not None:
        return WizardOrder("play", card)
    shorthand = words.only("shorthands")
    if shorthand is not None:
        return _PICKS[shorthand](state, seat)
    return WizardOrder("play", _only_card(state, seat, words))


def _only_card(state: WizardState, seat: Seat, words: _Words) -> str:
    """The one legal card of a colour or number that stands alone."""
    colour, number = words.only("colours"), words.only("numbers")
    if colour is None and number is None:
        raise OrderSyntaxError("shape", verb="play")
    fitting = [
        card
        for card in legal_cards(state, seat)
        if card[0] == colour or (len(card) > 1 and str(VALUE[card]) == number)
    ]
    if not fitting:
        raise IllegalOrderError("none-fits", word=colour or number)
    if len(fitting) > 1:
        raise AmbiguousOrderError("which-card", candidates=[f"play {card}" for card in fitting])
    return fitting[0]


def _extreme(
    pick: Callable[[WizardState, tuple[str, ...]], str],
) -> Callable[[WizardState, Seat], WizardOrder]:
    return lambda state, seat: WizardOrder("play", pick(state, legal_cards(state, seat)))


def _cheapest(state: WizardState, seat: Seat) -> WizardOrder:
    return _against_trick(state, cheapest_taker(state, legal_cards(state, seat)), "cannot-take")


def _duck(state: WizardState, seat: Seat) -> WizardOrder:
    return _against_trick(state, highest_ducker(state, legal_cards(state, seat)), "cannot-duck")


def _against_trick(state: WizardState, card: str | None, code: str) -> WizardOrder:
    if not state.trick:
        raise IllegalOrderError("nothing-lies")
    if card is None:
        raise IllegalOrderError(code)
    return WizardOrder("play", card)


_PICKS: dict[str, Callable[[WizardState, Seat], WizardOrder]] = {
    "lowest": _extreme(lowest),
    "highest": _extreme(highest),
    "cheapest": _cheapest,
    "duck": _duck,
    "any": default_order,
}

_MEANINGS: dict[str, Callable[[WizardState, Seat, _Words], WizardOrder]] = {
    "trump": _trump,
    "bid": _bid,
    "play": _play,
}
