"""Ratings after a ruling: the match is rated as it was ruled, and its pool is played again.

A ruling changes what `RatedMatch` holds and notes when; the lane of ratings replays the pool from
there (`rebuild_revised`), without holding the organiser up.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import msgspec

from games.common import clock
from games.models import Match
from tournaments.models import Pairing, RatedMatch
from tournaments.services.rating_results import PlayerResult, rated_results, results_of

RULED = (Pairing.Decided.FORFEIT, Pairing.Decided.CORRECTED, Pairing.Decided.ANNULLED)


def revise_ratings(pairings: Iterable[Pairing]) -> None:
    """Have the ratings follow what was ruled of these tables.

    A match that has not been rated yet is rated as ruled when its turn comes.
    """
    for pairing in pairings:
        row = RatedMatch.objects.select_related("match").filter(match=pairing.match_id).first()
        if row is None:
            continue
        results = as_ruled(row.match, rated_results(row.match, results_of(row.match)))
        row.results = msgspec.to_builtins([one.rated for one in results])
        row.revised_at = clock.now()
        row.save(update_fields=["results", "revised_at"])


def as_ruled(match: Match, results: Sequence[PlayerResult]) -> list[PlayerResult]:
    """The results with the places that an organiser ruled, without those who were annulled.

    Fewer than two of them are nothing to rate, and so none are left.
    """
    pairing = Pairing.objects.filter(match=match).first()
    if pairing is None:
        return list(results)
    seats = {seat.seat: seat for seat in pairing.seats.all()}
    is_ruled = pairing.decided in RULED
    if not is_ruled and not any(seat.is_annulled for seat in seats.values()):
        return list(results)
    ruled = [
        replace(
            one,
            place=seats[one.seat].place or one.place,
            left=seats[one.seat].is_forfeit or (one.left and not is_ruled),
        )
        for one in results
        if not seats[one.seat].is_annulled
    ]
    return ruled if len(ruled) > 1 else []
