"""Everything that somebody writes for a seat at once: the order, its later steps, lines below it.

Each may be notation or words. The forms, the API and mail are read here alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from games.rules.clauses import StandingClause, is_clause, parted, read_clause
from games.rules.game import AnyRules
from games.rules.protocol import AmbiguousOrderError, OrderError, OrderSyntaxError, Seat
from games.rules.steps import (
    MOST_STEPS,
    QUOTED_CHARACTERS,
    NoAlternativeError,
    first_legal,
    split_steps,
)
from games.words.later_clauses import Later, later_clauses
from games.words.lines_below import Kind, read_below, read_turned
from games.words.notation import is_notation
from games.words.positions.coverage import named_tokens
from games.words.positions.game_words import words_of
from games.words.reading_words import in_order
from games.words.results import Branch, Correction, NotUnderstood, Question, Result, Understood
from games.words.understanding import understand

Choices: TypeAlias = Callable[[], Sequence[str]]
"""What a question that is open lets its reader choose from."""

MOST_BELOW = 30
"""So many lines below an order are read; the next one is told as left aside."""

_PIECE_END = re.compile(r"[;\r\n]+")
_KEPT = frozenset(
    ("unknown-step", "not-now", "empty-order", "order-too-long", "too-many-steps"),
)
"""Refusals of what is half notation: words are tried, but these say better what is wrong."""


@dataclass(frozen=True, slots=True)
class Worded:
    """The order for the open decision, what is left for later, what was corrected for it, what
    stood below it and was left aside, and why it is this one of several."""

    text: str
    later: tuple[StandingClause, ...] = ()
    corrections: tuple[Correction, ...] = ()
    aside: tuple[str, ...] = ()
    branches: tuple[Branch, ...] = ()

    @property
    def line(self) -> str:
        """The order with all that is left for later, in the notation."""
        return "; ".join((self.text, *(clause.line for clause in self.later)))


@dataclass(frozen=True, slots=True)
class OrderReader:
    """Reads what a seat writes in a position; `languages` are its writer's, the own one first, and
    `names` the players', by seat."""

    rules: AnyRules
    state: object
    seat: Seat
    languages: Sequence[str] = ()
    names: Sequence[str] = ()

    def order(self, text: str, below: Sequence[str] = (), choices: Choices = tuple) -> Worded:
        """An order for the open decision, with the lines below it.

        `choices` are asked for where words are read. Raises an OrderError: AmbiguousOrderError
        with what may be meant; OrderSyntaxError `not-understood` (`unread`, `examples`, and
        `is_retracted` where all is taken back) where words stay words; else what the rules refuse.
        """
        turned = self._turned(text, below, choices)
        whole, left = _parted_from_clauses("\n".join((text, *below)))
        if turned is not None:
            return self._worded(turned, whole, self._later(left))
        try:
            worded = self._in_notation(text)
        except OrderError as error:
            if not _may_be_words(error) or self._is_long_notation(text, error):
                raise
            refused = error
        else:
            return self._with_below(worded, below)
        later = self._later(left)
        result = understand(
            self.rules, self.state, self.seat, whole, self.languages, choices(), self.names
        )
        if refused.code in _KEPT and not isinstance(result, Understood):
            raise refused
        return self._worded(result, text, later)

    def alone(self, word: str) -> str:
        """The order that a verb is by itself, spelled as it should be; "" for none."""
        result = understand(self.rules, self.state, self.seat, word, self.languages)
        if not isinstance(result, Understood) or result.corrections:
            return ""
        game, verb = self.rules.key, result.text.partition(" ")[0]
        said = {token.value for token in named_tokens(game, word, in_order(self.languages))}
        is_said = not said.isdisjoint((verb, words_of(game).spoken_verbs.get(verb, verb)))
        return result.text if is_said else ""

    def later(self, clauses: Sequence[StandingClause], below: Sequence[str] = ()) -> Worded:
        """Orders for later alone. Raises as `later_clauses`."""
        later = self._later(clauses)
        return self._with_below(Worded("", later.clauses, later.corrections), below)

    def _later(self, clauses: Sequence[StandingClause], order: str = "") -> Later:
        return later_clauses(
            self.rules, self.state, self.seat, clauses, self.languages, order=order
        )

    def _turned(self, text: str, below: Sequence[str], choices: Choices) -> Result | None:
        """What an order says whose lines below it may turn it; None where they do not."""
        words = [line for line in below[:MOST_BELOW] if not is_clause(line)]
        now = "; ".join(piece for piece in _PIECE_END.split(text) if not is_clause(piece))
        if not words or not now:
            return None
        lines = (now, *words)
        return read_turned(self.rules, self.state, self.seat, lines, self.languages, choices())

    def _worded(self, result: Result, text: str, later: Later) -> Worded:
        """What words came to, as an order with its later steps."""
        quoted = " ".join(text.split())[:QUOTED_CHARACTERS]
        if isinstance(result, Question):
            raise which_of(self.rules, self.state, self.seat, result.choices, quoted)
        if isinstance(result, NotUnderstood):
            raise _refusal(result, quoted)
        worded = self._in_notation(result.text)
        corrections = (*result.corrections, *later.corrections)
        clauses = (*worded.later, *later.clauses)
        return Worded(worded.text, clauses, corrections, branches=result.branches)

    def _in_notation(self, text: str) -> Worded:
        """The first step as notation; the later ones in notation or in words."""
        now_step, later = parted(split_steps(text))
        if now_step is None:
            raise OrderSyntaxError("empty-order", text=text[:QUOTED_CHARACTERS])
        if later and "\n" in text and not self._is_notation(now_step):
            # What looks like notation is words where words stand below: "owl family\nno, ducks".
            raise OrderSyntaxError("words-below", text=text[:QUOTED_CHARACTERS])
        fit = first_legal(self.rules, self.state, self.seat, now_step)
        for reason in fit.refused:
            if isinstance(reason, OrderSyntaxError):
                raise reason  # an alternative that is no notation may be words
        left = self._later(later, fit.text)
        branches = tuple(Branch(reason.text, "refused") for reason in fit.refused)
        return Worded(fit.text, left.clauses, left.corrections, branches=branches)

    def _with_below(self, worded: Worded, below: Sequence[str]) -> Worded:
        """With the lines below that are further steps, and those that only seem to be."""
        later, corrections, aside = list(worded.later), list(worded.corrections), []
        for line in below[:MOST_BELOW]:
            found = read_below(self.rules, self.state, self.seat, line, self.languages)
            clauses = [read_clause(step) for step in split_steps(found.text)] if found.text else []
            if clauses and len(later) + len(clauses) <= MOST_STEPS:
                later.extend(clauses)
                corrections.extend(found.corrections)
            elif found.kind is not Kind.CLOSING:
                aside.append(line[:QUOTED_CHARACTERS])
        aside.extend(line[:QUOTED_CHARACTERS] for line in below[MOST_BELOW : MOST_BELOW + 1])
        return replace(
            worded, later=tuple(later), corrections=tuple(corrections), aside=tuple(aside)
        )

    def _is_notation(self, alternatives: Sequence[str]) -> bool:
        game = self.rules.key
        return all(is_notation(game, one, with_articles=True) for one in alternatives)

    def _is_long_notation(self, text: str, error: OrderError) -> bool:
        """Whether there are too many steps of notation for words to be meant."""
        pieces = _PIECE_END.split(text)[:MOST_STEPS]
        return error.code == "too-many-steps" and all(
            is_notation(self.rules.key, piece) for piece in pieces
        )


