"""A text read in one language: from tokens to orders that are tried in the position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.protocol import OrderError
from games.words.chatter import MOST_TOKENS, Orders, orders_in
from games.words.game_words import GameWords, words_of
from games.words.grammar import Alternative, NotGrammaticalError, OrderClause, Step, parse
from games.words.lexing import lex
from games.words.results import MOST_CHOICES, NotUnderstood, Question, Result, Understood
from games.words.scene import Option, OrderScene
from games.words.sentences import Sentence
from games.words.vocabulary import offered


@dataclass(frozen=True, slots=True)
class LanguageReading:
    """What a text says with one language read first, and which words are that language's own."""

    native: frozenset[int]
    result: Result


def read(
    scene: OrderScene, sentences: Sequence[Sentence], languages: Sequence[str]
) -> LanguageReading:
    """Read the sentences; the first language's words go before those of the others."""
    position = [offered(scene.decision)] if words_of(scene.rules.key).reads_values else []
    lexed = lex(scene.rules.key, sentences, languages, position)
    native = frozenset(
        place
        for sentence in lexed
        for token in sentence.tokens
        if token.language == languages[0]
        for place in range(token.place, token.end)
    )
    orders = orders_in(lexed)
    result = _result(scene, orders)
    if isinstance(result, NotUnderstood) and orders.doubts:
        more = orders_in(lexed, with_verbless=True)
        with_all = _result(scene, more)
        if isinstance(with_all, Understood):
            orders, result = more, with_all
    return LanguageReading(native, _with_doubts(scene, result, orders))


def _with_doubts(scene: OrderScene, result: Result, orders: Orders) -> Result:
    """An order that stands beside doubtful words is asked back, or refused where it cannot be."""
    if not isinstance(result, Understood) or not orders.doubts:
        return result
    if scene.kind in words_of(scene.rules.key).bare_numbers:
        return NotUnderstood(read=result.text, unread=tuple(orders.doubts), examples=(result.text,))
    return Question((result.text,))


def _result(scene: OrderScene, orders: Orders) -> Result:
    if not orders.tokens:
        return NotUnderstood(unread=tuple(orders.doubts))
    if len(orders.tokens) > MOST_TOKENS:
        return NotUnderstood(unread=(orders.tokens[MOST_TOKENS].written,))
    try:
        steps = parse(words_of(scene.rules.key).grammar, orders.tokens)
    except NotGrammaticalError as error:
        return NotUnderstood(unread=tuple(word for word in (error.written, *orders.doubts) if word))
    unread = (*orders.refusals, *orders.doubts) or tuple(token.written for token in orders.tokens)
    found = _options(scene, steps)
    return _left(scene, found, unread) if scene.is_later else _tried(scene, found, unread)


def _options(scene: OrderScene, steps: Sequence[Step]) -> list[list[Option]]:
    """The steps with, for each alternative, the orders that it may mean."""
    game = words_of(scene.rules.key)
    if scene.kind in game.one_order and all(len(step) == 1 for step in steps):
        steps = [(tuple(clause for step in steps for clause in step[0]),)]
    found: list[list[Option]] = []
    for step in steps:
        found.append([])
        before: OrderClause | None = None
        for alternative in step:
            before = _add_alternative(game, scene, alternative, found, before)
    return found


def _add_alternative(
    game: GameWords,
    scene: OrderScene,
    alternative: Alternative,
    found: list[list[Option]],
    before: OrderClause | None,
) -> OrderClause | None:
    """Add an alternative to the last step; of several orders in it the later are further steps."""
    for index, clause in enumerate(game.merged(alternative, scene)):
        if index and _repeats(clause, before):
            continue
        option = game.option(clause, scene, None if index else before)
        if index and option.texts and option.texts == found[-1][-1].texts:
            continue  # "draw a card from the deck": the same said twice is one order
        if index:
            found.append([])
            before = None
        found[-1].append(option)
        inherits = not clause.verb and before is not None
        before = clause._replace(verb=before.verb) if inherits and before is not None else clause
    return before


def _repeats(clause: OrderClause, before: OrderClause | None) -> bool:
    """Whether a clause only says the verb of the one before it again: "form no family"."""
    if before is None or clause.things or clause.final or not clause.verb:
        return False
    return clause.verb.lstrip("-") == before.verb.lstrip("-")


def _tried(scene: OrderScene, steps: Sequence[Sequence[Option]], unread: tuple[str, ...]) -> Result:
    """The first step as a legal order, the later ones as they will be read in their time."""
    if any(not option.texts for step in steps for option in step):
        read = [option.texts[0] for option in steps[0] if option.texts]
        return NotUnderstood(read=" or ".join(read), unread=unread)
    refused: list[OrderError] = []
    for option in steps[0]:
        fits = _legal(scene, option, refused)
        if fits:
            return _with_later(fits, scene, steps[1:])
    texts = [option.texts[0] for option in steps[0]]
    return NotUnderstood(read=" or ".join(texts), refusal=refused[0])


def _left(scene: OrderScene, steps: Sequence[Sequence[Option]], unread: tuple[str, ...]) -> Result:
    """Steps for decisions to come: what is legal then is seen then."""
    if any(not option.texts for step in steps for option in step):
        return NotUnderstood(unread=unread)
    return _with_later([""], scene, steps)


def _legal(scene: OrderScene, option: Option, refused: list[OrderError]) -> list[str]:
    fits: dict[str, None] = {}
    for text in option.texts:
        tried = scene.tried(text)
        if isinstance(tried, str):
            fits[tried] = None
        elif getattr(tried, "candidates", ()):
            fits.update(dict.fromkeys(tried.candidates))  # type: ignore[attr-defined]
        else:
            refused.append(tried)
    return list(fits)


def _with_later(texts: list[str], scene: OrderScene, later: Sequence[Sequence[Option]]) -> Result:
    """The order if there is one way to mean it, else the question which."""
    for step in later:
        if any(option.texts[0].split()[0] not in scene.rules.verbs for option in step):
            return NotUnderstood(read=texts[0], unread=(step[0].texts[0],))
        ways = [""]
        for option in step:
            ways = [f"{way} or {text}" if way else text for way in ways for text in option.texts]
            ways = ways[: MOST_CHOICES + 1]
        texts = [f"{text}; {way}" if text else way for text in texts for way in ways]
        texts = texts[: MOST_CHOICES + 1]
    if len(texts) == 1:
        return Understood(texts[0])
    return Question(tuple(texts[:MOST_CHOICES]))
