"""What of a text one order explains: whatever is named must stand in it, and nothing may turn it.

Where a reading would be asked back, and exactly one legal order explains every word that speaks of
the game, that order is meant.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise

from games.words.lexicon import tags
from games.words.lexicon.lexing import UNKNOWN, Token
from games.words.lexicon.vocabulary import marks, plain_of, values_of
from games.words.positions.game_words import stage_of, words_of
from games.words.positions.scene import MOST_LEGAL, OrderScene
from games.words.results import Question, Result, Understood
from games.words.speech.clauses import ORDERING, Act, Clause

_PIECES = re.compile(r"\d+|[A-Za-z]")
NAMING = frozenset(
    (
        "HABITAT", "REFILL", "ANIMAL", "COLOUR", "SPECIAL", "SPECIES", "NAMED_ROW", "SIDE", "RANK",
        "SUIT", "CODE", "DECK", "PILE", tags.NUMBER, tags.ORDINAL,
    )
)  # fmt: skip
"""Kinds of words that name what an order is made of."""

_CARDS = ("COLOUR", "SPECIAL", "HABITAT", "ANIMAL", "SPECIES", "SUIT", "RANK")
_GIVING = ("refill", "discard", "play", "pay", "swap", "show")
_EXTREMES = {"lowest": min, "highest": max}
_OPEN = frozenset((tags.OTHERS, tags.OTHER_ONE, tags.ASK, "ANY", "ALL"))
_TURNS = frozenset((tags.CORRECT, tags.RETRACT, tags.DROP))
_DENYING = frozenset((tags.NOT, "NONE", tags.GONE))


@cache
def atoms(text: str) -> frozenset[str]:
    """The words of an order, and the letters and numbers of its cards."""
    words = text.replace(";", " ").split()
    cards = [word for word in words if any(map(str.isupper, word))]
    return frozenset((*words, *(piece for card in cards for piece in _PIECES.findall(card))))


def pieces_of(card: str) -> set[str]:
    """The letters and numbers of a card."""
    return set(_PIECES.findall(card))


def things_named(scene: OrderScene, clause: Clause) -> list[Token]:
    """The words of a clause that name what an order is made of, without how many birds there are
    of a kind in hand: no order says that, and a row has a number as well."""
    return [
        token
        for index, token in enumerate(clause.tokens)
        if token.kind in NAMING and not _counts_birds(scene, clause.tokens, index)
    ]


def _counts_birds(scene: OrderScene, tokens: Sequence[Token], index: int) -> bool:
    spoken = [one for one in tokens[index + 1 :] if one.kind not in (tags.FILLER, "OF")][:1]
    is_place = bool(index) and tokens[index - 1].kind == "ROW"
    is_counted = bool(spoken) and spoken[0].kind == "SPECIES" and not spoken[0].after_comma
    if tokens[index].kind != tags.NUMBER or not is_counted or is_place:
        return False
    return str(list(scene.hand).count(spoken[0].value)) == tokens[index].value


def settled(
    scene: OrderScene, clauses: Sequence[Clause], result: Result, earlier: str = ""
) -> Result:
    """The order instead of the question where one alone explains all that is said.

    `earlier` was ordered before and corrected: what is left of it need not be said again.
    """
    if isinstance(result, Understood) or scene.is_later or ";" in earlier:
        return result  # no order alone explains what the steps behind it were
    offered = result.choices if isinstance(result, Question) else result.examples
    legal = scene.legal()
    said = _telling(scene, since_correction(clauses), legal)
    if not _is_plain(said) or (not earlier and _counts_alone(scene, said)):
        return result
    if len(legal) >= MOST_LEGAL:
        legal = offered
    fitting = [
        text
        for text in dict.fromkeys((*offered, *legal))
        if explains(scene, said, text) and (not earlier or revises(text, earlier, said))
    ]
    tokens = [token for one in said for token in one.tokens]
    if any(token.kind == "HOW" and token.value not in _EXTREMES for token in tokens):
        return result
    fitting = extremes(tokens, fitting)
    if len(fitting) == 1 and fitting[0] != earlier:
        return Understood(fitting[0])
    return result


def since_correction(clauses: Sequence[Clause]) -> Sequence[Clause]:
    """The clauses from the last correction on."""
    places = [i for i, one in enumerate(clauses) if one.act in (Act.CORRECT, Act.RETRACT)]
    return clauses[places[-1] :] if places else clauses


def unordered_kinds(scene: OrderScene, legal: Sequence[str]) -> frozenset[str]:
    """The kinds of things that are in no order of this decision, as a bid has no colours."""
    named = {piece for text in legal for piece in atoms(text)}
    return frozenset(
        kind
        for kind in _CARDS
        if (values := values_of(scene.rules.key, kind)) and not values & named
    )


def _telling(scene: OrderScene, clauses: Sequence[Clause], legal: Sequence[str]) -> list[Clause]:
    """The clauses that may order: no reasons, nor what speaks of things that no order has."""
    foreign = unordered_kinds(scene, legal)
    stages = words_of(scene.rules.key).stages
    now = stage_of(scene)

    def describes(clause: Clause) -> bool:
        verbs = [token.value for token in clause.tokens if token.kind == tags.VERB]
        is_case = clause.act is Act.CONDITION
        is_past = all(stages.get(verb, now) < now for verb in verbs)
        return clause.has(*foreign) and is_past and not is_case

    return [one for one in clauses if one.act is not Act.REASON and not describes(one)]


def _is_plain(clauses: Sequence[Clause]) -> bool:
    """Whether nothing in these clauses may turn an order round, and one of them orders."""
    ordering = [index for index, one in enumerate(clauses) if one.act in ORDERING]
    if not ordering or any(one.lead in _TURNS for one in clauses[ordering[-1] + 1 :]):
        return False
    sentences = {clauses[index].sentence for index in ordering}
    if any(_may_turn(one, is_near=one.sentence in sentences) for one in clauses):
        return False
    return any(clauses[index].is_clean or clauses[index].has_verb for index in ordering)


def _counts_alone(scene: OrderScene, clauses: Sequence[Clause]) -> bool:
    """Whether only numbers are named where a number is no order."""
    tokens = [token for one in clauses if one.act in ORDERING for token in one.tokens]
    named = [token for token in tokens if token.kind in NAMING or token.kind == tags.VERB]
    is_number = all(token.kind in (tags.NUMBER, tags.ORDINAL) for token in named)
    return is_number and scene.kind not in words_of(scene.rules.key).bare_numbers


def _may_turn(clause: Clause, *, is_near: bool) -> bool:
    """Whether a clause may turn an order round; `is_near` says that it stands in its sentence."""
    if clause.act in (Act.ALTERNATIVE, Act.RETRACT) or clause.lead == "OR":
        return True
    if clause.act is Act.ASIDE and not is_near:
        return clause.has(*_DENYING) and not clause.has(UNKNOWN)
    is_denied = clause.has(*_DENYING) and clause.act is not Act.EXCLUDE
    is_asked = clause.act in ORDERING and clause.asks_back
    if clause.act in ORDERING and clause.names_doer:
        return True
    if is_denied or is_asked or clause.act is Act.ASK or clause.has(*_OPEN):
        return True
    if any(token.value == "maybe" or may_be_card(token) for token in clause.tokens):
        return True
    return clause.act is Act.CONDITION and any(map(_is_name, clause.tokens))


def _is_name(token: Token) -> bool:
    return token.kind == UNKNOWN and token.written[:1].isupper() and token.place > 0


_LONGEST_CARD = 6


def may_be_card(token: Token) -> bool:
    """Whether an unknown word looks like a card that somebody writes his own way: `KrZ`, `9mz`."""
    inner = token.written[1:]
    is_mixed = any(map(str.isdigit, token.written)) or (inner.lower() != inner != inner.upper())
    is_mixed = is_mixed and len(token.written) <= _LONGEST_CARD  # "RobinBird"
    is_as_written = token.value == plain_of(token.written.casefold())
    return token.kind == UNKNOWN and is_mixed and is_as_written


def explains(scene: OrderScene, clauses: Sequence[Clause], text: str) -> bool:
    """Whether everything that the clauses name stands in the order, in all its steps."""
    spoken = words_of(scene.rules.key).spoken_verbs
    verbs = {step.split(maxsplit=1)[0] for step in text.split("; ")}
    verbs |= {spoken[verb] for verb in verbs if verb in spoken}
    known = {*scene.rules.verbs, *spoken.values()}
    later = [one for one in clauses[1:] if one.lead == "THEN" and one.things]
    if len(later) > text.count(";") or not _is_named(clauses, text):
        return False
    ordering = {one.sentence for one in clauses if one.act in ORDERING}
    ordered = [one for one in clauses if one.act in ORDERING]
    if not all(keeps_pairs(one, text) and holds_codes(one, text) for one in ordered):
        return False
    return all(
        _is_explained(scene, one, text, known - verbs, is_near=one.sentence in ordering)
        for one in clauses
    )


def _is_explained(
    scene: OrderScene, clause: Clause, text: str, others: set[str], *, is_near: bool
) -> bool:
    """Whether a clause says nothing beside the order; `others` are verbs of other orders."""
    named = things_named(scene, clause)
    if clause.act is Act.EXCLUDE or _keeps(clause, text):
        return not any(stands_in(token, text) for token in named)
    if clause.act not in ORDERING and not is_near:
        named = [token for token in named if token.kind not in (tags.NUMBER, tags.ORDINAL)]
    elif any(token.kind == tags.VERB and token.value in others for token in clause.tokens):
        return clause.act in (Act.ASIDE, Act.TALK)
    return all(stands_in(token, text) for token in named)


def _keeps(clause: Clause, text: str) -> bool:
    """Whether it says what stays in hand, where cards are given: "the crown I'll keep"."""
    is_given = text.startswith(_GIVING)
    return is_given and any(token.written.casefold() in marks("keep") for token in clause.tokens)


def _is_named(clauses: Sequence[Clause], text: str) -> bool:
    """Whether an order clause names something of it, or at least says what is done."""
    tokens = [token for one in clauses if one.act in ORDERING for token in one.tokens]
    # "I don't play red 12" names what is not meant, and only its verb is left.
    verb = "" if any(one.act is Act.EXCLUDE for one in clauses) else text.split(maxsplit=1)[0]
    return any(
        token.kind in NAMING or (token.kind == tags.VERB and token.value == verb)
        for token in tokens
    )


def keeps_pairs(clause: Clause, text: str) -> bool:
    """Whether each number beside a suit is that card's, or says how many cards of it there are."""
    cards = [word for word in text.split() if word[0].isupper()]
    tokens = [token for token in clause.tokens if token.kind != tags.FILLER]
    for one, other in pairwise(tokens):
        suit, number = (other, one) if one.kind == tags.NUMBER else (one, other)
        if (
            not number.value.isdigit()
            or number.kind != tags.NUMBER
            or suit.kind not in ("HABITAT", "COLOUR")
        ):
            continue
        count = sum(card[0] == suit.value for card in cards)
        if suit.value + number.value not in cards and count != int(number.value):
            return False
    return True


