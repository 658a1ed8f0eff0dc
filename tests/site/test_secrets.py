"""In a quiet match nothing that another seat, a stranger or a visitor is given changes by an order.

Bytes, headers, ETag and the number of queries are compared before and after Bo's sealed order.
"""

from __future__ import annotations

import re
from datetime import timedelta
from itertools import product

import pytest
from django.conf import settings
from django.db import connection
from django.middleware.csrf import CSRF_SECRET_LENGTH
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.common import clock
from games.models import Match
from games.services.orders import set_readiness
from games.services.time_controls import Terms
from games.services.withdrawals import withdraw_order
from tests import cast
from tests.site.conftest import Browse
from tests.sizes import few

PAGES = ("match", "match-pulse", "match-log", "match-chance", "match-steps")
LISTS = ("home", "lobby", "histories")
CALLS = ("/api/matches/{code}", "/api/matches/{code}/journal", "/api/matches", "/api/lobby")
OBSERVERS = ("Anna", "Carla", "Mallory", "")
# A new mask of the same token on every page; it says nothing about the match.
FORM_TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]*"')
Answer = tuple[int, dict[str, str], bytes, int]


def answer(client: Client, path: str, **headers: str) -> Answer:
    with CaptureQueriesContext(connection) as queries:
        response = client.get(path, headers=headers)
    body = FORM_TOKEN.sub(b"", response.content)
    return response.status_code, dict(response.headers), body, len(queries)


def everything(who: str, browse: Browse, match: Match) -> dict[str, Answer]:
    """All that this person can be given about the match, by address."""
    client = browse(who)
    client.cookies[settings.CSRF_COOKIE_NAME] = "c" * CSRF_SECRET_LENGTH  # an ETag depends on it
    paths = [reverse(name, kwargs={"code": match.code}) for name in PAGES]
    paths += [reverse(name) for name in LISTS]
    client.get(paths[0])  # notes the reader's own presence, which is written once a minute
    answers = {path: answer(client, path) for path in paths}
    key = {"Authorization": f"Bearer {cast.key(who)}"} if who else {}
    for call in CALLS:
        path = call.format(code=match.code)
        answers[path] = answer(Client(), path, **key)
    return answers


@pytest.mark.parametrize("who", OBSERVERS)
def test_an_order_in_a_quiet_match_changes_no_byte_for_others(who: str, browse: Browse) -> None:
    match = cast.running_match(waiting_policy="quiet")
    with clock.simulated(clock.now() + timedelta(hours=1)):
        before = everything(who, browse, match)
        cast.order(cast.player(match, "Bo"))
        after = everything(who, browse, match)
    assert after == before


def test_revising_and_standing_orders_change_no_byte_either(browse: Browse) -> None:
    match = cast.running_match(waiting_policy="quiet")
    with clock.simulated(clock.now() + timedelta(hours=1)):
        before = everything("Anna", browse, match)
        bo = cast.player(match, "Bo")
        texts = cast.legal_texts(bo)
        cast.order(bo, f"{texts[0]}; take lion or pass")
        cast.order(bo, texts[1])
        assert everything("Anna", browse, match) == before


@pytest.mark.parametrize("who", few(OBSERVERS, 2))
def test_taking_an_order_back_changes_no_byte_for_others(who: str, browse: Browse) -> None:
    match = cast.running_match(waiting_policy="quiet")
    with clock.simulated(clock.now() + timedelta(hours=1)):
        before = everything(who, browse, match)
        bo = cast.player(match, "Bo")
        cast.order(bo, "bid R; take lion or pass")
        withdraw_order(player=bo)
        assert everything(who, browse, match) == before


def test_where_orders_are_counted_one_taken_back_counts_no_more(browse: Browse) -> None:
    match = cast.running_match(waiting_policy="count")
    with clock.simulated(clock.now() + timedelta(hours=1)):
        before = everything("Anna", browse, match)
        bo = cast.player(match, "Bo")
        cast.order(bo)
        withdraw_order(player=bo)
        assert everything("Anna", browse, match) == before


