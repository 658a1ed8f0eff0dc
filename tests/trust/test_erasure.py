"""Nothing of a member who leaves stays behind, and nobody else's match is broken by it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import date

import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.models import ADDITION
from django.contrib.admin.models import LogEntry as AdminEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.management import CommandError, call_command
from django.db import connection, models
from django.test import Client
from django.utils import translation

from games.common import clock
from games.mail.outbox import send_due
from games.models import (
    AddressHealth,
    InboundMail,
    LocalMail,
    Match,
    Member,
    OrderQuestion,
    OutboundMail,
    Player,
    StandingOrder,
)
from games.models.api_keys import ApiKey
from games.models.former_members import former_name
from games.rules.commitment import contribution_erased, mixed_seed
from games.services import quotas
from games.services.absences import declare_absence
from games.services.account_erasure import KEPT, erase_member
from games.services.match_verification import verify_match
from games.services.matches import invite_to_match
from games.services.substitutes import take_seat
from tests.cast import member, open_match, order, player, running_match
from tests.mail.post import delivered, letter
from tests.tournaments.run.world import entered, tournament
from tournaments.models import Entry, RatedMatch, Rating, RatingChange, Tournament
from tournaments.services.organiser import send_notice
from tournaments.services.series import create_series

pytestmark = pytest.mark.django_db
NAME = "Zebulon Quirk"
ADDRESS = "zebulon.quirk@example.org"
OLD_ADDRESS = "zeb@old.example.net"


def everywhere() -> Iterator[tuple[str, str, str]]:
    """Every value of every table as text: table, column, what stands there."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            columns = [column[0] for column in cursor.description]
            for row in cursor.fetchall():
                for column, value in zip(columns, row, strict=True):
                    if isinstance(value, (bytes, memoryview)):
                        yield table, column, bytes(value).decode("utf-8", "replace")
                    elif value is not None:
                        yield table, column, str(value)


def found(*words: str) -> set[tuple[str, str]]:
    lowered = [word.casefold() for word in words]
    return {
        (table, column)
        for table, column, value in everywhere()
        if any(word in value.casefold() for word in lowered)
    }


def lived() -> tuple[Member, Match]:
    """A member who has used every part of the service, and a match of theirs that still runs."""
    zebulon = Member.objects.create_user(
        ADDRESS, NAME, language="it", time_zone="Europe/Rome", country="IT", is_staff=True
    )
    EmailAddress.objects.create(user=zebulon, email=ADDRESS, primary=True, verified=True)
    EmailAddress.objects.create(user=zebulon, email=OLD_ADDRESS, verified=True)
    running = running_match(NAME, "Bo", "Carla", title=f"{NAME}'s table")
    order(player(running, NAME))
    seat = player(running, NAME)
    StandingOrder.objects.create(
        player=seat, kind="missed", round=1, position=1, text="bid R", given_at=clock.now()
    )
    OrderQuestion.objects.create(
        player=seat, phase_number=1, choices=["bid R"], asked_at=clock.now()
    )
    delivered(letter(seat, f"bid R\n-- \n{NAME}"))
    delivered(letter(player(running, "Bo"), f"show\n\n> {NAME} bids"))
    declare_absence(zebulon, date(2027, 1, 1), date(2027, 1, 3))
    _invited(zebulon)
    _organised(zebulon)
    _written_of(zebulon)
    _rated(zebulon, running)
    send_due()
    return zebulon, running


def _invited(zebulon: Member) -> None:
    """Matches that wait, with invitations from and to the member."""
    hosted = open_match(NAME, title="Mine")
    invite_to_match(member=zebulon, match=hosted, addresses=["vera@example.net"])
    joined = open_match("Carla", NAME)
    invite_to_match(member=zebulon, match=joined, addresses=["wim@example.net"])
    invited_to = open_match("Bo")
    invite_to_match(member=member("Bo"), match=invited_to, addresses=[ADDRESS])


def _organised(zebulon: Member) -> None:
    """A tournament and a series of the member's own, and an entry in another's."""
    cup = tournament("swiss", organiser=NAME, name=f"{NAME} Cup", description=f"by {NAME}")
    create_series(tournament=cup, by=zebulon, name=f"{NAME} Cups")
    send_notice(tournament=cup, by=zebulon, text=f"Welcome! {NAME} <{ADDRESS}>")
    others = tournament(organiser="Olga")
    entered(others, NAME, "Bo")


