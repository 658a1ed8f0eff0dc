"""The doctor tries each part by itself and says what would help."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from pytest_django import Settings

from wildcards_site.doctor import examine

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _well(settings: Settings, tmp_path: Path) -> None:
    tmp_path.chmod(0o700)
    settings.DATA_DIR = tmp_path
    settings.LOCAL_MAILBOX = True
    settings.REDIS_URL = ""
    settings.EMAIL_PROVIDER = ""


def unwell() -> dict[str, str]:
    return {finding.part: finding.words for finding in examine() if not finding.is_well}


def test_a_service_in_which_all_works_is_told_so(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("doctor")
    said = capsys.readouterr().out
    assert "FAIL" not in said
    assert "takes writes" in said


def _dead_redis(settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"


def _dead_mail_server(settings: Settings) -> None:
    settings.LOCAL_MAILBOX = False
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1


def _provider_without_its_key(settings: Settings) -> None:
    settings.LOCAL_MAILBOX = False
    settings.EMAIL_PROVIDER = "postmark"
    settings.EMAIL_BACKEND = "anymail.backends.postmark.EmailBackend"
    settings.ANYMAIL = {"WEBHOOK_SECRET": ["name:secret"]}


def _open_directory(settings: Settings) -> None:
    settings.DATA_DIR.chmod(0o755)


def _no_proxy(settings: Settings) -> None:
    settings.PRODUCTION = True
    settings.TRUSTED_PROXIES = 0


@pytest.mark.parametrize(
    ("breaking", "part", "remedy"),
    [
        (_dead_redis, "redis", "REDIS_URL"),
        (_dead_mail_server, "mail out", "EMAIL_URL"),
        (_provider_without_its_key, "mail out", "POSTMARK_SERVER_TOKEN"),
        (_open_directory, "data directory", "chmod"),
        (_no_proxy, "proxies", "TRUSTED_PROXIES"),
    ],
)
def test_each_part_that_does_not_work_is_named_with_what_would_help(
    settings: Settings, breaking: Callable[[Settings], None], part: str, remedy: str
) -> None:
    breaking(settings)
    assert remedy in unwell()[part]
    with pytest.raises(CommandError, match="need a hand"):
        call_command("doctor")


def test_a_database_that_takes_no_writes_keeps_nothing_else_from_being_tried() -> None:
    def refuse(execute, sql, params, many, context):  # type: ignore[no-untyped-def]
        if "wildcards_doctor" in sql:
            raise OperationalError("attempt to write a readonly database")
        return execute(sql, params, many, context)

    with connection.execute_wrapper(refuse):
        found = unwell()
    assert list(found) == ["database"]
    assert "DATABASE_URL" in found["database"]
