"""The matches of a simulated month: all four games, each configuration and clock in turn."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import cycle
from typing import Any

from games.models import Match
from games.rules.commitment import SERVER_SEED_BYTES, new_server_seed
from games.rules.configurations import Configuration, configurations
from games.rules.registry import GAMES, rules_for
from games.services.preseated_matches import PreseatedMatch, create_preseated_matches
from tests.month.people import Kind, Person

DAY = timedelta(days=1)
MOST_FOR_KEEN = 4
KEEN_SHARE = 0.1

CLOCKS: Sequence[tuple[timedelta, Mapping[str, Any]]] = (
    (DAY, {"time_bank": 2 * DAY}),
    (2 * DAY, {"waiting_policy": Match.Waiting.QUIET}),
    (DAY, {"time_bank": DAY, "reveal_policy": Match.Reveal.REVISE}),
    (DAY, {"reveal_policy": Match.Reveal.DEADLINE, "waiting_policy": Match.Waiting.NAMES}),
    (2 * DAY, {"time_bank": 2 * DAY, "rests_on_weekends": True}),
)


def matches_made(
    seed: str, people: Sequence[Person], number: int, most_seats: int
) -> tuple[list[Match], int]:
    """Deal so many matches of at most so many seats; returns them and how many people sit in one.

    A tenth of the people, the keen, play up to four matches. Everybody else has one seat at most;
    who has none may take over a seat that somebody leaves.
    """
    chance = random.Random(f"{seed}/tables")
    tables = _tables(number, most_seats)
    seats = _Seats(people, chance, sum(setup.seats for _game, setup in tables))
    wanted = [
        _match(seed, table, game, setup, seats.taken(setup.seats))
        for table, (game, setup) in enumerate(tables)
    ]
    return create_preseated_matches(wanted), len(seats.seated)


def _tables(number: int, most_seats: int) -> list[tuple[str, Configuration]]:
    turns = cycle([_in_turn(game, most_seats) for game in GAMES])
    return [next(next(turns)) for _table in range(number)]


def _in_turn(game: str, most_seats: int) -> Iterator[tuple[str, Configuration]]:
    """Table sizes of two and more in turn, large ones first; of each its configurations."""
    rules = rules_for(game)
    sizes = [size for size in reversed(rules.table_sizes) if 2 <= size <= most_seats]
    every = list(configurations(rules))
    of_size = {size: cycle([one for one in every if one.seats == size]) for size in sizes}
    for size in cycle(sizes):
        yield game, next(of_size[size])


class _Seats:
    """Gives out seats: those of the keen first, so that everybody else has one at most."""

    def __init__(self, people: Sequence[Person], chance: random.Random, wanted: int) -> None:
        drawn = list(people)
        chance.shuffle(drawn)
        self._everybody = drawn
        keen = drawn[: max(round(len(drawn) * KEEN_SHARE), 1)]
        once = drawn[len(keen) :][: max(wanted - MOST_FOR_KEEN * len(keen), 0)]
        self._tickets = [person for person in keen for _time in range(MOST_FOR_KEEN)] + once
        chance.shuffle(self._tickets)
        self.seated: set[int] = set()

    def taken(self, number: int) -> list[Person]:
        """So many different people. Where there are few for all the seats, they go round again."""
        table: list[Person] = []
        while len(table) < number:
            free = [p for p in self._tickets if all(p is not other for other in table)]
            if not free:
                self._tickets += self._everybody
                continue
            self._tickets = _without_one(self._tickets, free[0])
            table.append(free[0])
        self.seated.update(person.member.pk for person in table)
        return table


def _without_one(tickets: Sequence[Person], person: Person) -> list[Person]:
    index = next(place for place, one in enumerate(tickets) if one is person)
    return [*tickets[:index], *tickets[index + 1 :]]


def _match(
    seed: str, number: int, game: str, setup: Configuration, table: Sequence[Person]
) -> PreseatedMatch:
    words = f"{seed}/{number}"
    phase_time, terms = CLOCKS[number % len(CLOCKS)]
    digest = hashlib.sha256(words.encode()).digest()
    return PreseatedMatch(
        game=game,
        options=setup.options.as_mapping(),
        members=[person.member for person in table],
        contributions=[f"{words}/{seat}" for seat in range(setup.seats)],
        server_seed=new_server_seed(digest[:SERVER_SEED_BYTES]),
        phase_time=phase_time,
        host=table[0].member,
        terms=terms,
    )


def is_reserve(person: Person) -> bool:
    """Whether somebody without a match would sit down in a seat that is free."""
    return person.kind in {Kind.PROMPT, Kind.DAILY}
