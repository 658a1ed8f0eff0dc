"""How long a match may take, told before one joins it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse

from games.common import clock
from games.models import Match, Phase
from games.rules.chance import Chance
from games.rules.configurations import configurations
from games.rules.playout import Dice, ask_bot
from games.rules.protocol import Setup
from games.rules.registry import GAMES, bots_for
from games.selectors import member_paces, predicted_pace
from tests import cast
from tests.games.times import DAY, HOUR, opened_at
from tests.site.conftest import Browse


def answered(hours: float, rounds: int = 6) -> Match:
    """A match in which everybody has answered that long after each opening, some times."""
    match = cast.running_match()
    for _round in range(rounds):
        with clock.simulated(opened_at(match) + hours * HOUR):
            for who in cast.awaited(match):
                cast.order(who)
        match.refresh_from_db()
    return match


def test_the_usual_answer_time_is_the_median_of_closed_decisions(browse: Browse) -> None:
    match = answered(5)
    (pace,) = member_paces([cast.member("Bo")])
    assert pace.quarters == (5 * HOUR, 5 * HOUR, 5 * HOUR)
    before = pace.answers
    with clock.simulated(opened_at(match) + 40 * HOUR):
        cast.order(cast.awaited(match)[0])
    match.refresh_from_db()
    assert Phase.objects.get(match=match, closed_at=None).orders.exists()
    (again,) = member_paces([cast.member("Bo")])
    assert (again.quarters, again.answers) == (pace.quarters, before)


def test_who_has_hardly_played_is_not_judged() -> None:
    cast.running_match()
    (pace,) = member_paces([cast.member("Bo")])
    assert (pace.answers, pace.quarters) == (0, None)


def test_a_table_of_quick_players_is_predicted_to_be_quick() -> None:
    answered(2)
    quick = cast.open_match("Anna", "Bo", seats=3, phase_time=3 * DAY)
    paces = member_paces([cast.member("Anna"), cast.member("Bo")])
    strangers = predicted_pace(quick, member_paces([cast.member("Dirk"), cast.member("Emma")]))
    known = predicted_pace(quick, paces)
    assert known is not None
    assert strangers is not None
    assert known.quick <= known.usual <= known.slow < strangers.slow
    assert known.usual < strangers.usual
    assert known.unknown == ()
    assert strangers.unknown == ("Dirk", "Emma")
    with_bot = predicted_pace(quick, paces, bots=1)
    assert with_bot is not None
    assert with_bot.slow < 66 * 3 * HOUR


def test_the_waiting_room_tells_it_in_words(browse: Browse) -> None:
    answered(2)
    match = cast.open_match("Anna", "Bo")
    page = browse("Dirk").get(reverse("match", kwargs={"code": match.code})).content.decode()
    assert "Bo usually answers within 2 hours, almost always within 2 hours." in page
    assert "the match should take about" in page
    fresh = cast.open_match("Emma")
    page = browse("Dirk").get(reverse("match", kwargs={"code": fresh.code})).content.decode()
    assert "Emma hasn’t played enough for an estimate" in page


@pytest.mark.parametrize("key", GAMES)
def test_every_game_and_table_has_its_usual_length(key: str) -> None:
    rules = GAMES[key].rules
    assert set(GAMES[key].decisions) == set(rules.table_sizes)
    for phases, choices in GAMES[key].decisions.values():
        assert 0 < phases <= choices


@pytest.mark.parametrize(("key", "seats"), [("wild-cards", 3), ("cubirds", 2), ("wizard", 2)])
def test_the_usual_length_is_what_bots_need(key: str, seats: int) -> None:
    rules = GAMES[key].rules
    options = next(one.options for one in configurations(rules, {}) if one.seats == seats)
    bot = bots_for(key)["steady"]
    state = rules.start(Setup(seats, options, Chance("a usual match"))).state
    phases = 0
    while (phase := rules.phase(state)) is not None:
        orders = {}
        for seat in phase.awaited:
            dice = Dice("a usual match", f"{phase.number}-{seat}")
            orders[seat] = ask_bot(rules, bot, state, seat, dice)
        phases += any(len(list(rules.legal_orders(state, seat))) > 1 for seat in phase.awaited)
        state = rules.adjudicate(state, orders).state
    usual, _choices = GAMES[key].decisions[seats]
    assert usual * 0.5 <= phases <= usual * 1.7


def test_no_prediction_is_made_for_a_table_that_nobody_has_measured() -> None:
    match = cast.open_match("Anna")
    match.seats = 9
    assert predicted_pace(match, []) is None
    assert timedelta(0) < match.phase_time
