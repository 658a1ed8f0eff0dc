"""What of a mail is the order: greetings and reasons left aside, nothing doubtful passed over.

A part between two commas that names nothing of the game is chatter. A word that could turn an order
round (`not`, `unless`, somebody else's name) is never chatter where it stands beside one: what is
read then is put back as a question, or refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from games.words.lexing import UNKNOWN, LexedSentence, Token
from games.words.vocabulary import BECAUSE, BUT, CAREFUL, FILLER, NOT, NUMBER, ORDINAL, VERB

MOST_TOKENS = 120
SEPARATORS = frozenset(("THEN", "OR", "AND", "OF"))
FINAL, BREAK = "FINAL", "BREAK"
_CARD_ENDS = frozenset(("CODE", "ANIMAL", "SPECIES", "SIDE", "SPECIAL"))
_CARD_STARTS = frozenset(("CODE", "HABITAT", "COLOUR", "ANIMAL", "SPECIES", "SPECIAL"))
_WEAK = frozenset((NUMBER, ORDINAL, "ALL", "ANY", "NONE", "HOW"))
"""Words of every day: alone they name nothing of a game."""

_TALK = _WEAK - {NUMBER, ORDINAL, "NONE"}


@dataclass(slots=True)
class Orders:
    """The tokens of an order ready for the grammar, and what stands in doubt.

    `doubts` are words that make the order worth a question, `refusals` words that turn it round.
    """

    tokens: list[Token] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)


def orders_in(sentences: Sequence[LexedSentence], *, with_verbless: bool = False) -> Orders:
    """The order in these sentences; without tokens where nothing of a game is named.

    A sentence without a verb beside one with a verb is most likely talk ("what a fine lion"): it is
    left out, and taken in only `with_verbless`. Either way it is a doubt.
    """
    parts = [_Part(sentence) for sentence in sentences]
    has_strong = any(part.is_strong for part in parts)
    has_verb = any(part.has_verb for part in parts)
    orders = Orders()
    for part in parts:
        if not part.names_things:
            # "Bid forest 3. No, wait." must not pass for an order.
            if orders.tokens and part.turns_round:
                orders.doubts.extend(part.careful)
            continue
        if has_strong and part.is_talk:
            continue
        if has_verb and not part.has_verb and not part.follows_on:
            orders.doubts.extend(token.written for token in part.things)
            if not with_verbless:
                continue
        if orders.tokens and not part.follows_on:
            orders.tokens.append(part.tokens[0]._replace(kind="THEN", value=BREAK, written=";"))
        orders.tokens.extend(part.tokens)
        orders.doubts.extend(part.doubts)
        orders.refusals.extend(token.written for token in part.tokens if token.kind == NOT)
    orders.tokens = list(_prepared(orders.tokens))
    return orders


class _Part:
    """One sentence, sorted."""

    def __init__(self, sentence: LexedSentence) -> None:
        self.tokens: list[Token] = []
        self.doubts: list[str] = []
        self.careful = [token.written for token in sentence.tokens if token.kind in CAREFUL]
        self.turns_round = any(token.kind == NOT for token in sentence.tokens)
        tokens = list(without_reasons(_without_first_buts(sentence.tokens)))
        only_weak = not any(is_strong(token) for token in tokens)
        for chunk in _chunks(tokens):
            self._add(chunk, counts_weak=only_weak)
        self.things = [token for token in self.tokens if _is_order_word(token)]
        if self.things and sentence.is_question:
            self.doubts.append("?")

    def _add(self, chunk: Sequence[Token], *, counts_weak: bool) -> None:
        named = [token for token in chunk if _is_order_word(token)]
        strong = [token for token in named if is_strong(token)]
        separators = [token for token in chunk if token.kind in SEPARATORS]
        careful = [token for token in chunk if token.kind in CAREFUL]
        unknown = [token for token in chunk if token.kind == UNKNOWN]
        if not strong and (not named or (unknown and not counts_weak)):
            self.tokens.extend(separators)
            self.doubts.extend(token.written for token in careful)
            return
        self.tokens.extend(token for token in chunk if token.kind not in (FILLER, *CAREFUL - {NOT}))
        self.tokens = [token for token in self.tokens if token.kind != UNKNOWN]
        self.doubts.extend(token.written for token in unknown)
        self.doubts.extend(token.written for token in careful if token.kind != NOT)

    @property
    def names_things(self) -> bool:
        return bool(self.things)

    @property
    def is_talk(self) -> bool:
        """Whether its only words of an order are those of every day, as in "hello all"."""
        if self.is_strong:
            return False
        return bool(self.doubts) or all(token.kind in _TALK for token in self.things)

    @property
    def is_strong(self) -> bool:
        """Whether it names something that only speaks of a game."""
        return any(is_strong(token) for token in self.tokens)

    @property
    def has_verb(self) -> bool:
        return any(token.kind == VERB for token in self.tokens)

    @property
    def follows_on(self) -> bool:
        """Whether it begins with "then" or "or": it goes on with the sentence before."""
        return bool(self.tokens) and self.tokens[0].kind in ("THEN", "OR")


def _without_first_buts(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens without a `but` that only leads from an excuse to the order."""
    has_order = False
    for token in tokens:
        has_order = has_order or is_strong(token)
        if token.kind != BUT or has_order:
            yield token


