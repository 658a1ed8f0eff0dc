"""Of what was spoken of before: how many of it somebody has, and who else has it."""

from __future__ import annotations

from dataclasses import replace

from games.words.conditions.claim import Claim, Parsed, Test, enough, exact, is_named, of_whom


def held_again(one: Parsed, earlier: Claim) -> Claim | None:
    """Whether somebody has more or fewer of the same, or another number: "if he's got less", behind
    "three owls"; "if I have just one", behind "if I have several blues"."""
    is_same = one.whose.seats in ((), earlier.whose.seats) and len(earlier.whose.seats) == 1
    test = _test_again(one, earlier)
    if not is_same or test is None or one.said.says("deck"):
        return None  # "more than two cards left in the deck" counts these
    held = one.facts.held[earlier.place][earlier.whose.seats[0]]
    if held is None:
        return None
    way = exact if earlier.truth is None else enough  # "how many have I? if it's two …"
    count = sum(is_named(thing, earlier.things) for thing in held)
    return replace(earlier, truth=way(test).holds(count), test=test, is_denied=False)


def _test_again(one: Parsed, earlier: Claim) -> Test | None:
    """The number that is said, or the earlier one with a "more" or "less"."""
    if one.test is not None or earlier.test is None:
        return one.test
    if one.said.says("is less"):
        return Test("<", earlier.test.number)
    return Test(">", earlier.test.number) if one.said.says("is more") else None


def held_by_others(one: Parsed, earlier: Claim) -> Claim | None:
    """Whether somebody else has it: "if somebody else does", behind "if I have the lion"."""
    whose = one.whose
    is_other = bool(whose.seats) and whose.seats != earlier.whose.seats and one.test is None
    if not is_other or earlier.test is not None:
        return None
    seats = one.facts.held[earlier.place]
    held = [seats[seat] for seat in whose.seats]
    holds = [
        None if each is None else any(is_named(thing, earlier.things) for thing in each)
        for each in held
    ]
    whose = whose._replace(how="any") if whose.how == "sum" else whose
    truth = of_whom(whose, holds)
    one.said.says("has", "idle")
    return replace(earlier, truth=truth, is_hidden=truth is None, whose=whose, is_denied=False)
