"""The seats of an entry in matches that still run: given up, or handed to a substitute."""

from __future__ import annotations

from collections.abc import Iterator

from games.common.errors import MatchError
from games.models import Match, Member, Player
from games.services.matches import resign_player
from games.services.substitutes import take_seat
from tournaments.models import Entry, PairingSeat

RUNNING = (Match.Status.RUNNING, Match.Status.PARKED)


def running_seats(entry: Entry) -> Iterator[Player]:
    """The entry's players in matches that have not ended."""
    seats = PairingSeat.objects.filter(
        entry=entry, pairing__decided_at=None, pairing__match__status__in=RUNNING
    ).values_list("pairing__match", "seat")
    for match_id, seat in seats.order_by("pk"):
        yield Player.objects.select_related("match", "member").get(match=match_id, seat=seat)


def give_up_seats(entry: Entry) -> None:
    """A bot plays every running match of the entry to its end."""
    for player in running_seats(entry):
        give_up_seat(player)


def give_up_seat(player: Player) -> None:
    """A bot plays this match on; nothing happens to one that has ended or was given up before."""
    try:
        resign_player(player=player)
    except MatchError as refusal:
        if refusal.code not in {"not-running", "already-resigned"}:
            raise


def hand_over_seats(entry: Entry, member: Member) -> None:
    """The member plays every running match of the entry on, with whatever is held there."""
    for player in running_seats(entry):
        take_seat(member=member, player=player, is_offered=False)
