"""How many tables of which sizes: a rule that can be shown before anything starts."""

from __future__ import annotations

from tournaments.values.setup import TournamentSetup, TournamentSetupError, UnevenTables


def table_sizes(
    entries: int,
    wanted: int,
    smallest: int,
    largest: int,
    uneven: UnevenTables = UnevenTables.SHORT,
) -> tuple[int, ...]:
    """The sizes of all tables, the larger first; raise TournamentSetupError if none fit.

    As few tables of the wanted size as hold everybody, some of them one seat short; if that is
    too few for the game, one table less and some one seat larger. Where neither works, as even
    as possible; what divides in no way makes TournamentSetupError("entries_do_not_divide"). With
    LONG one seat larger comes before one seat short.
    """
    if not smallest <= wanted <= largest:
        raise TournamentSetupError("table_size", wanted=wanted, smallest=smallest, largest=largest)
    if entries < smallest:
        raise TournamentSetupError("too_few_entries", entries=entries, smallest=smallest)
    more = -(-entries // wanted)
    # Tables as even as possible, from the wanted number outwards: fewer seats before more.
    outwards = (n for step in range(1, more + 1) for n in (more - step, more + step))
    fewer = entries // wanted
    is_larger = uneven == UnevenTables.LONG and fewer and entries <= fewer * (wanted + 1)
    for tables in (fewer if is_larger else more, more, *outwards):
        if tables < 1:
            continue
        low, larger = divmod(entries, tables)
        high = low + (larger > 0)
        if smallest <= low and high <= largest:
            return (high,) * larger + (low,) * (tables - larger)
    raise TournamentSetupError(
        "entries_do_not_divide", entries=entries, smallest=smallest, largest=largest
    )


def sizes_with_byes(entries: int, setup: TournamentSetup) -> tuple[tuple[int, ...], int]:
    """The sizes and the number of byes: as few sit out as the game's table sizes allow.

    With two at a table one sits out when the number is odd.
    """
    for byes in range(entries - setup.smallest + 1):
        try:
            sizes = table_sizes(
                entries - byes, setup.table_size, setup.smallest, setup.largest, setup.uneven_tables
            )
        except TournamentSetupError as error:
            if error.code != "entries_do_not_divide":
                raise
        else:
            return sizes, byes
    raise TournamentSetupError("too_few_entries", entries=entries, smallest=setup.smallest)
