"""Single cards and signs as inline SVGs that refer to the sprite."""

from __future__ import annotations

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.catalogue.emu_ranchers.presentation.vocabulary import EXCUSE, card_name, is_card
from games.presentation.drawings import BACK, NOTHING, Drawings
from games.presentation.values import UnknownWordError
from games.presentation.words import gettext as _

_DRAWINGS = Drawings("er")
sign, icon = _DRAWINGS.sign, _DRAWINGS.icon
DECK, DISCARD = "deck", "discard"

_ART = {
    1: ((22, 26, 32),),
    2: ((22, 20, 24), (31, 43, 24)),
    3: ((21, 19, 20), (36, 36, 20), (20, 50, 20)),
}
"""Where the large suits of a card stand: x, y and size, by their number."""

_SIGNS = {"C": "crown", "P": "wild", "T": "wild", EXCUSE: "fool"}


def card(code: str) -> SafeString:
    """A card, a card's `back`, or what an order's value stands for, with its name.

    A value is a card with its bird (`5MV 1`: the card), `deck` (a back) or `discard` (a pile that
    lies open). Raises UnknownWordError for anything else.
    """
    if code == BACK:
        return _DRAWINGS.framed("back", _("a card, face down"), sign("feather", 12, 24, 36))
    if code == DECK:
        return _DRAWINGS.framed("back", _("the deck"), sign("feather", 12, 24, 36))
    if code == DISCARD:
        return _DRAWINGS.framed("open", _("the discard pile"), _fan())
    code = code.partition(" ")[0]
    if not is_card(code):
        raise UnknownWordError(f"no card {code!r}")
    return _DRAWINGS.framed("face-up", card_name(code), _index(code) + _art(code) + _foot(code))


def suit(letter: str, x: int, y: int, size: int) -> SafeString:
    """A suit in its colour, inside another drawing."""
    return sign(f"suit-{letter}", x, y, size, f"er-{letter}")


def _index(code: str) -> SafeString:
    """The left edge, which stays in sight when another card lies on this one."""
    suits = [(suit(letter, 4, 27 + 15 * place, 14),) for place, letter in enumerate(code[1:])]
    return format_html(
        '<text class="er-rank" x="11" y="22" aria-hidden="true">{}</text>{}',
        code[0],
        format_html_join("", "{}", suits),
    )


def _art(code: str) -> SafeString:
    drawn = [
        (suit(letter, *place),)
        for letter, place in zip(code[1:], _ART.get(len(code) - 1, ()), strict=True)
    ]
    special = _SIGNS.get(code[0])
    if code == EXCUSE:
        return sign("fool", 16, 28, 36)
    corner = sign(special, 42, 6, 12) if special else NOTHING
    return format_html_join("", "{}", drawn) + corner


def _fan() -> SafeString:
    return format_html(
        '<rect class="er-sheet" x="10" y="26" width="26" height="38" rx="4"/>'
        '<rect class="er-sheet" x="24" y="20" width="26" height="38" rx="4"/>{}',
        sign("feather", 28, 30, 18),
    )


def _foot(code: str) -> SafeString:
    return _DRAWINGS.text("code", 55, 79, code)
