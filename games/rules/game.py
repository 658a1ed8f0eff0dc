"""A game as the service knows it: one declaration in the game's own package."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

from games.rules.lesson import Lesson
from games.rules.protocol import Bot, Decision, Rules
from games.rules.traits import Traits

AnyRules = Rules[Any, Any]


def gettext_noop(text: str) -> str:
    """Mark a text for the translators, as Django's function does: a declaration loads no Django."""
    return text


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """All that cannot be derived from a game's rules. Only `package` and `rules` have no default.

    `package` is the declaring package's `__name__`; `rules.<language>.md` beside it are the rules
    pages, unless they lie in `seeds/rules`. `rules` is the newest version, `earlier` are those
    under which matches may still run: `games.E001` says when one is missing.
    """

    package: str
    rules: AnyRules
    earlier: Sequence[AnyRules] = ()
    rank: int = 100
    """Where the site offers it: the lowest first, equal ones by name."""

    bots: Mapping[str, Bot] = field(default_factory=dict)
    """The virtual players by their keys, the strongest last, instead of or beside PLAIN_BOTS."""

    presentation: str = "games.presentation.default_presentation:Presentation"
    """The class that words and draws it, as `module:name`: found when it is needed."""

    words: str = "games.words.positions.plain:PLAIN_WORDS"
    """How plain words are read, a `games.words.positions.game_words.GameWords` as `module:name`."""

    traits: str = "games.rules.traits:NO_TRAITS"
    """What is counted of its finished matches, a `games.rules.traits.Traits` as `module:name`."""

    names: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What a word of the notation is called, the first name being shown and every one read."""

    standing: str = ""
    """The steps that a simulated player leaves behind with each order, in the notation."""

    plan: Callable[[Any, Decision], str] | None = None
    """From the view of a seat that is asked: an order with the steps that it would leave for the
    rest of the round, in the notation; "" where none is worth offering. Made of the view alone, the
    same each time."""

    decisions: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    """By seats: decision points at which somebody has a choice, and choices in all, in a usual
    match: medians of eight matches of steady bots with the options that come first."""

    authors: str = ""
    """Whose game it is, a sentence for the credits as far as the rulebook says it."""

    figures: Mapping[str, int] = field(default_factory=dict)
    """Numbers of its rules that rules pages give as `{name}`, so that they follow the rules."""

    pitch: str = ""
    """What it is about, in a sentence of at most twenty words."""

    cards: Sequence[str] = ()
    """Three cards that stand for it where it is offered."""

    lesson: str = ""
    """Its guided first round, a `games.rules.lesson.Lesson` as `module:name`."""

    style: str = ""
    """The style sheet of its table, among the static files."""

    @property
    def key(self) -> str:
        """What addresses, records and the database call it."""
        return self.rules.key

    @property
    def name(self) -> str:
        """What people call it."""
        return self.rules.name

    @property
    def folder(self) -> Path:
        """Where its package lies."""
        spec = find_spec(self.package)
        if spec is None or spec.origin is None:
            raise ModuleNotFoundError(self.package)
        return Path(spec.origin).parent

    def load_words(self) -> Any:
        """What `words` names."""
        return _resolved(self.words)

    def load_lesson(self) -> Lesson | None:
        """What `lesson` names; None where the game has none."""
        return _resolved(self.lesson) if self.lesson else None

    def load_traits(self) -> Traits:
        """What `traits` names."""
        traits: Traits = _resolved(self.traits)
        return traits

    def load_presentation(self) -> Any:
        """What `presentation` names."""
        return _resolved(self.presentation)


_resolved = cache(resolve_name)
