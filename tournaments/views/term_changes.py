"""Changes of a tournament's terms in words: what each term is called, and its values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta

import msgspec
from django.db import models
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from msgspec import Struct, field

from games.models import Match
from games.presentation import presentation_for
from games.presentation.words import comma_list
from games.rules.registry import GAMES, rules_for
from games.templatetags.site import span, spelled
from tournaments.models import Tournament
from tournaments.presentation import names

WITHIN = {"options", "terms", "match_terms"}
"""The fields that hold terms by name, of which only some will have changed."""


class TermChange(Struct):
    """A field of the tournament before and after."""

    old: object = field(name="from")
    new: object = field(name="to")


def changed_lines(params: Mapping[str, object]) -> list[str]:
    """A line for each term that changed, from what the log keeps: old and new, or the new alone."""
    if not any(isinstance(change, dict) for change in params.values()):
        return [
            _("%(name)s: %(value)s.") % {"name": _label("terms", name), "value": _shown(value)}
            for name, value in params.items()
        ]
    lines = []
    for name, change in msgspec.convert(params, dict[str, TermChange]).items():
        if name not in WITHIN:
            lines.append(_line(name, name, change.old, change.new))
            continue
        old, new = (
            msgspec.convert(one or {}, dict[str, object]) for one in (change.old, change.new)
        )
        lines += [
            _line(name, inner, old.get(inner), new.get(inner))
            for inner in sorted({*old, *new})
            if old.get(inner) != new.get(inner)
        ]
    return lines


def _line(column: str, name: str, old: object, new: object) -> str:
    return _("%(name)s: “%(new)s” instead of “%(old)s”.") % {
        "name": _label(column, name),
        "old": _value(column, name, old),
        "new": _value(column, name, new),
    }


def _label(column: str, name: str) -> str:
    if column == "options":
        return next(_option_labels(name), name)
    if column == "terms":
        return _term_label(name)
    return capfirst(str(_field(column, name).verbose_name))


def _option_labels(name: str) -> Iterator[str]:
    for key, game in GAMES.items():
        if any(option.name == name for option in game.rules.option_fields):
            yield presentation_for(key).option_label(name)


def _term_label(name: str) -> str:
    if name in names.SETTINGS:
        return str(names.SETTINGS[name].name)
    labels = {
        "points": _("Points"),
        "seeding": _("Seeding"),
        "tie_breaks": _("When points are equal"),
        "last_round": _("Last round"),
    }
    return labels.get(name, name)


def _value(column: str, name: str, value: object) -> str:
    if value in (None, "", []):
        return _("none")
    if column == "options":
        return _option_value(name, value)
    if column == "terms":
        return _term_value(name, value)
    if name == "game":
        return rules_for(str(value)).name
    if name == "format":
        return names.format_name(str(value))
    return _of_field(_field(column, name), value)


def _option_value(name: str, value: object) -> str:
    for key, game in GAMES.items():
        for option in game.rules.option_fields:
            if option.name == name and value in option.values:
                chosen = next(one for one in option.values if one == value)
                return presentation_for(key).option_value_label(name, chosen)
    return _shown(value)


def _term_value(name: str, value: object) -> str:
    if name == "points":
        return str(names.POINTS[str(value)].name)
    if name == "seeding":
        return str(names.SEEDINGS[str(value)])
    if name in names.CHOICES:
        return str(names.CHOICES[name][str(value)])
    if name == "tie_breaks":
        return comma_list([names.figure_name(key) for key in msgspec.convert(value, list[str])])
    return _shown(value)


def _field(column: str, name: str) -> models.Field[object, object]:
    """The model's field that a term is kept in; what is kept in `match_terms` is the match's."""
    kept = (Match if column == "match_terms" else Tournament)._meta.get_field(name)
    assert isinstance(kept, models.Field)
    return kept


def _of_field(kept: models.Field[object, object], value: object) -> str:
    if isinstance(kept, models.DurationField):
        seconds = msgspec.convert(value, float)
        return span(timedelta(seconds=seconds)) if seconds else _("none")
    if isinstance(kept, models.DateTimeField):
        return spelled(timezone.localtime(datetime.fromisoformat(str(value))))
    return str(dict(kept.flatchoices).get(value, _shown(value)))


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value)
