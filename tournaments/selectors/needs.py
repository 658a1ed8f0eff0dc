"""Where an entrant stands in a running tournament, what they need, and whom they wait for.

All of it follows from what everybody may see: results, standings and the chances told from them.
"""

from __future__ import annotations

from fractions import Fraction

from tournaments.formats.base import Ranking, StandingsPart
from tournaments.models import Entry, Pairing, Tournament
from tournaments.outlook.courses import Goal
from tournaments.outlook.forecast import EntryChances, Forecast
from tournaments.outlook.needs import Gap, Need, Standing
from tournaments.ranking.points import total_points
from tournaments.ranking.standings import standings
from tournaments.selectors.outlooks import forecast_of
from tournaments.selectors.tournament_state import TournamentState
from tournaments.stages.bracket import Bracket
from tournaments.stages.bracket_plans import Feed, Source


def need_of(state: TournamentState, entry: Entry) -> Need | None:
    """The entrant's situation; None unless the tournament runs and they are still in it."""
    row = state.tournament
    is_in = entry.status == Entry.Status.ENTERED and entry.out_after is None
    if row.status != Tournament.Status.RUNNING or not is_in or not state.rounds:
        return None
    forecast = forecast_of(state)
    open_ = [one for one in state.pairings if one.decided_at is None]
    own = tuple(one for one in open_ if _seats(one, entry.pk))
    waiting = () if own else tuple(_waited_for(state, entry.pk, open_))
    chances = forecast.entries.get(entry.pk) if forecast else None
    standing = _standing(state, entry.pk, forecast)
    deadlines = [one.deadline_at for one in waiting if one.deadline_at is not None]
    return Need(
        format=row.format,
        standing=standing,
        forecast=forecast if chances else None,
        chances=chances or EntryChances(),
        size=len(own[0].seats.all()) if own else state.setup.table_size,
        is_playing=bool(own),
        waiting=tuple(
            tuple(state.names[seat.entry_id] for seat in one.seats.all()) for one in waiting
        ),
        until=max(deadlines, default=None),
    )


def _seats(pairing: Pairing, entry: int) -> bool:
    return any(seat.entry_id == entry for seat in pairing.seats.all())


def _standing(state: TournamentState, entry: int, forecast: Forecast | None) -> Standing:
    """The place by points where they rank, in the entrant's own part; else how far they came."""
    goal = forecast.goal if forecast else None
    by_points = state.format.ranking is not Ranking.NONE and goal is not Goal.STAGE
    parts = state.format.parts(state.setup, state.entries, state.results) if by_points else ()
    part = next((one for one in parts if any(e.id == entry for e in one.entries)), None)
    is_over = part is not None and goal is Goal.FIRST and not any(r.is_open for r in part.results)
    if part is not None and not (is_over and state.format.sends_out):
        return _in_part(state, part, entry, forecast, is_only=len(parts) == 1)
    placing = state.format.places(state.setup, state.entries, state.results)
    place = 1
    for group in placing:
        if entry in group:
            of = len(group) if len(group) > 1 and place == 1 else sum(map(len, placing))
            return Standing(place, len(group) > 1, of)
        place += len(group)
    return Standing(place, is_shared=False, of=place)


def _in_part(
    state: TournamentState,
    part: StandingsPart,
    entry: int,
    forecast: Forecast | None,
    *,
    is_only: bool,
) -> Standing:
    rows = standings(state.setup, part.entries, part.results)
    own = next(row for row in rows if row.entry == entry)
    points = total_points(state.setup.points, part.results)
    mine = points.get(entry, Fraction(0))
    needed = forecast.needed if forecast else 0
    if forecast and forecast.goal is Goal.UP:
        needed = state.setup.advance if part.number > 1 else 1
    gap = None
    if 0 < needed < len(rows):
        rank = next(number for number, row in enumerate(rows) if row.entry == entry)
        other = rows[needed if rank < needed else needed - 1].entry
        difference = mine - points.get(other, Fraction(0))
        gap = Gap(needed + (rank < needed), abs(difference), rank < needed)
    shared = sum(row.place == own.place for row in rows) > 1
    return Standing(own.place, shared, len(rows), 0 if is_only else part.number, mine, gap)


def _waited_for(state: TournamentState, entry: int, open_: list[Pairing]) -> list[Pairing]:
    """In a bracket the matches that lead to the entrant's next; elsewhere all that are open."""
    bracket = state.format.bracket(state.setup, state.entries, state.results)
    if bracket is None:
        return open_
    known = {(state.by_round[one.round_id].number, one.number): one for one in open_}
    for index, match in enumerate(bracket.matches):
        sides = [_side(bracket, side) for side in match.sides]
        if bracket.ends[index] is None and entry in sides:
            feeds = [side for side, who in zip(match.sides, sides, strict=True) if who is None]
            return [one for side in feeds for one in _leading_to(bracket, side, known)]
    return open_


def _side(bracket: Bracket, side: Source) -> int | None:
    if side.feed is Feed.SEED:
        return bracket.seeds[side.index] if side.index < len(bracket.seeds) else None
    end = bracket.ends[side.index]
    return None if end is None else end.winner if side.feed is Feed.WINNER else end.loser


def _leading_to(
    bracket: Bracket, side: Source, open_: dict[tuple[int, int], Pairing]
) -> list[Pairing]:
    """The open matches of the one that the side comes from, or of those before it."""
    if side.feed is Feed.SEED or bracket.ends[side.index] is not None:
        return []
    match, games = bracket.matches[side.index], bracket.setup.games
    first = bracket.first_round + (match.level - 1) * games
    tables = [open_[key] for n in range(games) if (key := (first + n, match.table)) in open_]
    return tables or [one for other in match.sides for one in _leading_to(bracket, other, open_)]
