"""`make trf-drill`: hundreds of chance events, each row beside FIDE's server, and strict seats.

`--seed` names another set: what was written with one seed is reported with another.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from random import Random

from tests.tournaments.trf.compared import Comparison
from tests.tournaments.trf.events import KINDS, SHAPES, report
from tests.tournaments.trf.seats import SeatCount, count_event, count_report

PAIRS = 9000
MOST_CLASHES = 2


def main() -> None:
    """Print a line for each shape and kind; exit with 1 where a row differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", default="drill")
    parser.add_argument("--pairs", type=int, default=PAIRS, help="whose seats are counted")
    parser.add_argument("--files", type=int, default=50, help="of each shape and kind")
    options = parser.parse_args()
    differing = 0
    sys.stdout.write(f"{'shape':<24}{'absences':<14}{'files':>6}{'rows':>8}{'differ':>8}\n")
    for shape in SHAPES:
        for kind in KINDS:
            compared = Comparison()
            for number in range(options.files):
                seed = f"{options.seed} {shape} {kind} {number}"
                compared.add(report(Random(seed), KINDS[kind], SHAPES[shape]), seed)
            differing += compared.differing
            line = f"{options.files:>6}{compared.rows:>8}{compared.differing:>8}"
            sys.stdout.write(f"{shape:<24}{kind:<14}{line}  {compared.first[:200]}\n")
            sys.stdout.flush()
    clashes = _seats(int(Random(options.seed).random() * 10**6), options.pairs)
    raise SystemExit(differing > 0 or clashes > MOST_CLASHES * options.pairs / PAIRS)


def _seats(seed: int, pairs: int) -> int:
    """Events with strict seats and without, and rounds of reports paired anew."""
    sys.stdout.write(f"{'seats':<24}{'pairs':>8}{'clashes':>9}{'broken':>8}\n")
    kinds: dict[str, Callable[[SeatCount, int], None]] = {
        "as usual": lambda count, number: count_event(
            count, 8 + number * 7 % 90, 4 + number % 6, number, strict=False
        ),
        "strict": lambda count, number: count_event(
            count, 8 + number * 7 % 90, 4 + number % 6, number, strict=True
        ),
        "reports paired anew": lambda count, number: count_report(count, f"seats {number}"),
    }
    counts = []
    for name, add in kinds.items():
        count, number = SeatCount(), seed
        while count.pairs < pairs:
            number += 1
            add(count, number)
        sys.stdout.write(f"{name:<24}{count.pairs:>8}{count.clashes:>9}{count.broken:>8}\n")
        sys.stdout.flush()
        counts.append(count)
    return counts[1].clashes


if __name__ == "__main__":
    main()
