"""Which match a sentence asks for: how many play, and how many of them are bots."""

from __future__ import annotations

import pytest

from games.letters.member_commands import UnclearRequestError
from games.mail.member_commands.new_match import match_wanted
from games.models import Match
from games.replies.member_requests import spoken_request
from tests.cast import member
from tests.mail.mailbox import asked, plain, reply, to


@pytest.mark.parametrize(
    ("argument", "seats", "bots"),
    [
        ("CuBirds against a bot, 3 days a turn", 2, 1),
        ("una partita di CuBirds contro un bot", 2, 1),
        ("Wizard tegen 3 bots", 4, 3),
        ("una de Wizard contra bots", 3, 2),
        ("Wizard for 4 with 2 bots", 4, 2),
        ("Wizard for 4", 4, 0),
        ("CuBirds with robots like Bea, for 3", 3, 0),
    ],
)
def test_against_bots_is_a_table_of_them_and_the_writer(
    argument: str, seats: int, bots: int
) -> None:
    wanted = match_wanted(argument)
    assert (wanted.seats, wanted.bots) == (seats, bots)


@pytest.mark.parametrize(
    "line",
    [
        "Open a tournament of CuBirds for 4 players please",
        "Can you set up a Wizard tournament for us",
        "Kun je een Wizard-toernooi openen",
        "open een toernooi van Wizard, heats, voor 8 spelers",
        "quiero un torneo de Wizard para 6 jugadores",
        "organiza un torneo de CuBirds con partidas de 3",
        "Apri un torneo di Wizard per 6",
        "Vorrei organizzare un torneo di Wizard",
    ],
)
@pytest.mark.django_db
def test_who_asks_for_a_tournament_is_opened_no_match(line: str) -> None:
    start = asked(member("Anna").email, "settings")
    told = plain(to(start.to[0], reply(start, line)))
    assert "In which format?" in told or "prepare Wizard tournament" in told
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    "argument",
    [
        "a match of Wizard for 4, as in our tournament",
        "Wizard for 4, called Tournament of Friends",
        "una partita di Wizard per 4 prima del torneo",
    ],
)
def test_a_match_is_no_tournament_for_the_word_beside_it(argument: str) -> None:
    assert match_wanted(argument).seats == 4


@pytest.mark.parametrize(
    "argument",
    [
        "a match of Wizard for 4 and another of CuBirds for 3, both private please",
        "una partita di Wizard e una di CuBirds",
        "una de Wizard para 4 y otra de Wild Cards",
        "een potje Wizard en een potje Emu Ranchers",
    ],
)
def test_matches_of_two_games_are_not_opened_as_one(argument: str) -> None:
    with pytest.raises(UnclearRequestError):
        match_wanted(argument)


@pytest.mark.django_db
def test_who_named_two_games_replies_with_the_match_that_they_want() -> None:
    start = asked(member("Anna").email, "settings")
    question = to(start.to[0], reply(start, "Open Wizard for 4 and CuBirds for 3, both private"))
    assert "Wizard, CuBirds" in plain(question) or "CuBirds, Wizard" in plain(question)
    assert not Match.objects.exists()
    reply(question, "Wizard for 4, private")
    made = Match.objects.get()
    assert (made.game, made.seats, made.is_public) == ("wizard", 4, False)


@pytest.mark.parametrize(
    "line",
    [
        "And I'd like to play Emu Ranchers with 2 bots too.",
        "I'd like to play Wizard against bots",
        "vorrei giocare a Wizard contro 2 bot",
        "quiero jugar a Wizard contra bots",
        "ik wil graag Wizard spelen tegen 2 bots",
    ],
)
def test_a_game_with_bots_is_a_match_to_be_opened(line: str) -> None:
    spoken = spoken_request(line)
    assert spoken is not None
    assert spoken.name == "open"
