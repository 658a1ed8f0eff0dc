"""Gather the texts to translate: Django's own command, with those of the API's description."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.commands import makemessages

from games.api.documentation import all_texts

API_TEXTS = "games/api/texts.py"
"""Where the description's texts stand while they are gathered."""


def write_api_texts(root: Path) -> Path:
    """The file, below this folder, that calls gettext with every text of the description."""
    path = root / API_TEXTS
    path.write_text("".join(f"gettext({text!r})\n" for text in all_texts()), encoding="utf-8")
    return path


class Command(makemessages.Command):
    def handle(self, *args: Any, **options: Any) -> None:
        written = write_api_texts(Path.cwd())
        try:
            super().handle(*args, **options)
        finally:
            written.unlink()
