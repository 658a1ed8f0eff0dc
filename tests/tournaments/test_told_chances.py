"""Chances come true as told: a hundredth of `make chances`, with fewer worlds each."""

from __future__ import annotations

import pytest

from tests.research.told_chances import Told, calibration_error, measured, some_event
from tests.sizes import sized
from tournaments.outlook import forecast
from tournaments.outlook.forecast import foretold
from tournaments.outlook.worlds import Skill


def test_chances_come_true_about_as_often_as_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forecast, "MOST", 100)
    told = measured(sized(8, 10))
    assert len(told) > 200
    assert calibration_error(told) < 0.08
    assert sum(one.chance for one in told) == pytest.approx(sum(one.came for one in told), rel=0.1)


def test_the_error_is_what_was_promised_too_much_or_too_little() -> None:
    kept = [Told("", 0.75, 1.0)] * 3 + [Told("", 0.75, 0.0)]
    assert calibration_error(kept) == pytest.approx(0)
    assert calibration_error([Told("", 0.75, 0.0)] * 4) == pytest.approx(0.75)


def test_the_same_tournament_is_told_the_same_and_the_stronger_have_better_chances(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(forecast, "MOST", 100)
    event = some_event("same")
    event.deal()
    values = (event.setup, event.entries, event.results)
    level = foretold(*values, dict.fromkeys(event.skills, Skill(0.0, 0.3)))
    assert level == foretold(*values, dict.fromkeys(event.skills, Skill(0.0, 0.3)))
    raised = foretold(*values, {one: Skill(3.0 * (one == 1), 0.3) for one in event.skills})
    assert level is not None
    assert raised is not None
    assert raised.entries[1].first > level.entries[1].first + 20
