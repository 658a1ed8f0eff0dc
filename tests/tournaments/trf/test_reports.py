"""`manage.py tournament trf`: what other programs write is read, what contradicts is refused."""

from __future__ import annotations

import io
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.tournaments.trf.events import KINDS, SHAPES, report
from tournaments.trf.reading import read_report
from tournaments.trf.text import MOST_BYTES, MalformedReportError

# Seven players, five of six rounds, one bye each round.
EVENT = """\
012 An event
XXR 6
001    1      Player 1                                                           2.5    4     4 w =     2 b 0  0000 - U     3 w 0     6 b 1
001    2      Player 2                                                           3.0    2     5 b 0     1 w 1     6 b =     4 w =     3 b 1
001    3      Player 3                                                           2.5    5     6 w 1     7 b 0     5 w =     1 b 1     2 w 0
001    4      Player 4                                                           3.0    3     1 b =     5 w 1     7 w 0     2 b =  0000 - U
001    5      Player 5                                                           2.5    6     2 w 1     4 b 0     3 b =  0000 - U     7 w 0
001    6      Player 6                                                           1.5    7     3 b 0  0000 - U     2 w =     7 b 0     1 w 0
001    7      Player 7                                                           5.0    1  0000 - U     3 w 1     4 b 1     6 w 1     5 b 1
"""  # noqa: E501
LINE_OF_1, LINE_OF_7 = 3, 9


def asked(tmp_path: Path, content: str | bytes, *words: str) -> str:
    path = tmp_path / "event.trf"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    out = io.StringIO()
    call_command("tournament", "trf", str(path), *words, stdout=out)
    return out.getvalue()


def standings(tmp_path: Path, content: str | bytes, *words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(asked(tmp_path, content, "--standings", *words))
    return found


def numbers(found: dict[str, Any]) -> list[int]:
    return [row["number"] for row in found["standings"]]


def replaced(line: int, old: str, new: str) -> str:
    lines = EVENT.split("\n")
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new)
    return "\n".join(lines)


def test_the_standings_are_rows_with_every_figure_by_its_code(tmp_path: Path) -> None:
    found = standings(tmp_path, EVENT, "--tie-breaks", "PTS,DE,BH/C1,SB,WON")
    assert (found["round"], found["rounds"], found["scheduled"]) == (5, 6, False)
    assert numbers(found) == [7, 4, 2, 5, 3, 1, 6]
    assert found["standings"][0] == {
        "number": 7,
        "name": "Player 7",
        "rank": 1,
        "points": 5,
        "tie_breaks": {"PTS": 5, "DE": 0, "BH/C1": 10.5, "SB": 12, "WON": 4},
    }


def test_standings_after_an_earlier_round_and_by_the_files_own_list(tmp_path: Path) -> None:
    found = standings(tmp_path, EVENT + "202 WIN,BH/C1,EDGE\n", "--round", "2")
    assert (found["round"], found["tie_breaks"]) == (2, ["PTS", "WIN", "BH/C1"])
    assert found["passed_over"] == ["EDGE"]
    assert found["standings"][0]["number"] == 7
    assert found["standings"][0]["points"] == 2


def test_the_next_round_has_nobody_twice_and_no_second_bye(tmp_path: Path) -> None:
    found = json.loads(asked(tmp_path, EVENT, "--pair"))
    pairs = {(one["white"], one["black"]) for one in found["pairs"]}
    assert (found["round"], found["bye"]) == (6, 3)  # only 2 and 3 have had none
    assert pairs == {(2, 7), (4, 6), (1, 5)}
    assert asked(tmp_path, EVENT, "--pair", "--javafo") == "4\n2 7\n4 6\n1 5\n3 0\n"


def test_who_is_absent_or_asked_for_a_bye_is_not_paired(tmp_path: Path) -> None:
    for more in ("XXZ 7\n", "240 H   6    7\n", "240 Z   6    7\n"):
        found = json.loads(asked(tmp_path, EVENT + more, "--pair"))
        at_boards = {number for one in found["pairs"] for number in one.values()}
        assert at_boards == {1, 2, 3, 4, 5, 6}
        assert found["bye"] is None
    forbidden = json.loads(asked(tmp_path, EVENT + "XXP 2 7\n", "--pair"))
    assert {"white": 2, "black": 7} not in forbidden["pairs"]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (EVENT.replace("\n", "\r\n"), "Windows' line ends"),
        (b"\xef\xbb\xbf" + EVENT.encode(), "a byte order mark"),
        (EVENT.replace("\n", "\r"), "the line ends of an old Macintosh"),
        (EVENT.replace("Player 1 ", "Jos\u00e9 P.  ").encode("latin-1"), "Latin letters"),
        (EVENT.replace("Player 1 ", "Jos\u00e9 P.  "), "letters in UTF-8"),
        (EVENT.replace("Player 1  ", "Jos\u00e9 P.  ").encode(), "columns counted in bytes"),
        (EVENT.replace("\n", "\n\n") + "\x1a", "blank lines"),
        (EVENT + "013 A team    1    2\nXYZ what else\n### a remark\nDDD SSSS\n", "others"),
        (EVENT.replace("0000 - U", "     - u"), "a blank opponent and small letters"),
        (EVENT.replace("2.5 ", "2,5 "), "a comma in the points"),
        (EVENT.replace(" 2.5    4 ", " " * 10), "no points and no rank"),
    ],
    ids=lambda one: one if isinstance(one, str) and "\n" not in one and "\r" not in one else "",
)
def test_what_real_programs_write_is_read(tmp_path: Path, content: str | bytes, why: str) -> None:
    found = standings(tmp_path, content, "--tie-breaks", "PTS,BH,SB,TPN")
    assert numbers(found) == [7, 4, 2, 5, 3, 1, 6], why


