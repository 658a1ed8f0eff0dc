"""Every game against what every game promises, by random play."""

from __future__ import annotations

import pytest

from tests.rules.cases import ALL_GAMES, case_name, cases
from tests.rules.conformance import Case, check_match


@pytest.mark.parametrize(
    "case", [case for rules in ALL_GAMES for case in cases(rules)], ids=case_name
)
def test_random_play_keeps_every_promise_of_the_protocol(case: Case) -> None:
    check_match(case)
