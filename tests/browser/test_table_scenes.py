"""A few decisions of every game as a phone shows them; `manage.py bench table` looks at 500."""

from __future__ import annotations

from statistics import fmean

import pytest
from playwright.sync_api import Browser

from tests.bench.table_scenes import LEAST_SHARE, scenes_measured

MOST_TAPS = 2.5
MOST_HEIGHT = 2600
"""Wider than what 500 decisions are held to: of so few, some games have many of one kind."""

# What the phone asks is answered on another connection, which sees only what is committed.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def test_a_phone_shows_hand_targets_and_send_at_once(chromium: Browser) -> None:
    seen = list(scenes_measured(chromium, 20, lambda _number: None).values())
    assert len(seen) == 4
    shown = sum(scenes.on_first_screen for scenes in seen)
    decisions = sum(scenes.decisions for scenes in seen)
    assert shown >= LEAST_SHARE * decisions, [scenes.faults for scenes in seen]
    assert fmean(tap for scenes in seen for tap in scenes.taps) <= MOST_TAPS
    assert max(scenes.widest for scenes in seen) <= 320
    assert max(height for scenes in seen for height in scenes.heights) <= MOST_HEIGHT