def test_short_lines_ratings_of_0_and_blank_rounds_are_read(tmp_path: Path) -> None:
    short = "001    1      A\n001    2  gm  B" + " " * 30 + "   0\n001    3 wWGM C\n"
    assert len(standings(tmp_path, short)["standings"]) == 3
    blank = EVENT.replace("0000 - U", "        ").replace("5.0", "4.0")
    for points in ("2.5    4", "3.0    3", "2.5    6", "1.5    7"):
        blank = blank.replace(points, f"{float(points[:3]) - 1:.1f}{points[3:]}", 1)
    assert standings(tmp_path, blank)["standings"][0]["tie_breaks"]["REP"] == 4


def test_points_of_other_systems_are_told_from_the_totals(tmp_path: Path) -> None:
    thrice = report(Random(1), KINDS["byes"], SHAPES["three for a win"])
    silent = "\n".join(one for one in thrice.split("\n") if not one.startswith("162"))
    rows = standings(tmp_path, thrice)["standings"]
    with pytest.raises(CommandError, match="line 4: player 1 has"):
        standings(tmp_path, silent.replace("An event", "").replace("0000 - U", "0000 - Z"))
    usual = report(Random(1), KINDS["none"], SHAPES["usual"])
    assert standings(tmp_path, usual.replace("162 ", "XYZ "))["standings"]
    assert rows[0]["points"] >= rows[-1]["points"]


@pytest.mark.parametrize(
    "record",
    [
        "162  W 3.0    D 1.0    L 0.0    P 3.0",
        "162 W3.0 D1.0",
        "XXS W=3.0 D=1.0 PAB=3.0",
        "XXS WW=3.0 BW=3.0 WD=1.0 BD=1.0 WL=0.0 BL=0.0 ZPB=0.0 HPB=0.5 PAB=3.0 FW=3.0 FL=0.0",
        "BBW  3.0\nBBD  1.0\nBBU  3.0",
        "092 Individual: Swiss-System",
    ],
)
def test_every_way_of_stating_points_is_read(tmp_path: Path, record: str) -> None:
    lines = EVENT.split("\n")
    for number, points in enumerate((7, 8, 7, 8, 7, 4, 15), LINE_OF_1 - 1):
        lines[number] = f"{lines[number][:80]}{points:>4.1f}{lines[number][84:]}"
    thrice = "\n".join(lines)
    assert standings(tmp_path, thrice + record + "\n")["standings"][0]["points"] == 15


