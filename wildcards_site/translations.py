"""Translations: .po files are kept, .mo files are compiled where they are needed."""

from collections.abc import Iterable
from pathlib import Path

import polib


def compile_messages(directories: Iterable[Path]) -> list[Path]:
    """Compile every .po that is newer than its .mo, and return the .mo files written."""
    written: list[Path] = []
    for directory in directories:
        for source in sorted(directory.glob("*/LC_MESSAGES/*.po")):
            compiled = source.with_suffix(".mo")
            if compiled.exists() and compiled.stat().st_mtime >= source.stat().st_mtime:
                continue
            # Replaced in one step: a process that starts now reads the old one or the new one.
            draft = compiled.with_suffix(".mo.new")
            polib.pofile(str(source)).save_as_mofile(str(draft))
            draft.replace(compiled)
            written.append(compiled)
    return written
