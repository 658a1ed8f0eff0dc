"""The beginning of a match and of every year, and the end of a year."""

from __future__ import annotations

from dataclasses import asdict

from games.catalogue.emu_ranchers.rules.cards import deck_of, in_order
from games.catalogue.emu_ranchers.rules.options import EmuRanchersOptions, check_table
from games.catalogue.emu_ranchers.rules.scoring import REASON, counted, year_points
from games.catalogue.emu_ranchers.rules.state import EmuState, Season, starter_of
from games.catalogue.emu_ranchers.rules.table import EmuTable
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
    table.tell("match-began", **options.as_mapping())
    begin_year(table)
    return table.freeze()


def begin_year(table: EmuTable) -> None:
    """Shuffle all cards and deal six to each, seat 0 first; the seats begin in turns (E1)."""
    table.year += 1
    cards = table.shuffle("deck", deck_of(table.options))
    table.tell("year-began", year=table.year, years=table.options.years,
               starter=starter_of(table.year))  # fmt: skip
    for seat in (0, 1):
        hand = in_order(cards[seat * DEALT : (seat + 1) * DEALT])
        table.hands[seat] = hand
        table.tell_only("dealt", seat, cards=list(hand))
    table.deck = cards[: 2 * DEALT - 1 : -1]
    table.discard = ()
    table.known = [(), ()]
    table.birds = [(), ()]
    table.ask("act", (starter_of(table.year),))


def end_year(table: EmuTable) -> None:
    """Count both ranches, then begin the next year or end the match."""
    seasons, points, told = zip(*(_count(table, seat) for seat in (0, 1)), strict=True)
    table.seasons = seasons
    table.scores = (*table.scores, points)
    sums = [sum(year[seat] for year in table.scores) for seat in (0, 1)]
    table.tell("year-ended", year=table.year, ranches=list(told), totals=sums)
    if table.year < table.options.years:
        begin_year(table)
        return
    table.discard = (*table.discard, *table.hands[0], *table.hands[1])
    table.hands = [(), ()]
    table.known = [(), ()]
    places = [1 + (sums[1 - seat] > sums[seat]) for seat in (0, 1)]
    table.tell("match-ended", reason=REASON, scores=sums, places=places)
    table.ask("over", ())


def _count(table: EmuTable, seat: Seat) -> tuple[Season, int, dict[str, object]]:
    """Count a seat's birds, the Excuse taking the worst loss away (E17, E18)."""
    piles = tuple([bird.cards for bird in table.birds[seat]])
    left = table.hands[seat]
    points, place = year_points(piles, left)
    let_go = None if place is None else place + 1
    told = {
        "seat": seat,
        "birds": [asdict(counted(cards)) for cards in piles],
        "left": list(left),
        "let_go": let_go,
        "points": points,
    }
    return Season(piles, left, let_go), points, told
