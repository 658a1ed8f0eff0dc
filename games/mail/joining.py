"""Joining by mail: whoever asks from an unknown address gets one question, and nothing is made
before it is answered from there."""

from __future__ import annotations

import re
from datetime import timedelta
from email.utils import parseaddr

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils import translation
from django.utils.translation import gettext as _

from games.common import clock
from games.common.task_queue import enqueue_outbox
from games.forms.member_names import clean_member_name
from games.letters.command_outcomes import say
from games.letters.joining import JoinLetter
from games.letters.member_commands import Listed, MemberTold, member_commands
from games.models import InboundMail, Member, OutboundMail
from games.models.fixed_queries import insert_row
from games.replies.command_words import taught_word
from games.replies.message_parts import decoded_header, message_ids
from games.replies.mime import parse_headers
from games.services.joining import make_member
from games.services.notices import Recipient, notice

MOST_TO_ADDRESS = 3
"""Questions to one unknown address in a day, however many mails claim to come from there."""

MOST_IN_AN_HOUR = 60
"""To all unknown addresses together: a flood of forged ones costs others no more mails."""

DAY, HOUR = timedelta(days=1), timedelta(hours=1)

FIRST = ("open-matches", "join", "open", "tournaments", "name", "help")
"""The commands that a newcomer is taught."""

OTHER_ZONES = ("Europe/Rome", "Europe/London")
"""Of these the first that is not the member's own is the example of another."""

_ADDRESS_PART = re.compile(r"<[^<>]*>|\S+@\S+|[\"']")


def ask_to_join(
    row: InboundMail, address: str, language: str, offer: int = 0, what: str = ""
) -> bool:
    """Write the question, about another offer where its row and words are given, unless enough were
    written; whether it was."""
    now = clock.now()
    try:
        validate_email(address)
    except ValidationError:
        return False
    asked = OutboundMail.objects.filter(kind=JoinLetter.kind, created_at__gt=now - DAY)
    if asked.filter(address__iexact=address)[:MOST_TO_ADDRESS].count() >= MOST_TO_ADDRESS:
        return False
    recent = asked.filter(created_at__gt=now - HOUR)
    if recent[:MOST_IN_AN_HOUR].count() >= MOST_IN_AN_HOUR:
        return False
    ids = message_ids(parse_headers(bytes(row.raw)), "Message-ID")
    letter = JoinLetter(offer=offer, what=what, in_reply_to=ids[0] if ids else "")
    question = notice(letter, Recipient(address, language), key=f"join:{row.pk}", at=now)
    is_new = insert_row(question, is_once=True)
    enqueue_outbox()
    return bool(is_new)


def joined_member(row: InboundMail, address: str, language: str, name: str) -> Member:
    """The account of who answered from this address, called as they wish if they may be."""
    return make_member(
        address=address.lower(),
        name=_free_name(name, shown_name(row), address.partition("@")[0].partition("+")[0]),
        language=language,
        time_zone=taught_word("usual", language, "zones"),
    )


def welcome(member: Member, *, wished: str = "", is_seated: bool = False) -> MemberTold:
    """What a new member is told first; in short where that is about what they were invited to.
    `wished` is the name they asked for."""
    with translation.override(member.language):
        told = [_("Welcome, %(name)s: you have an account now.") % {"name": member.name}]
        if wished and wished.casefold() != member.name.casefold():
            why = _(
                "Somebody here is called %(wished)s already, or it is no name that we can use. "
                "To choose another, write “%(words)s”."
            )
            told.append(why % {"wished": wished, "words": f"{say('name', 'member')} Bruno"})
        zone = _("Deadlines are told in the time zone %(zone)s. To change it, write “%(example)s”.")
        another = next(zone for zone in OTHER_ZONES if zone != member.time_zone)
        example = f"{say('zone', 'member')} {another}"
        told.append(zone % {"zone": member.time_zone, "example": example})
        if is_seated:
            return MemberTold(told=told)
        told.append(
            _(
                "Everything goes by mail. Reply to this mail, or write to %(address)s, "
                "with any of these in a line of its own:"
            )
            % {"address": settings.SERVICE_ADDRESS}
        )
        known = member_commands()
        return MemberTold(told=told, groups=[Listed([known[name].taught() for name in FIRST])])


def shown_name(row: InboundMail) -> str:
    """The name beside the address that a mail says it is from."""
    written = decoded_header(parse_headers(bytes(row.raw)), "From")
    shown = parseaddr(written)[0] or _ADDRESS_PART.sub(" ", written)
    return " ".join(_ADDRESS_PART.sub(" ", shown).split())


def _free_name(*wishes: str) -> str:
    """The first of these names that may be had, or one made of them."""
    for wish in wishes:
        try:
            return clean_member_name(" ".join(wish.split())[:32])
        except ValidationError:
            continue
    return Member.objects.free_name("player@example.org")
