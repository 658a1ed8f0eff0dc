"""A few decisions of every game as a phone shows them; `manage.py bench table` looks at 500."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.bench.table_scenes import (
    LEAST_SHARE,
    MOST_HEIGHT,
    MOST_TAPS,
    Bounds,
    scenes_measured,
)
from tests.sizes import sized

# What the phone asks is answered on another connection, which sees only what is committed.
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.timeout(600)]


def test_a_phone_shows_hand_targets_and_send_at_once(chromium: Browser) -> None:
    seen = scenes_measured(chromium, sized(12, 20), lambda _number: None)
    assert len({scene.game for scene in seen}) == 4
    bounds = Bounds.of(seen)
    faults = [(scene.game, scene.kind, scene.fault) for scene in seen if scene.fault]
    assert bounds.fitting >= LEAST_SHARE, faults
    assert bounds.taps <= MOST_TAPS, [(scene.kind, scene.taps) for scene in seen]
    assert bounds.widest <= 320
    assert bounds.tallest <= MOST_HEIGHT, [(scene.kind, scene.height) for scene in seen]
