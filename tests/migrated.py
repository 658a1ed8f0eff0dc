"""A database as the migrations leave it: kept from run to run on SQLite, emptied between tests."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.test import TransactionTestCase

ROOT = Path(__file__).resolve().parent.parent


def migrated_file() -> Path:
    """Where it is kept; other migrations or packages have another one."""
    sources = [ROOT / "requirements.lock", *sorted(ROOT.glob("*/migrations/*.py"))]
    digest = sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:16]
    return ROOT / ".pytest_cache" / f"migrated-{digest}.sqlite3"


def make_migrated() -> None:
    """Have it made, unless it is there: by one process, before several want a copy."""
    if (kept := migrated_file()).exists():
        return
    kept.parent.mkdir(parents=True, exist_ok=True)
    draft = kept.with_suffix(f".{os.getpid()}")
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity=0", "--skip-checks"]
    subprocess.run(
        migrate, cwd=ROOT, env={**os.environ, "DATABASE_URL": f"sqlite:///{draft}"}, check=True
    )
    draft.replace(kept)


def copy_migrated(path: Path) -> bool:
    """Have the file begin as a copy of it; False where none is kept: whoever opens it migrates."""
    if not (kept := migrated_file()).exists():
        return False
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    shutil.copy(kept, path)
    return True


def keep_migrated() -> None:
    """Keep a copy of the open SQLite database, which has just been migrated."""
    from django.db import connection

    kept = migrated_file()
    kept.parent.mkdir(parents=True, exist_ok=True)
    draft = kept.with_suffix(f".{os.getpid()}")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(draft)])
    draft.replace(kept)


def filled_tables() -> list[str]:
    """Every table of the models, except those that Django fills when it migrates."""
    from django.db import connection

    kept = {"django_migrations", "django_content_type", "auth_permission"}
    return sorted(set(connection.introspection.django_table_names(only_existing=True)) - kept)


def empty_database(test: TransactionTestCase) -> None:
    """Delete every row that a test has committed, except those that Django makes of the models.

    In place of the flush after such a test, which takes half a second: TRUNCATE makes new files of
    all tables, and what it takes away of types and permissions is made again.
    """
    del test
    from django.db import connection, transaction

    tables = filled_tables()
    with (
        connection.constraint_checks_disabled(),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        for table in tables:
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")
