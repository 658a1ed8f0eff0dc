"""Elimination by tables in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.presentation.format_words import FormatWords

WORDS = FormatWords(
    name=_("Elimination by tables"),
    means=_("The best of each table go through to the next stage, until one table is left."),
    stage=_("elimination"),
)
