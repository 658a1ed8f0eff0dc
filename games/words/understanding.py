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

from games.rules.game import AnyRules
from games.rules.protocol import (
    OrderError,
    OrderSyntaxError,
    Seat,
)
from games.words import answers
from games.words.conditions.branching import branched
from games.words.conditions.cases_apart import has_conditions
from games.words.descriptions.described_orders import described, fitting
from games.words.descriptions.references import says_bird, says_names, with_names
from games.words.doubts.decisive import decided
from games.words.doubts.possible_steps import possible
from games.words.doubts.rule_questions import without_rule_questions
from games.words.doubts.small_talk import without_small_talk
from games.words.lexicon.lexing import ungreeted
from games.words.lexicon.sentences import MOST_CHARACTERS, MOST_WORDS, Sentence, sentences
from games.words.lexicon.spelled_again import mended
from games.words.lexicon.typos import spelled_out
from games.words.likelihood.judge import Judge, judged
from games.words.notation_readings import MOST_QUOTED, read_notation
from games.words.positions.coverage import named_tokens
from games.words.positions.evidence import stands_in
from games.words.positions.game_words import words_of
from games.words.positions.scene import OrderScene
from games.words.reading_words import (
    completed,
    in_order,
    lexed_in,
    read_plainly,
    read_words,
)
from games.words.readings import is_only_told, is_told_of
from games.words.results import (
    Branching,
    Correction,
    NotUnderstood,
    Question,
    Result,
    Understood,
)

MOST_EXAMPLES = 3
_MOST_BESIDE_GUESS = 5
MOST_WORDS_OF_CASES = 200
"""After so many words read, the cases that are left share what one reading may cost."""


def understand(
    rules: AnyRules,
    state: object,
    seat: Seat,
    text: str,
    languages: Sequence[str] = (),
    choices: Sequence[str] = (),
    names: Sequence[str] = (),
    judge: Judge = judged,
) -> Result:
    """What a seat's text means in this position.

    `languages` are the writer's, the own one first: all four are read, these before the others.
    `choices` are those of a question that is open: the text may be the number of one. `names` are
    the players', by seat: conditions may speak of them. Notation means exactly what the rules say
    it means; what words were read as has to satisfy the `judge`. Raises IllegalOrderError for a
    seat that is not asked, and nothing else, whatever the text.
    """
    scene = OrderScene.of(rules, state, seat, names)
    too_long = len(text) > MOST_CHARACTERS
    spelled = spelled_out(rules.key, [] if too_long else mended(rules.key, sentences(text)))
    parts = spelled.sentences
    if too_long or sum(len(part.words) for part in parts) > MOST_WORDS:
        error = OrderSyntaxError("order-too-long", text=text[:MOST_QUOTED], most=MOST_CHARACTERS)
        return _explained(scene, NotUnderstood(refusal=error), text)
    order = in_order(languages)
    notation = read_notation(scene, text)
    if not isinstance(notation, OrderError):
        return notation
    if choices:
        picked = answers.picked(rules.key, parts, order, len(choices))
        is_order = scene.kind in words_of(rules.key).bare_numbers and answers.has_number(text)
        if picked is not None and not is_order:
            return _picked(scene, choices, picked)
    asked = without_rule_questions(spelled.sentences)
    result = _meant(scene, asked, order) if asked else NotUnderstood(unread=("?",))
    result = judge(scene, ungreeted(rules.key, asked), order, possible(scene, result))
    if notation.code == "not-now" and not isinstance(result, Understood):
        result = NotUnderstood(refusal=notation)
    if isinstance(result, NotUnderstood):
        result = _explained(scene, result, text)
    if isinstance(result, Understood) and _is_guessed(rules.key, text, order, result):
        result = Question((result.text,))
    return _told(result, text, spelled.corrections)


def _is_guessed(game: str, text: str, languages: Sequence[str], order: Understood) -> bool:
    """Whether all that an order has was guessed from misspelt words amid many others: “that last
    trick made me laugh out loud” has no “woud”."""
    if not order.corrections or len(text.split()) <= _MOST_BESIDE_GUESS:
        return False
    said = named_tokens(game, text, languages)
    return not any(stands_in(token, order.text) for token in said)


def _meant(scene: OrderScene, written: Sequence[Sentence], languages: Sequence[str]) -> Result:
    """What sentences order with the things that they describe put by their names, or as they
    stand."""
    whole = ungreeted(scene.rules.key, written)
    fit = fitting(scene, whole, languages[0])
    if isinstance(fit, Understood) and not has_conditions(whole, languages[0]):
        return fit
    told = with_names(scene, whole, languages[0])
    if told is None:
        return _ordered(scene, whole, languages)
    named = _ordered(replace(scene, branches=[]), told, languages)
    if isinstance(named, Understood) and is_told_of(
        scene, lexed_in(scene, whole, languages[0], in_order(languages)).sentences, named.text
    ):
        named = Question((named.text,))
    if isinstance(named, Understood) and says_names(named, whole, told):
        return named
    result = _ordered(scene, whole, languages)
    if isinstance(named, Understood):
        is_sure = isinstance(result, Understood) and result.text == named.text
        return named if is_sure and not says_bird(told) else Question((named.text,))
    is_misread = isinstance(result, Understood)
    refusal = named.refusal if isinstance(named, NotUnderstood) else None
    is_misread &= refusal is not None and refusal.code == "shape"  # "three of forest"
    return result if is_misread or says_names(result, whole, told) else named


