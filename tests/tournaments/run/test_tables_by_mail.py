"""A round's tables by mail: who plays whom, and results that the organiser corrects."""

from __future__ import annotations

import pytest

from tests.cast import member
from tests.mail.mailbox import asked, outbox, plain, reply, to
from tests.tournaments.run.world import World, entered, people, played, tournament
from tournaments.models import LogEntry, Pairing, Tournament
from tournaments.services import sweeping
from tournaments.services.invitations import invite_entries
from tournaments.services.rounds import start_tournament

pytestmark = pytest.mark.django_db


def running() -> Tournament:
    made = tournament("swiss", terms={"rounds": 3})
    entered(made, *people(4))
    start_tournament(tournament=made, by=made.organiser)
    return made


def finish(made: Tournament) -> Pairing:
    """A table of its first round, played to an end in which somebody won."""
    for pairing in Pairing.objects.filter(round__tournament=made).order_by("pk"):
        assert pairing.match_id is not None
        played(pairing.match_id)
        while sweeping.sweep_due():
            pass
        if pairing.seats.filter(place=2).exists():
            return pairing
    raise AssertionError("everybody drew")


@pytest.mark.parametrize(
    "line",
    [
        "who am I paired with in Autumn Cup?",
        "when is my next match in Autumn Cup?",
        "con chi gioco alla Autumn Cup?",
        "contra quién juego en la Autumn Cup?",
        "tegen wie speel ik in Autumn Cup?",
        "pairings of Autumn Cup",
        "when does the round of Autumn Cup end?",
    ],
)
def test_players_ask_whom_they_play_and_until_when(line: str) -> None:
    running()
    told = plain(asked("p01@example.org", line))
    mine, _title, others = told.partition("The other tables")
    assert "Round 1 of Autumn Cup is played until" in mine
    assert "P01" in mine.partition("Your table")[2]
    assert "P01" not in others


def test_who_asks_before_the_start_is_told_that_there_are_no_tables() -> None:
    made = tournament("swiss", terms={"rounds": 3})
    entered(made, "Anna")
    told = plain(asked("anna@example.org", "who do I play in Autumn Cup?"))
    assert "has no tables yet" in told


@pytest.mark.parametrize(
    "line",
    [
        "correct the result of round 1 in Autumn Cup: {second} beat {first}: typed wrongly",
        "correggi il risultato del turno 1 di Autumn Cup: {first} ha perso: typed wrongly",
        "corrige el resultado de la ronda 1 de Autumn Cup: ganó {second}: typed wrongly",
        "corrigeer de uitslag van Autumn Cup: {second}, {first}: typed wrongly",
    ],
)
def test_an_organiser_corrects_a_result_after_a_yes(line: str) -> None:
    made = running()
    pairing = finish(made)
    seats = {seat.place: seat.entry.member.name for seat in pairing.seats.all()}
    text = line.format(first=seats[1], second=seats[2])
    question = asked("olga@example.org", text)
    assert f"round 1 of Autumn Cup: 1. {seats[2]}, 2. {seats[1]}" in plain(question)
    assert pairing.seats.get(place=1).entry.member.name == seats[1]
    assert "is corrected" in plain(to("olga@example.org", reply(question, "yes")))
    assert pairing.seats.get(place=1).entry.member.name == seats[2]
    assert made.log.get(action=LogEntry.Action.CORRECTED).reason == "typed wrongly"


@pytest.mark.parametrize(
    "line", ["correct the result of Autumn Cup", "correct the result: Zoe won"]
)
def test_a_result_that_names_no_table_is_asked_about(line: str) -> None:
    made = running()
    finish(made)
    assert "Who came where" in plain(asked("olga@example.org", line))


def test_nobody_else_corrects_a_result() -> None:
    made = running()
    finish(made)
    told = plain(asked(member("P01").email, "correct the result of Autumn Cup: P01 won"))
    assert "Nothing has been done yet" not in told


def test_a_ruling_says_what_was_done_and_no_reason_that_nobody_gave() -> None:
    made = running()
    pairing = finish(made)
    seats = {seat.place: seat.entry.member.name for seat in pairing.seats.all()}
    line = f"correct the result of Autumn Cup: {seats[2]} beat {seats[1]}"
    mails = reply(asked("olga@example.org", line), "yes")
    told = to(member(seats[1]).email, mails)
    assert "A result was corrected" in str(told.subject)
    assert f"is now 1. {seats[2]}, 2. {seats[1]}" in plain(told)
    assert "Decided by Olga in Autumn Cup" in plain(told)
    assert "reason" not in plain(told)


def test_what_the_organiser_writes_is_said_to_be_their_words() -> None:
    running()
    mails = reply(asked("olga@example.org", "announce to Autumn Cup: see you on Monday"), "yes")
    told = plain(to("p01@example.org", mails))
    assert "Olga writes to everyone in Autumn Cup: see you on Monday" in told


def test_who_runs_it_sees_whom_they_wait_for() -> None:
    made = tournament()
    invite_entries(tournament=made, by=made.organiser, addresses=[member("Bruno").email])
    assert "Invited, no answer yet: · Bruno" in plain(asked("olga@example.org", "entrants"))
    assert "Bruno" not in plain(asked(member("Anna").email, f"entrants of {made.code}"))


def test_the_end_is_told_with_the_final_standings_and_to_the_organiser_too() -> None:
    world = World()
    with world.clock():
        made = tournament("swiss", terms={"rounds": 1})
        entered(made, *people(4))
        start_tournament(tournament=made, by=made.organiser)
        outbox()
    made = world.until_over(made)
    mails = [one for one in outbox() if "has ended" in str(one.subject)]
    assert {one.to[0] for one in mails} == {
        "olga@example.org",
        *(member(name).email for name in people(4)),
    }
    rows = list(made.entries.order_by("place", "pk").select_related("member"))
    listed = " ".join(f"- {row.place}. {row.member.name}" for row in rows)
    for one in mails:
        assert f"Final standings {listed}" in plain(one)
        assert "Your place" not in plain(one) or one.to[0] != "olga@example.org"
    winners = [row.member.email for row in rows if row.place == 1]
    if len(winners) == 1:
        assert "You’ve won Autumn Cup" in plain(to(winners[0], mails))


def test_nobody_is_told_that_they_are_still_in_where_nobody_is_out() -> None:
    made = running()
    outbox()
    for pairing in list(Pairing.objects.all()):
        assert pairing.match_id is not None
        played(pairing.match_id)
    while sweeping.sweep_due():
        pass
    told = plain(next(one for one in outbox() if "next table" in str(one.subject)))
    assert f"The next round of {made.name} begins." in told
    assert "still in" not in told


def test_finalists_share_no_place_before_they_have_played() -> None:
    world = World()
    with world.clock():
        made = tournament()
        entered(made, *people(4))
        start_tournament(tournament=made, by=made.organiser)
        for pairing in list(Pairing.objects.all()):
            assert pairing.match_id is not None
            played(pairing.match_id)
        world.sweep()
        mails = [one for one in outbox() if "next table" in str(one.subject)]
    assert len(mails) == 2
    for one in mails:
        assert "Still in, with 1 other player" in plain(one)
        assert "Shared place" not in plain(one)
