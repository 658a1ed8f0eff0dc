"""`manage.py tournament trf`: standings and the next pairing of any program's report file."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser, OutputWrapper

from tournaments.ranking.fide_codes import CODES, UnknownCodeError
from tournaments.trf.next_round import next_round
from tournaments.trf.reading import Report, read_report
from tournaments.trf.standings_rows import standings_rows, wanted_codes
from tournaments.trf.text import MOST_BYTES, MalformedReportError

STANDARD_INPUT = "-"


def add_report_arguments(parser: CommandParser) -> None:
    """The arguments of the subcommand."""
    parser.add_argument("file", metavar="FILE", help="the report; - reads standard input")
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--standings", action="store_true", help="print our standings as JSON")
    what.add_argument("--pair", action="store_true", help="print the next round's pairing as JSON")
    parser.add_argument(
        "--round", type=int, metavar="N", help="standings after round N, or the pairing of round N"
    )
    parser.add_argument(
        "--tie-breaks",
        metavar="LIST",
        help=f"instead of the file's own list, such as PTS,DE,BH/C1; known: {', '.join(CODES)}",
    )
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument(
        "--swiss", dest="paired", action="store_true", help="a Swiss, whatever the file says"
    )
    kind.add_argument(
        "--round-robin",
        dest="scheduled",
        action="store_true",
        help="all pairs were fixed beforehand",
    )
    parser.add_argument(
        "--unrated", type=int, metavar="RATING", help="what players without a rating count as"
    )
    parser.add_argument(
        "--javafo", action="store_true", help="with --pair: the number of pairs, then W B lines"
    )


def report(options: Mapping[str, Any], out: OutputWrapper) -> None:
    """Do what the arguments ask; raise CommandError with one sentence about what is wrong."""
    try:
        found = read_report(_content(options["file"]))
        out.write(_paired(found, options) if options["pair"] else _standings(found, options))
    except MalformedReportError as error:
        raise CommandError(f"{options['file']}: {error}.") from error
    except UnknownCodeError as error:
        raise CommandError(
            f"There is no tie-break {error}. There are: {', '.join(CODES)}."
        ) from error


def _content(name: str) -> bytes:
    """As much of the file as is ever read, and a byte more."""
    if name == STANDARD_INPUT:
        return sys.stdin.buffer.read(MOST_BYTES + 1)
    try:
        with Path(name).open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise CommandError(f"{name} cannot be read: {reason}.") from error


def _paired(found: Report, options: Mapping[str, Any]) -> str:
    made = next_round(found, options["round"])
    if options["javafo"]:
        return made.as_javafo_has_it
    pairs = [{"white": white, "black": black} for white, black in made.pairs]
    return json.dumps({"round": made.number, "pairs": pairs, "bye": made.bye}, indent=1)


def _standings(found: Report, options: Mapping[str, Any]) -> str:
    until = found.played if options["round"] is None else options["round"]
    if not 0 <= until <= found.rounds:
        raise CommandError(f"There is no round {until}: the file has {found.rounds}.")
    codes, passed = wanted_codes(found, options["tie_breaks"])
    scheduled = options["scheduled"] or (found.is_round_robin and not options["paired"])
    rows = standings_rows(found, codes, until, scheduled=scheduled, unrated=options["unrated"])
    document = {
        "round": until,
        "rounds": found.rounds,
        "scheduled": scheduled,
        "tie_breaks": [code.text for code in codes],
        "passed_over": passed,
        "standings": rows,
    }
    return json.dumps(document, ensure_ascii=False, indent=1)
