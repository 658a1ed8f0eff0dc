"""An only legal order gives itself, and when others learn of it says nothing about the hand."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from games.common import clock
from games.models import Match, Order, OutboundMail, Phase, Player
from games.rules.chance import Chance
from games.rules.registry import rules_for
from games.selectors import my_matches, own_deadlines, own_forced, pulse, table
from games.services.forced_orders import is_given_openly, release_moment
from games.services.running_matches import load_plays
from games.services.time_controls import Terms
from tests.cast import awaited, open_phase, order
from tests.games.times import HOUR, REVISED, opened_at, sweep_at, wizard_match

pytestmark = pytest.mark.django_db

AT_ONCE = Terms(forced_plays=Match.Forced.AT_ONCE)


def play_to_a_forced_card(match: Match) -> Player:
    """Play on, two hours a decision, until a seat holds but one legal card that others do not see.

    Returns its player.
    """
    for _phase in range(600):
        match.refresh_from_db()
        row = match.phases.get(closed_at=None, number__gt=0)
        if row.held:
            (seat,) = row.held
            return match.players.select_related("member", "match").get(seat=int(seat))
        with clock.simulated(row.opened_at + 2 * HOUR):
            for who in awaited(match):
                order(who)
    raise AssertionError("no forced card in 600 phases")


def held_until(match: Match) -> datetime:
    (moment,) = match.phases.get(closed_at=None).held.values()
    return datetime.fromisoformat(moment)


def test_a_hidden_forced_card_waits_for_its_moment_and_then_plays_itself() -> None:
    match = wizard_match()
    who = play_to_a_forced_card(match)
    number, opened, moment = match.phase_number, opened_at(match), held_until(match)
    assert opened < moment < opened + match.phase_time
    assert open_phase(match).wake_at == moment
    sweep_at(match, moment - timedelta(seconds=1))
    assert match.phase_number == number
    sweep_at(match, moment + timedelta(seconds=4))
    assert match.phase_number > number
    closed = match.phases.get(number=number)
    assert closed.orders.get(player=who).source == Order.Source.FORCED
    assert (closed.closed_at, closed.reason) == (moment, Phase.Reason.COMPLETE)
    assert match.phases.get(number=number + 1).opened_at == moment


def test_who_has_no_choice_is_not_asked_or_reminded_and_their_page_says_when_it_is_played() -> None:
    match = wizard_match()
    who = play_to_a_forced_card(match)
    assert who.member is not None
    told = OutboundMail.objects.filter(player=who, phase_number=match.phase_number)
    assert not told.exists()
    sweep_at(match, opened_at(match) + timedelta(minutes=1))
    assert not told.exists()
    assert [line.awaited for line in my_matches(who.member)] == [False]
    assert own_deadlines(who.member) == []
    forced = own_forced(table(match, who))
    assert forced is not None
    assert forced.played_at == held_until(match)


def test_for_the_others_it_is_a_decision_like_any_other() -> None:
    match = wizard_match()
    who = play_to_a_forced_card(match)
    other = match.players.exclude(pk=who.pk).first()
    shown = pulse(match, match.players.all(), other)
    assert shown is not None
    assert (shown.waiting.awaited, shown.waiting.count) == (1, 0)
    assert shown.deadline_at is not None
    assert shown.deadline_at >= opened_at(match) + match.phase_time


def test_who_has_no_choice_may_give_the_order_before_its_moment() -> None:
    match = wizard_match()
    who = play_to_a_forced_card(match)
    with clock.simulated(opened_at(match) + timedelta(minutes=1)):
        assert order(who).closed


def test_a_table_may_have_forced_cards_played_at_once() -> None:
    match = wizard_match(AT_ONCE)
    for _phase in range(60):
        with clock.simulated(opened_at(match) + 2 * HOUR):
            for who in awaited(match):
                order(who)
    assert not match.phases.exclude(held={}).exists()
    forced = Order.objects.filter(phase__match=match, source=Order.Source.FORCED)
    assert any(row.phase.closed_at == row.phase.opened_at for row in forced)


def test_the_last_card_of_a_round_is_no_secret_and_plays_itself_at_once() -> None:
    match = wizard_match()
    bids = match.phases.filter(name="bid", round=1)
    while bids.count() < 3 or bids.filter(closed_at=None).exists():
        for who in awaited(match):
            order(who)
    plays = match.phases.filter(name="play", round=1)
    assert {row.closed_at for row in plays} == {bids.last().closed_at}  # type: ignore[union-attr]


def test_a_bot_that_keeps_a_seat_plays_at_once_with_a_choice_and_without() -> None:
    match = wizard_match()
    who = play_to_a_forced_card(match)
    Player.objects.filter(pk=who.pk).update(bot="steady")
    (play,) = load_plays([Match.objects.get(pk=match.pk)])
    assert who.seat is not None
    assert is_given_openly(play, who.seat)


def test_time_to_revise_follows_a_forced_card_as_it_follows_a_chosen_one() -> None:
    match = wizard_match(REVISED)
    for _phase in range(300):
        match.refresh_from_db()
        row = match.phases.get(closed_at=None, number__gt=0)
        if row.held:
            break
        with clock.simulated(row.opened_at + 2 * HOUR):
            for who in awaited(match):
                order(who)
        sweep_at(match, row.opened_at + 3 * HOUR)
    number, moment = match.phase_number, held_until(match)
    sweep_at(match, moment + timedelta(seconds=2))
    assert (match.phase_number, match.revise_until) == (number, moment + match.revise_time)
    sweep_at(match, moment + match.revise_time + timedelta(seconds=2))
    assert match.phase_number > number


def test_the_moment_is_drawn_without_a_look_at_the_cards() -> None:
    match = wizard_match()
    who = play_to_a_forced_card(match)
    assert who.seat is not None
    (play,) = load_plays([match])
    rules = rules_for(match.game)
    moment = release_moment(play, who.seat)
    for number in range(20):
        play.state = rules.resample(play.state, None, rules_chance(number))
        assert release_moment(play, who.seat) == moment


def rules_chance(number: int) -> Chance:
    return Chance(f"other {number}")


def test_who_answers_at_night_is_drawn_from_nights_and_whose_pace_is_unknown_from_the_clock() -> (
    None
):
    match = wizard_match()
    who = play_to_a_forced_card(match)
    assert who.seat is not None
    (play,) = load_plays([match])
    night = play.row.opened_at.hour * 60 + play.row.opened_at.minute
    slow, quick = [[night, 30_000.0]] * 8, [[(night + 720) % 1440, 60.0]] * 8
    play.players[who.seat].answer_times = [*quick, *slow]
    moment = release_moment(play, who.seat)
    assert moment is not None
    assert 0.6 * 30_000 <= (moment - play.row.opened_at).total_seconds() <= 1.3 * 30_000
    play.players[who.seat].answer_times = []
    moment = release_moment(play, who.seat)
    assert moment is not None
    assert moment - play.row.opened_at <= match.phase_time * 0.95


def test_who_missed_the_last_deadline_is_expected_to_miss_this_one() -> None:
    match = wizard_match()
    who = play_to_a_forced_card(match)
    row = match.phases.get(closed_at=None)
    Player.objects.filter(pk=who.pk).update(missed_in_a_row=1)
    row.held = {}
    row.save()
    number = match.phase_number
    sweep_at(match, opened_at(match) + HOUR)
    match.phases.filter(Phase.OPEN).update(wake_at=opened_at(match))
    sweep_at(match, opened_at(match) + HOUR)
    assert match.phases.get(number=number).held == {str(who.seat): None}
    assert match.deadline_at is not None
    sweep_at(match, match.deadline_at + timedelta(seconds=5))
    closed = match.phases.get(number=number)
    assert (closed.reason, closed.orders.get().source) == ("deadline", "forced")
    who.refresh_from_db()
    assert who.missed_in_a_row == 1
