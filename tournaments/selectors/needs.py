"""Where an entrant stands in a running tournament, what they need, and whom they wait for.

All of it follows from what everybody may see: results, standings and the chances told from them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Count, QuerySet

from tournaments.formats.base import Ranking
from tournaments.formats.registry import format_of
from tournaments.models import (
    Entry,
    EntryStanding,
    Pairing,
    PairingSeat,
    StandingsSummary,
    Tournament,
)
from tournaments.outlook.forecast import EntryChances, Forecast
from tournaments.outlook.needs import NAMED, AwaitedTables, Gap, Need, Standing
from tournaments.outlook.simulations import Goal
from tournaments.selectors.kept_standings import (
    PartSummary,
    in_tables,
    parts_of,
    placed,
    standings_summary,
)
from tournaments.selectors.outlooks import forecast_of
from tournaments.selectors.rounds import CountedRound, counted_rounds
from tournaments.selectors.tournament_state import setup_of
from tournaments.selectors.tournament_values import kept_values
from tournaments.stages.bracket import Bracket
from tournaments.stages.bracket_plans import Feed, Source

MOST_SEATS = 8
"""More than sit at any table."""
Key = tuple[int, int]
"""A table by its round and number."""


@dataclass(frozen=True, slots=True)
class NeedRows:
    """What an entrant's situation follows from: `open_size` is how many sit at their open table."""

    summary: StandingsSummary
    rounds: Sequence[CountedRound]
    own: EntryStanding | None
    open_size: int


def need_rows(tournament: Tournament, entry: Entry) -> NeedRows:
    """Read for one entrant alone."""
    summary = standings_summary(tournament)
    own = placed(tournament).defer("workings").filter(entry=entry).first()
    rounds = counted_rounds(tournament, summary)
    return NeedRows(summary, rounds, own, _open_size(tournament, entry))


def need_of(tournament: Tournament, entry: Entry, rows: NeedRows | None = None) -> Need | None:
    """The entrant's situation; None unless the tournament runs and they are still in it."""
    is_in = entry.status == Entry.Status.ENTERED and entry.out_after is None
    if tournament.status != Tournament.Status.RUNNING or not is_in:
        return None
    rows = rows or need_rows(tournament, entry)
    if not rows.rounds:
        return None
    forecast = forecast_of(rows.summary)
    chances = forecast.entries.get(entry.pk) if forecast else None
    setup = setup_of(tournament)
    return Need(
        format=tournament.format,
        standing=_standing(tournament, rows, forecast, setup.advance),
        forecast=forecast if chances else None,
        chances=chances or EntryChances(),
        size=rows.open_size or setup.table_size,
        is_playing=bool(rows.open_size),
        waiting=AwaitedTables() if rows.open_size else _waiting(tournament, entry.pk, rows),
    )


def _open(tournament: Tournament) -> QuerySet[Pairing]:
    rows = Pairing.objects.filter(round__tournament=tournament, decided_at=None)
    return rows.order_by("round__number", "number")


def _open_size(tournament: Tournament, entry: Entry) -> int:
    """How many sit at the entrant's first open table; 0 without one."""
    own = _open(tournament).filter(seats__entry=entry).order_by()
    tables = PairingSeat.objects.filter(pairing__in=own).order_by("pairing__round__number")
    row = tables.values("pairing__round__number").annotate(seats=Count("pk")).first()
    return int(row["seats"]) if row else 0


def _standing(
    tournament: Tournament, rows: NeedRows, forecast: Forecast | None, advance: int
) -> Standing:
    """The place by points where they rank, in the entrant's own part; else how far they came."""
    goal = forecast.goal if forecast else None
    made = format_of(tournament.format)
    own, summary = rows.own, rows.summary
    by_points = made.ranking is not Ranking.NONE and goal is not Goal.STAGE
    if own is not None and own.line is not None and by_points:
        parts = parts_of(summary)
        part = next(one for one in parts if one.number == own.part)
        if part.is_open or goal is not Goal.FIRST or not made.sends_out:
            return _in_part(tournament, own, parts, forecast, advance)
    if own is None:
        return Standing(summary.ranked + 1, is_shared=False, of=summary.ranked + 1)
    first = own.is_shared and own.place == 1
    of = placed(tournament).filter(place=1).count() if first else summary.ranked
    return Standing(own.place, own.is_shared, of)


