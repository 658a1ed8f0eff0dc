"""Erase one member for good."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandError

from games.models import Member
from games.services.account_erasure import erase_member


class Command(BaseCommand):
    help = "Erase the member with this address for good; their matches stand as a former member's."
    requires_system_checks = (Tags.security,)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address", help="the member's mail address")
        parser.add_argument("--yes", action="store_true", help="do it without being asked")

    def handle(self, *_args: object, address: str, yes: bool, **_options: object) -> None:
        member = Member.objects.filter(email__iexact=address, erased_at=None).first()
        if member is None:
            raise CommandError(f"no member has the address {address}")
        if not yes:
            raise CommandError("nothing was erased: say --yes, for it cannot be taken back")
        erase_member(member=member)
        self.stdout.write(f"erased; their matches stand under former member {member.pk}")
