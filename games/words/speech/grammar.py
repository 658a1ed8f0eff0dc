"""The grammar: tokens of an order into steps, alternatives and clauses, by LALR in linear time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeAlias

from lark import Lark, Transformer, UnexpectedInput
from lark.lexer import Lexer
from lark.lexer import Token as LarkToken

from games.words.lexicon.lexing import Token


class Thing(NamedTuple):
    """What a clause names: a kind with up to two values.

    Cards are `card` (suit or habitat, value; "" for what was not said) or `code`; `number` stands
    alone; `birds` (species, how many), `row`, `bird` and `how` (which, of what suit) hold what
    their names say; other kinds are those of the tokens, in lower case.
    """

    kind: str
    value: str = ""
    other: str = ""


class OrderClause(NamedTuple):
    """One verb, or none, with what it speaks of; a verb that is denied begins with `-`."""

    verb: str
    things: tuple[Thing, ...]
    final: str = ""


Alternative: TypeAlias = tuple[OrderClause, ...]
Step: TypeAlias = tuple[Alternative, ...]


class NotGrammaticalError(ValueError):
    """These tokens make no order. `written` is the word at which that became clear, if one did."""

    def __init__(self, written: str = "") -> None:
        self.written = written
        super().__init__(written)


def parse(grammar: Path, tokens: Sequence[Token]) -> tuple[Step, ...]:
    """The steps that the tokens say by the grammar of this file. Raises NotGrammaticalError."""
    try:
        tree = _parser(grammar).parse(tokens)
    except UnexpectedInput as error:
        token = getattr(error, "token", None)
        place = None
        if isinstance(token, LarkToken) and token.type != "$END":
            place = token.start_pos
        raise NotGrammaticalError(tokens[place].written if place is not None else "") from None
    return _Meanings().transform(tree)


@cache
def kinds_in(grammar: Path) -> frozenset[str]:
    """The kinds of tokens that the grammar of this file knows."""
    declared = grammar.read_text(encoding="utf-8").partition("%declare")[2]
    return frozenset(declared.split())


class _Tokens(Lexer):
    """Hands the parser tokens that were made already."""

    def __init__(self, lexer_conf: object) -> None:
        del lexer_conf

    def lex(self, data: Iterable[Token]) -> Iterator[LarkToken]:  # type: ignore[override]  # lark hands the input on
        for index, token in enumerate(data):
            yield LarkToken(token.kind, token.value, start_pos=index)


@cache
def _parser(grammar: Path) -> Lark:
    return Lark(
        grammar.read_text(encoding="utf-8"), parser="lalr", lexer=_Tokens, maybe_placeholders=False
    )


class _Meanings(Transformer[LarkToken, tuple[Step, ...]]):
    """The tree of a grammar as steps, alternatives, clauses and things."""

    def start(self, children: list[Step | LarkToken]) -> tuple[Step, ...]:
        return tuple(child for child in children if not isinstance(child, LarkToken))

    def step(self, children: list[Alternative | LarkToken]) -> Step:
        return tuple(child for child in children if not isinstance(child, LarkToken))

    def alternative(self, children: list[OrderClause]) -> Alternative:
        return tuple(children)

    def clause(self, children: list[Thing | LarkToken]) -> OrderClause:
        verb = final = ""
        things = []
        for child in children:
            if isinstance(child, LarkToken) and child.type == "VERB":
                verb = str(child)
            elif isinstance(child, LarkToken) and child.type == "FINAL":
                final = str(child)
            elif isinstance(child, LarkToken):
                things.append(Thing(child.type.lower(), str(child)))
            else:
                things.append(child)
        return OrderClause(verb or final, tuple(things), final if verb else "")

    def whole(self, children: list[str]) -> Thing:
        return Thing("code", str(children[0]))

    def suit_first(self, children: list[str]) -> Thing:
        return Thing("card", str(children[0]), str(children[1]))

    def number_first(self, children: list[str]) -> Thing:
        return Thing("counted", str(children[1]), str(children[0]))

    def suit_only(self, children: list[str]) -> Thing:
        return Thing("card", str(children[0]))

    def number_only(self, children: list[str]) -> Thing:
        return Thing("number", str(children[0]))

    def extreme(self, children: list[str]) -> Thing:
        return Thing("how", str(children[0]))

    def extreme_of(self, children: list[str]) -> Thing:
        return Thing("how", str(children[0]), str(children[1]))

    def extreme_in(self, children: list[str]) -> Thing:
        return Thing("how", str(children[1]), str(children[0]))

    def birds(self, children: list[str]) -> Thing:
        return Thing("birds", str(children[0]))

    def counted_birds(self, children: list[str]) -> Thing:
        return Thing("birds", str(children[1]), str(children[0]))

    def row(self, children: list[LarkToken]) -> Thing:
        return Thing("row", str(next(child for child in children if child.type != "ROW")))

    def row_unnamed(self, children: list[str]) -> Thing:
        del children
        return Thing("row")

    def suits(self, children: list[str]) -> str:
        return "".join(str(child) for child in children)

    def ranked(self, children: list[str]) -> Thing:
        suits = children[1] if len(children) > 1 else ""
        return Thing("card", suits, str(children[0]))

    def suits_first(self, children: list[str]) -> Thing:
        return Thing("card", children[0], str(children[1]))

    def bird(self, children: list[LarkToken]) -> Thing:
        return Thing("bird", str(next(child for child in children if child.type != "BIRD")))

    def bird_of(self, children: list[LarkToken | str]) -> Thing:
        suits = [str(child) for child in children if getattr(child, "type", "") != "BIRD"]
        return Thing("bird", "", "".join(suits))

    def bird_unnamed(self, children: list[str]) -> Thing:
        del children
        return Thing("bird")
