"""Names that look alike: Unicode's table of confusables (UTS 39, section 4), and scripts."""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Any

from confusable_homoglyphs import categories
from confusable_homoglyphs.confusables import confusables_data
from django.db import models

LONGEST = 255
KEPT_APART = "\n"
"""Parts the skeleton of a name that clashed before skeletons were kept from what tells it apart."""
_UNSEEN = {"Cc", "Cf", "Co", "Cs", "Cn"}
_IGNORABLE = {"\u034f", "\u115f", "\u1160", "\u17b4", "\u17b5", "\u3164", "\uffa0"}
_ANY_SCRIPT = {"COMMON", "INHERITED", "Unknown"}
_WRITTEN_TOGETHER = [
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
]


@cache
def _prototypes() -> dict[str, str]:
    """What stands for each character that is taken for another one.

    The package tells both ends of each pair, and not which one Unicode chose. A character has one
    prototype, and only prototypes have several ends, or several characters.
    """
    ends = {
        _without_marks(one): [_without_marks(other["c"]) for other in others]
        for one, others in confusables_data.items()
    }
    return {
        one: others[0]
        for one, others in ends.items()
        if len(one) == 1 and len(others) == 1 and _outranks(others[0], one, len(ends[others[0]]))
    }


def _outranks(other: str, one: str, ends: int) -> bool:
    return ends > 1 or len(other) > 1 or other < one


def _without_marks(text: str) -> str:
    return text.replace("\u200e", "")


def _confused(text: str) -> str:
    table = _prototypes()
    return "".join(table.get(character, character) for character in text)


def _seen(text: str) -> str:
    """The text without what no one sees: controls, joiners, variation selectors."""
    return "".join(
        character
        for character in text
        if unicodedata.category(character) not in _UNSEEN
        and character not in _IGNORABLE
        and not "\ufe00" <= character <= "\ufe0f"
        and not "\U000e0100" <= character <= "\U000e01ef"
    )


def _spaced(text: str) -> str:
    return " ".join(text.split())[:LONGEST]


def name_skeleton(name: str) -> str:
    """What is left of a name without case, widths and all that is taken for another character.

    Two names with one skeleton are taken for each other (UTS 39, `skeleton`, on the folded name).
    """
    folded = unicodedata.normalize("NFD", _seen(unicodedata.normalize("NFKC", name)).casefold())
    return _spaced(unicodedata.normalize("NFD", _confused(folded).casefold()))


def name_look(name: str) -> str:
    """The skeleton of a name as it is written, in its own case: it tells `lan` as `Ian`."""
    text = unicodedata.normalize("NFD", _seen(unicodedata.normalize("NFKC", name)))
    return _spaced(unicodedata.normalize("NFD", _confused(text)))


def mixed_scripts(name: str) -> set[str]:
    """The scripts of a name that nobody writes together; empty for a name in order.

    One script is in order, and those that Japanese, Chinese and Korean are written with, Latin
    among them ("highly restrictive", UTS 39, section 5.2).
    """
    scripts = {categories.alias(character) for character in name} - _ANY_SCRIPT
    if len(scripts) <= 1 or any(scripts <= together for together in _WRITTEN_TOGETHER):
        return set()
    return scripts


if TYPE_CHECKING:
    CharField = models.CharField[str, str]
else:
    # Django's own class takes no type argument when the program runs.
    CharField = models.CharField


class LookField(CharField):
    """What the member's name looks like, filled whenever the row is written, in bulk too."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs |= {"max_length": LONGEST + 32, "unique": True, "editable": False}
        super().__init__(*args, **kwargs)

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        """The stored one stays while it is the name's, and with it what tells it apart."""
        look = name_skeleton if self.attname == "name_skeleton" else name_look
        value = look(model_instance.name)  # type: ignore[attr-defined]
        stored: str = getattr(model_instance, self.attname)
        if stored.partition(KEPT_APART)[0] != value or not stored:
            setattr(model_instance, self.attname, value)
            return value
        return stored
