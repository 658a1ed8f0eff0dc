"""Every way in which a game can be set up: its table sizes times its options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from typing import Any, NamedTuple

from games.rules.protocol import O, Rules, S, SetupError


class Configuration(NamedTuple):
    """Seats and options that make a match."""

    seats: int
    options: Any

    @property
    def name(self) -> str:
        """Short and fit for a file name: `3p-edition-2022-leo-true`."""
        words = [f"{self.seats}p"]
        for name, value in self.options.as_mapping().items():
            words += [name, str(value).lower()]
        return "-".join(words).replace("_", "-")


def configurations(
    rules: Rules[S, O], fixed: Mapping[str, str | bool | int] | None = None
) -> Iterator[Configuration]:
    """All that the rules accept, table sizes first, then options as `option_fields` lists them.

    An option in `fixed` has that value only, which need not be a listed one.
    """
    fixed = fixed or {}
    names = [field.name for field in rules.option_fields]
    offered = [
        (fixed[field.name],) if field.name in fixed else field.values
        for field in rules.option_fields
    ]
    for seats in rules.table_sizes:
        seen = set()
        for values in product(*offered):
            try:
                options = rules.options.from_mapping(dict(zip(names, values, strict=True)))
                rules.check(seats, options)
            except SetupError:
                continue
            made = Configuration(seats, options)
            if made.name not in seen:
                seen.add(made.name)
                yield made


def option_words(configuration: Configuration) -> str:
    """The options as they are given on a command line: `edition=2022 leo=false`."""
    values = configuration.options.as_mapping()
    return " ".join(f"{name}={str(value).lower()}" for name, value in values.items())


def covering(rules: Rules[S, O], together: int = 1) -> list[Configuration]:
    """Few configurations in which the table sizes and values of options occur.

    With `together` 1 each of them occurs; with 2 also each pair of them that a configuration has,
    and so on (a covering array, chosen greedily).
    """
    chosen: list[Configuration] = []
    covered: set[Feature] = set()
    left = {one: _features(one, together) for one in configurations(rules)}
    while left:
        best = max(left, key=lambda one: len(left[one] - covered))
        if left[best] <= covered:
            break
        covered |= left.pop(best)
        chosen.append(best)
    return chosen


Feature = tuple[tuple[str, str], ...]


def _features(one: Configuration, together: int) -> set[Feature]:
    values = {"seats": one.seats} | one.options.as_mapping()
    single = [(name, str(value)) for name, value in values.items()]
    return {some for size in range(1, together + 1) for some in combinations(single, size)}
