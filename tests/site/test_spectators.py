"""Who looks on at a public match: one turn late where the table wants it, and with its talk."""

from __future__ import annotations

import re

from django.urls import reverse

from games import selectors
from games.models import Match
from games.rules.registry import rules_for
from games.services.following import mute_member
from games.services.matches import join_match
from games.services.rematches import offer_rematch
from games.services.talk import say_at_table
from games.services.watching import watch_match
from tests import cast
from tests.site.conftest import Browse
from tests.site.test_lobby import FORM


def delayed_match(**terms: object) -> Match:
    return cast.running_match(delays_spectators=True, **terms)


def turn_played(match: Match) -> None:
    """Everybody who is awaited orders, so that the turn closes."""
    match.refresh_from_db()
    for who in cast.awaited(match):
        cast.order(who)
    match.refresh_from_db()


def page_of(browse: Browse, name: str, match: Match) -> str:
    path = reverse("match", kwargs={"code": match.code})
    return browse(name).get(path).content.decode()


def test_spectators_see_the_position_and_log_before_the_last_turn_closed(browse: Browse) -> None:
    match = delayed_match()
    rules = rules_for(match.game)
    views = [rules.view(rules.decode(match.state), None)]
    for _turn in range(3):
        turn_played(match)
        views.append(rules.view(rules.decode(match.state), None))
        seen = selectors.table(match, None)
        assert seen.view == views[-2]
        assert (seen.waiting, seen.deadline_at) == (None, None)
        assert seen.pulse is None
        told = [phase.number for phase in selectors.journal(match, None)]
        assert max(told) == match.phase_number - 2
        own = selectors.table(match, cast.player(match, "Anna"))
        assert own.phase is not None
        assert own.phase.number == match.phase_number
    for who in ("Mallory", ""):
        assert "as it was before its last turn closed" in page_of(browse, who, match)
    assert "Spectators see this table one turn late." in page_of(browse, "Anna", match)


def test_steps_end_where_a_spectators_table_stands(browse: Browse) -> None:
    match = delayed_match()
    for _turn in range(3):
        turn_played(match)
    path = reverse("match-steps", kwargs={"code": match.code})
    shown = {
        name: [step["phase"] for step in browse(name).get(path).json()["steps"]]
        for name in ("", "Mallory", "Anna")
    }
    last = match.phase_number - 1
    assert shown["Anna"][-1] == last
    assert shown[""] == shown["Mallory"] == shown["Anna"][:-1]


def test_programs_without_a_seat_see_no_more_than_pages(browse: Browse) -> None:
    match = delayed_match()
    turn_played(match)
    for client in (browse("Mallory"), browse("")):
        told = client.get(f"/api/matches/{match.code}").json()
        assert told["phase"]["number"] == match.phase_number - 1
        assert told["deadline_at"] is None
        assert told["waiting"] is None
        journal = client.get(f"/api/matches/{match.code}/journal").json()
        assert [phase["number"] for phase in journal] == [0]
        pulse = reverse("match-pulse", kwargs={"code": match.code})
        assert client.get(pulse).content.strip() == b""


def test_when_it_is_over_everybody_sees_everything() -> None:
    match = delayed_match()
    turn_played(match)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    match.refresh_from_db()
    told = [phase.number for phase in selectors.journal(match, None)]
    assert max(told) == match.phase_number - 1


def test_without_the_wish_spectators_see_it_as_it_is(browse: Browse) -> None:
    match = cast.running_match()
    turn_played(match)
    seen = selectors.table(match, None)
    assert seen.phase is not None
    assert seen.phase.number == match.phase_number
    assert "one turn late" not in page_of(browse, "", match) + page_of(browse, "Anna", match)


def test_talk_is_read_by_spectators_only_where_the_table_shows_it(browse: Browse) -> None:
    shown, hidden = cast.running_match(shows_talk=True), cast.running_match()
    for match in (shown, hidden):
        say_at_table(player=cast.player(match, "Bo"), text="What a lovely evening.")
        for who in ("Mallory", ""):
            said = "What a lovely evening." in page_of(browse, who, match)
            assert said is (match == shown)
    assert "Spectators can read your table talk." in page_of(browse, "Anna", shown)
    page = page_of(browse, "Mallory", shown)
    assert reverse("match-talk", kwargs={"code": shown.code}) not in page
    mute_member(member=cast.member("Mallory"), other=cast.member("Bo"))
    assert "What a lovely evening." not in page_of(browse, "Mallory", shown)
    Match.objects.filter(pk=shown.pk).update(is_public=False)
    assert selectors.table(shown, None) is not None
    answer = browse("").get(reverse("match", kwargs={"code": shown.code}))
    assert answer.status_code == 404


def test_talk_of_the_last_turn_waits_as_long_as_the_table(browse: Browse) -> None:
    match = delayed_match(shows_talk=True)
    turn_played(match)
    say_at_table(player=cast.player(match, "Bo"), text="What a lovely evening.")
    assert "lovely evening" not in page_of(browse, "Mallory", match)
    turn_played(match)
    turn_played(match)
    assert "lovely evening" in page_of(browse, "Mallory", match)


def test_players_read_how_many_watch(browse: Browse) -> None:
    match = cast.running_match()
    assert "watching this match" not in page_of(browse, "Anna", match)
    watch_match(member=cast.member("Mallory"), match=match)
    assert "1 member is watching this match." in page_of(browse, "Anna", match)
    watch_match(member=cast.member("Dirk"), match=match)
    assert "2 members are watching this match." in page_of(browse, "Anna", match)
    assert "members are watching" not in page_of(browse, "Mallory", match)


def test_the_form_and_a_rematch_keep_what_the_table_wants(browse: Browse) -> None:
    wishes = {"delays_spectators": "on", "shows_talk": "on", "has_talk": "on"}
    answer = browse("Anna").post(reverse("match-new"), FORM | wishes)
    code = re.search(r"/matches/(\w+)/", answer.headers["Location"])
    assert code is not None
    match = Match.objects.get(code=code[1])
    assert (match.delays_spectators, match.shows_talk) == (True, True)
    for name in ("Bo", "Carla"):
        join_match(member=cast.member(name), match=match)
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    rematch = offer_rematch(player=cast.player(match, "Anna"))
    assert (rematch.delays_spectators, rematch.shows_talk) == (True, True)
