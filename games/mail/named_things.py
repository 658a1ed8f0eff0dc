"""What members call by its name in their mails, where requests are read by codes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from games.common.errors import NotVisibleError
from games.letters.member_commands import member_commands
from games.models import Member
from games.replies.named_requests import CODE
from games.services.access import find_match

_THINGS: list[KnownNames] = []


class KnownNames(ABC):
    """The named things of one application: declared once, beside the requests about them."""

    def __init_subclass__(cls) -> None:
        _THINGS.append(cls())

    @abstractmethod
    def coded(self, member: Member, lines: Sequence[str], about: str) -> list[CodedLine]:
        """The lines with code and kind in the place of the names of what the member may know, and
        with those of what the answered mail is about where they name nothing."""


class CodedLine(NamedTuple):
    """A line as it may be read: with the codes of what it names, and, where it names nothing, with
    that of what the answered mail is about; "" where that is nothing of the kind."""

    named: str
    about: str = ""


def only_one_named(member: Member, lines: Sequence[str], about: str) -> str:
    """The code of the only match or tournament that these lines are about, as far as the member may
    know of it; "" where they are about several, or none."""
    read = coded(member, lines, about).values()
    codes = {code.lower() for one in read for code in CODE.findall(one.about or one.named)}
    if not codes:
        return about
    code = codes.pop()
    return code if not codes and _is_known(member, code) else ""


def _is_known(member: Member, code: str) -> bool:
    try:
        return bool(find_match(code=code, member=member))
    except NotVisibleError:
        return any(one.about for one in coded(member, [code[:1]], code).values())


def coded(member: Member, lines: Sequence[str], about: str) -> dict[str, CodedLine]:
    """Each line with its codes, by how it was written."""
    member_commands()
    read = [CodedLine(line) for line in lines]
    for things in _THINGS:
        found = things.coded(member, [one.named for one in read], about)
        read = [
            new._replace(about=new.about or old.about) for old, new in zip(read, found, strict=True)
        ]
    return dict(zip(lines, read, strict=True))
