"""The words of an order as the grammar wants them: final verbs marked, lists joined."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.words.lexicon import tags
from games.words.lexicon.language_grammar import denies_what_precedes, is_infinitive, is_inverting
from games.words.lexicon.lexing import Token
from games.words.speech.clauses import is_order_word

FINAL = "FINAL"
_CARD_ENDS = frozenset(("CODE", "ANIMAL", "SPECIES", "SIDE", "SPECIAL"))
_CARD_STARTS = frozenset(("CODE", "HABITAT", "COLOUR", "ANIMAL", "SPECIES", "SPECIAL"))

_ALONE = frozenset(("draw", "stay", "done", "pass"))
"""Verbs that behind a comma are a step of their own: "parrots row 1 left, draw"."""


def prepared(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens as the grammar wants them: final verbs marked, lists joined, ends trimmed."""
    kept = _trimmed([token for token in tokens if not _is_silent_of(token, tokens)])
    _turn_inverted(kept)
    for index, token in enumerate(kept):
        before = kept[index - 1] if index else None
        after = kept[index + 1] if index + 1 < len(kept) else None
        if token.kind == tags.VERB:
            yield _verb(kept, index)
        elif _parts_bid(kept, index):
            yield token._replace(kind="THEN", value="then")
        elif token.kind == "ANY" and before is not None and before.kind == tags.NOT:
            yield token._replace(kind="NONE")
        elif not _is_absorbed(token, before, after):
            yield token


def _parts_bid(tokens: Sequence[Token], index: int) -> bool:
    """Whether an "and" stands between a trump and a number of tricks: "red and two tricks"."""
    if tokens[index].kind != "AND" or index + 2 >= len(tokens):
        return False
    kinds = [token.kind for token in tokens[index + 1 : index + 3]]
    return tokens[index - 1].kind == "COLOUR" and kinds == [tags.NUMBER, "TRICKS"]


def _turn_inverted(tokens: list[Token]) -> None:
    """Put a verb behind its "then", "… en neem dan de leeuw"; a first "then" says nothing."""
    is_led = len(tokens) > 1 and tokens[0].kind == tags.VERB and is_inverting(tokens[1])
    if is_led and tokens[1].place == tokens[0].end:
        del tokens[1]
    for index in range(1, len(tokens) - 1):
        verb = tokens[index]
        is_first = verb.kind == tags.VERB and (verb.after_comma or not _is_thing(tokens[index - 1]))
        is_late = _is_late(tokens, index) and tokens[index - 1].kind == "AND"
        if is_late or (is_first and is_inverting(tokens[index + 1])):
            tokens[index], tokens[index + 1] = tokens[index + 1], tokens[index]


def _is_late(tokens: Sequence[Token], index: int) -> bool:
    """Whether a verb has its "then" behind it and its thing behind that: "trek daarna van …"."""
    verb, then = tokens[index], tokens[index + 1]
    is_word = then.kind == "THEN" and " " not in then.written and not then.after_comma
    is_more = index + 2 < len(tokens) and _is_thing(tokens[index + 2])
    return verb.kind == tags.VERB and is_word and is_more and then.place == verb.end


def _is_absorbed(token: Token, before: Token | None, after: Token | None) -> bool:
    """Whether a connector or a `not` is told by its neighbour and need not stand itself."""
    following = after.kind if after is not None else ""
    match token.kind:
        case "AND":
            return True
        case "THEN":
            return following in ("THEN", "OR")
        case "OR":
            return following == "OR"
        case "NOT":
            return _denies_before(token, before) or following in (tags.VERB, "NONE", "ANY")
    return False


def _denies_before(token: Token, before: Token | None) -> bool:
    """Whether this is a Dutch `niet` right behind the verb that it denies."""
    return denies_what_precedes(token) and before is not None and before.kind == tags.VERB


def _verb(tokens: Sequence[Token], index: int) -> Token:
    """A verb with `-` before its value if it is denied, and told from one behind its things."""
    token = tokens[index]
    before = tokens[index - 1] if index else None
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    is_denied = after is not None and _denies_before(after, token)
    if before is not None and before.kind == tags.NOT:
        earlier = tokens[index - 2] if index > 1 else None
        is_denied = is_denied or not _denies_before(before, earlier)
    value = f"-{token.value}" if is_denied else token.value
    is_last = is_infinitive(token) and token.value != "for" and not token.after_comma
    ends = is_last or after is None or not _is_thing(after)
    ends = ends or (after is not None and after.after_comma and not token.after_comma)
    is_own = token.after_comma and token.value in _ALONE
    is_final = before is not None and _is_thing(before) and ends and not is_own
    return token._replace(kind=FINAL if is_final else tags.VERB, value=value)


def _is_thing(token: Token) -> bool:
    return is_order_word(token) and token.kind != tags.VERB


def _is_silent_of(token: Token, tokens: Sequence[Token]) -> bool:
    """Whether this `of` only joins the parts of one card, or a side to a row.

    Between two whole cards it is no English: there a Dutch writer says "or".
    """
    if token.kind != "OF":
        return False
    index = tokens.index(token)
    if index == 0 or index + 1 == len(tokens):
        return True
    before, after = tokens[index - 1], tokens[index + 1]
    is_whole = before.kind in _CARD_ENDS or (
        before.kind == tags.NUMBER and index > 1 and tokens[index - 2].kind in ("HABITAT", "COLOUR")
    )
    return not (is_whole and after.kind in _CARD_STARTS)


def _trimmed(tokens: list[Token]) -> list[Token]:
    """Without connectors at either end."""
    loose = ("THEN", "OR", "AND")
    while tokens and tokens[0].kind in loose:
        tokens = tokens[1:]
    while tokens and tokens[-1].kind in loose:
        tokens = tokens[:-1]
    return tokens
