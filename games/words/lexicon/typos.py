"""Misspelt and shortened words: what they may have been meant for.

`mag 2 l`, `vrd 7`, `B2` for bosco 2, `golvenvogel`: the nearest words, the words that begin so, the
initials and the parts of a compound are tried, and what is no legal order falls away.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import islice, product
from typing import NamedTuple

from rapidfuzz import process
from rapidfuzz.distance import OSA

from games.words.lexicon import tags
from games.words.lexicon.keyboard import is_slip_of_thumb, likeliest
from games.words.lexicon.language_grammar import compounding
from games.words.lexicon.lexing import codes_of, is_coded, is_small_code
from games.words.lexicon.sentences import Sentence, Word
from games.words.lexicon.shortenings import SHORTENED, WITH_DIGITS, Guess, short_words, shortened
from games.words.lexicon.vocabulary import (
    LANGUAGES,
    WordMeaning,
    given_names,
    grammar_of,
    known_words,
    marked_words,
)
from games.words.results import Correction

SHORTEST = 4
LONG = 6
MOST_UNKNOWN = 5
MOST_VARIANTS = 24
_MOST_NEAR = 12
_MOST_MEANINGS = 6
_SHORT_TEXT = 6
"""In so many words a single letter is read as an initial."""

_SHOWN = ("HABITAT", "COLOUR", "SUIT", "SPECIES", "RANK")
"""What stands ahead of "card", "side" and the like in one word."""

_VALUES = frozenset((tags.NUMBER, "RANK", "COLOUR", "HABITAT", "SUIT", "SPECIES", "ANIMAL"))
_TERSE = 3
"""In a text of words no longer than this a letter that is no word of an order is an initial."""

_DRAWN_OUT = re.compile(r"(.)\1{2,}")
_LONGEST_WORD = 40
_LINKS = ("", "n", "en", "s", "e")
_SHORTEST_PART = 3


class Variant(NamedTuple):
    """A text with its unknown words replaced, and whether a word for a number was among them."""

    sentences: tuple[Sentence, ...]
    corrections: tuple[Correction, ...]
    touches_value: bool
    respelt: int = 0
    """How many words were replaced, those included that say nothing."""


def unknown_words(game: str, sentences: Sequence[Sentence], *, codes: bool = False) -> list[str]:
    """The words that no language knows, without accents, each once; with `codes` the cards too."""
    known = known_words(game)
    words = [word for sentence in sentences for word in sentence.words]
    is_terse = all(_is_terse(word, known) for word in words)
    is_one = sum(word.plain.isalpha() for word in words) == 1
    return list(
        dict.fromkeys(
            word.plain
            for word in words
            if (
                word.plain not in known
                or (is_terse and _is_idle_letter(word, known))
                or (is_one and known[word.plain].value == "part")  # "ge 5"
            )
            and not _is_card(game, word, codes=codes)
        )
    )


def _is_card(game: str, word: Word, *, codes: bool) -> bool:
    """Whether a word is a card in the notation; with `codes`, only one that can be nothing else."""
    if is_small_code(game, word):
        return True
    return is_coded(game, word) and not (codes and WITH_DIGITS.fullmatch(word.plain))


def _is_terse(word: Word, known: Mapping[str, WordMeaning]) -> bool:
    """Whether a word may stand in a text of initials: not `don` and `t`."""
    is_thing = word.plain not in known or known[word.plain].kind in SHORTENED
    return len(word.plain) <= _TERSE and (len(word.plain) == 1 or is_thing)


def _is_idle_letter(word: Word, known: Mapping[str, WordMeaning]) -> bool:
    """Whether a letter only joins words elsewhere, and is an initial among initials: "t 4 l"."""
    return len(word.plain) == 1 and known[word.plain].kind == tags.FILLER


def variants(
    game: str,
    sentences: Sequence[Sentence],
    language: str,
    *,
    codes: bool = False,
    players: Collection[str] = (),
) -> Iterator[Variant]:
    """The text with its unknown words read as known ones, in every way, likeliest first; the names
    of `players` are spelt right.

    Words of the language that the text seems to be in go before those of the others.
    Nothing is offered where a word is as near to one that turns an order round, or where too many
    words are unknown for this to be a matter of spelling.
    """
    is_short = sum(len(sentence.words) for sentence in sentences) <= _SHORT_TEXT
    within = [word for sentence in sentences for word in sentence.words[1:]]
    names = {one.plain for one in within if _is_name(one) and not _is_suit(game, one, language)}
    names |= {sentences[-1].words[-1].plain} if sentences and _signs(sentences[-1]) else set()
    names |= given_names() | marked_words() | set(players)
    cards = {one.plain for sentence in sentences for one in sentence.words if _is_card_like(one)}
    guesses = [
        found
        for word in unknown_words(game, sentences, codes=codes)
        if word not in names
        if (found := _guesses(game, word, language, is_short=is_short))
        if word not in cards or not any(guess.kind == tags.VERB for guess in found)
    ]
    if not guesses or len(guesses) > MOST_UNKNOWN:
        return
    for chosen in islice(filter(_is_even, product(*guesses)), MOST_VARIANTS):
        replaced = {guess.written: guess for guess in chosen}
        yield Variant(
            tuple(_replaced(sentence, replaced) for sentence in sentences),
            tuple(
                Correction(each.written, each.plain)
                for each in chosen
                if each.kind not in (tags.FILLER, "CODE")
            ),
            any(each.kind in (tags.NUMBER, tags.ORDINAL) for each in chosen),
            len(chosen),
        )


def _is_card_like(word: Word) -> bool:
    """Whether a word is written as a card is, and no verb: `KrZ`."""
    inner = word.written[1:]
    return inner.lower() != inner != inner.upper()


def _is_even(chosen: Sequence[Guess]) -> bool:
    """Whether of the words that are cards all are read as these, or all as something else."""
    coded = {one.kind == "CODE" for one in chosen if not one.written.isalpha()}
    return len(coded) < len((True, False))


def _signs(last: Sentence) -> bool:
    """Whether a text ends with a name behind a comma or on a line of its own."""
    word = last.words[-1]
    is_apart = len(last.words) > 1 and (word.after_line or word.after_comma)
    return is_apart and word.written[0].isupper() and word.written[1:].islower()


def _is_name(word: Word) -> bool:
    """Whether a word within a line begins with a capital, as names do."""
    is_within = not (word.after_line or word.after_comma) and len(word.written) >= SHORTEST
    return is_within and word.written[0].isupper() and word.written[1:].islower()


def _is_suit(game: str, word: Word, language: str) -> bool:
    """Whether a word is a misspelt suit, which players write in capitals as its name is printed."""
    return any(guess.kind == "SUIT" for guess in _misspelt(game, word.plain, language))


@lru_cache(maxsize=4096)
def _guesses(game: str, word: str, language: str, *, is_short: bool) -> Sequence[Guess]:
    """What a word may stand for, one guess for each thing that is meant; a card first itself."""
    card = [Guess(word, word, "CODE")] if codes_of(game).anyhow.fullmatch(word) else []
    found = list(_misspelt(game, word, language)) if word.isalpha() else []
    if not found and word.isalpha():
        found = list(_compound(game, word, language)) or list(_near_compound(game, word, language))
    begun = [one for one in short_words(game, language) if one.startswith(word)]
    is_other = not any(guess.plain.startswith(word) for guess in found)
    is_begun = len(word) >= SHORTEST and bool(begun) and is_other  # `toek` is no slip for "trek"
    is_jumbled = any(sorted(guess.plain) == sorted(word) for guess in found)
    is_open = is_begun or (len(word) < SHORTEST and not is_jumbled)
    if len(word) <= LONG and (is_open or all(guess.kind == tags.FILLER for guess in found)):
        found = [*shortened(game, word, language, is_short=is_short), *found]
    return (*card, *found[:_MOST_MEANINGS])


def spelled_out(game: str, sentences: Sequence[Sentence]) -> Variant:
    """The text, unknown words in it parted or without drawn-out letters where that makes known
    ones: `ekstersfamilie`, `dueee`."""
    known = known_words(game)
    guesses: dict[str, Guess] = {}
    for word in unknown_words(game, sentences):
        if len(word) > _LONGEST_WORD or not word.isalpha():
            continue
        short = next((one for one in _drawn_in(word) if one in known), "")
        parted = (one for each in compounding() for one in _compound(game, word, each))
        found = next(parted, None) if not short else None
        if short:
            guesses[word] = Guess(word, short, known[short].kind)
        elif found is not None:
            guesses[word] = found
    if guesses:
        sentences = [_replaced(sentence, guesses) for sentence in sentences]
    drawn = (each for each in guesses.values() if each.kind == tags.NUMBER)
    return Variant(
        tuple(sentences),
        tuple(Correction(each.written, each.plain) for each in drawn),
        touches_value=False,
    )


def _drawn_in(word: str) -> Iterator[str]:
    """The word with letters that stand three times or more written once or twice."""
    for kept in (r"\1", r"\1\1"):
        short = _DRAWN_OUT.sub(kept, word)
        if short != word:
            yield short


@lru_cache(maxsize=4096)
def is_slip(game: str, word: str, language: str) -> bool:
    """Whether an unknown word may be a misspelt one of the game, and no word of every day."""
    near = list(_misspelt(game, word, language)) if len(word) <= _LONGEST_WORD else []
    return any(guess.kind in SHORTENED for guess in near)


def _misspelt(game: str, word: str, language: str) -> Iterator[Guess]:
    if len(word) < SHORTEST - 1:
        return
    most = 2 if len(word) >= LONG else 1
    # A word of one language is hardly another's with two slips: `follia` is no "follow".
    for languages, slips in (((language,), most), (LANGUAGES, 1)):
        known = known_words(game, languages)
        near = process.extract(
            word, known.keys(), scorer=OSA.distance, score_cutoff=slips, limit=_MOST_NEAR
        )
        if len(word) < SHORTEST:
            own = languages == (language,)
            near = [one for one in near if _is_short_slip(word, one[0], known, own=own)]
        near = near or [(name, 1, 0) for name in _jumbled(game, word, languages)]
        if near:
            break
    nearest = [name for name, distance, _index in near if distance == near[0][1]]
    nearest = likeliest(word, nearest) if near and near[0][1] == 1 else nearest
    meanings = {known[name]: name for name in reversed(nearest)}
    if any(meaning.kind in SHORTENED for meaning in meanings):
        # What somebody else does is no likelier than what is asked: `roho` is "rojo", not "robó".
        meanings = {one: name for one, name in meanings.items() if one.kind != tags.OTHERS}
    if any(meaning.kind in tags.CAREFUL or meaning.kind in tags.TURNING for meaning in meanings):
        return
    # With two slips a word is no "may": `potere` is no "potrei".
    fillers = [meaning for meaning in meanings if meaning.kind in (tags.FILLER, tags.MAY)]
    fillers = fillers if near and near[0][1] > 1 else _later_fillers(fillers)
    for meaning, name in meanings.items():
        if meaning not in fillers:
            yield Guess(word, name, meaning.kind)


def _is_short_slip(word: str, name: str, known: Mapping[str, WordMeaning], *, own: bool) -> bool:
    """Whether three letters are a known word's in another sequence, or those of a card's name or
    number in the writer's own language but for a neighbouring key: `duw` is "due"."""
    is_value = own and known[name].kind in _VALUES and len(name) == len(word)
    return sorted(word) == sorted(name) or (is_value and is_slip_of_thumb(word, name))


