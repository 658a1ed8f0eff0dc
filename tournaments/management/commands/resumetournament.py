"""Take a parked tournament up again after its fault has been repaired."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandError

from tournaments.models import Tournament
from tournaments.models.tournaments import MOST_TRIES
from tournaments.services.sweeping import UNFINISHED, retry_tournament


class Command(BaseCommand):
    help = "List parked tournaments with their faults, or take one up again."
    requires_system_checks = (Tags.security,)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", nargs="?", help="the tournament; none lists them")

    def handle(self, *_args: object, code: str | None, **_options: object) -> None:
        parked = Tournament.objects.filter(status__in=UNFINISHED, attempts__gte=MOST_TRIES)
        if code is None:
            for row in parked.order_by("pk"):
                last_line = row.fault.strip().rpartition("\n")[2]
                self.stdout.write(f"{row.code}  {row.format}  {row.name}  {last_line}")
            self.stdout.write(f"{parked.count()} parked tournaments")
            return
        found = parked.filter(code=code.lower()).first()
        if found is None:
            raise CommandError(
                f"no parked tournament {code!r}; without a code the command lists them"
            )
        retry_tournament(found.pk)
        self.stdout.write(f"tournament {found.code} is taken up again by the next sweep")
