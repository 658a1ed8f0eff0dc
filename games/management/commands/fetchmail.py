"""`manage.py fetchmail`: fetch the answers that players send by mail from a mailbox."""

from __future__ import annotations

import signal
from argparse import ArgumentParser
from types import FrameType

from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandError

from games.common.mailbox_account import (
    EXAMPLE,
    BadMailSettingError,
    MailboxAccount,
    mailbox_account,
)
from games.mail.fetching import Fetcher, fetch_new
from games.mail.imap_folder import MailboxTroubleError, open_folder
from games.mail.mailbox_check import check_mailbox

CHECK_SECONDS = 90.0


class Command(BaseCommand):
    """Fetch until SIGTERM or SIGINT; once with `--once`; try everything with `--check`."""

    help = "Fetch the answers that players send by mail from the mailbox of IMAP_URL."
    requires_system_checks = (Tags.security,)

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What to do instead of going on for ever."""
        parser.add_argument("--once", action="store_true", help="fetch what is there, then end")
        parser.add_argument(
            "--check",
            action="store_true",
            help="try login and folder, and whether a mail to a reply address comes in; reads none",
        )
        parser.add_argument(
            "--patience",
            type=float,
            default=CHECK_SECONDS,
            help="seconds that --check waits for its mail (default: %(default)s)",
        )

    def handle(
        self, *_args: object, once: bool, check: bool, patience: float, **_options: object
    ) -> None:
        """Read the mailbox, or say in words why that cannot be done."""
        try:
            account = mailbox_account()
        except BadMailSettingError as error:
            raise CommandError(str(error)) from error
        if account is None:
            raise CommandError(f"IMAP_URL is not set; it looks like {EXAMPLE}.")
        try:
            if check:
                self._check(account, patience)
            elif once:
                with open_folder(account) as folder:
                    self.stdout.write(f"{fetch_new(folder, account)} mails taken in")
            else:
                self._run(account)
        except MailboxTroubleError as error:
            raise CommandError(str(error)) from error

    def _check(self, account: MailboxAccount, patience: float) -> None:
        is_well = True
        for step in check_mailbox(account, patience):
            self.stdout.write(f"{'ok  ' if step.is_well else 'FAIL'} {step.words}")
            is_well = is_well and step.is_well
        if not is_well:
            raise CommandError("Answers by mail would not all arrive.")

    def _run(self, account: MailboxAccount) -> None:
        stopped: list[int] = []

        def stop(number: int, _frame: FrameType | None) -> None:
            stopped.append(number)

        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, stop)
        self.stdout.write(f"fetches mail from {account.name}")
        self.stdout.flush()
        Fetcher(account, lambda: bool(stopped)).run()
