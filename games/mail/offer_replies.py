"""Answers to mails that offer something: a seat, a place, an account."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.common.errors import RefusalError
from games.letters.command_outcomes import CommandOutcome
from games.letters.joining import JoinLetter
from games.letters.member_commands import MemberRefused, UnclearRequestError
from games.mail import joining
from games.mail.member_mail import Read, in_words, read_requests, tell_member
from games.mail.offers import MailOffer, OfferAnswered, offer_of
from games.models import InboundMail, Member, OutboundMail
from games.replies.member_requests import Consent, answer_of, request_lines
from games.replies.service_lines import is_request

Status = InboundMail.Status


def read_offer_reply(
    row: InboundMail, asked: OutboundMail, member: Member | None, lines: Sequence[str]
) -> Read:
    """Take or decline what the mail of this row offered to the address that answers."""
    offered = _offered(asked)
    answer = answer_of(lines)
    if answer.consent is Consent.UNCLEAR:
        return _unclear(row, asked, offered, member, lines)
    offer = offer_of(offered) if offered is not None else None
    if answer.consent is Consent.NO:
        return _declined(row, offered, offer, member)
    told: list[CommandOutcome] = []
    if member is None:
        member = joining.joined_member(row, asked.address, asked.language, answer.rest)
        if not member.is_active:
            return Read(Status.IGNORED, "no-member")
        told.append(joining.welcome(member, is_seated=offer is not None))
    elif offer is None:
        return read_requests(row, member, ["sign me up"], is_sure=True)
    if offer is not None and offered is not None:
        told.append(_taken(offer, OfferAnswered(offered, member)))
    return tell_member(row, member, *told)


def _offered(asked: OutboundMail) -> OutboundMail | None:
    """The row that offers: another where this one only asks again; None for an account alone."""
    if asked.kind != JoinLetter.kind:
        return asked
    wanted = JoinLetter.of(asked).offer
    return OutboundMail.objects.filter(pk=wanted, address__iexact=asked.address).first()


def _taken(offer: MailOffer, answered: OfferAnswered) -> CommandOutcome:
    member = answered.member
    with translation.override(member.language), timezone.override(member.zone):
        try:
            with transaction.atomic():
                return offer.accept(answered)
        except (RefusalError, UnclearRequestError) as error:
            return in_words(error)


def _declined(
    row: InboundMail, offered: OutboundMail | None, offer: MailOffer | None, member: Member | None
) -> Read:
    """Who has no account is written to no more: they said no."""
    if offer is None or offered is None:
        return Read(Status.TAKEN, "join-declined")
    with translation.override(offered.language):
        try:
            outcome = offer.decline(offered, member)
        except (RefusalError, UnclearRequestError) as error:
            outcome = in_words(error)
    if member is None:
        return Read(Status.TAKEN, "declined")
    return tell_member(row, member, outcome)


def _unclear(
    row: InboundMail,
    asked: OutboundMail,
    offered: OutboundMail | None,
    member: Member | None,
    lines: Sequence[str],
) -> Read:
    """Neither a yes nor a no: a member may have asked for something else."""
    if member is None:
        offer = offered.pk if offered is not None else asked.pk
        is_asked = joining.ask_to_join(row, asked.address, asked.language, offer)
        return Read(Status.REFUSED if is_asked else Status.IGNORED, "unclear-answer")
    if any(is_request(line) for line in request_lines(lines)):
        return read_requests(row, member, lines, is_sure=True)
    with translation.override(member.language):
        told = _("We couldn’t tell whether that was a yes or a no, so nothing was changed.")
        return tell_member(row, member, MemberRefused(told=[told]))
