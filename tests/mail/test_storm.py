"""A small storm of mail: the drill of F10 with few mails."""

from __future__ import annotations

import pytest

from tests.bench.faults.mail_in import storm


@pytest.mark.django_db
def test_a_storm_of_mail_applies_each_order_once_and_answers_no_machine() -> None:
    invariants = [result for result in storm(80) if not result.name.startswith("processor time")]
    assert len(invariants) >= 3
    for result in invariants:
        assert result.passed, result
