"""What each letter says: a heading, sentences, tables, and what can be done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.links import without_links
from games.composing.messages import site_link
from games.models import Match
from games.rules.registry import rules_for
from tournaments.mail import rulings
from tournaments.mail.background import Told
from tournaments.mail.scenes import (
    TableTold,
    overdue_rule,
    places_told,
    plays_on,
    tables_told,
    when,
)
from tournaments.models import Entry
from tournaments.presentation.names import POINTS, format_meaning, format_name
from tournaments.selectors.tournament_state import setup_of
from tournaments.services.letters import Letter


@dataclass
class Said:
    """A letter in words. `action` is what its button says, `link` where that leads."""

    heading: str
    sentences: list[str]
    tables: list[TableTold] = field(default_factory=list)
    action: str = ""
    link: str = ""


def said(told: Told) -> Said:
    """The letter in the active language and zone."""
    made = _WORDS[told.name](told)
    made.action = made.action or _("To the tournament")
    made.link = made.link or page(told)
    return made


def page(told: Told) -> str:
    """The tournament's page."""
    return site_link("tournament", code=told.tournament.code)


def _about(told: Told) -> dict[str, str]:
    tournament = told.tournament
    return {
        "tournament": tournament.name,
        "organiser": tournament.organiser.name,
        "game": rules_for(tournament.game).name,
        "format": format_name(tournament.format),
    }


def _start(told: Told) -> str:
    starts = told.tournament.starts_at
    if starts is None:
        return _("It starts when its organiser starts it.")
    return _("It starts on %(moment)s.") % {"moment": when(starts)}


def _invited(told: Told) -> Said:
    link, about = page(told), _about(told)
    if told.row.member_id is None:
        # Who is invited may not know the organiser: nothing that people have named leads anywhere.
        about = {name: without_links(words) for name, words in about.items()}
        link = f"{link}?token={told.tournament.invitation_token}"
    return Said(
        _("You are invited to a tournament"),
        [
            _("%(organiser)s invites you to %(tournament)s, a tournament of %(game)s: %(format)s.")
            % about,
            format_meaning(told.tournament.format),
            _start(told),
        ],
        action=_("Look at it and enter"),
        link=link,
    )


def _check_in_ahead(told: Told) -> list[str]:
    tournament = told.tournament
    if not tournament.check_in or tournament.starts_at is None:
        return []
    moment = when(tournament.starts_at - tournament.check_in)
    return [
        _("From %(moment)s on you are asked to confirm that you will play.") % {"moment": moment}
    ]


def _entered(told: Told) -> Said:
    if told.tournament.status == told.tournament.Status.RUNNING:
        sentences = [_("You play in %(tournament)s from the next round on.") % _about(told)]
    else:
        sentences = [
            _("You have a place in %(tournament)s.") % _about(told),
            _start(told),
            *_check_in_ahead(told),
        ]
    return Said(_("You are in"), sentences)


def _waiting(told: Told) -> Said:
    entry = told.own_entry
    before = 0
    if entry is not None:
        waiting = told.tournament.entries.filter(status=Entry.Status.WAITING)
        before = waiting.filter(entered_at__lt=entry.entered_at).count()
    return Said(
        _("You are on the waiting list"),
        [
            _("All places in %(tournament)s are taken.") % _about(told),
            ngettext(
                "%(count)d person waits before you.",
                "%(count)d people wait before you.",
                before,
            )
            % {"count": before},
            _("When a place becomes free you get it in your turn, and a mail says so."),
        ],
    )


def _moved_up(told: Told) -> Said:
    return Said(
        _("A place has become free: you are in"),
        [
            _("You have a place in %(tournament)s now.") % _about(told),
            _start(told),
            *_check_in_ahead(told),
        ],
    )


def _check_in(told: Told) -> Said:
    return Said(
        _("Please confirm that you will play"),
        [
            _("%(tournament)s is about to start.") % _about(told),
            _start(told),
            _("Whoever has not confirmed by then gives the place to somebody who waits."),
        ],
        action=_("Confirm"),
    )


def _started(told: Told) -> Said:
    setup = setup_of(told.tournament)
    entries = told.tournament.entries.filter(status=Entry.Status.ENTERED).count()
    points = POINTS[setup.points.value]
    return Said(
        _("The tournament has begun"),
        [
            ngettext(
                "%(tournament)s has begun with %(count)d entry.",
                "%(tournament)s has begun with %(count)d entries.",
                entries,
            )
            % {**_about(told), "count": entries},
            format_meaning(told.tournament.format),
            _("Points: %(meaning)s") % {"meaning": points.means},
            overdue_rule(),
            _("You get a mail from each match when a decision awaits you there."),
        ],
        tables_told(told.pairings, told.row.payload["entry"]),
    )


