"""Double knockout in words."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from tournaments.presentation.format_words import FormatWords

WORDS = FormatWords(
    name=_("Double knockout"),
    means=_(
        "Two at a table: who has lost once plays on in the lower bracket, a second loss is out."
    ),
)