def holds_codes(clause: Clause, text: str) -> bool:
    """Whether each card that the clause writes as a code stands in the order as often."""
    codes = Counter(token.value for token in clause.tokens if token.kind == "CODE")
    words = text.split()
    return all(words.count(code) >= number for code, number in codes.items() if number > 1)


def stands_in(token: Token, text: str) -> bool:
    """Whether what a word names stands in an order."""
    return stands_in_pieces(token, atoms(text))


def stands_in_pieces(token: Token, pieces: frozenset[str]) -> bool:
    """Whether what a word names is among these words, letters and numbers of an order."""
    if token.value in pieces:
        return True
    if token.kind == "CODE":
        return pieces_of(token.value) <= pieces
    if token.kind == "PILE":
        return "discard" in pieces
    return token.kind == tags.NUMBER and token.value == "1" and "A" in pieces


def extremes(tokens: Iterable[Token], fitting: list[str]) -> list[str]:
    """Of these the lowest or the highest, where that is said."""
    said = [token.value for token in tokens if token.kind == "HOW"]
    if len(said) != 1 or said[0] not in _EXTREMES or not fitting:
        return fitting
    ranked = [text for text in fitting if _is_ranked(text)] or fitting
    best = _EXTREMES[said[0]](map(_number, ranked))
    return [text for text in ranked if _number(text) == best]


