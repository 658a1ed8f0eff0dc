"""A tournament made, filled and called off by somebody with nothing but a mailbox."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Invitation, Match, OutboundMail
from games.replies.command_words import words_of
from tests.cast import member
from tests.mail.mailbox import asked, plain, reply, to
from tests.tournaments.run.test_by_mail import answer_to, start_of
from tests.tournaments.run.world import QUICK, entered, people, tournament
from tournaments.formats.registry import FORMATS
from tournaments.mail.member_commands.creating import _format_named
from tournaments.models import Entry, Tournament
from tournaments.services.terms import create_tournament

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("line", "format_key", "name"),
    [
        (
            "Create a Swiss tournament of Wizard called Spring Cup with 5 rounds, a day a turn",
            "swiss",
            "Spring Cup",
        ),
        (
            "Vorrei un torneo svizzero di Wizard, si chiama Coppa d'inverno, 5 turni, 1 giorno",
            "swiss",
            "Coppa d'inverno",
        ),
        (
            "quiero organizar un torneo suizo de Wizard llamado Copa, 5 rondas, un día por jugada",
            "swiss",
            "Copa",
        ),
        (
            "Ik wil graag een Zwitsers toernooi met Wizard opzetten, 5 rondes, 1 dag per zet",
            "swiss",
            "Wizard tournament",
        ),
        ("please set up a knockout tournament of CuBirds", "knockout", "CuBirds tournament"),
        ("organizza un torneo di CuBirds a eliminazione diretta", "knockout", "CuBirds tournament"),
    ],
)
def test_a_tournament_is_made_by_a_sentence(line: str, format_key: str, name: str) -> None:
    olga = start_of("Olga")
    told = answer_to(olga, line)
    if "Nothing has been done yet" in told:
        (question,) = [one for one in reply(olga, line) if one.to == olga.to]
        assert not Tournament.objects.exists()
        told = plain(to(olga.to[0], reply(question, "yes")))
    assert "Nobody else sees it yet" in told
    made = Tournament.objects.get()
    assert (made.format, made.name, made.status) == (format_key, name, Tournament.Status.DRAFT)
    assert not Match.objects.exists()
    if format_key == "swiss":
        assert (made.terms["rounds"], made.phase_time) == (5, timedelta(days=1))
    assert f"open registration for {made.code}" in told
    assert "is open" in answer_to(olga, f"open registration for {made.code}")


def test_what_a_tournament_lacks_is_asked_for_and_the_answer_completes_it() -> None:
    olga = start_of("Olga")
    question = to(olga.to[0], reply(olga, "create a tournament"))
    assert "Which game?" in plain(question)
    question = to(olga.to[0], reply(question, "Wizard"))
    assert "In which format?" in plain(question)
    assert "is prepared" in plain(to(olga.to[0], reply(question, "Swiss")))
    assert Tournament.objects.get().format == "swiss"


def test_what_cannot_be_is_refused_with_what_can() -> None:
    told = answer_to(start_of("Olga"), "create a Swiss tournament of Wizard, 500 rounds")
    assert "Rounds" in told
    assert not Tournament.objects.exists()


def test_every_format_is_known_by_its_names() -> None:
    assert _format_named("un torneo a doppia eliminazione") == "double_knockout"
    assert _format_named("a cubirds tournament of groups then a knockout") == "groups"
    for key in FORMATS:
        assert {_format_named(one) for one in words_of("formats", key)} == {key}


@pytest.mark.parametrize(
    "line",
    [
        "invite Bruno and pia@else.example to Autumn Cup",
        "vorrei invitare Bruno e pia@else.example alla Autumn Cup",
        "invita a Bruno y pia@else.example a la Autumn Cup",
        "nodig Bruno en pia@else.example uit voor Autumn Cup",
        "invite to tournament Autumn Cup: Bruno, pia@else.example",
    ],
)
def test_people_are_invited_to_a_tournament_by_name_and_address(line: str) -> None:
    made, bruno, olga = tournament(), member("Bruno"), start_of("Olga")
    answer = to(olga.to[0], reply(olga, line))
    if "Nothing has been done yet" in plain(answer):
        assert "invite pia@else.example, Bruno to Autumn Cup" in plain(answer)
        answer = to(olga.to[0], reply(answer, "yes"))
    assert "Invited to Autumn Cup" in plain(answer)
    assert made.entries.get().member == bruno
    sent = OutboundMail.objects.filter(payload__letter="tournament-invitation")
    assert {bruno.email, "pia@else.example"} <= set(
        OutboundMail.objects.values_list("address", flat=True)
    ), sent
    assert not Invitation.objects.exists()


def test_a_draft_takes_no_guests_and_says_what_would() -> None:
    olga = start_of("Olga")
    create_tournament(organiser=member("Olga"), name="Spring Cup", format="knockout", **QUICK)
    told = answer_to(olga, "invite pia@else.example to Spring Cup")
    assert "isn’t open yet" in told
    assert "open registration for" in told


@pytest.mark.parametrize(
    "line",
    [
        "call off Autumn Cup: too few players",
        "annulla la Autumn Cup: too few players",
        "cancela la Autumn Cup: too few players",
        "blaas de Autumn Cup af: too few players",
    ],
)
def test_a_tournament_is_called_off_after_a_yes_and_the_reason_is_kept(line: str) -> None:
    made = tournament()
    entered(made, *people(2))
    question = asked("olga@example.org", line)
    assert "call off Autumn Cup for good; the reason: “too few players”" in plain(question)
    told = reply(question, "yes")
    assert "is called off" in plain(to("olga@example.org", told))
    made.refresh_from_db()
    assert made.status == Tournament.Status.CANCELLED
    assert made.log.filter(reason="too few players").exists()
    assert {"p01@example.org", "p02@example.org"} <= {one.to[0] for one in told}
    assert Entry.objects.count() == 2