def _later_fillers(fillers: Sequence[WordMeaning]) -> list[WordMeaning]:
    return [meaning for meaning in fillers if meaning.kind == tags.FILLER][1:]


def _jumbled(game: str, word: str, languages: tuple[str, ...]) -> Sequence[str]:
    """The known words of the same letters, the first at its place: `koorn` for `kroon`."""
    if len(word) <= SHORTEST:
        return ()
    return _by_letters(game, languages).get((word[0], *sorted(word)), ())


@cache
def _by_letters(game: str, languages: tuple[str, ...]) -> Mapping[tuple[str, ...], Sequence[str]]:
    found: dict[tuple[str, ...], list[str]] = {}
    for name in known_words(game, languages):
        found.setdefault((name[0], *sorted(name)), []).append(name)
    return found


def _compound(game: str, word: str, language: str) -> Iterator[Guess]:
    """The two words of a Dutch compound: `golvenvogel`, `manenkaart`."""
    known = known_words(game, (language,))
    for place in range(_SHORTEST_PART, len(word) - _SHORTEST_PART + 1):
        right = word[place:]
        is_thing = right in known and known[right].kind in SHORTENED
        if not is_thing and right not in grammar_of(language).tails:
            continue
        kind = known[right].kind if is_thing else tags.FILLER
        lefts = SHORTENED if is_thing else _SHOWN
        for link in _LINKS:
            left = word[:place] + link
            if left in known and known[left].kind in lefts:
                yield Guess(word, f"{left} {right}", kind)
                return


