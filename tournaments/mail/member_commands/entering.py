"""Entering a tournament by mail, confirming and leaving."""

from __future__ import annotations

import re

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.common.errors import NotVisibleError
from games.letters.command_outcomes import CommandOutcome
from games.letters.member_commands import HelpGroup, MemberTold, Request, UnclearRequestError
from games.models import OutboundMail
from tournaments.letters.entering import EnteredLetter, WaitingListLetter
from tournaments.letters.letter import LetterContext
from tournaments.mail.member_commands.finding import TournamentRequest, name_cut, tournament_meant
from tournaments.models import Entry, Tournament
from tournaments.selectors import tournament_lists
from tournaments.selectors.access import own_entry
from tournaments.services import byes, entries, invitations

Status = Entry.Status
_ROUND = re.compile(r"\b(\d{1,2})\b")


class EnterRequest(TournamentRequest):
    """A place, or one on the waiting list."""

    name = "enter"
    group = HelpGroup.TOURNAMENTS
    explanation = gettext_lazy("enter a tournament")
    example = "abc2345"
    changes = True
    also = ("join",)

    def meaning(self, request: Request) -> str:
        return _("enter %(tournament)s") % {"tournament": _enterable(request).name}

    def done(self, request: Request) -> CommandOutcome:
        tournament = _enterable(request)
        return entered_words(entries.make_entry(tournament=tournament, member=request.member))


def entered_words(entry: Entry) -> MemberTold:
    """That the place is taken, or waited for: in the words of the letter that would say so, which
    the answer takes the place of."""
    is_waiting = entry.status == Status.WAITING
    kind = WaitingListLetter if is_waiting else EnteredLetter
    letter = kind(tournament=entry.tournament_id, entry=entry.pk)
    waiting = OutboundMail.objects.filter(
        kind=letter.kind,
        member=entry.member_id,
        status=OutboundMail.Status.QUEUED,
        payload__letter=letter.name,
        payload__entry=entry.pk,
    )
    waiting.update(status=OutboundMail.Status.WITHDRAWN)
    about = LetterContext(OutboundMail(member=entry.member), letter, entry.tournament)
    return MemberTold(told=[one for one in letter.words(about).sentences if one])


def _enterable(request: Request) -> Tournament:
    mine = [
        line
        for line in tournament_lists.mine(request.member)
        if line.entry is not None and line.entry.status == Status.INVITED
    ]
    lines = [*mine, *tournament_lists.open_for_entries(request.member)]
    unique = {line.tournament.pk: line for line in lines}
    return tournament_meant(request, list(unique.values()))


def _entry(request: Request, *statuses: str, says_more: bool = False) -> Entry:
    """The member's entry in the tournament that is meant. Raises NotVisibleError."""
    lines = [
        line
        for line in tournament_lists.mine(request.member)
        if line.entry is not None and line.entry.status in statuses
    ]
    meant = tournament_meant(request, lines, says_more=says_more)
    entry = own_entry(meant, request.member)
    if entry is None or entry.status not in statuses:
        raise NotVisibleError("no-tournament", code=request.argument[:60])
    return entry


class LeaveTournamentRequest(TournamentRequest):
    """The end of one's own entry: asked back, for one that has begun can't be entered again."""

    name = "leave-tournament"
    group = HelpGroup.TOURNAMENTS
    explanation = gettext_lazy("withdraw from a tournament; your open matches are played on")
    example = "abc2345"
    changes = asks_first = True
    also = ("leave",)

    def meaning(self, request: Request) -> str:
        entry = _entry(request, Status.ENTERED, Status.WAITING, Status.INVITED)
        return _("withdraw from %(tournament)s") % {"tournament": entry.tournament.name}

    def done(self, request: Request) -> CommandOutcome:
        entry = _entry(request, Status.ENTERED, Status.WAITING, Status.INVITED)
        name = entry.tournament.name
        entries.withdraw_entry(entry=entry)
        told = _("You’ve withdrawn from %(tournament)s.") % {"tournament": name}
        return MemberTold(told=[told, _("Matches that have begun are played on.")])


class SitOutRequest(TournamentRequest):
    """A round is not played."""

    name = "sit-out"
    group = HelpGroup.TOURNAMENTS
    explanation = gettext_lazy("sit a round out, where the tournament allows it")
    example = gettext_lazy("3 of abc2345")
    changes = True

    def meaning(self, request: Request) -> str:
        entry, number = self._round(request)
        names = {"number": number, "tournament": entry.tournament.name}
        return _("sit out round %(number)s of %(tournament)s") % names

    def done(self, request: Request) -> CommandOutcome:
        entry, number = self._round(request)
        byes.ask_bye(entry=entry, number=number)
        told = _("You sit out round %(number)s of %(tournament)s.")
        return MemberTold(told=[told % {"number": number, "tournament": entry.tournament.name}])

    def _round(self, request: Request) -> tuple[Entry, int]:
        entry = _entry(request, Status.ENTERED, Status.WAITING, says_more=True)
        found = _ROUND.search(name_cut(request.argument, entry.tournament))
        if found is None:
            raise UnclearRequestError(_("Which round? Write it as in “sit out round 3”."))
        return entry, int(found[1])


class CheckInRequest(TournamentRequest):
    """One will play."""

    name = "check-in"
    group = HelpGroup.TOURNAMENTS
    explanation = gettext_lazy("confirm that you’ll play, where a tournament asks for it")
    example = "abc2345"
    changes = True

    def meaning(self, request: Request) -> str:
        entry = _entry(request, Status.ENTERED, Status.WAITING)
        return _("confirm your place in %(tournament)s") % {"tournament": entry.tournament.name}

    def done(self, request: Request) -> CommandOutcome:
        return checked_in(_entry(request, Status.ENTERED, Status.WAITING))


def checked_in(entry: Entry) -> MemberTold:
    """Confirm the place, and say so."""
    entries.check_in(entry=entry)
    return MemberTold(told=[_("Thanks: your place is confirmed.")])


class DeclineTournamentRequest(TournamentRequest):
    """No to an invitation to a tournament."""

    name = "decline-tournament"
    section = ""
    group = HelpGroup.TOURNAMENTS
    explanation = gettext_lazy("decline an invitation to a tournament")
    changes = True
    is_taught = False
    also = ("decline",)

    def meaning(self, request: Request) -> str:
        entry = _entry(request, Status.INVITED)
        return _("decline the invitation to %(match)s") % {"match": entry.tournament.name}

    def done(self, request: Request) -> CommandOutcome:
        entry = _entry(request, Status.INVITED)
        name = entry.tournament.name
        invitations.decline_invitation(entry=entry)
        told = _("You’ve declined the invitation to %(tournament)s.")
        return MemberTold(told=[told % {"tournament": name}])
