"""Answers to mails that offer something: a seat, a place, an account."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone, translation

from games.common.errors import RefusalError
from games.letters.command_outcomes import CommandOutcome
from games.letters.joining import JoinLetter
from games.letters.letter import letter_of
from games.letters.member_commands import UnclearRequestError
from games.letters.offers import OfferAskedAgain
from games.mail import joining
from games.mail.member_mail import (
    Read,
    outcomes_beside,
    own_names,
    read_requests,
    tell_member,
)
from games.mail.obeying import in_words
from games.mail.offers import MailOffer, OfferAnswered, offer_of
from games.mail.talk_replies import said_beside
from games.models import InboundMail, Member, OutboundMail
from games.replies.intents import quoted
from games.replies.member_requests import request_lines
from games.replies.offer_answers import Consent, OfferAnswer, answer_of, is_addressed
from games.replies.service_lines import is_request

Status = InboundMail.Status


def read_offer_reply(
    row: InboundMail, asked: OutboundMail, member: Member | None, lines: Sequence[str]
) -> Read:
    """Take or decline what the mail of this row offered to the address that answers, and do what
    else the reply asks for."""
    offered = _offered(asked)
    offer = offer_of(offered) if offered is not None else None
    by = [offer.by(offered)] if offer is not None and offered is not None else []
    names = own_names(row, member, asked.address)
    answer = answer_of(lines, names, by)
    if answer.consent is Consent.UNCLEAR:
        return _unclear(row, asked, offered, member, answer)
    if answer.consent is Consent.NO:
        return _declined(row, offered, offer, member, answer)
    told: list[CommandOutcome] = []
    if member is None:
        member = joining.joined_member(row, asked.address, asked.language, answer.name)
        if not member.is_active:
            return Read(Status.IGNORED, "no-member")
        told.append(joining.welcome(member, wished=answer.name, is_seated=offer is not None))
    elif offer is None:
        told += outcomes_beside(member, ["sign me up"])
    if offer is not None and offered is not None:
        told += _accepted(offer, OfferAnswered(offered, member), answer)
    else:
        told += outcomes_beside(member, answer.beside, _code(offered))
    return tell_member(row, member, *told)


def _offered(asked: OutboundMail) -> OutboundMail | None:
    """The row that offers: another where this one only asks again; None for an account alone."""
    if asked.kind != JoinLetter.kind:
        return asked
    wanted = JoinLetter.of(asked).offer
    return OutboundMail.objects.filter(pk=wanted, address__iexact=asked.address).first()


def _accepted(
    offer: MailOffer, answered: OfferAnswered, answer: OfferAnswer
) -> list[CommandOutcome]:
    """What comes of a yes, and of what was written beside it."""
    member = answered.member
    with translation.override(member.language), timezone.override(member.zone):
        try:
            with transaction.atomic():
                told = [offer.accept(answered)]
            player = offer.player(answered)
        except (RefusalError, UnclearRequestError) as error:
            told, player = [in_words(error)], None
        talk = [line for line in answer.beside if player is not None and is_addressed(line)]
        if player is not None and talk:
            told += said_beside(player, talk)
    rest = [line for line in answer.beside if line not in talk]
    return [*told, *outcomes_beside(member, rest, _code(answered.row))]


def _declined(
    row: InboundMail,
    offered: OutboundMail | None,
    offer: MailOffer | None,
    member: Member | None,
    answer: OfferAnswer,
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
    beside = outcomes_beside(member, answer.beside, _code(offered))
    return tell_member(row, member, outcome, *beside)


def _unclear(
    row: InboundMail,
    asked: OutboundMail,
    offered: OutboundMail | None,
    member: Member | None,
    answer: OfferAnswer,
) -> Read:
    """Neither a yes nor a no: what is offered is asked again. A member may have asked for something
    else, which is done."""
    if member is None:
        offer = offered.pk if offered is not None else asked.pk
        is_asked = joining.ask_to_join(
            row, asked.address, asked.language, offer, _what(offered, asked.language)
        )
        return Read(Status.REFUSED if is_asked else Status.IGNORED, "unclear-answer")
    what = _what(offered, member.language)
    if offered is None or not what:
        about = _code(offered)
        return read_requests(row, member, answer.beside, is_sure=True, about=about)
    lines = request_lines(answer.beside)
    requests = [line for line in lines if is_request(line)]
    told = outcomes_beside(member, requests, _code(offered))
    unread = quoted([line for line in lines if line not in requests])
    again = OfferAskedAgain(offer=offered.pk, what=what, unread=unread)
    return tell_member(row, member, *told, again)


def _code(offered: OutboundMail | None) -> str:
    """The code of what is offered; "" where that is an account."""
    return letter_of(offered).code_told_of(offered) if offered is not None else ""


def _what(offered: OutboundMail | None, language: str) -> str:
    """What is offered, in words of this language; "" where that is an account, or is gone."""
    offer = offer_of(offered) if offered is not None else None
    if offer is None or offered is None:
        return ""
    with translation.override(language):
        try:
            return offer.what(offered)
        except (RefusalError, UnclearRequestError):
            return ""
