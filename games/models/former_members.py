"""How a member is called who has had everything erased."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from django.db import models
from django.utils.translation import gettext

_STORED = re.compile(r"<([0-9]{1,18})>", re.ASCII)


def former_name(member_id: int) -> str:
    """What stands in the row instead of the name: no living member can choose it."""
    return f"<{member_id}>"


class FormerName(str):
    """A former member's label in the reader's language, which knows how it is stored."""

    stored: str

    @classmethod
    def of(cls, stored: str, number: str) -> FormerName:
        label = cls(gettext("former member %(number)s") % {"number": number})
        label.stored = stored
        return label


if TYPE_CHECKING:
    CharField = models.CharField[str, str]
else:
    # Django's own class takes no type argument when the program runs.
    CharField = models.CharField


class NameField(CharField):
    """A name at the table. A former member's is read as a label in the language of the moment."""

    def from_db_value(self, value: str | None, *_context: object) -> str | None:
        found = _STORED.fullmatch(value) if value else None
        return FormerName.of(found[0], found[1]) if found is not None else value

    def get_prep_value(self, value: object) -> object:
        return super().get_prep_value(getattr(value, "stored", value))

    def deconstruct(self) -> tuple[str, str, Sequence[object], dict[str, object]]:
        """For migrations it is the column that it has always been."""
        name, _path, args, kwargs = super().deconstruct()
        return name, "django.db.models.CharField", args, kwargs
