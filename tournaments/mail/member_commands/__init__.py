"""What members and organisers ask for by mail about tournaments and ratings."""

from tournaments.mail.member_commands import (
    creating,
    entering,
    helping,
    looking,
    naming,
    organising,
    results,
    round_review,
)

__all__ = [
    "creating",
    "entering",
    "helping",
    "looking",
    "naming",
    "organising",
    "results",
    "round_review",
]