def _written_of(zebulon: Member) -> None:
    """Mails with the member's addresses, and what operators noted."""
    AddressHealth.objects.create(address=ADDRESS, trouble=f"<{ADDRESS}> unknown")
    for recipient, body in ((ADDRESS, "hello"), ("bo@example.org", f"{NAME[:9]}=\n{NAME[9:]}")):
        LocalMail.objects.create(recipient=recipient, raw=body.encode())
    InboundMail.objects.create(
        dedupe_key="x",
        source="smtp",
        recipient="games@x",
        envelope_sender=OLD_ADDRESS.upper(),
        raw=f"From: {OLD_ADDRESS}\n\nhi".encode(),
        received_at=clock.now(),
    )
    kind = ContentType.objects.get_for_model(Member)
    for user in (zebulon, member("Olga")):
        AdminEntry.objects.create(
            user=user,
            content_type=kind,
            object_id=str(zebulon.pk),
            object_repr=NAME,
            action_flag=ADDITION,
            change_message=f"wrote to {ADDRESS}",
        )


def _rated(zebulon: Member, running: Match) -> None:
    """Ratings, and the changes to them, with a word of the member's name."""
    now = clock.now()
    rated = RatedMatch.objects.create(
        match=running, pool="wild-cards", finished_at=now, results=[], strike_reason=f"{NAME} left"
    )
    Rating.objects.create(member=zebulon, pool="x", thousandths=1, uncertainty=1, rated_at=now)
    RatingChange.objects.create(
        rated_match=rated,
        member=zebulon,
        pool="x",
        seat=0,
        place=1,
        table_size=3,
        before=1,
        after=2,
        uncertainty=1,
        finished_at=now,
    )


def test_nothing_of_an_erased_member_is_left_in_any_table() -> None:
    zebulon, _running = lived()
    browser = Client()
    browser.force_login(zebulon)
    key, _text = ApiKey.make(zebulon, f"for {NAME}", ["read"])
    tokens = [zebulon.password, key.digest, key.beginning]
    words = (NAME, ADDRESS, OLD_ADDRESS, "zebulon", *tokens)
    before = found(*words)
    assert {
        ("games_member", "name"),
        ("games_outboundmail", "payload"),
        ("games_inboundmail", "raw"),
        ("games_localmail", "raw"),
        ("games_match", "title"),
        ("games_player", "contribution"),
        ("tournaments_logentry", "reason"),
        ("tournaments_ratedmatch", "strike_reason"),
        ("django_admin_log", "object_repr"),
        ("account_emailaddress", "email"),
    } <= before

    erase_member(member=zebulon)

    assert found(*words) == set()
    assert not Session.objects.exists()
    assert browser.get("/profile/").status_code == 302
    for relation in Member._meta.related_objects:
        goes = getattr(relation, "on_delete", None) is models.CASCADE
        if goes and relation.related_model._meta.label not in KEPT:
            rows = relation.related_model._base_manager.filter(**{relation.field.name: zebulon})
            assert not rows.exists(), relation.related_model
    zebulon.refresh_from_db()
    assert (zebulon.language, zebulon.time_zone, zebulon.country) == ("en", "UTC", "")
    assert {zebulon.is_active, zebulon.is_staff, zebulon.is_listed} == {False}
    assert Rating.objects.filter(member=zebulon).exists()
    assert RatingChange.objects.filter(member=zebulon).exists()
    erase_member(member=zebulon)
    assert found(*words) == set()


