"""Becoming a member by mail: the answer to a mail proves the address, as a code does."""

from __future__ import annotations

from django.db import IntegrityError, transaction

from games.models import Member
from games.services.quotas import allow_invitations


def make_member(*, address: str, name: str, language: str, time_zone: str) -> Member:
    """The member with this address, made if there is none."""
    found = Member.objects.filter(email__iexact=address).first()
    if found is not None:
        return found
    try:
        with transaction.atomic():
            member = Member.objects.create_user(
                address, name, language=language, time_zone=time_zone
            )
    except IntegrityError:
        # Somebody took the name, or the same mail came twice, in the same moment.
        found = Member.objects.filter(email__iexact=address).first()
        if found is not None:
            return found
        member = Member.objects.create_user(address, language=language, time_zone=time_zone)
    allow_invitations(address)
    return member
