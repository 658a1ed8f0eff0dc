"""What conditions may claim, one kind after the other: how people stand, what they have, what lies
where, what an order takes, what can be done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from games.words.conditions.claim import (
    Claim,
    Parsed,
    Test,
    Whose,
    enough,
    exact,
    gone_in,
    is_named,
    of_whom,
)
from games.words.conditions.claim_again import held_again, held_by_others
from games.words.conditions.claim_birds import OF_BIRDS
from games.words.conditions.claim_standing import BEYOND, of_standing, stands
from games.words.conditions.claim_things import of_things
from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.positions.evidence import atoms

_FIGURES = ("lacks", "bid", "kinds", "birds", "points", "taken", "cards", "talisman", "dealer")
_SAID_ALONE = ("lacks", "talisman", "dealer")
"""Of these one has some or none: "if I still need one"."""
_OF_BID = {"is done": Test("==", 0), "over the bid": Test("<", 0), "under the bid": Test(">", 0)}
"""How the tricks that somebody took stand to his bid."""
_AT = ("stands at", "negative", "positive")


def _of_leaders(one: Parsed) -> Claim | None:
    """Who leads a species: "the lion's leader is still nobody's"."""
    if not (one.facts.owners and one.said.says("leader") and len(one.things) == 1):
        return None
    owner = one.facts.owners.get(one.things[0].value)
    whose = one.whose
    if whose.how == "none":
        return Claim(owner is None, whose=whose, figure="leader", things=one.things)
    truth = owner in whose.seats if whose.seats else None
    return Claim(truth, whose=whose, figure="leader", things=one.things)


def _of_gains(one: Parsed) -> Claim | None:
    """What one order takes: "if robins on the left of row 3 take the magpies"."""
    gains = one.facts.gains
    if not gains or not one.said.says("takes"):
        return None
    places = [t for t in one.said.tokens if t.kind in ("SIDE", "ROW", "NAMED_ROW", tags.ORDINAL)]
    rows = [t.value for t in places if t.kind in ("NAMED_ROW", tags.ORDINAL)]
    sides = [t.value for t in places if t.kind == "SIDE"]
    numbers = [t for t in one.said.tokens if t.kind == tags.NUMBER and t not in _counts(one)]
    rows += [t.value for t in numbers[:1]]
    held = [t.value for t in one.things if t.value in one.scene.hand]
    wanted = [t for t in one.things if t.value not in one.scene.hand]
    meant = [*held[:1], *rows[:1], *sides[:1]]
    fitting = [text for text in gains if set(meant) <= atoms(text)]
    one.said.take([*places, *numbers])
    counts = [int(token.value) for token in _counts(one)]
    test = Test(">=", counts[0]) if len(counts) == 1 else None
    if not places and not held:
        return Claim(things=tuple(wanted), test=test, way="takes")
    if not (rows and sides) or len(fitting) != 1:
        return None
    claim = Claim(things=tuple(wanted), test=test, order=fitting[0])
    return replace(claim, truth=takes_it(gains[fitting[0]], claim))


def takes_it(taken: Sequence[str], claim: Claim) -> bool:
    """Whether these birds are what a claim says to be taken, in the number that it says."""
    if not claim.things:
        return bool(taken)
    least = claim.test.number if claim.test is not None and len(claim.things) == 1 else 1
    return all(taken.count(thing.value) >= least for thing in claim.things)


def _counts(one: Parsed) -> list[Token]:
    """The numbers that stand before things."""
    ends = {token.place for token in one.counted}
    return [t for t in one.said.tokens if t.kind == tags.NUMBER and t.end in ends]


def _of_comparing(one: Parsed) -> Claim | None:
    """Of which of two colours the writer holds more: "do I have more yellow than blue"."""
    is_more, is_less = one.said.says("is more"), one.said.says("is less")
    kinds = {token.kind for token in one.things}
    if len(one.things) == 1 and one.said.says("all else") and is_more and one.test is None:
        return _of_most(one)
    if len(one.things) != 2 or len(kinds) > 1 or not (is_more or is_less) or one.test is not None:
        return None
    if one.whose.seats not in ((), (one.scene.seat,)):
        return None
    first, second = (
        sum(is_named(card, [thing]) for card in one.scene.hand) for thing in one.things
    )
    return Claim(first > second if is_more else first < second, things=one.things)


def _of_most(one: Parsed) -> Claim | None:
    """Whether the writer holds more of a colour than of all else."""
    count = sum(is_named(card, one.things) for card in one.scene.hand)
    return Claim(count > len(one.scene.hand) - count, things=one.things)


def _of_figures(one: Parsed) -> Claim | None:
    """How many somebody bid, took, needs or has: "if Elena said three"."""
    figures, test, whose = one.facts.figures, one.test, one.whose
    if one.things:
        return None
    if one.said.says("deck") and one.facts.deck is not None and test is not None:
        return Claim(enough(test).holds(one.facts.deck), figure="deck", test=test)
    if one.said.says("deck"):
        return None  # how many cards it has is not read
    names = [name for name in _FIGURES if name in figures and one.said.says(name)]
    for way, number in _OF_BID.items():
        if "lacks" in figures and one.said.says(way):
            names, test = ["lacks"], number
    is_open = one.scene.kind == "bid" and not whose.seats and test is not None
    if names[:1] == ["bid"] and is_open:
        names = ["bid"]
        whose = Whose(tuple(range(len(one.scene.view.players))), "sum")  # "if 5 have been bid"
    is_sum = whose.how == "sum" and one.scene.kind == "bid" and "bid" in figures
    if is_sum and names in ([], ["taken"]) and test is not None:
        names = ["bid"]
    if not names and test is not None and len(whose.seats) == 1 and one.said.says(*_AT):
        names = [one.facts.level]
    if not names or (names == ["cards"] and not whose.seats and not one.said.says("hand")):
        return None
    whose = whose if whose.seats else Whose((one.scene.seat,))
    return Claim(_counted(one, names[0], whose, test), False, whose, names[0], test)


def _of_worth(one: Parsed) -> Claim | None:
    """How many birds the one family brings: "if it brings two birds"."""
    if not ("worth" in one.facts.figures and one.said.says("takes") and one.said.says("birds")):
        return None
    numbers = [t for t in one.said.tokens if t.kind == tags.NUMBER and t not in _counts(one)]
    worth = one.facts.figures["worth"][one.scene.seat]
    if len(numbers) != 1 or worth is None:
        return None
    return Claim(worth == int(numbers[0].value), test=Test("", int(numbers[0].value)))


def _counted(one: Parsed, figure: str, whose: Whose, test: Test | None) -> bool | None:
    numbers = [one.facts.figures[figure][seat] for seat in whose.seats]
    if whose.how == "sum":
        known = [number for number in numbers if number is not None]
        return exact(test).holds(sum(known)) if test is not None and known else None
    if test is None and figure not in _SAID_ALONE:
        return None
    way = exact if figure == "bid" else enough
    asked = Test(">", 0) if test is None else way(test)
    return of_whom(whose, [None if one is None else asked.holds(one) for one in numbers])


def _of_ability(one: Parsed) -> Claim | None:
    """That something can be done, or cannot, or is gone or still there: whoever knows what is meant
    tries it."""
    is_gone = bool(gone_in(one.said))
    is_said = one.said.says("able") or is_gone or (not one.things and one.said.says("still there"))
    is_plain = not one.whose.seats[1:] and one.test is None
    return Claim(way="able", things=one.things) if is_said and is_plain else None


def elliptic(one: Parsed, earlier: Claim | None) -> Claim:
    """What is said of the same as before: "if it's less", "if he went to 3 or above"."""
    if earlier is None:
        return Claim()
    one.said.says(*_FIGURES)
    if earlier.place in one.facts.held and earlier.things and not one.things:
        found = held_by_others(one, earlier) or held_again(one, earlier)
        if found is not None:
            return found
    if one.said.says("other") and earlier.truth is not None and not one.things:
        return replace(earlier, truth=not earlier.truth)
    whose = one.whose if one.whose.seats else earlier.whose
    figure = earlier.figure if earlier.figure in one.facts.figures else ""
    makers = (_as_others, _as_many, _beyond, _as_level, _same_figure)
    claims = (make(one, earlier, whose, figure) for make in makers if not one.things)
    return next((claim for claim in claims if claim is not None), Claim())


def _as_others(one: Parsed, earlier: Claim, whose: Whose, figure: str) -> Claim | None:
    """Who else has what one has or has not: "if somebody else does", behind "if I'm the dealer"."""
    is_other = bool(one.whose.seats) and one.whose.seats != earlier.whose.seats
    if figure not in _SAID_ALONE or one.test is not None or not is_other:
        return None
    any_of = whose._replace(how="any") if whose.how == "sum" else whose
    numbers = [one.facts.figures[figure][seat] for seat in any_of.seats]
    holds = [None if number is None else number > 0 for number in numbers]
    return Claim(of_whom(any_of, holds), whose=whose, figure=figure)


def _as_many(one: Parsed, earlier: Claim, whose: Whose, figure: str) -> Claim | None:
    """How many of the same lie there: "if there's only one left"."""
    places = [place for place in _placed(earlier.place) if place in one.facts.lying]
    if one.test is None or not (earlier.things and places) or one.whose.seats or figure:
        return None
    lying = [thing for place in places for thing in one.facts.lying[place]]
    count = sum(is_named(thing, earlier.things) for thing in lying)
    truth = enough(one.test).holds(count)
    return replace(earlier, truth=truth, test=one.test, is_denied=False, whose=whose)


def _placed(place: str) -> Sequence[str]:
    """The places of a claim: one, or rows by their numbers."""
    words = place.split(" ")
    return [place] if words[0] != "row" else [f"row {number}" for number in words[1::2]]


def _beyond(one: Parsed, earlier: Claim, whose: Whose, figure: str) -> Claim | None:
    """Who has more or less than the writer: "se ne ha di meno", behind "se Daan ha più carte"."""
    own = one.scene.seat
    if not figure or earlier.way not in BEYOND or one.test is not None:
        return None
    ways = [way for way, name in BEYOND.items() if one.said.says(name)]
    if len(ways) != 1:
        return None
    others = [seat for seat in whose.seats if seat != own]
    numbers = one.facts.figures[figure]
    holds = [stands(numbers, seat, [own], ways[0], None) for seat in others] or [None]
    return Claim(of_whom(whose, holds), whose=whose, figure=figure, way=ways[0])


def _as_level(one: Parsed, earlier: Claim, whose: Whose, figure: str) -> Claim | None:
    """Who else is as high as the writer, behind a claim that somebody is."""
    if earlier.way != "level" or not one.whose.seats or _test_again(one, earlier) is not None:
        return None
    numbers = one.facts.figures[figure] if figure else ()
    own = numbers[one.scene.seat] if numbers else None
    holds = [numbers[seat] == own for seat in whose.seats] if own is not None else [None]
    return Claim(of_whom(whose, holds), whose=whose, figure=figure, way="level")


def _same_figure(one: Parsed, earlier: Claim, whose: Whose, figure: str) -> Claim | None:
    """Another number of the same."""
    is_deck = earlier.figure == "deck" and one.facts.deck is not None and not one.whose.seats
    test = _test_again(one, earlier) if figure or is_deck else None
    if test is None:
        return None
    if one.facts.deck is not None and not figure:
        return Claim(enough(test).holds(one.facts.deck), figure="deck", test=test)
    return Claim(_counted(one, figure, whose, test), False, whose, figure, test)


def _test_again(one: Parsed, earlier: Claim) -> Test | None:
    """The number that is said, or the earlier one, with a "more" or "less"."""
    if one.test is not None or earlier.test is None:
        return one.test
    way = "<" if one.said.says("is less") else ">" if one.said.says("is more") else ""
    return Test(way, earlier.test.number) if way else None


KINDS: Sequence[Callable[[Parsed], Claim | None]] = (
    _of_leaders,
    *OF_BIRDS,
    _of_comparing,
    of_standing,
    _of_gains,
    of_things,
    _of_worth,
    _of_figures,
    _of_ability,
)
