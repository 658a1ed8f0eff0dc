"""CuBirds at the service: a whole turn in one order, and a match for one person."""

from __future__ import annotations

import pytest

from games.models import Match, Order
from games.rules.registry import rules_for
from games.services.matches import create_match
from tests import cast

pytestmark = pytest.mark.django_db


def solo() -> Match:
    match = create_match(
        member=cast.member("Anna"),
        game="cubirds",
        options={"robin_birds": 1},
        seats=1,
        phase_time=cast.TWO_DAYS,
    )
    match.refresh_from_db()
    return match


def sources(match: Match, turn: int) -> list[tuple[str, str]]:
    """How each decision of a turn was answered, and by whom."""
    rows = Order.objects.filter(phase__match=match, phase__round=turn).order_by("phase__number")
    return [(row.text.split()[0], row.source) for row in rows]


def test_a_match_for_one_person_starts_at_once_and_robinbird_moves_by_herself() -> None:
    match = solo()
    assert match.status == Match.Status.RUNNING
    anna = cast.player(match, "Anna")
    cast.order(anna, "lay cheapest; draw; family any")
    match.refresh_from_db()
    assert match.round >= 3
    assert match.phase_name == "lay"


def test_later_steps_answer_what_else_the_turn_asks() -> None:
    asked = set()
    match = solo()
    anna = cast.player(match, "Anna")
    while not match.is_over:
        turn = match.round
        cast.order(anna, "lay lowest; draw; family any or done")
        match.refresh_from_db()
        answers = sources(match, turn)
        assert answers[0] == ("lay", Order.Source.WEB)
        assert all(source == Order.Source.STANDING for _verb, source in answers[1:])
        asked |= {verb for verb, _source in answers}
        assert match.is_over or match.round > turn
    assert {"lay", "draw"} <= asked <= {"lay", "draw", "family", "done"}


def test_the_outcome_of_a_match_alone_tells_robinbirds_birds() -> None:
    match = solo()
    anna = cast.player(match, "Anna")
    while not match.is_over:
        cast.order(anna)
        match.refresh_from_db()
    anna.refresh_from_db()
    outcome = rules_for("cubirds").outcome(rules_for("cubirds").decode(match.state))
    assert outcome is not None
    assert (anna.place, anna.score) == (outcome.places[0], outcome.scores[0])
    assert match.outcome is not None
    assert match.outcome["robinbird"] == outcome.extra["robinbird"]
