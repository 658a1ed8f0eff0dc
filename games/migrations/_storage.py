"""How PostgreSQL stores rows that are often updated: with room in their pages (HOT)."""

from __future__ import annotations

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

OFTEN = "autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05"
SETTINGS = {
    "games_match": f"fillfactor = 75, {OFTEN}",
    "games_player": f"fillfactor = 75, {OFTEN}",
    "games_outboundmail": f"fillfactor = 75, {OFTEN}",
    "games_inboundmail": f"fillfactor = 75, {OFTEN}",
    "games_phase": "fillfactor = 75, autovacuum_vacuum_insert_scale_factor = 0.05",
    "games_order": "autovacuum_vacuum_insert_scale_factor = 0.05",
}


def set_storage(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor == "postgresql":
        for table, settings in SETTINGS.items():
            editor.execute(f"ALTER TABLE {table} SET ({settings})")


def reset_storage(_apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor == "postgresql":
        for table, settings in SETTINGS.items():
            names = ", ".join(setting.partition(" =")[0] for setting in settings.split(", "))
            editor.execute(f"ALTER TABLE {table} RESET ({names})")
