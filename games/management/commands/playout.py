"""`manage.py playout`: bots play matches, and their records are written."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import IO

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management.commands._setup import (
    USUAL_SEATS,
    add_game_arguments,
    bot_of,
    configuration_of,
    game_of,
    progress,
    usual_seats,
)
from games.rules.configurations import option_words
from games.rules.playout import match_seed, play_match
from games.rules.record import MatchRecord, write_record


class Command(BaseCommand):
    """Play matches of a game with bots; print the speed, write records if asked."""

    help = "Let bots play matches of a game, and write their records to a file."
    requires_system_checks = ()  # needs no database

    def add_arguments(self, parser: CommandParser) -> None:
        add_game_arguments(parser)
        parser.add_argument(
            "--seats", type=int, help=f"how many play ({USUAL_SEATS}, or what is nearest to it)"
        )
        parser.add_argument("--games", type=int, default=100, help="how many matches (100)")
        parser.add_argument("--seed", default="1", help="the same seed gives the same matches (1)")
        parser.add_argument("--policy", default="random", help="the bot in every seat (random)")
        parser.add_argument(
            "--silence", type=int, default=0, help="percent of orders that default (0)"
        )
        parser.add_argument("--out", metavar="FILE", help="write a record a line to this file")

    def handle(
        self,
        *_args: object,
        seats: int | None,
        games: int,
        seed: str,
        policy: str,
        silence: int,
        out: str | None,
        **options: object,
    ) -> None:
        rules = game_of(options)
        configuration = configuration_of(rules, seats or usual_seats(rules), options)
        bots = [bot_of(rules, policy)] * configuration.seats
        _require(games >= 1, "--games must be at least 1.")
        _require(0 <= silence <= 100, "--silence is a percentage, 0 to 100.")
        seconds, orders = 0.0, 0
        heading = f"{rules.key}, {configuration.seats} seats, {option_words(configuration)}"
        self.stdout.write(f"{heading}: {policy} bots, seed {seed}")
        with _opened(out) as file, progress("matches", games) as advance:
            for number in range(games):
                begun = time.perf_counter()
                drawn = match_seed(seed, number)
                record = play_match(rules, bots, configuration.options, drawn, silence=silence)
                seconds += time.perf_counter() - begun
                orders += len(record.orders)
                _write(file, record)
                advance()
        self.stdout.write(
            f"{games:,} matches with {orders:,} orders in {seconds:.2f} s: "
            f"{games / seconds:,.1f} matches/s, {orders / seconds:,.0f} orders/s"
        )
        if out:
            self.stdout.write(f"{games:,} records in {out}")


def _require(holds: bool, message: str) -> None:
    if not holds:
        raise CommandError(message)


@contextmanager
def _opened(path: str | None) -> Iterator[IO[str] | None]:
    try:
        with open(path, "w", encoding="ascii") if path else nullcontext() as out:
            yield out
    except OSError as error:
        raise CommandError(f"{path} cannot be written: {error.strerror}.") from error


def _write(out: IO[str] | None, record: MatchRecord) -> None:
    if out:
        out.write(f"{write_record(record)}\n")
