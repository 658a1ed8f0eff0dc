"""Groups, then a knockout, in words."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.presentation.format_words import FormatWords


def _title(number: int) -> str:
    return gettext("Group %(letter)s") % {"letter": _letters(number)}


def _letters(number: int) -> str:
    """A, B, … Z, AA: how groups are called."""
    word = ""
    while number:
        number, rest = divmod(number - 1, 26)
        word = chr(ord("A") + rest) + word
    return word


WORDS = FormatWords(
    name=_("Groups, then a knockout"),
    means=_("Small groups play all their matches at once; the best of each meet in a knockout."),
    stage=_("groups"),
    part_title=_title,
)
