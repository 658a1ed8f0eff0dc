"""Write everything of one member as JSON."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandError

from games.models import Member
from games.services.account_export import export_member


class Command(BaseCommand):
    help = "Write everything of the member with this address as JSON to standard output."
    requires_system_checks = (Tags.security,)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address", help="the member's mail address")

    def handle(self, *_args: object, address: str, **_options: object) -> None:
        member = Member.objects.filter(email__iexact=address, erased_at=None).first()
        if member is None:
            raise CommandError(f"no member has the address {address}")
        for piece in export_member(member):
            self.stdout.write(piece, ending="")
