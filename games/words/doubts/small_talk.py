"""Whole sentences that say nothing of the game: an order means the same with them and without.

"My daughter says I should stop playing and do the dishes. Forest 3": a word of every day that
would turn an order round beside it turns nothing in a sentence of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import dropwhile

from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN, Token, lex
from games.words.lexicon.sentences import Sentence
from games.words.lexicon.typos import is_slip
from games.words.lexicon.vocabulary import LANGUAGES, known_words, marks
from games.words.positions.evidence import NAMING
from games.words.positions.game_words import stage_of, words_of
from games.words.positions.scene import OrderScene
from games.words.speech.clauses import Act, Clause, speaks_of_turn
from games.words.speech.doers import is_name

_SHORTEST = 4
_LEAST_MORE = 2
_LEAST_SAID = 2
_TALKATIVE = 3
"""Beside so many words of something else one of every day orders nothing, nor takes it back."""

_NOT_APART = (tags.OTHERS, tags.ASK, tags.DOUBT)
_NEXT_ALONE = ("draw", "stay")
"""Verbs that are a whole further step: "and I won't draw, so Bruno has to bin his"."""

_ENOUGH = 8
_FIRST = 3
_TURNS = frozenset(
    (
        tags.CORRECT,
        tags.RETRACT,
        tags.DROP,
        tags.NOT,
        "NONE",
        "OR",
        "THEN",
        tags.GONE,
        tags.BUT,
        tags.SORRY,
        tags.DOUBT,
    )
)
_OPEN = frozenset((*NAMING, "BIRD", "ROW", "TRICKS", tags.OTHER_ONE)) - {tags.NUMBER, tags.ORDINAL}
_QUIET = frozenset((tags.FILLER, "AND", "OF", UNKNOWN, tags.TALK))


def without_small_talk(
    scene: OrderScene, sentences: Sequence[Sentence], own: str
) -> tuple[Sentence, ...]:
    """The sentences without those that only chat, and the others without such parts between their
    commas, where anything else is left; `own` is the writer's language."""
    sentences = _without_sigh(sentences)
    left = [one for one in sentences if not _only_chats(scene, one, own)] or sentences
    parted = [_without_parts(scene, one, own) for one in left]
    if parted[:1] != list(sentences[:1]):
        first, *words = parted[0].words
        first = first._replace(after_line=False, after_comma=False)
        parted[0] = Sentence([first, *words], parted[0].is_question)
    return tuple(parted)


def _without_sigh(sentences: Sequence[Sentence]) -> Sequence[Sentence]:
    """The text without a first "erm": "erm no family" says what "no family" does."""
    if not sentences:
        return sentences
    first = sentences[0]
    words = list(dropwhile(lambda one: one.folded in marks("hesitation"), first.words))
    if not words or len(words) == len(first.words):
        return sentences
    words[0] = words[0]._replace(after_comma=False, after_line=False)
    return [Sentence(words, first.is_question), *sentences[1:]]


def _without_parts(scene: OrderScene, sentence: Sentence, own: str) -> Sentence:
    """A sentence without the parts between commas that only chat, and speak of nobody else."""
    starts = [0, *(i for i, one in enumerate(sentence.words) if one.after_comma and i)]
    parts = [
        Sentence(sentence.words[start:end])
        for start, end in zip(starts, [*starts[1:], None], strict=True)
    ]
    if len(parts) == 1:
        return sentence
    lexed = lex(scene.rules.key, parts, (own,))
    if any(_begins_to_turn(one.tokens) for one in lexed):
        return sentence  # "no wait, my brother says that's daft"
    left = [one for one in parts if not _only_chats(scene, one, own, is_part=True)]
    words = [word for one in left for word in one.words]
    return Sentence(words, sentence.is_question) if words else sentence


