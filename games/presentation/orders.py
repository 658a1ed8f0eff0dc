"""Orders of the notation in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from typing import TypeAlias

from games.presentation.words import gettext as _
from games.presentation.words import or_list, pgettext, spoken_language
from games.rules.clauses import StandingClause, When, read_clause
from games.rules.protocol import OrderSyntaxError
from games.rules.steps import split_steps

Verbs: TypeAlias = Mapping[str, Callable[[Sequence[str]], str | None]]
"""By each verb of a game, the words for its values."""

ANY_OF = "/"
"""Stands between values of which any will do, for words about several orders."""

OrderWords: TypeAlias = Callable[[str, Sequence[str]], str | None]
"""The words for a verb with its values, all in lower case; None for what is not canonical."""


def words_by(verbs: Verbs) -> OrderWords:
    """The words that each verb finds for its values."""

    def words(verb: str, values: Sequence[str]) -> str | None:
        found = verbs.get(verb)
        return found(values) if found is not None else None

    return words


def order_in_words(text: str, words: OrderWords) -> str:
    """An order, or several steps with alternatives, in words.

    A step that says when it speaks says so in words, too. An alternative that is not in the
    canonical notation stays as it was written; so does a text that is no order at all. Never
    raises.
    """
    try:
        steps = [read_clause(step) for step in split_steps(text)]
    except OrderSyntaxError:
        return text
    if len(steps) == 1:
        return _step(steps[0], words)
    return pgettext("between two steps of an order", "; then ").join(
        _step(step, words) for step in steps
    )


def _step(step: StandingClause, words: OrderWords) -> str:
    order = or_list(_alternatives(step.alternatives, words))
    values = {"order": order, "number": step.until_round}
    if step.when is When.IF_MISSED:
        return _("if missed: %(order)s") % values
    if step.until_round is not None:
        return _("each time, until round %(number)s: %(order)s") % values
    return _("each time: %(order)s") % values if step.when is When.EACH_TIME else order


def order_shown(text: str, in_words: Callable[[str], str]) -> str:
    """An order as an example: in words, but to who reads English in the notation, which is that."""
    return text if spoken_language() == "en" else in_words(text)


def order_shown_by(verbs: Verbs, text: str) -> str:
    """The same where a game's verbs are at hand, but not its presentation."""
    return order_shown(text, lambda order: order_in_words(order, words_by(verbs)))


def _alternatives(texts: Sequence[str], words: OrderWords) -> list[str]:
    """The alternatives in words. Neighbours that differ in their first value alone are one, where
    the game has words for that."""
    found: list[str] = []
    for (verb, *rest), some in groupby(texts, _but_for_the_first):
        alike = list(some)
        firsts = ANY_OF.join(text.lower().split()[1] for text in alike) if rest else ""
        together = words(verb, [firsts, *rest]) if len(alike) > 1 and firsts else None
        found += [together] if together else [_alternative(text, words) for text in alike]
    return found


def _but_for_the_first(text: str) -> list[str]:
    verb, *values = text.lower().split()
    return [verb, *values[1:]]


def _alternative(text: str, words: OrderWords) -> str:
    verb, *values = text.split()
    return words(verb.lower(), [value.lower() for value in values]) or text