def _near_compound(game: str, word: str, language: str) -> Iterator[Guess]:
    """The two words of a compound in which each may have a slip: `endenfamiilie`."""
    if language not in compounding() or len(word) > _LONGEST_WORD:
        return
    known = known_words(game, (language,))
    things = [
        name for name, one in known.items() if one.kind in SHORTENED and len(name) >= LONG - 1
    ]
    for place in range(SHORTEST, len(word) - LONG + 2):
        right = _nearest(word[place:], things)
        left = _nearest(word[:place], [name for name in things if known[name].kind != tags.VERB])
        if left and right and known[left].kind in SHORTENED:
            yield Guess(word, f"{left} {right}", known[right].kind)
            return


def _nearest(word: str, names: Sequence[str]) -> str:
    """The one name that is spelt so but for a slip; "" for none."""
    near = process.extract(word, names, scorer=OSA.distance, score_cutoff=1, limit=_MOST_NEAR)
    best = [name for name, distance, _index in near if distance == near[0][1]]
    return best[0] if best else ""


def _replaced(sentence: Sentence, guesses: dict[str, Guess]) -> Sentence:
    words: list[Word] = []
    for word in sentence.words:
        if word.plain not in guesses:
            words.append(word)
            continue
        guess = guesses[word.plain]
        for index, plain in enumerate(guess.plain.split()):
            is_plain = plain.isdigit() or guess.kind == tags.FILLER  # as what it marks it is told
            words.append(
                word._replace(
                    written=plain if is_plain else word.written,
                    folded=plain,
                    plain=plain,
                    after_comma=word.after_comma and index == 0,
                    after_line=word.after_line and index == 0,
                )
            )
    return Sentence(words, sentence.is_question)
