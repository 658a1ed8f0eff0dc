"""Refusals in words: what was wrong, what was understood, and what would work.

What every game refuses is worded here; a game adds the words for its own codes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeAlias

from games.presentation.orders import order_shown
from games.presentation.people import one_line
from games.presentation.words import comma_list, or_list, paragraph, spoken_language, worded
from games.presentation.words import gettext as _
from games.rules.protocol import AmbiguousOrderError, OrderError, OrderSyntaxError, RulesError
from games.rules.steps import NoAlternativeError, split_steps

MOST_QUOTED = 80

Problems: TypeAlias = Mapping[str, Callable[..., str]]
"""The words for each code in the active language: a function of those params that it names."""


def quoted(text: str) -> str:
    """What somebody wrote, on one line and not too long, to be shown back."""
    line = one_line(text[: MOST_QUOTED + 1])
    if len(line) < MOST_QUOTED:  # what is as long was cut to that length before it came here
        return line
    return line[: MOST_QUOTED - 1].rsplit(" ", 1)[0] + "…"


class Names(Protocol):
    """What the refusals that games share are worded with."""

    def phase_name(self, name: str, /) -> str: ...

    def option_label(self, name: str, /) -> str: ...

    def option_value_label(self, name: str, value: str | bool | int, /) -> str: ...


def usual_problems(names: Names) -> Problems:
    """The words for what games refuse alike; a game says otherwise where its params differ."""

    def not_now(kind: str, verb: str | None = None) -> str:
        values = {"phase": names.phase_name(kind), "verb": verb}
        if not verb or not _knows_verbs():
            return _("This isn’t a move for this turn (%(phase)s).") % values
        return _("“%(verb)s” isn’t possible this turn (%(phase)s).") % values

    def bad_option(option: str, allowed: Sequence[str | bool | int], value: object) -> str:
        possible = [names.option_value_label(option, one) for one in allowed]
        return _("%(option)s: %(value)s isn’t possible. Choose from: %(allowed)s.") % {
            "option": names.option_label(option),
            "value": quoted(str(value)),
            "allowed": comma_list(possible),
        }

    def unknown_option(option: str, known: Sequence[str]) -> str:
        return _("This game has no option “%(option)s”. Choose from: %(known)s.") % {
            "option": quoted(str(option)),
            "known": comma_list([names.option_label(name) for name in known]),
        }

    return {
        "not-now": not_now,
        "two-verbs": lambda: _("That’s two moves at once. Separate them with “;”."),
        "bad-option": bad_option,
        "unknown-option": unknown_option,
        "too-few-seats": _seats,
        "too-many-seats": _seats,
    }


def _knows_verbs() -> bool:
    """Whether the reader's language has the bare verbs of the notation: they are English words."""
    return spoken_language() == "en"


def _seats(seats: int, least: int, most: int) -> str:
    return _("With these options the game is for %(least)s to %(most)s players, not %(seats)s.") % {
        "seats": seats,
        "least": least,
        "most": most,
    }


