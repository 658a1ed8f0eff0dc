"""`manage.py bench faults`: each drill's promises as table and JSON, and a miss is an error."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import nullcontext
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from tests.bench.faults import report
from tests.bench.faults.drills import Drill
from tests.bench.faults.results import DrillImpossibleError, DrillResult


class _Drill(Drill):
    """One whose findings stand in its key: kept, lost, impossible or broken."""

    def run(self, count: int) -> Sequence[DrillResult]:
        if self.key == "impossible":
            raise DrillImpossibleError("needs another machine")
        if self.key == "broken":
            raise ValueError("the drill's own fault")
        return [DrillResult("orders lost", "0", self.key, self.key == "kept", count)]


@pytest.fixture(autouse=True)
def drills(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = ("kept", "lost", "impossible", "broken")
    made = tuple(_Drill(key, f"title of {key}", "", count=70, quick=3) for key in keys)
    monkeypatch.setattr(report, "DRILLS", made)
    monkeypatch.setattr(report, "scratch_database", nullcontext)


def faults(*arguments: str) -> str:
    output = StringIO()
    call_command("bench", "faults", *arguments, stdout=output)
    return output.getvalue()


def test_a_promise_that_holds_is_in_the_table_with_its_count() -> None:
    (line,) = [line for line in faults("--only", "kept").splitlines() if "orders lost" in line]
    assert "70" in line
    assert "pass" in line


def test_the_quick_half_and_a_given_count_are_told_as_json() -> None:
    for arguments, count in ((["--quick"], 3), (["--count", "5"], 5)):
        (found,) = json.loads(faults("--only", "kept", "--json", *arguments))["faults"]
        assert found["results"][0]["count"] == count


@pytest.mark.parametrize("key", ["lost", "broken"])
def test_a_miss_and_a_drill_that_breaks_down_are_errors(key: str) -> None:
    with pytest.raises(CommandError, match="do not hold: 1"):
        faults("--only", f"kept,{key}")


def test_what_cannot_be_made_here_says_what_it_needs_and_is_no_miss() -> None:
    assert "needs another machine" in faults("--only", "impossible")


def test_an_unknown_drill_is_refused_with_the_names_that_there_are() -> None:
    with pytest.raises(CommandError, match="kept, lost, impossible, broken"):
        faults("--only", "F99")
