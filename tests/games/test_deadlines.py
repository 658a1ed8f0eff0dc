"""The sweep: what silence means, who is reminded, what is excused, and what is parked."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from pytest_django import DjangoAssertNumQueries

from games.catalogue.wild_cards.rules import WildCards
from games.common import clock
from games.mail.inbound import process_pending
from games.models import (
    DeadlineChange,
    InboundMail,
    Match,
    Member,
    Order,
    OutboundMail,
    Phase,
    Player,
    ServicePulse,
)
from games.models.row_updates import changed_fields, row_values
from games.replies.reply_addresses import reply_address
from games.selectors import ledger
from games.services.deadline_sweep import DOWNTIME, sweep_due
from games.services.match_failures import MOST_TRIES, resume_match
from games.services.match_verification import verify_match
from games.services.matches import return_player
from games.services.phases import GRACE, advance_match
from games.services.reminders import sweep_reminders
from tests.cast import (
    TWO_DAYS,
    awaited,
    default_text,
    member,
    open_phase,
    order,
    player,
    running_match,
)

pytestmark = pytest.mark.django_db


def deadline_of(match: Match) -> datetime:
    match.refresh_from_db()
    assert match.deadline_at is not None
    return match.deadline_at


def pass_deadline(match: Match) -> None:
    """Sweep just after the match's deadline, by a service that has been awake all the time."""
    at = deadline_of(match) + GRACE + timedelta(seconds=1)
    awake(at)
    with clock.simulated(at):
        sweep_due()
    match.refresh_from_db()


def awake(at: datetime) -> None:
    ServicePulse.objects.update_or_create(pk=1, defaults={"beat_at": at - timedelta(seconds=3)})


def test_nothing_is_due_before_the_deadline() -> None:
    match = running_match()
    with clock.simulated(deadline_of(match) - timedelta(seconds=1)):
        assert sweep_due() == 0
    match.refresh_from_db()
    assert match.phase_number == 1


def test_silence_becomes_the_default_order_and_the_match_goes_on() -> None:
    match = running_match()
    order(player(match, "Anna"), "bid R")
    silent = {who.seat: default_text(who) for who in awaited(match)}
    pass_deadline(match)
    assert match.phase_number == 2
    bids = match.phases.get(number=1).orders.exclude(player=player(match, "Anna"))
    assert {bid.seat: (bid.text, bid.source) for bid in bids} == {
        seat: (text, Order.Source.DEFAULT) for seat, text in silent.items()
    }
    assert match.phases.get(number=1).reason == "deadline"


def test_a_mail_stamped_at_the_deadline_has_a_moment_to_show_up() -> None:
    match = running_match()
    at = deadline_of(match) + timedelta(seconds=1)
    awake(at)
    with clock.simulated(at):
        assert sweep_due() == 0


def mail_in(match: Match, name: str, raw: bytes, at: datetime) -> InboundMail:
    """A mail that has come in for this player's open decision and is not read yet."""
    who = player(match, name)
    address = reply_address(who.pk, match.phase_number)
    return InboundMail.objects.create(
        dedupe_key=f"{name}-{at.isoformat()}",
        source="smtp",
        recipient=address,
        envelope_sender=f"{name.lower()}@example.org",
        raw=raw,
        received_at=at,
        match=match,
        player=who,
    )


BID = b"From: anna@example.org\r\nTo: x\r\nMessage-ID: <1@example.org>\r\n\r\nbid R\r\n"


def test_mail_that_came_in_time_is_read_before_its_phase_is_closed() -> None:
    match = running_match()
    mail_in(match, "Anna", BID, deadline_of(match) - timedelta(seconds=1))
    pass_deadline(match)
    bid = match.phases.get(number=1).orders.get(player=player(match, "Anna"))
    assert (bid.text, bid.source) == ("bid R", Order.Source.MAIL)


