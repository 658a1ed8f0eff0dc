from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time

import pytest
from django.conf import settings
from django.core.management import CommandError

from games.management.commands._setup import progress

PLAYOUT = [sys.executable, "manage.py", "playout", "wild-cards", "--games"]


def test_without_a_terminal_ten_plain_lines_tell_how_far_it_is(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with progress("matches", 200) as advance:
        for _ in range(200):
            advance()
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 10
    assert lines[0] == "matches: 20 of 200"
    assert lines[-1] == "matches: 200 of 200"


def test_on_a_terminal_a_bar_is_drawn() -> None:
    outer, inner = pty.openpty()
    process = subprocess.Popen(
        [*PLAYOUT, "60"], cwd=settings.BASE_DIR, stdout=subprocess.PIPE, stderr=inner,
        env={**os.environ, "TERM": "xterm"},
    )  # fmt: skip
    os.close(inner)
    drawn = b""
    try:
        while chunk := os.read(outer, 65536):
            drawn += chunk
    except OSError:  # how Linux says that the other side has closed
        pass
    said, _ = process.communicate(timeout=60)
    os.close(outer)
    assert process.returncode == 0
    assert b"/60" in drawn
    assert "━".encode() in drawn
    assert b"60 matches with" in said
    assert b"\x1b" not in said


def test_ctrl_c_stops_without_a_traceback() -> None:
    # a child of a background job ignores the signal unless it says otherwise
    command = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from manage import main; sys.argv[0] = 'manage.py'; main()"
    )
    process = subprocess.Popen(
        [sys.executable, "-u", "-c", command, *PLAYOUT[2:], "1000000"], cwd=settings.BASE_DIR,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert process.stdout
    assert "wild-cards, 4 seats" in process.stdout.readline()
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Stopped." in told
    assert "Traceback" not in told


def test_an_interruption_becomes_a_command_error_with_the_shells_status() -> None:
    with pytest.raises(CommandError) as caught, progress("matches", 3):
        raise KeyboardInterrupt
    assert caught.value.returncode == 130
