"""What members and organisers ask for by mail about tournaments and ratings."""

from tournaments.mail.member_commands import (
    changing,
    creating,
    entering,
    helping,
    looking,
    naming,
    next_match,
    organising,
    results,
    round_review,
    ruling,
)

__all__ = [
    "changing",
    "creating",
    "entering",
    "helping",
    "looking",
    "naming",
    "next_match",
    "organising",
    "results",
    "round_review",
    "ruling",
]
