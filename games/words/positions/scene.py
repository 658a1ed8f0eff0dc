"""The position that words are read in, as its seat sees it; and candidate orders tried in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from games.rules.game import AnyRules
from games.rules.protocol import Decision, GameView, OrderError, Seat
from games.words.results import Branch, Result
from games.words.speech.clauses import Clause
from games.words.speech.grammar import OrderClause

MOST_CANDIDATES = 200
MOST_LEGAL = 400
NOT_YET = Decision("", {"in_round": False}, ())
LATER_IN_ROUND = Decision("", {"in_round": True}, ())


class Option(NamedTuple):
    """What one alternative may mean: candidate texts of the notation, likeliest first."""

    texts: tuple[str, ...]


NO_OPTION = Option(())


@dataclass(slots=True)
class OrderScene:
    """One seat's decision. Everything comes from the seat's own view: nothing hidden can leak."""

    rules: AnyRules
    state: object
    seat: Seat
    decision: Decision
    view: GameView
    names: Sequence[str] = ()
    """What the players are called, by seat, as far as the reader was told."""

    words_read: int = 0
    """How many words of the text were read, each as often as it was: what reading has cost."""

    ahead: tuple[str, ...] = ()
    """What the steps ahead of the one that is read may say, the likeliest of each."""

    branches: list[Branch] = field(default_factory=list)
    """Which conditions of the text that is read hold, and which do not."""

    settled: dict[object, tuple[Sequence[Clause], Sequence[Branch]]] = field(default_factory=dict)
    """The clauses of texts that were read, and which conditions of theirs hold."""

    read: dict[object, Result] = field(default_factory=dict)
    """What runs of words came to in this position: the same ones are read in many spellings."""

    cases_read: dict[object, Result] = field(default_factory=dict)
    """What the cases of the text came to, each by its words."""

    _tried: dict[str, str | OrderError] = field(default_factory=dict)
    _legal: list[str] = field(default_factory=list)

    @classmethod
    def of(
        cls, rules: AnyRules, state: object, seat: Seat, names: Sequence[str] = ()
    ) -> OrderScene:
        """The scene of an awaited seat; `names` may leave out the virtual players, who come last.
        Raises IllegalOrderError for a seat that is not awaited."""
        decision, view = rules.decision(state, seat), rules.view(state, seat)
        everybody = (*names, *view.virtual) if len(names) == view.seats else names
        return cls(rules, state, seat, decision, view, everybody)

    @classmethod
    def of_later(
        cls, rules: AnyRules, state: object, seat: Seat, *, in_round: bool = False
    ) -> OrderScene:
        """The scene of a decision that is not open yet: of it nothing is known but the hand, and
        `in_round` that it stands behind an order of the same round."""
        decision = LATER_IN_ROUND if in_round else NOT_YET
        return cls(rules, state, seat, decision, rules.view(state, seat))

    @property
    def kind(self) -> str:
        """The kind of the open decision, "" for one to come."""
        return self.decision.kind

    @property
    def is_later(self) -> bool:
        """Whether the decision is one to come."""
        return self.decision in (NOT_YET, LATER_IN_ROUND)

    @property
    def is_later_in_round(self) -> bool:
        """Whether it is to come in this round, behind another order."""
        return self.decision == LATER_IN_ROUND

    @property
    def hand(self) -> Sequence[str]:
        """The seat's cards, as far as it sees them itself."""
        return self.view.hand or ()

    def tried(self, text: str) -> str | OrderError:
        """The canonical text of an order that is legal now, or why it is not."""
        if text not in self._tried:
            try:
                order = self.rules.parse_order(self.state, self.seat, text)
            except OrderError as error:
                self._tried[text] = error
            else:
                self._tried[text] = self.rules.format_order(order)
        return self._tried[text]

    def legal(self) -> Sequence[str]:
        """The canonical texts of what may be ordered now, no more than `MOST_LEGAL` of them."""
        if not self._legal and not self.is_later:
            orders = islice(self.rules.legal_orders(self.state, self.seat), MOST_LEGAL)
            self._legal.extend(map(self.rules.format_order, orders))
        return self._legal

    def values(self, verb: str, part: int = 0) -> tuple[str, ...]:
        """What may be chosen in a part of a choice of the open decision; nothing elsewhere."""
        for choice in self.decision.choices:
            if choice.verb == verb and len(choice.parts) > part:
                return choice.parts[part].values
        return ()


def options(texts: Iterable[str]) -> Option:
    """An option of these texts, each once."""
    found = dict.fromkeys(" ".join(text.split()) for text in texts)
    return Option(tuple(found)[:MOST_CANDIDATES])


def is_denied(clause: OrderClause) -> bool:
    """Whether the clause says that something is not done."""
    return clause.verb.startswith("-")


def joined(first: OrderClause, second: OrderClause, verb: str) -> OrderClause:
    """Two clauses of one order."""
    return OrderClause(verb, (*first.things, *second.things))


def only_verb(clause: OrderClause, verbs: Iterable[str]) -> bool:
    """Whether the clause is one of these verbs and nothing else."""
    return not clause.things and not clause.final and clause.verb in verbs
