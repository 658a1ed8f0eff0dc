"""Who has what, and what lies where, as conditions claim it."""

from __future__ import annotations

from collections.abc import Sequence

from games.words.conditions.claim import (
    Claim,
    Parsed,
    Test,
    Whose,
    enough,
    gone_in,
    is_named,
    of_whom,
)
from games.words.conditions.claim_birds import says_pile
from games.words.conditions.claim_rounds import or_parted
from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.lexicon.said import phrases

_WON = ("ANIMAL", "SPECIES")


def of_things(one: Parsed) -> Claim | None:
    """Who has what, or what lies where: "Bruno put down a 13", "row 4 still has two ducks"."""
    if "worth" in one.facts.figures and one.said.says("takes"):
        return None
    _take_another(one)
    is_hand = one.said.says("hand")
    things, test, whose = one.things, one.test, one.whose
    is_laid = "played" in one.facts.held and (one.said.says("laid") or _has_only_bids(one))
    is_card = not things and is_laid and test is not None and test.how in ("", ">=")
    if is_card and test is not None and not one.said.says("deck", "cards"):
        things = _numbered(one, test.number)
        test = None  # "Bruno's card is a 13"
    if not things:
        return None
    if not whose.seats and one.said.says("as object") and not one.said.says("laid"):
        whose = Whose((one.scene.seat,))  # "mi è rimasto il 4"
    if whose.seats and whose.how != "sum":
        place = _place_held(one, whose, things, is_hand=is_hand)
        seats = one.facts.held.get(place, ())
        holds = [_has(seats[seat], one, things, test) for seat in whose.seats] if seats else [None]
        truth = of_whom(whose, holds)
        if truth and place == "hand" and one.said.says("only"):
            truth = all(len(seats[seat] or ()) == 1 for seat in whose.seats)
        is_hidden = bool(seats) and None in holds and truth is None
        return Claim(truth, is_hidden, whose, "", test, things, place)
    places = _places_said(one)
    if not places or is_hand or not (one.said.says("has") or gone_in(one.said)):
        return None
    lying = [thing for place in places for thing in one.facts.lying[place]]
    if _are_cards(lying) != any(token.value.isupper() for token in things):
        return None  # cards are no animals
    return Claim(_has(lying, one, things, test), False, whose, "", test, things, " ".join(places))


def _numbered(one: Parsed, number: int) -> tuple[Token, ...]:
    """The word for the number of a card; "een" is often none."""
    numbers = (token for token in one.said.tokens if token.kind == tags.NUMBER)
    return tuple(token for token in numbers if token.value == str(number))


def _take_another(one: Parsed) -> None:
    """Count an "another" before a thing as read: "if there's another owl"."""
    listed = phrases(one.said.language, one.said.section, "another")
    places = (token.place - 1 for token in one.things if token.place)
    one.said.read.update(place for place in places if one.said.words[place] in listed)


def _are_cards(lying: Sequence[str]) -> bool:
    return any(any(map(str.isupper, thing)) for thing in lying)


def _place_held(one: Parsed, whose: Whose, things: Sequence[Token], *, is_hand: bool) -> str:
    """Where somebody has a thing: on the table, won, or in hand, which others do not see."""
    is_won = all(token.kind in _WON for token in things) and "collection" in one.facts.held
    is_own = whose.seats == (one.scene.seat,)
    is_bird = any(token.kind == "SPECIES" for token in things)
    if is_won and one.said.says("collected") and not is_hand:
        return "collection"
    formed = one.scene.values("family") if one.scene.kind == "family" else ()
    if not is_hand and one.test is None and all(token.value in formed for token in things):
        return "collection"  # of these enough are held
    if is_hand or (is_own and is_bird and not one.said.says("birds")):
        return "hand"
    if is_won:
        return "collection"
    is_laid = one.said.says("bid", "laid") and not (is_own and _has_laid_nothing(one))
    return "played" if is_laid or (not is_own and _has_only_bids(one)) else "hand"


def _has_only_bids(one: Parsed) -> bool:
    """Whether what others have can only be the bids that lie open, as one is chosen against them:
    "if Anna has a 3, too"."""
    return one.scene.kind == "reveal" and not one.said.says("hand", "points", "birds", "cards")


def _has_laid_nothing(one: Parsed) -> bool:
    """Whether none of the writer's own cards lies on the table: "if I've got a mountain card"."""
    played = one.facts.held.get("played", ())
    return not (played and played[one.scene.seat])


def _has(
    lying: Sequence[str] | None, one: Parsed, things: Sequence[Token], test: Test | None
) -> bool | None:
    """Whether so many of what is named lie there, or of one of several things with an "or" between
    them; None where that is not seen."""
    if lying is None:
        return None
    ways = or_parted(one) if tuple(things) == one.things else [list(things)]
    if (
        len(ways) == 1
        and len({token.value for token in things}) > 1
        and not test
        and _are_whole(things)
    ):
        return all(any(is_named(each, [token]) for each in lying) for token in things)
    if (
        len(ways) == 1
        and test
        and len({token.value for token in things}) > 1
        and _are_whole(things)
    ):
        return None  # "a magpie right of at least four ducks"
    count = sum(any(is_named(thing, way) for way in ways) for thing in lying)
    return enough(test).holds(count) if test is not None else count > 0


def _are_whole(things: Sequence[Token]) -> bool:
    """Whether each of these words is a thing of its own: an eagle and a lion."""
    return all(token.kind in _WON for token in things)


def _places_said(one: Parsed) -> list[str]:
    """The places of the table that are named, or all that things of this kind lie at."""
    tokens, lying = one.said.tokens, one.facts.lying
    if any(token.kind == "BIRD" for token in tokens):
        return ["discard"] if "discard" in lying and says_pile(one) else []
    named = [t.value for t in tokens if t.kind in (tags.ORDINAL, "NAMED_ROW")]
    for row in (t for t in tokens if t.kind == "ROW"):
        behind = [t.value for t in tokens if t.kind == tags.NUMBER and t.place == row.end]
        named = behind or named
    rows = [f"row {number}" for number in named if f"row {number}" in lying]
    return rows or [place for place in lying if not place.startswith("bird")]
