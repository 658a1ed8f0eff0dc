"""What an operator types and sets: each slip is one sentence that says what would work."""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from games.models import Match, Member
from tests.sizes import few
from tests.test_project import PRODUCTION, ROOT, manage
from wildcards_site.logs import JsonFormatter, TextFormatter

SHOW_DATABASE = "from django.db import connection; print(connection.settings_dict['ENGINE'])"


@pytest.mark.parametrize(
    ("setting", "value", "words"),
    [
        ("LOG_FORMAT", "bogus", "json or text"),
        ("LOG_LEVEL", "loud", "DEBUG or INFO"),
        ("TRUSTED_PROXIES", "yes", "whole number"),
        ("PRODUCTION", "ture", "true nor false"),
        ("EMAIL_URL", "htp://name:hush@x", "smtp+tls://"),
        ("DATABASE_URL", "postgers://name:hush@x/y", "postgres://"),
        ("DATABASE_URL", "hush", "postgres://"),
        ("DATA_DIR", "/proc/nowhere", "Choose another"),
    ],
)
def test_a_wrong_setting_is_one_sentence_that_names_it(
    setting: str, value: str, words: str, tmp_path: Path
) -> None:
    finished = manage("check", **{"DATA_DIR": str(tmp_path), setting: value})
    assert finished.returncode != 0
    assert setting in finished.stderr or "data directory" in finished.stderr
    assert words in finished.stderr
    assert "Traceback" not in finished.stderr
    assert "hush" not in finished.stderr
    assert finished.stderr.strip().count("\n") == 0


def test_an_address_that_is_left_empty_is_none(tmp_path: Path) -> None:
    empty = {"DATABASE_URL": "", "EMAIL_URL": " ", "REDIS_URL": ""}
    shown = manage("shell", "-c", SHOW_DATABASE, DATA_DIR=str(tmp_path), **empty)
    assert "sqlite3" in shown.stdout, shown.stderr


def test_a_database_that_is_away_is_a_sentence_and_an_error_of_the_check(tmp_path: Path) -> None:
    away = {"DATA_DIR": str(tmp_path), "DATABASE_URL": "postgres://cards@127.0.0.1:1/cards"}
    migrated = manage("migrate", **away)
    assert migrated.returncode != 0
    assert "database" in migrated.stderr
    assert "Traceback" not in migrated.stderr
    checked = manage("check", "--database", "default", **away)
    assert checked.returncode != 0
    assert "games.E002" in checked.stderr


