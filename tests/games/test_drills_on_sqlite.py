"""What the drills of faults find on SQLite, where that differs; tests/faults runs on PostgreSQL."""

from __future__ import annotations

import pytest

from tests.bench.faults.full import disk_full
from tests.bench.faults.restarts import database_restarted
from tests.bench.faults.restores import database_restored
from tests.bench.faults.results import DrillImpossibleError
from tests.bench.faults.undone import transactions_undone

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]


def test_a_full_disk_answers_503_and_loses_nothing_that_was_acknowledged() -> None:
    for result in disk_full(20):
        assert result.passed, result


def test_a_file_restored_from_its_copy_sends_nothing_twice() -> None:
    for result in database_restored(10):
        assert result.passed, result


def test_one_writes_at_a_time_so_no_transaction_is_undone() -> None:
    with pytest.raises(DrillImpossibleError, match="one writes at a time"):
        transactions_undone(1)


def test_there_is_no_server_to_restart() -> None:
    with pytest.raises(DrillImpossibleError, match="no server"):
        database_restarted(1)
