"""`manage.py rebuildratings`: play all rated matches again and store what comes out."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context

from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandError
from django.db import connections
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
            "--processes", type=int, default=1, help="pools that are rated at the same time (1)"
        )
        parser.add_argument(
            "--check", action="store_true", help="change nothing; fail where something differs"
        )

    def handle(
        self,
        *_args: object,
        pool: str | None,
        check: bool,
        processes: int,
        **_options: object,
    ) -> None:
        pools = dict(pools_rated())
        if pool is not None and pool not in pools:
            known = ", ".join(pools) or "none yet"
            raise CommandError(f"Nothing was rated in {pool!r}. Pools with ratings: {known}.")
        chosen = {key: pools[key] for key in ([pool] if pool is not None else pools)}
        if processes > 1:
            found = _rebuilt_at_once(chosen, processes, is_check=check)
        else:
            found = _rebuilt(chosen, is_check=check)
        for rebuilt in found:
            self.stdout.write(_line(rebuilt, is_check=check))
        if not found:
            self.stdout.write("Nothing has been rated yet, so nothing differs.")
        elif all(rebuilt.is_equal for rebuilt in found):
            self.stdout.write("Nothing differs.")
        if check and not all(rebuilt.is_equal for rebuilt in found):
            raise CommandError("Run it without --check to store what the matches give.")


def _rebuilt(pools: Mapping[str, int], *, is_check: bool) -> list[Rebuilt]:
    """One pool after the other; `pools` has how many matches each has."""
    found = []
    with Progress(console=Console(stderr=True), transient=True) as progress:
        for key, total in pools.items():
            task = progress.add_task(key, total=total)
            advance = partial(progress.advance, task)
            found.append(rebuild_pool(key, is_check=is_check, advance=advance))
    return found


def _rebuilt_at_once(pools: Mapping[str, int], processes: int, *, is_check: bool) -> list[Rebuilt]:
    """The largest pools first, each in a process with a connection of its own."""
    connections.close_all()  # a connection shared with a child would mix up both their answers
    largest = sorted(pools, key=lambda key: -pools[key])
    with ProcessPoolExecutor(processes, mp_context=get_context("fork")) as workers:
        found = {key: workers.submit(rebuild_pool, key, is_check=is_check) for key in largest}
    return [found[key].result() for key in pools]


def _line(rebuilt: Rebuilt, *, is_check: bool) -> str:
    played = f"{rebuilt.pool}: {rebuilt.matches:,} matches"
    if rebuilt.is_equal:
        return f"{played}, every figure as it was"
    verb = "differ" if is_check else "were corrected"
    return f"{played}; {rebuilt.changes:,} changes and {rebuilt.ratings:,} ratings {verb}"
