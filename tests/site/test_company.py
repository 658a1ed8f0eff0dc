"""Following and watching, sharing a link, being paired quickly, and the usual table again."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.common import clock
from games.common.errors import MatchError
from games.models import Match, Member, OutboundMail, Player, Stance
from games.selectors.quick_matches import PACES, quick_offers, quick_seats
from games.selectors.usual_tables import usual_tables
from games.services.following import block_member, follow_member
from games.services.matches import invite_to_match, leave_match
from games.services.quick_pairing import UNPAIRED_AFTER, pair_quickly
from games.services.watching import MOST_WATCHED, tell_watchers, watch_match
from tests import cast
from tests.site.conftest import Browse, made_private


def page(browse: Browse, who: str, name: str, **kwargs: object) -> str:
    return browse(who).get(reverse(name, kwargs=kwargs)).content.decode()


def finish(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(
        status="finished", finished_at=clock.now(), deadline_at=None
    )
    match.refresh_from_db()


# --- Following and watching ----------------------------------------------------------------------


def test_public_matches_of_whom_one_follows_stand_on_the_first_page(browse: Browse) -> None:
    match = cast.running_match()
    path = reverse("person-stance", kwargs={"number": cast.member("Bo").pk})
    browse("Dirk").post(path, {"kind": "follow"})

    assert match.code in page(browse, "Dirk", "home")
    made_private(match)
    assert match.code not in page(browse, "Dirk", "home")
    assert "Bo" in page(browse, "Dirk", "people")
    browse("Dirk").post(path, {"kind": "follow", "end": "yes"})
    assert not Stance.objects.exists()


def test_a_players_page_offers_to_follow_and_to_block(browse: Browse) -> None:
    bo = cast.member("Bo")
    html = page(browse, "Dirk", "member", member=bo.pk)
    assert "Follow Bo" in html
    path = reverse("person-stance", kwargs={"number": bo.pk})
    next_path = reverse("member", kwargs={"member": bo.pk})
    answer = browse("Dirk").post(path, {"kind": "block", "next": next_path})
    assert answer.headers["Location"] == next_path
    assert "Unblock" in page(browse, "Dirk", "member", member=bo.pk)
    away = browse("Dirk").post(path, {"kind": "mute", "next": "https://evil.example.org/"})
    assert away.headers["Location"] == reverse("people")
    assert "Follow" not in page(browse, "Bo", "member", member=bo.pk)
    assert "Follow" not in page(browse, "", "member", member=bo.pk)


@pytest.mark.parametrize("kind", ["", "love", "follow\x00"])
def test_only_known_stances_are_taken(browse: Browse, kind: str) -> None:
    path = reverse("person-stance", kwargs={"number": cast.member("Bo").pk})
    assert browse("Dirk").post(path, {"kind": kind}).status_code == 404
    assert (
        browse("Dirk")
        .post(reverse("person-stance", kwargs={"number": 999999}), {"kind": "follow"})
        .status_code
        == 404
    )


def test_an_invitation_of_whom_one_has_blocked_sends_no_mail() -> None:
    block_member(member=cast.member("Dirk"), other=cast.member("Anna"))
    match = cast.open_match("Anna")
    (row,) = invite_to_match(
        member=cast.member("Anna"), match=match, addresses=["dirk@example.org"]
    )
    assert not row.is_mailed
    assert not OutboundMail.objects.filter(kind="invitation").exists()


def test_a_watched_match_is_on_the_first_page_and_its_end_is_mailed_only_if_asked(
    browse: Browse,
) -> None:
    match = cast.running_match()
    path = reverse("match-watch", kwargs={"code": match.code})
    assert path in page(browse, "Dirk", "match", code=match.code)
    assert path not in page(browse, "Anna", "match", code=match.code)
    browse("Dirk").post(path)
    browse("Emma").post(path, {"mail": "on"})
    assert match.code in page(browse, "Dirk", "home")

    finish(match)
    tell_watchers([match.pk])
    tell_watchers([match.pk])
    (mail,) = OutboundMail.objects.filter(kind="watched")
    assert mail.member == cast.member("Emma")


def test_the_mail_about_a_watched_match_shows_no_hand_and_leads_to_the_replay() -> None:
    from games.composing.compose import assign_message_ids, message_for

    match = cast.running_match()
    watch_match(member=cast.member("Dirk"), match=match, wants_mail=True)
    finish(match)
    tell_watchers([match.pk])
    row = OutboundMail.objects.get(kind="watched")
    assign_message_ids([row])
    message = message_for(row)
    assert message is not None
    assert reverse("match-replay", kwargs={"code": match.code}) in str(message.body)
    assert message.alternatives


@pytest.mark.parametrize("who", ["Anna", "Dirk"])
def test_private_matches_and_ones_own_are_not_watched(browse: Browse, who: str) -> None:
    match = cast.running_match()
    if who == "Dirk":
        made_private(match)
    answer = browse(who).post(reverse("match-watch", kwargs={"code": match.code}))
    assert answer.status_code == (404 if who == "Dirk" else 302)
    with pytest.raises(MatchError, match="not-watchable"):
        watch_match(member=cast.member(who), match=match)


def test_one_watches_only_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_WATCHED > 1
    monkeypatch.setattr("games.services.watching.MOST_WATCHED", 1)
    first, second = cast.running_match(), cast.running_match()
    watch_match(member=cast.member("Dirk"), match=first)
    with pytest.raises(MatchError, match="too-many-watched"):
        watch_match(member=cast.member("Dirk"), match=second)


# --- A link to share -----------------------------------------------------------------------------


def test_the_invitation_link_is_drawn_for_players_alone(browse: Browse) -> None:
    match = cast.open_match("Anna")
    html = page(browse, "Anna", "match", code=match.code)
    link = reverse("invitation", kwargs={"token": match.invitation_token})

    assert 'class="qr"' in html
    assert f'data-share="http://127.0.0.1:8000{link}"' in html
    assert "<script>" not in html
    assert "style=" not in html.split('class="qr"')[1].split("</svg>")[0]
    other = page(browse, "Dirk", "match", code=match.code)
    assert 'class="qr"' not in other
    assert match.invitation_token not in other


# --- Quick pairing -------------------------------------------------------------------------------


def test_whoever_asks_for_the_same_sits_down_together() -> None:
    first = pair_quickly(member=cast.member("Anna"), game="wizard", pace="day")
    other = pair_quickly(member=cast.member("Dirk"), game="wizard", pace="hours")
    second = pair_quickly(member=cast.member("Bo"), game="wizard", pace="day")
    assert first.status == Match.Status.OPEN
    third = pair_quickly(member=cast.member("Carla"), game="wizard", pace="day")

    assert {first.pk, second.pk, third.pk} == {first.pk}
    assert other.pk != first.pk
    assert third.status == Match.Status.RUNNING
    assert third.phase_time == PACES["day"].phase_time
    assert third.seats == quick_seats("wizard") == 3


def test_asking_twice_is_asking_once() -> None:
    anna = cast.member("Anna")
    first = pair_quickly(member=anna, game="wizard", pace="day")
    assert pair_quickly(member=anna, game="wizard", pace="day") == first
    assert Match.objects.count() == 1


@pytest.mark.parametrize(("blocking", "blocked"), [("Anna", "Bo"), ("Bo", "Anna")])
def test_who_blocked_one_another_are_never_paired(blocking: str, blocked: str) -> None:
    block_member(member=cast.member(blocking), other=cast.member(blocked))
    first = pair_quickly(member=cast.member("Anna"), game="emu-ranchers", pace="day")
    second = pair_quickly(member=cast.member("Bo"), game="emu-ranchers", pace="day")
    assert first != second
    third = pair_quickly(member=cast.member("Carla"), game="emu-ranchers", pace="day")
    assert third == first


def test_a_table_that_was_opened_otherwise_is_no_quick_one() -> None:
    cast.open_match("Anna", phase_time=timedelta(days=1))
    match = pair_quickly(member=cast.member("Bo"), game="wild-cards", pace="day")
    assert match.created_by == cast.member("Bo")


@pytest.mark.parametrize("offer", ["", "chess:day", "wizard:never", "wizard", "x" * 500])
def test_what_is_not_on_offer_is_refused(browse: Browse, offer: str) -> None:
    answer = browse("Anna").post(reverse("quick-match"), {"offer": offer})
    assert answer.status_code == 302
    assert not Match.objects.exists()


def test_the_lobby_offers_it_with_a_day_by_which_it_is_done(browse: Browse) -> None:
    pair_quickly(member=cast.member("Bo"), game="wizard", pace="day")
    html = page(browse, "Anna", "lobby")

    assert 'value="wizard:day"' in html
    assert "1 waits now" in html
    assert "done by about" in html
    browse("Anna").post(reverse("quick-match"), {"offer": "wizard:day"})
    assert "You wait at" in page(browse, "Anna", "lobby")
    assert browse("").get(reverse("lobby")).status_code == 200


def test_a_predicted_end_follows_the_pace() -> None:
    offers = {(one.game, one.pace.key): one for one in quick_offers(None)}
    slow, fast = offers["wizard", "day"].done_by, offers["wizard", "hours"].done_by
    assert slow is not None
    assert fast is not None
    assert clock.now() < fast < slow


def test_after_a_day_unpaired_a_mail_says_so_and_the_page_offers_bots(browse: Browse) -> None:
    match = pair_quickly(member=cast.member("Anna"), game="wizard", pace="day")
    row = OutboundMail.objects.get(kind="unpaired")
    assert row.due_at >= match.created_at + UNPAIRED_AFTER
    html = page(browse, "Anna", "match", code=match.code)
    assert "Waiting for 2 more players" in html

    browse("Anna").post(reverse("match-start", kwargs={"code": match.code}))
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    from games.composing.compose import message_for

    assert message_for(OutboundMail.objects.get(kind="unpaired")) is None


def test_when_who_opened_it_leaves_the_next_one_keeps_it() -> None:
    match = pair_quickly(member=cast.member("Anna"), game="wizard", pace="day")
    pair_quickly(member=cast.member("Bo"), game="wizard", pace="day")
    leave_match(member=cast.member("Anna"), match=match)
    match.refresh_from_db()
    assert match.status == Match.Status.OPEN
    assert match.created_by == cast.member("Bo")


# --- The usual table -----------------------------------------------------------------------------


def test_who_has_met_twice_may_meet_again_with_one_click(browse: Browse) -> None:
    anna = cast.member("Anna")
    first = cast.running_match()
    finish(first)
    assert usual_tables(anna) == []
    second = cast.running_match("Bo", "Anna", "Carla")
    finish(second)
    (table,) = usual_tables(anna)
    assert (table.match, set(table.names), table.times) == (second, {"Bo", "Carla"}, 2)

    html = page(browse, "Anna", "home")
    assert "Your usual table" in html
    browse("Anna").post(reverse("match-rematch", kwargs={"code": second.code}))
    again = Match.objects.get(rematch_of=second)
    assert again.created_by == anna
    assert again.invitations.count() == 2
    assert usual_tables(cast.member("Dirk")) == []


def test_bots_alone_make_no_usual_table() -> None:
    for _number in range(2):
        match = cast.running_match()
        finish(match)
        Player.objects.filter(match=match).exclude(member__name="Anna").update(
            member=None, bot="steady"
        )
    assert usual_tables(cast.member("Anna")) == []


def test_the_lists_take_the_same_queries_however_long(browse: Browse) -> None:
    def queries(name: str) -> int:
        client = browse("Dirk")
        client.get(reverse(name))
        with CaptureQueriesContext(connection) as found:
            client.get(reverse(name))
        return len(found)

    dirk = cast.member("Dirk")
    follow_member(member=dirk, other=cast.member("Bo"))
    for _number in range(2):
        cast.running_match()
        finish(cast.running_match("Dirk", "Bo", "Carla"))
    pair_quickly(member=cast.member("Anna"), game="wizard", pace="day")
    before = {name: queries(name) for name in ("home", "lobby")}
    for _number in range(3):
        cast.running_match()
        finish(cast.running_match("Dirk", "Bo", "Carla"))
        finish(cast.running_match("Dirk", "Emma", "Carla"))
    pair_quickly(member=cast.member("Emma"), game="cubirds", pace="day")
    assert {name: queries(name) for name in ("home", "lobby")} == before


def test_whoever_is_barred_cannot_be_followed(browse: Browse) -> None:
    bo = cast.member("Bo")
    Member.objects.filter(pk=bo.pk).update(is_active=False)
    path = reverse("person-stance", kwargs={"number": bo.pk})
    assert browse("Dirk").post(path, {"kind": "follow"}).status_code == 404
