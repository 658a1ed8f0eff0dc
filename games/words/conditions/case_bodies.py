"""Where what is done in a case may begin, behind a condition that no comma ends."""

from __future__ import annotations

from collections.abc import Sequence

from games.words.conditions.case_openers import SECTION, compares
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.said import Phrases, length_at, phrases
from games.words.lexicon.sentences import Word
from games.words.lexicon.tags import OTHERS, VERB
from games.words.lexicon.vocabulary import grammar_of, marks
from games.words.positions.evidence import NAMING

DONE = (VERB, "ALL")
THINGS = ("ANIMAL", "SPECIES", "COLOUR", "HABITAT", "CODE", "PILE", "RANK")
_LAY = (VERB, "lay")
_NAMES = ("me", "as object", "then")


def begins(plain: Sequence[str], place: int, tokens: Sequence[Token], language: str) -> int:
    """How well what is done may begin at this word: 3 with the writer, 2 with a verb, 1 with a
    thing, 0 with anything else; `tokens` are those of all the words."""
    before = plain[:place]
    is_than = compares(plain, place, language) and plain[place] in _listed("then", language)
    if is_than or before[-1] in _listed("before", language) or _dangles(before, language):
        return 0
    if length_at(plain, place, _listed("deed", language)) or _leads_me(plain, place, language):
        return 2
    if plain[place] in _listed("not", language) and not grammar_of(language).denies_behind:
        return 2
    if any(length_at(plain, place, _listed(name, language)) for name in _NAMES):
        return 3
    leads = plain[place] in _listed("determiners", language)
    begun = [one for one in tokens if one.place - leads <= place <= one.place]
    return _begins_with(before, begun, language)


def _leads_me(plain: Sequence[str], place: int, language: str) -> bool:
    """Whether a Dutch verb stands here, whose "I" follows: "als Anna meer heeft | wacht ik"."""
    behind = plain[place + 1 : place + 2]
    others = ("joining", "before", "then", "if", "me", "has", "determiners")
    is_other = any(plain[place] in _listed(name, language) for name in others)
    return bool(behind) and behind[0] in _listed("inverted me", language) and not is_other


def _begins_with(before: Sequence[str], begun: Sequence[Token], language: str) -> int:
    """How well it may begin with these tokens behind those words."""
    leads = before[-1] in _listed("articles", language)
    if leads or (before[-1] in _listed("determiners", language) and not _does(begun)):
        return 0
    is_own = before[-1] in _listed("me", language)
    is_trump = any(one.value == "trump" for one in begun) and not is_own  # "if yellow is | trump"
    is_compared = any(one.kind in THINGS for one in begun) and _ends_in_more(before, language)
    if is_trump or is_compared:
        return 0
    if _does(begun):
        return 2
    return int(any(one.kind in NAMING or one.value == "states" for one in begun))


def _does(begun: Sequence[Token]) -> bool:
    return any(one.kind in DONE for one in begun)


def _dangles(before: Sequence[str], language: str) -> bool:
    """Whether these end in a "not" or an "I" that belongs to what stands behind it."""
    grammar = grammar_of(language)
    is_denial = not grammar.denies_behind and before[-1] in _listed("not", language)
    return is_denial or any(word in grammar.speaker for word in before[-2:])


def _ends_in_more(before: Sequence[str], language: str) -> bool:
    """Whether these end in a "more" or "less", which compares: "if I have more | blue than red"."""
    return any(before[-1] in _listed(name, language) for name in ("is more", "is less"))


def agrees_to_deny(plain: Sequence[str], tokens: Sequence[Token], language: str) -> bool:
    """Whether a word behind an "if not" only agrees with it: "si no | me llevo nada", not "si no |
    hay león nada"."""
    listed = _listed("agreeing denials", language)
    place = next((i for i, word in enumerate(plain) if word in listed), None)
    if place is None or any(word in _listed("not", language) for word in plain[:place]):
        return False
    return not any(one.place < place and one.kind in NAMING for one in tokens)


def says_may(words: Sequence[Word], tokens: Sequence[Token], language: str) -> bool:
    """Whether these say what the writer may do, with a card."""
    plain, able = [word.plain for word in words], _listed("able", language)
    is_able = any(length_at(plain, place, able) for place in range(len(plain)))
    return is_able and any(one.kind in THINGS for one in tokens)


def says_nothing(tokens: Sequence[Token]) -> bool:
    """Whether none of these words is known to say what is done, or points at anything, and one is
    not known at all."""
    known = (*DONE, *NAMING, "SIDE", "ROW", "BIRD")
    is_pointing = any(one.written.casefold() in marks("pronouns") for one in tokens)
    is_unknown = any(one.kind == UNKNOWN for one in tokens)
    return is_unknown and not is_pointing and all(one.kind not in known for one in tokens)


def speaks_of_family(tokens: Sequence[Token]) -> bool:
    """Whether these speak of a family that may come about, and neither of a row nor of others."""
    is_family = any(one.value == "family" or (one.kind, one.value) == _LAY for one in tokens)
    return is_family and all(one.kind not in ("ROW", "SIDE", OTHERS) for one in tokens)


def _listed(name: str, language: str) -> Phrases:
    return phrases(language, SECTION, name)
