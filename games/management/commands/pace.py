"""`manage.py pace`: how often players are asked, and how many days a match by mail takes."""

from __future__ import annotations

from statistics import mean, quantiles

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console
from rich.table import Table

from games.management.commands._setup import (
    add_game_arguments,
    bot_of,
    configuration_of,
    game_of,
    progress,
)
from games.rules.configurations import option_words
from games.rules.pace import Pace, match_pace
from games.rules.playout import match_seed
from games.rules.registry import game_for

TABLE_WIDTH = 100


class Command(BaseCommand):
    """Simulate matches of players who answer once a day."""

    help = (
        "Simulate matches whose players look at their mail once a day, and print how often each "
        "was asked and how many days it took, with and without standing orders."
    )
    requires_system_checks = ()  # needs no database

    def add_arguments(self, parser: CommandParser) -> None:
        add_game_arguments(parser)
        parser.add_argument("--seats", type=int, default=0, help="people at the table")
        parser.add_argument("--games", type=int, default=50, help="matches to simulate")
        parser.add_argument("--seed", default="1", help="the same seed, the same matches")
        parser.add_argument("--policy", default="steady", help="the bot that decides for people")

    def handle(
        self, *_args: object, seats: int, games: int, seed: str, policy: str, **options: object
    ) -> None:
        rules = game_of(options)
        if games < 2:
            raise CommandError("Two matches at least make a statistic: --games 50.")
        setup = configuration_of(rules, seats or min(4, rules.table_sizes[-1]), options)
        bots = [bot_of(rules, policy)] * setup.seats
        standing = game_for(rules.key).standing
        rows: dict[str, list[Pace]] = {"each decision asked": [], "with standing orders": []}
        with progress("matches", games * 2) as advance:
            for steps, paces in zip(("", standing), rows.values(), strict=True):
                for number in range(games):
                    drawn = match_seed(seed, number)
                    paces.append(match_pace(rules, bots, setup.options, drawn, standing=steps))
                    advance()
        title = f"{rules.key}, {setup.seats} seats, {option_words(setup)}"
        self.stdout.write(_table(f"{title}: {games} matches", rows))


def _table(title: str, rows: dict[str, list[Pace]]) -> str:
    table = Table(title=title, title_justify="left")
    table.add_column("way of playing")
    for heading in ("asked a player, mean", "most", "days, mean", "9 in 10 within"):
        table.add_column(heading, justify="right")
    for name, paces in rows.items():
        asked = [count for pace in paces for count in pace.asked]
        days = [pace.days for pace in paces]
        table.add_row(
            name,
            f"{mean(asked):.1f}",
            str(max(asked)),
            f"{mean(days):.1f}",
            f"{quantiles(days, n=10)[-1]:.1f}",
        )
    console = Console(width=TABLE_WIDTH)
    with console.capture() as capture:
        console.print(table)
    return capture.get()
