"""What a table agrees on about time: fixed when the match is opened, shown before anybody joins."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import timedelta

from games.common.errors import MatchError
from games.models import Match

SHORTEST_PHASE = timedelta(minutes=5)
LONGEST_PHASE = timedelta(days=30)
LONGEST_BANK = timedelta(days=30)
LONGEST_REVISING = timedelta(days=2)
SHORTEST_REVISING = timedelta(minutes=1)
MOST_MISSES = 10


@dataclass(frozen=True, slots=True)
class Terms:
    """Everything about time but the time for a decision; the fields of `Match` of these names."""

    time_bank: timedelta = timedelta(0)
    respects_quiet_hours: bool = True
    rests_on_weekends: bool = False
    respects_absences: bool = True
    misses_allowed: int = 2
    reveal_policy: str = Match.Reveal.COMPLETE.value
    revise_time: timedelta = timedelta(minutes=30)
    forced_plays: str = Match.Forced.LIKE_OTHERS.value

    def as_fields(self) -> dict[str, object]:
        """Field names of `Match` with their values."""
        return asdict(self)


USUAL_TERMS = Terms()


def check_terms(phase_time: timedelta, terms: Terms) -> None:
    """Raise MatchError `bad-clock`, `bad-bank`, `bad-misses`, `bad-reveal` or `bad-forced`
    for what cannot be.
    """
    if not SHORTEST_PHASE <= phase_time <= LONGEST_PHASE:
        raise MatchError("bad-clock", shortest=SHORTEST_PHASE, longest=LONGEST_PHASE)
    if not timedelta(0) <= terms.time_bank <= LONGEST_BANK:
        raise MatchError("bad-bank", most=LONGEST_BANK.days)
    if not 1 <= terms.misses_allowed <= MOST_MISSES:
        raise MatchError("bad-misses", most=MOST_MISSES)
    if terms.reveal_policy not in Match.Reveal.values:
        raise MatchError("bad-reveal")
    if terms.forced_plays not in Match.Forced.values:
        raise MatchError("bad-forced")
    if not SHORTEST_REVISING <= terms.revise_time <= LONGEST_REVISING:
        raise MatchError("bad-reveal")
