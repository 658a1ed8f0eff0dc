"""What results are worth in a report: as it says, or as its totals tell."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from fractions import Fraction

from tournaments.ranking.round_book import PairWorth
from tournaments.trf.players import ReportedCell
from tournaments.trf.text import Line, shown

HALF, ONE, NOTHING = Fraction(1, 2), Fraction(1), Fraction(0)
# Win, draw and loss as they occur; the bye may be worth any of the three.
_KNOWN = tuple(
    tuple(Fraction(one) for one in three.split())
    for three in ("1 1/2 0", "2 1 0", "3 1 0", "3 2 1", "3 3/2 0", "4 2 0", "10 5 0")
)
_FIRST_LETTERS = {"W": "1", "D": "=", "L": "0"}
_BY_RECORD = {"P": "U", "A": "Z", "Z": "Z", "X": " "}
_BY_WORD = {"ZPB": "Z", "HPB": "H", "FPB": "F", "PAB": "U", "FW": "+", "FL": "-"}
_BY_CODE = {"BBW": "W", "BBD": "D", "BBL": "L", "BBZ": "ZPB", "BBF": "FL", "BBU": "PAB"}
_SAME_AS = {"W": "1", "D": "=", "L": "0"}
_NUMBER = r"[0-9]{1,3}(?:[.,][0-9]{1,2})?"


@dataclass(frozen=True, slots=True)
class PointSystem:
    """What each sign is worth; a sign with a colour before it goes before the sign alone."""

    signs: dict[str, Fraction] = field(default_factory=lambda: {"1": ONE, "=": HALF, "0": NOTHING})
    is_stated: bool = False

    def worth_of(self, cell: ReportedCell) -> Fraction:
        """What the round brings; nothing while its result is unknown."""
        sign = _SAME_AS.get(cell.result, cell.result)
        if cell.opponent is None and sign == "=":
            sign = "H"
        for key in (cell.seat + sign, sign):
            if key in self.signs:
                return self.signs[key]
        if sign in "+FU":
            return self.signs["1"]
        return self.signs["="] if sign == "H" else NOTHING

    @property
    def worth(self) -> PairWorth:
        """A win and a draw."""
        return PairWorth(self.signs["1"], self.signs["="])

    def with_sign(self, sign: str, points: Fraction) -> PointSystem:
        """The system with one sign's worth stated."""
        signs = self.signs | {sign: points}
        return replace(self, signs=signs, is_stated=True)


def possible_systems(stated: PointSystem) -> list[PointSystem]:
    """The systems that a report's totals may follow, the likeliest first.

    What is stated holds; left open may be what the odd one's bye is worth.
    """
    threes = _KNOWN
    if stated.is_stated:
        threes = ((stated.signs["1"], stated.signs["="], stated.signs["0"]),)
    return [
        replace(stated, signs={"1": win, "=": draw, "0": loss, "U": bye} | stated.signs)
        if stated.is_stated
        else PointSystem({"1": win, "=": draw, "0": loss, "U": bye})
        for win, draw, loss in threes
        for bye in dict.fromkeys((win, draw, loss, ONE, NOTHING))
    ]


def stated(system: PointSystem, line: Line) -> PointSystem:
    """The system with what a record 162, XXS or BB? adds to it."""
    if line.code == "162":
        return _by_letters(system, line)
    if line.code == "XXS":
        return _by_words(system, line)
    return _apply(system, line, _BY_CODE[line.code], line.text[4:].strip())


def _by_letters(system: PointSystem, line: Line) -> PointSystem:
    found = re.findall(rf"([WDLPAXZwdlpaxz])\s*[:=]?\s*({_NUMBER})", line.text[4:])
    left = re.sub(rf"[WDLPAXZwdlpaxz]\s*[:=]?\s*{_NUMBER}", "", line.text[4:]).strip(" ,;")
    if not found or left:
        raise line.refuse(f"{shown(line.text[4:].strip())} states no points")
    for letter, points in found:
        sign = letter.upper()
        sign = _FIRST_LETTERS.get(sign) or _BY_RECORD[sign]
        system = system.with_sign(sign, _number(points))
    return system


def _by_words(system: PointSystem, line: Line) -> PointSystem:
    for word in line.text[4:].split():
        name, equals, points = word.partition("=")
        if not equals:
            raise line.refuse(f"{shown(word)} states no points")
        system = _apply(system, line, name.upper(), points)
    return system


def _apply(system: PointSystem, line: Line, name: str, points: str) -> PointSystem:
    if not re.fullmatch(_NUMBER, points):
        raise line.refuse(f"the points of {shown(name)} are {shown(points)}, not a number")
    worth = _number(points)
    if name in _BY_WORD:
        return system.with_sign(_BY_WORD[name], worth)
    if name in _FIRST_LETTERS:
        return system.with_sign(_FIRST_LETTERS[name], worth)
    if len(name) == 2 and name[0] in "WB" and name[1] in _FIRST_LETTERS:
        seat, sign = name[0].lower(), _FIRST_LETTERS[name[1]]
        changed = system.with_sign(seat + sign, worth)
        return changed.with_sign(sign, worth) if seat == "w" else changed
    raise line.refuse(f"{shown(name)} is no result that has points")


def _number(text: str) -> Fraction:
    return Fraction(text.replace(",", "."))
