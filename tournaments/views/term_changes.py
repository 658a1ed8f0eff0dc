"""Changes of a tournament's terms in words: what each term is called, and its values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.models import Match
from games.presentation import presentation_for
from games.presentation.words import comma_list
from games.rules.registry import GAMES, rules_for
from games.templatetags.site import span, spelled
from tournaments.models import Tournament
from tournaments.presentation import names

Change = Mapping[str, Any]
WITHIN = {"options", "terms", "match_terms"}
"""The fields that hold terms by name, of which only some will have changed."""


def change_lines(changes: Mapping[str, Change]) -> list[str]:
    """A line for each term that changed, from the log's old and new values."""
    lines = []
    for name, change in changes.items():
        if name not in WITHIN:
            lines.append(_line(name, name, change))
            continue
        old, new = change["from"] or {}, change["to"] or {}
        lines += [
            _line(name, inner, {"from": old.get(inner), "to": new.get(inner)})
            for inner in sorted({*old, *new})
            if old.get(inner) != new.get(inner)
        ]
    return lines


def single_terms(terms: Mapping[str, Any]) -> list[str]:
    """A line for each term of the format that was set anew."""
    return [
        _("%(name)s: %(value)s.") % {"name": _label("terms", name), "value": _shown(value)}
        for name, value in terms.items()
    ]


def _line(field: str, name: str, change: Change) -> str:
    old, new = _value(field, name, change["from"]), _value(field, name, change["to"])
    return _("%(name)s: “%(new)s” instead of “%(old)s”.") % {
        "name": _label(field, name),
        "old": old,
        "new": new,
    }


def _label(field: str, name: str) -> str:
    if field == "options":
        return next(_option_labels(name), name)
    if field == "terms":
        return _term_label(name)
    return capfirst(str(_field(field, name).verbose_name))


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
    }
    return labels.get(name, name)


def _value(field: str, name: str, value: Any) -> str:
    if value in (None, "", []):
        return _("none")
    if field == "options":
        return _option_value(name, value)
    if field == "terms":
        return _term_value(name, value)
    if name == "game":
        return rules_for(value).name
    if name == "format":
        return names.format_name(value)
    return _of_field(_field(field, name), value)


def _option_value(name: str, value: Any) -> str:
    for key, game in GAMES.items():
        for option in game.rules.option_fields:
            if option.name == name and value in option.values:
                return presentation_for(key).option_value_label(name, value)
    return _shown(value)


def _term_value(name: str, value: Any) -> str:
    if name == "points":
        return str(names.POINTS[value].name)
    if name == "seeding":
        return str(names.SEEDINGS[value])
    if name in names.CHOICES:
        return str(names.CHOICES[name][value])
    if name == "tie_breaks":
        return comma_list([names.figure_name(key) for key in value])
    return _shown(value)


def _field(field: str, name: str) -> Any:
    """The model's field that a term is kept in; what is kept in `match_terms` is the match's."""
    return (Match if field == "match_terms" else Tournament)._meta.get_field(name)


def _of_field(field: Any, value: Any) -> str:
    if isinstance(field, models.DurationField):
        return span(timedelta(seconds=value)) if value else _("none")
    if isinstance(field, models.DateTimeField):
        return spelled(timezone.localtime(datetime.fromisoformat(value)))
    return str(dict(field.flatchoices).get(value, _shown(value)))


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value)
