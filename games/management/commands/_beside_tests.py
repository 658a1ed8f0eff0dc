"""Commands for who works on the service: they lie beside the tests, with their packages."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from django.core.management.base import BaseCommand, CommandError


def command_beside_tests(module: str, does: str) -> type[BaseCommand]:
    """The module's command; where the tests are not installed, one that says so."""
    if find_spec("tests") is not None and find_spec(module.rpartition(".")[0]) is not None:
        found: type[BaseCommand] = import_module(module).Command
        return found

    class Command(BaseCommand):
        """Says where the command is to be had."""

        help = f"{does}; needs a checkout with its tests."

        def handle(self, *_arguments: object, **_options: object) -> None:
            raise CommandError(f"{module} is not installed: run this in a checkout.")

    return Command
