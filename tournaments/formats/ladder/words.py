"""A ladder in words."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats.ladder.rules import Rung, RungBye, RungKept
from tournaments.presentation.format_words import FormatWords, Lines
from tournaments.presentation.reasons import Names, sentence
from tournaments.values.setup import TournamentSetup


def _terms(setup: TournamentSetup, _entries: int) -> Lines:
    if not setup.half_byes:
        return []
    may = ngettext(
        "%(count)d round, keeping your rung",
        "%(count)d rounds, keeping your rung",
        setup.half_byes,
    )
    return [(gettext("You may sit out"), may % {"count": setup.half_byes})]


WORDS = FormatWords(
    name=_("Ladder"),
    means=_("Round after round, the winner of each table moves up a table and the last one down."),
    stage=_("ladder"),
    terms=_terms,
)


@sentence.register
def _rung(reason: Rung, _names: Names) -> str:
    return gettext("Neighbours on the ladder meet: this player is on rung %(own)d of %(of)d.") % {
        "own": reason.own,
        "of": reason.of,
    }


@sentence.register
def _rung_bye(reason: RungBye, _names: Names) -> str:
    return gettext(
        "There isn’t room for everyone, so the foot of the ladder sits out: this "
        "player is on rung %(own)d of %(of)d."
    ) % {"own": reason.own, "of": reason.of}


@sentence.register
def _rung_kept(_reason: RungKept, _names: Names) -> str:
    return gettext("This player asked to sit the round out and keeps the rung.")