def _dealt(told: Told) -> Said:
    count = len(told.pairings)
    return Said(
        ngettext("Your next table", "Your next tables", count),
        [_("%(tournament)s goes on, and you are in it.") % _about(told)],
        tables_told(told.pairings, told.row.payload["entry"]),
    )


def _adjudicated(told: Told) -> Said:
    sentences = []
    for pairing in told.pairings:
        why = pairing.match.adjudicated_for if pairing.match is not None else ""
        sentences += [_why_adjudicated(why), overdue_rule(), *places_told(pairing)]
    return Said(_("A match of yours ended as it stood"), sentences)


def _why_adjudicated(why: str) -> str:
    if why == Match.Adjudicated.DEADLINE:
        return _("The time of its round was over.")
    if why == Match.Adjudicated.RULING:
        return _("The organiser ruled so.")
    return _("Nobody was left to play against.")


def _missed(told: Told) -> Said:
    return Said(
        _("You have been withdrawn"),
        [
            _(
                "A bot had to play two matches of %(tournament)s in a row for you, so that nobody "
                "had to wait. Nothing more is dealt to you there; your results stand."
            )
            % _about(told),
            _("In a match that still runs the seat is yours again as soon as you order."),
        ],
    )


def _substitute(told: Told) -> Said:
    vacant = told.vacant
    assert vacant is not None
    return Said(
        _("A place is free: would you like to take it?"),
        [
            _("%(name)s has left %(tournament)s, and you are on its waiting list.")
            % {**_about(told), "name": vacant.member.name},
            _(
                "Whoever takes the place first plays on with its results and in its running "
                "matches. If you would rather not, there is nothing to do."
            ),
        ],
        action=_("Take the place"),
        link=site_link("tournament-entry", code=told.tournament.code, number=vacant.pk),
    )


def _replaced(told: Told) -> Said:
    params = told.log.params if told.log is not None else {}
    names = {**_about(told), "former": params.get("from", ""), "name": params.get("to", "")}
    if told.own_entry is not None:
        sentences = [
            _("You play in %(tournament)s now, in the place of %(former)s.") % names,
            _("Their results there count for you, and their running matches are yours."),
        ]
    else:
        sentences = [_("%(name)s plays in %(tournament)s in your place from now on.") % names]
    return Said(_("A place has changed hands"), sentences + rulings.reason_told(told.log))


def _removed(told: Told) -> Said:
    return Said(
        _("You have been taken out of a tournament"),
        [
            _("%(organiser)s has taken you out of %(tournament)s.") % _about(told),
            *rulings.reason_told(told.log),
        ],
    )


def _out(told: Told) -> Said:
    sentences = [
        _("For you %(tournament)s is over: no further match is dealt to you.") % _about(told)
    ]
    if told.own_entry is not None and plays_on(told.own_entry):
        sentences.append(_("Your match that still runs is played to its end all the same."))
    sentences.append(_("When the last match has ended, a mail tells how all came out."))
    return Said(_("You are out"), sentences)


def _finished(told: Told) -> Said:
    entry = told.entry
    rows = told.tournament.entries.exclude(place=None).select_related("member")
    winners = [row.member.name for row in rows if row.place == 1]
    sentences = [
        ngettext(
            "%(tournament)s has ended. The winner is %(names)s.",
            "%(tournament)s has ended. The winners are %(names)s.",
            len(winners),
        )
        % {**_about(told), "names": ", ".join(winners)}
    ]
    if entry is not None and entry.place is not None:
        sentences.append(
            _("Your place: %(place)d of %(count)d.") % {"place": entry.place, "count": len(rows)}
        )
    return Said(
        _("The tournament has ended"),
        sentences,
        action=_("All places, with their sums"),
        link=site_link("tournament-standings", code=told.tournament.code),
    )


def _parked(told: Told) -> Said:
    return Said(
        _("Your tournament has stopped after a fault"),
        [
            _("%(tournament)s could not go on: the program failed several times.") % _about(told),
            _("Matches play on. The operator of this site has what is needed to repair it."),
        ],
    )


_WORDS: dict[Letter, Callable[[Told], Said]] = {
    Letter.INVITED: _invited,
    Letter.ENTERED: _entered,
    Letter.WAITING: _waiting,
    Letter.MOVED_UP: _moved_up,
    Letter.CHECK_IN: _check_in,
    Letter.STARTED: _started,
    Letter.DEALT: _dealt,
    Letter.ADJUDICATED: _adjudicated,
    Letter.MISSED: _missed,
    Letter.SUBSTITUTE: _substitute,
    Letter.REPLACED: _replaced,
    Letter.REMOVED: _removed,
    Letter.OUT: _out,
    Letter.FINISHED: _finished,
    Letter.CANCELLED: lambda told: Said(_("The tournament was cancelled"), rulings.cancelled(told)),
    Letter.RULING: lambda told: Said(rulings.heading(told), rulings.sentences(told)),
    Letter.PARKED: _parked,
}
