"""Matches in lists: one's own, the lobby's, those to watch and those that are over."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import F, QuerySet

from games.models import (
    Invitation,
    Match,
    Member,
    Order,
    Phase,
    Player,
)
from games.models.fixed_queries import FixedQuery
from games.selectors.lobby_wishes import LobbyWish
from games.selectors.match_tables import Waiting, seat_names, waiting_of
from games.selectors.people import watched_matches

MOST_OPEN, MOST_RUNNING = 50, 20
MOST_ON_FIRST_PAGE = 5
"""Of the matches to join."""

OF_PLAYER = ("match", "member__name", "bot", "seat", "resigned_at")
"""What lines need of each player."""


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match in a list. `awaited` and `ordered` are about the one who looks."""

    match: Match
    names: tuple[str, ...]
    free: int
    player: Player | None
    awaited: bool
    ordered: bool
    waiting: Waiting | None = None

    @property
    def opponents(self) -> tuple[str, ...]:
        """The others at the table; everybody for who has no seat there."""
        seat = self.player.seat if self.player is not None else None
        if seat is None:
            return self.names
        return tuple(name for number, name in enumerate(self.names) if number != seat)


def my_matches(member: Member, *, finished: bool = False) -> list[MatchLine]:
    """The member's matches: those that wait for them first, the nearest deadline on top."""
    rows = (_FINISHED if finished else _UNFINISHED).rows(member.pk)
    return _urgent_first(match_lines(rows, member))


def _urgent_first(lines: list[MatchLine]) -> list[MatchLine]:
    return sorted(lines, key=lambda line: not line.awaited or line.ordered)


def _finished(member: Any) -> QuerySet[Match]:
    mine = Match.objects.filter(players__member=member, status=Match.Status.FINISHED)
    return mine.order_by("-finished_at")[:50]


def _unfinished(member: Any) -> QuerySet[Match]:
    mine = Match.objects.filter(players__member=member)
    over = [Match.Status.FINISHED, Match.Status.CANCELLED]
    nearest = F("deadline_at").asc(nulls_last=True)
    return mine.exclude(status__in=over).order_by(nearest, "-created_at")[:200]


_FINISHED, _UNFINISHED = FixedQuery(_finished), FixedQuery(_unfinished)


def lobby(member: Member | None, wish: LobbyWish | None = None) -> list[MatchLine]:
    """Public matches with a free place, as wished; newest first where nothing is said."""
    return match_lines(list((wish or LobbyWish()).chosen()[:MOST_OPEN]), member)


class HomeLists(NamedTuple):
    """What the first page lists: one's matches, invitations, matches that one watches, and a few
    to join."""

    mine: list[MatchLine]
    invited: list[MatchLine]
    watched: list[MatchLine]
    open: list[MatchLine]


def home_lists(member: Member) -> HomeLists:
    """The lists of a member's first page, with what stands in their lines read at once."""
    mine, invited = _UNFINISHED.rows(member.pk), list(_invited(member))
    watched, found = watched_matches(member), _OPEN_TO_OTHERS.rows(member.pk)
    read = _read([*mine, *invited, *watched, *found])
    return HomeLists(
        _urgent_first(_lines(mine, member, read)),
        _lines(invited, member, read),
        _lines(watched, None, read),
        _lines(found, member, read),
    )


def _open_to_others(member: Any) -> QuerySet[Match]:
    own = Player.objects.filter(member=member, match__status=Match.Status.OPEN)
    return LobbyWish().chosen().exclude(pk__in=own.values("match"))[:MOST_ON_FIRST_PAGE]


_OPEN_TO_OTHERS = FixedQuery(_open_to_others)


class LobbyLists(NamedTuple):
    """What the lobby lists: matches to join, invitations, and matches to watch."""

    open: list[MatchLine]
    invited: list[MatchLine]
    running: list[MatchLine]


def lobby_lists(member: Member | None, wish: LobbyWish) -> LobbyLists:
    """The lists of the lobby, with what stands in their lines read at once."""
    found = _NEWEST_OPEN.rows() if wish == LobbyWish() else list(wish.chosen()[:MOST_OPEN])
    running = _NEWEST_RUNNING.rows()
    invited = list(_invited(member)) if member is not None else []
    read = _read([*found, *invited, *running])
    return LobbyLists(
        _lines(found, member, read), _lines(invited, member, read), _lines(running, None, read)
    )


def invited_to(member: Member) -> list[MatchLine]:
    """Open matches to which the member's address was invited and not yet answered."""
    return match_lines(list(_invited(member)), member)


def _invited(member: Member) -> QuerySet[Match]:
    rows = Match.objects.filter(
        status=Match.Status.OPEN,
        invitations__in=_invitations_of(member),
    )
    return rows.order_by("-created_at")[:50]


def _invitations_of(member: Member) -> QuerySet[Invitation]:
    return Invitation.objects.filter(
        email__iexact=member.email, player=None, declined_at=None
    ).exclude(match__players__member=member)


def running_public(limit: int) -> list[MatchLine]:
    """Public matches to watch, the newest first, MOST_RUNNING at most."""
    return match_lines(_NEWEST_RUNNING.rows()[:limit], None)


def _running_public() -> QuerySet[Match]:
    rows = Match.objects.filter(status=Match.Status.RUNNING, is_public=True)
    return rows.order_by("-started_at")[:MOST_RUNNING]


_NEWEST_OPEN = FixedQuery(lambda: LobbyWish().chosen()[:MOST_OPEN])
_NEWEST_RUNNING = FixedQuery(_running_public)


def match_lines(matches: Sequence[Match], member: Member | None) -> list[MatchLine]:
    """Lines for these matches, in their order, in three queries, whatever their number."""
    return _lines(matches, member, _read(matches))


class _Read(NamedTuple):
    """What lines are made of, by match; the orders by phase."""

    players: dict[int, list[Player]]
    open_phases: dict[int, Phase]
    orders: dict[int, list[Order]]


def _read(matches: Sequence[Match]) -> _Read:
    if not matches:
        return _Read({}, {}, {})
    players: dict[int, list[Player]] = defaultdict(list)
    rows = Player.objects.filter(match__in=matches).select_related("member").only(*OF_PLAYER)
    for player in rows.order_by("seat", "id"):
        players[player.match_id].append(player)
    started = [match for match in matches if match.phase_number]
    open_phases = {
        row.match_id: row
        for row in Phase.objects.filter(Phase.OPEN, match__in=started)
        .only("match", "awaited", "held")
        .order_by()
    }
    orders: dict[int, list[Order]] = defaultdict(list)
    for order in (
        Order.objects.filter(phase__in=[row.pk for row in open_phases.values()])
        .only("phase", "seat")
        .order_by()
    ):
        orders[order.phase_id].append(order)
    return _Read(players, open_phases, orders)


def _lines(matches: Sequence[Match], member: Member | None, read: _Read) -> list[MatchLine]:
    players, open_phases, orders = read
    lines = []
    for match in matches:
        mine = next(
            (row for row in players[match.pk] if member and row.member_id == member.pk), None
        )
        names, phase = seat_names(players[match.pk]), open_phases.get(match.pk)
        given = orders[phase.pk] if phase is not None else []
        lines.append(
            MatchLine(
                match=match,
                names=names,
                free=match.seats - len(players[match.pk]),
                player=mine,
                awaited=mine is not None and phase is not None and mine.seat in phase.asked,
                ordered=mine is not None and any(order.seat == mine.seat for order in given),
                waiting=waiting_of(match, phase.awaited, given, names) if phase else None,
            )
        )
    return lines
