"""Add demo members and running matches, and say how to sign in."""

from __future__ import annotations

import locale

from django.conf import settings
from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation
from rich.console import Console

from games.services.demo_data import ensure_demo


class Command(BaseCommand):
    help = "Add demo members and running matches; harmless to repeat."
    requires_system_checks = (Tags.security,)

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--yes", action="store_true", help="add them to a public service, too")

    def handle(self, *_args: object, yes: bool, **_options: object) -> None:
        if settings.PRODUCTION and not yes:
            raise CommandError(
                "This is a public service: the demo would add invented members and matches, and "
                "write to them. Say --yes if that is meant."
            )
        console = Console()
        language = spoken_in(locale.getlocale()[0])
        with console.status("demo matches") as status, translation.override(language):
            demo = ensure_demo(lambda title: status.update(f"demo match: {title}"))
        console.print(f"{demo.matches} demo matches. Sign in with [bold]{demo.first.email}[/bold]")
        others = ", ".join(member.email for member in demo.others)
        console.print(f"Others at the tables: {others}")


def spoken_in(place: str | None) -> str:
    """The language of a locale such as `it_IT`, where the service speaks it; or else English."""
    code = (place or "").partition("_")[0]
    return code if code in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
