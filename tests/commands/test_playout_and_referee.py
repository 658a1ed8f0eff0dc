from __future__ import annotations

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from games.rules.record import read_record
from games.rules.record_form import LONGEST_LINE
from games.rules.registry import GAMES

CONFIGURATIONS: list[tuple[list[str], int, dict[str, Any]]] = [
    (["--edition", "2022"], 4, {"leo": False, "removal": "suggested"}),
    (["--edition", "2022", "--option", "leo=true"], 3, {"leo": True, "removal": "suggested"}),
    (["--option", "leo=TRUE", "--option", "removal=random"], 3, {"leo": True, "removal": "random"}),
    (["--edition", "2020"], 5, {"leo": False, "removal": "suggested"}),
    (["--option", "edition=2020", "--silence", "50"], 3, {"leo": False, "removal": "suggested"}),
]


def run(*arguments: str | Path) -> str:
    out = StringIO()
    call_command(*map(str, arguments), stdout=out)
    return out.getvalue()


def referee(*arguments: str | Path) -> tuple[int, str]:
    """Exit status and what it printed."""
    out = StringIO()
    try:
        call_command("referee", *map(str, arguments), stdout=out)
    except SystemExit as stop:
        return int(stop.code or 0), out.getvalue()
    return 0, out.getvalue()


@pytest.fixture
def records(tmp_path: Path) -> Path:
    path = tmp_path / "records.jsonl"
    run("playout", "wild-cards", "--games", "3", "--out", path)
    return path


@pytest.mark.parametrize(("options", "seats", "written"), CONFIGURATIONS)
def test_playout_writes_records_that_the_referee_accepts(
    tmp_path: Path, options: list[str], seats: int, written: dict[str, Any]
) -> None:
    path = tmp_path / "out.jsonl"
    said = run(
        "playout", "wild-cards", *options, "--seats", str(seats), "--games", "4", "--out", path
    )
    assert "matches/s" in said
    assert "orders/s" in said
    lines = path.read_bytes().splitlines()
    assert len(lines) == 4
    for line in lines:
        record = read_record(line)
        assert (record.seats, dict(record.options)) == (seats, written)
    assert len({json.loads(line)["seed"] for line in lines}) == 4
    assert referee("--check-seed", path) == (0, "ok 4 records\n")


def test_the_same_seed_gives_the_same_file_and_another_another(tmp_path: Path) -> None:
    files = []
    for number, seed in enumerate("112"):
        path = tmp_path / str(number)
        run("playout", "wild-cards", "--games", "2", "--seed", seed, "--out", path)
        files.append(path.read_bytes())
    assert files[0] == files[1] != files[2]


