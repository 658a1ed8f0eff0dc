"""A thousandth of `make fuzz-words`, and all of it in `make long`."""

from __future__ import annotations

import pytest

from tests.words.fuzz import COUNT, fault, phrases


@pytest.mark.parametrize(
    "count", [COUNT // 1000, pytest.param(COUNT, marks=pytest.mark.long)], ids=["few", "all"]
)
def test_random_phrases_raise_nothing_are_read_at_once_and_do_not_hang_on_a_greeting(
    count: int,
) -> None:
    faults = {phrase.text: said for phrase in phrases(count, "suite") if (said := fault(phrase))}
    assert faults == {}
