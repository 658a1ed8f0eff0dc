"""See what mail has trouble, and put an end to it."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import UTC, datetime

from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandError
from django.db.models import Count, Min

from games.common.errors import MatchError
from games.models import AddressHealth, Member, OutboundMail
from games.services import delivery, mail_circuit_breaker

MOST_LINES = 50


class Command(BaseCommand):
    help = (
        "List trouble with outgoing mail, send failed mail again, free or test an address, "
        "withdraw what a restored database would send twice."
    )
    requires_system_checks = (Tags.security,)

    def add_arguments(self, parser: ArgumentParser) -> None:
        deeds = parser.add_subparsers(dest="deed")
        deeds.add_parser("list", help="what fails, waits or is stopped (as without any word)")
        retry = deeds.add_parser("retry", help="send failed mail again: of one id or address, all")
        retry.add_argument("which", nargs="?", default="", help="the id of a mail, or an address")
        free = deeds.add_parser("free", help="send to an address again that was stopped")
        free.add_argument("address", nargs="?", default="")
        free.add_argument("--all", action="store_true", help="every address that has trouble")
        test = deeds.add_parser("test", help="send a member's address a mail to be confirmed")
        test.add_argument("address")
        withdraw = deeds.add_parser(
            "withdraw", help="after a restore: send nothing of what waited when the copy was made"
        )
        withdraw.add_argument(
            "before", help="when the copy was made, such as 2026-11-22T10:00:00+00:00"
        )

    def handle(self, *_args: object, deed: str | None, **options: object) -> None:
        match deed:
            case "retry":
                self._retry(str(options["which"]))
            case "free":
                self._free(str(options["address"]), everything=bool(options["all"]))
            case "test":
                self._test(str(options["address"]))
            case "withdraw":
                self._withdraw(str(options["before"]))
            case _:
                self._list()

    def _list(self) -> None:
        state = mail_circuit_breaker.outgoing_mail_state()
        if state.opened_at is not None:
            self.stdout.write(
                f"sending pauses since {state.opened_at:%Y-%m-%d %H:%M} UTC: {state.trouble}; "
                f"the next try is at {state.next_try_at:%H:%M:%S}"
            )
        statuses = (OutboundMail.Status.QUEUED, OutboundMail.Status.SENDING)
        waiting = OutboundMail.objects.filter(status__in=statuses)
        found = waiting.aggregate(number=Count("pk"), oldest=Min("due_at"))
        self.stdout.write(f"{found['number']} mails wait")
        if found["oldest"] is not None:
            self.stdout.write(f"the oldest is due since {found['oldest']:%Y-%m-%d %H:%M} UTC")
        failed = OutboundMail.objects.filter(status=OutboundMail.Status.FAILED).order_by("-pk")
        for row in failed[:MOST_LINES]:
            self.stdout.write(f"{row.pk}  {row.kind}  {row.address}  {row.error}")
        self.stdout.write(f"{failed.count()} mails have failed")
        working = (AddressHealth.State.UNTRIED, AddressHealth.State.WORKING)
        troubled = AddressHealth.objects.exclude(state__in=working).order_by("address")
        for health in troubled[:MOST_LINES]:
            self.stdout.write(f"{health.address}  {health.state}  {health.trouble}")
        self.stdout.write(f"{troubled.count()} addresses have trouble")

    def _retry(self, which: str) -> None:
        if which.isascii() and which.isdecimal() and len(which) < 19:
            number = delivery.retry_mail(mail_id=int(which))
        else:
            number = delivery.retry_mail(address=which)
        if which and not number:
            raise CommandError(f"no failed mail {which!r}; without a word the command lists them")
        self.stdout.write(f"{number} mails are queued again")

    def _free(self, address: str, *, everything: bool) -> None:
        if everything == bool(address):
            raise CommandError("name one address, or say --all")
        if everything:
            self.stdout.write(f"{delivery.free_addresses()} addresses are free")
            return
        if not AddressHealth.objects.filter(address=address.casefold()).exists():
            raise CommandError(f"nothing is known of {address!r}")
        number = delivery.free_address(address)
        self.stdout.write(f"{address} is free; {number} mails are queued again")

    def _withdraw(self, before: str) -> None:
        try:
            moment = datetime.fromisoformat(before)
        except ValueError as error:
            raise CommandError(
                f"{before!r} is no moment; write it as 2026-11-22T10:00:00+00:00"
            ) from error
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        self.stdout.write(f"{delivery.withdraw_mails(before=moment)} mails are withdrawn")

    def _test(self, address: str) -> None:
        member = Member.objects.filter(email__iexact=address, is_active=True).first()
        if member is None:
            raise CommandError(f"no member has the address {address!r}")
        try:
            delivery.address_test(member=member)
        except MatchError as error:
            raise CommandError("it was tested within the last ten minutes") from error
        self.stdout.write(f"a test is on its way to {member.email}")
