"""Round robin in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.presentation.format_words import FormatWords, rounds_to_sit_out

WORDS = FormatWords(
    name=_("Round robin"),
    means=_("Everyone meets everyone; all matches are played at once."),
    stage=_("round robin"),
    terms=rounds_to_sit_out,
)
