"""Words into tokens: what each word or phrase means in a game, one language read before others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from games.rules.registry import game_for
from games.words.lexicon import tags
from games.words.lexicon.sentences import Sentence, Word
from games.words.lexicon.vocabulary import Lexicon, Phrase, WordMeaning, known_words, lexicon, marks

UNKNOWN = "UNKNOWN"
MOST_DIGITS = 3

_TURNED_CODES = re.compile(r"(\d{1,2})([a-z])", re.ASCII)
_PLURAL = re.compile(r"\d+s", re.ASCII)
_SUITS = ("HABITAT", "COLOUR")
"""Behind one of these "2s" are twos: "both savannah 2s"."""
_NEVER = re.compile(r"(?!)")
ARTICLES = frozenset(("een", "one", "uno", "una"))
"""Numbers that are articles as well."""

_ARTICLES_FIRST = frozenset(("een",))
"""Those that are articles wherever a thing follows; the number is written "één" there."""

_ONES = ("uno", "una")
_DEFINITE = ("l", "el")
_OWN = ("me", "mi")
_COUNTABLE = frozenset((tags.NUMBER, "RANK", "SUIT", "CODE", "SPECIES"))
_OF_A_CARD = frozenset(("van", "of", "di", "de"))


class Codes(NamedTuple):
    """How a game's notation writes its cards: in any case, or where that is too much, in capitals.

    `meanings` say what single capitals mean that are no card.
    """

    anyhow: re.Pattern[str] = _NEVER
    capital: re.Pattern[str] = _NEVER
    meanings: Mapping[str, WordMeaning] = {}


NO_CODES = Codes()


def codes_of(game: str) -> Codes:
    """The codes of the game with this key."""
    codes: Codes = game_for(game).load_words().codes
    return codes


class Token(NamedTuple):
    """A word or phrase with its meaning; `language` is "" for digits, codes and unknown words."""

    kind: str
    value: str
    written: str
    after_comma: bool
    language: str
    place: int
    length: int
    after_line: bool = False
    after_colon: bool = False
    is_player: bool = False
    """Whether it is the name of somebody else at the table, or what belongs to him: `Sannes`."""

    @property
    def end(self) -> int:
        """The place of the word behind it."""
        return self.place + self.length


class LexedSentence(NamedTuple):
    """A sentence as tokens, fillers included."""

    tokens: tuple[Token, ...]
    is_question: bool


def lex(
    game: str,
    sentences: Sequence[Sentence],
    languages: Sequence[str],
    position: Sequence[Lexicon] = (),
) -> tuple[LexedSentence, ...]:
    """Every sentence as tokens. A word that several languages know is the first one's.

    The words of the `position`, if any, go before those of all languages.
    """
    found = []
    place = 0
    for sentence in sentences:
        words = tuple(sentence.words)
        if position:
            own = (*position, *(lexicon(game, language) for language in languages))
            tokens = tuple(_numbers_kept(tuple(_tokens(game, words, own))))
        else:
            tokens = _known_tokens(game, words, tuple(languages))
        moved = tuple(token._replace(place=token.place + place) for token in tokens)
        found.append(LexedSentence(moved, sentence.is_question))
        place += len(words)
    return tuple(found)


@lru_cache(maxsize=1024)  # one text is read in many ways, and its sentences are the same in most
def _known_tokens(
    game: str, words: tuple[Word, ...], languages: tuple[str, ...]
) -> tuple[Token, ...]:
    lexicons = [lexicon(game, language) for language in languages]
    return tuple(_numbers_kept(tuple(_tokens(game, words, lexicons))))


def _tokens(game: str, words: Sequence[Word], lexicons: Sequence[Lexicon]) -> Iterator[Token]:
    shouted = len(words) > 1 and all(word.is_upper or word.plain.isdigit() for word in words)
    shouted = shouted and not all(is_coded(game, word) for word in words)  # "R6 > N" is none
    spoken = _Spoken.of(words)
    index = 0
    while index < len(words):
        word = words[index]
        meaning, length, language = _coded(game, word, shouted=shouted), 1, ""
        if meaning is None:
            for each in lexicons:
                phrase = _within_commas(spoken, index, each)
                if phrase is not None and not _is_foreign_turn(phrase, each, lexicons):
                    meaning, length, language = phrase.meaning, len(phrase.plain), each.language
                    break
        kind, value = meaning or _small_code(game, word) or (UNKNOWN, word.plain)
        written = " ".join(each.written for each in words[index : index + length])
        yield Token(
            kind,
            value,
            written,
            word.after_comma,
            language,
            index,
            length,
            word.after_line,
            word.after_colon,
        )
        index += length


class _Spoken(NamedTuple):
    """The words of a sentence as vocabularies have them, and the places of those after a comma."""

    folded: tuple[str, ...]
    plain: tuple[str, ...]
    commas: tuple[int, ...]

    @classmethod
    def of(cls, words: Sequence[Word]) -> _Spoken:
        commas = tuple(place for place, word in enumerate(words) if word.after_comma)
        return cls(
            tuple(word.folded for word in words), tuple(word.plain for word in words), commas
        )


def _within_commas(words: _Spoken, index: int, lexicon: Lexicon) -> Phrase | None:
    """The longest phrase at this place; where a comma stands within, none that says nothing, "…
    aquí, va el rojo", nor one whose end begins a longer one: "so no, no family"."""
    folded, plain, commas = words
    phrase = lexicon.longest(folded, plain, index)
    if phrase is None or len(phrase.plain) == 1 or not commas:
        return phrase
    length = len(phrase.plain)
    comma = next((place for place in commas if index < place < index + length), None)
    if comma is None:
        return phrase
    if phrase.meaning.kind == tags.FILLER:
        return None
    behind = lexicon.longest(folded, plain, comma)
    if behind is not None and comma + len(behind.plain) > index + length:
        return lexicon.longest(folded[:comma], plain[:comma], index)
    return phrase


