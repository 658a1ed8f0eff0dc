"""FIDE's own tie-break server, asked about a report: ranks and figures of every player."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json


class FideRow(NamedTuple):
    """What the server says of one player."""

    rank: int
    figures: list[Fraction | None]


def fide_standings(text: str, codes: Sequence[str], until: int = -1) -> dict[int, FideRow]:
    """The server's standings of a Swiss by these tie-breaks, after that round (-1: the last)."""
    file = trf2json()
    file.parse_file(text, verbose=False)
    assert file.get_status() == 0, file.chessjson["status"]
    tournament = file.get_tournament(1)
    params: dict[str, Any] = {"swiss": True, "check": False, "tiebreak": list(codes)}
    server = tiebreak(tournament, until, params)
    return {
        one["cid"]: FideRow(
            one["rank"],
            [None if figure is None else Fraction(str(figure)) for figure in one["tiebreakScore"]],
        )
        for one in server.compute_tiebreaks(tournament, params)["competitors"]
    }
