"""What needs a hand: every trouble on one page, each with its buttons, each deed noted."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from games.common import clock
from games.models import (
    AddressHealth,
    Alarm,
    DeadlineChange,
    GamePause,
    InboundMail,
    Match,
    Member,
    OutboundMail,
)
from tests import cast
from tests.site.tournament_rows import stated
from tournaments.models import Tournament
from tournaments.models.tournaments import MOST_TRIES

PAGE = "/admin/games/alarm/hand/"


@pytest.fixture
def operator(db: None) -> Client:
    client = Client()
    client.force_login(Member.objects.create_superuser("root@example.org", "Operator"))
    return client


def parked_match() -> Match:
    match = cast.running_match()
    Match.objects.filter(pk=match.pk).update(status="parked", fault="ValueError: a card too many")
    return match


def deed(client: Client, section: str, name: str, **given: Any) -> str:
    """The page after a deed, or the question whether it is meant."""
    data = {"section": section, "deed": name, "reason": "because", **given}
    return client.post(PAGE, data, follow=True).content.decode()


def noted() -> list[str]:
    return list(LogEntry.objects.order_by("pk").values_list("change_message", flat=True))


def test_the_page_is_linked_first_in_the_admin(operator: Client) -> None:
    page = operator.get("/admin/").content.decode()
    assert PAGE in page
    assert page.index(PAGE) < page.index(reverse("admin:games_match_changelist"))


def test_a_page_without_trouble_says_so(operator: Client) -> None:
    page = operator.get(PAGE)
    assert page.status_code == 200
    assert "Nothing." in page.content.decode()


def test_an_open_alarm_and_an_unreadable_mail_are_listed(operator: Client) -> None:
    now = clock.now()
    Alarm.objects.create(key="sweep-late", noticed_at=now, raised_at=now, detail="95 s")
    InboundMail.objects.create(
        dedupe_key="one",
        source="smtp",
        recipient="x",
        raw=b"secret words",
        received_at=now,
        status="refused",
        verdict="unreadable",
    )
    page = operator.get(PAGE).content.decode()
    assert "due for 95 s" in page
    assert "unreadable" in page
    assert "secret words" not in page


def test_a_parked_match_is_resumed_with_its_fault_on_the_page(operator: Client) -> None:
    match = parked_match()
    assert "a card too many" in operator.get(PAGE).content.decode()
    assert "Done: 1." in deed(operator, "matches", "resume", pk=match.pk)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert noted() == ["resume: because"]
    assert "already dealt with this" in deed(operator, "matches", "resume", pk=match.pk)
    assert noted() == ["resume: because"]


def test_all_parked_matches_are_resumed_at_once(operator: Client) -> None:
    parked_match()
    parked_match()
    assert "Done: 2." in deed(operator, "matches", "resume-all")
    assert not Match.objects.filter(status="parked").exists()


def test_who_plays_in_a_match_does_not_read_its_fault(operator: Client) -> None:
    parked_match()
    Member.objects.filter(name="Anna").update(is_staff=True, is_superuser=True)
    client = Client()
    client.force_login(cast.member("Anna"))
    page = client.get(PAGE).content.decode()
    assert "Matches on hold" in page
    assert "a card too many" not in page


def test_a_match_is_called_off_after_a_second_question(operator: Client) -> None:
    match = parked_match()
    question = deed(operator, "matches", "call-off", pk=match.pk)
    assert "can’t be undone" in question
    match.refresh_from_db()
    assert match.status == Match.Status.PARKED
    assert noted() == []
    deed(operator, "matches", "call-off", pk=match.pk, confirmed="yes")
    match.refresh_from_db()
    assert match.status == Match.Status.CANCELLED
    assert noted() == ["call-off: because"]
    assert OutboundMail.objects.filter(match=match, kind="cancelled").count() == 3


def test_a_deadline_is_moved_by_the_code_of_the_match(operator: Client) -> None:
    match = cast.running_match()
    to = (clock.now() + timedelta(days=9)).replace(second=0, microsecond=0)
    given = {"code": match.code.upper(), "until": f"{to:%Y-%m-%dT%H:%M}"}
    question = deed(operator, "match", "move", **given)
    assert "can’t be undone" in question
    assert "Done: 1." in deed(
        operator, "match", "move", pk=match.pk, until=to.isoformat(), confirmed="yes"
    )
    match.refresh_from_db()
    assert match.deadline_at == to
    entry = DeadlineChange.objects.get(why="operator")
    assert entry.by is not None
    assert entry.by.name == "Operator"
    assert "must be in the future" in deed(
        operator, "match", "move", pk=match.pk, until="2020-01-01T00:00", confirmed="yes"
    )


@pytest.mark.parametrize("until", ["", "tomorrow", "2026-99-99T00:00", "9" * 500])
def test_a_time_that_is_none_is_refused_with_what_would_work(operator: Client, until: str) -> None:
    match = cast.running_match()
    assert "2026-11-22T18:00" in deed(operator, "match", "move", pk=match.pk, until=until)


def test_failed_mails_are_sent_again_and_addresses_freed(operator: Client) -> None:
    cast.running_match()
    OutboundMail.objects.update(status="failed", error="550 no")
    one = OutboundMail.objects.first()
    assert one is not None
    deed(operator, "mails", "send", pk=one.pk)
    one.refresh_from_db()
    assert one.status == "queued"
    deed(operator, "mails", "send-all")
    assert not OutboundMail.objects.filter(status="failed").exists()
    for number in range(3):
        AddressHealth.objects.create(address=f"a{number}@example.org", state="stopped", bounces=2)
    first = AddressHealth.objects.get(address="a0@example.org")
    deed(operator, "addresses", "free", pk=first.pk)
    first.refresh_from_db()
    assert not first.is_stopped
    deed(operator, "addresses", "free-all")
    assert not AddressHealth.objects.filter(state="stopped").exists()
    assert len(noted()) == 4


def test_a_parked_tournament_is_resumed(operator: Client) -> None:
    cup = stated("swiss")
    Tournament.objects.filter(pk=cup.pk).update(
        status="running", attempts=MOST_TRIES, wake_at=None, fault="a table too few"
    )
    assert "a table too few" in operator.get(PAGE).content.decode()
    assert "Done: 1." in deed(operator, "tournaments", "resume", pk=cup.pk)
    cup.refresh_from_db()
    assert cup.attempts == 0


def test_a_deed_wants_a_reason_and_something_to_do_it_to(operator: Client) -> None:
    match = parked_match()
    assert "Give a reason" in deed(operator, "matches", "resume", pk=match.pk, reason=" ")
    assert "Nothing has this code" in deed(operator, "matches", "resume")
    assert operator.post(PAGE, {"section": "matches", "deed": "erase"}).status_code == 404
    assert "already dealt with this" in deed(operator, "matches", "resume", pk=10**17)


def test_each_deed_asks_for_its_own_right(db: None) -> None:
    match = parked_match()
    helper = cast.member("Helper", is_staff=True)
    client = Client()
    client.force_login(helper)
    assert client.get(PAGE).status_code == 403
    helper.user_permissions.add(Permission.objects.get(codename="view_alarm"))
    page = client.get(PAGE).content.decode()
    assert "Matches on hold" in page
    assert "a card too many" not in page
    assert "Call off" not in page
    data = {"section": "matches", "deed": "resume", "reason": "x", "pk": match.pk}
    assert client.post(PAGE, data).status_code == 403
    match.refresh_from_db()
    assert match.status == Match.Status.PARKED


def test_members_and_visitors_do_not_get_in(db: None) -> None:
    client = Client()
    client.force_login(cast.member("Mallory"))
    assert client.get(PAGE).status_code == 302
    assert Client().post(PAGE, {}).status_code == 302


def test_a_game_is_paused_in_the_admin(operator: Client) -> None:
    added = operator.post(
        "/admin/games/gamepause/add/", {"game": "wizard", "words": "A fault is being mended."}
    )
    assert added.status_code == 302
    pause = GamePause.objects.get()
    assert (pause.game, str(pause.by)) == ("wizard", "Operator")
    assert operator.get("/admin/games/gamepause/").status_code == 200


def test_titles_of_the_admin_are_english() -> None:
    titles = {str(model._meta.verbose_name_plural) for model in admin.site._registry}
    assert {"matches played", "rated matches", "reliabilities"} <= titles
    for wrong in ("playeds", "matchs", "reliabilitys", "log's", "seat of a pairings"):
        assert not any(wrong in title for title in titles)
