"""A fault in the rules is mended while matches run: versions side by side, a pause, calling off."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.test import Client

from games.catalogue.wild_cards.rules import WildCards
from games.checks import running_matches_fit_the_rules
from games.common import clock
from games.common.errors import MatchError
from games.mail.outbox import send_due
from games.models import DeadlineChange, GamePause, Match, OutboundMail
from games.rules import registry
from games.rules.registry import UnknownVersionError, rules_for
from games.services.deadline_sweep import sweep_due
from games.services.match_verification import verify_match
from games.services.matches import join_match
from games.services.operator_actions import call_off_match, move_deadline
from tests import cast

GAME = WildCards.key


class Emended(WildCards):
    """A toy variation: everybody has a hundred points more."""

    version = WildCards.version + 1

    def standing(self, state: Any) -> Any:
        return [100 + score for score in super().standing(state)]


def declare(monkeypatch: pytest.MonkeyPatch, newest: WildCards, *earlier: WildCards) -> None:
    """The game with these versions of its rules."""
    game = replace(registry.GAMES[GAME], rules=newest, earlier=earlier)
    monkeypatch.setitem(registry.GAMES, GAME, game)


@pytest.fixture
def emended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Version 2 is the newest, version 1 stands beside it."""
    declare(monkeypatch, Emended(), WildCards())


def close_one_phase(match: Match) -> None:
    """Everybody who is asked says what silence would mean."""
    number = Match.objects.get(pk=match.pk).phase_number
    for player in cast.awaited(match):
        cast.order(player)
    sweep_due()
    assert Match.objects.get(pk=match.pk).phase_number > number


def problems() -> list[str]:
    return [str(found.msg) for found in running_matches_fit_the_rules(databases=["default"])]


def test_a_running_match_keeps_its_version_and_a_new_one_takes_the_newest(
    db: None, request: pytest.FixtureRequest, client: Client
) -> None:
    running = cast.running_match()
    request.getfixturevalue("emended")
    close_one_phase(running)
    new = cast.running_match()
    close_one_phase(new)
    assert (running.rules_version, new.rules_version) == (1, 2)
    for match, points in ((running, 0), (new, 100)):
        match.refresh_from_db()
        rules = rules_for(match.game, match.rules_version)
        assert min(rules.standing(rules.decode(match.state))) >= points
        assert type(rules) is (Emended if points else WildCards)
        assert client.get(f"/matches/{match.code}/").status_code == 200
        assert not any(check.problem for check in verify_match(match))
    assert problems() == []


def test_only_a_version_that_is_not_there_keeps_the_service_down(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    cast.running_match()
    declare(monkeypatch, Emended())
    assert len(problems()) == 1
    assert "version 1" in problems()[0]
    with pytest.raises(UnknownVersionError):
        rules_for(GAME, 1)
    declare(monkeypatch, Emended(), WildCards())
    assert problems() == []


def test_a_paused_game_begins_no_match_and_its_matches_go_on(db: None) -> None:
    running = cast.running_match()
    waiting = cast.open_match("Anna", "Bo")
    GamePause.objects.create(game=GAME, words="Ties are being mended.")
    with pytest.raises(MatchError, match="game-paused"):
        cast.open_match("Anna")
    with pytest.raises(MatchError, match="game-paused"):
        join_match(member=cast.member("Carla"), match=waiting)
    assert waiting.players.count() == 2
    close_one_phase(running)
    GamePause.objects.all().delete()
    join_match(member=cast.member("Carla"), match=waiting)
    waiting.refresh_from_db()
    assert waiting.status == Match.Status.RUNNING


def test_players_read_why_no_match_begins(db: None, client: Client) -> None:
    GamePause.objects.create(game=GAME, words="Ties are being mended.")
    client.force_login(cast.member("Anna"))
    page = client.post("/practice/", {"game": GAME, "bots": 2}, follow=True).content.decode()
    assert not Match.objects.exists()
    assert "Ties are being mended." in page


def test_a_match_called_off_tells_its_players_and_has_no_result(db: None, client: Client) -> None:
    match = cast.running_match()
    close_one_phase(match)
    send_due()
    mail.outbox.clear()
    call_off_match(match_id=match.pk, reason="Ties were dealt wrongly.")
    send_due()
    told = [message for message in mail.outbox if "Ties were dealt wrongly." in message.body]
    assert len(told) == 3
    match.refresh_from_db()
    assert (match.status, match.outcome, cast.open_phase(match).wake_at) == (
        "cancelled",
        None,
        None,
    )
    assert not match.players.exclude(place=None).exists()
    assert client.get(f"/matches/{match.code}/").status_code == 200
    with pytest.raises(MatchError, match="match-over"):
        call_off_match(match_id=match.pk, reason="again")
    assert not OutboundMail.objects.filter(status="queued", kind="decision").exists()


def test_a_deadline_is_moved_with_the_reason_in_the_ledger(db: None) -> None:
    match = cast.running_match()
    operator = cast.member("Olga", is_staff=True)
    to = clock.now() + timedelta(days=5)
    move_deadline(match_id=match.pk, to=to, by=operator, reason="The mail was away.")
    match.refresh_from_db()
    phase = cast.open_phase(match)
    assert match.deadline_at == phase.deadline_at == phase.wake_at == to
    entry = DeadlineChange.objects.get(why=DeadlineChange.Why.OPERATOR)
    assert (entry.by, entry.detail) == (operator, {"reason": "The mail was away."})
    with pytest.raises(MatchError, match="bad-deadline"):
        move_deadline(match_id=match.pk, to=clock.now(), by=operator, reason="x")


def test_a_match_is_called_off_by_command(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    match = cast.running_match()
    call_command("callmatch", match.code, reason="A fault in the rules.")
    assert f"match {match.code} is called off" in capsys.readouterr().out
    with pytest.raises(CommandError, match="over already"):
        call_command("callmatch", match.code, reason="again")
    with pytest.raises(CommandError, match="no match"):
        call_command("callmatch", "nothere", reason="again")
