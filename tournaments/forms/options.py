"""Which of a game's options leave a choice at the tables of a tournament."""

from __future__ import annotations

from games.rules.configurations import configurations
from games.rules.game import AnyRules
from games.rules.protocol import OptionField


def offered_options(
    rules: AnyRules, *, is_for_two: bool
) -> list[tuple[OptionField, list[str | int]]]:
    """Every option with the values that some table of two, or of more, may be played with."""
    tables = [
        one.options.as_mapping()
        for one in configurations(rules)
        if (one.seats == 2 if is_for_two else one.seats >= 2)
    ]
    offered = []
    for option in rules.option_fields:
        found = {table.get(option.name, option.values[0]) for table in tables}
        offered.append((option, [value for value in option.values if value in found]))
    return offered


def only_options(rules: AnyRules, *, is_for_two: bool) -> dict[str, object]:
    """What must be chosen, and is not the usual: two play Wild Cards with Leo alone."""
    return {
        option.name: values[0]
        for option, values in offered_options(rules, is_for_two=is_for_two)
        if len(values) == 1 and values[0] != option.values[0]
    }
