"""What players ask by mail of the tournaments they are in, without saying more than they must."""

from __future__ import annotations

import pytest

from games.models import OutboundMail
from tests.cast import member
from tests.mail.mailbox import asked, outbox, plain, reply, sent, to, written
from tests.tournaments.run.test_tables_by_mail import running
from tests.tournaments.run.world import entered, people, tournament
from tournaments.models import Tournament
from tournaments.services.rounds import start_tournament
from tournaments.services.terms import create_tournament

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "line",
    [
        "When is my next match?",
        "Who is my next opponent?",
        "Quando è la mia prossima partita?",
        "¿Cuándo es mi próxima partida?",
        "Wanneer is mijn volgende partij?",
        "when does the next round start?",
    ],
)
def test_a_player_who_names_none_hears_of_the_next_match_in_each_tournament(line: str) -> None:
    running()
    other = tournament(name="Winter Cup")
    entered(other, "P01")
    told = plain(asked("p01@example.org", line))
    assert "Autumn Cup: in round 1 you play against P0" in told
    assert "at the latest" in told
    assert "Winter Cup starts when its organiser starts it" in told


def test_who_sits_out_hears_when_the_next_round_may_start() -> None:
    made = tournament("swiss", terms={"rounds": 3})
    entered(made, *people(3))
    start_tournament(tournament=made, by=made.organiser)
    free = made.rounds.get().pairings.get(match=None).seats.get().entry.member
    told = plain(asked(free.email, "When is my next match?"))
    assert "if another round follows, it starts once round 1 has ended" in told


def test_who_is_in_no_tournament_hears_of_the_moves_they_owe() -> None:
    told = plain(asked(member("Anna").email, "When is my next match?"))
    assert "Nobody is waiting for you right now" in told


@pytest.mark.parametrize(
    "line",
    [
        "How am I doing in the Autumn Cup?",
        "Come sto andando nella Autumn Cup?",
        "¿Cómo voy en la Autumn Cup?",
        "Hoe sta ik ervoor in de Autumn Cup?",
    ],
)
def test_a_player_asks_how_they_are_doing(line: str) -> None:
    running()
    assert "The standings of Autumn Cup" in plain(asked("p01@example.org", line))


@pytest.mark.parametrize(
    "line",
    [
        "open the registration of Autumn Cup",
        "please open registration of Autumn Cup",
        "apri l'iscrizione alla Autumn Cup",
        "abre la inscripción de la Autumn Cup",
        "open de inschrijving van de Autumn Cup",
    ],
)
def test_opening_registration_is_not_entering(line: str) -> None:
    host = member("Olga")
    create_tournament(organiser=host, name="Autumn Cup", format="swiss", game="emu-ranchers")
    told = asked(host.email, line)
    if "Nothing has been done yet" in plain(told):
        told = to(host.email, reply(told, "yes"))
    assert "Registration for Autumn Cup is open" in plain(told)
    assert Tournament.objects.get().status == Tournament.Status.ENTRIES


@pytest.mark.parametrize(
    "line",
    [
        "I confirm my place in Autumn Cup",
        "confermo il mio posto alla Autumn Cup",
        "confirmo mi plaza en la Autumn Cup",
        "ik bevestig mijn plaats in Autumn Cup",
    ],
)
def test_confirming_a_place_is_not_entering(line: str) -> None:
    entered(tournament(), "Anna")
    told = plain(asked("anna@example.org", line))
    assert "Check-in isn’t open right now" in told


@pytest.mark.parametrize("line", ["starts", "Starts?", "start?", "comienza", "begint", "inizia"])
def test_a_bare_word_in_reply_asks_a_tournament_when_it_starts(line: str) -> None:
    entered(tournament(), "Anna")
    entered(tournament(name="Spring Cup", organiser="Oscar"), "Anna")
    outbox()
    row = OutboundMail.objects.filter(address="anna@example.org", kind="tournament").earliest("pk")
    letter = written("anna@example.org", line, subject="Re: your place")
    letter["In-Reply-To"] = row.message_id
    told = plain(to("anna@example.org", sent(letter)[1]))
    assert "Autumn Cup starts when its organiser starts it" in told
    assert "Spring Cup" not in told
