"""Lists, names and caches that the words of every game share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from inspect import signature
from typing import TypeVar, TypeVarTuple

from django.utils import translation
from django.utils.translation import get_language, ngettext

from games.presentation.values import UnknownWordError, figure

Key = TypeVar("Key")
Text = TypeVar("Text", bound=str)
Arguments = TypeVarTuple("Arguments")


_SPOKEN: ContextVar[str | None] = ContextVar("spoken", default=None)


@contextmanager
def speaking(language: str | None) -> Iterator[None]:
    """Have everything said in this language within, as `translation.override` does.

    To ask Django which language is active takes longer than to look a word up, and a mail looks up
    fifty: within, `per_language` knows it. Nothing within may activate another.
    """
    kept = _SPOKEN.set(language)
    try:
        with translation.override(language):
            yield
    finally:
        _SPOKEN.reset(kept)


def spoken_language() -> str | None:
    """The active language."""
    return _SPOKEN.get() or get_language()


def per_language(make: Callable[[*Arguments], Text]) -> Callable[[*Arguments], Text]:
    """Remember a text or a drawing for its arguments and the active language.

    Only for functions of few different arguments: card and animal names, never a member's name.
    """

    @lru_cache(maxsize=4096)
    def remembered(language: str | None, arguments: tuple[*Arguments]) -> Text:
        return make(*arguments)

    @wraps(make)
    def call(*arguments: *Arguments) -> Text:
        return remembered(_SPOKEN.get() or get_language(), arguments)

    return call


@per_language
def gettext(text: str) -> str:
    """As Django's, for the texts of games: a mail looks up fifty, and most of them again."""
    return translation.gettext(text)


_ = gettext


@per_language
def pgettext(context: str, text: str) -> str:
    """As `gettext`, for a text that means something else elsewhere."""
    return translation.pgettext(context, text)


def pick(kind: str, key: Key, words: Mapping[Key, str]) -> str:
    """The word for the key. Raises UnknownWordError, naming the kind of thing, where none is."""
    try:
        return words[key]
    except KeyError:
        raise UnknownWordError(f"no {kind} {key!r}") from None


@per_language
def number_of_cards(number: int) -> str:
    """`3 cards`."""
    return ngettext("%(number)s card", "%(number)s cards", number) % {"number": number}


@per_language
def number_of_points(number: int) -> str:
    """`3 points`."""
    points = ngettext("%(number)s point", "%(number)s points", number)
    return points % {"number": figure(number)}


def worded(words: Callable[..., str], facts: Mapping[str, object]) -> str:
    """The text that a function makes of those facts that its parameters name.

    A parameter whose fact is called like a function that it uses has `_` behind its name.
    """
    wanted = wanted_facts(words, tuple(facts))
    return words(**{parameter: facts[name] for parameter, name in wanted})


@lru_cache(maxsize=1024)
def wanted_facts(words: Callable[..., str], names: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """Of facts of these names those that `worded` gives to a function, by its parameters."""
    wanted = signature(words).parameters
    named = ((name if name in wanted else f"{name}_", name) for name in names)
    return tuple((parameter, name) for parameter, name in named if parameter in wanted)


def and_list(items: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    if len(items) < 2:
        return "".join(items)
    return _("%(beginning)s and %(last)s") % {
        "beginning": comma_list(items[:-1]),
        "last": items[-1],
    }


def or_list(items: Sequence[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    if len(items) < 2:
        return "".join(items)
    return _("%(beginning)s or %(last)s") % {
        "beginning": comma_list(items[:-1]),
        "last": items[-1],
    }


def comma_list(items: Sequence[str]) -> str:
    """`a, b, c`."""
    return _comma().join(items)


@per_language
def _comma() -> str:
    return pgettext("between the items of a list", ", ")


def clauses(parts: Sequence[str]) -> str:
    """`Takes 2 parrots; row 2 keeps an owl`: one line of what is there, with a capital."""
    line = pgettext("between two clauses of a line", "; ").join(part for part in parts if part)
    return line[:1].upper() + line[1:]


def paragraph(sentences: Sequence[str]) -> str:
    """Whole sentences, one after the other on a line."""
    return " ".join(sentence for sentence in sentences if sentence)
