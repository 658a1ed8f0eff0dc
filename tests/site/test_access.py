"""Who may open what: Mallory is a member who has no business in the match, a visitor is nobody."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Match, Order, Player
from games.urls import match_patterns
from tests import cast
from tests.site.conftest import Browse, made_private

GET_NAMES = sorted(
    {
        "match",
        "match-pulse",
        "match-events",
        "match-log",
        "match-resign",
        "match-replay",
        "match-record",
        "match-chance",
        "match-chance-sheet",
    }
)
POST_NAMES = sorted(
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
    }
)
CHANGING = {
    "text": "bid R",
    "pick-cards": "R",
    "addresses": "x@example.org",
    "word": "wait",
}


def address(name: str, match: Match) -> str:
    return reverse(name, kwargs={"code": match.code})


def test_the_lists_above_name_every_page_of_a_match() -> None:
    assert {pattern.name for pattern in match_patterns} == (
        {*GET_NAMES, *POST_NAMES, "match-replay-step", "match-seat"}
    )


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


@pytest.mark.parametrize("state", ["open", "running"])
@pytest.mark.parametrize("who", ["Mallory", ""])
@pytest.mark.parametrize("name", POST_NAMES)
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


@pytest.mark.parametrize("name", sorted({*POST_NAMES} - {"match-join"}))
def test_a_stranger_changes_nothing_in_a_public_match(name: str, browse: Browse) -> None:
    for match in (cast.running_match(), cast.open_match("Anna", "Bo")):
        before = _rows(match)
        response = browse("Mallory").post(address(name, match), CHANGING)
        assert response.status_code in {302, 404}
        assert _rows(match) == before


@pytest.mark.parametrize("name", POST_NAMES)
def test_an_address_that_acts_does_not_act_on_get(name: str, browse: Browse) -> None:
    for match in (cast.running_match(), cast.open_match("Anna", "Bo")):
        before = _rows(match)
        response = browse("Anna").get(address(name, match))
        assert response.status_code == (200 if name == "match-resign" else 302)
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
        for name in ("match", "match-chance", "match-log", "match-pulse"):
            page = browse(who).get(address(name, match)).content.decode()
            assert match.server_seed not in page
            assert match.seed not in page
    assert match.commitment in browse("").get(address("match-chance", match)).content.decode()


def test_pages_with_a_hand_are_kept_by_nobody(browse: Browse) -> None:
    match = cast.running_match()
    response = browse("Anna").get(address("match", match))
    assert response.headers["Cache-Control"] == "private, no-store"


def _rows(match: Match) -> list[object]:
    """Everything of a match that a request could change."""
    fresh = Match.objects.get(pk=match.pk)
    return [
        (fresh.status, fresh.phase_number, fresh.state, fresh.deadline_at),
        list(Player.objects.filter(match=match).order_by("pk").values()),
        list(Order.objects.filter(phase__match=match).order_by("pk").values()),
        list(match.invitations.order_by("pk").values()),
    ]
