"""A SQLite database as the migrations leave it, kept from one run of the tests to the next."""

from __future__ import annotations

import shutil
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def migrated_file() -> Path:
    """Where it is kept; other migrations or packages have another one."""
    sources = [ROOT / "requirements.lock", *sorted(ROOT.glob("*/migrations/*.py"))]
    digest = sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:16]
    return ROOT / ".pytest_cache" / f"migrated-{digest}.sqlite3"


def copy_migrated(path: Path) -> None:
    """Have the file begin as a copy of it; where none is kept yet, whoever opens it migrates."""
    if (kept := migrated_file()).exists():
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        shutil.copy(kept, path)
