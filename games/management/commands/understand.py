"""`manage.py understand`: what an order in plain words means in a position, without a server."""

from __future__ import annotations

from argparse import Action, ArgumentParser, Namespace
from collections.abc import Mapping
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import translation

from games.management.commands._answered_lines import answer_line
from games.management.commands._setup import (
    add_variant_arguments,
    configuration_of,
    game_of,
    usual_seats,
)
from games.presentation import presentation_for
from games.rules.chance import Chance
from games.rules.game import AnyRules
from games.rules.protocol import OpenPhase, Seat, Setup
from games.rules.record import read_record, replay_record
from games.rules.record_form import RecordError
from games.rules.registry import GAMES
from games.words import NotUnderstood, Question, Result, understand
from games.words.lexicon.vocabulary import LANGUAGES

SEED = "understand-4"
"""An opening with a card of every sort in the first seat's hand."""


class _Instead(Action):
    """An option with which these arguments need not be given."""

    def __call__(
        self,
        parser: ArgumentParser,
        namespace: Namespace,
        values: object,
        option_string: str | None = None,
    ) -> None:
        del parser, option_string
        for argument in self.const:
            argument.required = False
        setattr(namespace, self.dest, values)


class Command(BaseCommand):
    """Read an order; print it in the notation, or the question asked back, or what was wrong."""

    help = "Say what an order in plain words means in a position: of a record, or an opening."
    requires_system_checks = ()  # needs no database

    def add_arguments(self, parser: CommandParser) -> None:
        game = parser.add_argument("game", metavar="GAME", help=f"one of: {', '.join(GAMES)}")
        text = parser.add_argument("text", metavar="TEXT", help="the order, as a person writes it")
        parser.add_argument(
            "--lines",
            type=Path,
            action=_Instead,
            const=(game, text),
            metavar="FILE",
            help="answer a file of JSON lines with game, language, text, record, at and seat",
        )
        add_variant_arguments(parser)
        parser.add_argument("--language", choices=LANGUAGES, default="en", help="the writer's (en)")
        parser.add_argument(
            "--record", type=Path, metavar="FILE", help="take the position from this record"
        )
        parser.add_argument("--at", type=int, default=0, help="after so many of its orders (0)")
        parser.add_argument("--seat", type=int, help="who writes (the first who is asked)")
        parser.add_argument("--seats", type=int, help="of an opening: how many play")
        parser.add_argument("--seed", default=SEED, help=f"of an opening: its chance ({SEED})")

    def handle(
        self,
        *_args: object,
        text: str | None,
        lines: Path | None,
        language: str,
        record: Path | None,
        at: int,
        seat: int | None,
        seats: int | None,
        seed: str,
        **options: object,
    ) -> None:
        if lines is not None:
            self._answer(lines)
            return
        if text is None:
            raise CommandError("Give GAME and TEXT, or --lines FILE.")
        rules = game_of(options)
        if record is not None:
            state = _recorded(rules, record, at)
        else:
            state = _opening(rules, seats or usual_seats(rules), seed, options)
        phase = _phase(rules, state)
        seat = _awaited(phase, seat)
        hand = rules.view(state, seat).hand
        held = " ".join(hand) if hand else "-"
        self.stdout.write(f"seat {seat}, asked: {phase.name}, hand: {held}")
        result = understand(rules, state, seat, text, [language])
        with translation.override(language):
            for line in _lines(rules, result):
                self.stdout.write(line)
        if isinstance(result, NotUnderstood):
            raise CommandError("This was not understood as an order.", returncode=1)

    def _answer(self, path: Path) -> None:
        """One line of JSON for each line of the file, in its sequence."""
        try:
            with path.open("rb") as file:
                for line in file:
                    if line.strip():
                        self.stdout.write(answer_line(line).decode())
        except OSError as error:
            raise CommandError(f"{path} cannot be read: {error}") from error


def _opening(rules: AnyRules, seats: int, seed: str, options: Mapping[str, object]) -> object:
    configuration = configuration_of(rules, seats, options)
    setup = Setup(configuration.seats, configuration.options, Chance(seed))
    return rules.start(setup).state


def _recorded(rules: AnyRules, path: Path, at: int) -> object:
    """The state of a file's first match after so many orders, or at the phase that they cut."""
    try:
        line = path.read_text(encoding="utf-8").partition("\n")[0]
        record = read_record(line)
        if record.game != rules.key:
            raise CommandError(f"{path} is a record of {record.game}, not of {rules.key}.")
        state, played = None, 0
        for phase in replay_record(rules, record):
            played += len(phase.entries)
            if played > at:
                break
            state = phase.adjudication.state
    except (OSError, UnicodeDecodeError, RecordError) as error:
        raise CommandError(f"{path} cannot be read: {error}") from error
    return state


def _phase(rules: AnyRules, state: object) -> OpenPhase:
    phase = rules.phase(state)
    if phase is None:
        raise CommandError("The match is over at this place.")
    return phase


def _awaited(phase: OpenPhase, seat: Seat | None) -> Seat:
    if seat is None:
        return phase.awaited[0]
    if seat not in phase.awaited:
        asked = ", ".join(map(str, phase.awaited))
        raise CommandError(f"Seat {seat} is not asked at this place; asked: {asked}.")
    return seat


def _lines(rules: AnyRules, result: Result) -> list[str]:
    in_words = presentation_for(rules.key).order_in_words
    if isinstance(result, Question):
        choices = enumerate(result.choices, start=1)
        return ["which of these?", *(f"{n}. {text}  ({in_words(text)})" for n, text in choices)]
    if isinstance(result, NotUnderstood):
        lines = [f"read: {result.read}"] if result.read else []
        lines += [f"not read: {' '.join(result.unread)}"] if result.unread else []
        if result.refusal is not None:
            lines.append(presentation_for(rules.key).error(result.refusal))
        return [*lines, f"would work: {'; or '.join(result.examples)}"]
    corrected = [f"“{one.written}” read as “{one.read_as}”" for one in result.corrections]
    return [result.text, f"({in_words(result.text)})", *corrected]
