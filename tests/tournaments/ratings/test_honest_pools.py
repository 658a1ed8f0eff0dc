"""What dishonest and passing players can do to a pool, and what operators are told of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from itertools import permutations
from random import Random
from statistics import NormalDist

import pytest
from allauth.usersessions.models import UserSession
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from games.common import clock
from games.models import Match, Member, Order, Phase
from tests import cast
from tests.research.collusion_bounds import power
from tests.research.pool_attacks import MIXES, collusion, drift, farmed
from tests.tournaments.ratings.cast import NAMES, day, finished
from tournaments.models import CollusionHint, RatingChange, RatingPool
from tournaments.rating import collusion as rating_collusion
from tournaments.rating.elo import MOST_FROM_PROVISIONAL, NEWCOMER, EloRating, rate
from tournaments.rating.pools import MatchToRate, Pool
from tournaments.services.collusion_hints import look_for_hints
from tournaments.services.rating_finished_matches import settle_due
from tournaments.services.rebuilding import rebuild_pool

SETTLED = EloRating(uncertainty=60_000, matches=50, opponents=40)
LOW = EloRating(1_100_000, 60_000, 50, 40)


@pytest.mark.parametrize(("accounts", "matches", "table"), [(30, 3, 2), (90, 1, 4), (30, 3, 6)])
def test_r4_thirty_throw_away_accounts_buy_no_more_than_thirty_points(
    accounts: int, matches: int, table: int
) -> None:
    assert 0 < farmed(accounts, matches, table) <= 30
    assert farmed(accounts, matches, table, before=1100.0) <= 30


def test_what_is_over_the_most_is_taken_off_the_exchange_and_its_step() -> None:
    full = replace(LOW, from_provisional=MOST_FROM_PROVISIONAL - 1000)
    change, newcomer = rate([full, NEWCOMER], [1, 2])
    (part,) = change.exchanges
    assert change.thousandths == part.thousandths == change.from_provisional == 1000
    assert part.step * (part.score - part.expected) == pytest.approx(1.0)
    assert newcomer == rate([LOW, NEWCOMER], [1, 2])[1]


def test_who_lost_to_provisional_ones_may_win_as_much_back() -> None:
    lost = replace(SETTLED, from_provisional=-9000)
    ours, usual = rate([lost, NEWCOMER], [1, 2])[0], rate([SETTLED, NEWCOMER], [1, 2])[0]
    assert ours.exchanges == usual.exchanges


def test_what_is_won_from_provisional_ones_depends_on_nobodys_seat() -> None:
    """A loss to one of them makes room for a win against another, whichever comes first."""
    full = replace(LOW, from_provisional=MOST_FROM_PROVISIONAL)
    newcomer = replace(NEWCOMER, thousandths=full.thousandths)
    ratings, places = (newcomer, full, newcomer), (1, 2, 3)
    sums = {
        rate([ratings[seat] for seat in order], [places[seat] for seat in order])[
            order.index(1)
        ].thousandths
        for order in permutations(range(3))
    }
    assert sums == {0}


def test_what_elders_lose_to_juniors_is_shared_back_among_them() -> None:
    dice, old = Random(4), EloRating(uncertainty=60_000, matches=200, opponents=40)
    pool = Pool(dict.fromkeys(range(40), old), elders=40)
    junior = replace(old, matches=50)
    for number in range(100, 200):
        pool.ratings[number] = junior
        pool.play(MatchToRate((dice.randrange(40), number), (2, 1)))
    among = 40
    for _ in range(400):
        pool.play(MatchToRate(tuple(dice.sample(range(40), 2)), (1, 2)))
    mean = sum(pool.rating(one).points for one in range(40)) / among
    assert mean == pytest.approx(1500, abs=1.0)


def test_veterans_stay_where_they_are_whoever_comes() -> None:
    for mix in MIXES.values():
        assert abs(drift(mix, "suite", matches=1500, veterans=30)) <= 15


def test_pairs_that_help_each_other_much_are_found_and_nobody_else() -> None:
    caught = collusion("suite", effect=0.25, together=100, pairs=4, players=64, matches=1500)
    assert caught.found >= 3
    assert caught.false == 0


def test_chance_passes_all_bars_together_as_often_as_is_said() -> None:
    reaches = [0.2] * 900 + [1.5] * 90 + [4.0] * 10
    bars = rating_collusion.bars_of(reaches, 0.1)
    assert sum(1 - NormalDist().cdf(bar) for bar in bars) == pytest.approx(0.1)
    assert bars[0] > bars[900] > bars[990] > 2.7
    assert all(bar > 2.7 for bar in rating_collusion.bars_of([4.0], 1.0))


def test_nobody_finds_more_pairs_than_who_knows_all_skills_and_the_more_apart_the_nearer() -> None:
    known, *fitted = power(0.05, 900, 0, 3.1)[0], *(
        power(0.05, 900, apart, 3.1).fitted for apart in (50, 500, 5000, 500_000)
    )  # fmt: skip
    assert fitted == sorted(fitted)
    assert fitted[0] < 0.1
    assert fitted[-1] == pytest.approx(known, abs=0.05)
    assert power(0.05, 900, 5000, 4.0) < power(0.05, 900, 5000, 3.1)


@pytest.mark.django_db
def test_stored_pools_keep_what_is_owed_and_a_replay_finds_nothing_otherwise() -> None:
    dice = Random(2)
    for number in range(24):
        finished(dice.sample(NAMES[:7], dice.choice((2, 3, 4))), at=day(number))
    settle_due()
    assert RatingChange.objects.count() > 50
    assert rebuild_pool("wizard", is_check=True).is_equal
    RatingPool.objects.filter(key="wizard").update(owed=5)
    assert not rebuild_pool("wizard").is_equal
    assert rebuild_pool("wizard", is_check=True).is_equal


def operator() -> Client:
    member = cast.member("Olga")
    Member.objects.filter(pk=member.pk).update(is_staff=True, is_superuser=True)
    browser = Client()
    browser.force_login(Member.objects.get(pk=member.pk))
    return browser


def fed_matches(count: int = 16) -> None:
    """Anna comes first and Bo last, whoever sits with them."""
    for number in range(count):
        finished(["Anna", NAMES[2 + number % 8], "Bo"], at=day(number / 2))
    settle_due()


@pytest.mark.django_db
def test_a_hint_of_results_is_dismissed_with_a_note_until_half_as_much_again_is_behind_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rating_collusion, "FALSE_PAIRS", 1.0)
    monkeypatch.setattr(rating_collusion, "LIKELIEST", 0.01)
    fed_matches()
    look_for_hints()
    hint = CollusionHint.objects.get(kind="fed")
    assert (hint.one.name, hint.other.name, hint.matches) == ("Anna", "Bo", 16)
    browser = operator()
    asked = {"section": "hints", "deed": "dismiss", "pk": hint.pk}
    browser.post(reverse("admin:games_alarm_hand"), asked)
    hint.refresh_from_db()
    assert hint.dismissed_at is None
    browser.post(reverse("admin:games_alarm_hand"), asked | {"reason": "they are sisters"})
    look_for_hints()
    dismissed = CollusionHint.objects.get(pk=hint.pk)
    assert (dismissed.note, dismissed.dismissed_by) == ("they are sisters", cast.member("Olga"))
    assert dismissed.dismissed_at is not None
    CollusionHint.objects.update(dismissed_matches=10)
    look_for_hints()
    assert CollusionHint.objects.filter(pk=hint.pk, dismissed_at=None).exists()


@pytest.mark.django_db
def test_operators_see_hints_with_their_evidence_but_none_that_concern_them() -> None:
    finished(["Anna", "Bo", "Carla"])
    settle_due()
    hints = [
        CollusionHint.objects.create(
            pool="wizard", kind=kind, one=cast.member("Anna"), other=cast.member(other),
            matches=1, found_at=clock.now(), seen_at=clock.now(),
        )
        for kind in CollusionHint.Kind
        for other in ("Bo", "Olga")
    ]  # fmt: skip
    browser = operator()
    page = browser.get(reverse("admin:games_alarm_hand")).content.decode()
    evidence = reverse("admin:tournaments_collusionhint_change", args=[hints[0].pk])
    assert page.count("Anna, Bo (Wizard):") == 4
    assert "Anna, Olga" not in page
    assert evidence in page
    shown = browser.get(evidence).content.decode()
    pair = {"member": cast.member("Anna").pk, "other": cast.member("Bo").pk}
    assert reverse("head-to-head", kwargs=pair) in shown
    assert reverse("match", args=[Match.objects.get().code]) in shown
    assert Client().get(evidence).status_code != 200


@pytest.mark.django_db
def test_players_of_shared_matches_on_one_browser_and_network_are_hinted_at() -> None:
    finished(["Anna", "Bo", "Carla"], at=clock.now())
    settle_due()
    for number, (name, ip) in enumerate((("Anna", "10.0.0.1"), ("Bo", "10.0.0.1"),
                                         ("Carla", "10.0.0.2"), ("Dirk", "10.0.0.1"))):  # fmt: skip
        UserSession.objects.create(
            user=cast.member(name), ip=ip, user_agent="Browser 1", session_key=f"key{number}"
        )
    look_for_hints()
    (hint,) = CollusionHint.objects.filter(kind="device")
    assert {hint.one.name, hint.other.name} == {"Anna", "Bo"}


def together(match: Match, offsets: dict[str, Callable[[], float]]) -> None:
    """Thirty phases that were answered an hour later, by each so many minutes after that."""
    players = {player.member.name: player for player in match.players.select_related("member")
               if player.member is not None}  # fmt: skip
    for number in range(1, 31):
        opened = match.finished_at or clock.now()
        phase = Phase.objects.create(
            match=match, number=number, name="bid", round=1, opened_at=opened
        )
        for name, offset in offsets.items():
            player = players[name]
            Order.objects.create(
                phase=phase,
                player=player,
                seat=player.seat or 0,
                text="pass",
                source=Order.Source.WEB,
                received_at=opened + timedelta(minutes=60 + offset()),
            )


@pytest.mark.django_db
def test_answers_always_in_the_same_minute_are_hinted_at_and_the_same_hour_is_not() -> None:
    match = finished(["Anna", "Bo", "Carla"], at=clock.now())
    dice = Random(3)
    together(match, {"Anna": lambda: 0, "Bo": lambda: 1, "Carla": lambda: dice.uniform(-12, 12)})
    settle_due()
    look_for_hints()
    (hint,) = CollusionHint.objects.filter(kind="timing")
    assert {hint.one.name, hint.other.name} == {"Anna", "Bo"}
    assert hint.matches == 30
