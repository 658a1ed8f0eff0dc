"""Co-organisers and arbiters: asked first, each with a part of the tools, gone when they wish."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Match, OutboundMail
from tests.cast import member
from tests.tournaments.run.test_entering import refused
from tests.tournaments.run.test_sweeping import running
from tests.tournaments.run.world import World, played, tournament
from tournaments.letters.officials import OfficeLetter
from tournaments.models import Entry, LogEntry, Official, Pairing, Tournament
from tournaments.selectors.access import Power, own_office, power_of
from tournaments.services import entries, officials, organiser, pauses, result_rulings, terms

pytestmark = pytest.mark.django_db
Role = Official.Role


def helped(made: Tournament, name: str, role: Official.Role) -> Official:
    """This person helps already."""
    one = member(name)
    officials.invite_official(tournament=made, by=made.organiser, whom=name, role=role)
    return officials.accept_office(tournament=made, member=one)


def test_nobody_has_tools_before_they_say_yes() -> None:
    made, anna = tournament(), member("Anna")
    officials.invite_official(tournament=made, by=made.organiser, whom="anna", role=Role.ORGANISER)
    assert power_of(made, anna) is None
    letter = OutboundMail.objects.get(payload__letter=OfficeLetter.name)
    assert letter.address == anna.email
    officials.accept_office(tournament=made, member=anna)
    assert power_of(made, anna) == Power.ORGANISE
    terms.change_tournament(tournament=made, by=anna, description="By two of us")
    officials.leave_office(tournament=made, member=anna)
    assert power_of(made, anna) is None
    said = [row.params for row in made.log.filter(action=LogEntry.Action.OFFICIAL)]
    assert [(one["name"], one["is_in"]) for one in said] == [("Anna", True), ("Anna", False)]


def test_an_address_tells_the_organiser_nothing_of_who_has_it() -> None:
    made = tournament()
    anna = member("Anna")
    for whom in (anna.email, "stranger@example.org"):
        officials.invite_official(tournament=made, by=made.organiser, whom=whom, role=Role.ARBITER)
    shown = [row.shown_name for row in made.officials.select_related("member")]
    assert shown == [anna.email, "stranger@example.org"]
    assert OutboundMail.objects.filter(payload__letter=OfficeLetter.name).count() == 2
    by_name = helped(made, "Bruno", Role.ARBITER)
    again = officials.invite_official(
        tournament=made, by=made.organiser, whom=member("Bruno").email, role=Role.ORGANISER
    )
    assert again.accepted_at is None
    assert own_office(made, member("Bruno")) == by_name
    newcomer = member("Newcomer")
    newcomer.email = "Stranger@example.org"
    newcomer.save()
    officials.accept_office(tournament=made, member=newcomer)
    assert power_of(made, newcomer) == Power.RULE


def test_an_arbiter_rules_on_results_and_time_and_on_nothing_else() -> None:
    world = World()
    made = running(world, "swiss", 4, terms={"rounds": 3})
    bruno = helped(made, "Bruno", Role.ARBITER).member
    assert bruno is not None
    first = Pairing.objects.exclude(match=None).order_by("pk")[0]
    with world.clock():
        pauses.pause_tournament(tournament=made, by=bruno, reason="Storm")
        pauses.resume_tournament(tournament=made, by=bruno)
        loser = first.seats.select_related("entry__member")[0].entry
        result_rulings.forfeit_pairing(pairing=first, entry=loser, by=bruno, reason="Insults")
        with refused("not-organiser"):
            organiser.cancel_tournament(tournament=made, by=bruno, reason="Tired")
        with refused("not-organiser"):
            organiser.wind_up_tournament(tournament=made, by=bruno, reason="Tired")
        with refused("not-organiser"):
            organiser.send_notice(tournament=made, by=bruno, text="Hello")
        with refused("not-organiser"):
            officials.invite_official(tournament=made, by=bruno, whom="P01", role=Role.ARBITER)


def test_nobody_who_helps_rules_at_a_table_of_their_own() -> None:
    world = World()
    made = running(world, "swiss", 4, terms={"rounds": 3})
    row = Entry.objects.select_related("member").get(tournament=made, member=member("P01"))
    helped(made, "P01", Role.ORGANISER)
    own = Pairing.objects.get(seats__entry=row)
    other = Pairing.objects.exclude(pk=own.pk).get(round__number=1)
    with world.clock():
        for match in Match.objects.all():
            played(match.pk)
    world.sweep()
    with world.clock():
        with refused("own-match"):
            result_rulings.annul_pairing(pairing=own, by=row.member, reason="I lost")
        result_rulings.annul_pairing(pairing=other, by=row.member, reason="They agreed on it")


def test_a_co_organiser_can_do_all_but_call_it_off() -> None:
    made = tournament()
    anna = helped(made, "Anna", Role.ORGANISER).member
    assert anna is not None
    with refused("not-organiser"):
        organiser.cancel_tournament(tournament=made, by=anna, reason="Rain")
    entry = entries.make_entry(tournament=made, member=member("Bruno"))
    entries.remove_entry(entry=entry, by=anna, reason="Asked me to")
    with refused("already-official"):
        officials.invite_official(
            tournament=made, by=made.organiser, whom="Anna", role=Role.ARBITER
        )
    official = made.officials.get()
    officials.dismiss_official(official=official, by=made.organiser)
    assert power_of(made, anna) is None


def test_by_pages_one_is_asked_says_yes_sees_ones_tools_and_steps_down(client: Client) -> None:
    made = running(World(), "knockout", 4)
    bruno = member("Bruno")
    client.force_login(made.organiser)
    client.post(f"/tournaments/{made.code}/manage/appoint/", {"whom": "Bruno", "role": "arbiter"})
    assert "Bruno: arbiter (asked)" in client.get(
        f"/tournaments/{made.code}/manage/"
    ).content.decode().replace("\n", " ")
    client.force_login(bruno)
    assert client.get(f"/tournaments/{made.code}/manage/").status_code == 404
    assert "Yes, I’ll help" in client.get(f"/tournaments/{made.code}/").content.decode()
    assert "help run it" in client.get("/").content.decode()
    client.post(f"/tournaments/{made.code}/office/accept/")
    page = client.get(f"/tournaments/{made.code}/manage/").content.decode()
    assert "Award a forfeit" in page
    for tool in ("Call it off", "Replace a player", "Write to everyone", "End early"):
        assert tool not in page
    assert "Bruno (arbiter)" in client.get(f"/tournaments/{made.code}/").content.decode()
    client.post(f"/tournaments/{made.code}/office/leave/")
    assert client.get(f"/tournaments/{made.code}/manage/").status_code == 404
