"""Several cards named by what they show: "chuck the 4s" throws each of them away."""

from __future__ import annotations

import re
from collections.abc import Sequence

from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.lexicon.vocabulary import marks
from games.words.positions.evidence import NAMING
from games.words.positions.scene import OrderScene
from games.words.results import Question, Result, Understood
from games.words.speech.clauses import ORDERING, Clause, keeps

_REFILL = "refill"
_IN_DIGITS = re.compile(r"[1-4]\W?s")


def all_of_rank(scene: OrderScene, clauses: Sequence[Clause], result: Result) -> Result:
    """What is thrown away with every card of the ranks that are named in the plural; a question
    where more is named beside them."""
    is_refill = isinstance(result, Understood) and result.text.startswith(f"{_REFILL} ")
    if not isinstance(result, Understood) or scene.kind != _REFILL or not is_refill:
        return result
    named = [
        token
        for one in clauses
        if one.act in ORDERING
        for token in one.tokens
        if token.kind in NAMING and token.kind != "REFILL"
    ]
    plural = {token.value for token in named if _is_plural(token)}
    if not plural or ";" in result.text:
        return result
    cards = [card for card in scene.hand if card[1:] in plural]
    given = result.text.split()[1:]
    if any(map(keeps, clauses)) or len(plural) < len({token.value for token in named}):
        is_whole = all(given.count(card) == cards.count(card) for card in cards)
        return result if is_whole else Question((result.text,))
    text = scene.tried(" ".join((_REFILL, *cards)))
    return Understood(text, result.corrections) if isinstance(text, str) and cards else result


def _is_plural(token: Token) -> bool:
    written = token.written.casefold()
    is_said = written in marks("plural ranks") or bool(_IN_DIGITS.fullmatch(written))
    return token.kind == tags.NUMBER and is_said