def test_a_bot_keeps_the_seats_and_a_substitute_may_sit_down() -> None:
    zebulon, running = lived()
    assert Match.objects.get(pk=running.pk).status == Match.Status.RUNNING
    seat = player(running, NAME)
    erase_member(member=zebulon)
    seat.refresh_from_db()
    assert None not in {seat.bot or None, seat.resigned_at, seat.away_since}
    assert not StandingOrder.objects.filter(player=seat).exists()
    assert all(check.holds for check in verify_match(Match.objects.get(pk=running.pk)))

    hosted, joined = Match.objects.get(title="Mine"), Match.objects.get(created_by=member("Carla"))
    assert hosted.status == Match.Status.CANCELLED
    assert joined.players.count() == 1
    assert not OutboundMail.objects.filter(status="queued", member=zebulon).exists()
    statuses = Entry.objects.filter(member=zebulon).values_list("status", flat=True)
    assert set(statuses) <= {Entry.Status.WITHDRAWN}
    assert Tournament.objects.get(organiser=zebulon).status == Tournament.Status.CANCELLED

    take_seat(member=member("Dirk"), player=Player.objects.get(pk=seat.pk))
    assert player(running, "Dirk").pk == seat.pk


def test_former_members_are_told_apart_and_named_in_the_readers_language() -> None:
    match = running_match("Zeno", "Zora", "Carla")
    zeno, zora = member("Zeno"), member("Zora")
    for one in (zeno, zora):
        erase_member(member=one)
    stored = set(Member.objects.filter(pk__in=[zeno.pk, zora.pk]).values_list("name", flat=True))
    assert stored == {f"former member {zeno.pk}", f"former member {zora.pk}"}
    client = Client()
    client.force_login(member("Carla"))
    page = client.get(f"/matches/{match.code}/").content.decode()
    assert f"former member {zeno.pk}" in page
    assert "Zeno" not in page
    assert client.get(f"/members/{zeno.pk}/").status_code in {200, 404}
    row = Member.objects.get(pk=zeno.pk)
    row.save()
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM games_member WHERE id = %s", [zeno.pk])
        assert cursor.fetchone() == (former_name(zeno.pk),)
    with translation.override("it"):
        assert Member.objects.get(pk=zeno.pk).name


def test_who_was_erased_can_join_anew_with_the_same_address_and_name() -> None:
    zebulon, _running = lived()
    erase_member(member=zebulon)
    again = Member.objects.create_user(ADDRESS, NAME)
    assert again.pk != zebulon.pk
    quotas.spend_quota(again, quotas.Deed.MATCH)


def test_an_erasure_that_was_interrupted_is_finished_by_the_next_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    zebulon, _running = lived()

    def killed(_member: Member) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("games.services.account_erasure._erase_relations", killed)
        with pytest.raises(KeyboardInterrupt):
            erase_member(member=zebulon)
    zebulon.refresh_from_db()
    assert zebulon.email == ADDRESS
    erase_member(member=zebulon)
    assert found(NAME, ADDRESS, OLD_ADDRESS) == set()


def test_an_erased_contribution_mixes_to_the_same_seed() -> None:
    seed = "0" * 64
    erased = contribution_erased("Anna's luck")
    assert len(erased) == 50
    assert "Anna" not in erased
    assert mixed_seed(seed, [erased, "b"]) == mixed_seed(seed, ["Anna's luck", "b"])
    assert contribution_erased(erased) == erased
    assert contribution_erased("") == ""


def test_a_member_erases_the_account_by_typing_the_name() -> None:
    zebulon = member("Zeno")
    browser = Client()
    browser.force_login(zebulon)
    assert browser.get("/profile/erase/").status_code == 302  # asked once more who it is
    session = browser.session
    session["account_authentication_methods"] = [{"method": "code", "at": time.time()}]
    session["account_authentication_methods_user"] = str(zebulon.pk)
    session.save()
    assert "Delete your account?" in browser.get("/profile/erase/").content.decode()
    assert browser.post("/profile/erase/", {"name": "Zen"}).status_code == 422
    zebulon.refresh_from_db()
    assert zebulon.is_active
    assert browser.post("/profile/erase/", {"name": " Zeno "}).status_code == 302
    assert not Member.objects.filter(name="Zeno").exists()
    assert browser.get("/profile/").status_code == 302


def test_the_command_erases_only_when_told_so() -> None:
    member("Zeno")
    with pytest.raises(CommandError, match="--yes"):
        call_command("erasemember", "zeno@example.org")
    with pytest.raises(CommandError, match="no member"):
        call_command("erasemember", "nobody@example.org", "--yes")
    call_command("erasemember", "Zeno@example.org", "--yes")
    assert not Member.objects.filter(email__iexact="zeno@example.org").exists()
