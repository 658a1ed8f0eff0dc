"""`make sessions`: random mail sessions, each mail of which is accounted for in five minutes."""

from __future__ import annotations

import pytest

from tests.sessions.drill import Drill
from tests.sizes import sized


@pytest.mark.django_db
@pytest.mark.timeout(3600)
def test_every_mail_of_random_sessions_is_accounted_for_within_five_minutes() -> None:
    found = Drill("1").run(sized(12, 1000))
    print(found.sessions, found.inbound, found.outbound, dict(found.verdicts.most_common()))  # noqa: T201
    assert found.problems == []
    assert found.inbound >= found.sessions
    assert found.outbound >= found.sessions
