"""What cannot be played as it is set up, and what would work."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.formats.base import SetupError

SETUP: dict[str, str | Promise] = {
    "format": _("There is no format called “%(given)s”. There are: %(known)s."),
    "two_at_a_table": _(
        "This format seats two at a table, not %(wanted)s. Elimination by tables "
        "does the same for more."
    ),
    "too_few_entries": _("%(entries)s entries are too few: at least %(smallest)s are needed."),
    "entries_do_not_divide": _(
        "%(entries)s entries cannot be seated at tables of %(smallest)s to %(largest)s."
    ),
    "table_size": _(
        "This game is played at tables of %(smallest)s to %(largest)s, not of %(wanted)s."
    ),
    "rounds": _("The number of rounds must be 1 or more, and so must the rounds dealt at once."),
    "all_advance": _(
        "If %(advance)s of a table of %(size)s go on, nobody is out. Let fewer go on."
    ),
    "too_few_advance": _("Only %(advance)s would go on: too few for a knockout."),
    "unknown_tie_break": _("There is no tie-break called “%(given)s”. There are: %(known)s."),
    "unknown_term": _("There is nothing called “%(given)s” to set."),
    "bad_term": _("“%(given)s” is no value for “%(name)s”."),
    "tie_break_twice": _("The tie-break “%(given)s” stands in the list twice."),
}


def setup_refusal(error: SetupError) -> str:
    """Why a tournament cannot be set up like this, in words."""
    return refusal_words(error.code, error.figures)


def refusal_words(code: str, params: Mapping[str, Any]) -> str:
    """The words of a set-up's refusal by its code; the code itself where there are none."""
    if code not in SETUP:
        return gettext("This cannot be set up: %(code)s.") % {"code": code}
    return str(SETUP[code]) % params