def test_mail_in_time_that_cannot_be_read_yet_holds_the_deadline_until_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = running_match()
    mail_in(match, "Anna", BID, deadline_of(match) - timedelta(seconds=1))
    with monkeypatch.context() as patched:
        patched.setattr("games.mail.inbound_queue._settle", lambda _row: False)
        pass_deadline(match)
    assert match.phase_number == 1
    late = deadline_of(match) + timedelta(minutes=11)
    awake(late)
    with clock.simulated(late):
        assert process_pending() == 1
        sweep_due()
    match.refresh_from_db()
    assert match.phase_number == 2
    assert match.phases.get(number=1).orders.get(player=player(match, "Anna")).text == "bid R"


def test_sweeping_twice_changes_nothing_more() -> None:
    match = running_match()
    pass_deadline(match)
    before = (match.phase_number, match.state, OutboundMail.objects.count())
    with clock.simulated(deadline_of(match) - timedelta(hours=1)):
        assert sweep_due() == 0
        assert not advance_match(match.pk)
    match.refresh_from_db()
    assert (match.phase_number, match.state, OutboundMail.objects.count()) == before


def test_two_misses_in_a_row_and_a_bot_keeps_the_seat_until_its_player_is_back() -> None:
    match = running_match()
    while not player(match, "Bo").bot:
        for who in awaited(match):
            if who.name != "Bo":
                order(who)
        pass_deadline(match)
    bo = player(match, "Bo")
    assert (bo.bot, bo.missed_in_a_row) == ("steady", 2)
    assert OutboundMail.objects.filter(kind="seat-kept", address="bo@example.org").count() == 1
    return_player(player=bo)
    bo = player(match, "Bo")
    assert (bo.bot, bo.missed_in_a_row) == ("", 0)


def test_an_order_takes_the_seat_back_from_its_bot_when_the_phase_closes() -> None:
    """Not before: others would learn that an order has come."""
    match = running_match()
    Player.objects.filter(pk=player(match, "Bo").pk).update(bot="steady", missed_in_a_row=2)
    order(player(match, "Bo"), "bid R")
    assert player(match, "Bo").bot == "steady"
    for who in awaited(match):
        order(who, "bid R")
    assert (player(match, "Bo").bot, player(match, "Bo").missed_in_a_row) == ("", 0)


def test_a_single_miss_is_forgotten_with_the_next_own_order() -> None:
    match = running_match()
    pass_deadline(match)
    assert player(match, "Bo").missed_in_a_row == 1
    while player(match, "Bo").missed_in_a_row == 1:
        for who in awaited(match):
            order(who)
    assert player(match, "Bo").missed_in_a_row == 0


def test_a_match_of_silent_players_ends_by_itself() -> None:
    match = running_match()
    for _phase in range(500):
        if match.status == Match.Status.FINISHED:
            break
        pass_deadline(match)
    assert match.outcome is not None
    assert match.outcome["reason"] == "animals-exhausted"
    assert OutboundMail.objects.filter(kind="finished").count() == 3
    assert all(check.holds for check in verify_match(match))


def test_reminders_go_once_per_deadline_to_those_whose_order_is_missing() -> None:
    match = running_match()
    order(player(match, "Anna"), "bid R")
    with clock.simulated(deadline_of(match) - timedelta(hours=2.5)):
        sweep_reminders()
        sweep_reminders()
    reminded = OutboundMail.objects.filter(kind="reminder").values_list("address", flat=True)
    assert sorted(reminded) == ["bo@example.org", "carla@example.org"]


