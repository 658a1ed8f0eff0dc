"""`manage.py bench`: benchmarks and drills. They lie beside the tests, where their packages are."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from django.core.management.base import BaseCommand, CommandError

if find_spec("tests") is not None and find_spec("tests.bench") is not None:
    Command = import_module("tests.bench.command").Command
else:

    class Command(BaseCommand):  # type: ignore[no-redef]
        """Says where benchmarks are to be had."""

        help = "Measure how fast the service is; needs a checkout with its tests."

        def handle(self, *_arguments: object, **_options: object) -> None:
            raise CommandError("Benchmarks lie in tests/bench/: run this in a checkout.")
