"""`manage.py rebuildratings`: play all rated matches again and store what comes out."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import Progress

from tournaments.services.rebuilding import Rebuilt, pools_rated, rebuild_pool


class Command(BaseCommand):
    """Rebuild or check the ratings."""

    help = "Rate all matches again in their order; says what was otherwise, and stores it."
    requires_system_checks = (Tags.security,)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--pool", help="only this one, such as wizard or wild-cards/2022")
        parser.add_argument(
            "--check", action="store_true", help="change nothing; fail where something differs"
        )

    def handle(self, *_args: object, pool: str | None, check: bool, **_options: object) -> None:
        pools = dict(pools_rated())
        if pool is not None and pool not in pools:
            known = ", ".join(pools) or "none yet"
            raise CommandError(f"Nothing was rated in {pool!r}. Pools with ratings: {known}.")
        found = []
        with Progress(console=Console(stderr=True), transient=True) as progress:
            for key in [pool] if pool is not None else pools:
                task = progress.add_task(key, total=pools[key])
                rebuilt = rebuild_pool(
                    key,
                    is_check=check,
                    advance=lambda count, task=task: progress.advance(task, count),  # type: ignore[misc]
                )
                found.append(rebuilt)
        for rebuilt in found:
            self.stdout.write(_line(rebuilt, is_check=check))
        if not found:
            self.stdout.write("Nothing has been rated yet, so nothing differs.")
        elif all(rebuilt.is_equal for rebuilt in found):
            self.stdout.write("Nothing differs.")
        if check and not all(rebuilt.is_equal for rebuilt in found):
            raise CommandError("Run it without --check to store what the matches give.")


def _line(rebuilt: Rebuilt, *, is_check: bool) -> str:
    played = f"{rebuilt.pool}: {rebuilt.matches:,} matches"
    if rebuilt.is_equal:
        return f"{played}, every figure as it was"
    verb = "differ" if is_check else "were corrected"
    return f"{played}; {rebuilt.changes:,} changes and {rebuilt.ratings:,} ratings {verb}"
