"""Whatever is done to a tournament at whatever moment, it comes to an end (A2, A3).

HISTORIES=10000 in the environment plays so many of them, a hundred a test, so that the dots tell
how far it has come; the suite plays a few dozen.
"""

from __future__ import annotations

import os
import random
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from tests.sizes import sized
from tournaments.formats.registry import FORMATS, format_of
from tournaments.values.setup import TournamentSetup, TournamentSetupError
from tournaments.values.tables import Entrant, TableResult, closed, opened

HISTORIES = int(os.environ.get("HISTORIES", sized(28, 400)))
BATCHES = max(4, HISTORIES // 100)
MOST_STEPS = 3000
ENDLESS_STEPS = 60
TWO: dict[str, Any] = {"table_size": 2, "smallest": 2, "largest": 2}
FOUR: dict[str, Any] = {"table_size": 4, "smallest": 3, "largest": 5}


def some_setup(dice: random.Random) -> tuple[TournamentSetup, int]:
    """A set-up that its format accepts, with how many play it."""
    while True:
        key = dice.choice(list(FORMATS))
        sizes = TWO if "knockout" in key or dice.random() < 0.85 else FOUR
        setup = TournamentSetup(
            key,
            f"history {dice.random()}",
            rounds=dice.randint(0 if key == "ladder" else 1, 4),
            at_once=dice.randint(1, 2),
            cut=dice.choice([4, 8, 9]),
            advance=dice.randint(1, 2),
            games=dice.randint(1, 2),
            seasons=dice.randint(0, 3),
            group_size=dice.randint(3, 6),
            third_place=dice.random() < 0.5,
            **sizes,
        )
        entries = dice.randint(2, 20)
        try:
            format_of(key).check(setup, entries)
        except TournamentSetupError:
            continue
        return setup, entries


@dataclass
class History:
    """One tournament and what happens to it."""

    dice: random.Random
    setup: TournamentSetup
    entries: list[Entrant]
    tables: dict[tuple[int, int], TableResult] = field(default_factory=dict)
    happened: list[str] = field(default_factory=list)

    def results(self) -> list[TableResult]:
        listed = list(self.tables.values())
        self.dice.shuffle(listed)
        return listed

    def deal(self) -> bool:
        dealt = False
        made = format_of(self.setup.format)
        while (plan := made.due(self.setup, self.entries, self.results())) is not None:
            for table in opened(plan):
                assert (table.round, table.table) not in self.tables, "a table dealt twice"
                seated = [
                    entry
                    for other in self.tables.values()
                    if other.round == table.round
                    for entry in other.seats
                ]
                assert not set(table.seats) & set(seated), "somebody twice in a round"
                self.tables[table.round, table.table] = table
                dealt = True
        return dealt

    def open_tables(self) -> list[TableResult]:
        return [table for table in self.tables.values() if table.is_open]

    def play(self) -> None:
        """A match ends: by its rules, as it stood, or without those who left it."""
        table = self.dice.choice(self.open_tables())
        ranking = list(table.seats)
        self.dice.shuffle(ranking)
        left = [entry for entry in ranking if self.dice.random() < 0.15][: len(ranking) - 1]
        stayed = [entry for entry in ranking if entry not in left]
        places = {entry: place for place, entry in enumerate(stayed, 1)}
        if len(stayed) > 1 and self.dice.random() < 0.2:
            places[stayed[1]] = 1
        places |= dict.fromkeys(left, len(stayed) + 1)
        self.tables[table.round, table.table] = closed(table, places, {}, frozenset(left))

    def withdraw(self) -> None:
        index = self.dice.randrange(len(self.entries))
        entry = self.entries[index]
        if entry.until_round is None:
            rounds = [t.round for t in self.tables.values() if entry.id in t.seats]
            self.entries[index] = replace(entry, until_round=max(rounds, default=0))

    def enter_late(self) -> None:
        if format_of(self.setup.format).accepts_late:
            latest = max((table.round for table in self.tables.values()), default=0)
            number = len(self.entries) + 1
            self.entries.append(Entrant(number, rating=1500, from_round=latest + 1))

    def come_back(self) -> None:
        """A substitute takes over from somebody who has left."""
        gone = [n for n, entry in enumerate(self.entries) if entry.until_round is not None]
        if gone:
            index = self.dice.choice(gone)
            self.entries[index] = replace(self.entries[index], until_round=None)

    def correct(self) -> None:
        played = [t for t in self.tables.values() if not t.is_open and not t.is_bye]
        if played:
            table = self.dice.choice(played)
            ranking = list(table.seats)
            self.dice.shuffle(ranking)
            places = {entry: place for place, entry in enumerate(ranking, 1)}
            self.tables[table.round, table.table] = replace(
                table, places=places, forfeits=frozenset()
            )

    def remove(self) -> None:
        """Somebody is taken out, and what they played is kept, forfeited or annulled."""
        index = self.dice.randrange(len(self.entries))
        entry = self.entries[index]
        mine = [table for table in self.tables.values() if entry.id in table.seats]
        last = max((table.round for table in mine), default=0)
        self.entries[index] = replace(entry, until_round=last, is_removed=True)
        what = self.dice.choice(["keep", "forfeit", "annul"])
        for table in mine:
            others = [one for one in table.seats if one != entry.id]
            if what == "keep" or table.is_open or not set(others) - table.forfeits:
                continue
            before = {one: table.places[one] for one in others}
            places = {one: 1 + sum(n < before[one] for n in before.values()) for one in others}
            places[entry.id] = len(table.seats)
            lost = table.forfeits | ({entry.id} if what == "forfeit" else set())
            gone = table.annulled | ({entry.id} if what == "annul" else set())
            self.tables[table.round, table.table] = replace(
                table, places=places, forfeits=lost, annulled=gone
            )

    def annul(self) -> None:
        played = [t for t in self.tables.values() if not t.is_open and not t.is_bye]
        if played:
            table = self.dice.choice(played)
            self.tables[table.round, table.table] = replace(table, annulled=frozenset(table.seats))

    def wind_up(self) -> None:
        if self.dice.random() < 0.2:
            self.end()

    def end(self) -> None:
        latest = max((table.round for table in self.tables.values()), default=0)
        self.setup = replace(self.setup, last_round=latest)

    def happen(self) -> None:
        deeds = [
            self.withdraw,
            self.enter_late,
            self.come_back,
            self.correct,
            self.remove,
            self.annul,
            self.wind_up,
        ]
        deed = self.dice.choice(deeds)
        self.happened.append(deed.__name__)
        deed()

    def run(self) -> None:
        made = format_of(self.setup.format)
        trouble = self.dice.choice([0.0, 0.1, 0.4])
        self.deal()
        for step in range(MOST_STEPS):
            if step > ENDLESS_STEPS and self.is_endless():
                self.end()
            if made.has_ended(self.setup, self.entries, self.results()):
                assert not self.open_tables(), "over with an open match"
                placed = [e for g in self.placing() for e in g]
                assert self.placing() == self.placing(), "places that depend on the tables' order"
                assert len(placed) == len(set(placed)), "two places for one"
                self.check_justice(placed)
                return
            if self.deal():
                continue
            if self.dice.random() < trouble:
                self.happen()
            elif self.open_tables():
                self.play()
            else:
                assert self.is_endless(), f"stuck after {self.happened}"
                return
        raise AssertionError(f"no end after {self.happened[:20]}")

    def is_endless(self) -> bool:
        """Whether it waits for whoever comes late, as it was set up to do."""
        without_end = {"ladder": self.setup.rounds, "league": self.setup.seasons}
        return without_end.get(self.setup.format) == 0 and not self.setup.last_round

    def check_justice(self, placed: list[int]) -> None:
        """Nobody who was removed stands above anybody who stayed, and none is lost."""
        removed = [entry.id for entry in self.entries if entry.is_removed]
        assert set(placed[len(placed) - len(removed) :]) >= set(removed) & set(placed)
        assert {e.id for e in self.entries if e.plays_in(1)} <= set(placed)

    def placing(self) -> tuple[tuple[int, ...], ...]:
        return format_of(self.setup.format).places(self.setup, self.entries, self.results())


@pytest.mark.parametrize("batch", range(BATCHES))
def test_every_history_comes_to_an_end(batch: int) -> None:
    for number in range(batch, HISTORIES, BATCHES):
        comes_to_an_end(number)


def test_a_league_deals_no_round_beyond_its_season() -> None:
    """A correction had moved people between divisions half dealt, and seasons followed at once."""
    comes_to_an_end(5474)


def comes_to_an_end(number: int) -> None:
    dice = random.Random(number)
    setup, entries = some_setup(dice)
    field_ = [Entrant(n, rating=2000 - n) for n in range(1, entries + 1)]
    history = History(dice, setup, field_)
    try:
        history.run()
    except Exception as error:
        raise AssertionError(f"history {number}: {setup}, {history.happened}") from error
