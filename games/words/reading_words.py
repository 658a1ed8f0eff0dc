"""Sentences read as orders, with each language's words first, and in every spelling that they may
be slips for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import NamedTuple

from games.words.lexicon import typos
from games.words.lexicon.lexing import LexedSentence, lex
from games.words.lexicon.respelling import (
    Respelt,
    beside,
    is_far_fetched,
    is_longer,
    is_shorter,
    question_of,
)
from games.words.lexicon.sentences import Sentence
from games.words.lexicon.vocabulary import LANGUAGES, offered, section_keys
from games.words.positions.game_words import words_of
from games.words.positions.players import players, with_players
from games.words.positions.scene import OrderScene
from games.words.readings import read, read_in_part, read_whole, wonders
from games.words.results import MOST_CHOICES, NotUnderstood, Question, Result, Understood

MOST_WORDS_READ = 140
"""After so many, words read in every language and spelling, no further spelling is tried."""


def in_order(languages: Sequence[str]) -> tuple[str, ...]:
    """All languages, the known ones of these first."""
    own = [language.partition("-")[0] for language in languages]
    known = [language for language in own if language in LANGUAGES]
    return tuple(dict.fromkeys((*known, *LANGUAGES)))


def read_words(scene: OrderScene, parts: Sequence[Sentence], languages: Sequence[str]) -> Result:
    plain, language = _read_in_all(scene, parts, languages)
    if isinstance(plain, NotUnderstood) and plain.is_retracted:
        return plain
    codes = isinstance(plain, NotUnderstood)
    respelt = _respelt(scene, parts, language, codes=codes)
    if isinstance(plain, Understood):
        return beside(respelt, plain)
    if len(respelt.orders) == 1:
        ((text, variant),) = respelt.orders.items()
        is_initial = any(sum(map(str.isalpha, one.written)) == 1 for one in variant.corrections)
        is_sure = not is_initial or not respelt.asked or text in respelt.asked
        if is_sure and not (isinstance(plain, Question) and is_shorter(text, plain.choices)):
            return Understood(text, variant.corrections)
    whole = _as_a_whole(scene, parts, languages, respelt, codes=codes)
    return whole or question_of(respelt) or plain


def read_plainly(scene: OrderScene, languages: Sequence[str], parts: Sequence[Sentence]) -> Result:
    """What these sentences say as they are spelt."""
    return _read_in_all(scene, parts, languages)[0]


def completed(
    scene: OrderScene, parts: Sequence[Sentence], languages: Sequence[str]
) -> Question | None:
    """What an order that leaves out a card or a place may be, in the first language that says."""
    if scene.words_read > MOST_WORDS_READ:
        return None
    every = in_order(languages)
    if wonders(scene, lexed_in(scene, parts, languages[0], every).sentences):
        return None
    found = (
        read_in_part(scene, lexed_in(scene, parts, each, every).sentences) for each in languages
    )
    return next((question for question in found if question is not None), None)


def _as_a_whole(
    scene: OrderScene,
    parts: Sequence[Sentence],
    languages: Sequence[str],
    respelt: Respelt,
    *,
    codes: bool,
) -> Result | None:
    """The one order that explains all of the text, if its reading has cost no more than it may."""
    if scene.words_read > MOST_WORDS_READ:
        return None
    whole, language = _read_in_all(scene, parts, languages, whole=True)
    if isinstance(whole, Understood):
        return beside(respelt, whole)
    if not respelt.orders:
        found = _respelt(scene, parts, language, codes=codes, whole=True)
        if len(found.orders) == 1:
            ((text, variant),) = found.orders.items()
            return Understood(text, variant.corrections)
    return None


def _respelt(
    scene: OrderScene,
    parts: Sequence[Sentence],
    language: str,
    *,
    codes: bool,
    whole: bool = False,
) -> Respelt:
    orders: dict[str, typos.Variant] = {}
    asked: dict[str, None] = {}
    unknown = len(typos.unknown_words(scene.rules.key, parts))
    others = tuple(players(scene))
    for variant in typos.variants(scene.rules.key, parts, language, codes=codes, players=others):
        if scene.words_read > MOST_WORDS_READ:
            # Another spelling might have been another order: none of them is sealed.
            return Respelt({}, dict.fromkeys((*orders, *asked)))
        result, _language = _read_in_all(scene, variant.sentences, (language,), whole=whole)
        if isinstance(result, Understood):
            if not is_far_fetched(result, variant, unknown):
                orders.setdefault(result.text, variant)
        elif isinstance(result, Question):
            asked |= dict.fromkeys(result.choices)
    orders = {text: each for text, each in orders.items() if not is_longer(text, orders)}
    asked = {text: None for text in asked if not is_longer(text, (*orders, *asked))}
    return Respelt(orders, asked)


class LexedIn(NamedTuple):
    """The text with one language's words read before the others'."""

    language: str
    sentences: tuple[LexedSentence, ...]
    native: frozenset[int]


def _read_in_all(
    scene: OrderScene,
    parts: Sequence[Sentence],
    languages: Sequence[str],
    *,
    whole: bool = False,
) -> tuple[Result, str]:
    """The text read with each language first, and the language that knows most of it.

    The reading that knows most words natively counts. Where two languages know as much and say two
    different orders, both are asked back.
    """
    # A reading costs something however short it is, and a short text has many spellings.
    scene.words_read += len(languages) * (1 + sum(len(part.words) for part in parts))
    every = in_order(languages)
    reader = read_whole if whole else read
    lexed = [lexed_in(scene, parts, language, every) for language in languages]
    widest = max(lexed, key=lambda one: len(one.native)).language
    best = [one for one in lexed if not any(one.native < other.native for other in lexed)]
    read_so = {one.sentences: one for one in reversed(best)}
    read_as = {sentences: reader(scene, sentences) for sentences in reversed(read_so)}
    results = list(read_as.values())
    own = read_as.get(lexed[0].sentences) or reader(scene, lexed[0].sentences)
    if isinstance(own, NotUnderstood) and own.is_retracted:
        return own, widest
    orders = [result for result in results if not isinstance(result, NotUnderstood)]
    if not orders:
        # A language that knows fewer of the words must not decide alone.
        return results[0], widest
    distinct = list(dict.fromkeys(orders))
    if len(distinct) == 1:
        return distinct[0], widest
    if own in distinct and all(one == own or isinstance(one, Question) for one in distinct):
        return own, widest  # those that know no more of the words only doubt it
    texts: dict[str, None] = {}
    for order in distinct:
        texts |= dict.fromkeys(order.choices if isinstance(order, Question) else (order.text,))
    return Question(tuple(texts)[:MOST_CHOICES]), widest


def lexed_in(
    scene: OrderScene, parts: Sequence[Sentence], language: str, every: Sequence[str]
) -> LexedIn:
    game = scene.rules.key
    position = [offered(scene.decision)] if words_of(game).reads_values else []
    ordered = (language, *(other for other in every if other != language))
    sentences = with_players(scene, lex(game, parts, ordered, position))
    noted = _in_notation(scene, sentences)
    native = frozenset(
        place
        for sentence in sentences
        for token in sentence.tokens
        if token.language == language and token.place not in noted
        for place in range(token.place, token.end)
    )
    return LexedIn(language, sentences, native)


def _in_notation(scene: OrderScene, sentences: Sequence[LexedSentence]) -> frozenset[int]:
    """The places of a first line that is notation: its words are no language's."""
    tokens = [token for sentence in sentences for token in sentence.tokens]
    line = list(takewhile(lambda token: not token.after_line or token is tokens[0], tokens))
    known = {*scene.rules.verbs, *section_keys(scene.rules.key)}
    if not line or line[0].written not in scene.rules.verbs:
        return frozenset()
    return frozenset(token.place for token in line if token.written in known)
