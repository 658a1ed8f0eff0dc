"""A new database and one that has come all the way have the same tables."""

from __future__ import annotations

import pytest
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.loader import MigrationLoader


@pytest.mark.parametrize("app", ["games", "tournaments"])
def test_the_squashed_migration_ends_where_those_that_it_replaces_do(app: str) -> None:
    at_once, one_by_one = MigrationLoader(None), MigrationLoader(None, replace_migrations=False)
    (squashed,) = (key for key in at_once.graph.nodes if key[0] == app and "squashed" in key[1])
    last = max(at_once.disk_migrations[squashed].replaces)

    states = (one_by_one.project_state(last), at_once.project_state(squashed))
    changes = MigrationAutodetector(*states).changes(graph=at_once.graph)

    assert app not in changes
