"""`make fuzz`: as many mutated mails as wanted, each read as the service reads it.

A mail that ends its reader, takes too long or raises is kept as a file, and named.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import resource
import sys
import time
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wildcards_site.settings")
django.setup()

from games.replies import sandbox  # noqa: E402
from games.replies.automatic_responses import Ours  # noqa: E402
from games.replies.message_parts import header_recipients, message_ids, referred_ids  # noqa: E402
from games.replies.mime import parse_headers  # noqa: E402
from games.replies.reply_parser import cut_reply  # noqa: E402
from tests.mail.hostile import mutations  # noqa: E402

OURS = Ours(domain="example.org", address="games@example.org")


def main() -> int:
    """Read the mails; returns how many could not be read, at most 1."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000, help="how many mails (10000)")
    parser.add_argument("--seed", type=int, default=time.time_ns(), help="same seed, same mails")
    parser.add_argument("--keep", type=Path, default=Path("var/fuzz"), help="where (var/fuzz)")
    asked = parser.parse_args()
    sys.stdout.write(f"{asked.count:,} mails of seed {asked.seed}\n")
    failed = 0
    for raw in mutations(asked.count, asked.seed):
        fault = _fault(raw)
        if fault:
            failed += 1
            sys.stdout.write(f"{fault}: {_kept(raw, asked.keep)}\n")
    sandbox.end()
    sys.stdout.write(
        f"{failed:,} failed; {_seconds() / asked.count * 1000:.2f} ms of processor each\n"
    )
    return min(failed, 1)


def _fault(raw: bytes) -> str:
    """What went wrong at the door or in reading; "" if nothing did."""
    try:
        headers = parse_headers(raw)
        header_recipients(headers), referred_ids(headers), message_ids(headers, "Message-ID")
        cut_reply(sandbox.read(raw, "somebody@example.org", OURS).text)
    except Exception as error:
        return repr(error)
    return ""


def _kept(raw: bytes, directory: Path) -> Path:
    directory.mkdir(parents=True, exist_ok=True)
    path = directory / f"{hashlib.sha256(raw).hexdigest()[:16]}.eml"
    path.write_bytes(raw)
    return path


def _seconds() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


if __name__ == "__main__":
    sys.exit(main())
