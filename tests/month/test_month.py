"""`manage.py bench month`: a small month, whose checks hold and fail where they should."""

from __future__ import annotations

import json
import os
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.models import InboundMail, Order, OutboundMail
from tests.bench.processes import LeftAloneError, tell
from tests.commands.test_bench import bench
from tests.month.checks import Check, checks_of
from tests.month.ledger import Form, Meant
from tests.month.people import SHARES, Kind, people_made
from tests.month.run import Month, Plan
from tests.sizes import sized

SMALL = Plan(seed="2", members=6, matches=sized(2, 4), seats=2)
"""At its full size all four games are played."""


def failing(month: Month) -> dict[str, Check]:
    return {check.what: check for check in checks_of(month) if not check.holds}


@pytest.fixture
def month(transactional_db: None) -> Month:
    """A small month that was played to its end, in the tests' database."""
    played = Month(SMALL, lambda _number: None)
    played.play()
    return played


def test_every_promise_holds_of_a_small_month_and_is_broken_by_what_breaks_it(
    month: Month,
) -> None:
    assert failing(month) == {}
    idle = [check.what for check in checks_of(month) if not check.counted]
    # In so small a month nobody may have been reminded, or have had a step left over.
    by_luck = ("reminder", "left for later")
    assert [what for what in idle if not any(words in what for words in by_luck)] == []
    sources = set(Order.objects.values_list("source", flat=True))
    assert {Order.Source.MAIL, Order.Source.STANDING} <= sources
    assert Order.Source.WEB not in sources

    late, early = (Meant(1, 9_999, "pass", Form.NOTATION) for _order in range(2))
    month.ledger.of_decision[1, 9_999].append(late)
    assert failing(month) == {}
    early.in_time, early.arrived = True, 1
    month.ledger.of_decision[1, 9_999].append(early)
    assert set(failing(month)) == {"no order was lost"}
    del month.ledger.of_decision[1, 9_999]

    order = next(
        one
        for one in Order.objects.filter(source=Order.Source.MAIL).select_related("phase")
        if any(
            meant.in_time and meant.form is not Form.WORDS
            for meant in month.ledger.of_decision[one.player_id, one.phase.number]
        )
    )
    Order.objects.filter(pk=order.pk).update(text="pass on everything")
    row = OutboundMail.objects.filter(status=OutboundMail.Status.SENT)[0]
    OutboundMail.objects.filter(pk=row.pk).update(status=OutboundMail.Status.QUEUED)
    mail = InboundMail.objects.order_by("pk")[0]
    InboundMail.objects.filter(pk=mail.pk).update(status=InboundMail.Status.PENDING)
    month.watch.taken.add("<nobody@example.org>")
    broken = failing(month)
    assert set(broken) == {
        "every record replays and keeps what was committed to",
        "no order was lost",
        "no order is in the journal that nobody wrote",
        "every mail in has its verdict",
        "every mail out has come to an end",
    }
    assert "pass on everything" in broken["no order was lost"].problems[0]


@pytest.mark.long
@pytest.mark.timeout(900)
def test_the_command_plays_it_with_and_without_digests_and_standing_orders() -> None:
    done = bench(
        "month", "--members", "6", "--matches", "1", "--seats", "2", "--words", "0", "--json"
    )
    assert done.returncode == 0, done.stderr
    both: dict[str, Any] = json.loads(done.stdout)
    ours, plain = both["month"]["counts"], both["plain"]["counts"]
    assert ours["seats"] == plain["seats"]
    assert ours["asked"] < plain["asked"]
    assert ours["orders"]["standing"] > 0
    assert "standing" not in plain["orders"]
    assert "digest" not in plain["mails_out"]
    assert "matches: 2 of 2" in done.stderr


def test_a_process_whose_beginner_is_gone_stops() -> None:
    tell(0, os.getppid())
    with pytest.raises(LeftAloneError):
        tell(0, os.getpid())


@pytest.mark.django_db
def test_the_same_seed_gives_the_same_people_in_the_shares_that_are_asked_for() -> None:
    first = people_made("5", 40, SHARES, words=0.5, digests=True)
    counts = {kind: sum(person.kind == kind for person in first) for kind in Kind}
    assert counts[Kind.PROMPT] == counts[Kind.DAILY] == 12
    assert min(counts.values()) >= 1
    wishes = [(person.kind, person.hour, person.member.mail_level) for person in first]
    for person in first:
        person.member.delete()
    again = people_made("5", 40, SHARES, words=0.5, digests=True)
    assert wishes == [(person.kind, person.hour, person.member.mail_level) for person in again]


@pytest.mark.django_db
def test_who_is_away_answers_on_the_morning_after_and_who_has_left_never() -> None:
    (person,) = people_made("1", 1, {Kind.ABSENT: 1}, words=0.5, digests=True)
    assert person.away is not None
    begins = person.away[0]
    noon = person.visit_until.replace(year=begins.year, month=begins.month, day=begins.day)
    back = person.next_look(noon, timedelta(days=1))
    assert back is not None
    assert back.astimezone(person.member.zone).date() == person.away[1] + timedelta(days=1)
    person.leaves_at = noon
    assert person.next_look(noon, timedelta(days=1)) is None


@pytest.mark.parametrize(
    "arguments",
    [
        ["--members", "5"],
        ["--matches", "0"],
        ["--seats", "7"],
        ["--words", "1.5"],
        ["--shares", "prompt=0"],
        ["--shares", "unknown=3"],
        ["--shares", "prompt"],
    ],
)
def test_an_impossible_month_is_refused(arguments: list[str]) -> None:
    with pytest.raises(CommandError):
        call_command("bench", "month", *arguments)
