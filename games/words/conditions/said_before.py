"""What a case only points at, and another case says: its card, "if not put it on bird 2", or the
place where birds are laid, "otherwise the owl, same row and same side"."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from games.words.conditions.case_openers import SECTION
from games.words.lexicon import tags
from games.words.lexicon.language_grammar import has_clitic
from games.words.lexicon.lexing import Token
from games.words.lexicon.said import length_at, phrases
from games.words.lexicon.sentences import Word
from games.words.lexicon.vocabulary import marks

Lexer: TypeAlias = Callable[[Sequence[Word]], Sequence[Token]]
_CARD = ("RANK", tags.NUMBER, "CODE", "SUIT", "SPECIES", "ANIMAL", "COLOUR", "SPECIAL", "HABITAT")
_WITHIN = ("OF", "AND", tags.FILLER)
_PLACES = ("BIRD", "ROW", "TRICKS")
_SAME = {"same row": ("row",), "same side": ("side",), "same place": ("row", "side")}


def with_things(
    words: Sequence[Word], before: Sequence[Sequence[Word]], lexed: Lexer, language: str
) -> list[Word] | None:
    """The words of a case with what it points at put by its name, which the cases `before` say, the
    last one first; None where it points at nothing that they say."""
    return _with_place(words, before, lexed, language) or _with_card(words, before, lexed)


def _with_card(
    words: Sequence[Word], before: Sequence[Sequence[Word]], lexed: Lexer
) -> list[Word] | None:
    tokens = lexed(words)
    card = next((found for each in before if (found := _card_in(each, lexed))), None)
    if card is None or _card_in(words, lexed):
        return None
    for place, word in enumerate(words):
        if word.folded in marks("pronouns"):
            return [*words[:place], *card, *words[place + 1 :]]
    return [*words, *card] if any(map(has_clitic, tokens)) else None


def _card_in(words: Sequence[Word], lexed: Lexer) -> list[Word]:
    """The words of the first card or animal that is named, and of no bird or row."""
    tokens = [one for one in lexed(words) if one.kind != tags.FILLER]
    for index, token in enumerate(tokens):
        is_place = index > 0 and tokens[index - 1].kind in _PLACES
        if token.kind not in _CARD or is_place:
            continue
        last = token
        for one in tokens[index + 1 :]:
            if one.kind not in (*_CARD, *_WITHIN) or one.kind == "CODE":
                break
            last = one if one.kind in _CARD else last
        return list(words[token.place : last.end])
    return []


def _with_place(
    words: Sequence[Word], before: Sequence[Sequence[Word]], lexed: Lexer, language: str
) -> list[Word] | None:
    plain = [word.plain for word in words]
    kept: list[Word] = []
    wanted: list[str] = []
    place = 0
    while place < len(words):
        found = {name: length_at(plain, place, phrases(language, SECTION, name)) for name in _SAME}
        name = max(found, key=lambda one: found[one])
        wanted += _SAME[name] if found[name] else ()
        kept += [] if found[name] else [words[place]]
        place += max(found[name], 1)
    named = [next(_said(before, lexed, kind), []) for kind in wanted]
    return [*kept, *(word for each in named for word in each)] if all(named) and named else None


def _said(before: Sequence[Sequence[Word]], lexed: Lexer, kind: str) -> Iterator[list[Word]]:
    """The words of the rows, or of the sides, that are named."""
    for words in before:
        tokens = [one for one in lexed(words) if one.kind != tags.FILLER]
        for token, after in zip(tokens, [*tokens[1:], None], strict=True):
            is_numbered = after is not None and after.kind in (tags.NUMBER, tags.ORDINAL)
            if kind == "row" and token.kind == "ROW" and after is not None and is_numbered:
                yield list(words[token.place : after.end])
            elif (kind, token.kind) in (("row", "NAMED_ROW"), ("side", "SIDE")):
                yield list(words[token.place : token.end])
