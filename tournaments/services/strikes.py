"""Striking a match out of the ratings: an operator's ruling on one that was not honest."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.db import transaction
from django.db.models import Max

from games.common import clock
from tournaments.models import PlayedMatch, RatedMatch, Rating, RatingRefund
from tournaments.rating.elo import NEWCOMER
from tournaments.services.counting_figures import forget_match
from tournaments.services.rebuilding import pool_ratings, rebuild_pool
from tournaments.services.settling_locks import lock_pool

LONGEST_REASON = 300


class StrikeError(ValueError):
    """A match cannot be struck out like this; the words are for an operator."""


def strike_match(code: str, *, reason: str, at_fault: Collection[str] = ()) -> dict[str, int]:
    """Take a rated match out of the ratings, as if it had not been played.

    All later matches are rated again as they then stand. Who lost by it gains what was lost;
    nobody else loses by the ruling but those at fault, named as they are called: what the others'
    ratings would fall by is given back to them, in thousandths by name in the result. Raises
    StrikeError where there is no such match or player, or no reason is given.
    """
    reason = " ".join(reason.split())[:LONGEST_REASON]
    if not reason:
        raise StrikeError("Say why: the reason is kept with the match.")
    with transaction.atomic():
        row = _struck(code, reason)
        guilty = _guilty(row, at_fault)
        before = dict(Rating.objects.filter(pool=row.pool).values_list("member_id", "thousandths"))
        after = pool_ratings(row.pool)
        fallen = {
            member: points - after.get(member, NEWCOMER).thousandths
            for member, points in before.items()
            if member not in guilty and points > after.get(member, NEWCOMER).thousandths
        }
        _give_back(row, fallen, clock.now())
        rebuild_pool(row.pool)
        names = Rating.objects.filter(pool=row.pool, member__in=fallen).values_list(
            "member__name", "member_id"
        )
        return {name: fallen[member] for name, member in names}


def _struck(code: str, reason: str) -> RatedMatch:
    found = RatedMatch.objects.select_related("match").filter(match__code=code.lower()).first()
    if found is None:
        raise StrikeError(f"No match {code!r} was rated.")
    lock_pool(found.pool)
    row = RatedMatch.objects.select_for_update(of=("self",)).get(pk=found.pk)
    if row.struck_at is not None:
        raise StrikeError(f"Match {code!r} was struck out before.")
    row.struck_at, row.strike_reason = clock.now(), reason
    row.save(update_fields=["struck_at", "strike_reason"])
    forget_match(row.match_id)
    PlayedMatch.objects.filter(match=row.match_id).update(is_shown=False)
    return row


def _guilty(row: RatedMatch, names: Collection[str]) -> set[int]:
    """The ids of these players of the match."""
    rows = PlayedMatch.objects.filter(match=row.match_id)
    players = {name.lower(): pk for name, pk in rows.values_list("member__name", "member_id")}
    for name in names:
        if name.lower() not in players:
            raise StrikeError(f"{name!r} did not play that match. Who did: {', '.join(players)}.")
    return {players[name.lower()] for name in names}


def _give_back(row: RatedMatch, fallen: dict[int, int], at: datetime) -> None:
    last = RatedMatch.objects.filter(pool=row.pool).aggregate(last=Max("pk"))["last"]
    RatingRefund.objects.bulk_create(
        RatingRefund(
            pool=row.pool,
            member_id=member,
            struck=row,
            after_id=last,
            thousandths=thousandths,
            at=at,
        )
        for member, thousandths in sorted(fallen.items())
    )
