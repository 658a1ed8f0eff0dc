"""How a bird's points come about, as a sum to be checked by anybody."""

from __future__ import annotations

from games.catalogue.emu_ranchers.rules.scoring import CountedBird
from games.presentation.values import figure
from games.presentation.words import gettext as _

UPKEEP = 18


def bird_sum(bird: CountedBird) -> str:
    """`26 − 18 + 10 = 18`: the numbers, less upkeep, with what Ace and Crown add or cost."""
    paid = sum(bird.paid) or UPKEEP
    terms = [str(bird.total), f"− {paid}"]
    if bird.extra:
        terms.append(f"{'+' if bird.paid else '−'} {bird.extra}")
    return _("%(terms)s = %(points)s") % {"terms": " ".join(terms), "points": figure(bird.points)}
