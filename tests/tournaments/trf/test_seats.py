"""Strict seats where two play: whoever must change never meets one who must change as well."""

from __future__ import annotations

import pytest

from tests.sizes import sized
from tests.tournaments.trf.seats import SeatCount, count_event, count_report
from tournaments.pairing.history import History
from tournaments.pairing.pairs import paired
from tournaments.pairing.seat_order import seated_strictly
from tournaments.pairing.seat_wishes import Strength, higher_first, seat_wish

FIRST, SECOND = 0, 1


@pytest.mark.parametrize(
    ("had", "seat", "strength"),
    [
        ((), None, Strength.NONE),
        ((0,), SECOND, Strength.STRONG),
        ((0, 1), FIRST, Strength.MILD),
        ((1, 0), SECOND, Strength.MILD),
        ((0, 1, 1), FIRST, Strength.ABSOLUTE),
        ((1, 1, 0, 0), SECOND, Strength.ABSOLUTE),
        ((0, 1, 0), SECOND, Strength.STRONG),
        ((1, 1, 0, 1, 0, 1), FIRST, Strength.ABSOLUTE),
    ],
)
def test_who_is_due_which_seat(had: tuple[int, ...], seat: int | None, strength: Strength) -> None:
    assert seat_wish(had)[:2] == (seat, strength)


@pytest.mark.parametrize(
    ("higher", "lower", "is_first"),
    [
        ((0,), (1,), False),  # both wishes are granted
        ((), (0,), True),
        ((1, 1), (1, 0, 1), True),  # the stronger wish
        ((0, 1, 0), (0, 0), True),
        ((1, 1, 0, 1, 1), (1, 1), True),  # of two that must, the one further out of balance
        ((0, 1, 1, 0), (1, 0, 1, 0), True),  # opposite of the latest round with unlike seats
        ((0, 1), (0, 1), True),  # else the higher's wish
    ],
)
def test_of_two_wishes_the_weightier_is_granted(
    higher: tuple[int, ...], lower: tuple[int, ...], is_first: bool
) -> None:
    assert higher_first(higher, lower) is is_first


def test_newcomers_draw_lots_for_the_seats() -> None:
    assert higher_first((), ()) is None
    drawn = {seated_strictly((1, 2), History(), f"seed {number}", "t") for number in range(20)}
    assert drawn == {(1, 2), (2, 1)}


def test_two_who_must_have_the_same_seat_meet_only_to_avoid_a_repeat() -> None:
    history = History()
    for one in (1, 2):
        history.seats[one] = [(FIRST, 2), (FIRST, 2)]
    for one in (3, 4):
        history.seats[one] = [(SECOND, 2), (SECOND, 2)]
    scores = {1: 120, 2: 120, 3: 0, 4: 0}
    assert paired([1, 2, 3, 4], scores, history).tables == ((1, 2), (3, 4))
    strict = paired([1, 2, 3, 4], scores, history, strict_seats=True)
    assert not {frozenset(pair) for pair in strict.tables} & {frozenset({1, 2}), frozenset({3, 4})}
    history.meetings.update({(1, 3): 1, (1, 4): 1, (2, 3): 1, (2, 4): 1})
    assert paired([1, 2, 3, 4], scores, history, strict_seats=True).tables == ((1, 2), (3, 4))


def test_strict_seats_are_kept_in_whole_events_and_where_reports_are_paired_anew() -> None:
    strict, usual, anew = SeatCount(), SeatCount(), SeatCount()
    count_report(anew, "suite")
    for number in range(sized(6, 60)):
        entries, rounds = 9 + number * 11 % 40, 4 + number % 6
        count_event(strict, entries, rounds, number, strict=True)
        count_event(usual, entries, rounds, number, strict=False)
    assert strict.pairs > 300
    assert (strict.clashes, strict.broken) == (0, 0)
    assert usual.broken > 0
    assert anew.clashes == 0