def without_reasons(tokens: Iterable[Token]) -> Iterator[Token]:
    """The tokens without what follows a `because`, as far as the next step or alternative."""
    in_reason = False
    for token in tokens:
        if token.kind == BECAUSE:
            in_reason = True
        elif token.kind == "THEN":
            in_reason = False
        if not in_reason:
            yield token


def _chunks(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    chunk: list[Token] = []
    for token in tokens:
        if token.after_comma and chunk:
            yield chunk
            chunk = []
        chunk.append(token)
    if chunk:
        yield chunk


def _is_order_word(token: Token) -> bool:
    return token.kind not in (FILLER, UNKNOWN, *CAREFUL, *SEPARATORS)


def is_strong(token: Token) -> bool:
    """Whether a word only speaks of a game, unlike a number or "all"."""
    return _is_order_word(token) and token.kind not in _WEAK


def _prepared(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens as the grammar wants them: final verbs marked, lists joined, ends trimmed."""
    kept = _trimmed([token for token in tokens if not _is_silent_of(token, tokens)])
    _turn_inverted(kept)
    for index, token in enumerate(kept):
        before = kept[index - 1] if index else None
        after = kept[index + 1] if index + 1 < len(kept) else None
        if token.kind == VERB:
            yield _verb(kept, index)
        elif token.kind == "ANY" and before is not None and before.kind == NOT:
            yield token._replace(kind="NONE")
        elif not _is_absorbed(token, before, after):
            yield token


def _turn_inverted(tokens: list[Token]) -> None:
    """Put a verb behind its "then", "… en neem dan de leeuw"; a first "then" says nothing."""
    if len(tokens) > 1 and tokens[0].kind == VERB and tokens[1].kind == "THEN":
        del tokens[1]
    for index in range(1, len(tokens) - 1):
        is_first = tokens[index].kind == VERB and not _is_thing(tokens[index - 1])
        if is_first and tokens[index + 1].kind == "THEN":
            tokens[index], tokens[index + 1] = tokens[index + 1], tokens[index]


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
            return _denies_before(token, before) or following in (VERB, "NONE", "ANY")
    return False


def _denies_before(token: Token, before: Token | None) -> bool:
    """Whether this is a Dutch `niet` right behind the verb that it denies."""
    is_dutch = token.kind == NOT and token.language == "nl"
    return is_dutch and before is not None and before.kind == VERB


def _verb(tokens: Sequence[Token], index: int) -> Token:
    """A verb with `-` before its value if it is denied, and told from one behind its things."""
    token = tokens[index]
    before = tokens[index - 1] if index else None
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    is_denied = after is not None and _denies_before(after, token)
    if before is not None and before.kind == NOT:
        earlier = tokens[index - 2] if index > 1 else None
        is_denied = is_denied or not _denies_before(before, earlier)
    value = f"-{token.value}" if is_denied else token.value
    is_infinitive = token.language == "nl" and token.written.casefold().endswith("en")
    ends = (is_infinitive and token.value != "for") or after is None or not _is_thing(after)
    is_final = before is not None and _is_thing(before) and ends
    return token._replace(kind=FINAL if is_final else VERB, value=value)


def _is_thing(token: Token) -> bool:
    return _is_order_word(token) and token.kind != VERB


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
        before.kind == NUMBER and index > 1 and tokens[index - 2].kind in ("HABITAT", "COLOUR")
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
