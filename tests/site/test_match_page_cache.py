"""A match's page is kept while nothing on it has changed, for whom it was made alone."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.signals import template_rendered
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.common import clock
from games.models import (
    AddressHealth,
    Match,
    Member,
    Player,
    StandingOrder,
    TableMessage,
)
from games.services.following import mute_member
from games.services.notes import write_match_note, write_member_note
from games.services.operator_actions import move_deadline
from games.services.talk import say_at_table
from games.services.watching import unwatch_match, watch_match
from games.services.withdrawals import withdraw_order
from games.views.match_page_cache import forget_pages, token_slot
from tests import cast
from tests.site.conftest import Browse

MOST_QUERIES = 7
FORM_TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="([^"]*)"')
EVERYBODY = ("Anna", "Bo", "Carla", "Mallory", "Nell", "")


@pytest.fixture(autouse=True)
def _an_hour_later() -> Iterator[None]:
    """The time stands still, and nothing is kept of other tests."""
    forget_pages()
    with clock.simulated(clock.now()):
        yield


def path_of(match: Match) -> str:
    return reverse("match", kwargs={"code": match.code})


def page(client: Client, match: Match) -> bytes:
    """What the page says, without the mask of its forms' token."""
    return FORM_TOKEN.sub(b"", client.get(path_of(match)).content)


def kept(client: Client, match: Match) -> bytes:
    """The page of somebody who has seen before what there is."""
    page(client, match)
    return page(client, match)


def own(name: str, match: Match) -> Player:
    return cast.player(match, name)


def _is_told(match: Match, **values: object) -> None:
    Match.objects.filter(pk=match.pk).update(**values)


def _is_of(name: str, match: Match, **values: object) -> None:
    Player.objects.filter(match=match, member__name=name).update(**values)


def _said(match: Match, name: str = "Bo", **to: str) -> None:
    say_at_table(player=own(name, match), text="Good luck everybody", is_meant=True, **to)


def _another_match_waits(_match: Match) -> None:
    cast.running_match("Anna", "Bo", "Carla")


def _phase_closes(match: Match) -> None:
    for one in cast.awaited(match):
        cast.order(one)


CHANGES: dict[str, Callable[[Match], object]] = {
    "the viewer's order": lambda match: cast.order(own("Anna", match)),
    "how many have moved": lambda match: cast.order(own("Bo", match)),
    "the turn is over": _phase_closes,
    "the match is on hold": lambda match: _is_told(match, status=Match.Status.PARKED),
    "its title": lambda match: _is_told(match, title="Another title"),
    "what it agreed on": lambda match: _is_told(match, phase_time=timedelta(hours=7)),
    "its deadline": lambda match: move_deadline(
        match_id=match.pk, to=clock.now() + timedelta(days=9), by=None, reason="a holiday"
    ),
    "the viewer's wish for mail": lambda match: _is_of("Anna", match, mail_level="none"),
    "the viewer's wait": lambda match: _is_of("Anna", match, readiness="wait", readiness_phase=1),
    "the viewer gave up": lambda match: _is_of("Anna", match, resigned_at=clock.now()),
    "a bot plays for another": lambda match: _is_of("Bo", match, bot="steady"),
    "another has left": lambda match: _is_of("Bo", match, resigned_at=clock.now(), bot="steady"),
    "another's name": lambda _match: Member.objects.filter(name="Bo").update(name="Bodo"),
    "the viewer's name": lambda _match: Member.objects.filter(name="Anna").update(name="Anne"),
    "the viewer's language": lambda _match: Member.objects.filter(name="Anna").update(
        language="it"
    ),
    "the viewer's time zone": lambda _match: Member.objects.filter(name="Anna").update(
        time_zone="Asia/Tokyo"
    ),
    "a standing order": lambda match: StandingOrder.objects.create(
        player=own("Anna", match), kind="missed", round=1, position=0, text="pass",
        given_at=clock.now(),
    ),
    "something was said": _said,
    "something was whispered": lambda match: _said(match, only_to="Anna"),
    "a note about the match": lambda match: write_match_note(
        writer=cast.member("Anna"), match=match, text="Mind the lion"
    ),
    "a note about another": lambda _match: write_member_note(
        writer=cast.member("Anna"), about=cast.member("Bo"), text="bids high"
    ),
    "a spectator": lambda match: watch_match(member=cast.member("Mallory"), match=match),
    "mail does not reach a guest": lambda _match: AddressHealth.objects.create(
        address="bo@example.org", state=AddressHealth.State.BOUNCING
    ),
    "another match waits": _another_match_waits,
}  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize("change", CHANGES)
def test_a_page_is_made_anew_when_anything_on_it_has_changed(change: str, browse: Browse) -> None:
    match, anna = cast.running_match(waiting_policy="count"), browse("Anna")
    before = kept(anna, match)
    CHANGES[change](match)
    after = kept(anna, match)
    forget_pages()
    assert after == page(anna, match)
    assert after != before


