"""What cannot be done with a tournament, and what would work."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.values.setup import TournamentSetupError

Words = dict[str, str | Promise]

SETUP: Words = {
    "format": _("There is no format called “%(given)s”. There are: %(known)s."),
    "two_at_a_table": _(
        "This format seats two at a table, not %(wanted)s. Elimination by tables does the same "
        "for more."
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

ENTERING: Words = {
    "not-open": _("This tournament takes no entries at the moment."),
    "too-late": _("This tournament has started, and its format takes nobody in later."),
    "already-entered": _("You are in this tournament already."),
    "already-left": _("You have left this tournament; what was left cannot be entered again."),
    "removed": _("The organiser has taken this player out of the tournament."),
    "not-invited": _("This tournament is by invitation: ask its organiser for the address."),
    "rating": _("This tournament is for ratings from %(least)s to %(most)s; yours is %(own)s."),
    "reliability": _(
        "This tournament asks for a reliability of %(least)s; yours is %(own)s. It grows with "
        "every match that you play to its end."
    ),
    "no-check-in": _("There is no check-in at the moment."),
    "not-in": _("This player is not in the tournament."),
    "out": _("This player is out: there is nothing left to take over."),
    "not-vacant": _("This place has not been left."),
    "not-waiting": _("Only who is on the waiting list can take a place over."),
    "no-invitation": _("This invitation is no longer open."),
}

ORGANISING: Words = {
    "not-organiser": _("Only the organiser can do this."),
    "no-reason": _("Say why: the reason is shown in the tournament's log."),
    "not-draft": _("The entries have been opened already."),
    "started": _("The tournament has started: this can no longer be changed."),
    "over": _("The tournament is over."),
    "not-running": _("The tournament is not running."),
    "too-many-unstarted": _(
        "You prepare %(most)s tournaments already. Start or cancel one of them first."
    ),
    "no-name": _("The tournament needs a name."),
    "unknown-game": _("This service has no game called “%(game)s”."),
    "game-is-fixed": _("Entries are open: the game and its options stay as they are."),
    "bad-clock": _("Choose a time for a decision from %(shortest)s to %(longest)s."),
    "bad-round-time": _("Choose a time for a round from %(shortest)s to %(longest)s."),
    "bad-times": _("Entries must open before the start."),
    "bad-limits": _("“%(name)s” must be from %(least)s to %(most)s."),
    "bad-match-term": _("There is nothing called “%(name)s” to set for the matches."),
    "bad-bank": _("A time bank holds between nothing and %(most)s days."),
    "bad-misses": _("A bot keeps the seat after 1 to %(most)s missed deadlines."),
    "bad-forced": _("Choose when an order without an alternative is played."),
    "bad-reveal": _("Choose one of the ways in which orders are opened, with 1 minute to 2 days."),
    "check-in-without-start": _("A check-in needs a time at which the tournament starts."),
    "bad-options": _("The game cannot be played with these options."),
    "unknown-field": _("There is nothing called “%(name)s” to set."),
    "too-few": _("%(entries)s have entered: it needs at least %(least)s to start."),
    "paused": _("The tournament is paused already."),
    "not-paused": _("The tournament is not paused."),
    "no-such-round": _("There is no round %(number)s."),
    "round-closed": _("Nothing of round %(number)s is open any more."),
    "bad-extension": _("Give more time, but no more than %(most)s."),
    "not-at-the-table": _("This player does not sit at that table."),
    "is-bye": _("Nobody plays there: it is a bye."),
    "forfeited": _("That match is forfeited already."),
    "nobody-left": _("Then nobody would be left at that table: correct its result instead."),
    "still-open": _("That match still runs."),
    "bad-places": _("Places begin with 1, and equal places skip as many: 1, 2, 2, 4."),
    "dealt-since": _(
        "Tables have been dealt since that would have been others. They stay as they are if you "
        "correct it all the same: tick that you want it."
    ),
    "bad-seeding": _("Each entry can be seeded once, and only who is in this tournament."),
    "ends-by-itself": _("This tournament ends by itself."),
    "in-a-series": _("The tournament belongs to a series already."),
    "name-taken": _("There is a series called “%(name)s” already."),
    "no-such-member": _("There is no member called “%(name)s”."),
    "bad-address": _("“%(address)s” is not a mail address. Nobody was invited."),
    "too-many-invitations": _("At most %(most)s can be invited. Pass the address on instead."),
    "link-in-title": _(
        "A name holds no web or mail addresses. Leave a space after each dot, or choose other "
        "words."
    ),
    "quota-tournament": _(
        "You have prepared %(most)s tournaments lately. You can prepare the next one from "
        "%(again_at)s."
    ),
    "quota-entry": _(
        "You have entered %(most)s times lately. You can enter another tournament from "
        "%(again_at)s."
    ),
    "quota-notice": _(
        "You have written to everybody %(most)s times lately. You can do so again from "
        "%(again_at)s."
    ),
    "quota-ruling": _(
        "You have made %(most)s rulings lately. You can do so again from %(again_at)s."
    ),
    "quota-invitation": _(
        "For now you may invite %(most)s addresses at most, and these would be more. Try again "
        "from %(again_at)s, or pass the tournament's address on. Nobody was invited."
    ),
    "quota-addressee": _(
        "You have written to %(address)s %(most)s times lately. You can do so again from "
        "%(again_at)s; until then pass the tournament's address on. Nobody was invited."
    ),
}


def setup_refusal(error: TournamentSetupError) -> str:
    """Why a tournament cannot be set up like this, in words."""
    return refusal(error.code, error.figures)


def refusal(code: str, params: Mapping[str, object]) -> str:
    """What is refused, in words, by its code; a code without words is named as it is."""
    if code == "bad-setup":
        return refusal(str(params["reason"]), params)
    for known in (ENTERING, ORGANISING, SETUP):
        if code in known:
            return str(known[code]) % {key: _shown(value) for key, value in params.items()}
    return gettext("This cannot be done: %(code)s.") % {"code": code}


def _shown(value: object) -> object:
    if value is None:
        return "–"
    if isinstance(value, timedelta):
        return _span(value)
    if isinstance(value, datetime):
        local = localtime(value)
        written = date_format(local, gettext("D j M, H:i"))
        return f"{written} {local.tzname()}"
    return value


def _span(value: timedelta) -> str:
    minutes = round(value.total_seconds() / 60)
    if minutes % 1440 == 0:
        return gettext("%(count)s days") % {"count": minutes // 1440}
    if minutes % 60 == 0:
        return gettext("%(count)s hours") % {"count": minutes // 60}
    return gettext("%(count)s minutes") % {"count": minutes}