def test_the_check_sees_what_a_talkative_match_tells(browse: Browse) -> None:
    match = cast.running_match(waiting_policy="count")
    with clock.simulated(clock.now() + timedelta(hours=1)):
        before = everything("Anna", browse, match)
        cast.order(cast.player(match, "Bo"))
        after = everything("Anna", browse, match)
    changed = {path for path in before if before[path] != after[path]}
    pulse = reverse("match-pulse", kwargs={"code": match.code})
    assert {pulse, reverse("match", kwargs={"code": match.code})} <= changed
    assert before[pulse][1]["ETag"] != after[pulse][1]["ETag"]


@pytest.mark.parametrize(("policy", "named"), [("count", False), ("names", True)])
def test_others_learn_what_the_match_agreed_on(policy: str, named: bool, browse: Browse) -> None:
    match = cast.running_match(waiting_policy=policy)
    cast.order(cast.player(match, "Bo"))
    page = browse("Anna").get(reverse("match-pulse", kwargs={"code": match.code})).content.decode()
    assert ("1 of 3 have moved" in page) is not named
    assert ("Waiting for" in page and "Bo" not in page) is named


def test_a_sealed_order_is_on_no_page_but_its_owners(browse: Browse) -> None:
    match = cast.running_match()
    bo = cast.player(match, "Bo")
    cast.order(bo, "bid R; take lion or take peacock or pass")
    for who in OBSERVERS:
        for path, (_status, _headers, body, _queries) in everything(who, browse, match).items():
            assert b"take lion or take peacock" not in body, path
    own = browse("Bo").get(reverse("match", kwargs={"code": match.code})).content
    assert b"take lion or take peacock" in own


def test_the_poll_is_answered_with_304_while_nothing_changes(browse: Browse) -> None:
    match = cast.running_match()
    path = reverse("match-pulse", kwargs={"code": match.code})
    shown: dict[str, str | int] = {"phase": match.phase_number, "status": match.status}
    client = browse("Anna")
    first = client.get(path, shown)
    again = client.get(path, shown, headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["X-Moved"] == "0"
    cast.order(cast.player(match, "Bo"))
    changed = client.get(path, shown, headers={"If-None-Match": first.headers["ETag"]})
    assert changed.status_code == 200


def test_the_poll_says_when_the_match_has_gone_on(browse: Browse) -> None:
    match = cast.running_match()
    path = reverse("match-pulse", kwargs={"code": match.code})
    shown: dict[str, str | int] = {"phase": match.phase_number, "status": match.status}
    for name in ("Anna", "Bo", "Carla"):
        cast.order(cast.player(match, name))
    response = browse("Anna").get(path, shown)
    assert response.headers["X-Moved"] == "1"


TERMS = {
    "revise": Terms(reveal_policy=Match.Reveal.REVISE, time_bank=timedelta(days=2)),
    "deadline": Terms(reveal_policy=Match.Reveal.DEADLINE),
}


@pytest.mark.parametrize(("who", "policy"), few(product(OBSERVERS, TERMS), 5))
def test_where_orders_are_held_not_even_the_last_one_changes_a_byte(
    who: str, policy: str, browse: Browse
) -> None:
    match = cast.running_match(waiting_policy="quiet", terms=TERMS[policy])
    with clock.simulated(clock.now() + timedelta(hours=1)):
        for name in ("Anna", "Carla"):
            cast.order(cast.player(match, name))
        before = everything(who, browse, match)
        cast.order(cast.player(match, "Bo"))
        assert everything(who, browse, match) == before


@pytest.mark.parametrize("who", few(OBSERVERS, 2))
def test_nobody_learns_who_holds_a_phase_is_done_or_has_left_orders(
    who: str, browse: Browse
) -> None:
    match = cast.running_match(waiting_policy="quiet", terms=TERMS["revise"])
    bo = cast.player(match, "Bo")
    with clock.simulated(clock.now() + timedelta(hours=1)):
        before = everything(who, browse, match)
        set_readiness(bo, "wait")
        assert everything(who, browse, match) == before
        cast.order(bo, "bid R; if missed: bid R; each time: take any or pass")
        set_readiness(bo, "done")
        assert everything(who, browse, match) == before
