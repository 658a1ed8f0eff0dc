"""Round robin in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.presentation.format_words import FormatWords

WORDS = FormatWords(
    name=_("Round robin"),
    means=_("Everybody meets everybody; all matches are dealt at once."),
    stage=_("round robin"),
)
