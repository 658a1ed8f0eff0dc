"""Digests: several matches in one mail, once, answerable match by match."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage as Letter

import pytest
from django.core import mail
from hypothesis import given
from hypothesis import strategies as st

from games.common import clock
from games.composing import digests as digests_composed
from games.composing.messages import COLUMNS
from games.mail import inbound, outbox
from games.mail.inbound_queue import drain_before
from games.models import Absence, InboundMail, Match, Member, OutboundMail, Player
from games.replies.digest_sections import sections_of
from games.replies.reply_addresses import DigestTarget, digest_address, parse_reply_address
from games.replies.reply_parser import cut_reply
from games.services import notices
from games.services.deadline_sweep import sweep_due
from games.services.digest_scheduling import (
    collecting_moment,
    daily_moment,
    renew_collecting,
    write_notices,
)
from games.services.matches import cancel_match
from games.services.unread_mail import pending_before
from tests.cast import deadlines_at, legal_texts, member, open_match, order, player, running_match
from tests.mail.post import answers, delivered, order_text

Kind = OutboundMail.Kind
Status = OutboundMail.Status
NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
pytestmark = pytest.mark.django_db


def digests() -> list[OutboundMail]:
    return list(OutboundMail.objects.filter(kind=Kind.DIGEST).order_by("pk"))


def send_at(moment: datetime) -> list[str]:
    """The mails that go to Anna at this moment, as text."""
    sent = len(mail.outbox)
    with clock.simulated(moment):
        while outbox.send_due():
            pass
    return [
        str(message.body) for message in mail.outbox[sent:] if message.to == ["anna@example.org"]
    ]


@pytest.fixture
def anna() -> Member:
    """Anna, who reads her mail at eight; it is noon."""
    return member("Anna", mail_level="daily", digest_hour=8, time_zone="Europe/Rome")


def matches(number: int) -> list[Match]:
    with clock.simulated(NOON):
        return [running_match() for _match in range(number)]


def reply(text: str, *, sender: str = "anna@example.org") -> Letter:
    digest = digests()[0]
    letter = Letter()
    letter["From"] = sender
    letter["To"] = digest_address(digest.member_id or 0, digest.pk)
    letter["Message-ID"] = f"<{InboundMail.objects.count()}@example.org>"
    letter.set_content(text)
    return letter


def answered(text: str, *, sender: str = "anna@example.org") -> InboundMail:
    with clock.simulated(NOON + timedelta(hours=21)):
        return delivered(reply(text, sender=sender))


def answer_body(row: OutboundMail) -> str:
    with clock.simulated(NOON + timedelta(hours=21)):
        (body,) = send_at(NOON + timedelta(hours=22))
    return " ".join(body.split())


def test_all_matches_that_wait_come_in_one_mail_at_the_members_hour(anna: Member) -> None:
    first, second, third = matches(3)
    Match.objects.filter(pk=third.pk).update(deadline_at=NOON + timedelta(hours=30))

    assert send_at(NOON + timedelta(hours=18)) == []
    (body,) = send_at(NOON + timedelta(hours=19))  # eight o'clock in Rome

    assert "Anna, 3 matches are waiting for you." in body
    order_of_codes = re.findall(r"^#(\w+) · ", body, re.MULTILINE)
    assert order_of_codes == [third.code, first.code, second.code]
    for match in (first, second, third):
        assert body.count(f"· #{match.code} bid ") >= 2
    lines = [line for line in body.splitlines() if not line.startswith("· ")]
    assert all(len(line) <= COLUMNS or "://" in line for line in lines)
    assert send_at(NOON + timedelta(days=2)) == []
    told = OutboundMail.objects.filter(member=anna, kind=Kind.DECISION)
    assert {(row.status, row.sent_at is None) for row in told} == {(Status.COLLECTED, False)}


def test_each_section_shows_all_that_is_needed_to_decide_by_mail_alone(anna: Member) -> None:
    first, second = matches(2)
    (body,) = send_at(NOON + timedelta(hours=19))

    assert body.count("Your hand: ") == body.count("THE TABLE") == body.count("Market: ") == 2
    assert body.count("WHAT HAPPENED") == body.count("You are dealt ") == 2
    for section, match in zip(body.split("========")[1:], (first, second), strict=True):
        assert match.code in section
        assert all(f"\n{name}" in section for name in ("Anna (you): ", "Bo: ", "Carla: "))


def test_of_much_that_has_happened_a_section_shows_the_end(
    anna: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(digests_composed, "MOST_RECAP_LINES", 1)
    matches(2)
    (body,) = send_at(NOON + timedelta(hours=19))

    recap = body.partition("WHAT HAPPENED\n")[2].partition("\n\n")[0].splitlines()
    assert recap[0] == "(earlier events are on the site)"
    assert len(recap) == 2
    assert recap[1].startswith("- Round 1 of 14: the market has ")


def test_missed_deadlines_that_no_question_tells_wait_for_the_digest_and_are_told_once(
    anna: Member,
) -> None:
    with clock.simulated(NOON):
        match, other = running_match(), running_match()
        for one in (match, other):
            Match.objects.filter(pk=one.pk).update(misses_allowed=3)
            deadlines_at(NOON, [one.pk])
    with clock.simulated(NOON + timedelta(minutes=1)):
        sweep_due()
        OutboundMail.objects.filter(player=player(match, "Anna")).delete()
        for phase in (1, 2):
            match.phase_number = phase
            row = notices.missed_notice(match, player(match, "Anna"), clock.now())
            assert row is not None
            write_notices([row])

    assert send_at(NOON + timedelta(hours=18)) == []
    (body,) = send_at(NOON + timedelta(hours=19))

    news = " ".join(body.partition("NEWS")[2].partition("========")[0].split())
    assert news.count("A deadline passed without a move from you.") == 1
    assert "If you miss 2 more deadlines in a row, a bot takes over." in news
    told = OutboundMail.objects.filter(member=anna, kind=Kind.MISSED).order_by("pk")
    assert [row.status for row in told] == [Status.WITHDRAWN, Status.COLLECTED]


def test_a_digest_carries_the_signed_address_of_its_member(anna: Member) -> None:
    matches(2)
    send_at(NOON + timedelta(hours=19))
    message = next(one for one in mail.outbox if one.to == ["anna@example.org"])
    (digest,) = digests()

    assert parse_reply_address(message.reply_to[0]) == DigestTarget(anna.pk, digest.pk)
    assert message.extra_headers["Message-ID"] == digest.message_id
    assert message.subject == "2 matches are waiting for you"


def test_what_was_answered_meanwhile_drops_out_and_an_empty_digest_is_not_sent(
    anna: Member,
) -> None:
    first, second = matches(2)
    with clock.simulated(NOON + timedelta(hours=1)):
        for match in (first, second):
            order(player(match, "Anna"), "bid R")

    assert send_at(NOON + timedelta(hours=19)) == []
    assert [row.status for row in digests()] == [Status.WITHDRAWN]
    mine = OutboundMail.objects.filter(member=anna)
    assert {row.status for row in mine} == {Status.WITHDRAWN}


def test_one_match_alone_is_asked_in_its_own_thread(anna: Member) -> None:
    first, second = matches(2)
    with clock.simulated(NOON + timedelta(hours=1)):
        order(player(first, "Anna"), "bid R")

    (body,) = send_at(NOON + timedelta(hours=19))

    assert "Anna, it’s your turn." in body
    message = next(one for one in mail.outbox if one.to == ["anna@example.org"])
    assert f"match-{second.code}" in message.extra_headers["References"]
    assert parse_reply_address(message.reply_to[0]) == (player(second, "Anna").pk, 1)


def test_what_a_digest_has_told_comes_again_only_beside_something_new(anna: Member) -> None:
    (first,) = matches(1)
    assert len(send_at(NOON + timedelta(hours=19))) == 1
    with clock.simulated(NOON + timedelta(hours=20)):
        second = running_match()

    (body,) = send_at(NOON + timedelta(hours=43))

    assert f"#{first.code}" in body
    assert "(we asked before; the table is on the site)" in body
    assert body.count("THE TABLE") == 1
    assert f"#{second.code}" in body


def test_what_is_due_before_the_next_daily_mail_is_asked_at_once(anna: Member) -> None:
    with clock.simulated(NOON):
        running_match(phase_time=timedelta(hours=6))

    (body,) = send_at(NOON)

    assert "Anna, it’s your turn." in body
    assert send_at(NOON + timedelta(hours=5)) == []


def test_beside_the_daily_mail_only_the_last_reminder_comes(anna: Member) -> None:
    (match,) = matches(1)
    who = player(match, "Anna")
    assert notices.reminder_notice(match, who, NOON, "half") is None
    assert notices.reminder_notice(match, who, NOON) is not None


def test_a_few_minutes_are_enough_to_put_two_decisions_together() -> None:
    someone = member("Anna", collect_minutes=10)
    matches(2)

    assert send_at(NOON + timedelta(minutes=4)) == []
    (body,) = send_at(NOON + timedelta(minutes=15))

    assert "2 matches are waiting for you" in body
    assert len(digests()) == 1
    assert OutboundMail.objects.filter(member=someone, kind=Kind.STARTED).count() == 2


def test_news_come_with_the_daily_mail(anna: Member) -> None:
    with clock.simulated(NOON):
        match = open_match("Bo", "Anna", seats=3)
        cancel_match(member=member("Bo"), match=match)
        running_match()

    (body,) = send_at(NOON + timedelta(hours=19))

    assert "NEWS" in body
    assert "The match was called off." in body


@pytest.mark.parametrize(("level", "number"), [("every", 1), ("daily", 0), ("none", 0)])
def test_what_waits_follows_a_new_choice(anna: Member, level: str, number: int) -> None:
    matches(1)
    anna.mail_level = level
    anna.save()
    with clock.simulated(NOON + timedelta(hours=1)):
        renew_collecting(anna)

    assert len(send_at(NOON + timedelta(hours=1))) == number


def test_a_match_may_be_told_otherwise_than_the_profile_says(anna: Member) -> None:
    first, second = matches(2)
    Player.objects.filter(match=first, member=anna).update(mail_level="none")

    (body,) = send_at(NOON + timedelta(hours=19))

    assert "it’s your turn" in body
    assert second.code in body


def test_a_digest_is_answered_match_by_match_in_one_reply(anna: Member) -> None:
    first, second, third = matches(3)
    send_at(NOON + timedelta(hours=19))

    row = answered(
        f"Ciao!\n\n#{first.code} bid R\n{second.code.upper()}: bid Q9\nor so\n\nAnna\n\n"
        "On Sun, 22 Nov 2026, Wild Cards wrote:\n> ##- reply above -##\n"
    )

    assert (row.status, row.verdict) == (InboundMail.Status.TAKEN, "several")
    assert order_text(player(first, "Anna")) == "bid R"
    assert order_text(player(second, "Anna")) == ""
    (answer,) = answers()
    body = answer_body(answer)
    assert "Your move is in: · bid R" in body
    assert "Q9" in body
    assert "STILL TO DO" in body
    assert f"#{third.code}" in body.partition("STILL TO DO")[2]
    assert f"#{first.code}" not in body.partition("STILL TO DO")[2]


def test_answers_below_quoted_headings_are_for_those_matches(anna: Member) -> None:
    first, second = matches(2)
    (body,) = send_at(NOON + timedelta(hours=19))
    lines = []
    for line in body.splitlines():
        lines.append(f"> {line}".rstrip())
        if line.startswith("Its own address"):
            lines.append("" if len(lines) > 60 and second.code in "".join(lines) else "bid R")
    quoted = "\n".join(lines)

    answered(f"On Sun, 22 Nov 2026, Wild Cards by mail wrote:\n{quoted}\n\nThanks,\nAnna\n")

    assert order_text(player(first, "Anna")) == "bid R"


def test_an_answer_without_a_match_is_that_of_the_only_one_that_waits(anna: Member) -> None:
    first, second = matches(2)
    send_at(NOON + timedelta(hours=19))
    with clock.simulated(NOON + timedelta(hours=20)):
        order(player(first, "Anna"), "bid R")

    wanted = legal_texts(player(second, "Anna"))[0]
    assert answered(wanted).verdict == "order"
    assert order_text(player(second, "Anna")) == wanted
    # Either could be changed now.
    assert answered(f"{wanted}\n\nagain").verdict == "which-match"


def test_an_order_without_a_match_is_changed_while_no_other_is_open(anna: Member) -> None:
    first, second = matches(2)
    send_at(NOON + timedelta(hours=19))
    with clock.simulated(NOON + timedelta(hours=20)):
        for name in ("Anna", "Bo", "Carla"):
            order(player(first, name), "bid R")
    before, after = legal_texts(player(second, "Anna"))[:2]

    assert answered(before).verdict == "order"
    assert answered(after).verdict == "order"
    assert order_text(player(second, "Anna")) == after
    with clock.simulated(NOON + timedelta(hours=21)):
        for name in ("Bo", "Carla"):
            order(player(second, name), "bid R")
    assert answered(before).verdict == "nothing-waits"


def test_an_answer_that_could_be_for_two_matches_is_asked_back(anna: Member) -> None:
    first, second = matches(2)
    send_at(NOON + timedelta(hours=19))

    row = answered("bid R")

    assert (row.status, row.verdict) == (InboundMail.Status.REFUSED, "which-match")
    assert order_text(player(first, "Anna")) == order_text(player(second, "Anna")) == ""
    body = answer_body(answers()[0])
    assert "couldn’t tell which one" in body
    assert f"#{first.code}" in body
    assert f"#{second.code}" in body


def test_an_answer_to_a_digest_that_time_has_passed_by_is_refused(anna: Member) -> None:
    first, _second = matches(2)
    send_at(NOON + timedelta(hours=19))
    with clock.simulated(NOON + timedelta(hours=20)):
        for name in ("Anna", "Bo", "Carla"):
            order(player(first, name), "bid R")

    assert answered(f"#{first.code} bid R").verdict == "phase-closed"


@pytest.mark.parametrize("text", ["#zzzzzzz bid R", "#zzzzzzz withdraw"])
def test_a_sign_of_another_match_does_nothing(anna: Member, text: str) -> None:
    matches(2)
    send_at(NOON + timedelta(hours=19))

    assert answered(text).verdict == "unknown-sign"


def test_commands_work_behind_a_sign_and_for_the_member(anna: Member) -> None:
    first, _second = matches(2)
    send_at(NOON + timedelta(hours=19))

    assert answered(f"#{first.code} hand").verdict == "hand"
    assert answered("help").verdict == "help"
    assert answered("absent until 5 Dec").verdict == "absent"


AWAY = "I'm away from 5 to 9 December."


@pytest.mark.parametrize("text", [f"bid R. {AWAY}", f"bid R\n{AWAY}", f"{AWAY}\nbid R"])
def test_days_away_beside_a_move_lose_neither_in_a_reply_to_a_digest(
    anna: Member, text: str
) -> None:
    first, second = matches(2)
    send_at(NOON + timedelta(hours=19))
    assert answered(text).verdict == "several"
    assert Absence.objects.count() == 1
    assert order_text(player(first, "Anna")) == order_text(player(second, "Anna")) == ""
    body = answer_body(answers()[0])
    assert "couldn’t tell which one" in body
    assert "You’re away from" in body

    with clock.simulated(NOON + timedelta(hours=20)):
        order(player(first, "Anna"), "bid R")
    answered(text.replace("5 to 9", "15 to 19"))
    assert order_text(player(second, "Anna")) == "bid R"
    assert Absence.objects.count() == 2


def test_a_question_beside_days_away_is_answered_in_a_reply_to_a_digest(anna: Member) -> None:
    first, _second = matches(2)
    send_at(NOON + timedelta(hours=19))
    with clock.simulated(NOON + timedelta(hours=20)):
        order(player(first, "Anna"), "bid R")
    answered(f"{AWAY} Which cards do I hold?")
    body = answer_body(answers()[0])
    assert "You’re away from" in body
    assert "Here are your cards" in body


def test_a_digest_address_is_worth_nothing_to_another(anna: Member) -> None:
    first, _second = matches(2)
    send_at(NOON + timedelta(hours=19))

    row = answered(f"#{first.code} bid R", sender="bo@example.org")

    assert row.verdict == "other-sender"
    assert order_text(player(first, "Anna")) == ""
    assert [answer.address for answer in answers()] == ["anna@example.org"]


def test_a_reply_to_a_digest_that_waits_holds_up_the_deadline_of_its_matches(
    anna: Member,
) -> None:
    first, _second = matches(2)
    send_at(NOON + timedelta(hours=19))
    letter = reply(f"#{first.code} bid R")
    with clock.simulated(NOON + timedelta(hours=21)):
        inbound.accept_raw(
            raw=letter.as_bytes(), recipient=letter["To"], envelope_sender="", source="smtp"
        )
        at = clock.now()

    assert pending_before([first.pk], at) == {first.pk}
    with clock.simulated(at):
        assert drain_before([first.pk], at) == set()
    assert order_text(player(first, "Anna")) == "bid R"


def test_the_daily_moment_keeps_to_the_wall_clock_when_clocks_change() -> None:
    someone = Member(digest_hour=8, time_zone="Europe/Rome")
    before = datetime(2026, 10, 24, 7, tzinfo=UTC)

    first = daily_moment(someone, before)
    second = daily_moment(someone, first)

    assert [moment.hour for moment in (first, second)] == [7, 7]
    assert first.date().day == 25
    spring = daily_moment(
        Member(digest_hour=2, time_zone="Europe/Rome"), datetime(2027, 3, 27, 12, tzinfo=UTC)
    )
    assert spring == datetime(2027, 3, 28, 1, tzinfo=UTC)


@given(st.integers(1, 120), st.integers(0, 10**6))
def test_collecting_takes_from_half_to_one_and_a_half_times_what_was_chosen(
    minutes: int, seconds: int
) -> None:
    at = NOON + timedelta(seconds=seconds)
    wait = collecting_moment(Member(collect_minutes=minutes), at) - at

    assert timedelta(minutes=minutes) / 2 <= wait <= timedelta(minutes=minutes) * 3 / 2


def test_lines_go_to_the_match_that_was_named_last() -> None:
    codes = ("abcdefg", "hjkmnpq")
    text = (
        "hello\n#abcdefg bid F3\ntake lion\n\nhjkmnpq: pass\n"
        "> #abcdefg · Wild Cards\npass\n> ------------\nbye"
    )
    found = sections_of(cut_reply(text, codes), codes)

    assert found.of_match == {"abcdefg": ["bid F3", "take lion", "", "pass"], "hjkmnpq": ["pass"]}
    assert found.general == ["hello", "bye"]
