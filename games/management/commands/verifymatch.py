"""Check a finished match: its commitment, its seed, every shuffle, every order and its outcome."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandError

from games.models import Match
from games.services.match_verification import MatchCheck, verify_match


class Command(BaseCommand):
    help = "Check the chance, the journal and the outcome of a match; exit status 1 if any fails."
    requires_system_checks = (Tags.security,)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("code", help="the match's code, as in its address")

    def handle(self, *_args: object, code: str, **_options: object) -> None:
        match = Match.objects.filter(code=code.lower()).first()
        if match is None:
            raise CommandError(f"there is no match {code!r}")
        checks = verify_match(match)
        for check in checks:
            self.stdout.write(_line(check))
        if not all(check.holds for check in checks):
            raise CommandError(f"match {match.code} does not verify", returncode=1)
        self.stdout.write(f"match {match.code} verifies")


def _line(check: MatchCheck) -> str:
    return f"{'ok ' if check.holds else 'BAD'} {check.what}" + (
        f": {check.problem}" if check.problem else ""
    )
