"""`manage.py readmail`: hand a stored mail, or one from a pipe, to the service."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path

from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandError

from games.mail import inbound
from games.replies.message_parts import header_recipients
from games.replies.mime import parse_headers

HEADERS_OF_A_MAIL = ("From", "To", "Received", "Message-ID")


class Command(BaseCommand):
    """Accept mails from files, or one from standard input as a relay's pipe gives it."""

    help = "Take in mails from .eml files, or one from standard input, and read them."
    requires_system_checks = (Tags.security,)

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which mails, and to whom they were sent."""
        parser.add_argument("files", nargs="*", type=Path, help=".eml files; none: standard input")
        parser.add_argument("--recipient", default="", help="the address that the mail went to")
        parser.add_argument("--sender", default="", help="the envelope's sender")

    def handle(
        self, *_args: object, files: list[Path], recipient: str, sender: str, **_options: object
    ) -> None:
        """Store each mail, then read what waits."""
        try:
            mails = [path.read_bytes() for path in files]
        except OSError as error:
            raise CommandError(f"Cannot read {error.filename}: {error.strerror}") from error
        if not files:
            mails = [sys.stdin.buffer.read(2 * inbound.MOST_BYTES)]
        for name, raw in zip(files or [Path("standard input")], mails, strict=True):
            if not any(parse_headers(raw)[header] for header in HEADERS_OF_A_MAIL):
                raise CommandError(
                    f"{name} is no mail: it has none of the headers {', '.join(HEADERS_OF_A_MAIL)}."
                )
        taken = 0
        for raw in mails:
            to = recipient or next(iter(header_recipients(parse_headers(raw))), "")
            row = inbound.accept_raw(raw=raw, recipient=to, envelope_sender=sender, source="file")
            taken += row is not None
        while inbound.process_pending():
            pass
        self.stdout.write(f"{taken} of {len(mails)} mails taken in")
