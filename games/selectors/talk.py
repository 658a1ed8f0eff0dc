"""What was said at a table, as one of its players may read it.

Nobody but the players of a match reads its talk, and those who look after it what was reported;
spectators do where a public table says so.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from django.db.models import Max, Q, QuerySet

from games.common import clock
from games.models import Match, Member, Player, Stance, TableMessage
from games.models.fixed_queries import FixedQuery
from games.selectors.delayed_tables import talk_shown_until

MOST_SHOWN = 40
"""So many messages stand on the match's page; the rest has a page of its own."""

MOST_ON_ONE_PAGE = 500
MOST_IN_A_MAIL = 12
NEWCOMER_FOR = timedelta(days=14)
"""What looks like an address in the words of a new member is no link."""

UNHEARD = (Stance.Kind.MUTE, Stance.Kind.BLOCK)
IN_MAILS = frozenset((Member.TalkLevel.AT_ONCE, Member.TalkLevel.NEXT))


@dataclass(frozen=True, slots=True)
class Said:
    """One message for one reader. Of a hidden one the words are "" and `why` says why."""

    id: int
    member_id: int
    name: str
    to: str
    """For whom alone it was said; "" for everybody."""

    text: str
    sent_at: datetime
    is_own: bool
    is_new: bool
    is_hidden: bool
    why: str
    may_link: bool

    @property
    def who(self) -> str:
        """Whose words they are, and for whom alone: "Anna → Bruno"."""
        return f"{self.name} → {self.to}" if self.to else self.name


@dataclass(frozen=True, slots=True)
class TableTalk:
    """What one player may read, the newest last; `is_cut` where there is more before it."""

    messages: tuple[Said, ...]
    is_cut: bool
    newest: int
    """The newest message's number, 0 where nothing was said."""

    @property
    def new(self) -> int:
        """How many the reader has not been shown before."""
        return sum(one.is_new for one in self.messages)


NOTHING_SAID = TableTalk((), is_cut=False, newest=0)


def table_talk(player: Player, most: int = MOST_SHOWN) -> TableTalk:
    """What was said at the player's table, without those whom they do not want to hear; one query.

    The newest `most` messages. For who wants no talk there is none.
    """
    if player.member is None or player.wanted_talk == Member.TalkLevel.NONE:
        return NOTHING_SAID
    rows = _heard(player)
    newest = list(rows.select_related("member", "only_to").order_by("-id")[: most + 1])
    told = tuple(_said(row, player) for row in reversed(newest[:most]))
    return TableTalk(told, is_cut=len(newest) > most, newest=told[-1].id if told else 0)


def overheard_talk(match: Match, reader: Member | None) -> tuple[Said, ...]:
    """What a spectator may read, if the table lets them: the newest messages, the newest last."""
    if not (match.shows_talk and match.has_talk and match.is_public):
        return ()
    rows = TableMessage.objects.filter(match=match, hidden_at=None, only_to=None)
    until = talk_shown_until(match)
    if until is not None:
        rows = rows.filter(sent_at__lt=until)
    if reader is not None:
        unheard = Stance.objects.filter(member=reader, kind__in=UNHEARD).values("other")
        rows = rows.exclude(member__in=unheard)
    newest = rows.select_related("member").order_by("-id")[:MOST_SHOWN]
    nobody = Player(match=match)
    return tuple(replace(_said(row, nobody), is_new=False) for row in reversed(newest))


def untold_talk(players: Collection[Player]) -> dict[int, tuple[Said, ...]]:
    """By player, what they have been shown nowhere yet and want to hear by mail; two queries for
    any number of players, one where nothing was said."""
    readers = [player for player in players if player.wanted_talk in IN_MAILS]
    if not readers:
        return {}
    since = min(player.talk_seen for player in readers)
    of_match: dict[int, list[TableMessage]] = defaultdict(list)
    for row in _SAID_SINCE.rows(list({player.match_id for player in readers}), since):
        of_match[row.match_id].append(row)
    if not of_match:
        return {}
    unheard = _unheard(readers)
    return {player.pk: _untold(player, of_match[player.match_id], unheard) for player in readers}


_SAID_SINCE = FixedQuery(
    lambda matches, since: (
        TableMessage.objects.filter(match__pk__in=matches, id__gt=since, hidden_at=None)
        .select_related("member", "only_to")
        .order_by("id")
    )
)


def newest_heard(player: Player) -> int:
    """The number of the newest message that the player may read; one query."""
    if player.member is None or player.wanted_talk == Member.TalkLevel.NONE:
        return 0
    return _heard(player).order_by("-id").values_list("id", flat=True).first() or 0


def _heard(player: Player) -> QuerySet[TableMessage]:
    unheard = Stance.objects.filter(member=player.member_id, kind__in=UNHEARD).values("other")
    rows = TableMessage.objects.filter(told_to(player.member_id), match=player.match_id)
    return rows.exclude(member__in=unheard)


def told_to(member_id: int | None) -> Q:
    """What this member said, or was told alone or with everybody else."""
    return Q(only_to=None) | Q(only_to=member_id) | Q(member=member_id)


def others_at_table(player: Player) -> list[str]:
    """The names of the people to whom a player may say something; one query."""
    others = player.match.players.exclude(pk=player.pk).exclude(member=None).order_by("seat")
    return list(others.values_list("member__name", flat=True))


def is_whispered_to(player: Player) -> bool:
    """Whether something was said to this player alone of late: what they reply without saying to
    whom could be meant for one person."""
    newest = _heard(player).order_by("-id").values_list("only_to", flat=True)[:MOST_IN_A_MAIL]
    return player.member_id in set(newest)


def newest_message(match: Match) -> int:
    """The number of the newest message at this table, 0 where nothing was said."""
    found = TableMessage.objects.filter(match=match).aggregate(newest=Max("id"))
    return found["newest"] or 0


def _unheard(readers: Collection[Player]) -> set[tuple[int, int]]:
    members = {player.member_id for player in readers}
    rows: QuerySet[Stance, tuple[int, int]] = Stance.objects.filter(
        member__in=members, kind__in=UNHEARD
    ).values_list("member_id", "other_id")
    return set(rows)


def _untold(
    player: Player, rows: Collection[TableMessage], unheard: Collection[tuple[int, int]]
) -> tuple[Said, ...]:
    mine = [
        row
        for row in rows
        if row.id > player.talk_seen
        and row.member_id != player.member_id
        and row.only_to_id in (None, player.member_id)
        and (player.member_id, row.member_id) not in unheard
    ]
    return tuple(_said(row, player) for row in mine[-MOST_IN_A_MAIL:])


def _said(row: TableMessage, reader: Player) -> Said:
    is_own = row.member_id == reader.member_id
    is_hidden = row.hidden_at is not None
    return Said(
        id=row.pk,
        member_id=row.member_id,
        name=row.member.name,
        to=row.only_to.name if row.only_to is not None else "",
        text="" if is_hidden else row.text,
        sent_at=row.sent_at,
        is_own=is_own,
        is_new=not is_own and not is_hidden and row.pk > reader.talk_seen,
        is_hidden=is_hidden,
        why=row.hidden_reason if is_hidden else "",
        may_link=row.member.joined_at < clock.roughly_now() - NEWCOMER_FOR,
    )
