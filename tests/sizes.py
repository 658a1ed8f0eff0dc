"""How much of what takes long is done: a share in every run, all of it with `make long`."""

import os
from collections.abc import Iterable
from typing import Any

import pytest

IS_LONG = bool(os.environ.get("LONG_TESTS"))


def sized(share: int, whole: int) -> int:
    """The amount for this run."""
    return whole if IS_LONG else share


def few(cases: Iterable[Any], share: int) -> list[Any]:
    """A test's cases: `share` of them, evenly spread, in every run, the others in long ones."""
    listed = list(cases)
    taken = {number * len(listed) // share for number in range(share)}
    return [
        pytest.param(
            *(case if type(case) is tuple else (case,)),  # a named one is one value
            marks=() if number in taken else pytest.mark.long,
        )
        for number, case in enumerate(listed)
    ]
