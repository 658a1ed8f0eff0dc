"""Who is told that a match has changed: nobody learns from it what the pages do not show."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from pytest_django.fixtures import Settings

from games.common import live_news
from games.models import Match, Member, Player
from games.services.withdrawals import withdraw_order
from tests.cast import awaited, legal_texts, member, order, player, running_match

pytestmark = pytest.mark.django_db

Told = Callable[[Callable[[], object]], set[str]]


@pytest.fixture
def told(
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., object],
    settings: Settings,
) -> Told:
    """The topics of what a deed has told."""
    settings.NEWS_URL = ""
    heard: list[str] = []
    monkeypatch.setattr(live_news, "_listeners", [heard.extend])

    def topics_of(deed: Callable[[], object]) -> set[str]:
        heard.clear()
        with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
            deed()
        return {news.partition(live_news.DETAIL)[0] for news in heard}

    return topics_of


def own(who: Player) -> set[str]:
    assert who.member_id is not None
    return {live_news.player_topic(who.pk), live_news.member_topic(who.member_id)}


def everybody(match: Match) -> set[str]:
    people = Member.objects.filter(plays__match=match)
    return {live_news.match_topic(match.pk), *(live_news.member_topic(one.pk) for one in people)}


def test_in_a_quiet_match_a_sealed_order_is_told_to_its_own_player_alone(told: Told) -> None:
    match = running_match(waiting_policy="quiet")
    who = player(match, "Bo")
    assert told(lambda: order(who)) == own(who)
    assert told(lambda: order(who, legal_texts(who)[0])) == own(who)
    assert told(lambda: withdraw_order(player=who)) == own(who)


@pytest.mark.parametrize("policy", ["count", "names"])
def test_others_hear_of_an_order_where_the_match_shows_that_it_is_in(
    policy: str, told: Told
) -> None:
    match = running_match(waiting_policy=policy)
    who = player(match, "Bo")
    assert told(lambda: order(who)) == {*own(who), live_news.match_topic(match.pk)}
    assert told(lambda: withdraw_order(player=who)) == {*own(who), live_news.match_topic(match.pk)}


@pytest.mark.parametrize("policy", ["quiet", "count", "names"])
def test_an_order_that_replaces_another_is_nobody_elses_business(policy: str, told: Told) -> None:
    match = running_match(waiting_policy=policy)
    who = player(match, "Bo")
    order(who)
    assert told(lambda: order(who, legal_texts(who)[-1])) == own(who)


@pytest.mark.parametrize("policy", ["quiet", "count"])
def test_everybody_hears_that_a_phase_has_closed(policy: str, told: Told) -> None:
    match = running_match(waiting_policy=policy)
    *others, last = awaited(match)
    for who in others:
        order(who)
    assert told(lambda: order(last)) == {*own(last), *everybody(match)}


def test_a_refused_order_tells_nothing(told: Told) -> None:
    match = running_match(waiting_policy="names")

    def refused() -> None:
        with pytest.raises(Exception, match=r".*"):
            order(player(match, "Bo"), "bid Z99")

    assert told(refused) == set()


def test_a_stranger_is_at_no_topic_of_the_match(told: Told) -> None:
    match = running_match()
    stranger = member("Mallory")
    heard = told(lambda: [order(who) for who in awaited(match)])
    assert live_news.member_topic(stranger.pk) not in heard


def test_programs_hear_which_match_and_whom_it_awaits(
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Callable[..., object],
    settings: Settings,
) -> None:
    settings.NEWS_URL = ""
    heard: list[str] = []
    monkeypatch.setattr(live_news, "_listeners", [heard.extend])
    match = running_match(waiting_policy="quiet")
    *others, last = awaited(match)
    for who in others:
        order(who)
    with django_capture_on_commit_callbacks(execute=True):  # type: ignore[attr-defined]
        order(last)
    match.refresh_from_db()
    asked = {one.member_id for one in awaited(match)}
    people = [one.member_id or 0 for one in match.players.all()]
    news = {live_news.member_news(one, match.code, awaits=one in asked) for one in people}
    assert news <= set(heard)
