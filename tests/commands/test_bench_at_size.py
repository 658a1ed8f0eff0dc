"""What `manage.py bench` measures of large services is measured, and has its targets."""

from __future__ import annotations

import os

import pytest

from tests.bench import growth, mass_deadline, memory, ratings

pytestmark = [pytest.mark.postgresql, pytest.mark.django_db(transaction=True)]


def test_growth_reads_every_deed_and_finds_no_table_read_to_its_end() -> None:
    made: list[int] = []
    readings = list(growth.growth_readings(40, made.append, depths=(0,)))

    assert sum(made) == 40 + 10
    assert len({one.deed for one in readings}) == len(readings) == 12
    assert all(one.each > 0 for one in readings)
    last = [figure for figure in growth.growth_figures(readings) if figure.target]
    assert len(last) == 12


def test_a_mass_deadline_is_closed_once_with_a_mail_for_each_and_once_with_digests() -> None:
    figures = {
        figure.name: figure
        for figure in mass_deadline.deadline_figures(9, 0.1, lambda _number: None, depths=(0,))
    }

    (share,) = [figure for name, figure in figures.items() if name.startswith("mails of a mass")]
    assert share.value is not None
    assert 0 < share.value < 1
    assert {"match page meanwhile, p99", "9 due at one moment, two sweepers"} <= figures.keys()


def test_ratings_are_rebuilt_beside_copied_ones_and_their_pages_keep_to_their_queries() -> None:
    figures = {one.name: one for one in ratings.ratings_figures(40, 0.01, lambda _number: None)}

    assert "Elo of 40 matches, every figure checked" in figures
    queries = [one for name, one in figures.items() if name.endswith("queries")]
    assert len(queries) == 14
    assert all(one.passed for one in queries)


def test_memory_is_told_by_kind_of_process() -> None:
    held = memory._held({os.getpid(): "celery --queues=closing"})

    ((kind, (size,)),) = held.items()
    assert kind == "lane closing"
    assert 20 < size / memory.MEGABYTE < 2000
