"""Two machines' processes share a database behind a pooler, and a broker; one of them dies."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit
from urllib.request import urlopen

import pytest

from tests.conftest import not_here, running_redis
from tests.postgresql import TEMPLATE, postgresql_url, user_to_run_as
from tests.served.test_example_bot import BOT, SETUP, START
from tests.serving import ROOT, free_port, wait_until

pytestmark = [pytest.mark.timeout(900), pytest.mark.long]

BOTS, ROUNDS = 4, 2
SERVER_CONNECTIONS = 12
PYTHON = sys.executable
LANES = ("closing", "mail-out", "mail-in", "channels", "background")
VERIFY = """
import json
from games.models import Match
from games.services.match_verification import verify_match
played = Match.objects.filter(status="finished")
print(json.dumps([all(check.holds for check in verify_match(each)) for each in played]))
"""
POOLER = """
[databases]
cards = host={socket} dbname=cards user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = {size}
max_db_connections = {size}
max_client_conn = 300
ignore_startup_parameters = extra_float_digits
"""


class Machine:
    """The processes of one machine, as docs/scaling.md has a process manager run them."""

    def __init__(self, directory: Path, environment: dict[str, str], *, has_beat: bool) -> None:
        self.address = f"http://127.0.0.1:{free_port()}"
        self._environment = {**environment, "DATA_DIR": str(directory)}
        self._output = (directory / "output.log").open("ab")
        self._processes: list[subprocess.Popen[bytes]] = []
        settings = "python:wildcards_site.serving.gunicorn_settings"
        bind = urlsplit(self.address).netloc
        self._run("gunicorn", "wildcards_site.wsgi", "--config", settings, "--bind", bind,
                  "--workers", "2")  # fmt: skip
        for lane in LANES:
            name = f"{lane}@{directory.name}"
            self._run("celery", "-A", "wildcards_site", "worker", "-Q", lane, "-n", name,
                      "--concurrency", "2", "--without-gossip", "--without-mingle")  # fmt: skip
        if has_beat:
            self._run("celery", "-A", "wildcards_site", "beat")

    def _run(self, *words: str) -> None:
        self._processes.append(
            subprocess.Popen(
                [PYTHON, "-m", *words],
                cwd=ROOT,
                env=self._environment,
                stdout=self._output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        )

    def lose_power(self) -> None:
        """End every process at once, as a machine does that falls off the net."""
        for process in self._processes:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def within(self, code: str) -> str:
        """What this code prints in a process of the machine's."""
        finished = subprocess.run(
            [PYTHON, "manage.py", "shell", "--no-imports", "-c", code],
            cwd=ROOT, env=self._environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert finished.returncode == 0, finished.stderr
        return finished.stdout

    def is_ready(self) -> bool:
        try:
            with urlopen(f"{self.address}/ready", timeout=5) as answer:
                return int(answer.status) == 200
        except OSError:
            return False


@contextmanager
def pooler(socket: str, directory: Path) -> Iterator[str]:
    """A PgBouncer in front of the database "cards": its URL."""
    program = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
    if program is None:
        not_here("PgBouncer", "install it (Debian: pgbouncer)")
    port = free_port()
    settings = directory / "pgbouncer.ini"
    settings.write_text(POOLER.format(socket=socket, port=port, size=SERVER_CONNECTIONS))
    user = user_to_run_as()  # the database's socket is its own
    become = ["-u", user.pw_name] if user else []
    process = subprocess.Popen([program, *become, str(settings)], cwd=directory)
    try:
        yield f"postgres://cards:x@127.0.0.1:{port}/cards"
    finally:
        process.terminate()
        process.wait()


@contextmanager
def shared_parts(directory: Path) -> Iterator[tuple[dict[str, str], str]]:
    """What two machines share: their environment, and the database's URL without the pooler."""
    import psycopg

    with ExitStack() as stack:
        url = stack.enter_context(postgresql_url())
        socket = parse_qs(urlsplit(url).query)["host"][0]
        with psycopg.connect(host=socket, user="postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE cards TEMPLATE {TEMPLATE}")
        (directory / "pool").mkdir()
        pooled = stack.enter_context(pooler(socket, directory / "pool"))
        broker = stack.enter_context(running_redis(directory))
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        yield (
            {
                **kept,
                "CELERY_SKIP_CHECKS": "1",
                "DATABASE_URL": pooled,
                "DATABASE_POOLER": "true",
                "REDIS_URL": broker.replace("redis+socket", "unix"),
                "SECRET_KEY": "two machines have one key, fifty characters or more of it",
                "SITE_URL": "http://127.0.0.1:8000",
            },
            socket,
        )


def asked(address: str, path: str) -> Any:
    with urlopen(f"{address}/api/tournaments/{path}", timeout=30) as answer:
        return json.load(answer)


def test_a_swiss_ends_though_a_machine_loses_power_in_the_middle(tmp_path: Path) -> None:
    import psycopg

    with shared_parts(tmp_path) as (environment, socket), ExitStack() as ending:
        machines = []
        for number in range(2):
            (tmp_path / f"m{number}").mkdir()
            machines.append(Machine(tmp_path / f"m{number}", environment, has_beat=number == 0))
            ending.callback(machines[-1].lose_power)
        first, second = machines
        wait_until(lambda: first.is_ready() and second.is_ready(), "both are ready", 120, 0.5)
        made = json.loads(first.within(f"ROUNDS, BOTS = {ROUNDS}, {BOTS}\n{SETUP}"))
        code = made["code"]
        players = [
            subprocess.Popen(
                [PYTHON, BOT, machines[number < BOTS // 4].address, code],
                env={**os.environ, "WILDCARDS_KEY": key},
            )
            for number, key in enumerate(made["keys"])
        ]
        for player in players:
            ending.callback(player.kill)
        wait_until(lambda: asked(first.address, code)["entered"] == BOTS, "all entered", 120, 1)
        first.within(f"CODE = {code!r}\n{START}")
        wait_until(
            lambda: any(
                pair["decided"] == "played"
                for pair in asked(first.address, f"{code}/rounds/1")["pairings"]
            ),
            "a match has ended", 300, 1,
        )  # fmt: skip
        second.lose_power()
        moved = subprocess.Popen(
            [PYTHON, BOT, first.address, code],
            env={**os.environ, "WILDCARDS_KEY": made["keys"][0]},
        )
        ending.callback(moved.kill)
        most = 0
        ends_at = time.monotonic() + 400
        with psycopg.connect(host=socket, user="postgres", dbname="cards", autocommit=True) as each:
            while asked(first.address, code)["status"] != "finished":
                assert time.monotonic() < ends_at
                query = "SELECT count(*) FROM pg_stat_activity WHERE datname = 'cards'"
                row = each.execute(query).fetchone()
                assert row is not None
                most = max(most, row[0] - 1)
                time.sleep(1)
        assert 0 < most <= SERVER_CONNECTIONS
        assert json.loads(first.within(VERIFY)) == [True] * (ROUNDS * BOTS // 2)
