"""A reply's order as one text: notation, the lines below it, and words; no match around it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.rules.game import AnyRules
from games.rules.protocol import Seat
from games.words.lines_below import Kind, read_below, read_turned
from games.words.notation import capitals, is_notation
from games.words.results import NotUnderstood, Question, Result, Understood
from games.words.understanding import understand, understand_later


def understand_reply(
    rules: AnyRules,
    state: object,
    seat: Seat,
    text: str,
    below: Sequence[str] = (),
    languages: Sequence[str] = (),
    choices: Sequence[str] = (),
) -> Result:
    """What an order and the lines below it mean, as `understand` says it of one text."""
    if below:
        turned = read_turned(rules, state, seat, (text, *below), languages, choices)
        if turned is not None:
            return turned
    result = _understood(rules, state, seat, text, languages, choices)
    if not isinstance(result, Understood):
        return result
    steps = [read_below(rules, state, seat, line, languages) for line in below]
    later = [step.text for step in steps if step.kind is Kind.STEP]
    return replace(result, text="; ".join((result.text, *later)))


def _understood(
    rules: AnyRules,
    state: object,
    seat: Seat,
    text: str,
    languages: Sequence[str],
    choices: Sequence[str],
) -> Result:
    """The text; steps behind notation that are words are read each for itself."""
    result = understand(rules, state, seat, text, languages, choices)
    if not isinstance(result, Understood) or ";" not in text:
        return result
    now, *later = result.text.split("; ")
    steps = [now]
    for step in later:
        if all(is_notation(rules.key, one) for one in step.split(" or ")):
            steps.append(capitals(rules.key, step))
            continue
        read = understand_later(rules, state, seat, step, languages, in_round=True)
        if isinstance(read, NotUnderstood):
            return read
        if isinstance(read, Question):
            return Question(tuple("; ".join((*steps, one)) for one in read.choices))
        steps.append(read.text)
    return replace(result, text="; ".join(steps))