def _only_chats(scene: OrderScene, sentence: Sentence, own: str, *, is_part: bool = False) -> bool:
    """Whether a sentence is talk in the language that knows most of it: the writer's own, or
    another that knows clearly more."""
    if len(sentence.words) < _SHORTEST:
        return False
    game = scene.rules.key
    read = {each: lex(game, [sentence], (each,))[0].tokens for each in LANGUAGES}
    known = {each: sum(one.length for one in read[each] if one.language) for each in LANGUAGES}
    widest = max(LANGUAGES, key=lambda each: known[each])
    is_foreign = known[widest] >= known[own] + _LEAST_MORE
    language = widest if is_foreign else own
    tokens = read[language]
    if sentence.is_question and any(token.kind == tags.ASK for token in tokens):
        return False
    if is_part and any(token.kind in _NOT_APART or is_name(token) for token in tokens):
        return False
    said = _said(game, tokens, language)
    return _is_talk(tokens, said) and not any(_orders_alone(scene, token) for token in tokens)


def _said(game: str, tokens: Sequence[Token], language: str) -> int:
    """How many words speak of something else: those of talk, and unknown ones that are no slips
    for words of the game; 0 where as many are."""
    spoken = [token for token in tokens if token.kind in (UNKNOWN, tags.TALK)][:_ENOUGH]
    unknown = [token.value for token in spoken if token.kind == UNKNOWN]
    slips = sum(is_slip(game, word, language) or _names_thing(game, word) for word in unknown)
    said = len(spoken) - slips
    return said if said > slips else 0


def _names_thing(game: str, word: str) -> bool:
    """Whether some language has this word for a thing or a deed of the game."""
    known = known_words(game)
    return word in known and known[word].kind in (*_OPEN, tags.VERB)


def _is_talk(tokens: Sequence[Token], said: int) -> bool:
    """Whether these words are talk: a reason, or some of them speak of something else, none of
    the game, and none turns what stands before."""
    clause = Clause(Act.ASIDE, "", list(tokens))
    if (
        clause.has(*_OPEN)
        or speaks_of_turn(clause)
        or (clause.has(tags.DOUBT) and not _vows(tokens))
    ):
        return False
    if clause.says_phrase("not yet") or clause.says_phrase("put off"):
        return False
    if not all(map(_is_idle_number, tokens, [*tokens[1:], None])):
        return False
    if tokens[0].kind == tags.BECAUSE:
        return True
    if any(token.kind in (tags.CORRECT, tags.RETRACT) and token.length > 1 for token in tokens):
        return False
    is_quiet = all(token.kind in _QUIET for token in tokens)
    has_deed = clause.has(tags.VERB, tags.RETRACT, tags.DROP, "HOW", "ANY", "NONE")
    least = 1 if is_quiet else _TALKATIVE if has_deed else _LEAST_SAID
    return said >= least and not _begins_to_turn(tokens)


def _orders_alone(scene: OrderScene, token: Token) -> bool:
    """Whether a verb is an order without any other word, "I stay", or may be one later."""
    if token.kind != tags.VERB or scene.is_later:
        return token.kind == tags.VERB
    game = words_of(scene.rules.key)
    is_next = game.stages.get(token.value, 0) > stage_of(scene) and token.value in _NEXT_ALONE
    return is_next or any(
        token.value in (text, game.spoken_verbs.get(text)) for text in scene.legal()
    )


def _vows(tokens: Sequence[Token]) -> bool:
    """Whether an "if" is only about what the writer will do then: "if I lose again I'm off"."""
    first = tokens[0]
    places = [i for i, one in enumerate(tokens) if one.written.casefold() in marks("me")]
    is_plain = first.kind == tags.DOUBT and first.written.casefold() in marks("plain if")
    is_whole = is_plain and places[-1:] > [_FIRST]
    others = (tags.GONE, tags.OTHERS, "ANY")
    return is_whole and not any(one.kind in others or is_name(one) for one in tokens)


def _begins_to_turn(tokens: Sequence[Token]) -> bool:
    """Whether a word that turns what was said stands among the first ones."""
    place = next((i for i, one in enumerate(tokens) if one.kind not in _QUIET), len(tokens))
    said = sum(token.length for token in tokens[:place])
    is_early = place < len(tokens) and said < _FIRST
    return is_early and tokens[place].kind in _TURNS and not _vows(tokens)


def _is_idle_number(token: Token, after: Token | None) -> bool:
    """Whether a number counts something that is none of the game: "five minutes"."""
    is_counted = after is not None and after.kind in (UNKNOWN, tags.TALK) and not after.after_comma
    return token.kind not in (tags.NUMBER, tags.ORDINAL) or is_counted
