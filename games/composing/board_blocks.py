"""A game's text board, cut up as mails show it."""

from __future__ import annotations

from collections.abc import Iterable

from games.presentation.text_board import CONTINUED
from games.presentation.words import gettext as _


def hand_apart(board: str) -> tuple[str, str]:
    """The table as text without the reader's hand, and the hand, which mails tell first."""
    heading, _mark, _rest = _("Your hand: %(cards)s").partition("%")
    blocks = board.split("\n\n")
    hand = [block for block in blocks if block.startswith(heading)]
    return "\n\n".join(block for block in blocks if block not in hand), "\n\n".join(hand)


def lines_of_blocks(board: str) -> list[list[tuple[str, bool]]]:
    """The text board for HTML: blocks of lines, each with whether it is indented."""
    return [
        [(line.strip(), line.startswith(" ")) for line in _unwrapped(block.splitlines())]
        for block in board.split("\n\n")
    ]


def _unwrapped(lines: Iterable[str]) -> list[str]:
    """The lines as they were before they were broken to fit the columns of a text."""
    whole: list[str] = []
    for line in lines:
        if whole and _depth(line) >= _depth(whole[-1]) + len(CONTINUED):
            whole[-1] += f" {line.strip()}"
        else:
            whole.append(line)
    return whole


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())
