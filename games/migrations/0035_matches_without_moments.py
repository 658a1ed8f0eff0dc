"""When a sweep must look moves from the match to its open phase: the rows, and the indexes.

The columns of the match stay for the release before, which may still be running; a later release
drops them. What it changes meanwhile of a phase that is open now shows when the sweep looks, which
is in two hours at the latest: not at once, as all matches would then be looked at together.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import F, Q
from django.utils import timezone

from games.migrations._running import AddIndexConcurrently, ForgetField

CHUNK = 1000
LOOKS = timedelta(minutes=15)
LAST_LOOK = timedelta(hours=2)


def move_moments(apps: StateApps, _editor: BaseDatabaseSchemaEditor) -> None:
    """Give open phases what their matches have, in chunks that nobody has to wait for."""
    phases = apps.get_model("games", "Phase").objects
    running = phases.filter(
        match__status="running", number=F("match__phase_number"), closed_at=None
    )
    last, now = 0, timezone.now()
    while chunk := list(running.filter(pk__gt=last).select_related("match").order_by("pk")[:CHUNK]):
        for row in chunk:
            row.attempts, row.remind_at = row.match.attempts, row.match.remind_at
            row.wake_at = _early(row.match.wake_at, row.pk, now) if not row.attempts else None
            row.wake_at = row.wake_at or row.match.wake_at
        phases.bulk_update(chunk, ["wake_at", "remind_at", "attempts"])
        last = chunk[-1].pk


def _early(wake_at: datetime | None, number: int, now: datetime) -> datetime | None:
    spread = (LAST_LOOK - LOOKS) * (number % CHUNK / CHUNK)
    return min(wake_at, now + LOOKS + spread) if wake_at is not None else None


def leave_room(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """A sweep may close all matches of a page in one transaction: room for each once more."""
    if editor.connection.vendor == "postgresql":
        editor.execute("ALTER TABLE games_match SET (fillfactor = 50)")


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0034_when_to_look_at_phases")]

    operations = [
        migrations.RunPython(move_moments, migrations.RunPython.noop),
        AddIndexConcurrently(
            model_name="phase",
            index=models.Index(condition=Q(("closed_at", None)), fields=["wake_at"], name="phase_due"),
        ),
        AddIndexConcurrently(
            model_name="phase",
            index=models.Index(
                condition=Q(("closed_at", None)), fields=["remind_at"], name="phase_to_remind"
            ),
        ),
        migrations.RemoveIndex(model_name="match", name="match_due"),
        migrations.RemoveIndex(model_name="match", name="match_to_remind"),
        ForgetField(model_name="match", name="attempts"),
        ForgetField(model_name="match", name="lease_until"),
        ForgetField(model_name="match", name="remind_at"),
        ForgetField(model_name="match", name="wake_at"),
        migrations.RunPython(leave_room, migrations.RunPython.noop),
    ]
