"""Whoever must not know a hand is given the same bytes at the same times, whatever the hand."""

from __future__ import annotations

import dataclasses
from typing import Any

import msgspec.structs
import pytest

from games.models import Match
from games.rules.registry import GAMES
from games.services import phase_deadlines, phases
from games.services.time_controls import Terms
from tests.bench.faults import secrets
from tests.bench.faults.secret_worlds import ViewTellsError
from tests.bench.faults.secrets import drill, non_interference
from tests.sizes import sized

pytestmark = pytest.mark.django_db

FEW = sized(1, 4)
ENOUGH = 40
"""So many matches of Wizard have some in which a seat is forced in one of the deals. Poll, mails
and the page at a drawn moment are enough to find most of what is planted."""

TELLING = 1
"""The number of the first match in which one does have a choice in one deal alone."""


@pytest.mark.parametrize("game", GAMES)
def test_a_viewer_cannot_tell_two_deals_apart_by_anything_that_leaves_the_server(game: str) -> None:
    found = non_interference(game, FEW, wholly=max(1, FEW // 2))
    assert found.leaks == []
    assert found.matches == FEW


def test_the_drill_reports_what_it_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(game: str, count: int) -> secrets.Found:
        leaks = ["match 2, seat 0: a hand"] if game == "wizard" else []
        return secrets.Found(matches=count, answers=30, leaks=leaks)

    monkeypatch.setattr(secrets, "non_interference", found)
    results = drill(5)
    assert [result.name for result in results] == [f"secrets: {game}" for game in GAMES]
    assert [result.name for result in results if not result.passed] == ["secrets: wizard"]
    assert {result.count for result in results} == {5}
    assert not any(result.passed for result in drill(0))


def test_mutant_forced_plays_at_once_are_found() -> None:
    at_once = Terms(forced_plays=Match.Forced.AT_ONCE)
    assert non_interference("wizard", ENOUGH, terms=at_once, first=TELLING, most_leaks=1).leaks


def test_mutant_a_ledger_that_names_who_has_no_choice_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    honest = phase_deadlines.set_deadline

    def naming(play: Any, now: Any) -> Any:
        change = honest(play, now)
        change.detail["seats"] = sorted(map(int, play.row.held))
        return change

    monkeypatch.setattr(phases, "set_deadline", naming)
    assert non_interference("wizard", ENOUGH, first=TELLING, most_leaks=1).leaks


def test_mutant_a_page_that_shows_another_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from games.catalogue.wizard.rules import Wizard
    from games.selectors import match_tables

    honest = match_tables.Stored.seen_by

    def leaking(self: Any, viewer: Any) -> Any:
        table = honest(self, viewer)
        view: Any = table.view
        last = self.state.hands[-1 if table.seat == 0 else 0]
        shown = msgspec.structs.replace(view, turned=last[0] if last else None)
        return dataclasses.replace(table, view=shown)

    assert Wizard.key == "wizard"
    monkeypatch.setattr(match_tables.Stored, "seen_by", leaking)
    assert non_interference("wizard", ENOUGH, most_leaks=1, wholly=0).leaks


def test_mutant_a_view_with_another_hand_in_it_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from games.catalogue.wizard.rules import Wizard

    honest = Wizard.view

    def leaking(state: Any, seat: Any) -> Any:
        return msgspec.structs.replace(
            honest(state, seat), hand=list(state.hands[-1 if seat == 0 else 0])
        )

    monkeypatch.setattr(Wizard, "view", staticmethod(leaking))
    with pytest.raises(ViewTellsError):
        non_interference("wizard", ENOUGH, wholly=0)
