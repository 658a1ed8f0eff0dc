"""`manage.py referee`: replays match records of any origin and tells what does not hold."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from django.core.management.base import BaseCommand, CommandParser

from games.management.commands._setup import Advance, progress
from games.rules.record import check_seed, read_record, verify
from games.rules.record_form import LONGEST_LINE, RecordError, shown
from games.rules.registry import GAMES, UnknownGameError, rules_for

CHUNK = 1 << 20
PROGRESS_BYTES = 4 << 20
"""Only a file larger than this is worth a progress bar."""


class Command(BaseCommand):
    """Print `ok N records`, or the first discrepancy of each bad record; exit status 0 or 1."""

    help = "Replay match records from their shuffles and orders, and check every claim."
    requires_system_checks = ()  # needs no database

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "files", nargs="+", metavar="FILE.jsonl", help="a record a line; - for standard input"
        )
        parser.add_argument(
            "--check-seed", action="store_true", help="also check the shuffles against the seed"
        )

    def handle(
        self, *_args: object, files: list[str], check_seed: bool, **_options: object
    ) -> None:
        read, bad = 0, 0
        for name in files:
            here = 0
            try:
                for number, line in _lines(name):
                    here += 1
                    fault = _fault(line, check_seed)
                    if fault:
                        bad += 1
                        self._tell(f"{_printable(name)}: line {number}: {fault}")
            except OSError as error:
                bad += 1
                self._tell(f"{_printable(name)}: cannot be read: {error.strerror}")
            else:
                if not here:
                    bad += 1
                    self._tell(f"{_printable(name)}: holds no record")
            read += here
        if bad:
            self._tell(f"bad: {bad} of {read} records" if read else "bad: no records")
            sys.exit(1)
        self._tell(f"ok {read} records")

    def _tell(self, line: str) -> None:
        try:
            self.stdout.write(line)
            self.stdout.flush()
        except BrokenPipeError:
            # whoever read the output has gone: stop without a word
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)


def _fault(line: bytes | None, with_seed: bool) -> str | None:
    """What is wrong with a line (None: it was too long to keep), or None if all of it holds."""
    try:
        if line is None:
            raise RecordError("", f"longer than {LONGEST_LINE} bytes")
        record = read_record(line)
        try:
            rules = rules_for(record.game)
        except UnknownGameError:
            known = ", ".join(GAMES)
            raise RecordError("game", f"{shown(record.game)} is not played here; {known}") from None
        verify(rules, record)
        if with_seed:
            check_seed(rules, record)
    except RecordError as error:
        return str(error)
    return None


def _lines(name: str) -> Iterator[tuple[int, bytes | None]]:
    """Every line with its number, without its line feed; None for one that is too long."""
    with _opened(name) as source, _progress(source) as advance:
        number = 0
        while line := source.readline(LONGEST_LINE + 2):
            number += 1
            size = len(line)
            kept: bytes | None = line.removesuffix(b"\n")
            if kept is not None and len(kept) > LONGEST_LINE:
                kept = None
                while line and not line.endswith(b"\n"):
                    line = source.readline(CHUNK)
                    size += len(line)
            yield number, kept
            advance(size)


@contextmanager
def _opened(name: str) -> Iterator[IO[bytes]]:
    if name == "-":
        yield sys.stdin.buffer
    else:
        with Path(name).open("rb") as source:
            yield source


@contextmanager
def _progress(source: IO[bytes]) -> Iterator[Advance]:
    size = os.fstat(source.fileno()).st_size
    if size < PROGRESS_BYTES:
        yield lambda amount=1: None
        return
    with progress("bytes", size) as advance:
        yield advance


def _printable(name: str) -> str:
    return os.fsencode(name).decode("utf-8", "replace") if name != "-" else "standard input"
