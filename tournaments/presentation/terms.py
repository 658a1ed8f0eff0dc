"""What a player should know of a tournament's terms before entering, in words."""

from __future__ import annotations

from django.utils.translation import gettext

from tournaments.formats.base import Ranking
from tournaments.formats.registry import format_of
from tournaments.pairing.table_sizes import sizes_with_byes
from tournaments.presentation import names
from tournaments.presentation.format_words import words_of
from tournaments.presentation.refusals import setup_refusal
from tournaments.ranking.tie_breaks import tie_breaks_of
from tournaments.values.setup import TournamentSetup, TournamentSetupError


def terms_in_words(setup: TournamentSetup, entries: int) -> list[tuple[str, str]]:
    """The terms as names and sentences, for so many entries."""
    lines = words_of(setup.format).terms(setup, entries)
    if format_of(setup.format).ranking is not Ranking.NONE:
        equal = ", ".join(names.figure_name(key) for key in tie_breaks_of(setup))
        lines += [
            (gettext("Points"), str(names.POINTS[setup.points].means)),
            (gettext("When points are equal"), equal),
        ]
    return [
        *lines,
        (gettext("Seeding"), str(names.SEEDINGS[setup.seeding])),
        (gettext("Seats"), seats_in_words(setup, entries)),
    ]


def seats_in_words(setup: TournamentSetup, count: int) -> str:
    """How many sit where with so many entries: said before the start."""
    try:
        format_of(setup.format).check(setup, count)
        sizes, byes = sizes_with_byes(count, setup)
    except TournamentSetupError as error:
        return setup_refusal(error)
    if format_of(setup.format).meets_in_groups:
        return gettext("%(count)d at a table") % {"count": setup.table_size}
    values = {"count": count, "tables": names.tables_in_words(sizes, byes)}
    return gettext("With %(count)d players: %(tables)s. All tables are worth the same.") % values