class Refusals:
    """The refusals of one game in words."""

    def __init__(
        self,
        problems: Problems,
        order_in_words: Callable[[str], str],
        unworded: Callable[[RulesError], str],
    ) -> None:
        self._problems = {**_OF_EVERY_GAME, **problems}
        self._order_in_words = order_in_words
        self._unworded = unworded

    @property
    def codes(self) -> frozenset[str]:
        """The codes that there are words for."""
        return frozenset(self._problems)

    def error(self, refusal: RulesError) -> str:
        """Why an order or a set-up was not taken."""
        if not isinstance(refusal, OrderError):
            return self.problem(refusal)
        parts = [
            self._understood(refusal),
            _unsure() if refusal.read_as and _is_all_read(refusal) else self.problem(refusal),
            *self._reasons(refusal),
            self._remedy(refusal),
        ]
        if isinstance(refusal, AmbiguousOrderError) and refusal.candidates:
            return "\n".join((paragraph(parts), *self._choices(refusal)))
        return paragraph(parts)

    def problem(self, refusal: RulesError) -> str:
        """Only what was wrong, without the text and the example."""
        words = self._problems.get(refusal.code)
        if words is None:
            return self._unworded(refusal)
        return worded(words, refusal.params)

    def _understood(self, refusal: OrderError) -> str:
        if not refusal.text.strip():
            return ""
        text, read = quoted(refusal.text), self._order_in_words(refusal.read_as)
        if read and (read != refusal.read_as or _knows_verbs()):
            return _("You wrote “%(text)s”; we read: %(order)s.") % {"text": text, "order": read}
        words = self._order_in_words(text)
        if not self._is_notation(text):
            return _("You wrote “%(text)s”.") % {"text": text}
        return _("You wrote “%(text)s”, which means: %(order)s.") % {"text": text, "order": words}

    def _is_notation(self, text: str) -> bool:
        """Whether there are other words for each part of a text: what has none stays as it was
        written, and means nothing."""
        try:
            parts = [part for step in split_steps(text) for part in step]
        except OrderSyntaxError:
            return False
        return all(self._order_in_words(part) not in (part, part.lower()) for part in parts)

    def _choices(self, question: AmbiguousOrderError) -> list[str]:
        """The orders to choose from, a line each; the dot keeps a quoted line from being read."""
        lines = []
        for number, choice in enumerate(question.candidates, start=1):
            words = self._order_in_words(choice)
            shown = f"{words} ({choice})" if words != choice else choice
            lines.append(f"· {number}: {shown}" if _is_numbered(question) else f"· {shown}")
        return lines

    def _remedy(self, refusal: OrderError) -> str:
        if isinstance(refusal, AmbiguousOrderError) and refusal.candidates:
            if _is_numbered(refusal):
                return (
                    _("If that’s what you mean, reply 1:")
                    if len(refusal.candidates) == 1
                    else _("Reply with the number of the one you mean:")
                )
            return (
                _("If that’s what you mean, reply “yes”:")
                if len(refusal.candidates) == 1
                else _("Reply with the one you mean:")
            )
        if refusal.example:
            return _("For example: “%(order)s”.") % {
                "order": order_shown(refusal.example, self._order_in_words)
            }
        return ""

    def _reasons(self, refusal: OrderError) -> list[str]:
        if not isinstance(refusal, NoAlternativeError):
            return []
        return [
            _("“%(text)s”: %(problem)s")
            % {"text": quoted(reason.text), "problem": self.problem(reason)}
            for reason in refusal.reasons
        ]


def _too_long(most: int) -> str:
    return _("This is too long for a move; the limit is %(most)s characters.") % {"most": most}


def _is_all_read(refusal: OrderError) -> bool:
    """Whether words were not understood for sure, though none of them was left."""
    unread = refusal.params.get("unread", ())
    is_read = isinstance(unread, Sequence) and not " ".join(map(str, unread)).strip(" ?")
    return refusal.code == "not-understood" and is_read


def _is_numbered(question: AmbiguousOrderError) -> bool:
    """Whether a number answers a question: not where it would be an order itself."""
    return question.code != "which-number"


def _not_understood(unread: Sequence[str] = ()) -> str:
    words = quoted(" ".join(unread))
    if not words.strip(" ?"):
        return _("We couldn’t find a move of this game in it.")
    return _("We couldn’t read that as a move: “%(words)s”.") % {"words": words}


def _unsure() -> str:
    return _("We’re not quite sure what you mean, so nothing has changed yet.")


_OF_EVERY_GAME: Problems = {
    "empty-order": lambda: _("There’s no move in this text."),
    "order-too-long": _too_long,
    "too-many-steps": lambda most: (
        _("More than %(most)s moves in advance is too many.") % {"most": most}
    ),
    "too-many-alternatives": lambda most: (
        _("More than %(most)s alternatives is too many.") % {"most": most}
    ),
    "empty-alternative": lambda: _("Something is missing before or after “or”."),
    "which-order": _unsure,
    "which-number": _unsure,
    "not-understood": _not_understood,
    "no-alternative-fits": lambda: _("None of these is possible now."),
    "unknown-step": lambda step, verbs: (
        _(
            "We don’t know the first word of the later move “%(step)s”. Start with one "
            "of: %(verbs)s."
        )
        % {"step": quoted(step), "verbs": or_list(verbs)}
    ),
    "empty": lambda: _("There’s no move in this text."),
    "too-long": _too_long,
    "not-awaited": lambda: _("It’s not your turn."),
    "wrong-seats": lambda: _("These aren’t the moves of the players whose turn it is."),
}
