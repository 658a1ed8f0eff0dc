"""Streams of news: who may listen to what."""

from __future__ import annotations

import pytest
from django.urls import reverse

from games.common.live_news import match_topic, member_topic, player_topic, talk_topic
from tests import cast
from tests.site.conftest import Browse, made_private

HOLDING = {"wildcards.holds_streams": True}


def topics(browse: Browse, who: str, path: str) -> list[str]:
    answer = browse(who).get(path, **HOLDING)  # type: ignore[arg-type]
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/event-stream"
    return str(answer.headers["X-Stream"]).split()


def test_a_player_hears_of_the_match_and_of_the_own_seat(browse: Browse) -> None:
    match = made_private(cast.running_match())
    who = cast.player(match, "Bo")
    me = member_topic(who.member_id or 0)
    path = reverse("match-events", kwargs={"code": match.code})
    assert topics(browse, "Bo", path) == [
        *(me, match_topic(match.pk)),
        *(player_topic(who.pk), talk_topic(who.pk), me),
    ]


def test_a_visitor_hears_of_a_public_match_and_of_no_seat(browse: Browse) -> None:
    match = cast.running_match()
    path = reverse("match-events", kwargs={"code": match.code})
    assert topics(browse, "", path) == ["ip:127.0.0.1", match_topic(match.pk)]


@pytest.mark.parametrize("who", ["", "Mallory"])
def test_nobody_hears_of_a_match_that_they_may_not_see(who: str, browse: Browse) -> None:
    match = made_private(cast.running_match())
    path = reverse("match-events", kwargs={"code": match.code})
    assert browse(who).get(path, **HOLDING).status_code == 404  # type: ignore[arg-type]


def test_one_hears_of_ones_own_matches_alone(browse: Browse) -> None:
    me = member_topic(cast.member("Anna").pk)
    assert topics(browse, "Anna", reverse("member-events")) == [me, me]
    assert browse("").get(reverse("member-events"), **HOLDING).status_code == 302  # type: ignore[arg-type]


def test_where_nobody_holds_streams_a_browser_is_told_not_to_come_back(browse: Browse) -> None:
    assert browse("Anna").get(reverse("member-events")).status_code == 204
