"""Opening a match, finding players for it, and everything before the first card."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.urls import reverse

from games.models import Invitation, Match, OutboundMail
from tests import cast
from tests.site.conftest import Browse, made_private

FORM = {
    "title": "After dinner",
    "seats": "3",
    "bots": "0",
    "edition": "2022",
    "leo": "False",
    "removal": "suggested",
    "phase_time": str(24 * 3600),
    "is_public": "yes",
    "waiting_policy": "quiet",
    "contribution": "seven of hearts",
}


def go(name: str, match: Match) -> str:
    return reverse(name, kwargs={"code": match.code})


def test_the_form_opens_a_match_with_what_it_says(browse: Browse) -> None:
    response = browse("Anna").post(reverse("match-new"), FORM, follow=True)
    match = Match.objects.get()
    assert "After dinner" in response.content.decode()
    assert (match.seats, match.phase_time) == (3, timedelta(days=1))
    assert match.waiting_policy == Match.Waiting.QUIET
    assert match.options == {"edition": "2022", "leo": False, "removal": "suggested"}
    assert match.players.get().contribution == "seven of hearts"


def test_the_form_tells_the_first_deadline_of_every_clock(browse: Browse) -> None:
    page = browse("Anna").get(reverse("match-new")).content.decode()
    assert page.count("starting now: first deadline") == 3


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"edition": "2020", "leo": "True"}, "2022"),
        ({"edition": "2020", "seats": "2"}, "3"),
        ({"bots": "3"}, "One seat is yours"),
        ({"seats": "9"}, "9 is not one of the available choices"),
        ({"phase_time": "1"}, "not one of the available choices"),
        ({"title": "x" * 61}, "at most 60"),
        ({"edition": "1999"}, "not one of the available choices"),
    ],
)
def test_settings_that_make_no_match_are_explained(
    change: dict[str, str], words: str, browse: Browse
) -> None:
    response = browse("Anna").post(reverse("match-new"), FORM | change)
    assert response.status_code == 422
    assert words in response.content.decode()
    assert not Match.objects.exists()


def test_defaults_that_do_not_fit_the_table_give_way(browse: Browse) -> None:
    browse("Anna").post(reverse("match-new"), FORM | {"seats": "2"})
    assert Match.objects.get().options["leo"] is True


def test_a_table_full_of_bots_starts_at_once(browse: Browse) -> None:
    browse("Anna").post(reverse("match-new"), FORM | {"bots": "2"})
    assert Match.objects.get().status == Match.Status.RUNNING


def test_practice_is_one_click_away(browse: Browse) -> None:
    response = browse("Anna").post(reverse("practice"), follow=True)
    match = Match.objects.get()
    assert match.status == Match.Status.RUNNING
    assert not match.is_public
    assert "Your turn" in response.content.decode()


def test_joining_from_the_lobby_fills_and_starts_the_match(browse: Browse) -> None:
    match = cast.open_match("Anna", "Bo")
    client = browse("Carla")
    assert go("match", match) in client.get(reverse("lobby")).content.decode()
    page = client.post(go("match-join", match), {"contribution": "luck"}, follow=True)
    assert "You’re in" in page.content.decode()
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert cast.player(match, "Carla").contribution == "luck"


def test_a_visitor_is_asked_to_sign_in_before_joining(browse: Browse) -> None:
    match = cast.open_match("Anna")
    response = browse("").post(go("match-join", match))
    assert response.headers["Location"].startswith(reverse("account_login"))


def test_joining_a_full_match_says_so(browse: Browse) -> None:
    match = cast.running_match()
    page = browse("Dirk").post(go("match-join", match), follow=True).content.decode()
    assert "so its seats can’t change" in page


def test_leaving_frees_the_seat_and_the_host_cancels_instead(browse: Browse) -> None:
    match = cast.open_match("Anna", "Bo")
    browse("Bo").post(go("match-leave", match))
    assert match.players.count() == 1
    page = browse("Anna").post(go("match-leave", match), follow=True).content.decode()
    assert "call the match off instead" in page
    browse("Anna").post(go("match-cancel", match))
    match.refresh_from_db()
    assert match.status == Match.Status.CANCELLED
    assert "called off before it started" in browse("Bo").get(go("match", match)).content.decode()


def test_the_host_adds_bots_and_starts(browse: Browse) -> None:
    match = cast.open_match("Anna", seats=4)
    client = browse("Anna")
    client.post(go("match-add-bot", match))
    assert match.players.count() == 2
    client.post(go("match-start", match))
    match.refresh_from_db()
    assert (match.status, match.players.count()) == (Match.Status.RUNNING, 4)


def test_invitations_go_out_once_to_each_address(browse: Browse) -> None:
    match = cast.open_match("Anna")
    client = browse("Anna")
    addresses = "bo@example.org, <carla@example.org>\nBO@example.org"
    page = client.post(go("match-invite", match), {"addresses": addresses}, follow=True)
    assert "2 invitations are on their way" in page.content.decode()
    page = client.post(go("match-invite", match), {"addresses": "bo@example.org"}, follow=True)
    assert "so no mail went out" in page.content.decode()
    assert OutboundMail.objects.filter(kind=OutboundMail.Kind.INVITATION).count() == 2


@pytest.mark.parametrize(
    ("addresses", "words"),
    [
        ("", "Enter at least one email address"),
        ("bo@example.org nonsense", "“nonsense” isn’t an email address"),
        (" ".join(f"a{number}@example.org" for number in range(30)), "can have 20 invitations"),
    ],
)
def test_bad_addresses_invite_nobody(addresses: str, words: str, browse: Browse) -> None:
    match = cast.open_match("Anna")
    page = browse("Anna").post(go("match-invite", match), {"addresses": addresses}, follow=True)
    assert words in page.content.decode()
    assert not Invitation.objects.exists()


def test_the_link_of_an_invitation_shows_the_match_and_acts_only_when_sent(
    browse: Browse,
) -> None:
    match = made_private(cast.open_match("Anna"))
    path = reverse("invitation", kwargs={"token": match.invitation_token})
    for who in ("Dirk", ""):
        page = browse(who).get(path).content.decode()
        assert "You’re invited" in page
    assert match.players.count() == 1
    browse("Dirk").post(go("match-join", match), {"token": match.invitation_token})
    assert cast.player(match, "Dirk").pk


def test_a_wrong_token_does_not_even_tell_that_the_match_exists(browse: Browse) -> None:
    match = made_private(cast.open_match("Anna"))
    client = browse("Mallory")
    assert client.post(go("match-join", match), {"token": "guess-guess"}).status_code == 404
    assert client.get(reverse("invitation", kwargs={"token": "guess-guess"})).status_code == 404


def test_an_invitation_by_mail_can_be_declined_without_an_account(browse: Browse) -> None:
    match = made_private(cast.open_match("Anna"))
    browse("Anna").post(go("match-invite", match), {"addresses": "zoe@example.org"})
    path = reverse("invitation", kwargs={"token": Invitation.objects.get().token})
    browse("").get(path)
    assert Invitation.objects.filter(declined_at=None).exists()
    assert "Declined" in browse("").post(path, {"answer": "no"}).content.decode()
    assert not Invitation.objects.filter(declined_at=None).exists()
    assert "declined" in browse("Anna").get(go("match", match)).content.decode()


def test_the_invitation_link_is_shown_to_players_only(browse: Browse) -> None:
    match = cast.open_match("Anna")
    assert match.invitation_token in browse("Anna").get(go("match", match)).content.decode()
    for who in ("Mallory", ""):
        assert match.invitation_token not in browse(who).get(go("match", match)).content.decode()


def test_home_puts_what_waits_for_the_member_first(browse: Browse) -> None:
    first, second = cast.running_match(title="Mine to do"), cast.running_match(title="Done")
    cast.order(cast.player(second, "Anna"))
    page = browse("Anna").get(reverse("home")).content.decode()
    assert page.index("Your turn") < page.index(first.title) < page.index("The others")
    assert page.index("The others") < page.index(second.title)
    assert re.search("you’ve moved", page)


def test_words_for_the_chance_can_be_changed_while_the_match_waits(browse: Browse) -> None:
    match = cast.open_match("Anna", "Bo")
    page = browse("Bo").get(go("match", match)).content.decode()
    assert match.commitment in page
    browse("Bo").post(go("match-contribution", match), {"contribution": "rain on Tuesday"})
    assert cast.player(match, "Bo").contribution == "rain on Tuesday"
    assert "rain on Tuesday" in browse("Bo").get(go("match", match)).content.decode()
    assert "rain on Tuesday" not in browse("Anna").get(go("match", match)).content.decode()


def listed(browse: Browse, **query: str) -> list[str]:
    page = browse("").get(reverse("lobby"), query).content.decode()
    return re.findall(r'<a href="/matches/(\w+)/" data-row>', page)


def four_open_matches() -> dict[str, str]:
    hour = timedelta(hours=1)
    made = {
        "quick": cast.open_match("Anna", phase_time=4 * hour, seats=4),
        "daily": cast.open_match("Anna", "Bo", phase_time=24 * hour, seats=3),
        "relaxed": cast.open_match("Anna", game="wizard", options={}, phase_time=72 * hour),
        "unrated": cast.open_match("Anna", "Bo", phase_time=48 * hour, seats=4),
    }
    Match.objects.filter(pk=made["unrated"].pk).update(is_rated=False)
    return {name: match.code for name, match in made.items()}


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ({}, ["unrated", "relaxed", "daily", "quick"]),
        ({"game": "wizard"}, ["relaxed"]),
        ({"game": "chess\0"}, []),
        ({"pace": "quick"}, ["quick"]),
        ({"pace": "daily"}, ["daily"]),
        ({"pace": "relaxed", "sort": "pace"}, ["unrated", "relaxed"]),
        ({"free": "2"}, ["unrated", "relaxed", "quick"]),
        ({"free": "3"}, ["quick"]),
        ({"rated": "no"}, ["unrated"]),
        ({"rated": "yes", "sort": "filling"}, ["daily", "relaxed", "quick"]),
        ({"sort": "game", "free": "2"}, ["unrated", "quick", "relaxed"]),
        ({"pace": "<b>", "free": "x", "rated": "1", "sort": "--"}, None),
    ],
)
def test_the_lobby_lists_what_is_wished_in_the_order_wished(
    query: dict[str, str], wanted: list[str] | None, browse: Browse
) -> None:
    codes = four_open_matches()
    expected = wanted if wanted is not None else ["unrated", "relaxed", "daily", "quick"]
    assert listed(browse, **query) == [codes[name] for name in expected]


def test_a_wish_that_no_match_fits_says_so_and_keeps_the_form(browse: Browse) -> None:
    cast.open_match("Anna")
    page = browse("").get(reverse("lobby"), {"game": "wizard"}).content.decode()
    assert "No open match fits." in page
    assert '<option value="wizard" selected>' in page


def test_few_matches_need_no_filter(browse: Browse) -> None:
    cast.open_match("Anna")
    assert 'class="list-filter"' not in browse("").get(reverse("lobby")).content.decode()
