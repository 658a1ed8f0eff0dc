"""What somebody looks for in the lobby: which open matches, and which of them first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Count, F, Q, QuerySet

from games.models import Match

DAY = timedelta(days=1)

PACES = {
    "quick": Q(phase_time__lte=DAY / 2),
    "daily": Q(phase_time__gt=DAY / 2, phase_time__lte=DAY),
    "relaxed": Q(phase_time__gt=DAY),
}
"""By the time for a turn: up to half a day, up to a day, and longer."""

SORTS = {
    "": ("-created_at",),
    "filling": (F("seats") - F("taken"), "-created_at"),
    "pace": ("phase_time", "-created_at"),
    "game": ("game", "-created_at"),
}


@dataclass(frozen=True, slots=True)
class LobbyWish:
    """What an open match must be to be listed; empty fields ask for nothing. Newest first, unless
    `sort` says otherwise."""

    game: str = ""
    pace: str = ""
    free: int = 0
    rated: str = ""
    sort: str = ""

    @classmethod
    def of(cls, query: Mapping[str, str]) -> LobbyWish:
        """What the address says; anything else in it is left aside."""
        pace, free, rated, sort = (query.get(key, "") for key in ("pace", "free", "rated", "sort"))
        return cls(
            game=query.get("game", "").replace("\0", "")[:32],
            pace=pace if pace in PACES else "",
            free=int(free) if free in {"2", "3"} else 0,
            rated=rated if rated in {"yes", "no"} else "",
            sort=sort if sort in SORTS else "",
        )

    def chosen(self) -> QuerySet[Match]:
        """The public matches with a free seat that are as wanted, in the order wanted."""
        rows = (
            Match.objects.filter(status=Match.Status.OPEN, is_public=True)
            .annotate(taken=Count("players"))
            .filter(taken__lte=F("seats") - max(self.free, 1))
        )
        if self.game:
            rows = rows.filter(game=self.game)
        if self.pace:
            rows = rows.filter(PACES[self.pace])
        if self.rated:
            rows = rows.filter(is_rated=self.rated == "yes")
        return rows.order_by(*SORTS[self.sort])
