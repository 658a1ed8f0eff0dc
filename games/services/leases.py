"""What a worker takes in hand is leased in the database before the try.

One mechanism for due matches, mail going out and mail coming in: rows with `attempts` and
`lease_until`. A lease is free again by itself soon after its holder has died, however it died, and
the try stays counted. Its end is also its mark: what a holder writes later, when somebody else has
the row, finds another end and changes nothing.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import TypeVar

from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import F, Model, Q, QuerySet
from django.db.models.functions import Greatest

from games.models.row_updates import update_rows

LEASE = timedelta(seconds=30)
"""No unit of work may take longer; a longer piece of work renews its lease between its units."""

DATABASE_AWAY = (OperationalError, InterfaceError)
"""Away, restarted, full or locked by somebody else: no row's fault."""

_owed: deque[Callable[[], int]] = deque()
"""What this process has to give back as soon as the database answers."""

M = TypeVar("M", bound=Model)


def free_at(now: datetime) -> Q:
    """Rows that nobody has in hand."""
    return Q(lease_until=None) | Q(lease_until__lte=now)


def take_lease(
    queue: QuerySet[M],
    *,
    limit: int,
    now: datetime,
    lease: timedelta = LEASE,
    locked_with: Sequence[str] = (),
    mark: Callable[[M], Sequence[str]] | None = None,
) -> list[M]:
    """Lease the first `limit` rows of an ordered queue; each has one more try counted.

    The caller's queue says what is due; rows in somebody else's hands, and rows that another
    worker is just leasing, are passed over, and so are those of which somebody has a row
    `locked_with` them, named by its relation. `mark` may set fields of a row, always the same, and
    returns their names: they are written with the lease. Returns the rows as they are now, in the
    queue's order.
    """
    skip = connection.features.has_select_for_update_skip_locked
    until = now + lease
    with transaction.atomic():
        rows = list(
            queue.filter(free_at(now)).select_for_update(
                skip_locked=skip, of=("self", *locked_with)
            )[:limit]
        )
        for row in rows:
            row.lease_until = until  # type: ignore[attr-defined]
            row.attempts += 1  # type: ignore[attr-defined]
        if mark is None:
            ids = [row.pk for row in rows]
            _rows_of(queue).filter(pk__in=ids).update(lease_until=until, attempts=F("attempts") + 1)
        else:
            marked = {name for row in rows for name in mark(row)}
            update_rows(rows, ["lease_until", "attempts", *sorted(marked)])
    return rows


def renew_lease(
    rows: QuerySet[M], ids: Collection[int], *, until: datetime, now: datetime
) -> datetime:
    """Hold these rows for another while; returns the new end, by which they are known from now on.

    Rows whose lease ran out and was taken by somebody else are left to them.
    """
    renewed = now + LEASE
    held(rows, ids, until).update(lease_until=renewed)
    return renewed


def return_lease(
    rows: QuerySet[M],
    ids: Collection[int],
    *,
    until: datetime,
    is_counted: bool,
    **changes: object,
) -> int:
    """Give rows back before their time; an uncounted try was nobody's fault. Returns how many.

    `changes` are written with it. Rows that somebody else has locked keep the lease to its end:
    nobody waits for them here.
    """
    if not is_counted:
        changes["attempts"] = Greatest(F("attempts") - 1, 0)
    skip = connection.features.has_select_for_update_skip_locked
    with transaction.atomic():
        free = held(rows, ids, until).select_for_update(skip_locked=skip, of=("self",))
        ids = list(free.order_by().values_list("pk", flat=True))
        return rows.filter(pk__in=ids).update(lease_until=None, **changes)


def excuse_lease(
    rows: QuerySet[M], ids: Collection[int], *, until: datetime, **changes: object
) -> bool:
    """Give rows back uncounted, whatever the database does: now, or as soon as it answers.

    Returns whether it was now. Raises nothing.
    """
    _owed.append(partial(return_lease, rows, ids, until=until, is_counted=False, **changes))
    return settle_excuses()


def settle_excuses() -> bool:
    """Give back what could not be given back while the database was away; False: it still is."""
    while _owed:
        try:
            _owed[0]()
        except DATABASE_AWAY:
            return False
        _owed.popleft()
    return True


def held(rows: QuerySet[M], ids: Collection[int], until: datetime | None) -> QuerySet[M]:
    """The rows as long as this lease holds them."""
    return rows.filter(pk__in=ids, lease_until=until)


def _rows_of(queue: QuerySet[M]) -> QuerySet[M]:
    return queue.model._default_manager.all()
