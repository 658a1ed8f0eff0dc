"""Practice without an account: at once, with nothing of an account's, and kept by whoever joins."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.common import clock
from games.mail import retention
from games.models import ApiKey, Match, Member, OutboundMail, Player, QuotaUse
from games.rules.registry import GAMES
from games.services.quotas import LIMITS, Deed
from tests import cast
from tests.site.conftest import Browse
from tests.site.test_members import JOIN, code_from_mail, outbox  # noqa: F401

PRACTICE = reverse("practice")


def practised(client: Client, game: str = "wild-cards") -> Match:
    """The match that this browser has just begun."""
    answer = client.post(PRACTICE, {"game": game})
    match = Match.objects.latest("pk")
    assert answer["Location"] == reverse("match", kwargs={"code": match.code})
    return match


def ordered(client: Client, match: Match) -> None:
    """The guest's decision, given by the form."""
    player = Player.objects.select_related("match").get(match=match, member__isnull=False)
    path = reverse("match-order", kwargs={"code": match.code})
    before = match.phase_number
    assert client.post(path, {"text": cast.default_text(player)}).status_code == 302
    match.refresh_from_db()
    assert match.phase_number > before


@pytest.mark.parametrize("game", GAMES)
def test_a_visitor_plays_every_game_against_bots_at_once(game: str, browse: Browse) -> None:
    client = browse("")
    match = practised(client, game)
    page = client.get(reverse("match", kwargs={"code": match.code})).content.decode()
    assert 'id="order-heading"' in page
    ordered(client, match)
    assert (match.is_public, match.status) == (False, Match.Status.RUNNING)
    assert not OutboundMail.objects.exists()


def test_only_the_same_browser_sees_and_plays_a_guests_match(browse: Browse) -> None:
    match = practised(browse(""))
    stranger = browse("")
    practised(stranger)
    for client in (browse(""), browse("Mallory"), stranger):
        assert client.get(reverse("match", kwargs={"code": match.code})).status_code == 404
        path = reverse("match-order", kwargs={"code": match.code})
        assert client.post(path, {"text": "bid any"}).status_code in {302, 404}
    assert not match.phases.filter(orders__source="web").exists()


def test_opening_the_page_alone_begins_nothing(browse: Browse) -> None:
    client = browse("")
    assert client.get(PRACTICE).status_code == 302
    client.get("/")
    assert not Member.objects.exists()
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(PRACTICE, {"game": "wizard"}).status_code == 403
    assert not Match.objects.exists()


def test_a_guest_has_nothing_else_of_an_account(browse: Browse) -> None:
    client = browse("")
    match = practised(client)
    open_match = cast.open_match("Anna")
    codes = {"code": open_match.code}
    for name, terms in (
        ("match-new", {}),
        ("profile", {}),
        ("keys", {}),
        ("match-resign", {"code": match.code}),
        ("tournament-new", {}),
    ):
        answer = client.get(reverse(name, kwargs=terms))
        assert answer.status_code == 302, name
        assert answer["Location"].startswith("/accounts/login/"), name
    for name in ("match-join", "match-invite", "match-add-bot", "match-cancel"):
        answer = client.post(reverse(name, kwargs=codes), {"addresses": "x@example.org"})
        assert answer["Location"].startswith("/accounts/login/"), name
    guest = Member.objects.get(is_guest=True)
    assert open_match.players.count() == 1
    assert not ApiKey.objects.exists()
    assert (guest.is_active, guest.is_listed, guest.mail_level) == (False, False, "none")
    assert client.post(reverse("account_login"), {"email": guest.email}).status_code in {200, 302}
    assert not Member.objects.filter(email__iexact=guest.email, is_active=True).exists()


def test_a_guest_is_in_no_list_that_others_see(browse: Browse) -> None:
    client = browse("")
    match = practised(client)
    guest = Member.objects.get(is_guest=True)
    for path in ("/", "/lobby/", "/ratings/", "/histories/", f"/players/{guest.pk}/"):
        page = browse("Anna").get(path).content.decode()
        assert guest.name not in page
        assert match.code not in page
        assert guest.email not in page


