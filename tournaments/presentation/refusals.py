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
    "format": _("There’s no format “%(given)s”. Choose from: %(known)s."),
    "two_at_a_table": _(
        "This format seats two at a table, not %(wanted)s. Elimination by tables does the same "
        "for more."
    ),
    "too_few_entries": _("%(entries)s players aren’t enough: it takes at least %(smallest)s."),
    "entries_do_not_divide": _(
        "%(entries)s players can’t be seated at tables of %(smallest)s to %(largest)s."
    ),
    "table_size": _(
        "This game is played at tables of %(smallest)s to %(largest)s, not %(wanted)s."
    ),
    "rounds": _("The number of rounds must be 1 or more, and so must the rounds played at once."),
    "all_advance": _(
        "If %(advance)s of a table of %(size)s go through, nobody is out. Let fewer go through."
    ),
    "too_few_advance": _("Only %(advance)s would go through: too few for a knockout."),
    "unknown_tie_break": _("There’s no tie-break “%(given)s”. Choose from: %(known)s."),
    "unknown_term": _("There’s no setting “%(given)s”."),
    "bad_term": _("“%(name)s” can’t be “%(given)s”."),
    "tie_break_twice": _("The tie-break “%(given)s” is in the list twice."),
}

ENTERING: Words = {
    "not-open": _("Registration isn’t open right now."),
    "too-late": _("This tournament has started, and its format takes no late players."),
    "already-entered": _("You’re already in this tournament."),
    "already-left": _("You’ve left this tournament and can’t enter it again."),
    "removed": _("The organiser has removed this player from the tournament."),
    "not-invited": _("This tournament is by invitation: ask its organiser for the link."),
    "rating": _("This tournament is for ratings from %(least)s to %(most)s; yours is %(own)s."),
    "no-bot-accounts": _("Bot accounts can’t enter this tournament."),
    "reliability": _(
        "This tournament asks for a reliability of %(least)s; yours is %(own)s. It "
        "grows with every match you finish."
    ),
    "no-check-in": _("Check-in isn’t open right now."),
    "not-in": _("This player isn’t in the tournament."),
    "out": _("This player is out: there’s nothing left to take over."),
    "not-vacant": _("Nobody has left this place."),
    "not-waiting": _("Only players on the waiting list can take over a place."),
    "no-byes": _("Nobody can sit out a round of this tournament."),
    "too-many-byes": _("You can’t sit out any more rounds (at most: %(most)s)."),
    "bye-in-last-round": _("Nobody can sit out the last round."),
    "bye-too-late": _("Round %(number)s has begun or isn’t part of this tournament."),
    "no-invitation": _("This invitation is no longer open."),
}

ORGANISING: Words = {
    "not-organiser": _("Only the organiser can do this."),
    "own-match": _("You play at that table: let the organiser or another arbiter decide."),
    "already-official": _("%(name)s has been asked already."),
    "too-many-officials": _("A tournament has %(most)s co-organisers and arbiters at most."),
    "no-office": _("This invitation is no longer open."),
    "no-reason": _("Give a reason: it’s shown in the tournament’s log."),
    "not-draft": _("Registration has already been opened."),
    "started": _("The tournament has started, so this can’t be changed any more."),
    "over": _("The tournament is over."),
    "not-running": _("The tournament isn’t running."),
    "too-many-unstarted": _("You already have %(most)s drafts. Start one or call it off first."),
    "no-name": _("The tournament needs a name."),
    "unknown-game": _("We have no game called “%(game)s”."),
    "game-is-fixed": _("Registration is open, so the game and its options can’t change."),
    "bad-clock": _("Choose a time per turn from %(shortest)s to %(longest)s."),
    "bad-round-time": _("Choose a time per round from %(shortest)s to %(longest)s."),
    "bad-times": _("Registration must open before the start."),
    "bad-moment": _("“%(name)s” must be in the future, at most %(years)s years from now."),
    "bad-limits": _("“%(name)s” must be from %(least)s to %(most)s."),
    "bad-match-term": _("There’s no setting “%(name)s” for the matches."),
    "bad-bank": _("A time bank can hold up to %(most)s days."),
    "bad-misses": _("A bot takes over after 1 to %(most)s missed deadlines."),
    "bad-forced": _("Choose when an only legal move is played."),
    "bad-reveal": _("Choose when moves are revealed, with 1 minute to 2 days."),
    "check-in-without-start": _("Check-in needs a start time."),
    "bad-options": _("The game can’t be played with these options."),
    "unknown-field": _("There’s no setting “%(name)s”."),
    "too-few": _("%(entries)s have registered: it takes at least %(least)s to start."),
    "paused": _("The tournament is already paused."),
    "bad-rest": _("Clocks can stand still for up to %(most)s."),
    "not-paused": _("The tournament isn’t paused."),
    "no-such-round": _("There’s no round %(number)s."),
    "round-closed": _("Round %(number)s has no open matches any more."),
    "bad-extension": _("Give more time, up to %(most)s."),
    "not-at-the-table": _("This player isn’t at that table."),
    "is-bye": _("Nobody plays there: it’s a bye."),
    "forfeited": _("That match has already been forfeited."),
    "annulled": _("That match has already been annulled."),
    "nobody-left": _("Nobody would be left at that table: correct its result instead."),
    "still-open": _("That match is still running."),
    "bad-places": _("Places start at 1, and equal places skip as many: 1, 2, 2, 4."),
    "dealt-since": _(
        "Tables paired since then would have been different. They stay as they are "
        "if you correct the result anyway: tick the box to confirm."
    ),
    "no-review": _("No round is waiting to begin."),
    "same-table": _("These two already sit at the same table."),
    "bad-tables": _(
        "Every player of the round sits at one table, and tables have %(smallest)s to %(largest)s "
        "seats. As many sit out as before."
    ),
    "bad-seeding": _("Each player can be seeded once, and only players in this tournament."),
    "nothing-dealt": _("No round has been paired yet: call the tournament off instead."),
    "wound-up": _("This tournament already ends with the matches that have begun."),
    "in-a-series": _("The tournament is already part of a series."),
    "name-taken": _("There’s already a series called “%(name)s”."),
    "no-such-member": _("There’s no member called “%(name)s”."),
    "bad-address": _("“%(address)s” isn’t an email address. Nobody was invited."),
    "too-many-invitations": _("You can invite %(most)s at most. Share the link instead."),
    "link-in-title": _(
        "Names can’t contain web or email addresses. Put a space after each dot or rephrase."
    ),
    "quota-tournament": _(
        "You’ve drafted %(most)s tournaments lately. You can draft the next one from %(again_at)s."
    ),
    "quota-entry": _(
        "You’ve registered %(most)s times lately. You can enter another tournament "
        "from %(again_at)s."
    ),
    "quota-notice": _(
        "You’ve written to everyone %(most)s times lately. You can do so again from %(again_at)s."
    ),
    "quota-ruling": _(
        "You’ve made %(most)s rulings lately. You can do so again from %(again_at)s."
    ),
    "quota-invitation": _(
        "You can invite %(most)s addresses for now, and this would be more. Try "
        "again from %(again_at)s, or share the tournament’s link. Nobody was invited."
    ),
    "quota-addressee": _(
        "You’ve written to %(address)s %(most)s times lately. Try again from "
        "%(again_at)s, or share the tournament’s link. Nobody was invited."
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
    return gettext("That’s not possible: %(code)s.") % {"code": code}


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
