"""What an organiser rules by mail of matches, players and the tournament's end."""

from __future__ import annotations

import pytest

from games.models import Member
from tests.cast import member
from tests.mail.mailbox import asked, plain, reply, to
from tests.tournaments.run.test_tables_by_mail import finish, running
from tests.tournaments.run.world import DAY, QUICK, World, entered, people, played, tournament
from tournaments.models import Entry, LogEntry, Official, Pairing, Tournament
from tournaments.services import officials, sweeping
from tournaments.services.rounds import start_tournament
from tournaments.services.terms import create_tournament

pytestmark = pytest.mark.django_db
OLGA = "olga@example.org"


def agreed(line: str) -> tuple[str, str]:
    """The question that a line of the organiser's brings, and what a yes to it does."""
    question = asked(OLGA, line)
    assert "Nothing has been done yet" in plain(question), plain(question)
    return plain(question), plain(to(OLGA, reply(question, "yes")))


def pair(made: Tournament) -> tuple[Pairing, str, str]:
    """The first table, and who sits there."""
    pairing = Pairing.objects.filter(round__tournament=made, match__isnull=False).order_by("pk")[0]
    one, other = (seat.entry.member.name for seat in pairing.seats.order_by("seat"))
    return pairing, one, other


@pytest.mark.parametrize(
    "line",
    [
        "{one} forfeits against {other} in Autumn Cup: never came",
        "forfeit of {one} in Autumn Cup: never came",
        "{one} perde a tavolino contro {other} in Autumn Cup: never came",
        "incomparecencia de {one} en Autumn Cup: never came",
        "{one} verliest reglementair van {other} in Autumn Cup: never came",
        "{other} wins by forfeit against {one} in Autumn Cup: never came",
        "{other} gana por incomparecencia de {one} en Autumn Cup: never came",
        "{one} didn't show up in Autumn Cup, so {other} wins: never came",
    ],
)
def test_an_organiser_rules_a_forfeit_after_a_yes(line: str) -> None:
    made = running()
    pairing, one, other = pair(made)
    question, told = agreed(line.format(one=one, other=other))
    assert f"{one} loses by forfeit in round 1 of Autumn Cup" in question
    assert "never came" in question
    assert f"{one} has lost by forfeit" in told
    assert made.log.get(action=LogEntry.Action.FORFEITED).reason == "never came"
    pairing.refresh_from_db()


@pytest.mark.parametrize(
    "line",
    [
        "set a draw between {one} and {other} in round 1 of Autumn Cup: agreed",
        "{one} and {other} drew in Autumn Cup: agreed",
        "{one} e {other} hanno pareggiato in Autumn Cup: agreed",
        "{one} y {other} empataron en Autumn Cup: agreed",
        "{one} en {other} speelden gelijk in Autumn Cup: agreed",
        "correct the result of round 1 in Autumn Cup: {one} and {other} drew: agreed",
    ],
)
def test_an_organiser_sets_a_draw(line: str) -> None:
    made = running()
    pairing = finish(made)
    one, other = (seat.entry.member.name for seat in pairing.seats.order_by("seat"))
    question, _told = agreed(line.format(one=one, other=other))
    assert f"{one} – {other}, a draw" in question
    assert [seat.place for seat in pairing.seats.all()] == [1, 1]
    assert made.log.get(action=LogEntry.Action.CORRECTED).reason == "agreed"


@pytest.mark.parametrize(
    "line",
    [
        "annul the match of {one} and {other} in Autumn Cup: the wrong game",
        "invalida la partita di {one} e {other} in Autumn Cup: the wrong game",
        "invalida la partida de {one} y {other} en Autumn Cup: the wrong game",
        "verklaar de partij van {one} en {other} in Autumn Cup ongeldig: the wrong game",
    ],
)
def test_an_organiser_annuls_a_match(line: str) -> None:
    made = running()
    pairing = finish(made)
    one, other = (seat.entry.member.name for seat in pairing.seats.order_by("seat"))
    _question, told = agreed(line.format(one=one, other=other))
    assert "is annulled" in told
    pairing.refresh_from_db()
    assert pairing.decided == Pairing.Decided.ANNULLED


@pytest.mark.parametrize(
    "line",
    [
        "replace P01 by Carla in Autumn Cup: ill",
        "sostituisci P01 con Carla in Autumn Cup: ill",
        "sustituye a P01 por Carla en Autumn Cup: ill",
        "vervang P01 door Carla in Autumn Cup: ill",
        "Carla takes the place of P01 in Autumn Cup: ill",
    ],
)
def test_an_organiser_replaces_a_player(line: str) -> None:
    made = running()
    member("Carla")
    question, told = agreed(line)
    assert "Carla plays on in the place of P01" in question
    assert "both have been told" in told
    assert made.entries.filter(member__name="Carla", status=Entry.Status.ENTERED).exists()


def test_nobody_takes_a_place_who_has_one() -> None:
    running()
    told = plain(asked(OLGA, "replace P01 by P02 in Autumn Cup"))
    assert "both play in Autumn Cup already" in told


@pytest.mark.parametrize(
    "line",
    [
        "end tournament Autumn Cup after this round: few are left",
        "concludi il torneo Autumn Cup: few are left",
        "termina el torneo Autumn Cup: few are left",
        "beëindig Autumn Cup na deze ronde: few are left",
        "stop Autumn Cup after this round: few are left",
    ],
)
def test_an_organiser_ends_a_tournament_early(line: str) -> None:
    made = running()
    _question, told = agreed(line)
    assert "ends when the matches that have begun are over" in told
    made.refresh_from_db()
    assert made.terms["last_round"] == 1
    assert "already ends" in plain(asked(OLGA, line))


