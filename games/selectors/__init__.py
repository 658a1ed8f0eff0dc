"""What may be seen: every read that a page, a mail or the API makes.

Each takes the one who looks and returns only what that one may know: views come from the rules'
`view`, events are filtered by `seen_by`, and a sealed order is shown to its own player alone.
"""

from games.selectors.address_health import address_health, mail_trouble
from games.selectors.bot_personas import bots_at_table
from games.selectors.endings import (
    RatingNews,
    ReviewedDecision,
    decisive_round,
    ending_of,
    rating_news,
    review,
    strongest_bot,
)
from games.selectors.finished_matches import (
    ChanceProof,
    ReplayStep,
    beside_in_round,
    chance_proof,
    chance_sheet,
    decider_of,
    earlier_players,
    record_line,
    replay,
)
from games.selectors.match_durations import MemberPace, Prediction, member_paces, predicted_pace
from games.selectors.match_journal import (
    JournalPhase,
    journal,
    ledger,
    since_last_order,
)
from games.selectors.match_lists import (
    MatchLine,
    home_lists,
    invited_to,
    lobby,
    lobby_lists,
    my_matches,
    running_public,
)
from games.selectors.match_steps import MatchStep, steps_since
from games.selectors.match_summaries import MatchSummaries, MatchSummary, match_summary
from games.selectors.match_tables import (
    RUNNING,
    MatchTable,
    OwnForced,
    Pulse,
    Waiting,
    bank_shown,
    last_own_order,
    own_forced,
    pulse,
    seat_names,
    seated_players,
    standing_line,
    table,
)
from games.selectors.member_deadlines import OwnDeadline, own_deadlines
from games.selectors.notes import TableNotes, member_note, table_notes
from games.selectors.open_seats import OpenSeat, open_seat, open_seats

__all__ = [
    "RUNNING",
    "ChanceProof",
    "JournalPhase",
    "MatchLine",
    "MatchStep",
    "MatchSummaries",
    "MatchSummary",
    "MatchTable",
    "MemberPace",
    "OpenSeat",
    "OwnDeadline",
    "OwnForced",
    "Prediction",
    "Pulse",
    "RatingNews",
    "ReplayStep",
    "ReviewedDecision",
    "TableNotes",
    "Waiting",
    "address_health",
    "bank_shown",
    "beside_in_round",
    "bots_at_table",
    "chance_proof",
    "chance_sheet",
    "decider_of",
    "decisive_round",
    "earlier_players",
    "ending_of",
    "home_lists",
    "invited_to",
    "journal",
    "last_own_order",
    "ledger",
    "lobby",
    "lobby_lists",
    "mail_trouble",
    "match_summary",
    "member_note",
    "member_paces",
    "my_matches",
    "open_seat",
    "open_seats",
    "own_deadlines",
    "own_forced",
    "predicted_pace",
    "pulse",
    "rating_news",
    "record_line",
    "replay",
    "review",
    "running_public",
    "seat_names",
    "seated_players",
    "since_last_order",
    "standing_line",
    "steps_since",
    "strongest_bot",
    "table",
    "table_notes",
]
