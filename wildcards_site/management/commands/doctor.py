"""`manage.py doctor`: try each part of the service that it needs to run."""

from __future__ import annotations

from django.core.management.base import BaseCommand, CommandError

from wildcards_site.doctor import examine


class Command(BaseCommand):
    """Say of each part whether it works, and what would help where it does not."""

    help = "Try the database, Redis, the mail server and the settings; say what would help."

    # It has more to say about wrong settings than a refusal to start.
    requires_system_checks = ()

    def handle(self, *_args: object, **_options: object) -> None:
        """One line a part; fails if any part does."""
        findings = examine()
        for finding in findings:
            mark = "ok  " if finding.is_well else "FAIL"
            self.stdout.write(f"{mark} {finding.part}: {finding.words}")
        unwell = sum(not finding.is_well for finding in findings)
        if unwell:
            raise CommandError(f"{unwell} of {len(findings)} parts need a hand.")
