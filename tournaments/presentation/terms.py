"""What a player should know of a tournament's terms before entering, in words."""

from __future__ import annotations

from django.utils.translation import gettext

from tournaments.formats.registry import format_of
from tournaments.pairing.table_sizes import sizes_with_byes
from tournaments.presentation import names
from tournaments.presentation.refusals import setup_refusal
from tournaments.ranking.tie_breaks import tie_breaks_of
from tournaments.values.setup import TournamentSetup, TournamentSetupError

UNRANKED = frozenset({"knockout", "double_knockout", "elimination", "ladder"})
"""Formats in which points rank nobody."""


def terms_in_words(setup: TournamentSetup, entries: int) -> list[tuple[str, str]]:
    """The terms as names and sentences, for so many entries."""
    lines = [(gettext("Seeding"), str(names.SEEDINGS[setup.seeding]))]
    if setup.format not in UNRANKED:
        equal = ", ".join(names.figure_name(key) for key in tie_breaks_of(setup))
        lines = [
            (gettext("Points"), str(names.POINTS[setup.points].means)),
            (gettext("When points are equal"), equal),
            *lines,
        ]
    if setup.format == "heats":
        lines.insert(0, (gettext("The cut"), _cut_in_words(setup, entries)))
    if setup.format in {"heats", "swiss"} and setup.rounds:
        lines.insert(0, (gettext("Matches for everybody"), str(setup.rounds)))
    lines.append((gettext("Seats"), seats_in_words(setup, entries)))
    return lines


def _cut_in_words(setup: TournamentSetup, entries: int) -> str:
    values = {"cut": setup.cut, "advance": setup.advance, "games": setup.games}
    if entries <= setup.cut:
        return (
            gettext(
                "With no more than %(cut)d entries everybody goes on. Each later table plays "
                "%(games)d matches at once, and %(advance)d of it go on, until one table is left."
            )
            % values
        )
    return (
        gettext(
            "The best %(cut)d go on. Each later table plays %(games)d matches at once, and "
            "%(advance)d of it go on, until one table is left."
        )
        % values
    )


def seats_in_words(setup: TournamentSetup, count: int) -> str:
    """How many sit where with so many entries: said before the start."""
    try:
        format_of(setup.format).check(setup, count)
        sizes, byes = sizes_with_byes(count, setup)
    except TournamentSetupError as error:
        return setup_refusal(error)
    if setup.format in {"groups", "league", "round_robin"}:
        return gettext("%(count)d at a table") % {"count": setup.table_size}
    values = {"count": count, "tables": names.tables_in_words(sizes, byes)}
    return gettext("With %(count)d entries: %(tables)s. All tables are worth the same.") % values
