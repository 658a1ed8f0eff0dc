"""`manage.py screenshots`: pictures of every page."""

from games.management.commands._beside_tests import command_beside_tests

Command = command_beside_tests("tests.screenshots.command", "Take a picture of every page")
