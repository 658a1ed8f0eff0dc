"""Swiss in words."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats.swiss.rules import Bye, EqualPoints, Fold, KeptFrom
from tournaments.presentation.format_words import FormatWords, matches_for_everybody
from tournaments.presentation.numbers import figure
from tournaments.presentation.reasons import Names, sentence

WORDS = FormatWords(
    name=_("Swiss"),
    means=_("Each round brings together players with about equal points, and nobody is out."),
    stage=_("Swiss round"),
    terms=matches_for_everybody,
)


@sentence.register
def _points(reason: EqualPoints, _names: Names) -> str:
    own, lowest, highest = reason.own, reason.lowest, reason.highest
    if lowest == highest == own:
        return gettext("Everyone at this table had %(own)s points before the round.") % {
            "own": figure(own)
        }
    if lowest == highest:
        return gettext(
            "Before the round this player had %(own)s points and the others here %(others)s."
        ) % {"own": figure(own), "others": figure(lowest)}
    return gettext(
        "Before the round this player had %(own)s points and the others here %(lowest)s to "
        "%(highest)s."
    ) % {"own": figure(own), "lowest": figure(lowest), "highest": figure(highest)}


@sentence.register
def _kept_from(reason: KeptFrom, names: Names) -> str:
    return gettext("%(opponent)s was as close in points, but they have already met.") % {
        "opponent": names.get(reason.opponent, "?")
    }


@sentence.register
def _bye(reason: Bye, _names: Names) -> str:
    before = reason.before
    if not before:
        return gettext(
            "Somebody has to sit out: first those with the fewest byes, then those "
            "with the fewest points. It’s this player’s first bye and counts as a "
            "win."
        )
    return ngettext(
        "Somebody has to sit out: first those with the fewest byes, then those with "
        "the fewest points. This player has had %(before)d bye before.",
        "Somebody has to sit out: first those with the fewest byes, then those with "
        "the fewest points. This player has had %(before)d byes before.",
        before,
    ) % {"before": before}


@sentence.register
def _fold(reason: Fold, _names: Names) -> str:
    return gettext(
        "Of the %(of)d players with these points, the upper half meets the lower as "
        "far as possible: here number %(own)d meets number %(other)d."
    ) % {"of": reason.of, "own": reason.own, "other": reason.other}
