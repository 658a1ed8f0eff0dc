"""What an organiser may want to know of a round's pairing, as names and figures."""

from __future__ import annotations

import msgspec
from django.utils.formats import number_format
from django.utils.translation import gettext

from tournaments.values.tables import PairingMeasures


def measure_lines(kept: object) -> list[tuple[str, str]]:
    """The measures of a round as it keeps them; none of one that was not measured."""
    if not kept:
        return []
    measures = msgspec.convert(kept, PairingMeasures)
    seconds = f"{measures.seconds:.3f}".rstrip("0").rstrip(".") or "0"
    return [
        (gettext("Tables"), str(measures.tables)),
        (gettext("Rematches"), str(measures.repeats)),
        (gettext("Seconds to pair"), number_format(seconds)),
    ]
