"""Standings as they are kept: reckoned once for each version of a tournament, whoever looks first.

Names are not among what is kept: who is renamed, or replaced by another, is so on every page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from typing import NamedTuple

import msgspec
from django.db import transaction
from django.db.models import Count, F, QuerySet

from tournaments.formats.base import Ranking
from tournaments.models import Entry, EntryStanding, StandingsSummary, Tournament
from tournaments.ranking.reckoning import Formula, Note, Reckoning
from tournaments.ranking.standings import (
    Groups,
    KeptLine,
    StandingsRow,
    in_seeding_order,
    standings,
)
from tournaments.selectors.tournament_state import fraction_of, fraction_text
from tournaments.selectors.tournament_values import (
    TournamentValues,
    digest_of,
    kept_values,
)

MOST_MOMENTS = 40
"""Of a round so many moments at which a table was decided are kept, for its bar on the calendar."""
COMPARED = (
    "rank", "place", "is_shared", "line", "part", "part_place", "part_shared", "figures",
    "workings",
)  # fmt: skip


class PartSummary(NamedTuple):
    """A table of standings: its number, its lines, and whether a match in it is open."""

    number: int
    lines: int
    is_open: bool


class RoundCount(NamedTuple):
    """A round's tables, byes among them, those still played, and when some were decided."""

    number: int
    tables: int
    open: int
    decided: tuple[datetime, ...]


def standings_summary(tournament: Tournament) -> StandingsSummary:
    """How the tournament stands at its version.

    Reckons it, and with it every `EntryStanding`, where that was not done since the last change.
    """
    rows = StandingsSummary.objects.annotate(told=F("tournament__outlook__digest"))
    row = rows.filter(pk=tournament.pk).first()
    if row is None or row.version != tournament.version:
        keep_standings(tournament.pk)
        row = rows.get(pk=tournament.pk)
    return row


def told_of(summary: StandingsSummary) -> str | None:
    """The digest of what chances were told of last, as it was when the summary was read."""
    told: str | None = getattr(summary, "told", None)
    return told


def parts_of(summary: StandingsSummary) -> list[PartSummary]:
    """The tables of standings in their order."""
    return msgspec.convert(summary.parts, list[PartSummary])


def round_counts(summary: StandingsSummary) -> dict[int, RoundCount]:
    """What is counted of each round, by its number."""
    return {one.number: one for one in msgspec.convert(summary.rounds, list[RoundCount])}


def placed(tournament: Tournament) -> QuerySet[EntryStanding]:
    """Everybody by how far they came, as kept last."""
    return EntryStanding.objects.filter(tournament=tournament).order_by("rank")


def in_tables(tournament: Tournament) -> QuerySet[EntryStanding]:
    """Everybody in the tables of standings, as kept last."""
    rows = EntryStanding.objects.filter(tournament=tournament, line__isnull=False)
    return rows.order_by("line")


def kept_lines(rows: QuerySet[EntryStanding]) -> list[KeptLine]:
    """These rows as lines, with the names of now."""
    fields = (
        *("entry_id", "entry__member__name", "place", "is_shared"),
        *("part", "part_place", "part_shared", "figures"),
    )
    return [
        KeptLine(entry, name, place, shared, part or 0, part_place or 0, *rest)
        for entry, name, place, shared, part, part_place, *rest in rows.values_list(*fields)
    ]


def names_of(tournament: Tournament, entries: Collection[int]) -> dict[int, str]:
    """What these of its entries are called now."""
    rows = tournament.entries.filter(pk__in=entries)
    return dict(rows.values_list("pk", "member__name")) if entries else {}


def workings_kept(row: EntryStanding) -> list[Reckoning]:
    """The figures with their sums."""
    return msgspec.json.decode(row.workings, type=list[Reckoning], dec_hook=fraction_of)


def keep_standings(tournament_id: int) -> bool:
    """Reckon how a tournament stands, unless that was done for its version; whether it was not.

    Several at once wait for the first, which does it for all.
    """
    StandingsSummary.objects.get_or_create(pk=tournament_id)
    with transaction.atomic():
        row = StandingsSummary.objects.select_for_update().get(pk=tournament_id)
        # The version before what it is the version of: what changes meanwhile has another.
        tournament = Tournament.objects.get(pk=tournament_id)
        if row.version == tournament.version:
            return False
        values = kept_values(tournament)
        row.version = tournament.version
        row.digest = digest_of(values.setup, values.entries, values.results)
        row.entries = len(values.entries)
        counts = dict(tournament.entries.order_by().values_list("status").annotate(Count("pk")))
        row.entered = counts.get(Entry.Status.ENTERED, 0)
        row.waiting = counts.get(Entry.Status.WAITING, 0)
        row.rounds = msgspec.to_builtins(list(_round_counts(values)))
        row.has_bracket = _has_bracket(values)
        parts, made = _reckoned(values) if values.results else ([], {})
        row.officials = tournament.officials.count()
        row.ranked = len(made)
        row.parts = msgspec.to_builtins(parts)
        _write(tournament, made)
        row.save()
    return True


