"""`manage.py transcripts`: writes the golden transcripts of every game, or checks them."""

from __future__ import annotations

import sys
from collections.abc import Collection
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from games.rules.configurations import covering
from games.rules.registry import GAMES
from tests.rules.golden import difference, golden

DEFAULT_DIRECTORY = Path("tests", "rules", "transcripts")


class Command(BaseCommand):
    """Rewrite `<game>/<configuration>.txt`; with --check write nothing, exit 1 on a difference."""

    help = "Rewrite the golden transcripts of all games, or check that they still hold."
    requires_system_checks = ()  # needs no database

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="write nothing, name what differs, exit 1 if any"
        )
        parser.add_argument(
            "--directory", type=Path, help=f"where they are ({DEFAULT_DIRECTORY.as_posix()})"
        )

    def handle(
        self, *_args: object, check: bool, directory: Path | None, **_options: object
    ) -> None:
        directory = directory or settings.BASE_DIR / DEFAULT_DIRECTORY
        wanted = {
            directory / game / f"{configuration.name}.txt": (rules, configuration)
            for game, rules in ((key, one.rules) for key, one in GAMES.items())
            for configuration in covering(rules)
        }
        faults = [
            f"{path.relative_to(directory)}: belongs to no game"
            for path in sorted(directory.glob("*/*.txt"))
            if path not in wanted
        ]
        for path, (rules, configuration) in wanted.items():
            text = golden(rules, configuration)
            old = path.read_text("utf-8") if path.exists() else None
            if old == text:
                continue
            faults.append(f"{path.relative_to(directory)}: {difference(old, text)}")
            if not check:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, "utf-8")
        self._report(directory, wanted.keys(), faults, check)

    def _report(
        self, directory: Path, wanted: Collection[Path], faults: list[str], check: bool
    ) -> None:
        for fault in faults:
            self.stdout.write(fault)
        if check and faults:
            self.stdout.write("manage.py transcripts rewrites them; look at what changes.")
            sys.exit(1)
        if not check:
            for path in directory.glob("*/*.txt"):
                if path not in wanted:
                    path.unlink()
        self.stdout.write(f"{len(wanted)} transcripts {'hold' if check else 'written'}")
