"""Call a running match off, as a fault in its rules may make necessary."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandError

from games.common.errors import MatchError
from games.models import Match
from games.services.operator_actions import call_off_match


class Command(BaseCommand):
    help = "End a match without a result, tell its players why, and change no rating."
    requires_system_checks = (Tags.security,)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", help="the match to call off")
        parser.add_argument("--reason", required=True, help="one sentence, told to its players")

    def handle(self, *_args: object, code: str, reason: str, **_options: object) -> None:
        row = Match.objects.filter(code=code.lower()).first()
        if row is None:
            raise CommandError(f"no match {code!r}")
        try:
            match_row = call_off_match(match_id=row.pk, reason=reason)
        except MatchError:
            raise CommandError(f"match {row.code} is over already") from None
        self.stdout.write(f"match {match_row.code} is {match_row.get_status_display()}")