def _has_bracket(values: TournamentValues) -> bool:
    if not values.results:
        return False
    reaching = values.format.reaching_stages(values.setup, len(values.entries))
    return values.bracket is not None or reaching is not None


def _round_counts(values: TournamentValues) -> Iterable[RoundCount]:
    tables, still = Counter[int](), Counter[int]()
    for one in values.results:
        tables[one.round] += 1
        still[one.round] += one.is_open
    for number in sorted(tables):
        moments = _thinned(sorted(values.decided[number]))
        yield RoundCount(number, tables[number], still[number], moments)


def _thinned(moments: Sequence[datetime]) -> tuple[datetime, ...]:
    """The first and the last, and of those between as many as can be told apart."""
    if not moments:
        return ()
    apart = (moments[-1] - moments[0]) / MOST_MOMENTS
    kept = [moments[0]]
    for at in moments:
        if at - kept[-1] >= max(apart, timedelta(minutes=1)):
            kept.append(at)
    return tuple(dict.fromkeys([*kept, moments[-1]]))


def _reckoned(values: TournamentValues) -> tuple[list[PartSummary], dict[int, EntryStanding]]:
    parts = values.format.parts(values.setup, values.entries, values.results)
    tables = [standings(values.setup, one.entries, one.results) for one in parts]
    made: dict[int, EntryStanding] = {}
    for group in _places(values, tables):
        place = len(made) + 1
        for entry in group:
            made[entry] = EntryStanding(
                entry_id=entry, rank=len(made) + 1, place=place, is_shared=len(group) > 1
            )
    line = 0
    for part, rows in zip(parts, tables, strict=True):
        sharing = Counter(row.place for row in rows)
        for row in rows:
            line += 1
            _put(made[row.entry], row, line, part.number, is_shared=sharing[row.place] > 1)
    return [
        PartSummary(one.number, len(rows), any(table.is_open for table in one.results))
        for one, rows in zip(parts, tables, strict=True)
    ], made


def _places(values: TournamentValues, tables: Sequence[tuple[StandingsRow, ...]]) -> Groups:
    """Everybody by how far they came: as the one table has it, where that ranks them all."""
    if values.format.ranking is not Ranking.ALL or len(tables) != 1:
        return values.format.places(values.setup, values.entries, values.results)
    return in_seeding_order(values.setup, values.entries, tables[0])


def _put(kept: EntryStanding, row: StandingsRow, line: int, part: int, *, is_shared: bool) -> None:
    kept.line, kept.part, kept.part_place, kept.part_shared = line, part, row.place, is_shared
    kept.figures = [_figure(one) for one in row.figures]
    kept.workings = msgspec.json.encode(list(row.figures), enc_hook=fraction_text).decode()


def _figure(one: Reckoning) -> str | None:
    """The figure as a table shows it, as a fraction; None where it decides nothing."""
    if any(Note.NOT_ALL_MET in term.notes for term in one.terms):
        return None
    if one.rule in {Formula.ENCOUNTER, Formula.PERFORMANCE} and not one.terms:
        return None
    if one.rule is Formula.ENCOUNTER:
        return str(sum((term.value for term in one.terms if term.counts), Fraction(0)))
    return str(round(one.value) if one.rule is Formula.PERFORMANCE else one.value)


def _write(tournament: Tournament, made: dict[int, EntryStanding]) -> None:
    """Make the rows these: a result moves few of many."""
    rows = EntryStanding.objects.filter(tournament=tournament)
    before = {entry: values for entry, *values in rows.values_list("entry_id", *COMPARED)}
    changed = []
    for entry, row in made.items():
        row.tournament = tournament
        if before.get(entry) != [getattr(row, name) for name in COMPARED]:
            changed.append(row)
    EntryStanding.objects.bulk_create(
        changed,
        batch_size=500,
        update_conflicts=True,
        unique_fields=["entry"],
        update_fields=["tournament", *COMPARED],
    )
    if gone := before.keys() - made.keys():
        rows.filter(entry__in=gone).delete()
