"""A line below an order: one more step, words of the game that are none, or a goodbye."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import Enum
from typing import NamedTuple

from games.rules.game import AnyRules
from games.rules.protocol import Seat
from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN, Token, lex
from games.words.lexicon.sentences import MOST_CHARACTERS, sentences
from games.words.lexicon.vocabulary import LANGUAGES, phrase_words, plain_of
from games.words.reading_words import in_order
from games.words.results import Correction, NotUnderstood, Result, Understood
from games.words.speech.acts import acts_in
from games.words.speech.clauses import ORDERING, Act, Clause, is_added, is_strong, speaks_of_turn
from games.words.understanding import understand, understand_later

_TURNING = (Act.CORRECT, Act.RETRACT, Act.EXCLUDE)


class Kind(Enum):
    """What such a line is."""

    STEP = "step"
    ASIDE = "aside"
    CLOSING = "closing"


class Below(NamedTuple):
    """A line's kind, and for a step its canonical text and what was corrected for it."""

    kind: Kind
    text: str = ""
    corrections: tuple[Correction, ...] = ()


def says_order(game: str, text: str, languages: Sequence[str] = ()) -> bool:
    """Whether a text has a clause that may be an order of this game, or part of one."""
    return any(clause.act in ORDERING for clause in _clauses(game, text, languages))


def says_deed(game: str, text: str) -> bool:
    """Whether a text says what is done in an order of this game."""
    return any(clause.act in ORDERING and clause.has_verb for clause in _clauses(game, text, ()))


def says_only_order(game: str, text: str, words: Collection[str]) -> bool:
    """Whether a text has, among these of its plain words, one for an order, and none that is
    unknown where it is read as one language."""
    return any(_has_only_order(_clauses(game, text, [each]), words) for each in LANGUAGES)


def _has_only_order(clauses: Sequence[Clause], words: Collection[str]) -> bool:
    tokens = [
        token
        for clause in clauses
        for token in clause.tokens
        if any(plain_of(word) in words for word in phrase_words(token.written))
    ]
    is_any = any(is_strong(token) or token.kind in (tags.NUMBER, tags.VERB) for token in tokens)
    is_any = is_any and not any(clause.is_question for clause in clauses)
    return is_any and not any(token.kind == UNKNOWN for token in tokens)


def only_passes(game: str, text: str) -> bool:
    """Whether a text, read as one language, says that its writer passes, and nothing else."""
    every = (_clauses(game, text, [each]) for each in LANGUAGES)
    read = ([token for one in clauses for token in one.tokens] for clauses in every)
    return any({one[:2] for one in each if one.kind != tags.FILLER} == _PASS for each in read)


_PASS = {(tags.VERB, "pass")}


def turns_order(game: str, text: str, languages: Sequence[str] = ()) -> bool:
    """Whether a text corrects, takes back or excludes what stands before it."""
    return any(
        clause.act in _TURNING or clause.lead in (tags.CORRECT, tags.RETRACT)
        for clause in _clauses(game, text, languages)
    )


def names_cards(game: str, text: str, languages: Sequence[str] = ()) -> bool:
    """Whether a text names anything of this game beside what is done: a card, an animal, a row."""
    return any(
        is_strong(token) and token.kind != tags.VERB
        for clause in _clauses(game, text, languages)
        for token in clause.tokens
    )


def names_things(game: str, text: str, languages: Sequence[str] = ()) -> bool:
    """Whether a text names anything that only speaks of this game."""
    return any(
        is_strong(token)
        for clause in _clauses(game, text, languages)
        if clause.act is not Act.REASON
        for token in clause.tokens
    )


def read_turned(
    rules: AnyRules,
    state: object,
    seat: Seat,
    lines: Sequence[str],
    languages: Sequence[str] = (),
    choices: Sequence[str] = (),
) -> Result | None:
    """What an order and the lines below it mean together, where those may turn it.

    None where they do not: then each of them is read for itself.
    """
    every = _clauses(rules.key, "\n".join(lines), languages)
    first = every[0].line if every else 0
    is_turned = any(_may_turn(clause) for clause in every if clause.line > first)
    if not is_turned and not any(
        _is_rival(rules, state, seat, line, languages) for line in lines[1:]
    ):
        return None
    return understand(rules, state, seat, "\n".join(lines), languages, choices)


def _may_turn(clause: Clause) -> bool:
    """Whether a clause below an order speaks of a mistake, of another thing or of one more."""
    is_more = is_added(clause) and clause.act in ORDERING
    return (
        clause.act in _TURNING
        or is_more
        or clause.is_lost
        or (clause.is_statement and clause.is_strong and clause.act in ORDERING)
        or (clause.act not in (Act.REASON, Act.ASK) and clause.has(tags.DOUBT))
        or (
            clause.act is Act.TALK
            and clause.has(tags.NUMBER)
            and not clause.has(tags.TALK, UNKNOWN)
        )
        or clause.lead in (tags.CORRECT, tags.RETRACT, tags.DROP)
        or (clause.has(UNKNOWN) and speaks_of_turn(clause))
    )


def _is_rival(
    rules: AnyRules, state: object, seat: Seat, line: str, languages: Sequence[str]
) -> bool:
    """Whether a line below an order could itself be one for the open decision."""
    clauses = [one for one in _clauses(rules.key, line, languages) if one.act in ORDERING]
    tokens = [token for one in clauses for token in one.tokens]
    is_later = any(token.kind == "THEN" for token in tokens[:2])
    if is_later or not any(map(is_strong, tokens)) or _is_name(tokens):
        return False
    return not isinstance(understand(rules, state, seat, line, languages), NotUnderstood)


def read_below(
    rules: AnyRules, state: object, seat: Seat, line: str, languages: Sequence[str] = ()
) -> Below:
    """What a line below an order is.

    A step has a verb of its own, or begins with "then", and leaves nothing in doubt; else what
    names things of the game is left aside, to be told, and the rest is a goodbye.
    """
    clauses = [
        clause
        for clause in _clauses(rules.key, line, languages)
        if clause.act is not Act.REASON and clause.tokens
    ]
    tokens = [token for clause in clauses for token in clause.tokens]
    if not any(is_strong(token) for token in tokens) or _is_name(tokens):
        return Below(Kind.CLOSING)
    has_verb = any(token.kind == tags.VERB for token in tokens)
    if has_verb or clauses[0].lead == "THEN":
        result = understand_later(rules, state, seat, line, languages, in_round=True)
        if isinstance(result, Understood):
            return Below(Kind.STEP, result.text, result.corrections)
    return Below(Kind.ASIDE)


def _clauses(game: str, text: str, languages: Sequence[str]) -> list[Clause]:
    return acts_in(lex(game, sentences(text[:MOST_CHARACTERS]), in_order(languages)))


def _is_name(tokens: Sequence[Token]) -> bool:
    """Whether it is somebody's name in which a word of the game happens to stand: `Anna Leone`."""
    named = [token for token in tokens if token.kind != tags.FILLER]
    return (
        sum(is_strong(token) for token in named) == 1
        and all(is_strong(token) or token.kind == UNKNOWN for token in named)
        and len(named) > 1
        and all(token.written[:1].isupper() for token in named)
    )
