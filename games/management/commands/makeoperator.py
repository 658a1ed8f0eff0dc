"""`manage.py makeoperator`: somebody who may enter the admin."""

from __future__ import annotations

from django.core.checks import Tags
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.core.validators import validate_email

from games.models import Member


class Command(BaseCommand):
    """Promote a member, or make one."""

    help = "Make the member with this address an operator; make the member first if need be."
    requires_system_checks = (Tags.security,)

    def add_arguments(self, parser: CommandParser) -> None:
        """Whom, and the way back."""
        parser.add_argument("address", help="the address to sign in with")
        parser.add_argument("--undo", action="store_true", help="an operator no longer")

    def handle(self, *_args: object, address: str, undo: bool, **_options: object) -> None:
        """Change the member's rights, and say what is so now."""
        address = address.strip().lower()
        try:
            validate_email(address)
        except ValidationError:
            raise CommandError(f"{address!r} is no address.") from None
        member = Member.objects.filter(email__iexact=address).first()
        if undo:
            if member is None:
                raise CommandError(f"No member has the address {address}.")
            _give(member, rights=False)
            self.stdout.write(f"{member.name} ({member.email}) is no operator any longer.")
            return
        if member is None:
            member = Member.objects.create_superuser(address)
        _give(member, rights=True)
        self.stdout.write(
            f"{member.name} ({member.email}) is an operator: sign in by code, then open /admin/."
        )


def _give(member: Member, *, rights: bool) -> None:
    member.is_staff = member.is_superuser = rights
    member.save(update_fields=["is_staff", "is_superuser"])
