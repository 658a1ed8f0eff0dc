"""Tournaments by mail alone: entering, leaving, looking on, and the organiser's main tools."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.mail import EmailMessage
from django.utils import translation

from games.common import clock
from games.models import Member, OutboundMail
from games.replies.command_words import taught_word
from tests.cast import member
from tests.mail.mailbox import asked, outbox, plain, reply, sent, to, written
from tests.sizes import few
from tests.tournaments.run.world import entered, letters, tournament
from tournaments.models import Entry, LogEntry, Tournament
from tournaments.services.invitations import invite_entries
from tournaments.services.organiser import send_notice
from tournaments.services.rounds import start_tournament

pytestmark = pytest.mark.django_db


def start_of(name: str) -> EmailMessage:
    """A mail of ours that the member may answer for sure."""
    return asked(member(name).email, "settings")


def answer_to(start: EmailMessage, line: str) -> str:
    return plain(to(start.to[0], reply(start, line)))


def test_entering_and_leaving_take_a_reply_each_and_leaving_is_asked_back() -> None:
    made, anna = tournament(), start_of("Anna")
    assert "Autumn Cup" in answer_to(anna, "which tournaments are there?")
    assert "a place in Autumn Cup" in answer_to(anna, f"join {made.code}")
    assert "already in" in answer_to(anna, "enter Autumn Cup")
    assert "Anna" in answer_to(anna, "who is in Autumn Cup?")
    question = to(anna.to[0], reply(anna, "withdraw from Autumn Cup"))
    assert made.entries.get().status == Entry.Status.ENTERED
    assert "withdrawn from" in plain(to(anna.to[0], reply(question, "yes")))
    assert made.entries.get().status == Entry.Status.WITHDRAWN


@pytest.mark.parametrize("language", ["en", "it", "es", "nl"])
def test_a_list_says_once_that_its_tournaments_are_open(language: str) -> None:
    made = tournament()
    Member.objects.filter(pk=member("Anna").pk).update(language=language)
    with translation.override(language):
        is_open = str(made.get_status_display()).casefold()
    said = plain(asked(member("Anna").email, taught_word("tournaments", language, "member")))
    assert "Autumn Cup" in said
    assert is_open not in said.casefold().partition("autumn cup")[2]


def test_a_forged_request_to_enter_is_asked_back_and_a_secret_tournament_is_not_told() -> None:
    made = tournament(is_public=False)
    assert "nothing like that" in plain(asked(member("Anna").email, f"enter {made.code}"))
    Tournament.objects.update(is_public=True)
    question = asked(member("Anna").email, f"enter {made.code}")
    assert "Nothing has been done yet" in plain(question)
    assert not made.entries.exists()
    reply(question, "sì, grazie")
    assert made.entries.count() == 1


def test_an_invitation_to_a_tournament_is_answered_by_yes_or_no_by_members_and_others() -> None:
    made, olga = tournament(by_invitation=True), member("Olga")
    bo = member("Bo")
    addresses = [bo.email, "carla@example.org", "dirk@example.org"]
    invite_entries(tournament=made, by=olga, addresses=addresses)
    mails = outbox()
    assert "a place in Autumn Cup" in plain(to(bo.email, reply(to(bo.email, mails), "ok")))
    told = plain(to("carla@example.org", reply(to("carla@example.org", mails), "Yes, Carla")))
    assert "Welcome, Carla" in told
    assert "a place in Autumn Cup" in told
    assert reply(to("dirk@example.org", mails), "no thanks") == []
    assert sorted(made.entries.values_list("member__name", flat=True)) == ["Bo", "Carla"]
    assert not Member.objects.filter(email="dirk@example.org").exists()


def test_standings_and_ratings_are_told_as_the_pages_show_them() -> None:
    made = tournament()
    entered(made, "Anna", "Bo")
    start_tournament(tournament=made, by=member("Olga"))
    anna = start_of("Anna")
    assert "Anna" in answer_to(anna, "standings")
    assert "no rating yet" in answer_to(anna, "rating of Bo")
    assert "nothing like that" in answer_to(anna, "rating of Nobody")


def test_the_organiser_runs_it_by_mail() -> None:
    made, olga = tournament(), start_of("Olga")
    entered(made, "Anna", "Bo", "Carla", "Dirk")
    question = to(olga.to[0], reply(olga, "remove Dirk from Autumn Cup: never answers"))
    assert "for good" in plain(question)
    assert made.entries.filter(status=Entry.Status.REMOVED).count() == 0
    reply(question, "yes")
    assert letters(made, "Dirk")[-1] == "removed"
    question = to(olga.to[0], reply(olga, "start tournament"))
    reply(question, "yes")
    made.refresh_from_db()
    assert made.status == Tournament.Status.RUNNING
    answer_to(olga, "extend Autumn Cup by 3 days: many are on holiday")
    answer_to(olga, "pause Autumn Cup: a storm")
    answer_to(olga, "resume Autumn Cup")
    question = to(
        olga.to[0], reply(olga, "announce to Autumn Cup:\nHello everybody,\nround 1 runs.")
    )
    reply(question, "yes")
    actions = list(LogEntry.objects.order_by("pk").values_list("action", flat=True))
    wanted = [
        LogEntry.Action.REMOVED, LogEntry.Action.STARTED, LogEntry.Action.EXTENDED,
        LogEntry.Action.PAUSED, LogEntry.Action.RESUMED, LogEntry.Action.NOTICE,
    ]  # fmt: skip
    assert [action for action in actions if action in wanted] == wanted
    notice = LogEntry.objects.get(action=LogEntry.Action.NOTICE)
    assert notice.reason == "Hello everybody,\nround 1 runs."
    assert OutboundMail.objects.filter(kind="tournament", member__name="Anna").exists()


@pytest.mark.parametrize(
    "line",
    few(["start Autumn Cup", "pause Autumn Cup", "announce to {code}: hello",
         "extend {code} by 2 days", "remove Anna from {code}", "open registration for {code}"], 3),
)  # fmt: skip
def test_the_tools_are_the_organisers_alone(line: str) -> None:
    made = tournament()
    entered(made, "Anna", "Bo")
    before = LogEntry.objects.count()
    bo = start_of("Bo")
    told = answer_to(bo, line.format(code=made.code))
    assert "organiser" in told or "nothing like that" in told
    assert LogEntry.objects.count() == before


@pytest.mark.parametrize(
    "lines",
    [
        "Sign me up for {} please. When does it start?\n\nP01",
        "Iscrivimi a {} per favore. Quando comincia?",
        "Apúntame a {} por favor. ¿Cuándo empieza?",
        "Schrijf me in voor {}. Wanneer begint het?",
    ],
)
def test_when_it_starts_is_told_beside_what_else_is_asked_of_it(lines: str) -> None:
    starts = clock.now() + timedelta(days=9)
    made, other = tournament(starts_at=starts, name="Winter heats"), tournament(name="Spring cup")
    told = answer_to(start_of("P01"), lines.format(made.name))
    assert "Winter heats starts on" in told
    assert "Nobody is waiting" not in told
    assert made.entries.count() == 1
    assert not other.entries.exists()


def test_an_offer_of_a_place_is_repeated_where_it_was_not_answered() -> None:
    made, bo = tournament(by_invitation=True), member("Bo")
    invite_entries(tournament=made, by=member("Olga"), addresses=[bo.email, "c@example.org"])
    mails = outbox()
    (again,) = reply(to(bo.email, mails), "Hm, that depends on the weather")
    assert "the invitation to Autumn Cup" in plain(again)
    assert "a place in Autumn Cup" in plain(to(bo.email, reply(again, "Certamente!")))
    (strange,) = reply(to("c@example.org", mails), "Hm, that depends on the weather")
    assert "the invitation to Autumn Cup" in plain(strange)
    told = plain(to("c@example.org", reply(strange, "Yes! When does it start?\n\nCarla")))
    assert "Welcome, Carla" in told
    assert "Nobody is waiting" not in told


def test_what_is_asked_in_reply_to_a_tournaments_mail_is_about_that_one() -> None:
    first, second = tournament(), tournament(name="Winter Heats")
    for made in (first, second):
        entered(made, "Anna", "Bo")
        start_tournament(tournament=made, by=member("Olga"))
    outbox()
    send_notice(tournament=second, by=member("Olga"), text="Have fun")
    told = to(member("Anna").email, outbox())
    assert "Winter Heats" in told.subject + plain(told)
    for line in ("standings", "score", "who is winning?"):
        letter = written(member("Anna").email, line, subject=f"Re: {told.subject}")
        letter["In-Reply-To"] = str(told.extra_headers["Message-ID"])
        assert "standings of Winter Heats" in plain(to(member("Anna").email, sent(letter)[1]))


@pytest.mark.parametrize("line", ["announce: Hi: bring cake.", "announce: bring cake"])
def test_an_announcement_in_reply_to_a_tournaments_mail_need_not_name_it(line: str) -> None:
    tournament()
    second = tournament(name="Winter Heats")
    entered(second, "Anna", "Olga")
    outbox()
    send_notice(tournament=second, by=member("Olga"), text="Have fun")
    told = to(member("Olga").email, outbox())
    letter = written(member("Olga").email, line, subject=f"Re: {told.subject}")
    letter["In-Reply-To"] = str(told.extra_headers["Message-ID"])
    question = plain(to(member("Olga").email, sent(letter)[1]))
    said = line.partition(": ")[2]
    assert f"tell everybody in Winter Heats: “{said}”" in question


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("pause", "pause Winter Heats"),
        ("pause it", "pause Winter Heats"),
        ("pause for 3 days", "clocks of its matches for 3 days"),
        ("extend by 3 days", "give round 1 of Winter Heats 3 days more"),
        ("proroga di 3 giorni", "give round 1 of Winter Heats 3 days more"),
        ("prórroga de dos días", "give round 1 of Winter Heats 2 days more"),
        ("verleng met 3 dagen", "give round 1 of Winter Heats 3 days more"),
        ("who is in?", "Winter Heats"),
        ("when does it start?", "Winter Heats"),
        ("pause Autumn Cup for 3 days", "pause Autumn Cup"),
        ("pause Spring Cup for 3 days", "found nothing like that"),
    ],
)
def test_what_names_no_tournament_is_of_the_one_whose_mail_is_answered(
    line: str, what: str
) -> None:
    first, second = tournament(), tournament(name="Winter Heats")
    for one in (first, second):
        entered(one, "Anna", "Bo", "Carla", "Olga")
        start_tournament(tournament=one, by=one.organiser)
    outbox()
    send_notice(tournament=second, by=second.organiser, text="Have fun")
    olga = second.organiser.email
    told = to(olga, outbox())
    letter = written(olga, line, subject=f"Re: {told.subject}")
    letter["In-Reply-To"] = str(told.extra_headers["Message-ID"])
    assert what in plain(to(olga, sent(letter)[1]))


@pytest.mark.parametrize(
    ("mail", "said"),
    [
        (
            "announce to Autumn Cup: Hi all, we start on Monday.\nPlease bring cake!",
            "Hi all, we start on Monday.\nPlease bring cake!",
        ),
        (
            "announce to Autumn Cup: Hi all!\n\nWe start on Monday.\n\nPlease bring\ncake!",
            "Hi all!\n\nWe start on Monday.\n\nPlease bring\ncake!",
        ),
        ("announce to Autumn Cup:\n\nHi all!\n\nBring cake!", "Hi all!\n\nBring cake!"),
        ("annuncia a Autumn Cup: Ciao! :-) A lunedì...", "Ciao! :-) A lunedì..."),
        ("anuncia a Autumn Cup: ¿Listos?\n¡Vamos!", "¿Listos?\n¡Vamos!"),
    ],
)
def test_an_announcement_is_read_as_it_was_written(mail: str, said: str) -> None:
    made = tournament()
    entered(made, "Anna")
    olga = start_of("Olga")
    mails = reply(to(olga.to[0], reply(olga, mail)), "yes")
    assert LogEntry.objects.get(action=LogEntry.Action.NOTICE).reason == said
    assert said in str(to(member("Anna").email, mails).body)


def test_an_announcement_that_is_too_long_is_not_cut_but_refused() -> None:
    tournament()
    olga = start_of("Olga")
    assert "at most 300 characters" in answer_to(olga, f"announce to Autumn Cup: {'word ' * 80}")
