"""A lesson played through the rules: the position of each step, and what an answer brings about."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, NamedTuple

from games.rules.chance import Chance
from games.rules.game import AnyRules
from games.rules.lesson import Answer, Lesson, LessonStep
from games.rules.playout import Dice
from games.rules.protocol import Decision, Event, Seat, Setup, TableView
from games.rules.registry import bots_for, game_for

REST = "steady"
"""The bot that plays the others once an answer has left the lesson's line."""

MOST_PHASES = 40


class LessonFault(ValueError):  # noqa: N818  what a test finds, no error of a visitor
    """The script does not fit the rules."""


class StepAsked(NamedTuple):
    """The position of a step as the learner sees it, with what happened since the one before."""

    step: LessonStep
    view: TableView
    decision: Decision
    events: tuple[Event, ...]


class StepTaken(NamedTuple):
    """What an order led to, up to the learner's next decision or the lesson's end."""

    order: str
    answer: Answer
    view: TableView
    events: tuple[Event, ...]


class _Point(NamedTuple):
    """A state at which the learner is asked; `rest` is the script that is left."""

    state: Any
    rest: tuple[str, ...]
    events: tuple[Event, ...]


def asked(key: str, number: int) -> StepAsked:
    """Step `number` of a game's lesson, from 0. Raises IndexError."""
    lesson, rules = _of(key)
    point = _point(key, number)
    return StepAsked(
        lesson.steps[number],
        rules.view(point.state, lesson.seat),
        rules.decision(point.state, lesson.seat),
        point.events,
    )


def answered(key: str, number: int, text: str) -> StepTaken:
    """What this order does at a step. Raises IndexError, and RulesError for one not to be given."""
    lesson, rules = _of(key)
    point = _point(key, number)
    order = rules.parse_order(point.state, lesson.seat, text)
    written = rules.format_order(order)
    step = lesson.steps[number]
    after = _point(key, number + 1) if written == step.order else _strayed(key, point, order)
    view = rules.view(after.state, lesson.seat)
    return StepTaken(written, _answer(step, written), view, after.events)


def _answer(step: LessonStep, written: str) -> Answer:
    first, *others = step.answers
    if written == first.order:
        return first
    return next(one for one in others if re.fullmatch(one.order, written))


def _of(key: str) -> tuple[Lesson, AnyRules]:
    game = game_for(key)
    lesson = game.load_lesson()
    if lesson is None:
        raise IndexError(key)
    return lesson, game.rules


@lru_cache(maxsize=128)
def _point(key: str, number: int) -> _Point:
    """The state before step `number`; after the last one, the end of the lesson."""
    lesson, rules = _of(key)
    if not 0 <= number <= len(lesson.steps):
        raise IndexError(number)
    if number == 0:
        chance = Chance(lesson.seed)
        options = rules.options.from_mapping(lesson.options)
        begun = rules.start(Setup(lesson.seats, options, chance))
        return _played_on(lesson, rules, _Point(begun.state, lesson.script, begun.events))
    before = _point(key, number - 1)
    order = rules.parse_order(before.state, lesson.seat, lesson.steps[number - 1].order)
    return _played_on(lesson, rules, before._replace(events=()), order)


def _played_on(lesson: Lesson, rules: AnyRules, point: _Point, own: Any = None) -> _Point:
    """By the script until the learner is asked, or it ends. `own` answers the first question."""
    state, rest, events = point
    for _number in range(MOST_PHASES * 10):
        opened = rules.phase(state)
        if opened is None or (own is None and not rest):
            return _Point(state, rest, events)
        orders: dict[Seat, Any] = {}
        used = 0
        for seat in opened.awaited:
            spoken = rest[used] if used < len(rest) else ""
            if spoken.startswith(f"{seat} "):
                orders[seat] = rules.parse_order(state, seat, spoken.partition(" ")[2])
                used += 1
            elif seat != lesson.seat:
                raise LessonFault(f"{lesson.seed}: no order for seat {seat} in {opened}")
            elif own is None:
                return _Point(state, rest, events)
            else:
                orders[seat], own = own, None
        adjudication = rules.adjudicate(state, orders)
        state, rest, events = adjudication.state, rest[used:], events + adjudication.events
    raise LessonFault(f"{lesson.seed}: no end")


def _strayed(key: str, point: _Point, own: Any) -> _Point:
    """After another order than the lesson's: who was asked with it plays as written, then bots."""
    lesson, rules = _of(key)
    state = point.state
    events: tuple[Event, ...] = ()
    bot, chance = bots_for(key)[REST], Dice(lesson.seed, "lesson")
    written = list(point.rest)
    for number in range(MOST_PHASES):
        opened = rules.phase(state)
        if opened is None or (number and lesson.seat in opened.awaited):
            break
        orders = {}
        for seat in opened.awaited:
            if seat == lesson.seat:
                orders[seat] = own
            elif number == 0 and written:
                orders[seat] = rules.parse_order(state, seat, written.pop(0).partition(" ")[2])
            else:
                legal = list(rules.legal_orders(state, seat))
                view, decision = rules.view(state, seat), rules.decision(state, seat)
                orders[seat] = bot.order(view, decision, legal, chance)
        adjudication = rules.adjudicate(state, orders)
        state, events = adjudication.state, (*events, *adjudication.events)
    return _Point(state, (), events)
