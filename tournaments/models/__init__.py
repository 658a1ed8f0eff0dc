"""What is kept of tournaments and ratings.

The truth of a tournament is its entries, its pairings and their results: standings, brackets and
who goes on are reckoned from them by `tournaments.formats` and `tournaments.ranking`, and kept for
pages in `EntryStanding`. The truth of the ratings is the order in which matches were rated.
"""

from tournaments.models.entries import Entry, EntrySubstitution, PastResults
from tournaments.models.figures import MemberFigures, PoolFigures, Rivalry
from tournaments.models.hints import CollusionHint
from tournaments.models.officials import Official
from tournaments.models.outlooks import Outlook
from tournaments.models.ratings import (
    PlayedMatch,
    RatedMatch,
    Rating,
    RatingChange,
    RatingPool,
    RatingRefund,
    Reliability,
)
from tournaments.models.rounds import Pairing, PairingSeat, Round
from tournaments.models.standings import EntryStanding, StandingsSummary
from tournaments.models.tournaments import LogEntry, Series, Tournament

__all__ = [
    "CollusionHint",
    "Entry",
    "EntryStanding",
    "EntrySubstitution",
    "LogEntry",
    "MemberFigures",
    "Official",
    "Outlook",
    "Pairing",
    "PairingSeat",
    "PastResults",
    "PlayedMatch",
    "PoolFigures",
    "RatedMatch",
    "Rating",
    "RatingChange",
    "RatingPool",
    "RatingRefund",
    "Reliability",
    "Rivalry",
    "Round",
    "Series",
    "StandingsSummary",
    "Tournament",
]