def _ordered(scene: OrderScene, whole: Sequence[Sentence], languages: Sequence[str]) -> Result:
    """What a text orders; a question where it only speaks of that."""
    parts = without_small_talk(scene, whole, languages[0])
    result = _in_whatever_way(scene, whole, parts, languages)
    if isinstance(result, NotUnderstood) and _says_nothing(result):
        result = completed(scene, parts, languages) or result
    if isinstance(result, Understood) and _is_only_told(scene, whole, languages, result):
        return Question((result.text,))
    return result


def _in_whatever_way(
    scene: OrderScene,
    whole: Sequence[Sentence],
    parts: Sequence[Sentence],
    languages: Sequence[str],
) -> Result:
    """What a text orders in the case that holds, by what its `parts` that are no small talk name,
    or by what it describes."""
    cases = _branched(scene, whole, languages)
    result = cases.result
    if result is None or isinstance(result, Question):
        plain = _decided(scene, parts, languages)
        if isinstance(plain, Understood) and cases.leaves_open(plain):
            result = result or Question(cases.either or (plain.text,))
        elif cases.either and not isinstance(plain, Understood):
            result = Question(cases.either)
        else:
            result = plain if result is None or isinstance(plain, Understood) else result
    is_open = isinstance(cases.result, Question) or bool(cases.single)
    if isinstance(result, Understood) or _is_retracted(result) or is_open:
        return result
    found = described(scene, whole, languages[0]) or described(scene, parts, languages[0])
    is_better = not isinstance(result, Question) or _is_nearer(found, result)
    return found if found is not None and is_better else result


def _is_only_told(
    scene: OrderScene, parts: Sequence[Sentence], languages: Sequence[str], order: Understood
) -> bool:
    """Whether the whole text, with all that was left aside, speaks of an order and means none."""
    lexed = lexed_in(scene, parts, languages[0], in_order(languages))
    return is_only_told(replace(scene, branches=[]), lexed.sentences, order.text)


def _is_nearer(found: Result | None, asked: Question) -> bool:
    """Whether it is an order, or fewer of them to choose from."""
    is_fewer = isinstance(found, Question) and len(found.choices) < len(asked.choices)
    return is_fewer or isinstance(found, Understood)


def _branched(scene: OrderScene, parts: Sequence[Sentence], languages: Sequence[str]) -> Branching:
    """What the case of a text orders whose condition holds."""
    spent = 0

    def read(sentences: Sequence[Sentence]) -> Result:
        """The same words may be read twice: as they stand, and with the things described named."""
        key = tuple((*one.words, one.is_question) for one in sentences)
        if key not in scene.cases_read:
            scene.cases_read[key] = read_anew(sentences)
        return scene.cases_read[key]

    def read_anew(sentences: Sequence[Sentence]) -> Result:
        nonlocal spent
        told = [sentence for sentence in sentences if sentence.words]
        parts = without_small_talk(scene, told, languages[0])
        case = replace(scene, words_read=max(spent - MOST_WORDS_OF_CASES, 0), branches=[])
        begun = case.words_read
        result = _decided(case, parts, languages, is_case=True)
        spent += case.words_read - begun
        if isinstance(result, Understood) or _is_retracted(result):
            return result
        found = described(scene, parts, languages[0])
        return found if isinstance(found, Understood) else result

    return branched(scene, parts, languages[0], read)


def _decided(
    scene: OrderScene,
    parts: Sequence[Sentence],
    languages: Sequence[str],
    *,
    is_case: bool = False,
) -> Result:
    """What the sentences order together, or one plain one of them where they make no order."""
    result = read_words(scene, parts, languages) if parts else NotUnderstood()
    if isinstance(result, Understood) or _is_retracted(result):
        return result
    reader = partial(read_plainly, scene, languages)
    found = decided(scene, parts, languages, reader, is_case=is_case)
    is_worse = isinstance(found, Question) and isinstance(result, Question)
    return result if found is None or is_worse else found


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
    return read_words(scene, without_small_talk(scene, parts, order[0]), order)


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


def _is_retracted(result: Result) -> bool:
    return isinstance(result, NotUnderstood) and result.is_retracted


def _says_nothing(result: NotUnderstood) -> bool:
    return not (result.is_retracted or result.examples or result.refusal)


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
