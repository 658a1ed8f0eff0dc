"""What is written down of signing in, and what is not."""

from __future__ import annotations

import logging

import pytest
from django.test import Client
from django.urls import reverse

from tests import cast
from wildcards_site.logs import JsonFormatter

pytestmark = pytest.mark.django_db
LOG = "games.security_log"


def told(caplog: pytest.LogCaptureFixture) -> list[tuple[str, object]]:
    return [
        (record.message, record.__dict__["member"])
        for record in caplog.records
        if record.name == LOG
    ]


def test_signing_in_and_out_are_written_down_by_number(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger=LOG)
    anna = cast.member("Anna")
    client = Client()
    client.force_login(anna)
    client.logout()
    assert told(caplog) == [("signed in", anna.pk), ("signed out", anna.pk)]
    lines = [JsonFormatter().format(record) for record in caplog.records]
    assert not any(anna.name in line or anna.email in line for line in lines)


def test_a_wrong_code_is_written_down(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger=LOG)
    client = Client()
    client.post(reverse("account_login"), {"login": cast.member("Anna").email})
    client.post(reverse("account_confirm_login_code"), {"code": "000000"})
    assert told(caplog) == [("wrong code", None)]