MALFORMED = [
    (replaced(LINE_OF_1, " 4 w =", " 5 w ="), LINE_OF_1, "round 1: player 1 meets 5, who meets 2"),
    (replaced(LINE_OF_1, " 4 w =", " 4 b ="), LINE_OF_1, "both have the colour b"),
    (replaced(LINE_OF_1, " 4 w =", " 4 w 1"), LINE_OF_1, "the result of player 1 is “1”"),
    (replaced(LINE_OF_1, " 4 w =", " 4 w +"), LINE_OF_1, "the result of player 1 is “[+]”"),
    (replaced(LINE_OF_1, " 4 w =", " 4 w  "), LINE_OF_1, "the result of player 1 is “ ”"),
    (replaced(LINE_OF_1, " 4 w =", " 4 w X"), LINE_OF_1, "“X”, which is none"),
    (replaced(LINE_OF_1, " 4 w =", " 4 x ="), LINE_OF_1, "not w, b or -"),
    (replaced(LINE_OF_1, " 4 w =", " 4 - ="), LINE_OF_1, "without a colour"),
    (replaced(LINE_OF_1, " 4 w =", " a w ="), LINE_OF_1, "not a whole number"),
    (replaced(LINE_OF_1, " 4 w =", "99 w ="), LINE_OF_1, "there is no player 99"),
    (replaced(LINE_OF_1, " 4 w =", " 1 w ="), LINE_OF_1, "meets nobody but itself"),
    (replaced(LINE_OF_1, " 4 w =", " 4  w="), LINE_OF_1, "shifted"),
    (replaced(LINE_OF_1, "0000 - U", "0000 - 1"), LINE_OF_1, "no opponent"),
    (replaced(LINE_OF_1, "0000 - U", "0000 w U"), LINE_OF_1, "the colour w but no opponent"),
    (replaced(LINE_OF_1, "0000 - U", "   3 - U"), LINE_OF_1, "is a bye"),
    (replaced(LINE_OF_1, "2.5", "4.5"), LINE_OF_1, "has 4.5 points, but the results come to 2.5"),
    (replaced(LINE_OF_1, "2.5", "a.b"), LINE_OF_1, "not a number"),
    (EVENT + EVENT.split("\n")[LINE_OF_1 - 1], 10, "stands in line 3 already"),
    (replaced(LINE_OF_7, "001    7", "001    9"), LINE_OF_7, "7 is missing"),
    (replaced(LINE_OF_7, "001    7", "001     "), LINE_OF_7, "starting rank"),
    (replaced(LINE_OF_7, "001    7", "001   -7"), LINE_OF_7, "starting rank"),
    (replaced(LINE_OF_7, "001    7", "001 ٧٧٧7"), LINE_OF_7, "starting rank"),
    (replaced(LINE_OF_1, "1" + " " * 30, "1" + " " * 26 + "abcd"), LINE_OF_1, "rating"),
    (replaced(LINE_OF_1, "1" + " " * 30, "1" + " " * 26 + "9999"), LINE_OF_1, "rating"),
    (EVENT.replace("XXR 6", "XXR 4"), LINE_OF_1, "5 rounds; the event has 4"),
    (EVENT.replace("XXR 6", "XXR a"), 2, "number of rounds"),
    (EVENT.replace("XXR 6", "XXR 1000000000000"), 2, "number of rounds"),
    (EVENT + "142 9\n", 10, "6 in a line before"),
    (EVENT + "XXZ 1 b\n", 10, "starting rank"),
    (EVENT + "XXZ 11\n", 10, "there is no player 11"),
    (EVENT + "XXP 1\n", 10, "fewer than 2"),
    (EVENT + "XXS W=\n", 10, "not a number"),
    (EVENT + "XXS XX=1.0\n", 10, "no result that has points"),
    (EVENT + "XXA    1  a.b\n", 10, "no number of points"),
    (EVENT + "162 nothing\n", 10, "states no points"),
    (EVENT + "240 Q   6    1\n", 10, "kind of bye"),
    (EVENT + "240 H   5    1\n", 10, "asks for a bye in round 5, but meets 6"),
    (EVENT + "152 green\n", 10, "not W or B"),
    (EVENT + "299 W   2.0   x.0    2    1\n", 10, "no number of points"),
    (EVENT.replace("An event", "An\x00event"), 1, "character 0"),
    (EVENT + "x" * 5000, 10, "longer than"),
    (EVENT.encode("utf-16"), 1, "UTF-16"),
]


@pytest.mark.parametrize(("content", "line", "reason"), MALFORMED)
def test_what_contradicts_itself_is_refused_with_its_line(
    tmp_path: Path, content: str | bytes, line: int, reason: str
) -> None:
    for wish in ("--standings", "--pair"):
        with pytest.raises(CommandError, match=rf"event.trf: line {line}: .*{reason}"):
            asked(tmp_path, content, wish)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "no record 001"),
        (b"\n\n", "no record 001"),
        (b"012 Nobody\n", "no record 001"),
        (b"a,b\n" * 40_001, "40,000 are read"),
        (b" " * (MOST_BYTES + 2), "are read at most"),
    ],
)
def test_files_without_players_or_beyond_all_sizes_are_refused(
    tmp_path: Path, content: bytes, reason: str
) -> None:
    with pytest.raises(CommandError, match=reason):
        asked(tmp_path, content, "--standings")


def test_what_cannot_be_asked_is_refused(tmp_path: Path) -> None:
    for words, reason in (
        (("--standings", "--round", "7"), "There is no round 7"),
        (("--standings", "--tie-breaks", "PTS,XX"), "There is no tie-break XX"),
        (("--standings", "--tie-breaks", "BH/C1000000"), "There is no tie-break"),
        (("--pair", "--round", "8"), "there is no round 8"),
        (("--pair", "--round", "0"), "round 0 cannot be paired"),
    ):
        with pytest.raises(CommandError, match=reason):
            asked(tmp_path, EVENT, *words)
    running = EVENT.replace("7 w 0\n", "7 w  \n").replace("5 b 1\n", "5 b  \n")
    with pytest.raises(CommandError, match="round 5 has matches without a result"):
        asked(tmp_path, running.replace("5.0    1", "4.0    1"), "--pair")
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("tournament", "trf", str(tmp_path), "--pair")


def test_damaged_files_never_crash() -> None:
    """Bytes changed, dropped and doubled by chance: read or refused, nothing else."""
    chance = Random("damage")
    refused = 0
    for number in range(400):
        content = bytearray(report(Random(number % 7), KINDS["all"], SHAPES["usual"]).encode())
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(content))
            match chance.randrange(3):
                case 0:
                    content[at] = chance.randrange(256)
                case 1:
                    del content[at : at + chance.randint(1, 12)]
                case _:
                    content[at:at] = content[at : at + chance.randint(1, 200)]
        try:
            read_report(bytes(content))
        except MalformedReportError:
            refused += 1
    assert 200 < refused < 400
