"""Whom a member follows, mutes and blocks, and the matches that they watch."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from games.common import clock
from games.models import Match, MatchWatch, Member, Player, PrivateNote, Stance
from games.models.fixed_queries import FixedQuery

MOST_LISTED = 10
STILL_SHOWN = timedelta(days=7)
"""So long a watched match stays in the list after its end."""


@dataclass(frozen=True, slots=True)
class Stances:
    """What a member has chosen towards one other."""

    follows: bool = False
    mutes: bool = False
    blocks: bool = False


@dataclass(frozen=True, slots=True)
class OwnView:
    """What a member keeps about one other: for their own eyes."""

    stances: Stances
    note: str


def beside_own_view(rows: QuerySet[Member], viewer: Member) -> QuerySet[Member]:
    """The same members, each read with what the viewer keeps about them; `own_view` has it."""
    towards = Stance.objects.filter(member=viewer, other=OuterRef("pk"))
    kind = Stance.Kind
    return rows.annotate(
        own_follows=Exists(towards.filter(kind=kind.FOLLOW)),
        own_mutes=Exists(towards.filter(kind=kind.MUTE)),
        own_blocks=Exists(towards.filter(kind=kind.BLOCK)),
        own_note=Subquery(
            PrivateNote.objects.filter(writer=viewer, about=OuterRef("pk")).values("text")[:1]
        ),
    )


def own_view(row: Member) -> OwnView:
    """What the viewer keeps about a member who was read `beside_own_view`."""
    read = row.__dict__
    stances = Stances(read["own_follows"], read["own_mutes"], read["own_blocks"])
    return OwnView(stances, read["own_note"] or "")


def own_stances(member: Member) -> list[Stance]:
    """All of the member's, by name."""
    rows = Stance.objects.filter(member=member).select_related("other")
    return list(rows.order_by("other__name", "kind"))


def watched_matches(member: Member) -> list[Match]:
    """Public matches that the member watches, or in which somebody plays whom they follow: those
    that run, and for some days those watched that have ended. The member's own are elsewhere."""
    return _WATCHED.rows(member.pk, clock.now() - STILL_SHOWN)[::-1]


def _watched(member: Any, ended_after: Any) -> QuerySet[Match]:
    followed = Stance.objects.filter(member=member, kind=Stance.Kind.FOLLOW).values("other")
    watched = MatchWatch.objects.filter(member=member).values("match")
    played = Player.objects.filter(member__in=followed).order_by().values("match")
    running = Q(status=Match.Status.RUNNING)
    over = Q(status=Match.Status.FINISHED, finished_at__gt=ended_after, pk__in=watched)
    # By keys first: the matches of a few people are looked at, not all that run.
    rows = Match.objects.filter(running | over, pk__in=watched.union(played), is_public=True)
    rows = rows.exclude(pk__in=Match.objects.filter(players__member=member).values("pk"))
    return rows.order_by("status", "-started_at")[:MOST_LISTED]


_WATCHED = FixedQuery(_watched)


def own_watch(member: Member, match: Match) -> MatchWatch | None:
    """The member's watch of this match."""
    return MatchWatch.objects.filter(member=member, match=match).first()