def _parted_from_clauses(text: str) -> tuple[str, tuple[StandingClause, ...]]:
    """A text without its steps that say when they speak, and these, which are always notation."""
    pieces = _PIECE_END.split(text)
    left = [piece for piece in pieces if is_clause(piece)]
    if not left:
        return text, ()
    _now, clauses = parted(split_steps("; ".join(left)))
    return "; ".join(piece for piece in pieces if not is_clause(piece)), clauses


def _may_be_words(error: OrderError) -> bool:
    """Whether what was refused is no notation, at least in one alternative."""
    if isinstance(error, NoAlternativeError):
        return any(isinstance(reason, OrderSyntaxError) for reason in error.reasons)
    if error.code in ("too-many-alternatives", "not-understood"):
        return False
    return isinstance(error, OrderSyntaxError) or error.code == "not-now"


def which_of(
    rules: AnyRules, state: object, seat: Seat, candidates: Sequence[str], text: str
) -> AmbiguousOrderError:
    """The question which of the candidates a text means: `which-order` is answered by a number,
    `which-number` not, since a number is an order of this decision."""
    is_number = rules.decision(state, seat).kind in words_of(rules.key).bare_numbers
    code = "which-number" if is_number else "which-order"
    return AmbiguousOrderError(code, candidates=candidates, text=text)


def _refusal(result: NotUnderstood, quoted: str) -> OrderError:
    example = result.examples[0] if result.examples else ""
    error = result.refusal
    if error is None:
        unread = list(result.unread)
        error = OrderSyntaxError("not-understood", text=quoted, example=example, unread=unread)
        error.params["examples"] = list(result.examples)
        if result.is_retracted:
            error.params["is_retracted"] = True
    error.read_as = result.read
    error.example = error.example or example
    return error
