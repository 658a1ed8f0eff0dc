"""What an order says: notation as it stands, or plain words read against the position in hand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from games.common import clock
from games.models import OrderQuestion, Player
from games.rules.clauses import StandingClause, is_clause, parted, read_clause
from games.rules.protocol import AmbiguousOrderError, OrderError, OrderSyntaxError
from games.rules.registry import plan_of
from games.rules.steps import (
    MOST_STEPS,
    QUOTED_CHARACTERS,
    NoAlternativeError,
    first_legal,
    split_steps,
)
from games.services.running_matches import RunningMatch
from games.services.standing_order_parsing import Later, parse_later_clauses
from games.words import (
    BelowKind,
    Branch,
    Correction,
    NotUnderstood,
    Question,
    Result,
    Understood,
    is_notation,
    read_below,
    read_turned,
    understand,
)


@dataclass(frozen=True, slots=True)
class Worded:
    """The order for the open decision, what is left for later, what was corrected for it, what
    stood below it and was left aside, and why it is this one of several."""

    text: str
    later: tuple[StandingClause, ...]
    corrections: tuple[Correction, ...] = ()
    aside: tuple[str, ...] = ()
    branches: tuple[Branch, ...] = ()


MOST_BELOW = 30
"""So many lines below an order are read; the next one is told as left aside."""

_PIECE_END = re.compile(r"[;\r\n]+")
_PLAN = re.compile(r"\s*#?1\s*[.!)]?\s*(?:\n|$)")
"""A text that begins with the number of the plan, alone in its line."""

_KEPT = frozenset(
    (
        "unknown-step",
        "not-now",
        "empty-order",
        "order-too-long",
        "too-many-steps",
    )
)
"""Refusals of what is half notation: words are tried, but these say better what is wrong."""


def read_order(
    play: RunningMatch,
    player: Player,
    seat: int,
    text: str,
    below: Sequence[str] = (),
    *,
    with_plan: bool = False,
) -> Worded:
    """Read an order for the open decision of an awaited seat, in notation or in words.

    `with_plan` says that the writer was offered the game's plan under the number 1.

    Raises an OrderError: an AmbiguousOrderError carries the choices that may be answered by number
    once `store_question` has kept them; OrderSyntaxError `not-understood` (`unread`, `examples`)
    where words stay words; otherwise what the rules refuse. OrderRefused as `check_clauses`.
    """
    languages = _languages(player)
    turned = _turned(play, player, seat, text, below)
    if turned is not None:
        words, left = _parted_from_clauses("\n".join((text, *below)))
        later = parse_later_clauses(play, seat, left, languages, order="")
        return _worded(play, seat, turned, words, later, languages)
    try:
        worded = _in_notation(play, seat, text, languages)
    except OrderError as error:
        if not _may_be_words(error) or _is_long_notation(play, text, error):
            raise
        refused = error
    else:
        return _with_below(play, seat, worded, below, languages)
    words, left = _parted_from_clauses("\n".join((text, *below)))
    later = parse_later_clauses(play, seat, left, languages, order="")
    choices = _open_choices(play, player)
    if not choices and with_plan and _PLAN.match(text):
        choices = _plan(play, seat)
    result = understand(play.rules, play.state, seat, words, languages, choices)
    if refused.code in _KEPT and not isinstance(result, Understood):
        raise refused
    return _worded(play, seat, result, text, later, languages)


def _turned(
    play: RunningMatch, player: Player, seat: int, text: str, below: Sequence[str]
) -> Result | None:
    """What an order says whose lines below it may turn it; None where they do not."""
    words = [line for line in below[:MOST_BELOW] if not is_clause(line)]
    now = "; ".join(piece for piece in _PIECE_END.split(text) if not is_clause(piece))
    if not words or not now:
        return None
    choices = _open_choices(play, player)
    lines = (now, *words)
    return read_turned(play.rules, play.state, seat, lines, _languages(player), choices)


def _worded(
    play: RunningMatch,
    seat: int,
    result: Result,
    text: str,
    later: Later,
    languages: Sequence[str],
) -> Worded:
    """What words came to, as an order with its later steps. Raises what `read_order` does."""
    quoted = " ".join(text.split())[:QUOTED_CHARACTERS]
    if isinstance(result, Question):
        raise AmbiguousOrderError("which-order", candidates=result.choices, text=quoted)
    if isinstance(result, NotUnderstood):
        raise _refusal(result, quoted)
    worded = _in_notation(play, seat, result.text, languages)
    corrections = (*result.corrections, *later.corrections)
    clauses = (*worded.later, *later.clauses)
    return Worded(worded.text, clauses, corrections, branches=result.branches)


def read_later_orders(
    play: RunningMatch,
    player: Player,
    seat: int,
    clauses: Sequence[StandingClause],
    below: Sequence[str] = (),
) -> Worded:
    """Read orders for later alone. Raises as `parse_later_clauses`."""
    languages = _languages(player)
    later = parse_later_clauses(play, seat, clauses, languages, order="")
    worded = Worded("", later.clauses, later.corrections)
    return _with_below(play, seat, worded, below, languages)


def store_question(player: Player, error: AmbiguousOrderError, phase_number: int) -> None:
    """Keep the choices of a refusal, in place of an older question, until they are answered."""
    OrderQuestion.objects.update_or_create(
        player=player,
        defaults={
            "phase_number": phase_number,
            "choices": list(error.candidates),
            "asked_at": clock.now(),
        },
    )


def _in_notation(play: RunningMatch, seat: int, text: str, languages: Sequence[str]) -> Worded:
    """The first step as notation; the later ones in notation or in words."""
    now_step, later = parted(split_steps(text))
    if now_step is None:
        raise OrderSyntaxError("empty-order", text=text[:QUOTED_CHARACTERS])
    fit = first_legal(play.rules, play.state, seat, now_step)
    for reason in fit.refused:
        if isinstance(reason, OrderSyntaxError):
            raise reason  # an alternative that is no notation may be words
    left = parse_later_clauses(play, seat, later, languages, order=fit.text)
    branches = tuple(Branch(reason.text, "refused") for reason in fit.refused)
    return Worded(fit.text, left.clauses, left.corrections, branches=branches)


def _with_below(
    play: RunningMatch, seat: int, worded: Worded, below: Sequence[str], languages: Sequence[str]
) -> Worded:
    """With the lines below the order that are further steps, and those that only seem to be."""
    later, corrections, aside = list(worded.later), list(worded.corrections), []
    for line in below[:MOST_BELOW]:
        found = read_below(play.rules, play.state, seat, line, languages)
        clauses = [read_clause(step) for step in split_steps(found.text)] if found.text else []
        if clauses and len(later) + len(clauses) <= MOST_STEPS:
            later.extend(clauses)
            corrections.extend(found.corrections)
        elif found.kind is not BelowKind.CLOSING:
            aside.append(line[:QUOTED_CHARACTERS])
    aside.extend(line[:QUOTED_CHARACTERS] for line in below[MOST_BELOW : MOST_BELOW + 1])
    return replace(worded, later=tuple(later), corrections=tuple(corrections), aside=tuple(aside))


def _languages(player: Player) -> list[str]:
    return [player.member.language] if player.member is not None else []


def _parted_from_clauses(text: str) -> tuple[str, tuple[StandingClause, ...]]:
    """A text without its steps that say when they speak, and these, which are always notation."""
    pieces = _PIECE_END.split(text)
    left = [piece for piece in pieces if is_clause(piece)]
    if not left:
        return text, ()
    _now, clauses = parted(split_steps("; ".join(left)))
    return "; ".join(piece for piece in pieces if not is_clause(piece)), clauses


def _is_long_notation(play: RunningMatch, text: str, error: OrderError) -> bool:
    """Whether there are too many steps of notation for words to be meant."""
    pieces = _PIECE_END.split(text)[:MOST_STEPS]
    return error.code == "too-many-steps" and all(
        is_notation(play.rules.key, piece) for piece in pieces
    )


def _may_be_words(error: OrderError) -> bool:
    """Whether what was refused is no notation, at least in one alternative."""
    if isinstance(error, NoAlternativeError):
        return any(isinstance(reason, OrderSyntaxError) for reason in error.reasons)
    if error.code == "too-many-alternatives":
        return False
    if error.code == "not-understood":
        return False
    return isinstance(error, OrderSyntaxError) or error.code == "not-now"


def _open_choices(play: RunningMatch, player: Player) -> list[str]:
    """The choices of the player's open question: asked in this phase, and no order given since."""
    question = OrderQuestion.objects.filter(player=player).first()
    if question is None or question.phase_number != play.row.number:
        return []
    order = play.orders.get(player.seat) if player.seat is not None else None
    since: datetime = order.received_at if order is not None else play.row.opened_at
    return list(question.choices) if question.asked_at >= since else []


def _plan(play: RunningMatch, seat: int) -> list[str]:
    """The plan that the seat was offered, if any, as the only choice of a question."""
    view, decision = play.rules.view(play.state, seat), play.rules.decision(play.state, seat)
    plan = plan_of(play.rules.key, view, decision)
    return [plan] if plan else []


def _refusal(result: NotUnderstood, quoted: str) -> OrderError:
    example = result.examples[0] if result.examples else ""
    error = result.refusal
    if error is None:
        error = OrderSyntaxError(
            "not-understood", text=quoted, example=example, unread=list(result.unread)
        )
        if result.is_retracted:
            error.params["is_retracted"] = True
    error.read_as = result.read
    error.example = error.example or example
    return error
