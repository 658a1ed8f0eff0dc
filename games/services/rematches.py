"""A rematch: the same table once more, with seats drawn anew."""

from __future__ import annotations

from dataclasses import fields

from django.db import transaction

from games.common.errors import MatchError
from games.models import Match, Member, Player
from games.services.invitations_by_name import invite_guests
from games.services.matches import add_bot, create_match, join_match
from games.services.running_matches import lock_match
from games.services.time_controls import Terms


def offer_rematch(*, player: Player) -> Match:
    """Open the rematch of a finished match, or sit down in the one that is open already.

    The game, its options, the clock and the bots are the same; who plays first opens it, the other
    people are invited as ever, and seats are drawn. However many ask for it, there is one rematch;
    one that was called off makes room for another. Raises MatchError with `not-finished`,
    `not-open` where it has begun without the player, and what `create_match` raises.
    """
    member = player.member
    if member is None:
        raise MatchError("not-in")
    with transaction.atomic():
        old = lock_match(player.match_id)
        if old.status != Match.Status.FINISHED:
            raise MatchError("not-finished")
        known = Match.objects.filter(rematch_of=old).first()
        if known is not None and known.status != Match.Status.CANCELLED:
            return _sat_down(member, known)
        Match.objects.filter(rematch_of=old).update(rematch_of=None)
        return _open_rematch(member, old)


def _sat_down(member: Member, rematch: Match) -> Match:
    try:
        join_match(member=member, match=rematch)
    except MatchError as refusal:
        is_in = rematch.players.filter(member=member).exists()
        if not is_in:
            raise
        if refusal.code not in {"already-in", "not-open"}:
            raise
    rematch.refresh_from_db()
    return rematch


def _open_rematch(member: Member, old: Match) -> Match:
    rematch = create_match(
        member=member,
        game=old.game,
        options=old.options,
        seats=old.seats,
        phase_time=old.phase_time,
        waiting_policy=old.waiting_policy,
        is_public=old.is_public,
        is_practice=old.is_practice,
        bot_accounts=old.bot_accounts,
        shows_talk=old.shows_talk,
        delays_spectators=old.delays_spectators,
        title="" if old.seating == Match.Seating.GIVEN else old.title,
        terms=Terms(**{one.name: getattr(old, one.name) for one in fields(Terms)}),
    )
    Match.objects.filter(pk=rematch.pk).update(rematch_of=old)
    others = old.players.select_related("member").exclude(member=member).order_by("id")
    people = [row.member for row in others if row.member is not None and row.member.is_active]
    invite_guests(member, rematch, people)
    for row in others:
        if row.member is None:
            add_bot(member=member, match=rematch, bot=row.bot)
    rematch.refresh_from_db()
    return rematch
