"""Another name or other terms for a tournament that has not started, by mail."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.common.date_words import duration
from games.common.site_links import site_link
from games.letters.command_outcomes import CommandOutcome
from games.letters.member_commands import HelpGroup, MemberTold, Request, UnclearRequestError
from games.mail.member_commands.new_match import counted, title_in
from games.replies.command_words import plain_words, words_of
from tournaments.mail.member_commands.creating import times_said
from tournaments.mail.member_commands.finding import TournamentRequest, ruled
from tournaments.models import Tournament
from tournaments.services import terms
from tournaments.services.terms import Stated

_NAME_ENDS = re.compile(r"[,;:.!?\n]")


class ChangeTournamentRequest(TournamentRequest):
    """What was prepared, stated anew."""

    name = "change-tournament"
    group = HelpGroup.ORGANISING
    explanation = gettext_lazy("change its name, rounds, players or times before it starts")
    example = gettext_lazy("abc2345: 5 rounds, called Spring Cup")
    changes = True

    def meaning(self, request: Request) -> str:
        tournament, values = _changed(request)
        told = _("change %(tournament)s: %(changes)s")
        return told % {"tournament": tournament.name, "changes": _words(values)}

    def done(self, request: Request) -> CommandOutcome:
        tournament, values = _changed(request)
        terms.change_tournament(tournament=tournament, by=request.member, **values)
        told = _("%(tournament)s is changed: %(changes)s.")
        return MemberTold(told=[told % {"tournament": tournament.name, "changes": _words(values)}])


def _changed(request: Request) -> tuple[Tournament, Stated]:
    """What is stated anew. Raises UnclearRequestError where nothing is."""
    tournament = ruled(request, says_more=True)
    behind = re.split(re.escape(tournament.code), request.argument, flags=re.IGNORECASE)[-1]
    behind = re.split(re.escape(tournament.name), behind, flags=re.IGNORECASE)[-1]
    name = title_in(f" {behind}")
    said = plain_words(behind.replace(name, " ") if name else behind)
    values = Stated()
    if rounds := counted(said, "rounds", "tournament"):
        values["terms"] = {**tournament.terms, "rounds": rounds}
    if most := counted(said, "players"):
        values["most_entries"] = most
        values["least_entries"] = min(most, tournament.least_entries)
    times = times_said(said)
    if times["phase_time"]:
        values["phase_time"] = times["phase_time"]
    if times["round_time"]:
        values["round_time"] = times["round_time"]
    if name := name or ("" if values else _name_behind(behind)):
        values["name"] = name
    if not values:
        told = _("What shall be changed? You can write “called Spring Cup”, “5 rounds”, “8 "
                 "players”, “2 days a turn” or “10 days a round”. Everything else is changed on "
                 "its page: %(link)s")  # fmt: skip
        link = site_link("tournament-change", code=tournament.code)
        raise UnclearRequestError(told % {"link": link})
    return tournament, values


def _name_behind(behind: str) -> str:
    """A new name behind “to”."""
    first, _space, rest = behind.strip(" ,:").partition(" ")
    is_said = plain_words(first) in words_of("tournament", "into")
    return _NAME_ENDS.split(rest, maxsplit=1)[0].strip(' "“”') if is_said else ""


def _words(values: Stated) -> str:
    rounds, most = values.get("terms", {}).get("rounds"), values.get("most_entries")
    phase, whole = values.get("phase_time"), values.get("round_time")
    parts = (
        _("name “%(name)s”") % {"name": name} if (name := values.get("name")) else "",
        ngettext("%(count)d round", "%(count)d rounds", rounds) % {"count": rounds}
        if isinstance(rounds, int)
        else "",
        ngettext("at most %(count)d player", "at most %(count)d players", most) % {"count": most}
        if most
        else "",
        _("%(time)s a turn") % {"time": duration(phase)} if phase else "",
        _("at most %(time)s a round") % {"time": duration(whole)} if whole else "",
    )
    return ", ".join(filter(None, parts))
