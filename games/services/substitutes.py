"""A seat whose player is gone: a bot keeps it, and another member may sit down in it."""

from __future__ import annotations

from django.db import transaction

from games.common import clock
from games.common.errors import MatchError
from games.models import (
    Match,
    Member,
    Order,
    OrderQuestion,
    OutboundMail,
    Phase,
    Player,
    StandingOrder,
    Substitution,
)
from games.selectors.talk import newest_message
from games.services import notices
from games.services.channel_events import decision_awaits, tell_channels
from games.services.digest_scheduling import write_notices
from games.services.match_news import publish_match
from games.services.quotas import Deed, spend_quota
from games.services.running_matches import lock_match


def take_seat(*, member: Member, player: Player, is_offered: bool = True) -> Substitution:
    """Another member plays this seat on, with its hand and at least half of a whole time bank.

    What the one who left had ordered ahead is dropped, and so are their mails about this seat; the
    row that is returned keeps who left and when, for whoever settles ratings. If a decision awaits
    without an order, the new player is asked at once; the others at the table are told.
    `is_offered` asks that a bot keeps the seat and its player has not come back meanwhile; a
    tournament that replaces a player does not.

    Raises MatchError with `not-running`, `already-in`, `seat-not-open`, `seat-returned` or
    `quota-seat`.
    """
    with transaction.atomic():
        match = lock_match(player.match_id)
        if match.status not in {Match.Status.RUNNING, Match.Status.PARKED}:
            raise MatchError("not-running")
        row = Player.objects.select_related("member").get(pk=player.pk)
        if match.players.filter(member=member).exists():
            raise MatchError("already-in")
        phase = match.phases.filter(Phase.OPEN).first()
        if is_offered:
            if member.is_bot_account:
                # Those who play on sat down with a person.
                raise MatchError("no-bot-accounts")
            _check_offered(match, row, phase)
            spend_quota(member, Deed.SEAT)
        taken = _hand_over(match, row, member)
        _ask(match, row, phase)
        others = match.players.select_related("member").exclude(pk=row.pk)
        write_notices(notices.seat_taken_notices(match, others, taken))
    return taken


def _check_offered(match: Match, row: Player, phase: Phase | None) -> None:
    """A seat is open while its own player is away; their next order makes it theirs again.

    A tournament's seat goes with the place in the tournament, and is offered there.
    """
    if match.seating == Match.Seating.GIVEN:
        raise MatchError("seat-not-open")
    if row.member is None or not row.bot or row.away_since is None:
        raise MatchError("seat-not-open")
    if phase is None or row.resigned_at is not None:
        return
    if phase.orders.filter(player=row, source__in=Order.PERSONAL_SOURCES).exists():
        raise MatchError("seat-returned")


def _hand_over(match: Match, row: Player, member: Member) -> Substitution:
    if row.member is None:
        raise MatchError("seat-not-open")
    now = clock.now()
    taken = Substitution.objects.create(
        player=row,
        former_member=row.member,
        left_at=row.away_since or now,
        taken_by=member,
        taken_at=now,
        phase_number=match.phase_number,
    )
    row.member, row.bot, row.away_since, row.resigned_at = member, "", None, None
    row.missed_in_a_row, row.ordered_phase = 0, 0
    row.readiness, row.mail_level, row.answer_times = "", "", []
    row.talk_level, row.talk_seen = "", newest_message(match)
    row.time_bank_left = max(row.time_bank_left, match.time_bank / 2)
    row.resign_asked_at = row.looked_at = None
    row.save()
    publish_match(match)
    StandingOrder.objects.filter(player=row).delete()
    OrderQuestion.objects.filter(player=row).delete()
    OutboundMail.objects.filter(
        player=row, status__in=[OutboundMail.Status.QUEUED, OutboundMail.Status.SENDING]
    ).exclude(member=member).update(status=OutboundMail.Status.WITHDRAWN)
    return taken


def _ask(match: Match, row: Player, phase: Phase | None) -> None:
    if phase is None or row.seat not in phase.awaited or str(row.seat) in phase.held:
        return
    if match.status != Match.Status.RUNNING or phase.orders.filter(player=row).exists():
        return
    asked = notices.decision_notice(match, row, clock.now())
    if asked is not None:
        # The one who left may have been asked the same already.
        asked.dedupe_key += f":{row.member_id}"
        write_notices([asked])
    tell_channels(decision_awaits(match, [row]), clock.now())
