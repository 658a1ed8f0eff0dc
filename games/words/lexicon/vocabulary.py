"""The words of four languages, read from seeds/words: what each word or phrase means in a game."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from games.rules.protocol import Decision
from games.rules.registry import game_for
from games.words.lexicon import tags
from games.words.lexicon.inflections import VerbForms

SEEDS = Path(__file__).resolve().parents[3] / "seeds"
FOLDER = SEEDS / "words"
LANGUAGES = tuple(
    code
    for code in tomllib.loads((SEEDS / "languages.toml").read_text(encoding="utf-8"))
    if (FOLDER / f"{code}.toml").is_file()
)
"""The languages in which orders are read, in the order in which they are tried."""

# Section and key of a vocabulary file to the kind of token; a key of its own goes before "*".
_KINDS: Mapping[str, Mapping[str, str]] = {
    "numbers": {"*": tags.NUMBER},
    "ordinals": {"*": tags.ORDINAL},
    "acts": {
        "correct": tags.CORRECT,
        "retract": tags.RETRACT,
        "drop": tags.DROP,
        "therefore": tags.THEREFORE,
        "ask": tags.ASK,
        "may": tags.MAY,
        "talk": tags.TALK,
        "gone": tags.GONE,
        "side": tags.OTHER_ONE,
        "other": tags.OTHER_ONE,
        "sorry": tags.SORRY,
    },
    "connectors": {
        "then": "THEN",
        "confirmed": "THEN",
        "finally": "THEN",
        "or": "OR",
        "and": "AND",
        "of": "OF",
    },
    "shorthands": {"none": "NONE", "all": "ALL", "any": "ANY", "*": "HOW"},
    "careful": {
        "not": tags.NOT,
        "if": tags.DOUBT,
        "maybe": tags.DOUBT,
        "others": tags.OTHERS,
        "but": tags.BUT,
    },
    "polite": {"because": tags.BECAUSE, "*": tags.FILLER},
    "answers": {"*": tags.FILLER},
    "habitats": {"*": "HABITAT"},
    "refills": {"*": "REFILL"},
    "animals": {"*": "ANIMAL"},
    "colours": {"*": "COLOUR"},
    "specials": {"*": "SPECIAL"},
    "species": {"*": "SPECIES"},
    "rows": {"row": "ROW", "*": "NAMED_ROW"},
    "sides": {"*": "SIDE"},
    "ranks": {"*": "RANK"},
    "suits": {"*": "SUIT"},
    "cards": {"*": "CODE"},
    "things": {"bird": "BIRD", "deck": "DECK", "pile": "PILE"},
    "verbs": {"tricks": "TRICKS", "leader": tags.FILLER, "*": tags.VERB},
}


class WordMeaning(NamedTuple):
    """What a word or phrase is: a kind of token and its value, `("HABITAT", "F")`."""

    kind: str
    value: str


class Grammar(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What no list of words can say of a language; each field as the files explain it."""

    comparing: Mapping[str, tuple[str, ...]] = {}
    speaker: tuple[str, ...] = ()
    hypothetical: tuple[str, ...] = ()
    pronouns: tuple[str, ...] = ()
    particles: tuple[str, ...] = ()
    inverting: tuple[str, ...] = ()
    merely: tuple[str, ...] = ()
    infinitive: str = ""
    they: tuple[str, ...] = ()
    deed_names: tuple[str, ...] = ()
    deed_leads: tuple[str, ...] = ()
    compounds: bool = False
    tails: tuple[str, ...] = ()
    denies: bool = False
    denies_behind: bool = False
    expletive: bool = False
    verbs: VerbForms = VerbForms()


class Phrase(NamedTuple):
    """A phrase of a vocabulary, word by word, as written there and without accents."""

    folded: tuple[str, ...]
    plain: tuple[str, ...]
    meaning: WordMeaning


class Lexicon(NamedTuple):
    """The phrases of one language in one game by the first word without accents, longest first."""

    language: str
    phrases: Mapping[str, Sequence[Phrase]]

    def longest(self, folded: tuple[str, ...], plain: tuple[str, ...], start: int) -> Phrase | None:
        """The longest phrase that stands at this place; accents decide between equals."""
        best: Phrase | None = None
        for phrase in self.phrases.get(plain[start], ()):
            length = len(phrase.plain)
            if best is not None and length < len(best.plain):
                break
            if length > 1 and plain[start : start + length] != phrase.plain:
                continue
            if folded[start : start + length] == phrase.folded:
                return phrase
            best = best or phrase
        return best


def plain_of(word: str) -> str:
    """A folded word without its accents."""
    if word.isascii():
        return word
    parts = unicodedata.normalize("NFD", word)
    return "".join(part for part in parts if not unicodedata.combining(part))


def phrase_words(phrase: str) -> tuple[str, ...]:
    """The words of a vocabulary's phrase, parted as a text's words are."""
    return tuple(phrase.casefold().replace("-", " ").replace("'", " ").split())


@cache
def lexicon(game: str, language: str) -> Lexicon:
    """The vocabulary of a language for a game; the game's own words go before the common ones."""
    entries = list(_entries(game, language))
    return _lexicon(language, (*entries, *_inflected(language, entries)))


def _inflected(
    language: str, entries: Iterable[tuple[tuple[str, ...], WordMeaning]]
) -> Iterator[tuple[tuple[str, ...], WordMeaning]]:
    """The other forms of the verbs among the entries."""
    for words, meaning in entries:
        if meaning.kind == tags.VERB and len(words) == 1:
            for form in grammar_of(language).verbs.of(words[0]):
                yield (form,), meaning


