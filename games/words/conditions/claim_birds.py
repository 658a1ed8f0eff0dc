"""What conditions may claim of birds that are made of cards: their points, their suits, and what
lies on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.words.conditions.claim import Claim, Parsed, Test, Whose, exact, is_named, of_whom
from games.words.lexicon import tags
from games.words.lexicon.lexing import Token
from games.words.lexicon.said import phrases
from games.words.positions.facts import Hatched

FIGURE = "hatched"
"""That the birds of somebody are spoken of: "look at my birds; if one is of waves, …"."""

_ELSEWHERE = ("hand", "deck", "open card", "points", "negative", "positive", "able")
_HIGHEST_RANK = 9


def _of_parts(one: Parsed) -> Claim | None:
    """What one bird of somebody's has: "Anna's first bird is at 14", "his worst one"."""
    if not one.facts.parts or one.test is None or len(one.whose.seats) > 1:
        return None
    seat = one.whose.seats[0] if one.whose.seats else one.scene.seat
    (points,) = (every[seat] for every in one.facts.parts.values())
    number = _part_named(one)
    is_held = one.whose.seats == (seat,) and not any(map(_is_bird, one.said.tokens))
    if number is not None and one.said.says("cards") and seat == one.scene.seat:
        if is_held:
            return None  # "if I have three cards of wyrms"
        cards = one.facts.lying.get(f"bird {number}")
        return None if cards is None else Claim(exact(one.test).holds(len(cards)))
    if number is not None:
        chosen = list(points[number - 1 : number])
    elif one.said.says("worst", "best"):
        chosen = sorted(points)[:1] if one.said.says("worst") else sorted(points)[-1:]
    else:
        return None
    return Claim(exact(one.test).holds(chosen[0]), test=one.test) if chosen else None


def _part_named(one: Parsed) -> int | None:
    """The number of a bird that is named: "bird 1", "his first bird", "the suns"."""
    if (number := _numbered(one)) is not None:
        return number
    suits = {token.value for token in one.things if token.kind == "SUIT"}
    if not suits or len(suits) < len(one.things) or one.whose.seats not in ((), (one.scene.seat,)):
        return None
    birds = one.scene.view.players[one.scene.seat].birds
    fitting = [bird.number for bird in birds if suits <= set(bird.suits)]
    return fitting[0] if len(fitting) == 1 else None


def _numbered(one: Parsed) -> int | None:
    """The number that names a bird: "bird 1", "his first bird"."""
    tokens = [token for token in one.said.tokens if token.kind != tags.FILLER]
    for index, token in enumerate(tokens):
        beside = [*tokens[index + 1 : index + 2], *tokens[max(index - 1, 0) : index]]
        for other in beside if token.kind == "BIRD" else ():
            is_behind = other.kind == tags.NUMBER and other.place - token.end in (0, 1)
            if other.kind == tags.ORDINAL or is_behind:
                return int(other.value)
    return None


def _of_hatched(one: Parsed) -> Claim | None:
    """Who has a bird of a suit, or a card on one: "if Bruno's knots bird has its nine", "if any of
    my birds is of waves"."""
    if not one.facts.hatched or one.said.says(*_ELSEWHERE) or says_pile(one):
        return None
    earlier = one.earlier if one.earlier is not None and one.earlier.figure == FIGURE else None
    is_bird = any(map(_is_bird, one.said.tokens))
    others = one.whose.seats not in ((), (one.scene.seat,))
    if not (is_bird or earlier or (others and one.said.says("has"))):
        return None
    rank = _rank(one)
    if not one.things and not rank:
        whose = one.whose if one.whose.seats else Whose((one.scene.seat,))
        return _of_any(one, whose) if is_bird and one.test is None else None
    if one.test not in (None, Test(">=", 1), Test("", 1)) and not rank:
        return None
    whose = one.whose if one.whose.seats else earlier.whose if earlier else Whose()
    whose = whose if whose.seats else Whose((one.scene.seat,))
    whose = whose._replace(how="any") if whose.how == "sum" else whose
    holds = [_has(one, one.facts.hatched[seat], rank) for seat in whose.seats]
    truth = of_whom(whose, holds)
    if truth is False and others and not is_bird and not earlier and _may_be_held(one):
        return None  # in hand
    return Claim(truth, whose=whose, figure=FIGURE, things=one.things, place="birds")


