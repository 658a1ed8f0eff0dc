"""List the alarms, or see whether one would be heard."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandError

from games.common import clock
from games.models import Alarm
from games.services.alarm_notifications import operators, try_ways
from games.services.alarms import alarm_words


class Command(BaseCommand):
    help = "List open alarms. With --test, tell the operators a test alarm by every way there is."
    requires_system_checks = (Tags.security,)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--test", action="store_true", help="a fire drill")

    def handle(self, *_args: object, test: bool, **_options: object) -> None:
        if test:
            self._drill()
            return
        alarms = Alarm.objects.filter(cleared_at=None).exclude(raised_at=None)
        for alarm in alarms:
            self.stdout.write(f"{alarm.raised_at:%Y-%m-%d %H:%M:%S}  {alarm_words(alarm)}")
        self.stdout.write(f"{len(alarms)} open alarms")

    def _drill(self) -> None:
        now = clock.now()
        drill = Alarm(
            key="drill", noticed_at=now, raised_at=now, detail="This is a test: nothing is amiss."
        )
        said = try_ways([drill], operators())
        for way, words in said.items():
            self.stdout.write(f"{way}: {words}")
        if said["webhook"] != "taken" and said["mail"].startswith(("0", "no ")):
            raise CommandError("nobody would hear of an alarm: set OPERATORS_MAIL")
