"""How many mails and words a whole match costs a seat: `python -m tests.mail.match_costs`.

Everybody decides as the steady bot would, a few hours after each question; with plans they take
those that a mail offers, without they write each move. `--game`, `--language`, `--hours` and
`--matches` narrow it or widen it.
"""

from __future__ import annotations

import argparse
import os
import sys
from itertools import product

import django


def main() -> None:
    """Print a line for each game, with plans and without."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="wild-cards,wizard,cubirds,emu-ranchers")
    parser.add_argument("--language", default="en")
    parser.add_argument("--hours", type=float, default=5.0)
    parser.add_argument("--matches", type=int, default=3)
    asked = parser.parse_args()
    from tests.bench.scratch import scratch_database
    from tests.mail.whole_matches import played_by_mail

    def cost(game: str, number: int, *, with_plans: bool) -> tuple[float, float]:
        with scratch_database():
            bag = played_by_mail(
                game, asked.language, seed=str(number), hours=asked.hours, with_plans=with_plans
            )
            return bag.of_a_seat()

    sys.stdout.write(f"{'game':14}{'plans':7}{'mails a seat':>14}{'words a seat':>14}\n")
    for game, with_plans in product(asked.game.split(","), (True, False)):
        costs = [cost(game, number, with_plans=with_plans) for number in range(asked.matches)]
        mails, words = (sum(values) / len(values) for values in zip(*costs, strict=True))
        name = "yes" if with_plans else "no"
        sys.stdout.write(f"{game:14}{name:7}{mails:14.1f}{words:14,.0f}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "wildcards_site.settings")
    django.setup()
    main()
