"""`manage.py bench`: benchmarks and drills."""

from games.management.commands._beside_tests import command_beside_tests

Command = command_beside_tests("tests.bench.command", "Measure how fast the service is")
