"""Ending a match before its rules end it: only one that was given its seats, by a published rule.

Whoever left shares the last place. The others are ranked by the score as it stands; of equal scores
those that the match waits for come after the others; who is equal still shares a place.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from datetime import datetime

from django.db import transaction

from games.common import clock
from games.models import Match, Player
from games.rules.protocol import Outcome, SeatScores
from games.rules.stored_json import encoded_outcome
from games.services.channel_events import match_finished
from games.services.running_matches import RunningMatch, load_plays, saved_on_exit

logger = logging.getLogger(__name__)

ADJUDICATED = "adjudicated"
"""Stands where the outcome of a match that was played to its end has the rules' reason."""


def is_deserted(play: RunningMatch) -> bool:
    """Whether going on is pointless: bots hold all seats, or all but one were given up for good."""
    if play.match.seating != Match.Seating.GIVEN:
        return False
    players = play.players.values()
    stayed = sum(player.resigned_at is None for player in players)
    return stayed <= 1 or all(player.bot for player in players)


def adjudicate_play(play: RunningMatch, why: Match.Adjudicated, now: datetime) -> None:
    """End the match as it stands. Works on the play alone; `saved_on_exit` makes it last."""
    match = play.match
    scores, places = _result(play)
    match.end(Match.Status.FINISHED, now)
    play.row.wake_at = play.row.remind_at = play.row.lease_until = None
    match.adjudicated_for = why
    match.state = play.rules.encode(play.state)
    match.outcome = encoded_outcome(Outcome(ADJUDICATED, scores, places))
    for seat, player in play.players.items():
        player.score, player.place = scores[seat], places[seat]
    play.new.happenings.extend(match_finished(match, play.players.values()))
    play.new.spent_standing.extend(step.pk for steps in play.standing.values() for step in steps)


def adjudicate_match(match_id: int, why: Match.Adjudicated) -> bool:
    """End a running or parked match as it stands; False where there is none such any more.

    One whose state cannot be read ends without scores, and all share the first place.
    """
    with transaction.atomic():
        match = (
            Match.objects.select_for_update(of=("self",))
            .filter(
                pk=match_id,
                seating=Match.Seating.GIVEN,
                status__in=[Match.Status.RUNNING, Match.Status.PARKED],
            )
            .first()
        )
        if match is None:
            return False
        try:
            plays = load_plays([match])
        except Exception:
            logger.exception("ended without its state", extra={"match": match_id})
            _end_unread(match, why, clock.now())
            return True
        with saved_on_exit(plays) as (play,):
            adjudicate_play(play, why, clock.now())
    return True


def _end_unread(match: Match, why: Match.Adjudicated, now: datetime) -> None:
    match.status, match.adjudicated_for, match.finished_at = Match.Status.FINISHED, why, now
    match.deadline_at = match.revise_until = None
    match.put_to_rest()
    match.outcome = encoded_outcome(Outcome(ADJUDICATED, (0,) * match.seats, (1,) * match.seats))
    match.save()
    Player.objects.filter(match=match).update(place=1, score=0)


def _result(play: RunningMatch) -> tuple[SeatScores, tuple[int, ...]]:
    """The scores and places, in seat order."""
    scores = play.rules.standing(play.state)
    left = {seat for seat, player in play.players.items() if _has_left(player)}
    if len(left) == len(scores):
        left = set()
    late = set(play.asked)
    ranks = [(seat not in left, 0 if seat in left else scores[seat]) for seat in range(len(scores))]
    keys = [(*rank, seat in left or seat not in late) for seat, rank in enumerate(ranks)]
    return scores, tuple(1 + sum(other > own for other in keys) for own in keys)


def _has_left(player: Player) -> bool:
    return bool(player.bot)


def places_of_who_stayed(places: Sequence[int], left: Collection[int]) -> tuple[int, ...]:
    """The places, by seat, with those who gave up behind everybody who stayed.

    Among themselves both keep their order. Where all have left, the places stay what they were.
    """
    stayed = [place for seat, place in enumerate(places) if seat not in left]
    if not left or not stayed:
        return tuple(places)
    gone = [place for seat, place in enumerate(places) if seat in left]
    moved = {place: place - sum(other < place for other in gone) for place in stayed}
    last = max(*moved.values(), len(stayed) + min(places) - 1)
    return tuple(
        last + 1 + sum(other < place for other in gone) if seat in left else moved[place]
        for seat, place in enumerate(places)
    )