def _in_part(
    tournament: Tournament,
    own: EntryStanding,
    parts: Sequence[PartSummary],
    forecast: Forecast | None,
    advance: int,
) -> Standing:
    assert own.line is not None
    assert own.part_place is not None
    index = next(number for number, one in enumerate(parts) if one.number == own.part)
    part, before = parts[index], sum(one.lines for one in parts[:index])
    mine = Fraction(own.figures[0])
    needed = forecast.needed if forecast else 0
    if forecast and forecast.goal is Goal.UP:
        needed = advance if part.number > 1 else 1
    gap = None
    if 0 < needed < part.lines:
        is_ahead = own.line - before <= needed
        other = in_tables(tournament).get(line=before + needed + is_ahead)
        difference = abs(mine - Fraction(other.figures[0]))
        gap = Gap(needed + is_ahead, difference, is_ahead)
    number = 0 if len(parts) == 1 else part.number
    return Standing(own.part_place, own.part_shared, part.lines, number, mine, gap)


def _waiting(tournament: Tournament, entry: int, rows: NeedRows) -> AwaitedTables:
    """In a bracket the matches that lead to the entrant's next; elsewhere all that are open."""
    keys = _leading(tournament, entry) if rows.summary.has_bracket else None
    if keys is not None:
        found = _open(tournament)
        rounds, tables = {one for one, _ in keys}, {other for _, other in keys}
        found = found.filter(round__number__in=rounds, number__in=tables)
        known = {
            (number, table): (pk, deadline)
            for pk, number, table, deadline in found.values_list(
                "pk", "round__number", "number", "deadline_at"
            )
        }
        tables_before = [known[key] for key in keys if key in known]
        first = [pk for pk, _at in tables_before[:NAMED]]
        until = max((at for _pk, at in tables_before if at is not None), default=None)
        names = _named(PairingSeat.objects.filter(pairing__in=first).order_by("seat"))
        return AwaitedTables(len(tables_before), tuple(names[pk] for pk in first), until)
    open_rounds = [one for one in rows.rounds if one.open_count]
    seats = PairingSeat.objects.filter(
        pairing__round__in=[one.row.pk for one in open_rounds], pairing__decided_at=None
    ).order_by("pairing__round__number", "pairing__number", "seat")
    ends = [one.row.deadline_at for one in open_rounds if one.row.deadline_at is not None]
    return AwaitedTables(
        sum(one.open_count for one in open_rounds),
        tuple(_named(seats[: NAMED * MOST_SEATS]).values())[:NAMED],
        max(ends, default=None),
    )


def _named(seats: QuerySet[PairingSeat]) -> dict[int, tuple[str, ...]]:
    """Who sits there, by table."""
    names: dict[int, tuple[str, ...]] = {}
    for pk, name in seats.values_list("pairing_id", "entry__member__name"):
        names[pk] = (*names.get(pk, ()), name)
    return names


def _leading(tournament: Tournament, entry: int) -> list[Key] | None:
    """The open tables that lead to the entrant's next match; None outside of a bracket."""
    values = kept_values(tournament)
    bracket = values.bracket
    if bracket is None:
        return None
    open_ = {(one.round, one.table): one for one in values.results if one.is_open}
    for index, match in enumerate(bracket.matches):
        sides = [_side(bracket, side) for side in match.sides]
        if bracket.ends[index] is None and entry in sides:
            feeds = [side for side, who in zip(match.sides, sides, strict=True) if who is None]
            return [one for side in feeds for one in _leading_to(bracket, side, open_)]
    return None


def _side(bracket: Bracket, side: Source) -> int | None:
    if side.feed is Feed.SEED:
        return bracket.seeds[side.index] if side.index < len(bracket.seeds) else None
    end = bracket.ends[side.index]
    return None if end is None else end.winner if side.feed is Feed.WINNER else end.loser


def _leading_to(bracket: Bracket, side: Source, open_: Mapping[Key, object]) -> list[Key]:
    """The open matches of the one that the side comes from, or of those before it."""
    if side.feed is Feed.SEED or bracket.ends[side.index] is not None:
        return []
    match, games = bracket.matches[side.index], bracket.setup.games
    first = bracket.first_round + (match.level - 1) * games
    tables = [key for n in range(games) if (key := (first + n, match.table)) in open_]
    return tables or [one for other in match.sides for one in _leading_to(bracket, other, open_)]
