"""`manage.py transcripts`: writes the golden transcripts of every game, or checks them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from games.management.commands._setup import option_words
from games.rules.configurations import Configuration, covering
from games.rules.playout import AnyLegalBot, match_seed, play_match
from games.rules.protocol import Rules
from games.rules.registry import GAMES
from games.rules.transcript import transcript

DEFAULT_DIRECTORY = Path("tests", "rules", "transcripts")
SILENCE = 20
"""Percent of orders by default, so that a transcript shows what silence does as well."""


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

    def handle(self, *args: Any, **options: Any) -> None:
        directory: Path = options["directory"] or settings.BASE_DIR / DEFAULT_DIRECTORY
        wanted = {
            directory / game / f"{configuration.name}.txt": (rules, configuration)
            for game, rules in GAMES.items()
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
            if not options["check"]:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, "utf-8")
        self._report(directory, wanted.keys(), faults, options["check"])

    def _report(self, directory: Path, wanted: Any, faults: list[str], check: bool) -> None:
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


def golden(rules: Rules[Any, Any], configuration: Configuration) -> str:
    """The transcript of one fixed match of this configuration."""
    # no bot of the game: a better bot must not change the transcripts of the rules
    bots = [AnyLegalBot()] * configuration.seats
    record = play_match(
        rules, bots, configuration.options, match_seed(configuration.name), silence=SILENCE
    )
    heading = (
        f"{rules.key}, rules version {rules.version}, {configuration.seats} seats, "
        f"{option_words(configuration) or 'no options'}, any legal orders, {SILENCE} % silence"
    )
    return transcript(rules, record, heading)


def difference(old: str | None, new: str) -> str:
    """The first line that differs, in words."""
    if old is None:
        return "is new"
    before, after = old.splitlines(), new.splitlines()
    for number, (one, two) in enumerate(zip(before, after, strict=False), 1):
        if one != two:
            return f"line {number} was {one.strip()!r} and is {two.strip()!r}"
    return f"had {len(before)} lines and has {len(after)}"
