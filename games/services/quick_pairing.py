"""Quick pairing: whoever asks for the same game at the same pace sits down at one table."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction

from games.common import clock
from games.common.errors import MatchError
from games.letters.talk import UnpairedLetter
from games.models import Match, Member, Player
from games.rules.registry import GAMES
from games.selectors.quick_matches import PACES, QuickPace, open_quick_matches, quick_seats
from games.services.digest_scheduling import write_notices
from games.services.matches import create_match, join_match
from games.services.notices import Recipient, notice
from games.services.quotas import alone
from games.services.time_controls import Terms

UNPAIRED_AFTER = timedelta(hours=24)
"""After so long whoever opened the table is told that nobody came, and may fill it with bots."""

_GONE = frozenset(("full", "not-open", "already-in"))
"""What a table that was free a moment ago may answer."""


def pair_quickly(*, member: Member, game: str, pace: str) -> Match:
    """Sit down at the longest waiting table for this, or open one; asked twice it is the same one.

    With the last place the match begins. Nobody is paired with whom they have blocked, or who has
    blocked them. Raises MatchError with `unknown-game`, `bad-clock`, or what `create_match` raises.
    """
    if game not in GAMES:
        raise MatchError("unknown-game", game=game)
    if pace not in PACES:
        raise MatchError("bad-clock")
    chosen = PACES[pace]
    with transaction.atomic():
        # Two who ask at one moment would each find no table, and open two.
        alone(f"quick:{game}:{pace}")
        same = {"game": game, "phase_time": chosen.phase_time}
        own = Match.objects.filter(
            status=Match.Status.OPEN, is_quick=True, players__member=member, **same
        ).first()
        if own is not None:
            return own
        for table in open_quick_matches(member).filter(**same):
            if _is_seated(member, table):
                table.refresh_from_db()
                return table
        return _open_table(member, game, chosen)


def _is_seated(member: Member, table: Match) -> bool:
    try:
        join_match(member=member, match=table)
    except MatchError as refusal:
        if refusal.code not in _GONE:
            raise
        return False
    return True


def _open_table(member: Member, game: str, pace: QuickPace) -> Match:
    match = create_match(
        member=member,
        game=game,
        options={},
        seats=quick_seats(game),
        phase_time=pace.phase_time,
        terms=Terms(time_bank=pace.time_bank),
        is_quick=True,
    )
    now = clock.now()
    row = notice(
        UnpairedLetter(),
        Recipient.of(member),
        key=f"unpaired:{match.pk}",
        at=now,
        match=match,
        player=Player.objects.get(match=match, member=member),
    )
    row.due_at = now + UNPAIRED_AFTER
    write_notices([row])
    return match
