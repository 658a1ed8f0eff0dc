"""`manage.py tournament`: report files, and the research on pairing and ratings.

The research is part of a checkout; an installation without it has the report files alone.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tournaments.management.reports import add_report_arguments, report

try:
    from tests.research.command import Command as Research
except ModuleNotFoundError:
    RESEARCH = None
else:
    RESEARCH = Research()


class Command(BaseCommand):
    """Read reports of other programs; simulate tournaments, measure pairing and ratings."""

    help = "Standings and pairings of a report file; simulated tournaments and their measures."
    requires_system_checks = ()  # needs no database

    def add_arguments(self, parser: CommandParser) -> None:
        what = parser.add_subparsers(dest="what", required=True, metavar="SUBCOMMAND")
        words = "standings or the next pairing of a FIDE report file (TRF)"
        add_report_arguments(what.add_parser("trf", help=words))
        if RESEARCH is not None:
            RESEARCH.add_subcommands(what)

    def handle(self, *args: Any, **options: Any) -> None:
        if options["what"] == "trf" or RESEARCH is None:
            report(options, self.stdout)
        else:
            RESEARCH.stdout = self.stdout
            RESEARCH.handle(*args, **options)
