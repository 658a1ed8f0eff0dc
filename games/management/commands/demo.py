"""Add demo members and running matches, and say how to sign in."""

from __future__ import annotations

import locale
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import translation
from rich.console import Console

from games.services.demo import demo_ensure


class Command(BaseCommand):
    help = "Add demo members and running matches; harmless to repeat."

    def handle(self, *_args: Any, **_options: Any) -> None:
        console = Console()
        language = spoken_in(locale.getlocale()[0])
        with console.status("demo matches") as status, translation.override(language):
            demo = demo_ensure(lambda title: status.update(f"demo match: {title}"))
        console.print(f"{demo.matches} demo matches. Sign in with [bold]{demo.first.email}[/bold]")
        others = ", ".join(member.email for member in demo.others)
        console.print(f"Others at the tables: {others}")


def spoken_in(place: str | None) -> str:
    """The language of a locale such as `it_IT`, where the service speaks it; or else English."""
    code = (place or "").partition("_")[0]
    return code if code in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
