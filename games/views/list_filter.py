"""Which of one's own matches a list shows, and in which order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from games.selectors import MatchLine

LATEST = datetime.max.replace(tzinfo=UTC)
SORTS = ("", "newest", "game", "title")


@dataclass(frozen=True, slots=True)
class ListFilter:
    """What a match must be to be listed; empty fields ask for nothing.

    By default the nearest deadline comes first.
    """

    game: str = ""
    tournament: str = ""
    is_mine: bool = False
    sort: str = ""

    @classmethod
    def of(cls, query: Mapping[str, str]) -> ListFilter:
        """What the address says; anything else in it is left aside."""
        sort = query.get("sort", "")
        return cls(
            game=query.get("game", ""),
            tournament=query.get("tournament", ""),
            is_mine=query.get("turn", "") == "mine",
            sort=sort if sort in SORTS else "",
        )

    def kept(self, lines: Iterable[MatchLine]) -> list[MatchLine]:
        """The lines that are as wanted, in the order wanted."""
        kept = [line for line in lines if self._is_wanted(line)]
        match self.sort:
            case "newest":
                kept.sort(key=lambda line: line.match.created_at, reverse=True)
            case "game":
                kept.sort(key=lambda line: (line.match.game, line.match.deadline_at or LATEST))
            case "title":
                kept.sort(key=lambda line: (line.match.title or line.match.game).casefold())
        return kept

    def _is_wanted(self, line: MatchLine) -> bool:
        return (
            self.game in ("", line.match.game)
            and self.tournament in ("", line.match.event_name)
            and (not self.is_mine or (line.awaited and not line.ordered))
        )
