"""Rows of the outbox that ask for a decision, and the mails that they become."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.mail import EmailMultiAlternatives

from games.common import clock
from games.composing import compose
from games.letters.outbox_prefetch import Prefetched
from games.models import Member, OutboundMail, Player
from games.services import notices
from tests.bench.population import Pattern, matches_copied


def queued(
    patterns: Sequence[Pattern], members: Sequence[Member], count: int
) -> list[OutboundMail]:
    """So many rows that are due, each asking somebody for an order that is not in."""
    now = clock.now()
    rows: list[OutboundMail] = []
    awaited = [len(pattern.defaults) for pattern in patterns]
    matches = matches_copied(patterns, members, count * len(awaited) // sum(awaited) + len(awaited))
    players: dict[int, list[Player]] = {}
    asked = Player.objects.filter(match__in=matches).select_related("member").order_by("seat")
    for player in asked:
        players.setdefault(player.match_id, []).append(player)
    for number, match in enumerate(matches):
        for seat in patterns[number % len(patterns)].defaults:
            row = notices.decision_notice(match, players[match.pk][seat], now)
            assert row is not None
            rows.append(row)
    return OutboundMail.objects.bulk_create(rows[:count])


def worded(row: OutboundMail, known: Prefetched) -> EmailMultiAlternatives:
    """The mail of a row that has something to tell."""
    message = compose.message_for(row, known)
    assert message is not None
    return message
