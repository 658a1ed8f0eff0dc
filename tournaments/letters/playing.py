"""Letters about how a tournament goes: its tables, its rulings, and its end."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.common.site_links import site_link
from games.models import Match
from tournaments.letters import rulings
from tournaments.letters.letter import LetterContext, TournamentLetter, TournamentWords
from tournaments.letters.tables import (
    TableTold,
    overdue_rule,
    places_told,
    plays_on,
    tables_told,
)
from tournaments.models import Entry, Pairing, Tournament
from tournaments.models.tournaments import MOST_TRIES
from tournaments.presentation.names import POINTS, format_meaning
from tournaments.presentation.needs import need_told
from tournaments.selectors.needs import need_of
from tournaments.selectors.tournament_state import setup_of

Status = Tournament.Status
MOST_PLACES = 12
"""So many places a mail lists; the page has them all."""


class _TablesLetter(TournamentLetter):
    """Tells of tables, unless all of them have come to their end meanwhile."""

    pairings: list[int] = msgspec.field(default_factory=list)

    def is_gone(self, about: LetterContext) -> bool:
        if about.own_entry is None or about.tournament.status != Status.RUNNING:
            return True
        bye = Pairing.Decided.BYE
        tables = about.tables(self.pairings)
        return all(one.decided_at is not None and one.decided != bye for one in tables)


class TournamentStartedLetter(_TablesLetter):
    """How it goes, and the first tables."""

    name = "started"

    def words(self, about: LetterContext) -> TournamentWords:
        setup = setup_of(about.tournament)
        entries = about.tournament.entries.filter(status=Entry.Status.ENTERED).count()
        points = POINTS[setup.points.value]
        return TournamentWords(
            _("The tournament has started"),
            [
                ngettext(
                    "%(tournament)s has started with %(count)d player.",
                    "%(tournament)s has started with %(count)d players.",
                    entries,
                )
                % {**about.names(), "count": entries},
                format_meaning(about.tournament.format),
                _("Points: %(meaning)s") % {"meaning": points.means},
                overdue_rule(),
                _("You’ll get a mail from each match when it’s your turn."),
            ],
            tables_told(about.tables(self.pairings), self.entry),
        )


class DealtLetter(_TablesLetter):
    """The next tables."""

    name = "dealt"

    def words(self, about: LetterContext) -> TournamentWords:
        count = len(about.tables(self.pairings))
        return TournamentWords(
            ngettext("Your next table", "Your next tables", count),
            [
                _goes_on(about) % about.names(),
                *need_lines(about),
            ],
            tables_told(about.tables(self.pairings), self.entry),
        )


def _goes_on(about: LetterContext) -> str:
    """That it does, and where others are out, that the reader isn't."""
    if about.tournament.entries.exclude(out_after=None).exists():
        return _("%(tournament)s goes on, and you’re still in.")
    return _("The next round of %(tournament)s begins.")


def need_lines(about: LetterContext) -> list[str]:
    """Where the reader stands and what they need."""
    entry = about.own_entry
    need = need_of(about.tournament, entry) if entry is not None else None
    return need_told(need).sentences if need is not None else []


class AdjudicatedLetter(TournamentLetter):
    """A match was ended as it stood."""

    name = "adjudicated"
    pairing: int = 0

    def is_gone(self, about: LetterContext) -> bool:
        ruled = {Pairing.Decided.CORRECTED, Pairing.Decided.ANNULLED}
        tables = about.tables([self.pairing])
        return about.own_entry is None or all(one.decided in ruled for one in tables)

    def words(self, about: LetterContext) -> TournamentWords:
        sentences = []
        for pairing in about.tables([self.pairing]):
            why = pairing.match.adjudicated_for if pairing.match is not None else ""
            sentences += [_why_adjudicated(why), overdue_rule(), *places_told(pairing)]
        return TournamentWords(_("One of your matches ended early"), sentences)


