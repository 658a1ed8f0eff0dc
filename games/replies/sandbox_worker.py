"""The process that reads mails: `games.replies.sandbox` starts it with `python -m`.

It knows neither the settings nor the database. Each mail may take so much processor time and the
process so much memory; what takes more ends the process, and with it nothing else. On standard
input come a length and that many bytes of JSON, a length and the mail; on standard output goes a
length and JSON.
"""

from __future__ import annotations

import resource
import signal
import struct
import sys
from contextlib import suppress
from typing import IO

import msgspec

from games.replies.automatic_responses import Ours
from games.replies.parsed_mail import ParsedMail, parse_mail

PROCESSOR_SECONDS = 0.5
"""For one mail; the worst that is known takes a tenth."""

MEMORY_BYTES = 384 * 1024 * 1024
LENGTH = struct.Struct(">I")


class ParseRequest(msgspec.Struct):
    """What is asked of the process with each mail."""

    sender: str
    ours: Ours


class ParseResult(msgspec.Struct):
    """What it answers: the mail, or the class of what went wrong."""

    mail: ParsedMail | None = None
    fault: str = ""


def receive(stream: IO[bytes]) -> bytes | None:
    """The next message; None at the end of the stream."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    content = stream.read(length)
    return content if len(content) == length else None


def main() -> None:
    """Answer mail by mail, until the other side closes."""
    _limit(resource.RLIMIT_AS, MEMORY_BYTES)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_FSIZE, 0)
    # Not Python's own handling, which would wait for a loop in C to end.
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    while (asked := receive(sys.stdin.buffer)) is not None:
        question = msgspec.json.decode(asked, type=ParseRequest)
        raw = receive(sys.stdin.buffer)
        if raw is None:
            return
        signal.setitimer(signal.ITIMER_PROF, PROCESSOR_SECONDS)
        answer = _answer(raw, question)
        signal.setitimer(signal.ITIMER_PROF, 0)
        sys.stdout.buffer.write(LENGTH.pack(len(answer)) + answer)
        sys.stdout.buffer.flush()


def _answer(raw: bytes, question: ParseRequest) -> bytes:
    try:
        return msgspec.json.encode(ParseResult(parse_mail(raw, question.sender, question.ours)))
    except Exception as error:
        return msgspec.json.encode(ParseResult(fault=type(error).__name__))


def _limit(what: int, most: int) -> None:
    with suppress(OSError, ValueError):  # not every system has every limit
        resource.setrlimit(what, (most, most))


if __name__ == "__main__":
    main()
