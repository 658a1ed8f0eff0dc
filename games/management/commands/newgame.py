"""`manage.py newgame`: a small package of a game that plays at once."""

from __future__ import annotations

import re
from pathlib import Path
from string import Template

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.rules.registry import GAMES


class Command(BaseCommand):
    """Write the package from `seeds/newgame`; nothing else changes."""

    help = "Begin a game: two players, one decision, played by web, mail and words at once."
    requires_system_checks = ()  # needs no database

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("key", help="what addresses call it, such as follow-suit")
        parser.add_argument("name", help='what people call it, such as "Follow Suit"')
        parser.add_argument(
            "--into", type=Path, default=Path("games", "catalogue"), help="another folder for it"
        )

    def handle(self, *_args: object, key: str, name: str, into: Path, **_options: object) -> None:
        if not re.fullmatch(r"[a-z][a-z0-9]*(-[a-z0-9]+)*", key):
            raise CommandError(f"{key!r} is no key: small letters, digits and single hyphens.")
        if not re.fullmatch(r"\w[\w -]*", name):
            raise CommandError(f"{name!r} is no name: letters, digits, blanks, hyphens.")
        package = into / key.replace("-", "_")
        if key in GAMES or package.exists():
            raise CommandError(f"There is a game {key} already.")
        words = {"key": key, "name": name, "class_name": key.title().replace("-", "")}
        package.mkdir(parents=True)
        for template in sorted((settings.BASE_DIR / "seeds" / "newgame").glob("*.txt")):
            text = Template(template.read_text(encoding="utf-8")).substitute(words)
            (package / template.stem).write_text(text, encoding="utf-8")
        self.stdout.write(f"{package} plays: try manage.py playout {key} --games 1")
