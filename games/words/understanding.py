"""Orders in plain words: the notation first, then English, Italian, Spanish and Dutch.

A mail says "Ciao! Offro foresta 3, grazie mille". What is read is always held against the legal
orders of the position, and nothing is guessed: what could be two orders is asked back, what stands
beside a word that might turn it round is asked back or refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import NamedTuple

from games.rules.game import AnyRules
from games.rules.protocol import (
    AmbiguousOrderError,
    OrderError,
    OrderSyntaxError,
    Seat,
)
from games.rules.steps import (
    NoAlternativeError,
    check_later_steps,
    first_legal,
    join_steps,
    split_steps,
)
from games.words import answers, typos
from games.words.branching import branched
from games.words.decisive import decided
from games.words.descriptions import described
from games.words.game_words import words_of
from games.words.lexing import LexedSentence, lex, ungreeted
from games.words.notation import is_notation
from games.words.readings import is_only_told, read, read_in_part, read_whole, wonders
from games.words.respelling import Respelt, beside, is_far_fetched, is_longer, question_of
from games.words.results import (
    MOST_CHOICES,
    Correction,
    NotUnderstood,
    Question,
    Result,
    Understood,
)
from games.words.scene import OrderScene
from games.words.sentences import MOST_CHARACTERS, MOST_WORDS, Sentence, sentences
from games.words.small_talk import without_small_talk
from games.words.tags import GONE
from games.words.typos import spelled_out
from games.words.vocabulary import LANGUAGES, offered, section_keys

MOST_EXAMPLES = 3
MOST_QUOTED = 80
MOST_WORDS_READ = 140
"""After so many, words read in every language and spelling, no further spelling is tried."""


def understand(
    rules: AnyRules,
    state: object,
    seat: Seat,
    text: str,
    languages: Sequence[str] = (),
    choices: Sequence[str] = (),
    names: Sequence[str] = (),
) -> Result:
    """What a seat's text means in this position.

    `languages` are the writer's, the own one first: all four are read, these before the others.
    `choices` are those of a question that is open: the text may be the number of one. `names` are
    the players', by seat: conditions may speak of them. Notation
    means exactly what the rules say it means. Raises IllegalOrderError for a seat that is not
    asked, and nothing else, whatever the text.
    """
    scene = OrderScene.of(rules, state, seat, names)
    too_long = len(text) > MOST_CHARACTERS
    spelled = spelled_out(rules.key, [] if too_long else sentences(text))
    parts = spelled.sentences
    if too_long or sum(len(part.words) for part in parts) > MOST_WORDS:
        error = OrderSyntaxError("order-too-long", text=text[:MOST_QUOTED], most=MOST_CHARACTERS)
        return _explained(scene, NotUnderstood(refusal=error), text)
    order = in_order(languages)
    notation = _notation(scene, text)
    if not isinstance(notation, OrderError):
        return notation
    if choices:
        picked = answers.picked(rules.key, parts, order, len(choices))
        if picked is not None:
            return _picked(scene, choices, picked)
    whole = ungreeted(rules.key, parts)
    parts = without_small_talk(scene, whole, order[0])
    result = _in_whatever_way(scene, whole, parts, order)
    if isinstance(result, NotUnderstood) and _says_nothing(result):
        result = _completed(scene, parts, order) or result
    if isinstance(result, Understood) and _is_only_told(scene, spelled.sentences, order, result):
        result = Question((result.text,))
    if isinstance(result, Question) and scene.kind in words_of(rules.key).bare_numbers:
        # A number that answered the question would be an order.
        shown = result.choices[:MOST_EXAMPLES]
        result = NotUnderstood(read=shown[0], unread=("?",), examples=shown)
    if notation.code == "not-now" and not isinstance(result, Understood):
        result = NotUnderstood(refusal=notation)
    if isinstance(result, NotUnderstood):
        result = _explained(scene, result, text)
    return _told(result, text, spelled.corrections)


def _in_whatever_way(
    scene: OrderScene,
    whole: Sequence[Sentence],
    parts: Sequence[Sentence],
    languages: Sequence[str],
) -> Result:
    """What a text orders in the case that holds, by what its `parts` that are no small talk name,
    or by what it describes."""
    result = _branched(scene, whole, languages)
    if result is None or isinstance(result, Question):
        plain = _decided(scene, parts, languages)
        is_open = result is not None and not _is_gone(scene, whole, languages)
        if not (is_open and isinstance(result, Question) and _picks(plain, result)):
            result = plain if result is None or isinstance(plain, Understood) else result
    if isinstance(result, Understood) or _is_retracted(result):
        return result
    found = described(scene, whole, languages[0]) or described(scene, parts, languages[0])
    is_better = not isinstance(result, Question) or _is_nearer(found, result)
    return found if found is not None and is_better else result


def _is_only_told(
    scene: OrderScene, parts: Sequence[Sentence], languages: Sequence[str], order: Understood
) -> bool:
    """Whether the whole text, with all that was left aside, speaks of an order and means none."""
    lexed = _lexed(scene, parts, languages[0], in_order(languages))
    return is_only_told(replace(scene, branches=[]), lexed.sentences, order.text)


def _picks(plain: Result, asked: Question) -> bool:
    """Whether an order is but one of the cases of a text, and no condition was decided for it."""
    if not isinstance(plain, Understood):
        return False
    return plain.text in asked.choices and not plain.branches


def _is_gone(scene: OrderScene, parts: Sequence[Sentence], languages: Sequence[str]) -> bool:
    """Whether a text speaks of what may be gone, so that its first case is tried first."""
    lexed = _lexed(scene, parts, languages[0], in_order(languages)).sentences
    return any(token.kind == GONE for sentence in lexed for token in sentence.tokens)


def _is_nearer(found: Result | None, asked: Question) -> bool:
    """Whether it is an order, or fewer of them to choose from."""
    is_fewer = isinstance(found, Question) and len(found.choices) < len(asked.choices)
    return is_fewer or isinstance(found, Understood)


def _branched(
    scene: OrderScene, parts: Sequence[Sentence], languages: Sequence[str]
) -> Result | None:
    """What the case of a text orders whose condition holds; None for a text without conditions."""

    def read(sentences: Sequence[Sentence]) -> Result:
        told = [sentence for sentence in sentences if sentence.words]
        parts = without_small_talk(scene, told, languages[0])
        return _decided(replace(scene, words_read=0, branches=[]), parts, languages)

    return branched(scene, parts, languages[0], read)


def _decided(scene: OrderScene, parts: Sequence[Sentence], languages: Sequence[str]) -> Result:
    """What the sentences order together, or one plain one of them where they make no order."""
    result = _words(scene, parts, languages) if parts else NotUnderstood()
    if isinstance(result, Understood) or _is_retracted(result):
        return result
    return decided(scene, parts, languages, partial(_read_plainly, scene, languages)) or result


def _told(result: Result, text: str, corrections: tuple[Correction, ...]) -> Result:
    """An order with what was corrected ahead of it, and its conditions as they were written."""
    if not isinstance(result, Understood):
        return result
    branches = (one._replace(words=_as_written(text, one.words)) for one in result.branches)
    every = (*corrections, *result.corrections)
    return replace(result, corrections=every, branches=tuple(dict.fromkeys(branches)))


def _as_written(text: str, words: str) -> str:
    """These words as they stand in the text, with its apostrophes and commas."""
    found = re.search(r"\W+".join(map(re.escape, words.split())), text, re.IGNORECASE)
    return " ".join(found[0].split()) if found is not None else words


def understand_later(
    rules: AnyRules,
    state: object,
    seat: Seat,
    text: str,
    languages: Sequence[str] = (),
    *,
    in_round: bool = False,
) -> Result:
    """What words mean as steps for decisions that are not open yet.

    Every step begins with a verb of the notation; whether it is legal is seen when its time comes.
    `languages` as for `understand`; `in_round` says that the steps stand behind an order of the
    same round. Raises nothing, whatever the text.
    """
    scene = OrderScene.of_later(rules, state, seat, in_round=in_round)
    if len(text) > MOST_CHARACTERS:
        return NotUnderstood()
    parts = sentences(text)
    if sum(len(part.words) for part in parts) > MOST_WORDS:
        return NotUnderstood()
    order = in_order(languages)
    return _words(scene, without_small_talk(scene, parts, order[0]), order)


def in_order(languages: Sequence[str]) -> tuple[str, ...]:
    """All languages, the known ones of these first."""
    own = [language.partition("-")[0] for language in languages]
    known = [language for language in own if language in LANGUAGES]
    return tuple(dict.fromkeys((*known, *LANGUAGES)))


def _notation(scene: OrderScene, text: str) -> Result | OrderError:
    """What the text means as notation; the error where it is none, or of another decision."""
    try:
        steps = split_steps(text)
        fit = first_legal(scene.rules, scene.state, scene.seat, steps[0])
        check_later_steps(scene.rules, steps[1:])
    except AmbiguousOrderError as error:
        later = f"; {join_steps(steps[1:])}" if steps[1:] else ""
        return Question(tuple(f"{choice}{later}" for choice in error.candidates[:MOST_CHOICES]))
    except OrderSyntaxError as error:
        return error
    except NoAlternativeError as error:
        syntax = next((one for one in error.reasons if isinstance(one, OrderSyntaxError)), None)
        return syntax or NotUnderstood(refusal=error)
    except OrderError as error:
        return error if error.code == "not-now" else NotUnderstood(refusal=error)
    rest = [one for step in steps[1:] for one in step]
    if "\n" in text and not all(
        is_notation(scene.rules.key, one, with_articles=True) for one in rest
    ):
        return OrderSyntaxError("unknown-step", text=text[:MOST_QUOTED], verbs=scene.rules.verbs)
    # "bid the F3, or take …, or pass" is no pass: an alternative that is no notation is words.
    worded = next((one for one in fit.refused if isinstance(one, OrderSyntaxError)), None)
    return worded or Understood(join_steps(((fit.text,), *steps[1:])))


def _picked(scene: OrderScene, choices: Sequence[str], picked: answers.Picked) -> Result:
    """The choice that was picked; of several the first, or all in one order where that is legal."""
    if len(picked.numbers) == 1 or (picked.numbers and not picked.together):
        return Understood(choices[picked.numbers[0] - 1])
    if picked.together:
        verb = choices[0].partition(" ")[0]
        rest = " ".join(choices[number - 1].partition(" ")[2] for number in picked.numbers)
        joined = scene.tried(f"{verb} {rest}")
        if isinstance(joined, str) and not any(";" in choice for choice in choices):
            return Understood(joined)
    return Question(tuple(choices))


def _words(scene: OrderScene, parts: Sequence[Sentence], languages: Sequence[str]) -> Result:
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
        if not is_initial or not respelt.asked or text in respelt.asked:
            return Understood(text, variant.corrections)
    whole = _as_a_whole(scene, parts, languages, respelt, codes=codes)
    return whole or question_of(respelt) or plain


def _is_retracted(result: Result) -> bool:
    return isinstance(result, NotUnderstood) and result.is_retracted


def _read_plainly(scene: OrderScene, languages: Sequence[str], parts: Sequence[Sentence]) -> Result:
    """What these sentences say as they are spelt."""
    return _read_in_all(scene, parts, languages)[0]


def _says_nothing(result: NotUnderstood) -> bool:
    return not (result.is_retracted or result.examples or result.refusal)


def _completed(
    scene: OrderScene, parts: Sequence[Sentence], languages: Sequence[str]
) -> Question | None:
    """What an order that leaves out a card or a place may be, in the first language that says."""
    if scene.words_read > MOST_WORDS_READ:
        return None
    every = in_order(languages)
    if wonders(scene, _lexed(scene, parts, languages[0], every).sentences):
        return None
    found = (read_in_part(scene, _lexed(scene, parts, each, every).sentences) for each in languages)
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
    for variant in typos.variants(scene.rules.key, parts, language, codes=codes):
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


class _Lexed(NamedTuple):
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
    lexed = [_lexed(scene, parts, language, every) for language in languages]
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


def _lexed(
    scene: OrderScene, parts: Sequence[Sentence], language: str, every: Sequence[str]
) -> _Lexed:
    game = scene.rules.key
    position = [offered(scene.decision)] if words_of(game).reads_values else []
    ordered = (language, *(other for other in every if other != language))
    sentences = lex(game, parts, ordered, position)
    noted = _in_notation(scene, sentences)
    native = frozenset(
        place
        for sentence in sentences
        for token in sentence.tokens
        if token.language == language and token.place not in noted
        for place in range(token.place, token.end)
    )
    return _Lexed(language, sentences, native)


def _in_notation(scene: OrderScene, sentences: Sequence[LexedSentence]) -> frozenset[int]:
    """The places of a first line that is notation: its words are no language's."""
    tokens = [token for sentence in sentences for token in sentence.tokens]
    line = list(takewhile(lambda token: not token.after_line or token is tokens[0], tokens))
    known = {*scene.rules.verbs, *section_keys(scene.rules.key)}
    if not line or line[0].written not in scene.rules.verbs:
        return frozenset()
    return frozenset(token.place for token in line if token.written in known)


def _explained(scene: OrderScene, result: NotUnderstood, text: str) -> NotUnderstood:
    """With examples, and the refusal quoting what was written."""
    examples = result.examples or _examples(scene, result.read)
    refusal = result.refusal
    if refusal is not None and result.read:
        refusal.text = " ".join(text.split())[:MOST_QUOTED]
    return replace(result, examples=examples, refusal=refusal)


def _examples(scene: OrderScene, read_so_far: str) -> tuple[str, ...]:
    """A few legal orders, those first that begin with the verb that was understood."""
    verb = read_so_far.partition(" ")[0]
    texts: list[str] = []
    for order in scene.rules.legal_orders(scene.state, scene.seat):
        texts.append(scene.rules.format_order(order))
        if len(texts) >= 40:
            break
    texts.sort(key=lambda each: each.partition(" ")[0] != verb)
    return tuple(texts[:MOST_EXAMPLES])
