"""A bracket for two at a table, followed as far as its results go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.ranking.cuts import table_ranking
from tournaments.ranking.standings import Groups
from tournaments.stages.bracket_plans import BracketMatch, Feed, Source
from tournaments.stages.dealing import dealt
from tournaments.stages.reasons import by_seeding
from tournaments.values.setup import EntryId, TournamentSetup
from tournaments.values.tables import Entrant, RoundPlan, TableResult, ended, playing


@dataclass(frozen=True, slots=True)
class EndedMatch:
    """A match that is settled; a side that nobody filled is None."""

    winner: EntryId | None
    loser: EntryId | None


class Bracket:
    """A bracket among given seeds, followed as far as its results go."""

    def __init__(
        self,
        setup: TournamentSetup,
        entries: Sequence[Entrant],
        seeds: Sequence[EntryId],
        matches: Sequence[BracketMatch],
        results: Sequence[TableResult],
        first_round: int = 1,
    ) -> None:
        self.setup, self.entries, self.seeds, self.matches = setup, entries, seeds, matches
        self.results, self.first_round = results, first_round
        self.rank = {entry: rank for rank, entry in enumerate(seeds)}
        self.dealt = {(one.round, one.table): one for one in results if one.round >= first_round}
        self.next = {side: index for index, match in enumerate(matches) for side in match.sides}
        self.ends: list[EndedMatch | None] = []
        self.due: list[tuple[int, BracketMatch, tuple[EntryId, ...]]] = []
        for match in matches:
            self.ends.append(self._follow(match))

    def next_plan(self) -> RoundPlan | None:
        """All tables of the earliest round that are due."""
        if not self.due:
            return None
        number = min(number for number, _, _ in self.due)
        ready = [one for one in self.due if one[0] == number]
        # A third-place match and a final stand in one round, each under its own stage's name.
        ready = [one for one in ready if one[1].stage == ready[0][1].stage]
        return dealt(
            self.setup,
            number,
            ready[0][1].stage,
            [table for _, _, table in ready],
            self.results,
            by_seeding(self.seeds),
            [match.table for _, match, _ in ready],
        )

    @property
    def is_over(self) -> bool:
        """Whether every match is settled."""
        return all(end is not None for end in self.ends)

    def placing(self) -> Groups:
        """Who can still win, then the others, those who went further first."""
        groups: dict[tuple[int, int], list[EntryId]] = {}
        last: dict[EntryId, tuple[int, Feed]] = {}
        for index, end in enumerate(self.ends):
            for entry, feed in ((end.winner, Feed.WINNER), (end.loser, Feed.LOSER)) if end else ():
                if entry is not None:
                    last[entry] = (index, feed)
        for entry in self.seeds:
            groups.setdefault(self._rank_of_exit(last.get(entry)), []).append(entry)
        return tuple(tuple(groups[key]) for key in sorted(groups))

    def _rank_of_exit(self, last: tuple[int, Feed] | None) -> tuple[int, int]:
        """A key for the place that somebody's last settled match gives; small is good."""
        if last is None:
            return (0, 0)
        following = self.next.get(Source(last[1], last[0]))
        if following is not None and self.ends[following] is None:
            return (0, 0)  # another match follows
        match, won = self.matches[last[0]], last[1] is Feed.WINNER
        if match.stage == "third_place":
            return (2, 0 if won else 1)
        if following is None and (won or match.stage == "final"):
            # Without a grand final the lower bracket's winner is second.
            return (1, int(not won or match.stage == "lower"))
        return (3, -match.level)

    def _follow(self, match: BracketMatch) -> EndedMatch | None:
        """Settle the match, or note what of it can be dealt."""
        sides = [self._side(side) for side in match.sides]
        if not all(stands for stands, _ in sides):
            return None
        if match.decider and (settled := self._undecided(match)) is not None:
            return settled
        number = self._round_of(match)
        ids = [entry for _, entry in sides if entry is not None]
        games = [self.dealt.get((number + game, match.table)) for game in range(self.setup.games)]
        played = [game for game in games if game is not None]
        went_on = self._went_on(played[0].seats if played else ids)
        if went_on is not None:
            return went_on
        return self._played(match, number, ids, played) if played else self._met(match, number, ids)

    def _went_on(self, ids: Sequence[EntryId]) -> EndedMatch | None:
        """Who went on from the match in hand, where what was dealt since shows it.

        A result that is corrected later takes nobody out of a match that is dealt.
        """
        for feed in (Feed.WINNER, Feed.LOSER):
            seated = [entry for entry in ids if entry in self._dealt_to(feed)]
            if len(seated) == 1:
                other = next((entry for entry in ids if entry != seated[0]), None)
                return EndedMatch(
                    *((seated[0], other) if feed is Feed.WINNER else (other, seated[0]))
                )
        return None

    def _dealt_to(self, feed: Feed) -> tuple[EntryId, ...]:
        """Who sits in the match that the winner or loser of the match in hand goes on to."""
        following = self.next.get(Source(feed, len(self.ends)))
        if following is None:
            return ()
        match = self.matches[following]
        table = self.dealt.get((self._round_of(match), match.table))
        return table.seats if table is not None else ()

    def _round_of(self, match: BracketMatch) -> int:
        return self.first_round + (match.level - 1) * self.setup.games

    def _met(self, match: BracketMatch, number: int, ids: list[EntryId]) -> EndedMatch | None:
        """Note the match as due; with a gap or a withdrawal it is a bye, and settled."""
        here = playing(self.entries, number)
        ids = sorted(ids, key=lambda entry: (entry not in here, self.rank[entry]))
        ready = tuple(entry for entry in ids if entry in here)
        is_past = bool(self._dealt_to(Feed.WINNER) or self._dealt_to(Feed.LOSER))
        if ready and not is_past:
            self.due.append((number, match, ready))
        if len(ready) == 2 and not is_past:
            return None
        return EndedMatch(ids[0] if ids else None, ids[1] if len(ids) == 2 else None)

    def _played(
        self, match: BracketMatch, number: int, ids: list[EntryId], played: list[TableResult]
    ) -> EndedMatch | None:
        """What has been dealt stands, even if a result that led to it is corrected later."""
        seats = played[0].seats
        if len(seats) == 1:
            return EndedMatch(seats[0], next((entry for entry in ids if entry != seats[0]), None))
        if len(played) < self.setup.games:
            self.due.append((number + len(played), match, seats))
            return None
        if not ended(played):
            return None
        rank = {entry: self.rank.get(entry, len(self.rank)) for entry in seats}
        winner, loser = table_ranking(self.setup, seats, played, rank)
        return EndedMatch(winner, loser)

    def _undecided(self, match: BracketMatch) -> EndedMatch | None:
        """The first grand final's end if it settles all: the upper bracket's winner won it."""
        index = match.sides[0].index
        first = self.ends[index]
        upper = self._side(self.matches[index].sides[0])[1]
        return first if first is not None and first.winner == upper else None

    def _side(self, source: Source) -> tuple[bool, EntryId | None]:
        """Whether the side stands, and who it is; nobody where a bye left a gap."""
        if source.feed is Feed.SEED:
            return True, self.seeds[source.index] if source.index < len(self.seeds) else None
        end = self.ends[source.index]
        if end is None:
            return False, None
        return True, end.winner if source.feed is Feed.WINNER else end.loser
