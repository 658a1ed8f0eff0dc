"""Two who ask for a quick match at one moment, with real threads and connections."""

from __future__ import annotations

import threading
from contextlib import suppress
from functools import partial

import pytest

from games.models import Match, Member, Player
from games.selectors.quick_matches import PACES, QuickPace
from games.services import quick_pairing
from tests.cast import member
from tests.games.test_concurrency import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgresql]


def test_two_who_ask_at_one_moment_sit_at_one_table(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = quick_pairing._open_table
    # Whoever has found no table waits for the other to find none either: without the lock both do.
    found_none = threading.Barrier(2)

    def opened_late(who: Member, game: str, pace: QuickPace) -> Match:
        with suppress(threading.BrokenBarrierError):
            found_none.wait(timeout=3)
        return opened(who, game, pace)

    monkeypatch.setattr(quick_pairing, "_open_table", opened_late)
    asking = [
        partial(quick_pairing.pair_quickly, member=who, game="emu-ranchers", pace=next(iter(PACES)))
        for who in (member("Anna"), member("Bo"))
    ]
    one, other = at_once(*asking)
    assert isinstance(one, Match)
    assert one == other
    seated = Player.objects.filter(match__is_quick=True).values_list("match", "member__name")
    assert sorted(seated) == [(one.pk, "Anna"), (one.pk, "Bo")]
