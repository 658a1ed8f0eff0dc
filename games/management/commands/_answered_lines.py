"""The lines of `manage.py understand --lines`: each is answered as a reply by mail would be."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from games.mail.side_questions import on_lines_of_their_own, questions_apart
from games.management.commands._varied_positions import Position, varied_positions
from games.replies.bare_words import IDLE_ALONE, bare_command
from games.replies.deeds import meant_by_all
from games.replies.intents import Intent, IntentKind, likely_command, read_intent
from games.replies.member_requests import request_beside_match, request_lines
from games.replies.reply_parser import cut_reply
from games.replies.service_lines import is_about_match, is_request, may_be_order, ordering_parts
from games.rules.game import AnyRules
from games.rules.protocol import AmbiguousOrderError, OrderError, RulesError, Seat
from games.rules.record import read_record, replay_record
from games.rules.record_form import RecordError
from games.rules.registry import rules_for
from games.words import (
    OrderReader,
    Understood,
    covered,
    in_order,
    named_tokens,
    understand_later,
)

_MOST_TRIED = 40


class AskedLine(msgspec.Struct):
    """One line of the file: a text, and the position it was written in, if one is given.

    `names` are the players', by seat. `record` is a match record, as an object, as its JSON text
    or as the path of a file with it.
    """

    game: str
    text: str
    language: str = "en"
    record: msgspec.Raw = msgspec.Raw(b"null")
    at: int = 0
    seat: int | None = None
    choices: list[str] = []
    names: list[str] = []


class Answered(msgspec.Struct, omit_defaults=True):
    """Its answer: exactly one of these is there."""

    order: str | None = None
    ask: list[str] | None = None
    command: str | None = None
    none: str | None = None


def answer_line(line: bytes) -> bytes:
    """The answer to one line, as JSON; `none` for a line that is no question at all."""
    try:
        found = _answer(msgspec.json.decode(line, type=AskedLine))
    except (msgspec.DecodeError, RulesError, RecordError, OSError, LookupError, ValueError) as why:
        found = Answered(none=f"not a line to answer: {why}")
    return msgspec.json.encode(found)


def _answer(line: AskedLine) -> Answered:
    rules = rules_for(line.game)
    parted = questions_apart(on_lines_of_their_own(cut_reply(line.text), rules.key), rules.key)
    found = _answer_lines(rules, parted.rest, line)
    if found.none is not None and parted.only_chats:
        asked = filter(None, map(likely_command, parted.questions))
        return next((Answered(command=name) for name in asked), found)
    return found


def _answer_lines(rules: AnyRules, lines: Sequence[str], line: AskedLine) -> Answered:
    intent = read_intent(lines, rules.key)
    match intent.kind:
        case IntentKind.EMPTY:
            return Answered(none="nothing was written")
        case IntentKind.TALK:
            return Answered(none="talk to the table")
        case IntentKind.UNCLEAR:
            return Answered(none="an order below other lines")
    positions = _positions(rules, line)
    return (
        _both_ways(rules, positions, line)
        or _service_asked(rules, positions, lines, line)
        or _read_intent(rules, positions, intent, line)
    )


def _service_asked(
    rules: AnyRules, positions: list[Position], lines: Sequence[str], line: AskedLine
) -> Answered | None:
    """What the lines ask of the service, where no part of them is an order."""
    told = request_lines(lines)
    if not told or not all(map(is_request, told)) or all(map(is_about_match, told)):
        return None
    if any(may_be_order(rules.key, one) for one in told):
        return None
    for part in (part for one in told for part in ordering_parts(rules.key, one)):
        if _meant(rules, positions, Intent(IntentKind.ORDER, part), line).order is not None:
            return None
    spoken = request_beside_match(told[0])
    return Answered(command=spoken.name) if spoken is not None else None


def _read_intent(
    rules: AnyRules, positions: list[Position], intent: Intent, line: AskedLine
) -> Answered:
    if intent.order:
        meant = _meant(rules, positions, Intent(IntentKind.ORDER, intent.order), line)
        if meant.order is not None or (meant.ask is not None and len(positions) == 1):
            return meant
    if intent.doubted:
        meant = _meant(rules, positions, Intent(IntentKind.ORDER, intent.doubted), line)
        if meant.order is not None:
            return meant
    if intent.kind is IntentKind.COMMAND:
        if (
            intent.name != "done"
            or intent.text
            or not any(_asks_done(rules, one) for one in positions[:1])
        ):
            return Answered(command=intent.name)
        intent = Intent(IntentKind.ORDER, "done")
    return _meant(rules, positions, intent, line)


def _both_ways(rules: AnyRules, positions: Sequence[Position], line: AskedLine) -> Answered | None:
    """A bare word that is a move of the one position and a command: both are asked."""
    command = bare_command([line.text.strip()], rules.key) if len(positions) == 1 else None
    if command is None:
        return None
    reader = OrderReader(rules, *positions[0], [line.language])
    move = reader.alone(line.text)
    phase = rules.phase(positions[0].state)
    if not move or move == line.text.strip() or phase is None:
        return None
    if command.name in IDLE_ALONE and len(phase.awaited) == 1:
        return None
    word = command.word_in(line.language, lambda one: bool(reader.alone(one)))
    return Answered(ask=[move, word]) if word else None


def _meant(rules: AnyRules, positions: list[Position], intent: Intent, line: AskedLine) -> Answered:
    if len(positions) == 1:
        return _read(rules, positions[0], intent, line)
    return _likeliest(rules, positions, intent, line)


def _read(rules: AnyRules, position: Position, intent: Intent, line: AskedLine) -> Answered:
    text = intent.text
    if intent.readiness == "done" and "done" in rules.verbs:
        text = f"{text}; done"
    reader = OrderReader(rules, position.state, position.seat, [line.language], line.names)
    try:
        return Answered(order=reader.order(text, intent.below, lambda: line.choices).line)
    except AmbiguousOrderError as question:
        return Answered(ask=list(question.candidates))
    except OrderError as refused:
        return _refused(refused, text)


def _refused(error: OrderError, text: str) -> Answered:
    if error.params.get("is_retracted"):
        return Answered(command=meant_by_all("withdraw", text.splitlines()))
    if error.code != "not-understood":
        return Answered(none=error.code)
    unread = error.params.get("unread")
    words = map(str, unread) if isinstance(unread, list) else ()
    return Answered(none=f"not understood: {' '.join(words)}".strip(" :"))


def _likeliest(
    rules: AnyRules, positions: list[Position], intent: Intent, line: AskedLine
) -> Answered:
    """The reading that has most of what is named and is legal in some position, or in none, as a
    step to come; else the first question or refusal."""
    languages = in_order([line.language])
    named = named_tokens(rules.key, intent.text, languages)
    orders: list[str] = []
    others: list[Answered] = []
    for index, position in enumerate(positions):
        if (index >= _SURVEYED and orders) or _names_nothing(others, index):
            break
        found = _read(rules, position, intent, line)
        if found.command is not None:
            return found
        if found.order is None:
            others.append(found)
        else:
            orders.append(found.order)
    later = understand_later(rules, *positions[0], intent.text, languages)
    if isinstance(later, Understood):
        first, is_choice, _others = later.text.partition(" or ")
        is_sound = len(first.split()) <= len(named) + 1
        if is_sound and (is_choice or not orders):
            orders.append(first)  # "the ibex with M1, else pass" is seldom legal as it stands
    if orders:
        usual = rules.decision(*positions[0]).choices[0].verb
        return Answered(
            order=max(
                orders, key=lambda one: (covered(rules.key, named, one), one.startswith(usual))
            )
        )
    return next((one for one in others if one.ask is not None), others[0])


def _names_nothing(others: Sequence[Answered], index: int) -> bool:
    """Whether words order nothing at all, which is seen in few positions."""
    first = others[:_NOTHING_ENOUGH]
    return index >= _NOTHING_ENOUGH == len(first) and all(one.none == _NOTHING for one in first)


_SURVEYED = 16
"""In so many positions readings are compared: two of each phase."""

_NOTHING = "not understood"
_NOTHING_ENOUGH = 8


def _asks_done(rules: AnyRules, position: Position) -> bool:
    decision = rules.decision(position.state, position.seat)
    return any(choice.verb == "done" for choice in decision.choices)


def _positions(rules: AnyRules, line: AskedLine) -> list[Position]:
    if bytes(line.record) == b"null":
        return varied_positions(rules.key)[:_MOST_TRIED]
    decoded: object = msgspec.json.decode(line.record)
    written = decoded if isinstance(decoded, str) else bytes(line.record).decode()
    if not written.lstrip().startswith("{"):
        written = Path(written).read_text(encoding="utf-8").partition("\n")[0]
    states = _replayed(written)
    state = states.at(line.at)
    phase = rules.phase(state)
    if phase is None:
        raise ValueError("the match is over at this place")
    seat: Seat = phase.awaited[0] if line.seat is None else line.seat
    if seat not in phase.awaited:
        raise ValueError(f"seat {seat} is not asked at this place")
    return [Position(state, seat)]


class _States(NamedTuple):
    """The states of a match, each with how many orders were applied before it."""

    counts: list[int]
    states: list[object]

    def at(self, count: int) -> object:
        """The state after so many orders, or at the phase that they cut."""
        found = self.states[0]
        for reached, state in zip(self.counts, self.states, strict=True):
            if reached > count:
                break
            found = state
        return found


@lru_cache(maxsize=256)
def _replayed(written: str) -> _States:
    record = read_record(written)
    counts: list[int] = []
    states: list[object] = []
    played = 0
    for phase in replay_record(rules_for(record.game), record):
        played += len(phase.entries)
        counts.append(played)
        states.append(phase.adjudication.state)
    return _States(counts, states)
