"""A ladder in words."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats.ladder.rules import Rung, RungBye
from tournaments.presentation.format_words import FormatWords
from tournaments.presentation.reasons import Names, sentence

WORDS = FormatWords(
    name=_("Ladder"),
    means=_("Round after round, the winner of each table moves up a table and the last one down."),
    stage=_("ladder"),
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
