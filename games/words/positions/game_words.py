"""What a game says of its orders in plain words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from games.rules.registry import game_for
from games.words.lexicon.lexing import NO_CODES, Codes
from games.words.lexicon.sentences import Word
from games.words.positions.facts import Facts, FactsOf, no_facts
from games.words.positions.scene import Option, OrderScene
from games.words.speech.clauses import Clause
from games.words.speech.grammar import OrderClause

if TYPE_CHECKING:
    from games.words.positions.named_things import NamedThings

Merged: TypeAlias = Callable[[Sequence[OrderClause], OrderScene], list[OrderClause]]
Settle: TypeAlias = Callable[[OrderScene, Sequence[Clause]], None]
Visible: TypeAlias = Callable[[OrderScene, Clause], Mapping[str, Collection[str]]]
Described: TypeAlias = Callable[[OrderScene, Facts, Sequence[Word], str], Sequence[str]]
Plans: TypeAlias = Callable[[OrderScene, "NamedThings", str], Iterable[str]]
OptionOf: TypeAlias = Callable[[OrderClause, OrderScene, OrderClause | None], Option]


def nothing_settled(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Every clause does what its words say."""
    del scene, clauses


def nothing_spent(text: str) -> Sequence[str]:
    """No order gives anything away."""
    del text
    return ()


def nothing_described(
    scene: OrderScene, facts: Facts, words: Sequence[Word], language: str
) -> Sequence[str]:
    """No order is described as a whole."""
    del scene, facts, words, language
    return ()


def nothing_visible(scene: OrderScene, clause: Clause) -> Mapping[str, Collection[str]]:
    """No condition is decided by what lies on the table."""
    del scene, clause
    return {}


def no_plans(scene: OrderScene, named: NamedThings, first: str) -> Iterable[str]:
    """Nothing is ordered ahead."""
    del scene, named, first
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWords:
    """How a game's orders are read from words; its vocabulary lies in `seeds/words`.

    `merged` joins the clauses that make one order, `option` says which orders a clause may mean;
    its last argument is the alternative ahead of the clause, if any.
    """

    grammar: Path
    merged: Merged
    option: OptionOf
    codes: Codes = NO_CODES
    one_order: frozenset[str] = frozenset()
    """The decisions where several sentences make one order: nothing is decided after it in the
    round."""

    bare_numbers: frozenset[str] = frozenset()
    """The decisions where a number alone is an order: no numbered question can be asked there."""

    spoken_verbs: Mapping[str, str] = field(default_factory=dict)
    """The vocabulary's name for a verb of the notation, where it is another."""

    stages: Mapping[str, int] = field(default_factory=dict)
    """In what sequence the verbs of a round or turn come: a later one is a further step, even
    where an "if" stands before it."""

    always_legal: frozenset[str] = frozenset()
    """The decisions in which every choice can be made, so that an "or" leaves it open."""

    opposites: Mapping[str, str] = field(default_factory=dict)
    """The verb that leaves undone what another does, where there is nothing else to decide."""

    visible: Visible = nothing_visible
    """By kind of token, what lies open and a condition like this may speak of, each as often as it
    lies there."""

    facts: FactsOf = no_facts
    """What the writer sees, as conditions and descriptions speak of it."""

    described: Described = nothing_described
    """The legal orders that fit all that is said of one, where it is described by more than its
    parts."""

    plans: Plans = no_plans
    """The steps that things named in a text may make behind a first one, as orders."""

    spent: Callable[[str], Sequence[str]] = nothing_spent
    """Which cards an order in the notation gives away."""

    settle: Settle = nothing_settled
    """Judges anew, in place, what clauses do in a position of this game."""

    settle_last: Settle = nothing_settled
    """As `settle`, once conditions, what is kept and corrections are settled."""

    virtual_names: frozenset[str] = frozenset()
    """What a virtual player is called, in small letters."""

    reads_values: bool = False
    """Whether the values that the open decision offers count as words of the game."""


def words_of(game: str) -> GameWords:
    """How the orders of the game with this key are read."""
    found: GameWords = game_for(game).load_words()
    return found


def stage_of(scene: OrderScene) -> int:
    """The stage of the open decision; 0 for one whose verbs have none."""
    stages = words_of(scene.rules.key).stages
    verbs = (choice.verb.split()[0] for choice in scene.decision.choices)
    return max((stages.get(verb, 0) for verb in verbs), default=0)


def later_stages(scene: OrderScene) -> dict[str, int]:
    """How far behind the open decision each verb comes; 0 for those that do not."""
    now = stage_of(scene)
    return {verb: max(one - now, 0) for verb, one in words_of(scene.rules.key).stages.items()}
