"""Becoming a member: what all start with; and by mail, whose answer proves the address."""

from __future__ import annotations

from django.db import IntegrityError, transaction

from games.models import Member
from games.services.quotas import allow_invitations

COLLECTED_AT_FIRST = 2
"""So many minutes a new member's mails wait for each other: no longer than a receipt does."""


def make_member(*, address: str, name: str, language: str, time_zone: str) -> Member:
    """The member with this address, made if there is none."""
    found = Member.objects.filter(email__iexact=address).first()
    if found is not None:
        return found
    try:
        with transaction.atomic():
            member = _created(address, name, language, time_zone)
    except IntegrityError:
        # Somebody took the name, or the same mail came twice, in the same moment.
        found = Member.objects.filter(email__iexact=address).first()
        if found is not None:
            return found
        member = _created(address, "", language, time_zone)
    allow_invitations(address)
    return member


def _created(address: str, name: str, language: str, time_zone: str) -> Member:
    return Member.objects.create_user(
        address,
        name,
        language=language,
        time_zone=time_zone,
        collect_minutes=COLLECTED_AT_FIRST,
    )
