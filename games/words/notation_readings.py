"""What a text means as notation, in the open decision and behind it."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.protocol import AmbiguousOrderError, OrderError, OrderSyntaxError
from games.rules.steps import (
    Alternatives,
    NoAlternativeError,
    check_later_steps,
    first_legal,
    join_steps,
    split_steps,
)
from games.words.notation import is_notation
from games.words.positions.scene import OrderScene
from games.words.results import MOST_CHOICES, NotUnderstood, Question, Result, Understood

MOST_QUOTED = 80


def read_notation(scene: OrderScene, text: str) -> Result | OrderError:
    """What the text means as notation; the error where it is none, or of another decision."""
    try:
        steps = split_steps(text)
        fit = first_legal(scene.rules, scene.state, scene.seat, steps[0])
        check_later_steps(scene.rules, steps[1:])
    except AmbiguousOrderError as error:
        return _asked(scene, text, error.candidates, steps[1:])
    except OrderSyntaxError as error:
        return error
    except NoAlternativeError as error:
        syntax = next((one for one in error.reasons if isinstance(one, OrderSyntaxError)), None)
        return syntax or NotUnderstood(refusal=error)
    except OrderError as error:
        return error if error.code == "not-now" else NotUnderstood(refusal=error)
    if "\n" in text and not _are_notation(scene, steps[1:]):
        return _unknown_step(scene, text)
    # "bid the F3, or take …, or pass" is no pass: an alternative that is no notation is words.
    worded = next((one for one in fit.refused if isinstance(one, OrderSyntaxError)), None)
    return worded or Understood(join_steps(((fit.text,), *steps[1:])))


def _asked(
    scene: OrderScene, text: str, first: Sequence[str], later: Sequence[Alternatives]
) -> Question | OrderSyntaxError:
    """What the first step may be with the steps behind it, where these are notation."""
    if not _are_notation(scene, later):
        return _unknown_step(scene, text)
    behind = f"; {join_steps(tuple(later))}" if later else ""
    return Question(tuple(f"{choice}{behind}" for choice in first[:MOST_CHOICES]))


def _unknown_step(scene: OrderScene, text: str) -> OrderSyntaxError:
    return OrderSyntaxError("unknown-step", text=text[:MOST_QUOTED], verbs=scene.rules.verbs)


def _are_notation(scene: OrderScene, steps: Sequence[Alternatives]) -> bool:
    every = (one for step in steps for one in step)
    return all(is_notation(scene.rules.key, one, with_articles=True) for one in every)
