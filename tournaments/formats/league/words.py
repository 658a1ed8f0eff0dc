"""A league in words."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.presentation.format_words import FormatWords

WORDS = FormatWords(
    name=_("League"),
    means=_(
        "Divisions play season after season; the best of each move up, the last move "
        "down. All matches of a season are played at once."
    ),
    stage=_("league"),
    part_title=lambda number: gettext("Division %(number)d") % {"number": number},
)
