"""Knockout in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.presentation.format_words import FormatWords

WORDS = FormatWords(
    name=_("Knockout"),
    means=_("Two at a table: the winner goes through, the loser is out."),
    stage=_("knockout"),
)
