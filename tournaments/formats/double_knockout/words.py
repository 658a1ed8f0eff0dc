"""Double knockout in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.presentation.format_words import FormatWords

WORDS = FormatWords(
    name=_("Double knockout"),
    means=_(
        "Two at a table: after one loss you play on in the lower bracket, after the "
        "second you’re out."
    ),
)
