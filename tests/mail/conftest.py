"""Quiet mail servers, whose library logs every line of every conversation; and a far end."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from pytest_django import Settings

from tests.mail.far_ends import FarEnd, running_far_end

logging.getLogger("mail.log").setLevel(logging.WARNING)


@pytest.fixture
def far_end(settings: Settings) -> Iterator[FarEnd]:
    settings.OUTGOING_HOSTS = ["127.0.0.1"]
    with running_far_end() as end:
        yield end
