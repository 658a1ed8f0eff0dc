"""The organiser's desk by mail: help, pauses that stop clocks, swaps, and rounds sat out."""

from __future__ import annotations

import pytest

from games.models import Match
from tests.cast import member
from tests.mail.mailbox import asked, plain, reply, to
from tests.tournaments.run.test_by_mail import answer_to, start_of
from tests.tournaments.run.world import entered, people, tournament
from tournaments.models import LogEntry, Official, Tournament
from tournaments.services.round_review import proposal_of
from tournaments.services.rounds import start_tournament

pytestmark = pytest.mark.django_db


def test_somebody_is_asked_to_help_says_yes_rules_and_steps_down() -> None:
    made, olga, bruno = tournament(), start_of("Olga"), start_of("Bruno")
    entered(made, *people(4))
    mails = reply(olga, f"appoint Bruno as arbiter of {made.code}")
    assert "Bruno is asked to be arbiter" in plain(to(olga.to[0], mails))
    said_yes = reply(to(bruno.to[0], mails), "yes")
    assert "help run Autumn Cup" in plain(to(bruno.to[0], said_yes))
    assert made.officials.get().role == Official.Role.ARBITER
    start_tournament(tournament=made, by=made.organiser)
    assert "paused for 7 days" in answer_to(bruno, f"pause {made.code} for 7 days: summer")
    entry = made.log.get(action=LogEntry.Action.PAUSED)
    assert (entry.by, entry.reason) == (member("Bruno"), "summer")
    assert all(match.rests_until for match in Match.objects.all())
    assert "goes on" in answer_to(bruno, f"resume {made.code}")
    assert "Only the organiser" in answer_to(bruno, f"appoint P01 as arbiter of {made.code}")
    assert "any more" in answer_to(bruno, f"step down from {made.code}")
    assert not made.officials.exists()


def test_a_player_sits_out_and_the_organiser_swaps_two_and_begins() -> None:
    made = tournament("swiss", terms={"rounds": 3, "half_byes": 1, "review_hours": 24})
    olga, first = start_of("Olga"), start_of("P01")
    entered(made, *people(4))
    assert "You sit out round 2 of" in answer_to(first, "sit out round 2")
    assert made.entries.get(member=member("P01")).byes == [2]
    start_tournament(tournament=made, by=made.organiser)
    made.refresh_from_db()
    before = proposal_of(made)
    assert before is not None
    names = {row.pk: row.member.name for row in made.entries.select_related("member")}
    one, other = names[before.tables[0][0]], names[before.tables[1][0]]
    told = answer_to(olga, f"swap players {one} and {other}: sisters")
    assert "are swapped" in told
    assert made.log.get(action=LogEntry.Action.PAIRED).reason == "sisters"
    assert "begins" in answer_to(olga, f"begin the round of {made.code}")


def test_an_organiser_may_say_it_all_in_sentences_and_a_yes() -> None:
    made = tournament()
    Tournament.objects.update(code="k7m2p9q")
    olga = start_of("Olga")
    entered(made, *people(4))
    member("Bruno")
    for line, done in (
        ("make Bruno an arbiter of k7m2p9q", "Bruno is asked to be arbiter"),
        ("get tournament k7m2p9q going", "has started"),
        ("give everybody two more days in k7m2p9q", "has 2 days more"),
        ("put tournament k7m2p9q on hold for a week", "is paused for 7 days"),
    ):
        question = to(olga.to[0], reply(olga, line))
        assert "Nothing has been done yet" in plain(question), line
        assert done in plain(to(olga.to[0], reply(question, "yes"))), line


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("remove P02 from Autumn Cup: never answers", "the reason: “never answers”"),
        (
            "pause Autumn Cup for 2 days: holiday",
            "pause Autumn Cup and the clocks of its matches for 2 days; the reason: “holiday”",
        ),
        ("extend Autumn Cup by 3 days: a storm", "of Autumn Cup 3 days more; the reason: “a storm"),
    ],
)
def test_a_question_says_what_would_be_done_and_why(line: str, what: str) -> None:
    made = tournament()
    entered(made, *people(4))
    start_tournament(tournament=made, by=made.organiser)
    question = asked("olga@example.org", line)
    assert what in plain(question)
    assert "Nothing has been done yet" in plain(question)
    assert not made.log.filter(reason__in=["never answers", "holiday", "a storm"]).exists()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("sit out round 2 of Autumn Cup", "sit"),
        ("resume Autumn Cup", "pause"),
        ("begin the round of Autumn Cup", "round"),
    ],
)
def test_what_cannot_be_done_is_refused_before_it_is_asked(line: str, why: str) -> None:
    made = tournament()
    entered(made, "Olga", "Anna")
    start_tournament(tournament=made, by=made.organiser)
    told = plain(asked("olga@example.org", line))
    assert why in told
    assert "Nothing has been done yet" not in told
