"""Our standings of a report beside FIDE's, row by row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tests.tournaments.trf.fide import fide_standings
from tournaments.ranking.fide_codes import RatedField, parse_code, ranking
from tournaments.trf.reading import read_report

CODES = [
    "PTS",
    "DE",
    "BH/C1",
    "BH",
    "SB",
    "WIN",
    "WON",
    "BPG",
    "BWG",
    "BH/C2",
    "BH/M1",
    "BH/M2",
    "SB/C1",
    "SB/C2",
    "AOB",
    "PS",
    "PS/C1",
    "KS",
    "REP",
    "GE",
    "ARO",
    "ARO/C1",
    "TPR",
    "PTP",
    "APRO",
    "APPO",
    "BH/P",
    "SB/P",
    "FB",
    "FB/C1",
    "FB/M1",
]


@dataclass
class Comparison:
    """How many rows were compared, and in which figures they differ."""

    rows: int = 0
    differing: int = 0
    by_code: Counter[str] = field(default_factory=Counter)
    first: str = ""

    def add(self, text: str, name: str, codes: Sequence[str] = CODES, until: int = -1) -> None:
        """Compare one report."""
        report = read_report(text.encode())
        theirs = fide_standings(text, codes, until)
        after = report.rounds if until < 0 else until
        book = report.book(after, scheduled=False)
        ratings = {number: one.rating for number, one in report.players.items()}
        rows = ranking(RatedField(book, ratings), [parse_code(code) for code in codes])
        for rank, number, figures in rows:
            self.rows += 1
            self._compare(name, number, (rank, figures), theirs[number], codes)
        assert len(rows) == len(theirs)

    def _compare(
        self,
        name: str,
        number: int,
        ours: tuple[int, list[Fraction | None]],
        theirs: tuple[int, list[Fraction | None]],
        codes: Sequence[str],
    ) -> None:
        wrong = [
            code
            for code, mine, other in zip(codes, ours[1], theirs[1], strict=True)
            if mine != other
        ]
        wrong += ["rank"] if ours[0] != theirs[0] else []
        self.differing += bool(wrong)
        self.by_code.update(wrong)
        if wrong and not self.first:
            self.first = f"{name}, player {number}: {wrong}; ours {ours}, theirs {theirs}"