def test_the_web_server_starts_by_the_command_that_operators_are_given() -> None:
    told = re.search(r"`(gunicorn [^`]+)`", (ROOT / "docs/operating.md").read_text())
    assert told is not None
    checked = subprocess.run(
        [sys.executable, "-m", *told[1].split(), "--check-config"],
        cwd=ROOT, env={"PATH": os.environ["PATH"]}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (checked.returncode, checked.stderr) == (0, "")


@pytest.mark.parametrize("port", few(["99999999", "http", "-1"], 1))
def test_a_port_of_the_mail_server_that_is_none_is_refused(port: str) -> None:
    finished = manage("receivemail", f"--port={port}")
    assert finished.returncode == 2
    assert "0 to 65535" in finished.stderr


@pytest.mark.django_db
def test_what_is_no_mail_is_not_read_as_one() -> None:
    with pytest.raises(CommandError, match=r"README\.md is no mail"):
        call_command("readmail", str(ROOT / "README.md"))


@pytest.mark.django_db
def test_an_operator_is_made_whatever_the_case_and_signs_in_in_lower_case(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("makeoperator", "Op@Example.org")
    operator = Member.objects.get(email="op@example.org")
    assert operator.is_staff
    assert operator.is_superuser
    call_command("makeoperator", "OP@example.org")
    assert Member.objects.count() == 1
    assert "op@example.org" in capsys.readouterr().out
    call_command("makeoperator", "op@example.org", "--undo")
    assert not Member.objects.filter(is_staff=True).exists()
    with pytest.raises(CommandError, match="no address"):
        call_command("makeoperator", "op")


@pytest.mark.django_db
def test_createsuperuser_keeps_the_address_in_lower_case() -> None:
    call_command("createsuperuser", "--noinput", email="Op@Example.org")
    assert Member.objects.get().email == "op@example.org"


@pytest.mark.django_db
def test_the_demo_does_not_come_to_a_public_service_unasked(settings: Settings) -> None:
    settings.PRODUCTION = True
    with pytest.raises(CommandError, match="--yes"):
        call_command("demo")
    assert not Match.objects.exists()


@pytest.mark.django_db
def test_a_check_of_no_ratings_says_that_nothing_differs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    call_command("rebuildratings", "--check")
    assert "nothing differs" in capsys.readouterr().out


def test_strict_transport_speaks_for_this_host_alone_unless_told(tmp_path: Path) -> None:
    script = (
        "from django.conf import settings as s; "
        "print(s.SECURE_HSTS_SECONDS, s.SECURE_HSTS_INCLUDE_SUBDOMAINS, s.SECURE_HSTS_PRELOAD, "
        "s.MAIL_TOKEN_KEYS)"
    )
    given = {"DATA_DIR": str(tmp_path), **PRODUCTION, "SECRET_KEY_FALLBACKS": "old"}
    plain = manage("shell", "--no-imports", "-c", script, **given)
    assert plain.stdout.split()[:3] == ["31536000", "False", "False"]
    # Addresses in mails that went out under the former key go on to work.
    assert "'old'" in plain.stdout
    more = {"HSTS_SECONDS": "60", "HSTS_INCLUDE_SUBDOMAINS": "true", "HSTS_PRELOAD": "true"}
    told = manage("shell", "--no-imports", "-c", script, **given, **more)
    assert told.stdout.split()[:3] == ["60", "True", "True"]


class OfTheDatabaseError(Exception):
    sqlstate = "23505"


class OfAServerError(Exception):
    sqlstate = "duplicate (name)=(Anna)"
    smtp_code = 554


@pytest.mark.parametrize("formatter", [JsonFormatter(), TextFormatter()])
@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (OfTheDatabaseError("Key (name)=(Anna) exists"), "23505"),
        (OfAServerError("Anna's mail"), "SMTP 554"),
        (OSError(28, "no room for Anna"), "ENOSPC"),
        (ModuleNotFoundError("Anna", name="boto3"), "boto3"),
    ],
)
def test_an_error_keeps_its_type_and_its_code_and_loses_its_words(
    formatter: logging.Formatter, error: Exception, reason: str
) -> None:
    information = (type(error), error, None)
    for record in (
        logging.LogRecord("x", logging.ERROR, "", 1, "failed", (), information),
        logging.LogRecord("x", logging.ERROR, "", 1, "failed: %r", (error,), None),
    ):
        line = formatter.format(record)
        assert type(error).__name__ in line
        assert reason in line
        assert "Anna" not in line


@pytest.mark.parametrize("formatter", [JsonFormatter(), TextFormatter()])
def test_celery_tells_of_a_failed_task_without_what_the_exception_said(
    formatter: logging.Formatter,
) -> None:
    context = {
        "name": "games.tasks.sweep_deadlines",
        "description": "raised unexpected",
        "exc": "OperationalError('row of Anna')",
    }
    record = logging.LogRecord(
        "celery.app.trace", logging.ERROR, "", 1, "Task %(name)s: %(exc)s", (context,), None
    )
    line = formatter.format(record)
    assert "games.tasks.sweep_deadlines raised unexpected" in line
    assert "Anna" not in line


def test_a_tasks_name_is_no_credential() -> None:
    message = "Couldn't apply scheduled task %s: %s"
    record = logging.LogRecord(
        "x", 40, "", 1, message, ("sweep_deadlines", OSError(111, "a")), None
    )
    line = TextFormatter().format(record)
    assert "sweep_deadlines" in line
    assert "ECONNREFUSED" in line
