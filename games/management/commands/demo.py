"""Add demo members and running matches, and say how to sign in."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from rich.console import Console

from games.services.demo import demo_ensure


class Command(BaseCommand):
    help = "Add demo members and running matches; harmless to repeat."

    def handle(self, *_args: Any, **_options: Any) -> None:
        console = Console()
        with console.status("demo matches") as status:
            demo = demo_ensure(lambda title: status.update(f"demo match: {title}"))
        console.print(f"{demo.matches} demo matches. Sign in with [bold]{demo.first.email}[/bold]")
        others = ", ".join(member.email for member in demo.others)
        console.print(f"Others at the tables: {others}")
