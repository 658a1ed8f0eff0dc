"""What rows of the outbox speak of, read at once for all of them."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from django.db.models import Count, F, Max, Q, QuerySet

from games.common import clock
from games.models import AddressHealth, Match, Member, OutboundMail
from games.models.fixed_queries import FixedQuery
from games.selectors import MatchSummaries
from games.selectors.lookahead import Lookahead
from games.selectors.talk import Said, untold_talk
from games.selectors.waiting_decisions import waiting_codes

Kind = OutboundMail.Kind
Status = OutboundMail.Status

MOST_SECONDS = 5.0
"""What was read longer ago is read again, though nothing that decides about a mail has changed:
names and wishes are told as they are."""

TRIED_AGAIN_AFTER = timedelta(days=7)
"""After this long without trouble one mail tries whether a stopped address lives again."""

MOST_HELPED = 2
"""So many mails of a match say at length how to answer."""

TELLS_RECEIPTS = (Kind.DECISION, Kind.FINISHED)
"""What takes receipts along that have not gone out."""


def is_receipt(row: OutboundMail) -> bool:
    """Whether it tells that a move is in, with what was asked beside it: the question that follows
    takes it along."""
    return row.kind == Kind.RECEIPT or bool(row.payload.get("is_receipt"))


_ALIVE = (Status.QUEUED, Status.SENDING, Status.SENT, Status.COLLECTED)


class Prefetched:
    """Members, matches and situations of some rows, in a constant number of queries.

    The rows are given what was read: their `member`, `match` and `player` are as they are now.
    """

    def __init__(self, rows: Collection[OutboundMail], held: Collection[int] = ()) -> None:
        self.now = clock.now()
        self.held = {*held, *(row.pk for row in rows)}
        """The rows that are in this sender's hands."""

        self._ends_at = time.monotonic() + MOST_SECONDS
        collected = _collected_for(rows)
        self._collected: dict[int | None, list[OutboundMail]] = defaultdict(list)
        for row in collected:
            self._collected[row.member_id].append(row)
        digests = (row.member_id for row in rows if row.kind == Kind.DIGEST)
        self._collected_now = Lookahead(digests, _collected_ids)
        told = chain.from_iterable(
            self._collected[row.member_id] if row.kind == Kind.DIGEST else (row,) for row in rows
        )
        self.situations = MatchSummaries(
            list(dict.fromkeys(row.player_id for row in told if row.player_id is not None))
        )
        rows = [*rows, *collected]
        self._members = self._members_of(rows)
        self._matches = self._matches_of(rows)
        for row in rows:
            row.player = self.situations.players.get(row.player_id or 0)
            row.member = self._members.get(row.member_id or 0)
            row.match = self._matches.get(row.match_id or 0)
        self._talk = untold_talk(self.situations.asked())
        self._dead = _stopped_addresses(rows, self.now)
        self._asked = _players_asked(rows)
        self._newest = _newest_told({row.player_id for row in rows if row.kind == Kind.MISSED})

    @property
    def is_old(self) -> bool:
        """Whether it is time to read everything again."""
        return time.monotonic() > self._ends_at

    def is_current(self, row: OutboundMail) -> bool:
        """Whether this row can be worded from what was read; one small query for the next few, for
        digests two.

        Never for another row without a player: what such a one speaks of is looked up at its time.
        """
        if row.kind == Kind.DIGEST:
            return self._is_digest_current(row)
        if row.player_id is None or row.member_id not in self._members:
            return False
        return self.situations.is_current(row.player_id)

    def _is_digest_current(self, digest: OutboundMail) -> bool:
        mine = self._collected.get(digest.member_id, ())
        known = {digest.member_id: {row.pk for row in mine}} if mine else {}
        if self._collected_now.of([digest.member_id]) != known:
            return False
        return self.situations.are_current([row.player_id for row in mine])

    def forget(self, row: OutboundMail) -> None:
        """The row's address has refused it: whether it lives is to be looked up again."""
        if row.member_id is not None:
            self._members.pop(row.member_id, None)

    def is_dead(self, row: OutboundMail) -> bool:
        """Whether mail to the row's address has stopped."""
        return row.address.casefold() in self._dead

    def is_asked(self, row: OutboundMail) -> bool:
        """Whether a question to the row's player is on its way or was sent; for `started` rows."""
        return row.player_id in self._asked

    def is_told_later(self, row: OutboundMail) -> bool:
        """Whether a later question, or the mail about a deadline missed later, tells what this row
        about a missed deadline does: one mail is enough."""
        return self._newest.get(row.player_id, 0) > (row.phase_number or 0)

    def talk(self, player_id: int | None) -> tuple[Said, ...]:
        """What was said at the player's table that they were not told yet."""
        return self._talk.get(player_id or 0, ())

    def receipts(self, row: OutboundMail) -> list[OutboundMail]:
        """The receipts that the row's member is still to get for this seat, in their order: those
        that wait, and those that this sender holds."""
        if row.kind not in TELLS_RECEIPTS:
            return []
        mine = self._receipts.get(row.player_id or 0, ())
        return [one for one in mine if one.member_id == row.member_id and is_receipt(one)]

    def knows_how(self, player_id: int | None) -> bool:
        """Whether the player has been told twice how to answer."""
        return self._told_before(player_id).questions >= MOST_HELPED

    def miss_told(self, player_id: int | None) -> int:
        """The newest phase whose missed deadline a mail of its own has told the player, or -1."""
        missed = self._told_before(player_id).missed
        return -1 if missed is None else missed

    @cached_property
    def _receipts(self) -> dict[int, list[OutboundMail]]:
        found: dict[int, list[OutboundMail]] = {}
        players = [player.pk for player in self.situations.asked()]
        for row in _RECEIPTS.rows(players, list(self.held)):
            found.setdefault(row.player_id or 0, []).append(row)
        return found

    def _told_before(self, player_id: int | None) -> _ToldBefore:
        return self._before.get(player_id or 0, _NOTHING)

    @cached_property
    def _before(self) -> dict[int, _ToldBefore]:
        players = [player.pk for player in self.situations.asked()]
        return {pk: _ToldBefore(*told) for pk, *told in _TOLD_BEFORE.values(players)}

    def others_waiting(self, row: OutboundMail) -> int:
        """How many matches beside the row's own await an order of the row's member."""
        codes = self._waiting.get(row.member_id or 0, set())
        return len(codes - {row.match.code} if row.match is not None else codes)

    @cached_property
    def _waiting(self) -> dict[int, set[str]]:
        return waiting_codes(self._members.keys())

    def collected(self, digest: OutboundMail) -> list[OutboundMail]:
        """What waits to be told to the digest's member, and the questions that a digest has told
        and that are still open; the nearest deadline first."""
        return sorted(self._collected.get(digest.member_id, ()), key=_by_deadline)

    def _members_of(self, rows: Collection[OutboundMail]) -> dict[int, Member]:
        seated = [player.member for player in self.situations.players.values()]
        known = {member.pk: member for member in seated if member is not None}
        ids = {row.member_id for row in rows if row.member_id is not None}
        members = {pk: known[pk] for pk in ids if pk in known}
        missing = ids - members.keys()
        return members | (Member.objects.in_bulk(list(missing)) if missing else {})

    def _matches_of(self, rows: Collection[OutboundMail]) -> dict[int, Match]:
        known = self.situations.matches
        missing = {row.match_id for row in rows if row.match_id is not None} - known.keys()
        return known | (Match.objects.in_bulk(list(missing)) if missing else {})


