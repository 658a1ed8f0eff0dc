"""Finished matches as figures count them, from the rows that settling has written."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from django.db.models import F

from games.models import Match
from tournaments.figures.tables import (
    UNIT,
    PlayedPair,
    PlayedSeat,
    PlayedTable,
    RatedPart,
    ahead_of,
)
from tournaments.models import PlayedMatch, RatingChange
from tournaments.rating.elo import Exchange, exchanges_read
from tournaments.services.match_traits import read_traits

DAY = 86_400


def tables_of(played: Sequence[PlayedMatch]) -> list[PlayedTable]:
    """These rows' matches as their members' figures show them, in the order of the rows.

    What of it the rows did not hold yet is stored in them.
    """
    read_traits(played)
    changes = _changes(played)
    by_match: dict[Match, list[PlayedMatch]] = defaultdict(list)
    for row in played:
        if row.is_shown:
            by_match[row.match].append(row)
    _note_fields(played, changes)
    return [_table(match, rows, changes) for match, rows in by_match.items()]


class CountedChange(NamedTuple):
    """What a match did to one rating, with what passed between the player and each opponent."""

    row: RatingChange
    exchanges: list[Exchange]


Changes = Mapping[tuple[int, int], CountedChange]


def _changes(played: Sequence[PlayedMatch]) -> Changes:
    rows = RatingChange.objects.filter(
        rated_match__match__in={row.match_id for row in played}
    ).annotate(match=F("rated_match__match"))
    return {
        (row.match, row.member_id): CountedChange(row, exchanges_read(row.exchanges))
        for row in rows
    }


def _note_fields(played: Sequence[PlayedMatch], changes: Changes) -> None:
    """Keep with each row how strong the opponents were: histories are searched by it."""
    changed = []
    for row in played:
        change = changes.get((row.match_id, row.member_id))
        field = _field(change.exchanges) if change is not None else None
        if field != row.field:
            row.field = field
            changed.append(row)
    PlayedMatch.objects.bulk_update(changed, ["field"], batch_size=200)


def _field(exchanges: Sequence[Exchange]) -> int | None:
    if not exchanges:
        return None
    return max(0, round(sum(part.rating for part in exchanges) / len(exchanges) / 1000))


def _table(match: Match, rows: Sequence[PlayedMatch], changes: Changes) -> PlayedTable:
    ahead = ahead_of([(row.place, row.has_left) for row in rows])
    seats = tuple(
        PlayedSeat(
            row.member_id,
            row.seat,
            row.place,
            row.score,
            row.has_left,
            share,
            _part(changes.get((match.pk, row.member_id))),
            tuple(row.traits.split()),
        )
        for row, share in zip(rows, ahead, strict=True)
    )
    started, ended = match.started_at or rows[0].finished_at, rows[0].finished_at
    return PlayedTable(
        match.code if match.is_public else "",
        int(ended.timestamp()),
        rows[0].table_size,
        match.round,
        max(0, round((ended - started).total_seconds() / DAY)),
        seats,
        tuple(_pairs([row.member_id for row in rows], match, changes)),
    )


def _part(found: CountedChange | None) -> RatedPart | None:
    if found is None:
        return None
    change, exchanges = found
    field = _field(exchanges)
    if field is None:
        return None
    expected = round(UNIT * sum(part.expected for part in exchanges) / len(exchanges))
    beaten = None
    if change.upset is not None:
        goal = change.before + change.upset
        beaten = next(
            (part.opponent for part in exchanges if part.score == 1 and part.rating == goal), None
        )
    return RatedPart(
        change.before, change.after, change.uncertainty, field, expected, change.upset, beaten
    )


def _pairs(members: Sequence[int], match: Match, changes: Changes) -> list[PlayedPair]:
    """Every two rated players, from the higher rating's side; equal ones say nothing."""
    found = []
    for one, other in combinations(members, 2):
        own, theirs = changes.get((match.pk, one)), changes.get((match.pk, other))
        if own is None or theirs is None or own.row.before == theirs.row.before:
            continue
        upper, lower = (own, theirs) if own.row.before > theirs.row.before else (theirs, own)
        part = next(
            (part for part in upper.exchanges if part.opponent == lower.row.member_id), None
        )
        if part is not None:
            gap = (upper.row.before - lower.row.before) // 1000
            found.append(PlayedPair(gap, round(UNIT * part.score), round(UNIT * part.expected)))
    return found
