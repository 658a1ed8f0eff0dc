"""What is done next in every case: "forest 2 if I can, else forest 4, then the squirrel"."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.words.conditions.case_openers import CaseKind
from games.words.conditions.cases_apart import CasePart
from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.lexicon.sentences import Sentence, Word
from games.words.positions.evidence import NAMING


def shared_step(
    cases: Sequence[CasePart], held: CasePart, lexed: Callable[[Sequence[Word]], Sequence[Token]]
) -> list[Sentence]:
    """The further step behind what is done otherwise, where another case is `held`; none where
    that case says by itself what is done next."""
    last = cases[-1]
    if last is held or last.kind is not CaseKind.ELSE or _then_in(held.body, lexed):
        return []
    return _then_in(last.body, lexed)


def _then_in(
    body: Sequence[Sentence], lexed: Callable[[Sequence[Word]], Sequence[Token]]
) -> list[Sentence]:
    """What a "then" leads to, behind anything else that is done."""
    begun = False
    for index, sentence in enumerate(body):
        tokens = lexed(sentence.words)
        for place, token in enumerate(tokens):
            behind = tokens[place + 1 :]
            is_step = token.kind == "THEN" and any(
                one.kind in (*NAMING, tags.VERB) for one in behind
            )
            if is_step and begun:
                return [Sentence([*sentence.words[token.place :]]), *body[index + 1 :]]
            begun = begun or token.kind in NAMING
    return []
