"""What `manage.py bench month` takes on its command line, and what it fails for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.core.management.base import CommandError, CommandParser

from tests.month.comparison import LEAST_MEMBERS, Result, months_compared
from tests.month.people import SHARES, Kind
from tests.month.report import month_json, month_tables
from tests.month.run import Plan

__all__ = [
    "add_arguments",
    "month_json",
    "month_tables",
    "months_compared",
    "plan_of",
    "require_kept",
]


def add_arguments(parser: CommandParser) -> None:
    """Add the options of the month."""
    usual = Plan()
    month = parser.add_argument_group("for month")
    month.add_argument("--seed", default=usual.seed, help="the same seed, the same month (1)")
    month.add_argument("--members", type=int, default=usual.members, help="people (60)")
    month.add_argument("--matches", type=int, default=usual.matches, help="matches (14)")
    month.add_argument("--seats", type=int, default=usual.seats, help="of the largest table (6)")
    month.add_argument(
        "--words", type=float, default=usual.words, help="share of orders in words (0.25)"
    )
    month.add_argument(
        "--shares",
        default=",".join(f"{kind}={share}" for kind, share in SHARES.items()),
        metavar="KIND=SHARE,…",
        help="how many of each kind of people, in proportion (%(default)s)",
    )


def plan_of(options: Mapping[str, Any]) -> Plan:
    """The month that these options ask for. Raises CommandError."""
    if not LEAST_MEMBERS <= options["members"] <= 10_000:
        raise CommandError(f"--members must be between {LEAST_MEMBERS} and 10000.")
    if not 1 <= options["matches"] <= 10_000:
        raise CommandError("--matches must be between 1 and 10000.")
    if not 2 <= options["seats"] <= LEAST_MEMBERS:
        raise CommandError(f"--seats must be between 2 and {LEAST_MEMBERS}.")
    if not 0 <= options["words"] <= 1:
        raise CommandError("--words must be between 0 and 1.")
    return Plan(
        seed=options["seed"],
        members=options["members"],
        matches=options["matches"],
        seats=options["seats"],
        words=options["words"],
        shares=_shares(options["shares"]),
    )


def _shares(text: str) -> dict[str, int]:
    """`prompt=50,late=50` as numbers. Raises CommandError, naming the kinds that there are."""
    kinds = [str(kind) for kind in Kind]
    shares: dict[str, int] = {}
    for word in text.split(","):
        name, _, share = word.strip().partition("=")
        if name not in kinds or not share.isdecimal():
            raise CommandError(
                f"{word!r} is no share. Write KIND=NUMBER, with commas between; the kinds are "
                f"{', '.join(kinds)}."
            )
        shares[name] = int(share)
    if not sum(shares.values()):
        raise CommandError("--shares must name a kind with a share above 0.")
    return shares


def require_kept(ours: Result, plain: Result) -> None:
    """Raises CommandError, naming each promise that one of the months broke."""
    failed = sorted({check.what for check in (*ours.failures, *plain.failures)})
    if failed:
        raise CommandError(f"Does not hold: {'; '.join(failed)}.")
