"""What is told of a finished match beside its table: ratings, what decided it, and bots' advice."""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

import msgspec
from django.core.cache import cache

from games.common.signals import ratings_wanted
from games.models import Match
from games.rules.endings import Ending, Finisher
from games.rules.evaluation import Evaluator
from games.rules.playout import Dice, ask_bot
from games.rules.protocol import RulesError, Seat
from games.rules.registry import bots_for
from games.rules.stored_json import decoded_outcome
from games.rules.turning_points import RoundEnd, TurningPoint, turning_point
from games.selectors.finished_matches import finished_setup
from games.selectors.match_journal import orders_of
from games.selectors.match_tables import MatchTable

KEPT = 7 * 24 * 3600
"""Seconds for which what a replay shows is remembered: it cannot change."""

MOST_STEPS = 2000
"""Phases of one match that are looked at; the longest has a tenth of them."""


def ending_of(table: MatchTable) -> Ending:
    """The result of a finished match, as its players' rows keep it."""
    return Ending.of(
        Finisher(row.own_seat, row.place or 1, row.score or 0) for row in table.players
    )


class RatingNews(NamedTuple):
    """A member's rating before and after one match, in whole points."""

    before: int
    after: int


def rating_news(match: Match) -> dict[int, RatingNews]:
    """What the finished match has done to its members' ratings, by their ids."""
    found: dict[int, RatingNews] = {}
    for _receiver, answer in ratings_wanted.send(sender=Match, match=match):
        found.update(msgspec.convert(answer, dict[int, RatingNews]))
    return found


def decisive_round(match: Match) -> TurningPoint | None:
    """The turning point of a finished match that one person has won; None where there is none.

    Replayed once and remembered: a finished match does not change.
    """
    places = decoded_outcome(match.outcome).places if match.outcome else ()
    if match.adjudicated_for or places.count(1) != 1 or len(places) < 2:
        return None
    if match.players.filter(seat=places.index(1), resigned_at__isnull=False).exists():
        return None
    key = f"turning-point:{match.pk}:{match.attempt}"
    known = cache.get(key)
    if known is None:
        point = _decisive_round(match, places.index(1))
        known = list(point) if point is not None else []
        cache.set(key, known, KEPT)
    return TurningPoint(*known) if known else None


def _decisive_round(match: Match, winner: Seat) -> TurningPoint | None:
    rules, setup, rows = finished_setup(match)
    orders = orders_of(rows)
    ends: list[RoundEnd] = []
    try:
        state = rules.start(setup).state
        for row in islice(rows, 1, MOST_STEPS):
            given = orders.get(row.pk, ())
            parsed = {seat: rules.parse_order(state, seat, text) for seat, text, _by in given}
            state = rules.adjudicate(state, parsed).state
            if ends and ends[-1].round == row.round:
                ends.pop()
            ends.append(RoundEnd(row.number, row.round, rules.standing(state)))
    except RulesError:
        # Played under rules that are gone: there is nothing to say, and nothing is broken by it.
        return None
    return turning_point(ends, winner)


SECONDS_TO_REVIEW = 3.0
"""Of processor time for what a seat's choices were worth; those left over are shown without."""


@dataclass(frozen=True, slots=True)
class ReviewedDecision:
    """A decision with a choice in it: what was ordered, and what the bot would have.

    `own` and `best` are the leads that the bots expect after each; None where they did not reckon.
    """

    number: int
    name: str
    round: int
    given: str
    advised: str
    own: float | None = None
    best: float | None = None

    @property
    def is_same(self) -> bool:
        """Whether the bot would have ordered just that."""
        return self.given == self.advised


def review(match: Match, seat: Seat) -> list[ReviewedDecision]:
    """Each decision of this seat beside what the strongest bot orders from what the seat saw.

    Raises NotVisibleError while the match runs. Reckoned once and remembered.
    """
    rules, setup, rows = finished_setup(match)
    bot_key, bot = list(bots_for(match.game).items())[-1]
    key = f"review-worth:{match.pk}:{match.attempt}:{seat}:{bot_key}"
    known = cache.get(key)
    if known is not None:
        return msgspec.json.decode(known, type=list[ReviewedDecision])
    orders, found = orders_of(rows), []
    dice = Dice(match.code, f"review-{seat}")
    ends_at = time.thread_time() + SECONDS_TO_REVIEW
    evaluator = Evaluator(rules, seat, bot, lambda: time.thread_time() < ends_at)
    try:
        state = rules.start(setup).state
        for row in islice(rows, 1, MOST_STEPS):
            given = orders.get(row.pk, ())
            parsed = {each: rules.parse_order(state, each, text) for each, text, _by in given}
            if seat in parsed and len(list(islice(rules.legal_orders(state, seat), 2))) > 1:
                advised = rules.format_order(ask_bot(rules, bot, state, seat, dice))
                own = rules.format_order(parsed[seat])
                worth = None
                if own != advised:
                    worth = evaluator.worth(state, (own, advised), f"{match.code}, {row.number}")
                values = worth or (None, None)
                found.append(
                    ReviewedDecision(row.number, row.name, row.round, own, advised, *values)
                )
            state = rules.adjudicate(state, parsed).state
    except RulesError:
        found = []
    cache.set(key, msgspec.json.encode(found), KEPT)
    return found


def strongest_bot(game: str) -> str:
    """The key of the bot that reviews matches of this game."""
    return list(bots_for(game))[-1]
