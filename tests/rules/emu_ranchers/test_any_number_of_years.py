"""Years beyond those that tests walk through: on the command line, in records and in replays."""

from games.rules.configurations import configurations
from tests.rules.emu_ranchers.positions import RULES


def test_e24_a_number_that_is_not_listed_makes_configurations_as_good_as_the_others() -> None:
    fixed = list(configurations(RULES, {"years": 7}))
    assert len(fixed) == 6
    assert {one.options.years for one in fixed} == {7}
    assert fixed[0].name == "2p-years-7-deck-basic-excuse-false"
    assert not list(configurations(RULES, {"years": 25}))
