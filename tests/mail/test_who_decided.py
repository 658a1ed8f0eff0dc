"""Who decided is told: misses, defaults, bots that sit down, seats won back or given up."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.common import clock
from games.models import Absence, DeadlineChange, Match, OutboundMail, Player
from games.replies.command_words import spoken_command
from games.services.absences import declare_absence
from games.services.deadline_sweep import sweep_due
from games.services.matches import resign_player
from tests.cast import deadlines_at, player, running_match
from tests.mail.post import answers, body, delivered, letter, order_text
from tests.mail.test_commands import said

pytestmark = pytest.mark.django_db
Kind = OutboundMail.Kind


@pytest.fixture
def anna() -> Player:
    return player(running_match(), "Anna")


def miss_deadline(match: Match) -> None:
    """The deadline passes without a move of anybody's."""
    past = clock.now() - timedelta(minutes=1)
    deadlines_at(past, [match.pk])
    sweep_due()


def others_order(anna: Player) -> None:
    """Everybody else moves, so that Anna alone is late."""
    for one in anna.match.players.exclude(pk=anna.pk).select_related("member"):
        delivered(letter(one, "bid R", message_id=f"<of-{one.pk}@example.org>"))


def newest(who: Player, kind: str) -> OutboundMail:
    row = OutboundMail.objects.filter(player=who, kind=kind).order_by("pk").last()
    assert row is not None
    return row


def test_after_a_miss_the_next_mail_tells_the_default_and_what_is_left(anna: Player) -> None:
    Match.objects.filter(pk=anna.match_id).update(misses_allowed=3)

    miss_deadline(anna.match)

    text = " ".join(body(newest(anna, Kind.DECISION)).split())
    assert "A deadline passed without a move from you. The default move was made:" in text
    assert "If you miss 2 more deadlines in a row, a bot takes over." in text
    happened = text.partition("WHAT HAPPENED")[2].partition("Further lines")[0]
    assert "- If you miss 2 more" in happened
    assert "- You " not in happened
    assert " you " not in happened.replace("from you", "").replace("If you", "")


def test_a_bot_that_sits_down_is_told_to_its_player_and_to_the_others(anna: Player) -> None:
    Match.objects.filter(pk=anna.match_id).update(misses_allowed=1)
    bo = player(anna.match, "Bo")
    others_order(anna)

    miss_deadline(anna.match)

    kept = body(newest(anna, Kind.SEAT_KEPT))
    assert "Reply “back” or with a move" in " ".join(kept.split())
    assert "The default move was made:" in " ".join(kept.split())
    told = " ".join(body(newest(bo, Kind.SEAT_LEFT)).split())
    assert "Anna missed several deadlines in a row. A bot plays for them" in told


@pytest.mark.parametrize("text", ["back", "bid R", "Ok, sorry – I'm back, thanks!"])
def test_a_seat_that_a_bot_keeps_is_won_back_by_mail(anna: Player, text: str) -> None:
    Match.objects.filter(pk=anna.match_id).update(misses_allowed=1)
    miss = letter(anna, text, message_id="<back@example.org>")
    others_order(anna)
    miss_deadline(anna.match)
    assert Player.objects.get(pk=anna.pk).bot

    row = delivered(miss)

    assert row.verdict in {"seat-back", "order"}
    assert not Player.objects.get(pk=anna.pk).bot
    assert "the seat is yours again" in body(answers()[-1])


def test_who_gives_up_comes_behind_those_who_stay_and_the_others_are_told(anna: Player) -> None:
    bo = player(anna.match, "Bo")

    resign_player(player=anna)

    told = " ".join(body(newest(bo, Kind.SEAT_LEFT)).split())
    assert "Anna has given up their seat. A bot plays on there" in told
    assert not OutboundMail.objects.filter(player=anna, kind=Kind.SEAT_LEFT).exists()


def test_back_ends_the_absence_that_runs_and_brings_the_deadline_back(anna: Player) -> None:
    Match.objects.filter(pk=anna.match_id).update(
        respects_absences=True, absence_cap=timedelta(days=30)
    )
    before = Match.objects.get(pk=anna.match_id).deadline_at
    assert before is not None
    assert anna.member is not None
    today = clock.now().date()
    declare_absence(anna.member, today, today + timedelta(days=5))
    declare_absence(anna.member, today + timedelta(days=20), today + timedelta(days=22))
    moved = Match.objects.get(pk=anna.match_id).deadline_at
    assert moved is not None
    assert moved > before

    _row, text = said(anna, "back")

    assert "1 deadline that had been moved for you is back where it was" in " ".join(text.split())
    assert "Still announced:" in text
    assert Absence.objects.filter(member=anna.member).count() == 1
    assert Match.objects.get(pk=anna.match_id).deadline_at == before
    change = DeadlineChange.objects.filter(phase__match=anna.match).order_by("id").last()
    assert change is not None
    assert change.why == DeadlineChange.Why.BACK


@pytest.mark.parametrize(
    "line",
    [
        "ok, ready", "sorry, wait please", "thanks, I'm back",
        "va bene, pronto", "vale, listo gracias", "oke, klaar dank je",
    ],
)  # fmt: skip
def test_a_polite_word_beside_a_command_does_not_matter(line: str) -> None:
    assert spoken_command(line) is not None


def test_an_order_stays_what_it_was_beside_all_that(anna: Player) -> None:
    delivered(letter(anna, "bid R"))
    assert order_text(anna) == "bid R"