def _of_any(one: Parsed, whose: Whose) -> Claim:
    """Whether somebody has any bird yet, where that is said; else whose birds are spoken of."""
    is_said = one.said.says("has") and one.said.says("any at all")
    holds = [bool(one.facts.hatched[seat]) for seat in whose.seats]
    truth = of_whom(whose._replace(how="any") if whose.how == "sum" else whose, holds)
    return Claim(truth if is_said else None, whose=whose, figure=FIGURE)


def _has(one: Parsed, birds: Sequence[Hatched], rank: str) -> bool | None:
    """Whether one of these birds is of the suit, or has the card, that is named; None where it
    is a bird that is of no such suit, and has a card of it."""
    number = _numbered(one)
    chosen = [bird for place, bird in enumerate(birds, 1) if number in (None, place)]
    suits, cards = _named(one)
    chosen = [bird for bird in chosen if all(suit.value in bird.suits for suit in suits)]
    if not (cards or rank):
        return bool(chosen)
    found = [
        bird
        for bird in chosen
        if any(is_named(card, cards) and card.startswith(rank) for card in bird.cards)
    ]
    is_suit = not rank and all(token.kind == "SUIT" for token in cards)
    if found and is_suit and not suits:
        of_it = any(all(token.value in bird.suits for token in cards) for bird in found)
        is_bird = any(map(_is_bird, one.said.tokens)) or not one.whose.seats
        return of_it or (False if is_bird and one.said.says("is") else None)
    if found and one.said.says("only"):
        return all(len(bird.cards) == 1 for bird in found)
    return bool(found)


def _may_be_held(one: Parsed) -> bool:
    """Whether a card is named that lies nowhere to be seen."""
    if not any(token.kind in ("CODE", "RANK", tags.NUMBER) for token in one.things):
        return False
    birds = (bird for own in one.facts.hatched for bird in own)
    seen = [*one.scene.hand, *(card for bird in birds for card in bird.cards)]
    return not any(is_named(card, one.things) for card in seen)


def _named(one: Parsed) -> tuple[list[Token], list[Token]]:
    """The suits that say which bird is meant, beside the word for it, and the other things: "the
    ace on his bird of suns"."""
    spoken = [one_ for one_ in one.said.tokens if one_.kind not in (tags.FILLER, "OF")]
    suits: list[Token] = []
    for index, token in enumerate(spoken):
        if not _is_bird(token):
            continue
        behind = spoken[index + 1 : index + 2]
        before = spoken[index - 1 : index] if index and not _has_rank(spoken, index - 1) else []
        suits += [t for t in [*before, *behind] if t.kind == "SUIT" and _touches(t, token)][:1]
    return suits, [token for token in one.things if token not in suits]


def _has_rank(spoken: Sequence[Token], index: int) -> bool:
    """Whether a suit is that of a card: "the 8 of suns on his bird"."""
    return index > 0 and spoken[index - 1].kind in (tags.NUMBER, "RANK")


def _touches(suit: Token, bird: Token) -> bool:
    """Whether at most one word stands between them: "uccello di nodi", "knots bird"."""
    return suit.place - bird.end in (0, 1) or bird.place == suit.end


def _rank(one: Parsed) -> str:
    """The rank of a card that is told by its number: "already has its nine"; "" for none."""
    numbers = [t for t in one.said.tokens if t.kind == tags.NUMBER and t not in one.things]
    listed = phrases(one.said.language, one.said.section, "articles")
    owned = phrases(one.said.language, one.said.section, "his")
    if len(numbers) != 1 or one.test is None or one.test.how not in ("", ">="):
        return ""
    before = one.said.words[max(numbers[0].place - 1, 0)]
    is_card = numbers[0].place and (before in listed or before in owned)
    is_rank = bool(is_card) and 0 < one.test.number <= _HIGHEST_RANK
    return str(one.test.number) if is_rank else ""


def _is_bird(token: Token) -> bool:
    return token.kind == "BIRD"


def says_pile(one: Parsed) -> bool:
    """Whether the discards are spoken of, or a pile that no birds are: "on top of the pile"."""
    if any(token.kind == "PILE" for token in one.said.tokens):
        return True
    piles = [one_ for one_ in one.said.tokens if _is_bird(one_)]
    return bool(piles) and _numbered(one) is None and not one.said.says("birds")


OF_BIRDS: Sequence[Callable[[Parsed], Claim | None]] = (_of_hatched, _of_parts)
