"""What letters about tournaments offer: a place, a place of somebody who left, and checking in."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.letters.command_outcomes import CommandOutcome
from games.letters.letter import letter_of
from games.letters.member_commands import MemberTold, Text, UnclearRequestError
from games.mail.offers import MailOffer, OfferAnswered
from games.models import Member, OutboundMail
from tournaments.letters.entering import (
    CheckInLetter,
    SubstituteWantedLetter,
    TournamentInvitationLetter,
)
from tournaments.letters.letter import TournamentLetter
from tournaments.letters.officials import OfficeLetter
from tournaments.mail.member_commands.entering import checked_in, entered_words
from tournaments.models import Entry, Tournament
from tournaments.presentation.refusals import refusal
from tournaments.selectors.access import own_entry
from tournaments.services import entries, invitations, officials, substitutes
from tournaments.services.errors import TournamentError


class _TournamentOffer(MailOffer):
    """What a letter about a tournament offers; its services' refusals in their words."""

    offered: ClassVar[Text]

    def accept(self, answered: OfferAnswered) -> CommandOutcome:
        try:
            return self.taken(answered)
        except TournamentError as error:
            raise UnclearRequestError(refusal(error.code, error.params)) from error

    @abstractmethod
    def taken(self, answered: OfferAnswered) -> CommandOutcome:
        """Take it. Raises TournamentError."""

    def decline(self, row: OutboundMail, member: Member | None) -> CommandOutcome:
        return MemberTold(told=[_("All right, nothing was done.")])

    def what(self, row: OutboundMail) -> str:
        return str(self.offered) % {"tournament": _tournament(row).name}


def _tournament(row: OutboundMail) -> Tournament:
    """The tournament of a letter. Raises UnclearRequestError where it is gone."""
    letter = letter_of(row)
    wanted = letter.tournament if isinstance(letter, TournamentLetter) else 0
    found = Tournament.objects.filter(pk=wanted).first()
    if found is None:
        raise UnclearRequestError(_("This tournament is gone."))
    return found


def _own(answered: OfferAnswered) -> Entry:
    entry = own_entry(_tournament(answered.row), answered.member)
    if entry is None:
        raise TournamentError("not-in")
    return entry


class PlaceOffer(_TournamentOffer):
    """A place, to a member or to somebody who has just become one."""

    letter = TournamentInvitationLetter
    offered = gettext_lazy("the invitation to %(tournament)s")

    def taken(self, answered: OfferAnswered) -> CommandOutcome:
        tournament = _tournament(answered.row)
        entry = own_entry(tournament, answered.member)
        if entry is not None and entry.status in {Entry.Status.ENTERED, Entry.Status.WAITING}:
            return entered_words(entry)
        token = tournament.invitation_token
        made = entries.make_entry(tournament=tournament, member=answered.member, token=token)
        return entered_words(made)

    def decline(self, row: OutboundMail, member: Member | None) -> CommandOutcome:
        tournament = _tournament(row)
        entry = own_entry(tournament, member)
        if entry is not None:
            invitations.decline_invitation(entry=entry)
        told = _("You’ve declined the invitation to %(tournament)s.")
        return MemberTold(told=[told % {"tournament": tournament.name}])


class OfficeOffer(_TournamentOffer):
    """Helping to run a tournament."""

    letter = OfficeLetter
    offered = gettext_lazy("helping to run %(tournament)s")

    def taken(self, answered: OfferAnswered) -> CommandOutcome:
        tournament = _tournament(answered.row)
        officials.accept_office(tournament=tournament, member=answered.member)
        told = _("You help run %(tournament)s now: “organise” in the help says what you can write.")
        return MemberTold(told=[told % {"tournament": tournament.name}])

    def decline(self, row: OutboundMail, member: Member | None) -> CommandOutcome:
        tournament = _tournament(row)
        official = tournament.officials.filter(pk=OfficeLetter.of(row).office).first()
        if official is not None and official.accepted_at is None:
            official.delete()
        told = _("You’ve declined to help run %(tournament)s.")
        return MemberTold(told=[told % {"tournament": tournament.name}])


class CheckInOffer(_TournamentOffer):
    """Confirming that one will play."""

    letter = CheckInLetter
    offered = gettext_lazy("confirming your place in %(tournament)s")

    def taken(self, answered: OfferAnswered) -> CommandOutcome:
        return checked_in(_own(answered))


class VacantPlaceOffer(_TournamentOffer):
    """The place of somebody who left."""

    letter = SubstituteWantedLetter
    offered = gettext_lazy("the vacant place in %(tournament)s")

    def taken(self, answered: OfferAnswered) -> CommandOutcome:
        vacant = Entry.objects.filter(pk=SubstituteWantedLetter.of(answered.row).vacant).first()
        if vacant is None:
            raise TournamentError("not-vacant")
        substitutes.substitute_entry(entry=vacant, member=answered.member)
        return MemberTold(told=[_("The place is yours, along with its results.")])
