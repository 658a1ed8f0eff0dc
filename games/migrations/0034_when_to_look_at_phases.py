"""When a sweep must look moves from the match to its open phase: the columns for it.

The release before, which may still be running, knows none of them. What it inserts meanwhile is
looked at at once, and that sets the right moment.
"""

from __future__ import annotations

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

DEFAULTS = (
    ("games_match", "attempts", "0"),
    ("games_phase", "attempts", "0"),
    ("games_phase", "wake_at", "now()"),
    ("games_phase", "remind_at", "now()"),
)


def set_defaults(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor == "postgresql":
        for table, column, default in DEFAULTS:
            editor.execute(f"ALTER TABLE {table} ALTER COLUMN {column} SET DEFAULT {default}")


class Migration(migrations.Migration):
    dependencies = [("games", "0033_matches_to_watch")]

    operations = [
        migrations.AddField(
            model_name="phase",
            name="attempts",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="phase",
            name="lease_until",
            field=models.DateTimeField(
                blank=True, help_text="A sweep has the phase in hand until then.", null=True
            ),
        ),
        migrations.AddField(
            model_name="phase",
            name="remind_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="phase",
            name="wake_at",
            field=models.DateTimeField(
                blank=True,
                help_text="When the sweep must look at an open phase: at its deadline, at once "
                "when all orders are in, or for the next try after a fault.",
                null=True,
            ),
        ),
        migrations.RunPython(set_defaults, migrations.RunPython.noop),
    ]
