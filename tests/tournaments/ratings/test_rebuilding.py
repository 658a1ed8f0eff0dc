"""R3: the ratings follow from the matches and nothing else; strikes and refunds."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from io import StringIO
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.models import Match
from tests.sizes import sized
from tests.tournaments.ratings.cast import NAMES, day, finished, named, points, rating
from tournaments.models import (
    PlayedMatch,
    RatedMatch,
    Rating,
    RatingChange,
    RatingPool,
    RatingRefund,
)
from tournaments.services.rating_finished_matches import settle_due
from tournaments.services.rating_results import PlayerResult
from tournaments.services.ratings import rate_match
from tournaments.services.rebuilding import rebuild_pool
from tournaments.services.strikes import StrikeError, strike_match

pytestmark = pytest.mark.django_db
RATING = ("member_id", "thousandths", "uncertainty", "matches", "opponents", "recent_opponents",
          "peak_thousandths", "rated_at")  # fmt: skip


def snapshot() -> tuple[list[Any], list[Any]]:
    """Everything that the ratings are."""
    changes = RatingChange.objects.order_by("rated_match_id", "member_id").values_list(
        "rated_match_id", "member_id", "before", "after", "uncertainty", "exchanges", "place"
    )
    return list(Rating.objects.order_by("pool", "member_id").values_list(*RATING)), list(changes)


def rate_many(count: int, seed: int, *, hours: float = 7, guests: int = 0) -> None:
    """So many matches of the cast, rated one by one as play would."""
    dice = Random(seed)
    members = [named(name).pk for name in NAMES[:12]] + [
        named(f"Guest{number}").pk for number in range(guests)
    ]
    rows = Match.objects.bulk_create(
        Match(
            code=f"many{number:05}",
            game="wizard",
            rules_version=1,
            seats=3,
            status=Match.Status.FINISHED,
            finished_at=day(0) + timedelta(hours=number * hours, seconds=dice.random()),
        )
        for number in range(count)
    )
    pool = RatingPool.objects.get_or_create(key="wizard")[0]
    for row in rows:
        table = dice.sample(members, dice.randint(2, 6))
        results = [
            PlayerResult(member, 0, seat, dice.randint(1, len(table)), 0, dice.random() < 0.05)
            for seat, member in enumerate(table)
        ]
        rate_match(row, row.finished_at or day(0), pool, results)


def told(*arguments: str) -> str:
    out = StringIO()
    call_command("rebuildratings", *arguments, stdout=out)
    return out.getvalue()


@pytest.mark.timeout(300)
def test_r3_many_matches_rebuilt_give_every_figure_as_play_did_to_the_last_digit() -> None:
    matches = sized(80, 2000)
    rate_many(matches, seed=1, guests=sized(20, 60))
    before = snapshot()
    rebuilt = rebuild_pool("wizard")
    assert rebuilt.is_equal
    assert rebuilt.matches == matches
    assert snapshot() == before


def test_r3_from_nothing_but_the_matches_the_same_comes_back() -> None:
    rate_many(sized(60, 120), seed=2, hours=2)
    before = snapshot()
    RatingChange.objects.all().delete()
    Rating.objects.all().delete()
    assert not rebuild_pool("wizard").is_equal
    assert snapshot() == before


def test_what_was_tampered_with_is_found_and_put_right() -> None:
    rate_many(60, seed=3)
    before = snapshot()
    Rating.objects.filter(member=named("Anna")).update(thousandths=3_000_000)
    RatingChange.objects.filter(pk=RatingChange.objects.earliest("pk").pk).update(after=1)
    checked = rebuild_pool("wizard", is_check=True)
    assert (checked.changes, checked.ratings) == (1, 1)
    assert points("Anna") == 3_000_000
    rebuild_pool("wizard")
    assert snapshot() == before


def test_play_after_a_rebuild_goes_on_as_if_nothing_had_been() -> None:
    rate_many(80, seed=4)
    Rating.objects.all().delete()
    rebuild_pool("wizard")
    finished(["Anna", "Bo", "Carla"], at=day(300))
    settle_due()
    assert rebuild_pool("wizard", is_check=True).is_equal


def test_the_command_says_what_it_found_and_fails_a_check_that_differs() -> None:
    finished(["Anna", "Bo"])
    finished(["Anna", "Bo"], game="cubirds")
    settle_due()
    assert told("--check").splitlines() == [
        "cubirds: 1 matches, every figure as it was",
        "wizard: 1 matches, every figure as it was",
        "Nothing differs.",
    ]
    Rating.objects.filter(pool="wizard", member=named("Bo")).update(matches=7)
    with pytest.raises(CommandError, match="without --check"):
        told("--check", "--pool", "wizard")
    assert "0 changes and 1 ratings were corrected" in told("--pool", "wizard")
    assert rating("Bo").matches == 1


@pytest.mark.django_db(transaction=True)
def test_pools_checked_in_processes_of_their_own_say_the_same_as_one_after_the_other() -> None:
    for game in ("wizard", "cubirds"):
        finished(["Anna", "Bo"], game=game)
    settle_due()
    Rating.objects.filter(pool="cubirds", member=named("Bo")).update(matches=7)
    lines = []
    for processes in ("1", "2"):
        out = StringIO()
        with pytest.raises(CommandError):
            call_command("rebuildratings", "--check", "--processes", processes, stdout=out)
        lines.append(out.getvalue())
    assert lines[0] == lines[1]
    assert "1 ratings differ" in lines[0]


def test_an_unknown_pool_is_refused_with_those_that_there_are() -> None:
    finished(["Anna", "Bo"])
    settle_due()
    with pytest.raises(CommandError, match="Pools with ratings: wizard"):
        told("--pool", "chess")


def three_matches() -> Sequence[Match]:
    """Anna loses to Bo, who is found out later; Bo then loses to Carla, and Anna beats Dirk."""
    matches = [
        finished(["Bo", "Anna"], at=day(1)),
        finished(["Carla", "Bo"], at=day(2)),
        finished(["Anna", "Dirk"], at=day(3)),
    ]
    settle_due()
    return matches


def test_a_struck_match_counts_for_nothing_and_who_lost_by_it_is_refunded() -> None:
    crooked, *_others = three_matches()
    before = points("Anna")
    strike_match(crooked.code, reason="both seats, one person", at_fault=["Bo"])
    assert points("Anna") > before
    assert rating("Bo").matches == 1
    assert points("Bo") < 1_500_000
    assert not RatingChange.objects.filter(rated_match__match=crooked).exists()
    assert not PlayedMatch.objects.filter(match=crooked, is_shown=True).exists()


def test_nobody_honest_stands_lower_after_a_strike_and_replay_agrees() -> None:
    crooked, *_others = three_matches()
    before = {name: points(name) for name in ("Anna", "Carla", "Dirk")}
    refunds = strike_match(crooked.code, reason="help from outside", at_fault=["Bo"])
    assert set(refunds) == {"Carla"}  # beating Bo was worth less than it had seemed
    assert all(points(name) >= before[name] for name in before)
    assert rebuild_pool("wizard", is_check=True).is_equal
    finished(["Carla", "Dirk"], at=day(4))
    settle_due()
    assert rebuild_pool("wizard", is_check=True).is_equal
    assert RatingRefund.objects.get().member == named("Carla")


def test_a_newcomer_who_won_the_struck_match_honestly_keeps_what_was_won() -> None:
    match = finished(["Anna", "Bo"])
    settle_due()
    before = points("Anna")
    refunds = strike_match(match.code, reason="thrown away", at_fault=["bo"])
    assert refunds == {"Anna": before - 1_500_000}
    assert points("Anna") == before
    assert not Rating.objects.filter(member=named("Bo")).exists()


@pytest.mark.parametrize(
    ("code", "terms", "words"),
    [
        ("nowhere", {"reason": "x"}, "No match"),
        ("", {"reason": "  "}, "Say why"),
        ("", {"reason": "x", "at_fault": ["Mallory"]}, "Who did: "),
    ],
)
def test_a_strike_that_makes_no_sense_is_refused_and_changes_nothing(
    code: str, terms: dict[str, Any], words: str
) -> None:
    match = finished(["Anna", "Bo"])
    settle_due()
    before = snapshot()
    with pytest.raises(StrikeError, match=words):
        strike_match(code or match.code, **terms)
    assert snapshot() == before
    assert RatedMatch.objects.get().struck_at is None


def test_the_strike_command_says_who_got_what_and_refuses_a_second_time() -> None:
    crooked, *_others = three_matches()
    out = StringIO()
    arguments = [crooked.code, "--reason", "sold", "--at-fault", "Bo"]
    call_command("strikematch", *arguments, stdout=out)
    assert "refunds: 1" in out.getvalue()
    assert "Carla: +" in out.getvalue()
    with pytest.raises(CommandError, match="struck out before"):
        call_command("strikematch", *arguments, stdout=out)
