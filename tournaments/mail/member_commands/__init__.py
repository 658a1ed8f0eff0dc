"""What members and organisers ask for by mail about tournaments and ratings."""

from tournaments.mail.member_commands import (
    entering,
    helping,
    looking,
    naming,
    organising,
    round_review,
)

__all__ = ["entering", "helping", "looking", "naming", "organising", "round_review"]