def _stopped_addresses(rows: Collection[OutboundMail], now: datetime) -> set[str]:
    addresses = {row.address.casefold() for row in rows}
    return {row.address for row in _STOPPED.rows(list(addresses), now - TRIED_AGAIN_AFTER)}


_COMPLAINED = Q(state=AddressHealth.State.COMPLAINED)
_STOPPED = FixedQuery(
    lambda addresses, since: AddressHealth.objects.filter(
        _COMPLAINED | Q(state=AddressHealth.State.STOPPED, trouble_at__gt=since),
        address__in=addresses,
    )
)
_RECEIPTS = FixedQuery(
    lambda players, held: OutboundMail.objects.filter(
        Q(status=Status.QUEUED) | Q(status=Status.SENDING, pk__in=held),
        kind__in=(Kind.RECEIPT, Kind.ANSWER),
        player__pk__in=players,
    ).order_by("pk")
)


class _ToldBefore(NamedTuple):
    """What mails have told a player."""

    questions: int
    missed: int | None


_NOTHING = _ToldBefore(0, None)


def _told_before(players: Any) -> Any:
    kinds = (Kind.DECISION, Kind.MISSED)
    told = OutboundMail.objects.filter(player__pk__in=players, kind__in=kinds)
    return (
        told.filter(sent_at__isnull=False)
        .order_by()
        .values_list("player_id")
        .annotate(
            questions=Count("pk", filter=Q(kind=Kind.DECISION)),
            missed=Max("phase_number", filter=Q(kind=Kind.MISSED)),
        )
    )


_TOLD_BEFORE = FixedQuery(_told_before)


def _collected_for(rows: Collection[OutboundMail]) -> list[OutboundMail]:
    members = {row.member_id for row in rows if row.kind == Kind.DIGEST}
    return _COLLECTED.rows(list(members))


def _collected_ids(members: Collection[int | None]) -> dict[int | None, set[int]]:
    """By member, which rows those are now."""
    found: dict[int | None, set[int]] = defaultdict(set)
    for pk, member_id in _COLLECTED_IDS.values(list(members)):
        found[member_id].add(pk)
    return dict(found)


_STILL_OPEN = Q(
    kind=Kind.DECISION,
    match__status=Match.Status.RUNNING,
    phase_number=F("match__phase_number"),
)


def _collected(members: Any) -> QuerySet[OutboundMail]:
    rows = OutboundMail.objects.filter(member__pk__in=members, status=Status.COLLECTED)
    return rows.filter(Q(sent_at=None) | _STILL_OPEN).order_by("pk").defer("words")


_COLLECTED = FixedQuery(_collected)


def _ids_with_members(members: Any) -> Any:
    return _collected(members).values_list("pk", "member_id")


_COLLECTED_IDS = FixedQuery(_ids_with_members)


def _by_deadline(row: OutboundMail) -> tuple[bool, float, int]:
    deadline = row.match.deadline_at if row.match is not None else None
    return deadline is None, deadline.timestamp() if deadline is not None else 0.0, row.pk


def _players_asked(rows: Collection[OutboundMail]) -> set[int | None]:
    started: Sequence[int | None] = [row.player_id for row in rows if row.kind == Kind.STARTED]
    if not started:
        return set()
    asked = OutboundMail.objects.filter(
        player__in=started, kind=Kind.DECISION, status__in=_ALIVE
    ).values_list("player_id", flat=True)
    return set(asked)


def _newest_told(players: Collection[int | None]) -> dict[int | None, int]:
    """By player, the newest phase that a question or a mail about a missed deadline is about."""
    if not players:
        return {}
    told = OutboundMail.objects.filter(player__in=players, kind__in=(Kind.DECISION, Kind.MISSED))
    newest = told.order_by().values_list("player_id").annotate(newest=Max("phase_number"))
    return {player_id: phase or 0 for player_id, phase in newest}
