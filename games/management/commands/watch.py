"""Watch the service from outside its queue, and tell operators what is amiss."""

from __future__ import annotations

import time
from argparse import ArgumentParser

from django.core.checks import Tags
from django.core.management.base import BaseCommand

from games.services.watchdog import Watcher

PAUSE_SECONDS = 5.0


class Command(BaseCommand):
    help = "Look every five seconds whether the service does its work; raise and clear alarms."
    requires_system_checks = (Tags.security,)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--turns", type=int, default=0, help="stop after so many; 0: never")

    def handle(self, *_args: object, turns: int, **_options: object) -> None:
        watcher, done = Watcher(), 0
        try:
            while not turns or done < turns:
                watcher.turn()
                done += 1
                if done != turns:
                    time.sleep(PAUSE_SECONDS)
        except KeyboardInterrupt:
            return
