"""A share of `make fuzz-words`: sentences whose meaning is known from how they are made."""

from __future__ import annotations

import pytest

from tests.words.meant import COUNT, MAKERS, fault, sentences


@pytest.mark.parametrize("kind", MAKERS)
def test_no_sentence_seals_an_order_that_it_does_not_mean(kind: str) -> None:
    made = sentences(COUNT // 500, "suite", [kind])
    faults = {one.text: found for one in made if (found := fault(one))}
    assert faults == {}


@pytest.mark.long
def test_of_all_sentences_hardly_one_seals_what_it_does_not_mean() -> None:
    faults = {one.text: found for one in sentences(COUNT, "suite") if (found := fault(one))}
    assert len(faults) < COUNT // 200, faults
