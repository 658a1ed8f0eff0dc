"""How people stand, as conditions claim it: who is ahead of whom, or level."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.words.conditions.claim import Claim, Parsed, Test, Whose, enough, of_whom
from games.words.lexicon.said import Phrases, phrases
from games.words.lexicon.vocabulary import given_names, plain_of
from games.words.positions.game_words import words_of

BEYOND = {"ahead": "is more", "behind": "is less"}
_STANDING = ("ahead", "behind", "level")
_NAMED = ("points", "birds", "kinds", "taken", "cards", "bid")


def of_standing(one: Parsed) -> Claim | None:
    """Who is ahead of whom, or level: "Anna's ahead of me", "if I were leading"."""
    if one.said.says("deck"):
        return None
    extremes = [name for name in ("most", "fewest") if one.said.says(name)]
    ways = _ways(one)
    if (against := _of_all_against(one)) is not None:
        return against
    compared = ["most"] * one.said.says("is more") or ["fewest"] * one.said.says("is less")
    is_of_all = one.whose.how in ("sum", "any") and one.test is None and one.said.says("me")
    if compared and is_of_all and not one.things:
        one, extremes = replace(one, whose=Whose()), compared  # "fewer birds than anyone else"
    if one.things or one.whose.how == "sum" or not (ways or extremes):
        return None
    figure = _figure(one, ways)
    numbers = one.facts.figures.get(figure, ())
    if all(number is None for number in numbers):
        return None
    whose = one.whose if one.whose.seats else Whose((one.scene.seat,))
    if extremes:
        known = [number for number in numbers if number is not None]
        best = min(known) if "fewest" in extremes else max(known)
        truth = of_whom(whose, [numbers[seat] == best for seat in whose.seats])
        return Claim(truth, whose=whose, figure=figure)
    return _compared(one, whose, ways[0], figure)


def _ways(one: Parsed) -> list[str]:
    """In which ways somebody stands to somebody, as it is said; "has more" where nothing is
    counted: not "if I've got fewer", of things that were spoken of."""
    ways = [name for name in _STANDING if one.said.says(name)]
    is_of_things = one.earlier is not None and bool(one.earlier.things)
    if ways or is_of_things or one.test is not None:
        return ways
    if not one.whose.seats and not one.said.says("as object"):
        return []
    return ["ahead"] * one.said.says("is more") or ["behind"] * one.said.says("is less")


def _figure(one: Parsed, ways: Sequence[str]) -> str:
    """In what they are compared: what is named, what was compared before, or what is usual."""
    spoken = [name for name in _NAMED if name in one.facts.figures and one.said.says(name)]
    same = one.earlier.figure if one.earlier is not None and one.earlier.way in BEYOND else ""
    spoken = spoken or [same] * (same in one.facts.figures and ways != ["level"])
    return (spoken or [one.facts.level if ways == ["level"] else one.facts.usual])[0]


def _compared(one: Parsed, whose: Whose, way: str, figure: str) -> Claim:
    """Whether these stand so to their rivals."""
    numbers = one.facts.figures[figure]
    seats, rivals = _rivals(one, whose)
    holds = [stands(numbers, seat, rivals, way, one.test) for seat in seats]
    truth = of_whom(Whose(tuple(seats), whose.how), holds)
    own = (one.scene.seat,)
    if own[0] in rivals:  # "ahead" may be of everybody, or of the writer
        beside = [stands(numbers, seat, own, way, one.test) for seat in seats]
        truth = truth if of_whom(Whose(tuple(seats), whose.how), beside) == truth else None
    return Claim(truth, whose=whose, figure=figure, test=one.test, way=way)


def _of_all_against(one: Parsed) -> Claim | None:
    """Whether anybody, or nobody, has more or less than one who is named: "if nobody has more birds
    than Lotte"."""
    said, whose = one.said, one.whose
    if (
        len(whose.seats) != 1
        or whose.seats[0] == one.scene.seat
        or one.test is not None
        or one.things
    ):
        return None
    how = "none" if said.says("nobody") else "any" if said.says("anyone") else ""
    ways = ["ahead"] * said.says("is more") or ["behind"] * said.says("is less")
    named = [name for name in _NAMED if name in one.facts.figures and said.says(name)]
    if not how or not ways or not said.says("than"):
        return None
    numbers = one.facts.figures.get((named or [one.facts.usual])[0], ())
    seats = [seat for seat in range(len(numbers)) if seat not in whose.seats]
    holds = [stands(numbers, seat, whose.seats, ways[0], None) for seat in seats]
    return Claim(of_whom(Whose(tuple(seats), how), holds), whose=whose, figure=(named or [""])[0])


def _rivals(one: Parsed, whose: Whose) -> tuple[Sequence[int], Sequence[int]]:
    """Who is compared, and with whom."""
    own = one.scene.seat
    me = one.said.places("me")
    if own not in whose.seats and not me and _is_only_passed(one, whose):
        return (own,), whose.seats  # "as long as still ahead of Anna"
    if own not in whose.seats and me and (len(whose.seats) > 1 or _comes_first(one, me[0])):
        return (own,), whose.seats  # "I'm ahead of Anna"
    if own not in whose.seats and (me or one.said.says("as object")):
        return whose.seats, (own,)
    everyone = range(len(one.scene.view.players))
    return whose.seats, [seat for seat in everyone if seat not in whose.seats]


def _is_only_passed(one: Parsed, whose: Whose) -> bool:
    """Whether the one who is named is only whom somebody is ahead of, or behind, and no subject is
    said, which then is the writer: "mientras vaya por delante de Javier"."""
    said = one.said
    named = one.scene.names[whose.seats[0] :][:1] if len(whose.seats) == 1 else ()  # Leo has none
    if not named or whose.how != "all" or said.says("as object"):
        return False
    first = plain_of(named[0].casefold()).split()[:1]
    places = [place for place, word in enumerate(said.words) if [word] == first]
    ways = [*said.places("ahead"), *said.places("behind")]
    is_led = (
        len(places) == 1 and places[0] > 0 and said.words[places[0] - 1] in _listed(one, "before")
    )
    is_earlier = one.earlier is not None and len(one.earlier.whose.seats) == 1
    is_other = any(word in _listed(one, "others") for word in said.words)
    is_passed = is_led and any(place < places[0] for place in ways)
    return is_passed and not (is_earlier or is_other)


def _listed(one: Parsed, name: str) -> Phrases:
    return phrases(one.said.language, one.said.section, name)


def _comes_first(one: Parsed, place: int) -> bool:
    """Whether the writer is spoken of before anybody who is named."""
    first = {plain_of(name.casefold()).split()[0] for name in one.scene.names if name.split()}
    first |= given_names() | words_of(one.scene.rules.key).virtual_names
    named = [index for index, word in enumerate(one.said.words) if word in first]
    return not named or place < named[0]


def stands(
    numbers: Sequence[int | None], seat: int, rivals: Sequence[int], way: str, test: Test | None
) -> bool | None:
    """Whether a seat is ahead of all of these, behind one, or level with one, by so much."""
    own = numbers[seat]
    others = [number for rival in rivals if (number := numbers[rival]) is not None]
    if own is None or not others:
        return None
    if way == "level":
        return own in others
    lead = own - max(others) if way == "ahead" else max(others) - own
    return lead > 0 and (test is None or enough(test).holds(lead))
