"""What a yes or no to a mail that offers something does: one class a kind of offer, declared in the
module `mail.offers` of its application."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, NamedTuple

from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext as _

from games.common.errors import MatchError
from games.letters.command_outcomes import CommandOutcome
from games.letters.invitations import InvitationLetter
from games.letters.letter import Letter, letter_class
from games.letters.member_commands import MemberTold, UnclearRequestError
from games.mail.member_commands.looking import match_heading
from games.mail.member_commands.tables import joined_words
from games.models import Invitation, Match, Member, OutboundMail, Player
from games.services.matches import decline_invitation, join_match


class OfferAnswered(NamedTuple):
    """Whose yes or no it is, and to which mail."""

    row: OutboundMail
    member: Member


class MailOffer(ABC):
    """What a kind of letter offers. Both raise RefusalError or UnclearRequestError, and speak the
    active language."""

    letter: ClassVar[type[Letter]]

    def __init_subclass__(cls) -> None:
        if "letter" in cls.__dict__:
            _OFFERS[cls.letter] = cls()

    @abstractmethod
    def accept(self, answered: OfferAnswered) -> CommandOutcome:
        """Take what is offered."""

    @abstractmethod
    def decline(self, row: OutboundMail, member: Member | None) -> CommandOutcome:
        """Say no to it, with an account or without."""

    @abstractmethod
    def what(self, row: OutboundMail) -> str:
        """What the mail of this row offers, in words."""

    def by(self, row: OutboundMail) -> str:
        """Who offers it, by name; "" where nobody does."""
        return ""

    def player(self, answered: OfferAnswered) -> Player | None:
        """The seat that was taken, for who may speak at its table."""
        return None


_OFFERS: dict[type[Letter], MailOffer] = {}


def accepted(answered: OfferAnswered) -> CommandOutcome:
    """Take what the mail offers. Raises as `MailOffer.accept`, and LookupError for other mails."""
    return _offer(answered.row).accept(answered)


def declined(answered: OfferAnswered) -> CommandOutcome:
    """As `accepted`, of saying no."""
    return _offer(answered.row).decline(answered.row, answered.member)


def _offer(row: OutboundMail) -> MailOffer:
    offer = offer_of(row)
    if offer is None:
        raise LookupError(row.kind)
    return offer


def offer_of(row: OutboundMail) -> MailOffer | None:
    """What the mail of this row offers; None for all others."""
    autodiscover_modules("mail.offers")
    return _OFFERS.get(letter_class(row))


class SeatOffer(MailOffer):
    """A seat in a match."""

    letter = InvitationLetter

    def accept(self, answered: OfferAnswered) -> CommandOutcome:
        invitation = _invitation(answered.row)
        if invitation.player is not None and invitation.player.member_id == answered.member.pk:
            return joined_words(invitation.match)
        join_match(member=answered.member, match=invitation.match, token=invitation.token)
        return joined_words(invitation.match)

    def decline(self, row: OutboundMail, member: Member | None) -> CommandOutcome:
        invitation = _invitation(row)
        if invitation.player is not None:
            told = _(
                "You’re in %(match)s already. To leave it before it starts, write “leave %(code)s”."
            )
            names = {"match": match_heading(invitation.match), "code": invitation.match.code}
            raise UnclearRequestError(told % names)
        decline_invitation(token=invitation.token)
        told = _("You’ve declined the invitation to %(match)s.")
        return MemberTold(told=[told % {"match": match_heading(invitation.match)}])

    def what(self, row: OutboundMail) -> str:
        names = {"name": self.by(row), "match": match_heading(_invitation(row).match)}
        return _("%(name)s’s invitation to %(match)s") % names

    def by(self, row: OutboundMail) -> str:
        return InvitationLetter.of(row).by

    def player(self, answered: OfferAnswered) -> Player | None:
        seats = Player.objects.select_related("match", "member")
        return seats.filter(member=answered.member, match=_invitation(answered.row).match).first()


def _invitation(row: OutboundMail) -> Invitation:
    """The invitation of a letter. Raises MatchError where it was withdrawn."""
    wanted = InvitationLetter.of(row).invitation
    rows = Invitation.objects.select_related("match", "player").filter(pk=wanted)
    found = rows.filter(email__iexact=row.address).first()
    if found is None or found.match.status == Match.Status.CANCELLED:
        raise MatchError("no-invitation")
    return found
