"""`manage.py transcripts`: the golden transcripts of every game."""

from games.management.commands._beside_tests import command_beside_tests

Command = command_beside_tests(
    "tests.rules.transcripts_command", "Rewrite or check the golden transcripts of all games"
)