def _is_foreign_turn(phrase: Phrase, lexicon: Lexicon, lexicons: Sequence[Lexicon]) -> bool:
    """Whether a single word turns an order round in another language only: Dutch `ho`, `fout`."""
    first = next(each for each in lexicons if each.language)
    is_common = lexicon.language in (first.language, "en")
    return not is_common and len(phrase.plain) == 1 and phrase.meaning.kind in tags.TURNING


def _coded(game: str, word: Word, *, shouted: bool) -> WordMeaning | None:
    """A number in digits, or a card as the notation writes it."""
    if word.plain.isdigit():
        if not word.plain.isascii() or len(word.plain) > MOST_DIGITS:
            return None
        return WordMeaning(tags.NUMBER, str(int(word.plain)))
    codes = codes_of(game)
    if codes.anyhow.fullmatch(word.plain):
        return WordMeaning("CODE", word.plain.upper())
    turned = _TURNED_CODES.fullmatch(word.plain)
    if turned and codes.anyhow.fullmatch(turned[2] + turned[1]):
        return WordMeaning("CODE", (turned[2] + turned[1]).upper())
    if not shouted and codes.capital.fullmatch(word.written):
        return codes.meanings.get(word.written) or WordMeaning("CODE", word.written)
    return None


def _small_code(game: str, word: Word) -> WordMeaning | None:
    """A card written in small letters, where no language knows the word: `av`, `pvly`."""
    code = word.plain.upper()
    is_plain = len(code) > 1 and len(set(code)) == len(code)  # "ass" is no ace of suns
    if is_plain and codes_of(game).capital.fullmatch(code):
        return WordMeaning("CODE", code)
    return None


def is_small_code(game: str, word: Word) -> bool:
    """Whether a word is a card in small letters and without a number: `cl`."""
    return _small_code(game, word) is not None


def is_coded(game: str, word: Word) -> bool:
    """Whether a word is a number in digits or a card in the notation."""
    return _coded(game, word, shouted=False) is not None


