"""News through the process that serves: a real service, a real browser, and no polling."""

import os
import re
import subprocess
import sys
from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, expect

from tests.serving import ROOT, ServeProcess

pytestmark = pytest.mark.timeout(400)

ORDER = """
import time
from games.models import Match, Order, Player
from games.rules.registry import rules_for
from games.services.orders import submit_order
match = Match.objects.get(code=CODE)
row = match.phases.get(closed_at=None)
given = set(row.orders.values_list("seat", flat=True))
seat = next(seat for seat in row.awaited if seat not in given)
rules = rules_for(match.game, match.rules_version)
text = rules.format_order(rules.default_order(rules.decode(match.state), seat))
submit_order(player=Player.objects.get(match=match, seat=seat), text=text, source=Order.Source.API)
print("ordered", time.time())
"""


def order_in(service: ServeProcess, code: str) -> float:
    """Whoever is missing orders, in a process of its own; when that was done."""
    environment = {
        **os.environ,
        "DATA_DIR": str(service.data),
        "REDIS_URL": f"redis+socket://{service.data}/broker.sock",
        "SITE_URL": service.address,
    }
    finished = subprocess.run(
        [sys.executable, "manage.py", "shell", "--no-imports", "-c", f"CODE = {code!r}\n{ORDER}"],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.search(r"ordered ([\d.]+)", finished.stdout)
    assert found, finished.stderr
    return float(found[1])


def public_matches(service: ServeProcess) -> list[str]:
    """The codes of the matches in the lobby."""
    return list(dict.fromkeys(re.findall(r"/matches/(\w+)/", service.get("/lobby/")[1])))


def watched_match(service: ServeProcess) -> str:
    """A public match of which more than one order is missing: it shows how many are in."""
    for code in public_matches(service):
        if re.search(r"Waiting for [\w’]+, [\w’]+", service.get(f"/matches/{code}/")[1]):
            return code
    raise AssertionError("the demo has no match that waits for two")


def test_anothers_order_reaches_an_open_page_through_the_stream_alone(
    running: ServeProcess, chromium: Browser, record_property: Callable[[str, object], None]
) -> None:
    code = watched_match(running)
    page = chromium.new_page(locale="en-GB")
    # Nothing asks by itself: what comes, comes through the stream.
    page.add_init_script("window.setInterval = () => 0")
    with page.expect_request(re.compile("/events/")):
        page.goto(f"{running.address}/matches/{code}/")
    page.wait_for_timeout(2000)
    page.evaluate(
        "document.addEventListener('page-changed', () => { window.changed ??= Date.now(); })"
    )
    page.evaluate("window.isSame = true")
    ordered_at = order_in(running, code)
    expect(page.get_by_text(re.compile(r"\d of \d have moved"))).to_be_visible(timeout=30_000)
    assert page.evaluate("window.isSame")
    record_property("seconds from the order", page.evaluate("window.changed") / 1000 - ordered_at)
    page.close()


def test_streams_of_many_pages_keep_no_page_waiting(running: ServeProcess) -> None:
    """More open streams than the web processes have threads."""
    code = public_matches(running)[0]
    listeners = [
        subprocess.Popen(
            ["curl", "-sN", f"{running.address}/matches/{code}/events/"], stdout=subprocess.PIPE
        )
        for _number in range(12)
    ]
    try:
        for listener in listeners:
            assert listener.stdout is not None
            assert listener.stdout.readline().startswith(b"retry")
        assert running.get(f"/matches/{code}/")[0] == 200
    finally:
        for listener in listeners:
            listener.kill()
            listener.wait()
