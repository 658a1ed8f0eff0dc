"""What a tournament's log keeps of each deed, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presentation.words import and_list
from games.templatetags.site import roughly, spelled
from tournaments.models import LogEntry
from tournaments.presentation.refusals import refusal
from tournaments.views.term_changes import change_lines, single_terms

Action = LogEntry.Action
Params = Mapping[str, Any]
Names = Mapping[int, str]


def log_lines(row: LogEntry, names: Names) -> list[str]:
    """The details of a deed in the active language and zone; none where its name says it all.

    `names` are those of the tournament's entries, by their numbers.
    """
    words = _WORDS.get(Action(row.action))
    return words(row.params, names) if words is not None and row.params else []


def _started(params: Params, _names: Names) -> list[str]:
    count = params["entries"]
    return [
        ngettext("%(count)d entry.", "%(count)d entries.", count) % {"count": count},
        _("The lots are drawn with %(seed)s.") % {"seed": params["seed"]},
    ]


def _dealt(params: Params, _names: Names) -> list[str]:
    count = params["tables"]
    return [ngettext("%(count)d table.", "%(count)d tables.", count) % {"count": count}]


def _adjudicated(params: Params, _names: Names) -> list[str]:
    words = {
        "deadline": _("Table %(table)s: the time of the round was over."),
        "deserted": _("Table %(table)s: nobody was left to play against."),
        "ruling": _("Table %(table)s: the organiser ruled so."),
    }[params["why"]]
    return [words % {"table": params["table"]}]


def _finished(params: Params, _names: Names) -> list[str]:
    winners = params["winners"]
    if not winners:
        return []
    won = ngettext("%(names)s has won.", "%(names)s have won.", len(winners))
    return [won % {"names": and_list(winners)}]


def _cancelled(params: Params, _names: Names) -> list[str]:
    return [refusal(params["code"], params)]


def _resumed(params: Params, _names: Names) -> list[str]:
    pause = timedelta(seconds=params["seconds"])
    return [_("Every deadline was put off by %(time)s.") % {"time": roughly(pause)}]


def _extended(params: Params, _names: Names) -> list[str]:
    old, new = (
        spelled(timezone.localtime(datetime.fromisoformat(params[name]))) for name in ("from", "to")
    )
    return [_("From %(old)s to %(new)s.") % {"old": old, "new": new}]


def _corrected(params: Params, names: Names) -> list[str]:
    before, after = params["from"], params["to"]
    return [
        _("Table %(table)s.") % {"table": params["table"]},
        *(
            _("%(name)s: place %(new)s instead of %(old)s.")
            % {"name": names.get(int(entry), "–"), "old": before[entry], "new": place}
            for entry, place in sorted(after.items(), key=lambda pair: pair[1])
            if before.get(entry) != place
        ),
    ]


def _forfeited(params: Params, _names: Names) -> list[str]:
    return [_("%(name)s at table %(table)s.") % params]


def _replaced(params: Params, _names: Names) -> list[str]:
    return [_("%(to)s plays in the place of %(from)s.") % params]


def _withdrawn(params: Params, _names: Names) -> list[str]:
    name = params["name"]
    if "missed" in params:
        missed = ngettext(
            "%(name)s left %(count)d match to a bot.",
            "%(name)s left %(count)d matches in a row to a bot.",
            params["missed"],
        )
        return [missed % {"name": name, "count": params["missed"]}]
    if params.get("plays_on"):
        return [_("%(name)s plays the open matches to their end.") % {"name": name}]
    return [_("A bot plays the open matches of %(name)s.") % {"name": name}]


def _removed(params: Params, _names: Names) -> list[str]:
    return [_("%(name)s is out.") % params]


def _seeded(params: Params, _names: Names) -> list[str]:
    return [_("In this order: %(names)s.") % {"names": and_list(params["order"])}]


def _changed(params: Params, _names: Names) -> list[str]:
    if any(isinstance(change, dict) for change in params.values()):
        return change_lines(params)
    return single_terms(params)


_WORDS: Mapping[LogEntry.Action, Callable[[Params, Names], list[str]]] = {
    Action.STARTED: _started,
    Action.DEALT: _dealt,
    Action.ADJUDICATED: _adjudicated,
    Action.FINISHED: _finished,
    Action.CANCELLED: _cancelled,
    Action.RESUMED: _resumed,
    Action.EXTENDED: _extended,
    Action.CORRECTED: _corrected,
    Action.FORFEITED: _forfeited,
    Action.REPLACED: _replaced,
    Action.WITHDRAWN: _withdrawn,
    Action.REMOVED: _removed,
    Action.SEEDED: _seeded,
    Action.CHANGED: _changed,
}
