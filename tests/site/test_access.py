"""Who may open what: Mallory is a member who has no business in the match, a visitor is nobody."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Match, Order, Player, PrivateNote, Stance
from games.services.talk import say_at_table
from games.urls import match_patterns
from tests import cast
from tests.site.conftest import Browse, made_private
from tests.sizes import few, sized

GET_NAMES = sorted(
    {
        "match",
        "match-pulse",
        "match-events",
        "match-log",
        "match-steps",
        "match-resign",
        "match-replay",
        "match-record",
        "match-chance",
        "match-chance-sheet",
        "match-what-if",
        "match-review",
        "match-result-svg",
        "match-result-png",
    }
)
POST_NAMES: list[str] = sorted(
    {
        "match-order",
        "match-order-back",
        "match-later",
        "match-join",
        "match-leave",
        "match-contribution",
        "match-invite",
        "match-add-bot",
        "match-start",
        "match-cancel",
        "match-resign",
        "match-return",
        "match-ready",
        "match-order-preview",
        "match-watch",
        "match-talk",
        "match-talk-choose",
        "match-note",
        "match-rematch",
        "match-what-if",
        "match-what-if-preview",
    }
)
NUMBERED = {
    "match-replay-step": "get",
    "match-seat": "get",
    "match-review-seat": "get",
    "match-talk-report": "post",
    "match-talk-mute": "post",
    "match-talk-rule": "post",
}
ALSO_READ = {"match-resign", "match-talk", "match-what-if"}
OF_ONES_OWN = {"match-join", "match-note", "match-watch"}
"""What every member may do about a public match: it is theirs alone."""

CHANGING = {
    "text": "bid R",
    "pick-cards": "R",
    "addresses": "x@example.org",
    "word": "wait",
}


def address(name: str, match: Match) -> str:
    return reverse(name, kwargs={"code": match.code})


def both_or_one_by_turns(name: str) -> list[Match]:
    """A running match and an open one; in a short run each address comes to one of them."""
    makers: list[Callable[[], Match]] = [cast.running_match, partial(cast.open_match, "Anna", "Bo")]
    return [make() for make in makers[sized(POST_NAMES.index(name) % 2, 0) :: sized(2, 1)]]


def test_the_lists_above_name_every_page_of_a_match() -> None:
    assert {pattern.name for pattern in match_patterns} == ({*GET_NAMES, *POST_NAMES, *NUMBERED})


@pytest.mark.parametrize("who", ["Mallory", ""])
@pytest.mark.parametrize("name", GET_NAMES)
def test_a_private_match_does_not_exist_for_others(who: str, name: str, browse: Browse) -> None:
    match = made_private(cast.running_match())
    response = browse(who).get(address(name, match))
    if response.status_code == 302:  # Asked to sign in before anything is looked up.
        assert response.headers["Location"].startswith("/accounts/login/")
    else:
        assert response.status_code == 404
        assert cast.player(match, "Anna").name not in response.content.decode()


@pytest.mark.parametrize("who", ["Mallory", ""])
@pytest.mark.parametrize("name", NUMBERED)
def test_nothing_numbered_of_a_private_match_exists_for_others(
    who: str, name: str, browse: Browse
) -> None:
    match = made_private(cast.running_match())
    said = say_at_table(player=cast.player(match, "Anna"), text="Good luck to all of us!")
    before = _rows(match)
    path = reverse(name, kwargs={"code": match.code, "number": said.pk})
    response = getattr(browse(who), NUMBERED[name])(path, {"why": "rude"})
    assert response.status_code in {302, 404}
    assert _rows(match) == before


@pytest.mark.parametrize(
    ("name", "who", "state"), few(product(POST_NAMES, ["Mallory", ""], ["open", "running"]), 17)
)
def test_others_change_nothing_in_a_private_match(
    who: str, name: str, state: str, browse: Browse
) -> None:
    match = (
        made_private(cast.running_match())
        if state == "running"
        else made_private(cast.open_match("Anna", "Bo"))
    )
    before = _rows(match)
    response = browse(who).post(address(name, match), CHANGING)
    assert response.status_code in {302, 404}
    assert _rows(match) == before


@pytest.mark.parametrize("name", sorted({*POST_NAMES} - OF_ONES_OWN))
def test_a_stranger_changes_nothing_in_a_public_match(name: str, browse: Browse) -> None:
    for match in both_or_one_by_turns(name):
        before = _rows(match)
        response = browse("Mallory").post(address(name, match), CHANGING)
        assert response.status_code in {302, 404}
        assert _rows(match) == before


@pytest.mark.parametrize("name", POST_NAMES)
def test_an_address_that_acts_does_not_act_on_get(name: str, browse: Browse) -> None:
    for match in both_or_one_by_turns(name):
        before = _rows(match)
        response = browse("Anna").get(address(name, match))
        is_page = name in ALSO_READ and (name != "match-what-if" or match.state)
        assert response.status_code == (200 if is_page else 302)
        assert _rows(match) == before


def test_forms_without_their_token_are_refused_with_help() -> None:
    match = cast.running_match()
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.member("Anna"))
    response = client.post(address("match-order", match), {"text": "bid R"})
    assert response.status_code == 403
    assert "This form has expired" in response.content.decode()
    assert not Order.objects.exists()


def test_a_spectator_sees_the_table_and_no_hand(browse: Browse) -> None:
    match = cast.running_match()
    for who in ("Mallory", ""):
        page = browse(who).get(address("match", match)).content.decode()
        assert "you’re watching" in page
        assert "Your turn" not in page
        assert "Your hand" not in page


def test_replay_and_record_do_not_exist_before_the_end(browse: Browse) -> None:
    match = cast.running_match()
    for who in ("Anna", "Mallory", ""):
        assert browse(who).get(address("match-record", match)).status_code == 404
        step = reverse("match-replay-step", kwargs={"code": match.code, "number": 0})
        assert browse(who).get(step).status_code == 404


def test_the_seed_is_on_no_page_before_the_end(browse: Browse) -> None:
    match = cast.running_match()
    match.refresh_from_db()
    for who in ("Anna", ""):
        for name in ("match", "match-chance", "match-log", "match-pulse", "match-steps"):
            page = browse(who).get(address(name, match)).content.decode()
            assert match.server_seed not in page
            assert match.seed not in page
    assert match.commitment in browse("").get(address("match-chance", match)).content.decode()


def test_pages_with_a_hand_are_kept_by_nobody_between(browse: Browse) -> None:
    match = cast.running_match()
    response = browse("Anna").get(address("match", match))
    assert response.headers["Cache-Control"] == "private, no-cache"
    assert "Cookie" in response.headers["Vary"]
    response = browse("Anna").get(address("match-what-if", match))
    assert response.headers["Cache-Control"] == "private, no-store"


def _rows(match: Match) -> list[object]:
    """Everything of a match that a request could change."""
    fresh = Match.objects.get(pk=match.pk)
    return [
        (fresh.status, fresh.phase_number, fresh.state, fresh.deadline_at),
        list(Player.objects.filter(match=match).order_by("pk").values()),
        list(Order.objects.filter(phase__match=match).order_by("pk").values()),
        list(match.invitations.order_by("pk").values()),
        list(match.messages.order_by("pk").values()),
        list(Match.objects.filter(rematch_of=match).values("pk")),
        list(PrivateNote.objects.order_by("pk").values()),
        list(Stance.objects.order_by("pk").values()),
    ]
