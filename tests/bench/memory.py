"""How much memory each process of `manage.py serve` holds, once it has worked."""

from __future__ import annotations

import re
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.bench.figures import Figure
from tests.bench.population import Advance
from tests.serving import ServeProcess, wait_until
from wildcards_site.lanes import LANES

PATHS = ("/", "/lobby/", "/tournaments/", "/rules/wizard/", "/notation/", "/histories/")
MEGABYTE = 1024 * 1024
KINDS = {
    r"(?:--queues=|celeryd: )([\w-]+)": "lane {}",
    r"gunicorn": "web",
    r"\bbeat\b": "beat",
    r"\breceivemail\b": "SMTP for answers",
    r"\bwatch\b": "watcher",
    r"sandbox_worker": "reader of hostile mail",
    r"redis|valkey": "broker",
}
"""What is said of a process, by its command line."""


def memory_figures(count: int, _seconds: float, advance: Advance) -> Iterator[Figure]:
    """The processes of a service of its own, on SQLite with demo matches, after so many pages.

    What processes share is divided among them (PSS), so that the figures add up. Linux alone
    tells it: elsewhere there are none. Calls `advance` for every page.
    """
    if not Path("/proc/self/smaps_rollup").exists():
        return
    with tempfile.TemporaryDirectory(prefix="wildcards_bench_") as directory:
        data = Path(directory) / "data"
        data.mkdir()
        service = ServeProcess(data, "--demo")
        try:
            service.wait_until_ready()
            wait_until(lambda: _ready_lanes(service) >= len(LANES), "every lane is ready")
            for number in range(count):
                service.get(PATHS[number % len(PATHS)])
                advance(1)
            held = _held(service.children())
        finally:
            service.end()
    for kind, sizes in sorted(held.items()):
        each = sum(sizes) / len(sizes)
        several = f"{len(sizes)} processes, " if len(sizes) > 1 else ""
        yield Figure(f"memory: {kind}", f"{several}{each / MEGABYTE:.0f} MB each", value=each)
    whole = sum(map(sum, held.values()))
    yield Figure("memory: all of them", f"{whole / MEGABYTE:.0f} MB", value=whole)


def _ready_lanes(service: ServeProcess) -> int:
    return len(set(re.findall(r"([a-z-]+)@\S+ ready\.", service.output)))


def _held(children: Mapping[int, str]) -> dict[str, list[int]]:
    """The bytes that each process holds for itself, with its share of what is common."""
    held: dict[str, list[int]] = defaultdict(list)
    for number, command in children.items():
        told = Path(f"/proc/{number}/smaps_rollup").read_text(encoding="ascii")
        pss = re.search(r"^Pss:\s+(\d+) kB", told, re.MULTILINE)
        if pss is not None:
            held[_kind(command)].append(int(pss[1]) * 1024)
    return held


def _kind(command: str) -> str:
    for pattern, words in KINDS.items():
        if found := re.search(pattern, command):
            return words.format(*found.groups())
    return "other"
