"""`manage.py readmail`: hand a stored mail, or one from a pipe, to the service."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path

import msgspec
from django.core.checks import Tags
from django.core.management.base import BaseCommand, CommandError

from games.mail import explaining, inbound
from games.mail.explaining import Explanation
from games.replies.message_parts import header_recipients
from games.replies.mime import parse_headers


class Command(BaseCommand):
    """Accept mails from files, or one from standard input as a relay's pipe gives it."""

    help = "Take in mails from .eml files, or one from standard input, and read them."
    requires_system_checks = (Tags.security,)

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which mails, and to whom they were sent."""
        parser.add_argument("files", nargs="*", type=Path, help=".eml files; none: standard input")
        parser.add_argument("--recipient", default="", help="the address that the mail went to")
        parser.add_argument("--sender", default="", help="the envelope's sender")
        parser.add_argument(
            "--explain",
            action="store_true",
            help="say what would be kept, cut and done, and why; change nothing",
        )
        parser.add_argument("--json", action="store_true", help="explain as one JSON object a mail")

    def handle(
        self,
        *_args: object,
        files: list[Path],
        recipient: str,
        sender: str,
        explain: bool = False,
        json: bool = False,
        **_options: object,
    ) -> None:
        """Store each mail, then read what waits; or say what would come of each."""
        try:
            mails = [path.read_bytes() for path in files]
        except OSError as error:
            raise CommandError(f"Cannot read {error.filename}: {error.strerror}") from error
        if not files:
            mails = [sys.stdin.buffer.read(2 * inbound.MOST_BYTES)]
        names = files or [Path("standard input")]
        if explain or json:
            for name, raw in zip(names, mails, strict=True):
                explanation = explaining.explain(
                    str(name), raw, recipient or _recipient(raw), sender
                )
                self.stdout.write(_as_json(explanation) if json else _as_text(explanation))
            return
        for name, raw in zip(names, mails, strict=True):
            if not explaining.is_mail(raw):
                raise CommandError(
                    f"{name} is no mail: it has none of the headers "
                    f"{', '.join(explaining.HEADERS_OF_A_MAIL)}."
                )
        taken = 0
        for raw in mails:
            to = recipient or _recipient(raw)
            row = inbound.accept_raw(raw=raw, recipient=to, envelope_sender=sender, source="file")
            taken += row is not None
        while inbound.process_pending():
            pass
        self.stdout.write(f"{taken} of {len(mails)} mails taken in")


def _recipient(raw: bytes) -> str:
    return next(iter(header_recipients(parse_headers(raw))), "")


def _as_json(explanation: Explanation) -> str:
    content = msgspec.to_builtins(explanation)
    del content["lines"]
    return msgspec.json.encode(content).decode()


def _as_text(explanation: Explanation) -> str:
    """For a person: each line with what became of it, the text that is left, and what it does."""
    writer = f"machine ({explanation.why})" if explanation.machine else "person"
    told = [f"{explanation.file}: {writer}"]
    for line in explanation.lines:
        if line.why:
            mark = f"cut: {line.why}"
        elif line.is_context:
            mark = "keep, quoted"
        else:
            mark = "keep, doubtful" if line.is_doubtful else "keep"
        told.append(f"{mark:<28} | {line.written}")
    told += ["text:", "-----8<-----", explanation.kept, "----->8-----"]
    would = explanation.would
    said = [would.act, *([f"({would.why})"] if would.why else [])]
    told.append(" ".join(["would:", *said, *([repr(would.text)] if would.text else [])]))
    return "\n".join(told) + "\n"
