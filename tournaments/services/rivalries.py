"""Who met whom and did how: added to as matches are counted, taken back where one is struck."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, permutations

from django.db import transaction
from django.db.models import Case, Count, F, FloatField, Q, Value, When

from tournaments.figures.tables import PlayedTable, scored
from tournaments.models import PlayedMatch, Rivalry

BATCH = 500
SCORE = Case(
    When(has_left=True, match__played__has_left=False, then=Value(1.0)),
    When(has_left=False, match__played__has_left=True, then=Value(0.0)),
    When(place__gt=F("match__played__place"), then=Value(1.0)),
    When(place=F("match__played__place"), then=Value(0.5)),
    default=Value(0.0),
    output_field=FloatField(),
)
"""What the member at `match__played` scored against the one of the row; who left has lost."""

Pair = tuple[int, int]
Results = dict[Pair, list[int]]
"""By member and opponent: how often behind, level and ahead."""


def add_meetings(pool: str, tables: Iterable[PlayedTable]) -> None:
    """Count these matches of the pool; the caller counts each once, and nobody else at the time."""
    found: Results = defaultdict(lambda: [0, 0, 0])
    for table in tables:
        for one, other in permutations(table.seats, 2):
            halves = scored(one.place, one.has_left, other.place, other.has_left)
            found[one.member, other.member][halves] += 1
    _add(pool, found)


def retract_meetings(pool: str, played: Sequence[PlayedMatch]) -> None:
    """Take a counted match back: these are its rows as they were shown."""
    found: Results = defaultdict(lambda: [0, 0, 0])
    for one, other in permutations(played, 2):
        halves = scored(one.place, one.has_left, other.place, other.has_left)
        found[one.member_id, other.member_id][halves] -= 1
    with transaction.atomic():
        _add(pool, found)


def _add(pool: str, found: Mapping[Pair, Sequence[int]]) -> None:
    known = _known(found)
    changed, gone = [], []
    for (member, opponent), results in found.items():
        row = known.get((member, opponent))
        pools = row.results if row is not None else {}
        before = pools.get(pool, (0, 0, 0))
        pools[pool] = (before[0] + results[2], before[1] + results[1], before[2] + results[0])
        wanted = _row(member, opponent, pools)
        if wanted.matches > 0:
            changed.append(wanted)
        elif row is not None:
            gone.append(row.pk)
    _write(changed)
    Rivalry.objects.filter(pk__in=gone).delete()


def _known(pairs: Iterable[Pair]) -> dict[Pair, Rivalry]:
    opponents = defaultdict(set)
    for member, opponent in pairs:
        opponents[member].add(opponent)
    everybody = sorted(opponents)
    found = {}
    for start in range(0, len(everybody), BATCH):
        rows = Rivalry.objects.filter(
            member__in=everybody[start : start + BATCH], opponent__in=everybody
        )
        for row in rows.iterator(chunk_size=2000):
            if row.opponent_id in opponents[row.member_id]:
                found[row.member_id, row.opponent_id] = row
    return found


def _write(rows: Sequence[Rivalry]) -> None:
    Rivalry.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["member", "opponent"],
        update_fields=["matches", "share", "pools"],
        batch_size=BATCH,
    )


def recount_meetings(counted: Mapping[str, int], *, is_check: bool = False) -> int:
    """Count all meetings anew, of each pool up to the match that its figures go to.

    Returns how many pairs were stored otherwise. Nobody else may count meanwhile.
    """
    wrong, new = 0, []
    stored = {
        (row.member_id, row.opponent_id): row.pk
        for row in Rivalry.objects.only("member", "opponent").iterator(chunk_size=2000)
    }
    for (member, opponent), rows in groupby(_meetings(counted), key=lambda row: row[:2]):
        pools: dict[str, list[int]] = {}
        for _member, _opponent, pool, score, number in rows:
            pools.setdefault(pool, [0, 0, 0])[2 - round(2 * score)] += number
        wanted = _row(member, opponent, pools)
        pk = stored.pop((member, opponent), None)
        new.append((pk, wanted))
        if len(new) == BATCH:
            wrong += _settle(new, is_check=is_check)
            new = []
    wrong += _settle(new, is_check=is_check) + len(stored)
    if not is_check:
        Rivalry.objects.filter(pk__in=stored.values()).delete()
    return wrong


def _meetings(counted: Mapping[str, int]) -> Iterator[tuple[int, int, str, float, int]]:
    """Member, opponent, pool, score and how often, the pairs one after the other."""
    covered = Q(pk__in=())
    for pool, last in counted.items():
        covered |= Q(pool=pool, pk__lte=last)
    rows = (
        PlayedMatch.objects.filter(covered, is_shown=True, match__played__is_shown=True)
        .annotate(rival=F("match__played__member"), result=SCORE)
        .exclude(rival=F("member"))
        .order_by("rival", "member", "pool")
        .values_list("rival", "member", "pool", "result")
        .annotate(number=Count("id"))
    )
    return rows.iterator(chunk_size=5000)


def _row(member: int, opponent: int, pools: Mapping[str, Sequence[int]]) -> Rivalry:
    matches = sum(map(sum, pools.values()))
    halves = sum(2 * ahead + level for ahead, level, _behind in pools.values())
    kept = {key: list(one) for key, one in pools.items() if any(one)}
    share = round(500 * halves / matches) if matches else 0
    return Rivalry(member_id=member, opponent_id=opponent, matches=matches, share=share, pools=kept)


def _settle(rows: Sequence[tuple[int | None, Rivalry]], *, is_check: bool) -> int:
    """Store those that are otherwise; how many were."""
    stored = Rivalry.objects.in_bulk([pk for pk, _wanted in rows if pk is not None])
    wrong = [
        wanted
        for pk, wanted in rows
        if pk is None
        or (stored[pk].matches, stored[pk].share, stored[pk].pools)
        != (wanted.matches, wanted.share, wanted.pools)
    ]
    if not is_check:
        _write(wrong)
    return len(wrong)
