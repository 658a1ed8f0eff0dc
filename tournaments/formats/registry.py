"""Every format by its key."""

from __future__ import annotations

from tournaments.formats.base import Format
from tournaments.formats.elimination.rules import Elimination
from tournaments.formats.groups.rules import GroupsThenKnockout
from tournaments.formats.heats.rules import Heats
from tournaments.formats.knockout.rules import Knockout
from tournaments.formats.ladder.rules import Ladder
from tournaments.formats.league.rules import League
from tournaments.formats.round_robin.rules import RoundRobin
from tournaments.formats.swiss.rules import Swiss
from tournaments.values.setup import TournamentSetupError

FORMATS: dict[str, Format] = {
    one.key: one
    for one in (
        Heats(),
        Swiss(),
        RoundRobin(),
        Knockout("knockout", is_double=False),
        Knockout("double_knockout", is_double=True),
        GroupsThenKnockout(),
        Elimination(),
        League(),
        Ladder(),
    )
}


def format_of(key: str) -> Format:
    """The format of that key; raise TournamentSetupError("format") if there is none."""
    if key not in FORMATS:
        raise TournamentSetupError("format", given=key, known=", ".join(FORMATS))
    return FORMATS[key]
