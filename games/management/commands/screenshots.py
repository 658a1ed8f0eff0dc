"""`manage.py screenshots`: pictures of every page. What takes them lies beside the tests."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from django.core.management.base import BaseCommand, CommandError

if find_spec("tests") is not None and find_spec("tests.screenshots") is not None:
    Command = import_module("tests.screenshots.command").Command
else:

    class Command(BaseCommand):  # type: ignore[no-redef]
        """Says where pictures are to be had."""

        help = "Take a picture of every page; needs a checkout with its tests."

        def handle(self, *_arguments: object, **_options: object) -> None:
            raise CommandError("The camera lies in tests/screenshots/: run this in a checkout.")
