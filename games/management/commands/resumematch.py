"""Take a parked match up again after its fault has been repaired."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandError

from games.models import Match
from games.services.match_failures import resume_match


class Command(BaseCommand):
    help = "List parked matches with their faults, or take one up again with a fresh deadline."
    requires_system_checks = (Tags.security,)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", nargs="?", help="the match to take up again; none lists them")

    def handle(self, *_args: object, code: str | None, **_options: object) -> None:
        parked = Match.objects.filter(status=Match.Status.PARKED)
        if code is None:
            for match in parked:
                last_line = match.fault.strip().rpartition("\n")[2]
                self.stdout.write(f"{match.code}  {match.game}  {last_line}")
            self.stdout.write(f"{parked.count()} parked matches")
            return
        match_row = parked.filter(code=code.lower()).first()
        if match_row is None:
            raise CommandError(f"no parked match {code!r}; without a code the command lists them")
        resumed = resume_match(match_id=match_row.pk)
        self.stdout.write(f"match {resumed.code} goes on; its deadline is {resumed.deadline_at}")