def test_a_sweep_that_finds_nobody_to_remind_asks_one_question(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    running_match()
    # And sets its savepoint and gives it up.
    with clock.simulated(clock.now()), django_assert_num_queries(3):
        assert sweep_reminders() == 0


def test_nobody_is_reminded_in_the_first_half_of_the_time() -> None:
    match = running_match(phase_time=timedelta(hours=8))
    opened = deadline_of(match) - timedelta(hours=8)
    with clock.simulated(opened + timedelta(hours=3)):
        assert sweep_reminders() == 0
    with clock.simulated(opened + timedelta(hours=5)):
        assert sweep_reminders() == 1


def test_nobody_is_reminded_within_three_hours_of_the_mail_that_asks() -> None:
    match = running_match()
    late = deadline_of(match) - timedelta(hours=5)
    OutboundMail.objects.filter(kind="decision").update(status="sent", sent_at=late)
    reminders = OutboundMail.objects.filter(kind="reminder")
    for hours, expected in ((2.9, 0), (2.1, 0), (1.9, 3), (1.8, 3)):
        with clock.simulated(deadline_of(match) - timedelta(hours=hours)):
            sweep_reminders()
        assert reminders.count() == expected


def test_who_is_asked_shortly_before_the_deadline_is_reminded_half_an_hour_before_it() -> None:
    match = running_match()
    late = deadline_of(match) - timedelta(hours=2)
    OutboundMail.objects.filter(kind="decision").update(status="sent", sent_at=late)
    reminders = OutboundMail.objects.filter(kind="reminder")
    for minutes, expected in ((110, 0), (31, 0), (29, 3)):
        with clock.simulated(deadline_of(match) - timedelta(minutes=minutes)):
            sweep_reminders()
        assert reminders.count() == expected


def test_each_is_reminded_at_the_hour_that_they_chose() -> None:
    member("Anna", reminder_hours=20)
    member("Bo", reminder_hours=2)
    member("Carla", reminder_hours=0)
    match = running_match()
    with clock.simulated(deadline_of(match) - timedelta(hours=19)):
        sweep_reminders()
    reminders = OutboundMail.objects.filter(kind="reminder")
    assert [row.address for row in reminders] == ["anna@example.org"]
    with clock.simulated(deadline_of(match) - timedelta(hours=1)):
        sweep_reminders()
    assert sorted(row.address for row in reminders.all()) == ["anna@example.org", "bo@example.org"]


def test_who_hears_of_a_decision_by_the_reminder_alone_has_twice_the_time() -> None:
    member("Anna", mail_level=Member.MailLevel.URGENT)
    match = running_match()
    reminders = OutboundMail.objects.filter(kind="reminder")
    for hours, expected in ((6.1, 0), (5.9, 1), (2.9, 3)):
        with clock.simulated(deadline_of(match) - timedelta(hours=hours)):
            sweep_reminders()
        assert reminders.count() == expected


def test_deadlines_that_the_service_slept_through_are_moved_with_an_entry_in_the_ledger() -> None:
    match = running_match()
    old = deadline_of(match)
    back = old + timedelta(hours=3)
    ServicePulse.objects.create(pk=1, beat_at=old - timedelta(hours=1))
    with clock.simulated(back):
        assert sweep_due() == 0
    assert deadline_of(match) == back + timedelta(hours=4)
    assert match.phase_number == 1
    entry = ledger(match)[-1]
    assert (entry.why, entry.old_deadline_at) == (DeadlineChange.Why.DOWNTIME, old)


def test_a_deadline_after_a_long_sleep_is_not_moved_if_it_was_not_slept_through() -> None:
    match = running_match()
    now = deadline_of(match) - timedelta(hours=1)
    ServicePulse.objects.create(pk=1, beat_at=now - DOWNTIME * 2)
    with clock.simulated(now):
        sweep_due()
    assert not DeadlineChange.objects.filter(why=DeadlineChange.Why.DOWNTIME).exists()


@pytest.fixture
def poisoned(monkeypatch: pytest.MonkeyPatch) -> Match:
    """A running match whose adjudication raises, among others that are well."""
    match = running_match("Anna", "Bo", "Dirk")
    sick = match.seed
    adjudicate = WildCards.adjudicate

    def adjudicate_or_fail(state: object, orders: object) -> object:
        if sick in WildCards.encode(state):  # type: ignore[arg-type]
            raise RuntimeError("this match is cursed")
        return adjudicate(state, orders)  # type: ignore[arg-type]

    monkeypatch.setattr(WildCards, "adjudicate", staticmethod(adjudicate_or_fail))
    return match


def test_a_match_that_fails_does_not_stop_the_others(poisoned: Match) -> None:
    healthy = [running_match() for _number in range(3)]
    at = deadline_of(healthy[-1]) + GRACE + timedelta(seconds=1)
    awake(at)
    with clock.simulated(at):
        sweep_due()
    for match in healthy:
        match.refresh_from_db()
        assert match.phase_number == 2
    poisoned.refresh_from_db()
    opened = open_phase(poisoned)
    assert (opened.number, opened.attempts) == (1, 1)
    assert opened.wake_at is not None
    assert opened.wake_at > at
    assert "cursed" in poisoned.fault


def test_a_match_that_keeps_failing_is_parked_and_its_players_are_told(poisoned: Match) -> None:
    for _try in range(MOST_TRIES):
        wake_at = open_phase(poisoned).wake_at
        assert wake_at is not None
        at = wake_at + GRACE + timedelta(seconds=1)
        awake(at)
        with clock.simulated(at):
            sweep_due()
    poisoned.refresh_from_db()
    assert poisoned.status == Match.Status.PARKED
    assert OutboundMail.objects.filter(kind="parked").count() == 3


def test_a_parked_match_goes_on_after_the_repair_with_its_whole_time(
    poisoned: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    Match.objects.filter(pk=poisoned.pk).update(status=Match.Status.PARKED)
    monkeypatch.undo()
    resumed = resume_match(match_id=poisoned.pk)
    assert resumed.status == Match.Status.RUNNING
    assert resumed.deadline_at is not None
    assert resumed.deadline_at - clock.now() > TWO_DAYS - timedelta(minutes=1)
    assert ledger(resumed)[-1].why == DeadlineChange.Why.FAULT
    pass_deadline(resumed)
    assert resumed.phase_number == 2


def test_a_chunk_costs_the_same_number_of_reads_whatever_its_size(
    django_assert_max_num_queries: object,
) -> None:
    """Cost per due phase must not grow with the matches that are not due."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    assert callable(django_assert_max_num_queries)

    def selects(count: int) -> int:
        matches = [running_match() for _number in range(count)]
        at = deadline_of(matches[-1]) + GRACE + timedelta(seconds=1)
        awake(at)
        with (
            clock.simulated(at),
            CaptureQueriesContext(
                connection,
            ) as queries,
        ):
            sweep_due()
        return sum(query["sql"].startswith("SELECT") for query in queries.captured_queries)

    assert selects(1) == selects(5)


def test_an_early_look_sets_the_right_moments() -> None:
    """What the release before opened, while the database was already of this one."""
    match = running_match()
    now = clock.now()
    match.phases.filter(Phase.OPEN).update(wake_at=now, remind_at=now)
    with clock.simulated(now + timedelta(seconds=1)):
        assert sweep_due() == 1
        sweep_reminders()
        deadline = deadline_of(match)
    opened = open_phase(match)
    assert (opened.number, opened.wake_at) == (1, deadline)
    assert opened.remind_at is not None
    assert now < opened.remind_at < deadline


def test_no_index_of_a_match_names_what_a_closing_changes() -> None:
    """PostgreSQL then leaves the match's row in its page, and all its indexes alone."""
    match = running_match()
    before = row_values(match)
    at = deadline_of(match) + GRACE + timedelta(seconds=1)
    awake(at)
    with clock.simulated(at):
        sweep_due()
    match.refresh_from_db()
    changed = changed_fields(match, before)
    indexed = {name.lstrip("-") for index in Match._meta.indexes for name in index.fields}
    named = " ".join(str(index.condition) for index in Match._meta.indexes)
    assert "state" in changed
    assert not {name for name in changed if name in indexed or f"'{name}'" in named}
