"""What somebody keeps is never spent: of the orders that a text may mean those fall away that do.

"The greens stay with me" orders the blue one where there is no other; "I'll keep the wizard" is
asked back without it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise, takewhile
from typing import NamedTuple

from games.words.lexicon import tags
from games.words.lexicon.lexing import ARTICLES, UNKNOWN, Token
from games.words.lexicon.vocabulary import marks, plain_of
from games.words.positions.evidence import NAMING, extremes, since_correction, stands_in
from games.words.positions.game_words import words_of
from games.words.positions.scene import MOST_LEGAL, OrderScene
from games.words.results import MOST_CHOICES, NotUnderstood, Question, Result, Understood
from games.words.speech.clauses import ORDERING, Act, Clause, is_keeping

_SUITS = ("HABITAT", "COLOUR")
_THINGS = ("CODE", "SPECIAL", "ANIMAL", "SPECIES")
_SPOKEN = (*_SUITS, *_THINGS, "REFILL", tags.NUMBER, "AND")
_TURNED = (Act.CONDITION, Act.ALTERNATIVE, Act.ASK, Act.RETRACT)
_HOLDING, _REFILL = "reveal", "refill"


class _Kept(NamedTuple):
    """Cards that are kept: of a suit, of a number, of both, or a thing by its name; if it is only
    `ruled_out`, an order must not have it in any part."""

    suit: str = ""
    number: str = ""
    thing: str = ""
    ruled_out: bool = False
    least: int = 0
    """How many are kept; 0 for all."""

    def is_spent(self, cards: Sequence[str], hand: Sequence[str]) -> bool:
        """Whether these cards leave less of it in the hand than is kept."""
        spent = sum(map(self.holds, cards))
        return bool(spent) and (not self.least or sum(map(self.holds, hand)) - spent < self.least)

    @property
    def is_colour(self) -> bool:
        """Whether only their suit is said: "the high greens"."""
        return not self.number and not self.thing and not self.ruled_out

    def holds(self, card: str) -> bool:
        """Whether this card of an order is one of them."""
        if self.thing:
            return card == self.thing
        return card[:1] == (self.suit or card[:1]) and card[1:] == (self.number or card[1:])


def spared(scene: OrderScene, clauses: Sequence[Clause], result: Result) -> Result:
    """The result without the orders that spend what the text keeps.

    One order that is left of several is meant, where the text leaves nothing else in doubt; for an
    order that spends what is kept the others are offered.
    """
    kept = [] if scene.is_later else list(_kept(scene, clauses))
    legal = scene.legal() if kept else ()
    if not legal or len(legal) >= MOST_LEGAL:
        return result

    meant = set(_meant(scene, clauses))

    def saves(text: str) -> bool:
        order = text.partition(";")[0]
        spent, named = words_of(scene.rules.key).spent(order), order.split()[1:]
        return not any(
            one.is_spent(
                [
                    card
                    for card in (named if one.ruled_out else spent)
                    if not (one.is_colour and card in meant)
                ],
                scene.hand,
            )
            for one in kept
        )

    is_idle = isinstance(result, Understood) and result.text == _REFILL == scene.kind
    gives_nothing = is_idle and any(map(_is_rest, clauses))
    if isinstance(result, Understood) and saves(result.text) and not gives_nothing:
        return result
    left = [text for text in legal if saves(text)]
    if not _says_more(clauses):
        return _remaining(scene, clauses, result, left)
    choices = result.choices if isinstance(result, Question) else ()
    rest = _as_named(clauses, [text for text in choices if saves(text)] or left)
    rest = extremes(_ordered(clauses), list(rest))
    is_misread = bool(choices) and set(rest) <= {*_NOTHING}  # what is kept is not what was read
    if isinstance(result, NotUnderstood) or is_misread or rest == list(choices):
        return result
    if len(rest) == 1 and choices and scene.kind != _REFILL and _is_firm(clauses):
        return Understood(rest[0])
    return Question(tuple(rest[:MOST_CHOICES]))


def _ordered(clauses: Sequence[Clause]) -> list[Token]:
    """The words of what is ordered, and not kept."""
    return [t for one in clauses if one.act in ORDERING and not _keeps(one) for t in one.tokens]


def _as_named(clauses: Sequence[Clause], texts: Sequence[str]) -> list[str]:
    """Those of the orders in which all stands that is named where something is ordered."""
    named = [token for token in _ordered(clauses) if token.kind in (*_SUITS, *_THINGS)]
    return [text for text in texts if all(stands_in(one, text) for one in named)] or [*texts]


def _meant(scene: OrderScene, clauses: Sequence[Clause]) -> Iterator[str]:
    """The cards that are named in full where something is ordered."""
    for clause in clauses:
        if clause.act in ORDERING and not _keeps(clause):
            for one in _cards(scene, clause.tokens):
                if one.suit and one.number:
                    yield one.suit + one.number


def _remaining(
    scene: OrderScene, clauses: Sequence[Clause], result: Result, left: Sequence[str]
) -> Result:
    """The order that is left where a text only says what stays; a question if there are several."""
    if _is_refused(result) or not left or len(left) == len(scene.legal()):
        return result
    left = extremes(_ordered(clauses), list(left))
    says_rest = any(map(_is_rest, clauses)) and not scene.branches
    if says_rest:
        left = _most(scene, [text for text in left if text not in _NOTHING])
    is_told = says_rest or scene.kind != _REFILL  # there any number of cards may be thrown away
    if is_told and len(left) == 1 and _is_firm(clauses) and all(map(_is_clear, clauses)):
        return Understood(left[0])
    offered = result.choices if isinstance(result, Question) else ()
    rest = [text for text in offered if text in left] or left
    return Question(tuple(rest[:MOST_CHOICES]))


def _is_refused(result: Result) -> bool:
    """Whether nothing can be made of a text, other than that "keep" is none of what is asked."""
    if not isinstance(result, NotUnderstood):
        return False
    return result.is_retracted or (result.refusal is not None and result.refusal.code != "not-now")


_GIVEN_BY = frozenset(("take", "discard", "play", "pay", "swap"))
_NOTHING = ("pass", "swap none")


def _is_rest(clause: Clause) -> bool:
    """Whether a clause gives the rest, and does not keep that: "the rest stays"."""
    is_all = clause.has("ALL") and clause.says_verb("discard")
    is_said = is_all or clause.has(tags.OTHER_ONE) or clause.says_phrase("rest")
    is_taken = any(token.kind == tags.VERB and token.value in _GIVEN_BY for token in clause.tokens)
    return is_said and (is_taken or not _keeps(clause))


def _most(scene: OrderScene, texts: Sequence[str]) -> list[str]:
    """The order that gives most, where several cards are given at once: all the rest."""
    if scene.kind != _REFILL:
        return list(texts)
    most = max((len(text.split()) for text in texts), default=0)
    return [text for text in texts if len(text.split()) == most]


def _says_more(clauses: Sequence[Clause]) -> bool:
    """Whether a text orders anything beside what it keeps, or its rest: "chuck the other two"."""
    said = since_correction(clauses)
    ordering = [one for one in said if one.act in ORDERING and not _keeps(one)]
    return any(
        token.kind in NAMING
        and token.kind != "REFILL"
        and not (token.kind == tags.NUMBER and _is_rest(one))
        for one in ordering
        for token in one.tokens
    )


def _is_clear(clause: Clause) -> bool:
    """Whether a clause keeps or gives nothing in words that are not known or only compare."""
    is_said = _keeps(clause) or _is_rest(clause) or clause.act in (*ORDERING, Act.EXCLUDE)
    unclear = (UNKNOWN, tags.ORDINAL, "ANY", *(("HOW",) if _keeps(clause) else ()))
    return not is_said or not any(
        token.kind in unclear and not is_keeping(token) and token.value not in _keeping_words()
        for token in clause.tokens
    )


@cache
def _keeping_words() -> frozenset[str]:
    """Each word of what is said to keep something: "blijf … af" has two."""
    phrases = marks("keep") | marks("not given") | marks("yet") | marks("also") | marks("rest")
    return frozenset(plain_of(word) for phrase in phrases for word in phrase.split())


def _is_firm(clauses: Sequence[Clause]) -> bool:
    """Whether nothing in the text wonders, asks or speaks of what others do."""
    return not any(
        one.is_question
        or one.act in _TURNED
        or one.has(tags.DOUBT, tags.OTHERS, tags.ASK, tags.MAY)
        for one in clauses
        if one.act not in (Act.ASIDE, Act.TALK) or one.things or one.is_question
    )


def _keeps(clause: Clause) -> bool:
    return any(map(_says_kept, clause.tokens)) or clause.says_phrase("not given")


def _says_kept(token: Token) -> bool:
    """Whether a word keeps something in hand, unlike "me quedo el león", which takes it."""
    # Spanish "tengo" has what Italian "tengo" keeps.
    words = token.written.casefold().split()
    is_had = token.value == "states" or (token.kind == tags.FILLER and len(words) > 1)
    is_had = is_had and not marks("own hand").isdisjoint((" ".join(words), *words))
    return is_keeping(token) and not is_had and (token.kind != tags.VERB or token.value == _HOLDING)


def _kept(scene: OrderScene, clauses: Sequence[Clause]) -> Iterator[_Kept]:
    """What the clauses keep."""
    is_kept = False
    for clause in clauses:
        is_kept = _keeps(clause) or (is_kept and clause.act is Act.EXCLUDE)
        is_done = any(
            one.kind == tags.VERB and one.value not in ("trump", scene.kind)
            for one in clause.tokens
        )
        is_out = clause.act is Act.EXCLUDE and not is_kept and not is_done
        is_out = is_out or _rules_trump_out(scene, clause)
        if clause.act in _TURNED or clause.is_question or not (is_kept or is_out):
            continue
        if scene.kind == _HOLDING and _reveals(clause):
            continue
        single = _singled(clause)
        for one in _cards(scene, _beside_keeping(clause)):
            is_one = not is_out and one.number in single and not one.suit
            yield one._replace(ruled_out=is_out, least=int(is_one))


def _singled(clause: Clause) -> set[str]:
    """The numbers of cards with a "one" or an article before them: "keep one 4"."""
    return {
        token.value
        for before, token in pairwise(clause.tokens)
        if token.kind == tags.NUMBER and before.end == token.place
        if (before.kind, before.value) == (tags.NUMBER, "1")
        or plain_of(before.written.casefold()) in ARTICLES
        or before.written.casefold() in marks("any one")
    }


def _reveals(clause: Clause) -> bool:
    """Whether a clause begins with a "keep" that may say which card is to count: "I keep F3"; or
    says that what stays is the bid: "the wild stays my bid"."""
    if clause.says_verb("bid"):
        return True
    spoken = [token for token in clause.tokens if token.kind not in (tags.FILLER, UNKNOWN)]
    return bool(spoken) and (spoken[0].kind, spoken[0].value) == (tags.VERB, _HOLDING)


def _beside_keeping(clause: Clause) -> list[Token]:
    """The words that say what is kept: up to another verb behind the one that keeps, or else those
    before it."""
    tokens = clause.tokens
    places = [index for index, token in enumerate(tokens) if _says_kept(token)]
    if not places:
        return tokens
    if clause.has(tags.OTHER_ONE) or clause.says_phrase("rest"):
        # What that is, is said elsewhere.
        joint = next((i for i, one in enumerate(tokens) if one.kind == "AND"), 0)
        return tokens[:joint]  # "the wizards stay and all the rest"
    behind = takewhile(
        lambda one: one.kind != tags.VERB or _says_kept(one) or _is_trump(one),
        tokens[places[0] + 1 :],
    )
    named = [one for one in behind if one.kind in (*NAMING, "AND") or _is_trump(one)]
    if named and named[0].kind == "AND":
        return [*tokens[: places[0]], *named]  # "green I'll keep, and yellow too"
    return named if any(one.kind != "AND" for one in named) else tokens[: places[0]]


def _rules_trump_out(scene: OrderScene, clause: Clause) -> bool:
    """Whether a clause says that no trump is to be played."""
    verbs = [token for token in clause.tokens if token.kind == tags.VERB]
    is_denied = clause.has(tags.NOT, "NONE") and not clause.has(*NAMING)
    return scene.kind == "play" and bool(verbs) and is_denied and all(map(_is_trump, verbs))


def _is_trump(token: Token) -> bool:
    return (token.kind, token.value) == (tags.VERB, "trump")


def _cards(scene: OrderScene, tokens: Sequence[Token]) -> Iterator[_Kept]:
    """What these words name, a suit with the number beside it as one, and trump by its colour."""
    trump = getattr(scene.view, "trump", None)
    if trump and any(map(_is_trump, tokens)):
        yield _Kept(suit=trump)
    left = [token for token in tokens if token.kind in _SPOKEN]
    while left:
        if left[0].kind == "AND":
            left = left[1:]
            continue
        first, second = left[0], left[1] if len(left) > 1 else None
        if (
            second is not None
            and first.kind == second.kind == tags.NUMBER
            and second.place == first.end
        ):
            left = left[1:]  # "both my fours" and "the two 4s": how many there are
            continue
        if _counts_card(scene, left):
            left = left[1:]  # "the two mountain 3s"
            continue
        kinds = {first.kind, second.kind if second is not None else ""}
        if second is not None and tags.NUMBER in kinds and not kinds.isdisjoint(_SUITS):
            suit, number = (second, first) if first.kind == tags.NUMBER else (first, second)
            is_card = suit.value + number.value in scene.hand  # else it counts: "two forests"
            yield _Kept(suit.value, number.value if is_card else "")
            left = left[2:]
            continue
        if first.kind in _SUITS:
            yield _Kept(suit=first.value)
        elif first.kind == tags.NUMBER:
            yield _Kept(number=first.value)
        else:
            yield _Kept(thing=first.value)
        left = left[1:]


def _counts_card(scene: OrderScene, tokens: Sequence[Token]) -> bool:
    """Whether the first word only says how many there are of the card behind it."""
    kinds = [one.kind for one in tokens[:3]]
    is_card = kinds[:1] == kinds[2:] == [tags.NUMBER] and kinds[1] in _SUITS
    return is_card and tokens[1].value + tokens[2].value in scene.hand
