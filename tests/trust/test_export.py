"""A member takes everything out, and nothing of others comes with it."""

from __future__ import annotations

import json
import time
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from games.models import Match, Player
from games.services.account_export import export_member
from tests.cast import awaited, member, order, player, running_match
from tests.mail.post import delivered, letter
from tests.tournaments.run.world import entered, tournament

pytestmark = pytest.mark.django_db


def exported(name: str) -> dict[str, object]:
    told = json.loads("".join(export_member(member(name))))
    assert isinstance(told, dict)
    return told


def test_everything_of_a_member_is_in_the_export() -> None:
    match = running_match("Anna", "Bo", "Carla")
    order(player(match, "Anna"))
    delivered(letter(player(match, "Anna"), "what I said"))
    entered(tournament(organiser="Olga"), "Anna")
    text = json.dumps(told := exported("Anna"))
    assert told["profile"]["email"] == "anna@example.org"  # type: ignore[index]
    (one,) = told["matches"]  # type: ignore[misc]
    assert one["code"] == match.code  # type: ignore[has-type]
    assert len(one["your_orders"]) == 1  # type: ignore[has-type]
    assert "what I said" in text
    assert "Autumn Cup" in text
    assert told["games.outboundmail.member"]


def test_no_secret_of_anybody_is_in_the_export() -> None:
    match = running_match("Anna", "Bo", "Carla")
    for who in awaited(match)[:2]:
        order(who)
    row = Match.objects.get(pk=match.pk)
    cup = tournament(organiser="Anna")
    text = json.dumps(exported("Anna"))
    for secret in (row.server_seed, row.seed, row.invitation_token, cup.server_seed):
        assert secret not in text
    assert cup.invitation_token not in text
    assert "bo@example.org" not in text
    for other in Player.objects.filter(match=match).exclude(member=member("Anna")):
        assert other.contribution not in text


def test_the_page_asks_who_it_is_and_gives_three_files_a_day() -> None:
    browser = Client()
    browser.force_login(member("Anna"))
    assert browser.post("/profile/data/").status_code == 302
    session = browser.session
    session["account_authentication_methods"] = [{"method": "code", "at": time.time()}]
    session["account_authentication_methods_user"] = str(member("Anna").pk)
    session.save()
    for _time in range(3):
        answer = browser.post("/profile/data/")
        assert answer.streaming
        told = json.loads(answer.getvalue())
        assert told["profile"]["name"] == "Anna"
        assert answer.headers["Content-Disposition"].startswith("attachment")
    page = browser.post("/profile/data/", follow=True).content.decode()
    assert "You’ve downloaded your data 3 times lately" in page


def test_the_command_writes_the_same() -> None:
    member("Anna")
    out = StringIO()
    call_command("exportmember", "ANNA@example.org", stdout=out)
    assert json.loads(out.getvalue())["profile"]["name"] == "Anna"
