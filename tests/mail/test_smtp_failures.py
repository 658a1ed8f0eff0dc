"""How far a failure of sending reaches: one address, one mail, a connection or the server."""

from __future__ import annotations

import smtplib
from types import SimpleNamespace

import pytest
from anymail.exceptions import AnymailAPIError, AnymailRecipientsRefused

from games.mail.smtp_failures import ServerUnreachableError, Severity, failure_of


def _api_error(status: int | None, **headers: str) -> AnymailAPIError:
    response = SimpleNamespace(headers=headers, reason="", text="")
    return AnymailAPIError("x", status_code=status, response=response)


@pytest.mark.parametrize(
    ("error", "severity"),
    [
        (smtplib.SMTPRecipientsRefused({"a@b": (550, b"no")}), Severity.REFUSED),
        (smtplib.SMTPRecipientsRefused({"a@b": (450, b"no")}), Severity.ROW),
        (smtplib.SMTPDataError(554, b"no"), Severity.ROW),
        (smtplib.SMTPDataError(451, b"later"), Severity.ROW),
        (smtplib.SMTPSenderRefused(550, b"no", "a@b"), Severity.SERVER),
        (smtplib.SMTPAuthenticationError(535, b"no"), Severity.SERVER),
        (smtplib.SMTPServerDisconnected("gone"), Severity.CONNECTION),
        (TimeoutError(), Severity.CONNECTION),
        (ServerUnreachableError(), Severity.SERVER),
        (AnymailRecipientsRefused(), Severity.REFUSED),
        (_api_error(422), Severity.ROW),
        (_api_error(401), Severity.SERVER),
        (_api_error(503), Severity.CONNECTION),
        (_api_error(None), Severity.CONNECTION),
        (ValueError("bad header"), Severity.ROW),
    ],
)
def test_a_failure_reaches_as_far_as_it_should(error: Exception, severity: Severity) -> None:
    failure = failure_of(error)

    assert failure.severity is severity
    assert "a@b" not in failure.note


@pytest.mark.parametrize(
    ("value", "least", "most"),
    [("120", 120, 120), ("Wed, 01 Jan 2020 00:00:00 GMT", 1, 1), ("999999", 21600, 21600)],
)
def test_a_provider_that_asks_for_time_gets_it(value: str, least: int, most: int) -> None:
    failure = failure_of(_api_error(429, **{"Retry-After": value}))

    assert failure.severity is Severity.SERVER
    assert failure.retry_after is not None
    assert least <= failure.retry_after.total_seconds() <= most
    assert failure_of(_api_error(429, **{"Retry-After": "soon"})).retry_after is None
