"""The example client of the documentation plays a Swiss to its end, against a real service."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from tests.serving import ROOT, ServeProcess, wait_until

pytestmark = pytest.mark.timeout(600)

BOT = ROOT / "docs" / "examples" / "bot.py"
MOST_LINES = 60
SETUP = """
import json
from datetime import timedelta
from games.models import ApiKey, Member
from tournaments.services.rounds import start_tournament
from tournaments.services.terms import create_tournament, start_entries
olga = Member.objects.create_user(f"olga-{BOTS}@example.org", f"Olga of {BOTS}")
made = create_tournament(
    organiser=olga, name="Open of Programs", format="swiss", terms={"rounds": ROUNDS},
    game="emu-ranchers", options={"years": 1}, least_entries=2, phase_time=timedelta(days=2),
)
start_entries(tournament=made, by=olga)
keys = []
for number in range(BOTS):
    member = Member.objects.create_user(f"p{number}-{BOTS}@example.org", f"P {number} of {BOTS}")
    keys.append(ApiKey.make(member, "a program", list(ApiKey.Scope.values))[1])
print(json.dumps({"code": made.code, "keys": keys}))
"""
START = """
from tournaments.models import Tournament
from tournaments.services.rounds import start_tournament
made = Tournament.objects.get(code=CODE)
start_tournament(tournament=made, by=made.organiser)
"""


def within(service: ServeProcess, code: str) -> str:
    """What this code prints in a process of the service's."""
    environment = {
        **os.environ,
        "DATA_DIR": str(service.data),
        "REDIS_URL": f"redis+socket://{service.data}/broker.sock",
        "SITE_URL": service.address,
    }
    finished = subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", code],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


def tournament(service: ServeProcess, code: str, part: str = "") -> Any:
    return json.loads(service.get(f"/api/tournaments/{code}{part}")[1])


def plays_to_the_end(
    service: ServeProcess, bots: int, rounds: int, seconds: float, *, until_left: bool = False
) -> None:
    """`until_left`: also until every bot has seen that it is over, which takes it a minute."""
    made = json.loads(within(service, f"ROUNDS, BOTS = {rounds}, {bots}\n{SETUP}"))
    code = made["code"]
    programs = [
        subprocess.Popen(
            [sys.executable, BOT, service.address, code],
            env={**os.environ, "WILDCARDS_KEY": key},
        )
        for key in made["keys"]
    ]
    try:
        wait_until(
            lambda: tournament(service, code)["entered"] == bots, "all have entered", every=1
        )
        within(service, f"CODE = {code!r}\n{START}")
        wait_until(
            lambda: tournament(service, code)["status"] == "finished", "it is over", seconds, 1
        )
        if until_left:
            assert [program.wait(timeout=90) for program in programs] == [0] * bots
        assert [program.poll() for program in programs if program.poll()] == []
    finally:
        for program in programs:
            program.kill()
            program.wait()
    played = [tournament(service, code, f"/rounds/{number + 1}") for number in range(rounds)]
    decided = [one["decided"] for each in played for one in each["pairings"]]
    assert decided.count("played") == bots // 2 * rounds


def test_it_is_short_and_needs_the_standard_library_alone() -> None:
    lines = BOT.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= MOST_LINES
    modules = {
        line.split()[1].partition(".")[0] for line in lines if line.startswith(("import ", "from "))
    }
    assert modules <= sys.stdlib_module_names


def test_two_bots_play_a_swiss_to_its_end_without_asking_again_and_again(
    running: ServeProcess,
) -> None:
    plays_to_the_end(running, bots=2, rounds=1, seconds=120)


@pytest.mark.long
def test_many_bots_play_a_swiss_of_several_rounds(running: ServeProcess) -> None:
    plays_to_the_end(running, bots=7, rounds=3, seconds=500, until_left=True)
