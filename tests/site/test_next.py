"""Next: the decision with the least time left, from anywhere."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse

from games.common import clock
from games.models import Match, Member
from games.selectors.waiting_decisions import waiting_decisions
from games.services.matches import resign_player
from tests import cast
from tests.site.conftest import Browse
from tests.site.test_secrets import FORM_TOKEN


def due_in(match: Match, hours: int) -> Match:
    Match.objects.filter(pk=match.pk).update(deadline_at=clock.now() + timedelta(hours=hours))
    return match


def three_matches() -> list[Match]:
    return [due_in(cast.running_match(), hours) for hours in (30, 10, 20)]


def test_the_decision_with_the_least_time_left_comes_first(browse: Browse) -> None:
    late, soon, middle = three_matches()
    waiting = waiting_decisions(cast.member("Anna"))
    assert [one.code for one in waiting] == [soon.code, middle.code, late.code]
    answer = browse("Anna").get(reverse("next"))
    assert answer.headers["Location"] == f"/matches/{soon.code}/#order"


@pytest.mark.parametrize(("at", "then"), [(1, 2), (2, 0), (0, 1)])
def test_from_a_match_one_goes_to_the_one_behind_it(at: int, then: int, browse: Browse) -> None:
    matches = three_matches()
    answer = browse("Anna").get(reverse("next"), {"after": matches[at].code})
    assert answer.headers["Location"] == f"/matches/{matches[then].code}/#order"


def test_what_is_answered_given_up_or_others_to_answer_does_not_wait(browse: Browse) -> None:
    answered, left, open_one = three_matches()
    cast.order(cast.player(answered, "Anna"))
    resign_player(player=cast.player(left, "Anna"))
    cast.running_match("Bo", "Carla", "Dirk")
    waiting = waiting_decisions(cast.member("Anna"))
    assert [one.code for one in waiting] == [open_one.code]


def test_with_nothing_to_do_one_comes_home_and_reads_so(browse: Browse) -> None:
    page = browse("Anna").get(reverse("next"), follow=True).content.decode()
    assert "It’s not your turn anywhere" in page


def test_every_page_of_a_member_counts_what_waits(browse: Browse) -> None:
    three_matches()
    for name in ("home", "lobby", "rules-index", "profile"):
        assert "Next (3)" in browse("Anna").get(reverse(name)).content.decode()
    assert "Next (" not in browse("").get(reverse("lobby")).content.decode()


@pytest.mark.parametrize("goes_on", [True, False])
def test_after_an_order_one_goes_on_if_one_wants_to(goes_on: bool, browse: Browse) -> None:
    first, second = three_matches()[:2]
    Member.objects.filter(name="Anna").update(goes_to_next=goes_on)
    who = cast.player(second, "Anna")
    answer = browse("Anna").post(
        reverse("match-order", kwargs={"code": second.code}), {"text": cast.default_text(who)}
    )
    assert (f"/matches/{second.code}/" in answer.headers["Location"]) is not goes_on
    assert first.code not in answer.headers["Location"]


def test_lists_say_game_opponents_and_whose_turn_it_is(browse: Browse) -> None:
    match = cast.running_match(title="Friday", waiting_policy="names")
    for name in ("Anna", "Carla"):
        cast.order(cast.player(match, name))
    page = browse("Bo").get(reverse("home")).content.decode()
    assert "Friday" in page
    assert "Wild Cards 2022" in " ".join(page.split())
    assert any(f"<p>{names}</p>" in page for names in ("Anna, Carla", "Carla, Anna"))
    assert "your turn" in page
    assert "waiting for Bo" in browse("").get(reverse("lobby")).content.decode()


def test_a_quiet_match_does_not_say_in_a_list_whose_order_is_missing(browse: Browse) -> None:
    match = cast.running_match(waiting_policy="quiet")
    path = reverse("lobby")
    with clock.simulated(clock.now()):
        before = FORM_TOKEN.sub(b"", browse("").get(path).content)
        cast.order(cast.player(match, "Bo"))
        assert FORM_TOKEN.sub(b"", browse("").get(path).content) == before


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ({}, {"Alpha", "Beta", "Gamma", "Delta"}),
        ({"turn": "mine"}, {"Alpha", "Beta", "Gamma"}),
        ({"game": "wizard"}, set()),
        ({"tournament": "Cup"}, {"Beta"}),
        (
            {"sort": "'; --", "turn": "\x00", "game": "wild-cards"},
            {"Alpha", "Beta", "Gamma", "Delta"},
        ),
    ],
)
def test_ones_own_list_is_filtered(query: dict[str, str], shown: set[str], browse: Browse) -> None:
    titles = ("Alpha", "Beta", "Gamma", "Delta")
    made = {title: cast.running_match(title=title) for title in titles}
    Match.objects.filter(pk=made["Beta"].pk).update(event_name="Cup", event_path="/tournaments/")
    cast.order(cast.player(made["Delta"], "Anna"))
    page = browse("Anna").get(reverse("home"), query).content.decode()
    assert {title for title in titles if f">{title}</a>" in page} == shown


def test_a_list_is_sorted_as_one_likes(browse: Browse) -> None:
    for title in ("Beta", "Alpha", "Delta", "Gamma"):
        cast.running_match(title=title)
    page = browse("Anna").get(reverse("home"), {"sort": "title"}).content.decode()
    places = [page.index(f">{title}</a>") for title in ("Alpha", "Beta", "Delta", "Gamma")]
    assert places == sorted(places)