class OutLetter(TournamentLetter):
    """No further match comes."""

    name = "out"
    is_news = True

    def is_gone(self, about: LetterContext) -> bool:
        entry, status = about.own_entry, about.tournament.status
        return status != Status.RUNNING or entry is None or entry.out_after is None

    def words(self, about: LetterContext) -> TournamentWords:
        sentences = [
            _("For you %(tournament)s is over: you won’t be in any further round.") % about.names()
        ]
        if about.own_entry is not None and plays_on(about.own_entry):
            sentences.append(_("You can still finish your running match."))
        sentences.append(_("When the last match has ended, we’ll mail you the final standings."))
        return TournamentWords(_("You’re out"), sentences)


class TournamentFinishedLetter(TournamentLetter):
    """How all came out."""

    name = "finished"
    is_news = True

    def is_gone(self, about: LetterContext) -> bool:
        return about.tournament.status != Status.FINISHED

    def words(self, about: LetterContext) -> TournamentWords:
        entry = about.entry
        placed = about.tournament.entries.exclude(place=None).select_related("member")
        rows = list(placed.order_by("place", "pk"))
        return TournamentWords(
            _("The tournament has ended"),
            _ended(about, entry.place if entry is not None else None, rows),
            [_final_standings(rows, entry)] if rows else [],
            action=_("All places, and how they add up"),
            link=site_link("tournament-standings", code=about.tournament.code),
        )


def _ended(about: LetterContext, place: int | None, rows: Sequence[Entry]) -> list[str]:
    """Who has won, and where the reader came in."""
    winners = [row.member.name for row in rows if row.place == 1]
    if place == 1 and len(winners) == 1:
        return [_("You’ve won %(tournament)s: congratulations.") % about.names()]
    told = ngettext(
        "%(tournament)s has ended. The winner is %(names)s.",
        "%(tournament)s has ended. The winners are %(names)s.",
        len(winners),
    )
    own = _("Your place: %(place)s of %(count)s.") % {"place": place, "count": len(rows)}
    return [told % {**about.names(), "names": ", ".join(winners)}, *([own] if place else [])]


def _final_standings(rows: Sequence[Entry], own: Entry | None) -> TableTold:
    """The first places, and the reader's own where it lies behind them."""
    shown = [row for at, row in enumerate(rows) if at < MOST_PLACES or row == own]
    return TableTold(
        _("Final standings"), tuple(f"{row.place}. {row.member.name}" for row in shown)
    )


class TournamentCancelledLetter(TournamentLetter):
    """It does not take place, or not to its end."""

    name = "cancelled"

    def is_gone(self, about: LetterContext) -> bool:
        return about.tournament.status != Status.CANCELLED

    def words(self, about: LetterContext) -> TournamentWords:
        return TournamentWords(_("The tournament was called off"), rulings.cancelled(about))


class RulingLetter(TournamentLetter):
    """What the organiser did, with the reason."""

    name = "ruling"
    is_news = True

    def is_gone(self, about: LetterContext) -> bool:
        return about.log is None

    def words(self, about: LetterContext) -> TournamentWords:
        return TournamentWords(rulings.heading(about), rulings.sentences(about))


class TournamentParkedLetter(TournamentLetter):
    """To the organiser: it has stopped after a fault."""

    name = "parked"

    def is_gone(self, about: LetterContext) -> bool:
        return about.tournament.attempts < MOST_TRIES

    def words(self, about: LetterContext) -> TournamentWords:
        return TournamentWords(
            _("Your tournament has stopped after a fault"),
            [
                _("%(tournament)s couldn’t go on: the program failed several times.")
                % about.names(),
                _("Matches go on. The operator of this site has what it takes to repair it."),
            ],
        )


def _why_adjudicated(why: str) -> str:
    if why == Match.Adjudicated.DEADLINE:
        return _("The round ran out of time.")
    if why == Match.Adjudicated.RULING:
        return _("The organiser decided.")
    return _("Nobody was left to play against.")