def _is_ranked(text: str) -> bool:
    """Whether an order gives a card that has its place among others: no pass, no Refill card."""
    return bool(re.search(r"\d", text)) or not {"Z", "N"}.isdisjoint(text.split())


def _number(text: str) -> int:
    found = re.search(r"\d+", text)
    return int(found[0]) if found else 0


def revises(text: str, earlier: str, clauses: Iterable[Clause]) -> bool:
    """Whether an order differs from the earlier one, and only in what the clauses name."""
    named = {token.value for one in clauses for token in one.tokens}
    before = earlier.partition(";")[0].split()
    changed = [word for word in text.split() if word not in before]
    if text.split(maxsplit=1)[0] != before[0]:
        return True
    return bool(changed) and all(atoms(f"{word} ") & named for word in changed)


def cards_named(tokens: Sequence[Token]) -> Iterator[str]:
    """The cards that are named in full."""
    spoken = [one for one in tokens if one.kind not in (tags.FILLER, "OF")]
    yield from (one.value for one in spoken if one.kind == "CODE")
    for one, other in pairwise(spoken):
        suit, number = (other, one) if one.kind == tags.NUMBER else (one, other)
        if suit.kind in ("HABITAT", "COLOUR") and number.kind == tags.NUMBER:
            yield suit.value + number.value
