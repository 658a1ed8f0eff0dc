"""Where a line of tried orders is kept: in the session of the one who tries, and nowhere else."""

from __future__ import annotations

import msgspec
from django.http import HttpRequest

MOST_STEPS = 60
MOST_DEALS = 20
MOST_BOARDS = 3
KEY = "what-if"


class WhatIfBoard(msgspec.Struct, frozen=True):
    """A line in one phase of one match; `deal` says which deal of the unknown cards it is tried on.

    The session keeps a few of them, the newest last.
    """

    code: str
    phase: int
    deal: int = 0
    line: tuple[str, ...] = ()


def board_of(request: HttpRequest, code: str, phase: int) -> tuple[WhatIfBoard, bool]:
    """The board of this match, and whether one of an earlier phase was put away."""
    known = next((board for board in _boards(request) if board.code == code), None)
    if known is None or known.phase != phase:
        return WhatIfBoard(code, phase), known is not None and bool(known.line)
    return known, False


def keep_board(request: HttpRequest, board: WhatIfBoard) -> None:
    """Remember it beside those of other matches."""
    others = [one for one in _boards(request) if one.code != board.code]
    request.session[KEY] = msgspec.to_builtins([*others, board][-MOST_BOARDS:])


def _boards(request: HttpRequest) -> list[WhatIfBoard]:
    try:
        return msgspec.convert(request.session.get(KEY, []), list[WhatIfBoard], strict=False)
    except msgspec.ValidationError:
        return []
