"""Time given back: what passed in trouble is moved, once, and nobody pays for it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import DeadlineChange, Match
from games.selectors import ledger
from games.services import deadline_extensions
from games.services.deadline_extensions import extend_deadlines
from tests.cast import TWO_DAYS, running_match

pytestmark = pytest.mark.django_db
WHY = DeadlineChange.Why.MAIL
HOUR = timedelta(hours=1)


def test_only_deadlines_within_the_trouble_of_the_matches_concerned_are_moved() -> None:
    inside, other, later = (running_match() for _number in range(3))
    assert inside.deadline_at is not None
    until = inside.deadline_at + HOUR
    Match.objects.filter(pk=later.pk).update(deadline_at=until + HOUR)
    assert extend_deadlines([inside.pk, later.pk], since=until - 3 * HOUR, until=until, why=WHY)
    entry = ledger(inside)[-1]
    assert (entry.why, entry.new_deadline_at) == (WHY, until + 3 * HOUR)
    for match in (other, later):
        assert [entry.why for entry in ledger(match)] == [DeadlineChange.Why.OPENED]
    inside.refresh_from_db()
    assert inside.deadline_at == inside.phases.get(number=1).deadline_at == until + 3 * HOUR


@pytest.mark.parametrize(("lasted", "given"), [(HOUR / 4, HOUR), (9 * TWO_DAYS, TWO_DAYS)])
def test_it_is_an_hour_at_least_and_a_whole_decision_at_most(
    lasted: timedelta, given: timedelta
) -> None:
    match = running_match()
    assert match.deadline_at is not None
    until = match.deadline_at
    extend_deadlines(Match.objects.all(), since=until - lasted, until=until, why=WHY)
    assert ledger(match)[-1].new_deadline_at == until + given


def test_doing_it_twice_and_in_small_chunks_moves_each_deadline_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(deadline_extensions, "CHUNK", 2)
    matches = [running_match() for _number in range(5)]
    assert matches[-1].deadline_at is not None
    until = matches[-1].deadline_at + HOUR
    given_back = [
        extend_deadlines(Match.objects.all(), since=until - 2 * HOUR, until=until, why=WHY)
        for _time in range(2)
    ]
    assert given_back == [5, 0]
    assert DeadlineChange.objects.filter(why=WHY).count() == 5