@pytest.mark.parametrize(
    "line",
    [
        "forfeit of P01 in Autumn Cup",
        "replace P01 by Carla in Autumn Cup",
        "end tournament Autumn Cup",
        "annul the match of P01 and P02 in Autumn Cup",
    ],
)
def test_players_rule_nothing(line: str) -> None:
    running()
    member("Carla")
    told = plain(asked(member("P02").email, line))
    assert "Only the organiser can do this" in told


@pytest.mark.parametrize(
    ("language", "word", "kept", "yes"),
    [
        ("en", "anyway", "tables paired since then stay as they are", "yes"),
        ("it", "comunque", "i tavoli abbinati da allora restano come sono", "sì"),
        ("es", "igualmente", "las mesas emparejadas desde entonces se quedan como están", "sí"),
        ("nl", "toch", "tafels die sindsdien zijn ingedeeld, blijven zoals ze zijn", "ja"),
    ],
)
def test_a_correction_under_what_was_paired_since_is_made_after_it_was_said_so(
    language: str, word: str, kept: str, yes: str
) -> None:
    world = World()
    with world.clock():
        made = tournament()
        Member.objects.filter(name="Olga").update(language=language)
        entered(made, *people(4))
        start_tournament(tournament=made, by=made.organiser)
    world.now += DAY
    with world.clock():
        for pairing in Pairing.objects.filter(round__tournament=made):
            assert pairing.match_id is not None
            played(pairing.match_id)
        while sweeping.sweep_due():
            pass
        assert made.rounds.filter(number=2).exists()
        pairing = Pairing.objects.filter(round__number=1).order_by("pk")[0]
        first, last = (seat.entry.member.name for seat in pairing.seats.order_by("place"))
        line = f"correct the result of round 1 in Autumn Cup: {last}, {first}: typed wrongly"
        refused = asked(OLGA, line)
        assert word in plain(refused)
        question = to(OLGA, reply(refused, word))
        assert kept in plain(question)
        assert pairing.seats.get(place=1).entry.member.name == first
        reply(question, yes)
        assert pairing.seats.get(place=1).entry.member.name == last


@pytest.mark.parametrize(
    ("line", "changed"),
    [
        ("rename Autumn Cup to Spring Trophy", {"name": "Spring Trophy"}),
        ("rinomina Autumn Cup in Spring Trophy", {"name": "Spring Trophy"}),
        ("cambia el nombre de Autumn Cup a Spring Trophy", {"name": "Spring Trophy"}),
        ("hernoem Autumn Cup naar Spring Trophy", {"name": "Spring Trophy"}),
        ("change the tournament Autumn Cup: 16 players", {"most_entries": 16}),
    ],
)
def test_a_tournament_is_changed_before_it_starts(line: str, changed: dict[str, object]) -> None:
    made = tournament()
    question = asked(OLGA, line)
    if "Nothing has been done yet" in plain(question):
        reply(question, "yes")
    made.refresh_from_db()
    assert {name: getattr(made, name) for name in changed} == changed


def test_what_runs_already_or_takes_no_entries_yet_is_not_started_and_the_answer_says_why() -> None:
    running()
    assert "Autumn Cup has started already" in plain(asked(OLGA, "start tournament Autumn Cup"))
    create_tournament(organiser=member("Olga"), name="Spring Cup", format="knockout", **QUICK)
    told = plain(asked(OLGA, "start tournament Spring Cup"))
    assert "Registration for Spring Cup isn’t open yet" in told


@pytest.mark.parametrize(
    "line",
    [
        "step down from Autumn Cup",
        "decline to help run Autumn Cup",
        "I decline to be arbiter of Autumn Cup",
    ],
)
def test_an_office_is_declined_before_it_was_taken(line: str) -> None:
    made = tournament()
    bruno = member("Bruno")
    officials.invite_official(
        tournament=made, by=made.organiser, whom="Bruno", role=Official.Role.ARBITER
    )
    question = asked(bruno.email, line)
    if "Nothing has been done yet" in plain(question):
        question = to(bruno.email, reply(question, "yes"))
    assert "declined to help run Autumn Cup" in plain(question)
    assert not made.officials.exists()
    assert "no office" in plain(asked(OLGA, "step down from Autumn Cup"))


@pytest.mark.parametrize(
    "line",
    [
        "I'd like Bruno to help me run Autumn Cup",
        "vorrei che Bruno mi aiutasse a gestire Autumn Cup",
        "me gustaría que Bruno me ayudara a llevar Autumn Cup",
        "ik wil graag dat Bruno me helpt met Autumn Cup",
    ],
)
def test_a_helper_without_an_office_is_asked_about(line: str) -> None:
    made = tournament()
    member("Bruno")
    question = asked(OLGA, line)
    assert "As what shall Bruno help?" in plain(question)
    done = to(OLGA, reply(question, "arbiter"))
    if "Nothing has been done yet" in plain(done):
        done = to(OLGA, reply(done, "yes"))
    assert "Bruno is asked to be arbiter" in plain(done)
    assert made.officials.get().role == Official.Role.ARBITER