def test_two_seats_bring_leo_along(tmp_path: Path) -> None:
    assert "2 seats, edition=2022 leo=true" in run(
        "playout", "wild-cards", "--seats", "2", "--games", "1"
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["wild"], ["no game 'wild'", "wild-cards"]),
        (["wild-cards", "--seats", "9"], ["9 seats", "takes 2, 3, 4 or 5 seats"]),
        (["wild-cards", "--seats", "-1"], ["-1 seats", "takes 2, 3, 4 or 5 seats"]),
        (
            ["wild-cards", "--edition", "2020", "--seats", "2"],
            ["2 seats and edition=2020", "takes 3, 4 or 5 seats", "leo=true"],
        ),
        (["wild-cards", "--edition", "1999"], ["edition=1999", "edition=2022 or 2020"]),
        (["wild-cards", "--option", "leo"], ["leo=false or true"]),
        (["wild-cards", "--option", "zebra=true"], ["no option 'zebra'", "leo=false or true"]),
        (
            ["wild-cards", "--edition", "2020", "--option", "leo=true"],
            ["edition=2020", "no number of seats"],
        ),
        (
            ["wild-cards", "--edition", "2020", "--option", "edition=2022"],
            ["edition is given twice"],
        ),
        (["wild-cards", "--policy", "genius"], ["no bot 'genius'", "random"]),
        (["wild-cards", "--games", "0"], ["--games must be at least 1"]),
        (["wild-cards", "--silence", "101"], ["0 to 100"]),
        (["wild-cards", "--out", "/nowhere/at/all"], ["cannot be written"]),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_refused_with_what_would_work(
    arguments: list[str], words: list[str]
) -> None:
    with pytest.raises(CommandError) as caught:
        run("playout", *arguments)
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_the_referee_names_line_and_place_of_the_first_discrepancy_of_each_bad_record(
    records: Path,
) -> None:
    lines = records.read_bytes().splitlines()
    changed = json.loads(lines[1])
    changed["orders"][5][1] = "bid Z9"
    wrong = json.loads(lines[2])
    wrong["outcome"]["scores"][0] += 1
    foreign = {**wrong, "game": "bridge"}
    bad = [lines[0], *(json.dumps(one).encode() for one in (changed, wrong, foreign))]
    records.write_bytes(b"\n".join(bad))
    status, said = referee(records)
    assert status == 1
    two, three, four, summary = said.splitlines()
    assert two.startswith(f"{records}: line 2: orders[5]: 'bid Z9' of seat ")
    assert three.startswith(f"{records}: line 3: outcome.scores: [")
    assert four == f"{records}: line 4: game: 'bridge' is not played here; {', '.join(GAMES)}"
    assert summary == "bad: 3 of 4 records"


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        (b"", "an empty line"),
        (b"\x00\xff\xfe", "not UTF-8"),
        (b"not a record", "not JSON"),
        (b"[]", "not a JSON object"),
        (b"{}", "the key 'record' is missing"),
        (b"[" * 200_000, "nested too deeply"),
        (b"9" * (LONGEST_LINE + 5), "longer than"),
        ("{\u2028".encode(), "not JSON"),
    ],
)
def test_a_damaged_line_is_reported_by_number_and_the_rest_still_read(
    records: Path, damage: bytes, fault: str
) -> None:
    first, *rest = records.read_bytes().splitlines()
    records.write_bytes(b"\n".join([first, damage, *rest]) + b"\n")
    status, said = referee(records)
    assert status == 1
    told, summary = said.splitlines()
    assert told.startswith(f"{records}: line 2: ")
    assert fault in told
    assert summary == "bad: 1 of 4 records"


def test_a_record_that_was_cut_off_is_reported(records: Path) -> None:
    records.write_bytes(records.read_bytes()[:-100])
    status, said = referee(records)
    assert status == 1
    assert "line 3: not JSON at column" in said


def test_an_empty_a_missing_and_an_unreadable_file_are_reported(tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    status, said = referee(empty, tmp_path / "missing", tmp_path)
    assert status == 1
    assert said.splitlines() == [
        f"{empty}: holds no record",
        f"{tmp_path / 'missing'}: cannot be read: No such file or directory",
        f"{tmp_path}: cannot be read: Is a directory",
        "bad: no records",
    ]


def test_the_referee_reads_standard_input_and_several_files(
    records: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert referee(records, records) == (0, "ok 6 records\n")
    command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "referee", "-"]
    done = subprocess.run(command, input=records.read_bytes(), capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (0, b"ok 3 records\n")


def test_a_hundred_megabytes_in_one_line_are_reported_without_being_kept(tmp_path: Path) -> None:
    command = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_AS, (600 << 20, 600 << 20)); "
        "sys.argv[0] = 'manage.py'; from manage import main; main()"
    )
    large = tmp_path / "large.jsonl"
    with large.open("wb") as file:
        file.truncate(100 << 20)
    done = subprocess.run(
        [sys.executable, "-c", command, "referee", large],
        cwd=settings.BASE_DIR, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert f"{large}: line 1: longer than {LONGEST_LINE} bytes" in done.stdout
    assert "Traceback" not in done.stderr


def test_a_seed_that_does_not_give_the_shuffles_is_found_when_asked(records: Path) -> None:
    other = json.loads(records.read_bytes().splitlines()[0])
    other["seed"] = "another"
    records.write_text(json.dumps(other))
    assert referee(records) == (0, "ok 1 records\n")
    status, said = referee("--check-seed", records)
    assert status == 1
    assert "shuffles[0]: is not what the seed gives" in said
