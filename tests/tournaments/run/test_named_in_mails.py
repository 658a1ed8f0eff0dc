"""Tournaments called by their names in sentences of one's own, in four languages."""

from __future__ import annotations

import pytest

from games.letters.member_commands import MemberCommand, member_commands
from games.models import OutboundMail
from tests.cast import member
from tests.mail.mailbox import asked, outbox, plain, reply, sent, to, written
from tests.tournaments.run.test_by_mail import start_of
from tests.tournaments.run.world import QUICK, entered, people, tournament
from tournaments.models import Entry, LogEntry, Tournament
from tournaments.services.rounds import start_tournament
from tournaments.services.terms import create_tournament

pytestmark = pytest.mark.django_db


def meant(name: str, line: str) -> str:
    return plain(asked(member(name).email, line))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Chi si è iscritto finora alla Coppa d’autunno?", "Who is in"),
        ("quante persone si sono iscritte alla coppa d'autunno?", "Who is in"),
        ("¿Cuánta gente se ha apuntado a la Coppa d'autunno?", "Who is in"),
        ("Hoeveel mensen doen er mee aan de Coppa d'autunno?", "Who is in"),
        ("how many people have signed up for Coppa d'autunno so far?", "Who is in"),
        ("com'è la classifica della Coppa d'autunno?", "The standings of"),
        ("who's leading in the Coppa d'autunno?", "The standings of"),
        ("fai partire la Coppa d'autunno", "start Coppa d'autunno"),
        ("Kick off the Coppa d'autunno, please", "start Coppa d'autunno"),
        ("laat de Coppa d'autunno beginnen", "start Coppa d'autunno"),
        ("metti in pausa la Coppa d'autunno per una settimana: ferie", "for 7 days"),
    ],
)
def test_a_tournament_is_known_by_its_name_in_any_sentence(line: str, told: str) -> None:
    made = tournament(name="Coppa d'autunno")
    entered(made, *people(4))
    if "pausa" in line:
        start_tournament(tournament=made, by=made.organiser)
    assert told in meant("Olga", line)


@pytest.mark.parametrize(
    "line",
    [
        "Buongiorno, iscrivetemi alla coppa d'autunno",
        "Hola, quiero apuntarme a la Coppa d'autunno",
        "Hoi, ik doe graag mee met de Coppa d'autunno",
        "please put me down for the Coppa d’autunno",
    ],
)
def test_somebody_enters_by_its_name_and_leaves_again(line: str) -> None:
    tournament(name="Coppa d'autunno")
    assert "enter Coppa d'autunno" in meant("Anna", line)
    assert not Entry.objects.exists()


def test_a_code_that_is_a_tournaments_need_not_be_called_one() -> None:
    made = tournament()
    Tournament.objects.update(code="k7m2p9q")
    entered(made, *people(4))
    assert "start Autumn Cup" in meant("Olga", "kick off k7m2p9q now")


def test_a_game_a_match_and_an_unlisted_tournament_keep_their_names() -> None:
    tournament(name="Wizard")
    tournament(name="Secret Cup", is_public=False)
    assert "open Wizard" in meant("Anna", "open a match of Wizard for 4")
    assert "Wizard, Secret Cup" in meant("Anna", "open a match of Wizard called Secret Cup")
    assert "nothing like that" in meant("Anna", "enter Secret Cup")


def test_what_is_said_to_everybody_keeps_the_name() -> None:
    made, olga = tournament(), start_of("Olga")
    entered(made, *people(4))
    for line in (
        "announce to Autumn Cup: Autumn Cup begins on Monday",
        "tell everyone in Autumn Cup: Autumn Cup begins on Monday",
    ):
        question = to(olga.to[0], reply(olga, line))
        assert "“Autumn Cup begins on Monday”" in plain(question), line


@pytest.mark.parametrize(
    "line",
    [
        "togli P02 da Autumn Cup: ha cambiato idea",
        "saca a P02 de Autumn Cup: cambió de idea",
        "please remove P02 from Autumn Cup: P01 and P02 switched sides",
        "haal P02 uit Autumn Cup: wisselt te vaak",
    ],
)
def test_a_reason_is_no_request(line: str) -> None:
    made = tournament()
    entered(made, *people(4))
    assert "remove P02 from Autumn Cup" in meant("Olga", line)
    assert not made.log.filter(action=LogEntry.Action.PAIRED).exists()


def test_what_would_be_done_is_not_told_as_done() -> None:
    create_tournament(organiser=member("Olga"), name="Spring Cup", format="knockout", **QUICK)
    told = meant("Olga", "please open registration for Spring Cup")
    assert "We understood: open registration for Spring Cup." in told
    commands = [
        one for one in member_commands().values() if type(one).__module__.startswith("tournaments.")
    ]
    assert commands
    for one in commands:
        assert not one.changes or type(one).meaning is not MemberCommand.meaning, one.name


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("tegen wie speel ik?", "Your table"),
        ("chi altro si è iscritto?", "Who is in"),
        ("¿quién más está inscrito?", "Who is in"),
        ("quando finisce il turno?", "is played until"),
        ("who else has signed up?", "Who is in"),
        ("who is winning?", "The standings of"),
    ],
)
def test_what_is_asked_in_reply_to_a_tournaments_mail_is_asked_of_it(line: str, told: str) -> None:
    made, other = tournament(), tournament(name="Spring Cup", organiser="Oscar")
    entered(made, *people(4))
    entered(other, *people(4))
    outbox()
    start_tournament(tournament=made, by=made.organiser)
    mail = next(one for one in outbox() if "has started" in str(one.subject))
    (address,) = mail.to
    letter = written(address, line, subject=f"Re: {mail.subject}")
    rows = OutboundMail.objects.filter(address=address, kind="tournament", status="sent")
    letter["In-Reply-To"] = rows.latest("pk").message_id
    said = plain(to(address, sent(letter)[1]))
    assert told in said
    assert "Spring Cup" not in said
