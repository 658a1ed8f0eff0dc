"""The beginning of a match and of every year, and the end of a year."""

from __future__ import annotations

from games.catalogue.emu_ranchers.rules.cards import deck_of, in_order
from games.catalogue.emu_ranchers.rules.events import (
    EmuEnd,
    EmuMatch,
    EmuYear,
    RancherCards,
    YearEnd,
    YearEndRanch,
)
from games.catalogue.emu_ranchers.rules.mutable_state import EmuTable
from games.catalogue.emu_ranchers.rules.options import EmuRanchersOptions, check_table
from games.catalogue.emu_ranchers.rules.scoring import REASON, counted, year_points
from games.catalogue.emu_ranchers.rules.state import EmuState, Season, starter_of
from games.rules.protocol import Adjudication, Seat, Setup

DEALT = 6


def start(setup: Setup[EmuRanchersOptions]) -> Adjudication[EmuState]:
    """Shuffle, deal, and ask for the first turn."""
    check_table(setup.seats, setup.options)
    options = setup.options
    table = EmuTable(
        EmuState(
            options, setup.chance, 0, 0, "act", (), ((), ()), ((), ()), (), (), ((), ()), (), ()
        )
    )
    table.tell("match-began", EmuMatch(options.years, options.deck, options.excuse))
    begin_year(table)
    return table.freeze()


def begin_year(table: EmuTable) -> None:
    """Shuffle all cards and deal six to each, seat 0 first; the seats begin in turns (E1)."""
    table.year += 1
    cards = table.shuffle("deck", deck_of(table.options))
    starter = starter_of(table.year)
    table.tell("year-began", EmuYear(table.year, table.options.years, starter))
    for seat in (0, 1):
        hand = in_order(cards[seat * DEALT : (seat + 1) * DEALT])
        table.hands[seat] = hand
        table.tell_only("dealt", seat, RancherCards(seat, hand))
    table.deck = cards[: 2 * DEALT - 1 : -1]
    table.discard = ()
    table.known = [(), ()]
    table.birds = [(), ()]
    table.ask("act", (starter,))


def end_year(table: EmuTable) -> None:
    """Count both ranches, then begin the next year or end the match."""
    seasons, points, told = zip(*(_count(table, seat) for seat in (0, 1)), strict=True)
    table.seasons = seasons
    table.scores = (*table.scores, points)
    sums = tuple([sum(year[seat] for year in table.scores) for seat in (0, 1)])
    table.tell("year-ended", YearEnd(table.year, told, sums))
    if table.year < table.options.years:
        begin_year(table)
        return
    table.discard = (*table.discard, *table.hands[0], *table.hands[1])
    table.hands = [(), ()]
    table.known = [(), ()]
    places = tuple([1 + (sums[1 - seat] > sums[seat]) for seat in (0, 1)])
    table.tell("match-ended", EmuEnd(REASON, sums, places))
    table.ask("over", ())


def _count(table: EmuTable, seat: Seat) -> tuple[Season, int, YearEndRanch]:
    """Count a seat's birds, the Excuse taking the worst loss away (E17, E18)."""
    piles = tuple([bird.cards for bird in table.birds[seat]])
    left = table.hands[seat]
    birds = tuple([counted(cards) for cards in piles])
    points, place = year_points([bird.points for bird in birds], left)
    let_go = None if place is None else place + 1
    told = YearEndRanch(seat, birds, left, let_go, points)
    return Season(piles, left, let_go), points, told
