"""What members call by its name in their mails, where requests are read by codes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from games.letters.member_commands import member_commands
from games.models import Member

_THINGS: list[KnownNames] = []


class KnownNames(ABC):
    """The named things of one application: declared once, beside the requests about them."""

    def __init_subclass__(cls) -> None:
        _THINGS.append(cls())

    @abstractmethod
    def coded(self, member: Member, lines: Sequence[str]) -> list[str]:
        """The lines with code and kind in the place of the names of what the member may know."""


def coded(member: Member, lines: Sequence[str]) -> dict[str, str]:
    """Each line as it is read, with the codes of what it calls by name."""
    member_commands()
    read = list(lines)
    for things in _THINGS:
        read = things.coded(member, read)
    return dict(zip(lines, read, strict=True))
