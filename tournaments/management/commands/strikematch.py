"""`manage.py strikematch`: take a dishonest match out of the ratings."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandError

from tournaments.services.strikes import StrikeError, strike_match


class Command(BaseCommand):
    """Strike a match out; whoever was honest loses nothing by it."""

    help = "Take a match out of the ratings, rate all later ones again, and refund the honest."
    requires_system_checks = (Tags.security,)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", help="the match")
        parser.add_argument("--reason", required=True, help="kept with the match")
        parser.add_argument(
            "--at-fault", action="append", default=[], metavar="NAME", help="gets no refund"
        )

    def handle(
        self, *_args: object, code: str, reason: str, at_fault: list[str], **_options: object
    ) -> None:
        try:
            refunds = strike_match(code, reason=reason, at_fault=at_fault)
        except StrikeError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Match {code} no longer counts; refunds: {len(refunds)}")
        for name, thousandths in sorted(refunds.items()):
            self.stdout.write(f"  {name}: {thousandths / 1000:+.1f}")