def _lexicon(language: str, entries: Iterable[tuple[tuple[str, ...], WordMeaning]]) -> Lexicon:
    found: dict[tuple[str, ...], Phrase] = {}
    for folded, meaning in entries:
        plain = tuple(map(plain_of, folded))
        if plain:
            found.setdefault(folded, Phrase(folded, plain, meaning))
    by_first: dict[str, list[Phrase]] = {}
    for phrase in found.values():
        by_first.setdefault(phrase.plain[0], []).append(phrase)
    for phrases in by_first.values():
        phrases.sort(key=lambda phrase: -len(phrase.plain))
    return Lexicon(language, by_first)


@cache
def known_words(game: str, languages: tuple[str, ...] = LANGUAGES) -> Mapping[str, WordMeaning]:
    """Every word of these languages without accents, those inside phrases too.

    A word that stands alone means what it says; of others nothing more is known than that they
    exist, and they count as fillers.
    """
    found: dict[str, WordMeaning] = {}
    for language in languages:
        for phrases in lexicon(game, language).phrases.values():
            for phrase in phrases:
                if len(phrase.plain) == 1:
                    found.setdefault(phrase.plain[0], phrase.meaning)
    for language in languages:
        for phrases in lexicon(game, language).phrases.values():
            for phrase in phrases:
                for word in phrase.plain:
                    found.setdefault(word, WordMeaning(tags.FILLER, "part"))
    return found


def section_words(language: str, section: str, key: str) -> list[str]:
    """The words of a common entry."""
    return _file(language)["common"][section][key]


@cache
def section_keys(game: str) -> frozenset[str]:
    """The words of the notation that stand for things of a game: `lion`, `F`, `left`, `lowest`."""
    sections = [
        *(entries for name, entries in _own(game, "en").items() if name != "verbs"),
        _file("en")["common"]["shorthands"],
    ]
    return frozenset(key for entries in sections for key in entries)


@cache
def values_of(game: str, kind: str) -> frozenset[str]:
    """What words of a kind may mean in a game, as the notation writes it."""
    return frozenset(
        meaning.value for _words, meaning in _entries(game, "en") if meaning.kind == kind
    )


@cache
def marks(name: str) -> frozenset[str]:
    """The words of all languages that mark a clause: `no`, `also`, `card`, `i say`."""
    return frozenset(
        word
        for language in LANGUAGES
        for word in _file(language)["clauses"].get("marks", {}).get(name, ())
    )


def phrases_in(language: str, section: str, name: str) -> Sequence[str]:
    """The phrases of a list that stands in a section of its own: `conditions`, `descriptions`."""
    found: Sequence[str] = _file(language)[section][name]  # type: ignore[assignment]
    return found


def names_in(language: str, section: str) -> Sequence[str]:
    """The names of the lists of such a section."""
    return list(_file(language)[section])


@cache
def given_names() -> frozenset[str]:
    """Given names of all languages, without accents, and without those that are words as well."""
    return frozenset(map(plain_of, marks("names")))


@cache
def marked_words() -> frozenset[str]:
    """Words that say whose deed or wish is spoken of, or what stays, without accents: they are
    spelt right."""
    told = ("reporting", "hypothetical", "wanted", "keep", "also", "adds", "takes out")
    unmeant = (
        "unmeant",
        "unreal",
        "joking",
        "ignore",
        "household",
        "ahead of",
        "could",
        "supposed",
    )
    every = (word for name in (*told, *unmeant) for word in marks(name))
    return frozenset(map(plain_of, every))


def occasion_words(language: str) -> Mapping[str, list[str]]:
    """How the language says when a step speaks: `missed`, `each`, `until`, `rounds`."""
    return _file(language)["clauses"]["occasions"]


@cache
def grammar_of(language: str) -> Grammar:
    """A language's grammar; an empty one for words of no language."""
    found = _file(language).get("grammar", {}) if language else {}
    return msgspec.convert(found, Grammar)


def offered(decision: Decision) -> Lexicon:
    """The values that a decision offers, each as itself, in no language."""
    values = [v for choice in decision.choices for part in choice.parts for v in part.values]
    return _lexicon("", ((phrase_words(value), WordMeaning("CODE", value)) for value in values))


def _entries(game: str, language: str) -> Iterator[tuple[tuple[str, ...], WordMeaning]]:
    for group in (_own(game, language), _file(language)["common"]):
        for section, entries in group.items():
            kinds = _KINDS[section]
            for key, phrases in entries.items():
                meaning = WordMeaning(kinds.get(key) or kinds["*"], key)
                for phrase in phrases:
                    yield phrase_words(phrase), meaning


def _own(game: str, language: str) -> Mapping[str, Mapping[str, Sequence[str]]]:
    """A game's section of the vocabulary; without one, its verbs and the names it declares."""
    if game in _file(language):
        return _file(language)[game]
    declared = game_for(game)
    verbs = {verb: (verb, *declared.names.get(verb, ())) for verb in declared.rules.verbs}
    names = {key: words for key, words in declared.names.items() if key not in verbs}
    return {"verbs": verbs, "cards": names}


@cache
def _file(language: str) -> dict[str, dict[str, dict[str, list[str]]]]:
    with (FOLDER / f"{language}.toml").open("rb") as file:
        vocabulary = tomllib.load(file)
    assert vocabulary.pop("language") == language
    return vocabulary
