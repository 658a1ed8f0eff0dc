"""What the commands on games share: which game, seats and options, which bots, and how far."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol

import msgspec
from django.core.management.base import CommandError, CommandParser
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

from games.rules.configurations import Configuration, configurations, option_words
from games.rules.game import AnyRules
from games.rules.protocol import Bot, OptionField, OptionValue
from games.rules.registry import GAMES, UnknownGameError, bots_for, rules_for

PLAIN_STEPS = 10
"""How many lines of progress there are where no bar can be drawn."""

INTERRUPTED = 130

USUAL_SEATS = 4


class Advance(Protocol):
    """Says that so much more is done."""

    def __call__(self, amount: int = 1) -> None: ...


def add_game_arguments(parser: CommandParser) -> None:
    """GAME, --edition and --option; read by `game_of` and `configuration_of`."""
    parser.add_argument("game", metavar="GAME", help=f"one of: {', '.join(GAMES)}")
    add_variant_arguments(parser)


def add_variant_arguments(parser: CommandParser) -> None:
    """--edition and --option, read by `configuration_of`."""
    parser.add_argument("--edition", help="the edition, for a game that has several")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, such as leo=true; may be repeated",
    )


def game_of(options: Mapping[str, object]) -> AnyRules:
    """The rules that GAME names. Raises CommandError, naming the games that there are."""
    try:
        return rules_for(str(options["game"]))
    except UnknownGameError as error:
        raise CommandError(
            f"There is no game {options['game']!r}. There is: {', '.join(GAMES)}."
        ) from error


def usual_seats(rules: AnyRules) -> int:
    """How many play where nobody says it: USUAL_SEATS, or the nearest number that may."""
    return min(rules.table_sizes, key=lambda seats: abs(seats - USUAL_SEATS))


def bot_of(rules: AnyRules, key: str) -> Bot:
    """The game's bot of this key. Raises CommandError, naming the bots that there are."""
    bots = bots_for(rules.key)
    if key not in bots:
        raise CommandError(f"{rules.key} has no bot {key!r}. It has: {', '.join(bots)}.")
    return bots[key]


def configuration_of(rules: AnyRules, seats: int, options: Mapping[str, object]) -> Configuration:
    """The first configuration, defaults first, with these seats and the given options.

    So `--seats 2` of a game that needs an option for two seats brings that option along. Raises
    CommandError, naming what would work, where nothing fits.
    """
    given = _given(rules, options)
    listed = {field.name: field.values for field in rules.option_fields}
    beyond = {name: value for name, value in given.items() if value not in listed[name]}
    every = list(configurations(rules, beyond))
    fitting = [one for one in every if _fits(one, given)]
    for one in fitting:
        if one.seats == seats:
            return one
    raise CommandError(_refusal(rules, seats, given, fitting, every))


def _refusal(
    rules: AnyRules,
    seats: int,
    given: Mapping[str, OptionValue],
    fitting: list[Configuration],
    every: list[Configuration],
) -> str:
    asked = " ".join(f"{name}={_shown(value)}" for name, value in given.items())
    what = f"{seats} seats and {asked}" if asked else f"{seats} seats"
    lines = [f"{rules.key} cannot be played with {what}."]
    if not fitting:
        lines.append(f"With {asked} no number of seats will do.")
    else:
        able = _either(sorted({one.seats for one in fitting}))
        lines.append(f"With {asked} it takes {able} seats." if asked else f"It takes {able} seats.")
    words = [option_words(one) for one in every if one.seats == seats]
    if words:
        lines.append(f"With {seats} seats these work: {'; '.join(words)}.")
    return " ".join(lines)


@contextmanager
def progress(what: str, total: int) -> Iterator[Advance]:
    """A progress bar on standard error; a few plain lines where that is not a terminal.

    Ctrl-C within it becomes a CommandError with the exit status that shells expect.
    """
    console = Console(stderr=True)
    drawn = _bar if console.is_terminal else _plain_lines
    try:
        with drawn(console, what, total) as advance:
            yield advance
    except KeyboardInterrupt as error:
        raise CommandError("Stopped.", returncode=INTERRUPTED) from error


@contextmanager
def _bar(console: Console, what: str, total: int) -> Iterator[Advance]:
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda amount=1: bar.advance(task, amount)


@contextmanager
def _plain_lines(console: Console, what: str, total: int) -> Iterator[Advance]:
    done = 0

    def advance(amount: int = 1) -> None:
        nonlocal done
        before, done = done * PLAIN_STEPS // total, done + amount
        if done * PLAIN_STEPS // total > before:
            console.print(f"{what}: {done} of {total}", highlight=False)

    yield advance


def _given(rules: AnyRules, options: Mapping[str, object]) -> dict[str, OptionValue]:
    words = msgspec.convert(options["option"], list[str])
    if options["edition"] is not None:
        words.append(f"edition={options['edition']}")
    fields = {field.name: _offered(field) for field in rules.option_fields}
    given: dict[str, OptionValue] = {}
    for word in words:
        name, _, text = word.partition("=")
        if name not in fields:
            raise CommandError(
                f"{rules.key} has no option {name!r}. It has: "
                + "; ".join(f"{key}={_either(values)}" for key, values in fields.items())
                + "."
            )
        fitting = [value for value in fields[name] if _shown(value) == text.lower()]
        if not fitting:
            raise CommandError(
                f"{name}={text} will not do. It takes {name}={_either(fields[name])}."
            )
        if given.get(name, fitting[0]) != fitting[0]:
            raise CommandError(f"{name} is given twice: {_shown(given[name])} and {text}.")
        given[name] = fitting[0]
    return given


def _offered(field: OptionField) -> tuple[OptionValue, ...]:
    """The values of an option, the default first."""
    others = () if field.others is None else field.others
    return (*field.values, *(value for value in others if value not in field.values))


def _fits(one: Configuration, given: Mapping[str, OptionValue]) -> bool:
    values = one.options.as_mapping()
    return all(values.get(name) == value for name, value in given.items())


def _either(values: Iterable[OptionValue]) -> str:
    *others, last = (_shown(value) for value in values)
    return f"{', '.join(others)} or {last}" if others else last


def _shown(value: OptionValue) -> str:
    return str(value).lower()
