"""A seat that its player has left: kept by a bot, open to others, theirs again until then."""

from __future__ import annotations

from functools import partial

import pytest
from django.conf import settings
from django.test import Client

from games import selectors
from games.common.errors import MatchError, OrderRefused
from games.composing.compose import message_for
from games.composing.order_links import order_link
from games.models import Match, Member, Order, OutboundMail, Player, StandingOrder, Substitution
from games.services.matches import resign_player, return_player
from games.services.substitutes import take_seat
from games.services.time_controls import Terms
from tests.cast import awaited, member, order, player, running_match
from tests.games.test_concurrency import at_once
from tests.games.times import DAY, pass_deadline

pytestmark = pytest.mark.django_db


def deserted(**terms: object) -> Match:
    """A match in which Bo has missed as often as the table allows."""
    match = running_match(**terms)
    while not player(match, "Bo").bot:
        for who in awaited(match):
            if who.name != "Bo":
                order(who)
        pass_deadline(match)
    return match


def test_a_table_says_how_many_misses_it_allows() -> None:
    match = running_match(terms=Terms(misses_allowed=1))
    pass_deadline(match)
    assert player(match, "Bo").bot == "steady"


def test_a_seat_that_a_bot_keeps_is_listed_for_substitutes() -> None:
    match = deserted()
    assert [(row.match, row.name) for row in selectors.open_seats(member("Dirk"))] == [
        (match, "Bo")
    ]
    assert selectors.open_seats(member("Anna")) == []
    Match.objects.filter(pk=match.pk).update(is_public=False)
    assert selectors.open_seats(member("Dirk")) == []


def test_a_substitute_gets_the_seat_and_the_one_who_left_is_remembered() -> None:
    match = deserted(terms=Terms(time_bank=2 * DAY))
    bo = player(match, "Bo")
    left_at = bo.away_since
    assert left_at is not None
    StandingOrder.objects.create(
        player=bo, round=1, position=1, text="bid R", kind="missed", given_at=left_at
    )
    take_seat(member=member("Dirk"), player=bo)
    dirk = player(match, "Dirk")
    assert (dirk.seat, dirk.bot, dirk.missed_in_a_row, dirk.away_since) == (bo.seat, "", 0, None)
    assert dirk.time_bank_left == DAY
    row = Substitution.objects.get()
    assert (row.former_member, row.taken_by, row.left_at) == (
        member("Bo"),
        member("Dirk"),
        left_at,
    )
    assert not StandingOrder.objects.exists()
    assert selectors.open_seats(member("Emma")) == []


def test_the_substitute_plays_and_the_former_player_cannot() -> None:
    match = deserted()
    bo = player(match, "Bo")
    take_seat(member=member("Dirk"), player=bo)
    for _phase in range(30):
        if any(who.name == "Dirk" for who in awaited(match)):
            break
        order(awaited(match)[0])
    with pytest.raises(OrderRefused):
        order(bo, "bid R")
    with pytest.raises(MatchError) as refused:
        return_player(player=bo)
    assert refused.value.code == "seat-taken"
    order(player(match, "Dirk"))


def test_no_mail_about_the_seat_goes_to_the_one_who_left_it() -> None:
    match = deserted()
    bo = player(match, "Bo")
    kept = OutboundMail.objects.get(kind="seat-kept")
    take_seat(member=member("Dirk"), player=bo)
    kept.refresh_from_db()
    assert kept.status == OutboundMail.Status.WITHDRAWN
    # Also one that was on its way while the seat changed hands.
    kept.status = OutboundMail.Status.SENDING
    for kind in (OutboundMail.Kind.SEAT_KEPT, OutboundMail.Kind.RECEIPT):
        kept.kind = kind
        assert message_for(kept) is None


def test_the_others_at_the_table_are_told_who_plays_on() -> None:
    match = deserted()
    take_seat(member=member("Dirk"), player=player(match, "Bo"))
    rows = OutboundMail.objects.filter(kind=OutboundMail.Kind.SEAT_TAKEN)
    assert {row.address for row in rows} == {"anna@example.org", "carla@example.org"}
    for row in rows:
        message = message_for(row)
        assert message is not None
        assert "Dirk has taken over the seat of Bo," in " ".join(str(message.body).split())
        assert message.reply_to == []


