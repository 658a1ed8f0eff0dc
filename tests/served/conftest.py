"""One `serve` for all tests that leave it running: its nine processes take long to start."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator

import pytest

from tests.serving import ServeProcess, wait_until
from wildcards_site.lanes import LANES

LANE_NAMES = {lane.name for lane in LANES}


def ready_lanes(service: ServeProcess) -> set[str]:
    """The lanes of which a process, or a thread, has said that it is ready."""
    return set(re.findall(r"([a-z-]+)(?:@\S+)? (?:is )?ready\.", service.output))


def all_is_ready(service: ServeProcess) -> bool:
    """Whether every lane and the mail server take what comes."""
    return ready_lanes(service) == LANE_NAMES and "SMTP for answers" in service.output


@pytest.fixture(scope="package")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServeProcess]:
    """A service with its demo matches and all of its lanes ready.

    It begins in a directory with the socket of one that was cut off.
    """
    data = tmp_path_factory.mktemp("running") / "data"
    data.mkdir()
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(data / "broker.sock"))
    service = ServeProcess(data, "--demo")
    try:
        service.wait_until_ready()
        wait_until(lambda: all_is_ready(service), "every lane is ready", 60)
        yield service
    finally:
        service.end()
