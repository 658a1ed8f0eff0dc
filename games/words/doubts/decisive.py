"""One sentence that says an order plainly, where the talk round it left the whole in doubt."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.words.doubts.other_deeds import does_other
from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN, LexedSentence, Token, lex
from games.words.lexicon.sentences import Sentence
from games.words.lexicon.typos import is_slip
from games.words.positions.evidence import NAMING, atoms
from games.words.positions.game_words import words_of
from games.words.positions.scene import OrderScene
from games.words.results import NotUnderstood, Question, Result, Understood
from games.words.speech.clauses import Act, Clause, is_no, keeps
from games.words.speech.doers import is_name

_MOST_SENTENCES = 12
_LEAST_TALK = 2
"""So many unknown words make a sentence talk, whatever else it names."""

_GOES_ON = ("OR", "THEN", tags.CORRECT, tags.RETRACT, tags.DROP, tags.BUT, tags.DOUBT, tags.NOT)
_GOES_BACK = ("OR", "THEN", tags.CORRECT, tags.RETRACT, tags.DROP, tags.DOUBT, tags.OTHER_ONE)
_TURNS = (*_GOES_ON, tags.GONE, tags.SORRY, tags.OTHER_ONE, "NONE", "ANY", "ALL", "HOW")
_COUNTS = (tags.NUMBER, tags.ORDINAL)
_DENIES = (tags.NOT, "NONE", tags.GONE)


def decided(
    scene: OrderScene,
    sentences: Sequence[Sentence],
    languages: Sequence[str],
    read: Callable[[Sequence[Sentence]], Result],
    *,
    is_case: bool = False,
) -> Understood | Question | None:
    """The order of the one sentence that alone says one, beside others that only talk; a question
    that names it where one behind it says a step to come, unless this `is_case` of a text."""
    if not 1 < len(sentences) <= _MOST_SENTENCES:
        return None
    lexed = lex(scene.rules.key, sentences, languages)
    results = [read([one]) for one in sentences]
    orders = {one.text for one in results if isinstance(one, Understood)}
    last = max((i for i, one in enumerate(results) if isinstance(one, Understood)), default=-1)
    if len(orders) != 1 or not _stands_alone(lexed[last]):
        return None
    (text,) = orders
    before = lexed[last].tokens[0].kind == tags.THEREFORE
    before = before or all(
        _may_precede(scene, one, text) or _is_told(scene, one, result, text)
        for one, result in zip(lexed[:last], results[:last], strict=True)
    )
    rest = lexed[last + 1 :]
    behind = all(
        _may_follow(one, text) or _is_told(scene, one, result, text)
        for one, result in zip(rest, results[last + 1 :], strict=True)
    )
    behind = behind and not any(_has_slip(scene, one, languages[0]) for one in rest)
    behind = behind and not any(does_other(scene, one.tokens, text) for one in rest)
    if not (before and behind):
        return None
    is_more = any(map(_is_later_step, rest, results[last + 1 :])) and not is_case
    return Question((text,)) if is_more else Understood(text)


def _is_told(scene: OrderScene, sentence: LexedSentence, result: Result, text: str) -> bool:
    """Whether a sentence that orders nothing by itself tells something: of another player, of what
    is kept, of how things are, or in words that nobody knows."""
    clause = Clause(Act.ASIDE, "", list(sentence.tokens))
    if not _may_tell(scene, clause, result) or _leaves_open(sentence, text):
        return False
    names = {one.casefold() for one in scene.names}
    is_named = any(is_name(one) or one.written.casefold() in names for one in sentence.tokens)
    says_more = clause.has(UNKNOWN, tags.TALK) or clause.has_state or keeps(clause)
    return (is_named or says_more) and not sentence.is_question


def _may_tell(scene: OrderScene, clause: Clause, result: Result) -> bool:
    """Whether a sentence neither orders, goes on from another nor does anything."""
    if clause.has(*_GOES_BACK) or (clause.has(tags.VERB, "REFILL") and not clause.has_state):
        return False
    if any(map(is_no, clause.tokens)) and clause.has(tags.VERB, *NAMING):
        return False  # "take the lion … no, S3 for the bid, the rest stays"
    if scene.kind in words_of(scene.rules.key).one_order and clause.has(*NAMING):
        return False
    if isinstance(result, NotUnderstood):
        return result.refusal is None and not result.is_retracted
    return isinstance(result, Question)


def _is_later_step(sentence: LexedSentence, result: Result) -> bool:
    """Whether a sentence, in words that are all known, orders what is not to be decided yet."""
    refused = result.refusal if isinstance(result, NotUnderstood) else None
    is_clean = all(token.kind not in (UNKNOWN, tags.OTHERS) for token in sentence.tokens)
    return refused is not None and refused.code == "not-now" and is_clean


def _stands_alone(sentence: LexedSentence) -> bool:
    """Whether a sentence neither asks nor goes on from what stands before it."""
    first = next((one for one in sentence.tokens if one.kind != tags.FILLER), None)
    return first is not None and first.kind not in _GOES_ON and not sentence.is_question


def _may_precede(scene: OrderScene, sentence: LexedSentence, text: str) -> bool:
    """Whether a sentence before the order leaves it as it is."""
    if _leaves_open(sentence, text):
        return False
    clause = Clause(Act.ASIDE, "", list(sentence.tokens))
    named = [token for token in sentence.tokens if token.kind in NAMING]
    is_list = scene.kind in words_of(scene.rules.key).one_order
    is_talk = sum(token.kind == UNKNOWN for token in sentence.tokens) >= _LEAST_TALK
    is_same = all(_is_card_of(token, text) for token in named if token.kind not in _COUNTS)
    if named and not is_same and _is_case(sentence):
        return False  # "if the owls take it do that. Anything less …, then the ducks"
    return not named or (not is_list and (is_talk or is_same or clause.has_state))


def _is_case(sentence: LexedSentence) -> bool:
    """Whether a sentence begins with an "if"."""
    said = (one for one in sentence.tokens if one.kind not in (tags.FILLER, "AND"))
    first = next(said, None)
    return first is not None and (first.kind, first.value) == (tags.DOUBT, "if")


def _leaves_open(sentence: LexedSentence, text: str) -> bool:
    """Whether a sentence denies what the order names, or puts it off."""
    clause = Clause(Act.ASIDE, "", list(sentence.tokens))
    if any(token.value == "maybe" for token in sentence.tokens):
        return True
    if clause.says_phrase("not yet") or clause.says_phrase("put off") or _ends_open(sentence):
        return True
    named = [token for token in sentence.tokens if token.kind in NAMING]
    return clause.has(*_DENIES) and any(_is_card_of(token, text) for token in named)


def _ends_open(sentence: LexedSentence) -> bool:
    """Whether a sentence breaks off at a word that leads on to the next: "robin, or… owl"."""
    is_known = all(token.kind != UNKNOWN for token in sentence.tokens)
    return is_known and sentence.tokens[-1].kind in (*_GOES_ON, "AND")


def _is_card_of(token: Token, text: str) -> bool:
    return token.kind != tags.NUMBER and token.value in atoms(text)


def _has_slip(scene: OrderScene, sentence: LexedSentence, language: str) -> bool:
    """Whether a word that nobody knows may be a misspelt one of the game."""
    names = {one.casefold() for one in scene.names}
    unknown = [token for token in sentence.tokens if token.kind == UNKNOWN]
    unknown = [token for token in unknown if token.written.casefold() not in names]
    return any(is_slip(scene.rules.key, token.value, language) for token in unknown)


def _may_follow(sentence: LexedSentence, text: str) -> bool:
    """Whether a sentence behind the order only talks."""
    clause = Clause(Act.ASIDE, "", list(sentence.tokens))
    is_named = any(token.kind in NAMING and not _is_card_of(token, text) for token in clause.tokens)
    return not is_named and not clause.has(*_TURNS)
