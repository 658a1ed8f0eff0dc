"""What an organiser did, in words, with the reason given."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.common.date_words import duration
from tournaments.letters.letter import LetterContext
from tournaments.letters.tables import when
from tournaments.models import Entry, LogEntry, PastResults
from tournaments.presentation.refusals import refusal
from tournaments.selectors.log_params import (
    AnnulledParams,
    CorrectedParams,
    ExtendedParams,
    ForfeitedParams,
    PausedParams,
    RemovedParams,
    ResumedParams,
    params_of,
    why_cancelled,
)

Action = LogEntry.Action


def heading(about: LetterContext) -> str:
    """What the letter is about, in a few words: what was done, as the log has it."""
    if about.log is None or about.log.action == Action.NOTICE:
        return _("A note from the organiser")
    return capfirst(str(about.log.get_action_display()))


def sentences(about: LetterContext) -> list[str]:
    """What was done, in which tournament, and why."""
    log = about.log
    if log is None:
        return []
    names = {
        "tournament": about.tournament.name,
        "organiser": log.by.name if log.by is not None else about.tournament.organiser.name,
    }
    words = _DEEDS.get(Action(log.action))
    opening = _("Decided by %(organiser)s in %(tournament)s.")
    if log.action == Action.NOTICE:
        opening = _("%(organiser)s writes to everyone in %(tournament)s:")
    return [opening % names] + ([words(log)] if words is not None else []) + reason_told(log)


def reason_told(log: LogEntry | None) -> list[str]:
    """The reason that was given, if one was."""
    if log is None or not log.given_reason:
        return []
    if log.action == Action.NOTICE:
        return [log.given_reason]
    return [_("The reason given: %(reason)s") % {"reason": log.given_reason}]


def cancelled(about: LetterContext) -> list[str]:
    """That it does not take place, or not to its end, and why."""
    log = about.log
    said = [_("%(tournament)s was called off.") % {"tournament": about.tournament.name}]
    if log is not None and (why := why_cancelled(log)) is not None:
        said.append(refusal(*why))
    if about.tournament.started_at is not None:
        said.append(
            _("Games still running can be finished, but no longer count for the tournament.")
        )
    return said + reason_told(log)


def _extended(log: LogEntry) -> str:
    until = when(datetime.fromisoformat(params_of(log, ExtendedParams).new))
    if log.match is not None:
        return _("Your match has more time: until %(moment)s.") % {"moment": until}
    return _("The open matches of round %(round)d have more time: until %(moment)s.") % {
        "round": log.round or 0,
        "moment": until,
    }


def _resumed(log: LogEntry) -> str:
    pause = duration(timedelta(seconds=params_of(log, ResumedParams).seconds))
    return _("The tournament goes on. The pause moved all round deadlines by %(time)s.") % {
        "time": pause
    }


def _corrected(log: LogEntry) -> str:
    params = params_of(log, CorrectedParams)
    names = dict(Entry.objects.filter(pk__in=params.new).values_list("pk", "member__name"))
    placed = sorted((place, names.get(entry, "")) for entry, place in params.new.items())
    told = _("The result of table %(table)d of round %(round)d is now %(places)s. Standings and "
             "ratings follow.")  # fmt: skip
    places = ", ".join(f"{place}.\u00a0{name}" for place, name in placed)
    return told % {"table": params.table, "round": log.round or 0, "places": places}


def _forfeited(log: LogEntry) -> str:
    params = params_of(log, ForfeitedParams)
    return _("%(name)s forfeited the match at table %(table)d of round %(round)d.") % {
        "name": params.name,
        "table": params.table,
        "round": log.round or 0,
    }


def _annulled(log: LogEntry) -> str:
    return _(
        "The match at table %(table)d of round %(round)d was annulled: it doesn’t count for "
        "the standings or the ratings."
    ) % {"table": params_of(log, AnnulledParams).table, "round": log.round or 0}


def _removed(log: LogEntry) -> str:
    params = params_of(log, RemovedParams)
    words = _PAST_RESULTS.get(PastResults(params.results))
    said = _("%(name)s was removed from the tournament.") % {"name": params.name}
    return f"{said} {words}" if words else said


_PAST_RESULTS = {
    PastResults.FORFEIT: gettext_lazy(
        "Your matches against them now count as forfeits by them. Standings and ratings follow."
    ),
    PastResults.ANNUL: gettext_lazy(
        "Your matches against them no longer count. Standings and ratings follow."
    ),
}


def _changed(_log: LogEntry) -> str:
    return _("The tournament ends with the current matches; nothing more follows.")


def _paused(log: LogEntry) -> str:
    until = params_of(log, PausedParams).until
    if not until:
        return _(
            "The tournament is paused: no new rounds, and no round runs out of time. Matches go on."
        )
    return _(
        "The tournament is paused until %(moment)s, and the clocks of its matches stand still. You "
        "can move meanwhile, but nobody has to."
    ) % {"moment": when(datetime.fromisoformat(until))}


_DEEDS: dict[LogEntry.Action, Callable[[LogEntry], str]] = {
    Action.PAUSED: _paused,
    Action.RESUMED: _resumed,
    Action.EXTENDED: _extended,
    Action.CORRECTED: _corrected,
    Action.FORFEITED: _forfeited,
    Action.ANNULLED: _annulled,
    Action.REMOVED: _removed,
    Action.CHANGED: _changed,
}
