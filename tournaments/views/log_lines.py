"""What a tournament's log keeps of each deed, in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import singledispatch

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from games.presentation.words import and_list
from games.templatetags.site import roughly, spelled
from tournaments.models import LogEntry, Official, PastResults
from tournaments.presentation.refusals import refusal
from tournaments.selectors.log_params import (
    KINDS,
    AdjudicatedParams,
    AnnulledParams,
    CorrectedParams,
    DealtParams,
    ExtendedParams,
    FinishedParams,
    ForfeitedParams,
    OfficialParams,
    PairedParams,
    PausedParams,
    RemovedParams,
    ReplacedParams,
    ResumedParams,
    SeededParams,
    StartedParams,
    WithdrawnParams,
    params_of,
    why_cancelled,
)
from tournaments.views.term_changes import changed_lines

Action = LogEntry.Action
Names = Mapping[int, str]


def log_lines(row: LogEntry, names: Names) -> list[str]:
    """The details of a deed in the active language and zone; none where its name says it all.

    `names` are those of the tournament's entries, by their numbers.
    """
    action = Action(row.action)
    if not row.params:
        return []
    if action == Action.CANCELLED:
        why = why_cancelled(row)
        return [refusal(*why)] if why is not None else []
    if action == Action.CHANGED:
        return changed_lines(row.params)
    if action not in KINDS:
        return []
    return _lines(params_of(row, KINDS[action]), names)


@singledispatch
def _lines(params: Struct, names: Names) -> list[str]:
    raise TypeError(type(params))


@_lines.register
def _started(params: StartedParams, _names: Names) -> list[str]:
    count = params.entries
    return [
        ngettext("%(count)d player.", "%(count)d players.", count) % {"count": count},
        _("Draws use the seed %(seed)s.") % {"seed": params.seed},
    ]


@_lines.register
def _dealt(params: DealtParams, _names: Names) -> list[str]:
    count = params.tables
    return [ngettext("%(count)d table.", "%(count)d tables.", count) % {"count": count}]


@_lines.register
def _adjudicated(params: AdjudicatedParams, _names: Names) -> list[str]:
    words = {
        "deadline": _("Table %(table)s: the round ran out of time."),
        "deserted": _("Table %(table)s: nobody was left to play against."),
        "ruling": _("Table %(table)s: the organiser decided."),
    }[params.why]
    return [words % {"table": params.table}]


@_lines.register
def _finished(params: FinishedParams, _names: Names) -> list[str]:
    if not params.winners:
        return []
    won = ngettext("%(names)s has won.", "%(names)s have won.", len(params.winners))
    return [won % {"names": and_list(params.winners)}]


@_lines.register
def _paused(params: PausedParams, _names: Names) -> list[str]:
    if not params.until:
        return [_("Matches play on by their own clocks.")]
    until = spelled(timezone.localtime(datetime.fromisoformat(params.until)))
    return [_("The clocks of all matches stand still until %(moment)s.") % {"moment": until}]


@_lines.register
def _resumed(params: ResumedParams, _names: Names) -> list[str]:
    pause = timedelta(seconds=params.seconds)
    return [_("All deadlines were moved by %(time)s.") % {"time": roughly(pause)}]


@_lines.register
def _extended(params: ExtendedParams, _names: Names) -> list[str]:
    old, new = (
        spelled(timezone.localtime(datetime.fromisoformat(at))) for at in (params.old, params.new)
    )
    return [_("From %(old)s to %(new)s.") % {"old": old, "new": new}]


@_lines.register
def _corrected(params: CorrectedParams, names: Names) -> list[str]:
    return [
        _("Table %(table)s.") % {"table": params.table},
        *(
            _("%(name)s: place %(new)s instead of %(old)s.")
            % {"name": names.get(entry, "–"), "old": params.old[entry], "new": place}
            for entry, place in sorted(params.new.items(), key=lambda pair: pair[1])
            if params.old.get(entry) != place
        ),
    ]


@_lines.register
def _forfeited(params: ForfeitedParams, _names: Names) -> list[str]:
    return [_("%(name)s at table %(table)s.") % {"name": params.name, "table": params.table}]


@_lines.register
def _replaced(params: ReplacedParams, _names: Names) -> list[str]:
    words = _("%(to)s plays in place of %(from)s.")
    return [words % {"to": params.member, "from": params.former}]


@_lines.register
def _withdrawn(params: WithdrawnParams, _names: Names) -> list[str]:
    name = params.name
    if params.missed:
        missed = ngettext(
            "%(name)s left %(count)d match to a bot.",
            "%(name)s left %(count)d matches in a row to a bot.",
            params.missed,
        )
        return [missed % {"name": name, "count": params.missed}]
    if params.plays_on:
        return [_("%(name)s finishes the open matches.") % {"name": name}]
    return [_("A bot finishes the open matches of %(name)s.") % {"name": name}]


@_lines.register
def _annulled(params: AnnulledParams, _names: Names) -> list[str]:
    return [_("Table %(table)s.") % {"table": params.table}]


@_lines.register
def _removed(params: RemovedParams, _names: Names) -> list[str]:
    said = [_("%(name)s is out.") % {"name": params.name}]
    if params.results != PastResults.KEEP:
        said.append(_("Results so far: %(what)s.") % {"what": PastResults(params.results).label})
    return said


@_lines.register
def _official(params: OfficialParams, _names: Names) -> list[str]:
    words = _("%(name)s is %(role)s.") if params.is_in else _("%(name)s is no longer %(role)s.")
    return [words % {"name": params.name, "role": Official.Role(params.role).label}]


@_lines.register
def _paired(params: PairedParams, _names: Names) -> list[str]:
    if not params.tables:
        return [_("The players of the round changed, so it is paired as usual.")]
    return ["; ".join(and_list(table) for table in params.tables) + "."]


@_lines.register
def _seeded(params: SeededParams, _names: Names) -> list[str]:
    return [_("In this order: %(names)s.") % {"names": and_list(params.order)}]
