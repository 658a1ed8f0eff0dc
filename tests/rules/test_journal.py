from __future__ import annotations

import pytest

from games.rules.chance import Chance
from games.rules.journal import JournalEntry, JournalError, replay
from games.rules.playout import AnyLegalBot, match_seed, play_match
from games.rules.protocol import Setup
from tests.rules.toy_game import HighCard, ToyOptions

RULES = HighCard()
SEED = match_seed("journal")
SETUP = Setup(2, ToyOptions(), Chance(SEED))
ORDERS = play_match(RULES, [AnyLegalBot()] * 2, ToyOptions(), SEED).orders


def fault(entries: tuple[JournalEntry, ...]) -> JournalError:
    with pytest.raises(JournalError) as caught:
        list(replay(RULES, SETUP, entries))
    return caught.value


def test_the_deal_comes_first_and_then_every_phase_with_its_orders() -> None:
    deal, *phases = replay(RULES, SETUP, ORDERS)
    assert deal.phase is None
    assert deal.entries == ()
    assert [entry for played in phases for entry in played.entries] == list(ORDERS)
    assert [played.phase.number for played in phases if played.phase] == list(
        range(1, len(phases) + 1)
    )
    assert RULES.outcome(phases[-1].adjudication.state) is not None


def test_a_running_match_replays_to_its_last_closed_phase() -> None:
    *_, last = replay(RULES, SETUP, ORDERS[:3])
    phase = RULES.phase(last.adjudication.state)
    assert phase is not None
    assert (phase.number, phase.name, phase.round) == (3, "lay", 2)


def test_an_incomplete_phase_is_told_with_who_is_missing() -> None:
    error = fault(ORDERS[:4])
    assert error.index == 4
    assert str(error) == "order 5: missing; seat 1 is awaited (lay)"


def test_an_order_that_is_not_legal_comes_with_one_that_would_be() -> None:
    error = fault((ORDERS[0]._replace(text="lay z9"), *ORDERS[1:]))
    assert error.index == 0
    assert error.problem.startswith("'lay z9' of seat 0 is not legal (not-legal); 'lay ")


def test_seats_that_make_no_match_are_told_of_the_deal() -> None:
    with pytest.raises(JournalError) as caught:
        list(replay(RULES, Setup(7, ToyOptions(), Chance(SEED)), ()))
    assert caught.value.index is None
    assert str(caught.value) == "bad-seats(seats=7)"


def test_an_order_after_the_end_is_told() -> None:
    assert fault((*ORDERS, ORDERS[-1])).index == len(ORDERS)
