"""`manage.py rebuildfigures`: count all finished matches anew, and store what comes out."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandError

from tournaments.services.counting_figures import (
    count_due,
    pools_counted,
    recount_pool,
    recount_rivalries,
)


class Command(BaseCommand):
    """Rebuild or check the figures of players, games and rivalries."""

    help = "Count all finished matches anew; says which figures were otherwise, and stores them."
    requires_system_checks = (Tags.security,)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--check", action="store_true", help="change nothing; fail where something differs"
        )

    def handle(self, *_args: object, check: bool, **_options: object) -> None:
        if not check:
            while count_due():
                pass
        wrong = 0
        for pool in pools_counted():
            found = recount_pool(pool, is_check=check)
            wrong += found.wrong
            self.stdout.write(
                f"{pool}: {found.matches:,} matches; figures of {found.wrong:,} players differ"
            )
        pairs = recount_rivalries(is_check=check)
        self.stdout.write(f"{pairs:,} pairs of players differ")
        if check and wrong + pairs:
            raise CommandError("Run it without --check to store what the matches give.")