@pytest.mark.django_db
def test_what_was_said_goes_when_it_is_hidden_or_its_author_muted(browse: Browse) -> None:
    match, anna = cast.running_match(), browse("Anna")
    _said(match)
    assert b"Good luck everybody" in kept(anna, match)
    TableMessage.objects.update(hidden_at=timezone.now(), hidden_reason="rude")
    assert b"Good luck everybody" not in page(anna, match)
    TableMessage.objects.update(hidden_at=None)
    assert b"Good luck everybody" in kept(anna, match)
    mute_member(member=cast.member("Anna"), other=cast.member("Bo"))
    assert b"Good luck everybody" not in page(anna, match)


@pytest.mark.django_db
def test_the_time_that_is_left_goes_on(browse: Browse) -> None:
    match, anna = cast.running_match(), browse("Anna")
    assert b"in 2 days" in kept(anna, match)
    with clock.simulated(clock.now() + timedelta(hours=3)):
        assert b"in 45 hours" in page(anna, match)


@pytest.mark.django_db
def test_an_order_taken_back_is_gone_from_the_page(browse: Browse) -> None:
    match, anna = cast.running_match(), browse("Anna")
    before = kept(anna, match)
    cast.order(own("Anna", match))
    assert b"Your move is sealed" in kept(anna, match)
    withdraw_order(player=own("Anna", match))
    assert page(anna, match) == before


@pytest.mark.django_db
def test_nobody_is_given_the_page_that_was_made_for_another(browse: Browse) -> None:
    match = cast.running_match()
    clients = {who: browse(who) for who in EVERYBODY}
    made = {}
    for who, client in clients.items():
        forget_pages()
        made[who] = kept(client, match)
    forget_pages()
    for who in (*EVERYBODY, *reversed(EVERYBODY)):
        assert page(clients[who], match) == made[who], who
    assert len(set(made.values())) == len(EVERYBODY)


@pytest.mark.django_db
def test_a_match_that_has_become_private_is_closed_to_who_had_its_page(browse: Browse) -> None:
    match = cast.running_match()
    clients = [browse("Mallory"), browse("")]
    assert all(kept(client, match) for client in clients)
    _is_told(match, is_public=False)
    for client in clients:
        assert client.get(path_of(match)).status_code == 404


@pytest.mark.django_db
def test_a_kept_page_takes_few_queries_and_a_browser_that_has_it_gets_no_page(
    browse: Browse,
) -> None:
    match, anna = cast.running_match(), browse("Anna")
    kept(anna, match)
    with CaptureQueriesContext(connection) as queries:
        first = anna.get(path_of(match))
    assert len(queries) <= MOST_QUERIES
    known = {"If-None-Match": first.headers["ETag"]}
    assert anna.get(path_of(match), headers=known).status_code == 304
    for other in (browse("Bo"), browse("Mallory"), browse(""), browse("Anna")):
        assert other.get(path_of(match), headers=known).status_code == 200
    cast.order(own("Anna", match))
    assert anna.get(path_of(match), headers=known).status_code == 200


@pytest.mark.django_db
def test_forms_on_a_kept_page_have_the_token_of_who_gets_it(browse: Browse) -> None:
    match = cast.running_match()
    for who in ("Anna", "Anna", "Bo"):
        client = Client(enforce_csrf_checks=True)
        client.force_login(cast.member(who))
        for _time in range(2):
            content = client.get(path_of(match)).content
            assert token_slot().encode() not in content
            token = FORM_TOKEN.findall(content)[0].decode()
            fields = {"csrfmiddlewaretoken": token, "level": "none"}
            answer = client.post(reverse("match-mail", kwargs={"code": match.code}), fields)
            assert answer.status_code == 302
        assert client.post(reverse("match-mail", kwargs={"code": match.code})).status_code == 403


@pytest.mark.django_db
def test_what_is_told_once_is_on_no_page_that_is_kept(browse: Browse) -> None:
    match, anna = cast.running_match(), browse("Anna")
    path = reverse("match-mail", kwargs={"code": match.code})
    page(anna, match)
    told = anna.post(path, {"level": "none"}, follow=True).content
    assert b'class="flash' in told
    assert b'class="flash' not in page(anna, match)
    with clock.simulated(clock.now() + timedelta(hours=1)):
        _phase_closes(match)
        assert b"data-unseen" in page(anna, match)
        assert b"data-unseen" not in page(anna, match)


@pytest.mark.django_db
def test_what_happens_while_a_page_is_made_is_not_kept_under_what_was(browse: Browse) -> None:
    match, anna, mallory = cast.running_match(), browse("Anna"), cast.member("Mallory")
    page(anna, match)
    forget_pages()

    def meanwhile(**_signal: object) -> None:
        watch_match(member=mallory, match=match)

    template_rendered.connect(meanwhile)
    try:
        assert b"1 member is watching" in page(anna, match)
    finally:
        template_rendered.disconnect(meanwhile)
    unwatch_match(member=mallory, match=match)
    assert b"1 member is watching" not in page(anna, match)
