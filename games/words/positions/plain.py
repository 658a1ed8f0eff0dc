"""The words of a game that says nothing of its own: what its notation and its decisions name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from games.rules.protocol import Choice
from games.words.lexicon.lexing import Codes
from games.words.positions.game_words import GameWords
from games.words.positions.scene import NO_OPTION, Option, OrderScene, is_denied, joined, options
from games.words.speech.grammar import OrderClause


def merged(clauses: Sequence[OrderClause], scene: OrderScene) -> list[OrderClause]:
    """The clauses, a verb alone joined with the things that follow it."""
    del scene
    found: list[OrderClause] = []
    for clause in clauses:
        if found and not found[-1].things and not clause.verb:
            found[-1] = joined(found[-1], clause, found[-1].verb)
        else:
            found.append(clause)
    return found


def option(clause: OrderClause, scene: OrderScene, before: OrderClause | None) -> Option:
    """The orders of the open decision's choices with this verb, if any, and these things."""
    if is_denied(clause) or clause.final.startswith("-"):
        return NO_OPTION
    verb = clause.verb or (before.verb if before is not None else "")
    said = [thing.value for thing in clause.things]
    choices = [one for one in scene.decision.choices if verb in ("", one.verb.split()[0])]
    spelled = [order for choice in choices for order in _spelled(choice, said)]
    if not spelled and verb:
        spelled = [" ".join((verb, *said))]
    return options(spelled)


def _spelled(choice: Choice, said: Sequence[str]) -> Iterator[str]:
    """The choice with its parts filled by what was said, in whatever order; else nothing."""
    left = [word.casefold() for word in said]
    chosen = [choice.verb]
    for part in choice.parts:
        values = {value.casefold(): value for value in part.values}
        fitting = [word for word in left if word in values][: part.most]
        if len(fitting) < part.least:
            return
        left = [word for word in left if word not in fitting]
        chosen += [values[word] for word in fitting]
    if not left:
        yield " ".join(chosen)


PLAIN_WORDS = GameWords(
    grammar=Path(__file__).with_name("plain.lark"),
    merged=merged,
    option=option,
    codes=Codes(re.compile(r"[a-z]\d{1,2}|\d{1,2}[a-z]", re.ASCII)),
    reads_values=True,
)