def ungreeted(game: str, sentences: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """The sentences without what only greets at their beginning, where more follows: a text means
    the same with a greeting and without."""
    left = list(sentences)
    while len(left) > 1 and _greets(game, left[0].words):
        del left[0]
    for first in left[:1]:
        words = first.words[_greeted(game, first.words) :]
        if len(words) < len(first.words) or len(left) < len(sentences):
            words = [words[0]._replace(after_line=False, after_comma=False), *words[1:]]
        left[0] = Sentence(words, first.is_question)
    return tuple(left)


def _greeted(game: str, words: Sequence[Word]) -> int:
    """How many words greet in front of the rest of their sentence: "Hi all, …"."""
    starts = [" ".join(word.folded for word in words[:length]) for length in (1, 2)]
    if marks("greeting").isdisjoint(starts):
        return 0
    places = (i for i, word in enumerate(words) if i and word.after_comma)
    return next((i for i in places if _greets(game, words[:i])), 0)


def _greets(game: str, words: Sequence[Word]) -> bool:
    """Whether these words say nothing of the game, as "Hi all" doesn't."""
    known = known_words(game)
    return all(
        not is_coded(game, word) and word.plain in known and known[word.plain].kind in _GREETING
        for word in words
    )


_GREETING = (tags.FILLER, tags.TALK, "ALL")


def _tells_many(before: Sequence[Token]) -> bool:
    """Whether "3s" behind these words are threes: "my savannah 3s", "one of the 3s"."""
    said = before[-1].written.casefold().split()[-1] if before else ""
    return bool(before) and (before[-1].kind in _SUITS or said in marks("of many"))


def _numbers_kept(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens; a `one` that counts nothing (`een leeuw`, `the highest one`) is a filler."""
    for index, token in enumerate(tokens):
        is_plural = _PLURAL.fullmatch(token.written) and _tells_many(tokens[:index])
        if token.kind == "CODE" and is_plural:
            yield token._replace(kind=tags.NUMBER, value=token.written[:-1])
            continue
        if token.kind == tags.NUMBER and token.written.casefold() in ARTICLES:
            following = tokens[index + 1] if index + 1 < len(tokens) else None
            is_noun = any(before.kind == "HOW" for before in tokens[max(index - 2, 0) : index])
            is_noun = is_noun or _is_noun(tokens[max(index - 2, 0) : index])
            if _numbers_place(tokens[:index], token, following):
                yield token
                continue
            is_value = bool(index) and tokens[index - 1].kind in _SUITS
            if _is_named_one(tokens[:index], token, following):
                yield token
                continue
            is_value = is_value and following is not None and following.kind == tags.FILLER
            begins = following is not None and _begins_a_thing(following)
            if is_noun or (begins and not is_value):
                yield token._replace(kind=tags.FILLER)
                continue
        yield token


def _numbers_place(before: Sequence[Token], one: Token, following: Token | None) -> bool:
    """Whether a "one" is the number of a row or bird: "row one", "bird number one gets"."""
    place = [token for token in before if token.value != "fillers"][-1:]
    is_beside = bool(before) and before[-1].end == one.place and not one.after_comma
    is_place = is_beside and bool(place) and place[0].kind in ("ROW", "BIRD")
    if following is not None and following.kind in _COUNTABLE:
        return is_place and one.written.casefold() not in _ARTICLES_FIRST
    return is_place


def _is_named_one(before: Sequence[Token], one: Token, following: Token | None) -> bool:
    """Whether an article stands before a "uno", or a verb of one's own behind it: "el uno azul",
    "con una me conformo"."""
    if one.written.casefold() not in _ONES or following is None:
        return False
    is_card = bool(before) and before[-1].written.casefold() in _DEFINITE
    is_card = is_card and following.kind in (*_SUITS, "OF")
    is_own = following.kind == tags.VERB and following.written.casefold().split()[0] in _OWN
    return is_card or (is_own and not following.after_comma)


def _is_noun(before: Sequence[Token]) -> bool:
    """Whether a "one" behind these stands for a thing: "the forest one"."""
    return len(before) > 1 and before[0].written.casefold() in marks("the")


def _begins_a_thing(token: Token) -> bool:
    if token.kind == tags.FILLER:
        if token.value == "harmless":
            return False
        return token.written.casefold() not in _OF_A_CARD and token.after_comma is False
    return token.kind not in ("TRICKS", "OF", "AND", "OR", "THEN") and not token.after_comma


def without_ordinals(sentence: LexedSentence) -> LexedSentence:
    """The sentence where a game has nothing that is counted off: "three, I want to go first"."""
    tokens = (
        one._replace(kind=tags.FILLER) if one.kind == tags.ORDINAL else one
        for one in sentence.tokens
    )
    return sentence._replace(tokens=tuple(tokens))
