"""Heats, then a cut, in words."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.presentation.format_words import FormatWords, Lines, matches_for_everybody
from tournaments.values.setup import TournamentSetup


def _terms(setup: TournamentSetup, entries: int) -> Lines:
    return [
        *matches_for_everybody(setup, entries),
        (gettext("The cut"), _cut_in_words(setup, entries)),
    ]


def _cut_in_words(setup: TournamentSetup, entries: int) -> str:
    values = {"cut": setup.cut, "advance": setup.advance, "games": setup.games}
    if entries <= setup.cut:
        return (
            gettext(
                "With no more than %(cut)d players everyone goes through. Each later "
                "table plays %(games)d matches at once and sends %(advance)d "
                "through, until one table is left."
            )
            % values
        )
    return (
        gettext(
            "The best %(cut)d go through. Each later table plays %(games)d matches "
            "at once and sends %(advance)d through, until one table is left."
        )
        % values
    )


WORDS = FormatWords(
    name=_("Heats, then a cut"),
    means=_(
        "Everyone’s first matches are played at once, against different opponents. "
        "The best go through to semi-finals and a final of several matches each."
    ),
    stage=_("heats"),
    terms=_terms,
    part_title=lambda _number: gettext("Standings after the heats"),
)
