"""What members and organisers ask for by mail about tournaments and ratings."""

from tournaments.mail.member_commands import entering, looking, organising

__all__ = ["entering", "looking", "organising"]