def test_the_first_page_leads_a_guest_back_to_the_match(browse: Browse) -> None:
    client = browse("")
    match = practised(client)
    path = reverse("match", kwargs={"code": match.code})
    assert path in client.get("/").content.decode()
    assert path not in browse("").get("/").content.decode()


@pytest.mark.usefixtures("outbox")
def test_who_joins_keeps_the_practice(browse: Browse) -> None:
    client = browse("")
    matches = [practised(client), practised(client, "wizard")]
    client.post(reverse("account_signup"), JOIN)
    client.post(reverse("account_email_verification_sent"), {"code": code_from_mail()})
    member = Member.objects.get(name=JOIN["name"])
    assert {match.code for match in Match.objects.filter(players__member=member)} == {
        match.code for match in matches
    }
    assert set(Match.objects.values_list("created_by", flat=True)) == {member.pk}
    assert not Member.objects.filter(is_guest=True).exists()
    ordered(client, matches[0])


def test_who_signs_in_takes_the_practice_along(browse: Browse) -> None:
    client = browse("")
    match = practised(client)
    client.force_login(cast.member("Anna"))
    assert Player.objects.get(match=match, member__isnull=False).member == cast.member("Anna")
    assert not Member.objects.filter(is_guest=True).exists()
    ordered(client, match)


def test_one_network_address_makes_few_guests(browse: Browse) -> None:
    for _number in range(8):
        assert browse("").post(PRACTICE, {"game": "wizard"}).status_code == 302
    assert Member.objects.filter(is_guest=True).count() == 5
    page = browse("").post(PRACTICE, {"game": "wizard"}, follow=True).content.decode()
    assert "Too many people are practising without an account" in page


def test_one_guest_begins_few_matches(browse: Browse) -> None:
    client = browse("")
    most = LIMITS[Deed.GUEST_MATCH][0].most
    for _number in range(most):
        practised(client)
    page = client.post(PRACTICE, {"game": "wizard"}, follow=True).content.decode()
    assert f"start {most} matches a day" in page
    assert Match.objects.count() == most
    assert Member.objects.count() == 1


def test_the_service_keeps_so_many_guests_and_no_more(
    browse: Browse, settings: LazySettings
) -> None:
    settings.MOST_GUESTS = 1
    practised(browse(""))
    browse("").post(PRACTICE, {"game": "wizard"})
    assert Member.objects.filter(is_guest=True).count() == Match.objects.count() == 1


def test_who_stays_away_is_removed_with_the_practice(browse: Browse) -> None:
    looked, tried = browse(""), browse("")
    practised(looked)
    kept = practised(tried)
    ordered(tried, kept)
    now = clock.now()
    assert retention.prune_mail(now + timedelta(hours=23)) == 0
    assert retention.prune_mail(now + timedelta(days=2)) > 0
    assert list(Match.objects.all()) == [kept]
    retention.prune_mail(now + timedelta(days=6))
    assert not Match.objects.exists()
    assert not Member.objects.exists()
    assert not QuotaUse.objects.exists()
    assert tried.get(reverse("match", kwargs={"code": kept.code})).status_code == 404
    assert kept.deadline_at is not None
    assert kept.deadline_at > now + timedelta(days=6)


def test_practice_that_was_taken_along_is_never_removed(browse: Browse) -> None:
    client = browse("")
    match = practised(client)
    client.force_login(cast.member("Anna"))
    retention.prune_mail(clock.now() + timedelta(days=60))
    assert Match.objects.filter(pk=match.pk).exists()


def test_the_match_page_of_a_guest_takes_no_more_queries_than_a_members(browse: Browse) -> None:
    client = browse("")
    match = practised(client)
    path = reverse("match", kwargs={"code": match.code})
    client.get(path)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(path).status_code == 200
    assert len(queries) <= 12