def test_who_wants_no_news_or_no_mail_at_all_is_not_told_of_a_substitute() -> None:
    match = deserted()
    Member.objects.filter(name="Anna").update(wants_news=False)
    Player.objects.filter(pk=player(match, "Carla").pk).update(mail_level="none")
    take_seat(member=member("Dirk"), player=player(match, "Bo"))
    assert not OutboundMail.objects.filter(kind=OutboundMail.Kind.SEAT_TAKEN).exists()


def test_a_daily_mail_tells_of_a_substitute_in_a_line() -> None:
    match = deserted()
    Member.objects.filter(name="Anna").update(mail_level="daily")
    take_seat(member=member("Dirk"), player=player(match, "Bo"))
    take_seat(member=member("Emma"), player=player(match, "Carla"), is_offered=False)
    rows = OutboundMail.objects.filter(
        kind=OutboundMail.Kind.SEAT_TAKEN, address="anna@example.org"
    )
    assert [row.status for row in rows] == [OutboundMail.Status.COLLECTED] * 2
    digest = OutboundMail.objects.filter(
        kind=OutboundMail.Kind.DIGEST, address="anna@example.org", due_at=rows[0].due_at
    ).get()
    message = message_for(digest)
    assert message is not None
    assert "Dirk has taken over the seat of Bo." in str(message.body)
    assert "Emma has taken over the seat of Carla." in str(message.body)


def test_no_link_in_a_mail_to_the_one_who_left_orders_for_the_seat_any_more() -> None:
    match = running_match()
    bo = player(match, "Bo")
    link = order_link(bo.pk, match.phase_number, "bid R").removeprefix(settings.SITE_URL)
    assert Client().get(link).status_code == 200
    take_seat(member=member("Dirk"), player=bo, is_offered=False)
    assert Client().get(link).status_code == 410
    assert Client().post(link).status_code == 410
    assert not Order.objects.filter(player=bo).exists()


def test_who_left_may_come_back_until_somebody_takes_the_seat() -> None:
    match = deserted()
    return_player(player=player(match, "Bo"))
    with pytest.raises(MatchError) as refused:
        take_seat(member=member("Dirk"), player=player(match, "Bo"))
    assert refused.value.code == "seat-not-open"


def test_a_seat_whose_player_has_just_ordered_again_is_not_taken() -> None:
    match = deserted()
    bo = player(match, "Bo")
    for _phase in range(30):
        phase = match.phases.get(closed_at=None)
        if bo.seat in phase.awaited:
            break
        order(awaited(match)[0])
        match.refresh_from_db()
    order(bo)
    with pytest.raises(MatchError) as refused:
        take_seat(member=member("Dirk"), player=bo)
    assert refused.value.code == "seat-returned"


def test_nobody_sits_in_two_seats_of_a_match() -> None:
    match = deserted()
    with pytest.raises(MatchError) as refused:
        take_seat(member=member("Anna"), player=player(match, "Bo"))
    assert refused.value.code == "already-in"


def test_a_seat_that_was_given_up_is_open_at_once() -> None:
    match = running_match()
    resign_player(player=player(match, "Bo"))
    assert [row.name for row in selectors.open_seats(member("Dirk"))] == ["Bo"]
    take_seat(member=member("Dirk"), player=player(match, "Bo"))
    assert player(match, "Dirk").resigned_at is None


def test_a_tournament_may_replace_a_player_whose_seat_is_not_offered() -> None:
    match = running_match()
    take_seat(member=member("Dirk"), player=player(match, "Bo"), is_offered=False)
    asked = OutboundMail.objects.filter(kind="decision", address="dirk@example.org")
    assert asked.count() == 1
    assert Player.objects.filter(match=match, member__name="Bo").count() == 0


@pytest.mark.django_db(transaction=True)
def test_of_two_who_want_the_seat_at_one_moment_one_gets_it() -> None:
    match = deserted()
    bo = player(match, "Bo")
    results = at_once(
        partial(take_seat, member=member("Dirk"), player=bo),
        partial(take_seat, member=member("Emma"), player=bo),
    )
    refused = [result for result in results if isinstance(result, MatchError)]
    assert [error.code for error in refused] == ["seat-not-open"]
    assert Substitution.objects.count() == 1
