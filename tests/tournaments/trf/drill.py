"""`make trf-drill`: hundreds of chance events, each row beside FIDE's server, and the colours.

`--seed` names another set: what was written with one seed is reported with another.
"""

from __future__ import annotations

import argparse
import sys
from random import Random

from tests.tournaments.trf.compared import Comparison
from tests.tournaments.trf.events import KINDS, SHAPES, report


def main() -> None:
    """Print a line for each shape and kind; exit with 1 where a row differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", default="drill")
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
    raise SystemExit(differing > 0)


if __name__ == "__main__":
    main()
