"""Write the texts of the API's description where the translators' tools find them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand

from games.api.documentation import all_texts

PLACE = Path(__file__).resolve().parents[2] / "api" / "texts.py"
HEAD = '''\
"""The API's description, for translators: `manage.py apitexts` writes this file."""

from __future__ import annotations

from games.rules.game import gettext_noop

TEXTS = (
'''


def written() -> str:
    """What the file must hold."""
    return HEAD + "".join(f"    gettext_noop({_quoted(text)}),\n" for text in all_texts()) + ")\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f"'{text}'" if '"' in text and "'" not in text else f'"{escaped}"'


class Command(BaseCommand):
    help = "Write the texts of the API's description to games/api/texts.py, for translation."

    def handle(self, *args: Any, **options: Any) -> None:
        PLACE.write_text(written(), encoding="utf-8")
        self.stdout.write(f"{PLACE.name}: {len(all_texts())} texts")
