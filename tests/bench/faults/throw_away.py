"""A PostgreSQL server that a drill may stop, start and take the data from."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import connection

from tests.bench.faults.results import DrillImpossibleError


@dataclass(frozen=True)
class ThrowAwayServer:
    """The server of `data`. `options` are what it was started with."""

    programs: Path
    data: Path
    options: str

    def restart(self, mode: str) -> None:
        """End it politely (`fast`) or by force (`immediate`), and start it again."""
        self.control("restart", "--mode", mode)

    def control(self, deed: str, *options: str) -> None:
        """What `pg_ctl` does, and waits for."""
        connection.close()
        log = self.data.parent / "log"
        more = () if deed == "stop" else ("--log", str(log), "--options", self.options)
        self.run("pg_ctl", deed, "--pgdata", str(self.data), "--wait", *options, *more)

    def run(self, program: str, *options: str) -> None:
        """Run one of the server's programs to its end. Raises CalledProcessError."""
        process = self.begin(program, *options)
        if process.wait():
            raise subprocess.CalledProcessError(process.returncode, program)

    def begin(self, program: str, *options: str) -> subprocess.Popen[bytes]:
        """Start one of the server's programs, as the user whose the data is."""
        owner = self.data.stat()
        become: dict[str, Any] = {"user": owner.st_uid, "group": owner.st_gid, "extra_groups": []}
        return subprocess.Popen(
            [str(self.programs / program), *options],
            cwd=self.data.parent,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **(become if os.getuid() == 0 else {}),
        )


def throw_away_server() -> ThrowAwayServer:
    """The server of this connection. Raises DrillImpossibleError unless it is a throw-away one:
    with its data below the temporary directory, and on no network."""
    if connection.vendor != "postgresql":
        raise DrillImpossibleError("SQLite is no server that could be restarted")
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('data_directory'), current_setting('listen_addresses'),"
            " (SELECT setting FROM pg_config WHERE name = 'BINDIR')"
        )
        data, network, programs = (str(value) for value in cursor.fetchone())
    is_ours = Path(data).is_relative_to(Path(tempfile.gettempdir()).resolve())
    if network or not is_ours or not Path(programs, "pg_ctl").is_file():
        raise DrillImpossibleError("needs a throw-away server, as `pytest --postgresql` brings one")
    words = shlex.split(Path(data, "postmaster.opts").read_text())
    return ThrowAwayServer(Path(programs), Path(data), shlex.join(words[1:]))
