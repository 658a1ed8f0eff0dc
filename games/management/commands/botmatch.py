"""`manage.py botmatch`: bots against each other, every bot in every seat equally often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console
from rich.table import Table

from games.management.commands._setup import (
    add_game_arguments,
    bot_of,
    configuration_of,
    game_of,
    progress,
    usual_seats,
)
from games.rules.configurations import option_words
from games.rules.playout import match_seed, play_match
from games.rules.protocol import Outcome

CONFIDENCE_95 = 1.96
TABLE_WIDTH = 100


@dataclass(slots=True)
class Tally:
    """What one bot reached: first places (a shared one counts in parts) and the sum of scores."""

    bot: str
    matches: int = 0
    wins: float = 0.0
    score: int = 0
    places: int = 0

    def add(self, outcome: Outcome, seat: int) -> None:
        """Count a match in which this bot had that seat."""
        winners = outcome.places.count(1)
        self.matches += 1
        self.wins += 1 / winners if outcome.places[seat] == 1 else 0.0
        self.score += outcome.scores[seat]
        self.places += outcome.places[seat]


def interval(wins: float, matches: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share of wins, by Wilson's formula."""
    share, weight = wins / matches, CONFIDENCE_95**2 / matches
    middle = (share + weight / 2) / (1 + weight)
    reach = sqrt(weight * share * (1 - share) + weight**2 / 4) / (1 + weight)
    return max(0.0, middle - reach), min(1.0, middle + reach)


class Command(BaseCommand):
    """Play matches between bots and print a table of wins."""

    help = "Let bots play against each other, seats rotated, and print who wins how often."
    requires_system_checks = ()  # needs no database

    def add_arguments(self, parser: CommandParser) -> None:
        add_game_arguments(parser)
        parser.add_argument(
            "--bots",
            metavar="BOT,BOT,…",
            help="one bot for each seat (one steady, the others random)",
        )
        parser.add_argument("--games", type=int, default=400, help="how many matches (400)")
        parser.add_argument("--seed", default="1", help="the same seed gives the same matches (1)")

    def handle(
        self, *_args: object, bots: str | None, games: int, seed: str, **options: object
    ) -> None:
        rules = game_of(options)
        keys = ["steady", *["random"] * (usual_seats(rules) - 1)]
        if bots is not None:
            keys = [key.strip() for key in bots.split(",")]
        players = [bot_of(rules, key) for key in keys]
        configuration = configuration_of(rules, len(keys), options)
        if games < 1:
            raise CommandError("--games must be at least 1.")
        seats = len(keys)
        games = -(-games // seats) * seats  # every bot in every seat equally often
        tallies = [Tally(key) for key in keys]
        with progress("matches", games) as advance:
            for number in range(games):
                sitting = [(number + seat) % seats for seat in range(seats)]
                seated = [players[index] for index in sitting]
                drawn = match_seed(seed, number)
                outcome = play_match(rules, seated, configuration.options, drawn).outcome
                for seat, index in enumerate(sitting):
                    tallies[index].add(outcome, seat)
                advance()
        heading = f"{rules.key} {option_words(configuration)}: {games} matches"
        self.stdout.write(_table(heading, tallies))


def _table(heading: str, tallies: Sequence[Tally]) -> str:
    table = Table("bot", title=heading, title_justify="left")
    for column in ("wins", "wins %", "95 % interval", "mean score", "mean place"):
        table.add_column(column, justify="right")
    for number, tally in enumerate(tallies, 1):
        low, high = interval(tally.wins, tally.matches)
        table.add_row(
            f"{number} {tally.bot}",
            f"{tally.wins:.1f}",
            f"{100 * tally.wins / tally.matches:.1f}",
            f"{100 * low:.1f} to {100 * high:.1f}",
            f"{tally.score / tally.matches:.2f}",
            f"{tally.places / tally.matches:.2f}",
        )
    console = Console(width=TABLE_WIDTH)
    with console.capture() as capture:
        console.print(table)
    return capture.get()
