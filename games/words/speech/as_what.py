"""A Dutch "als" that says as what something is done, and is no "if": "als familie"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from games.words.lexicon import tags
from games.words.lexicon.language_grammar import is_infinitive
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.vocabulary import marks

_MOST_BEHIND = 3


def says_as_what(tokens: Sequence[Token], index: int) -> bool:
    """Whether a Dutch "als" says as what something is laid: "als grote familie"."""
    if tokens[index].written.casefold() not in marks("as a"):
        return False
    behind = list(takewhile(lambda one: not one.after_comma, tokens[index + 1 :]))
    told = [
        one for one in behind if one.kind not in (tags.FILLER, UNKNOWN) or one.value == "states"
    ]
    is_own = any(one.written.casefold() in marks("me") for one in behind)
    is_made = bool(told) and told[0].kind == tags.VERB and told[0].value in ("family", "hatch")
    is_end = bool(index) and not tokens[index].after_comma and 0 < len(behind) <= _MOST_BEHIND
    nouns = [one for one in behind if one.kind != tags.FILLER]
    is_noun = is_end and len(nouns) == 1 and nouns[0].kind in (UNKNOWN, "DECK")
    is_noun = is_noun and nouns[0].written.islower() and not is_infinitive(nouns[0])
    is_made |= is_noun and all(
        one.written.casefold() in marks("articles") for one in behind[: behind.index(nouns[0])]
    )  # "als verrassing"
    return is_made and not is_own and not any(one.value == "states" for one in told)
