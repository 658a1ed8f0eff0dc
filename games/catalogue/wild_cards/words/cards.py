"""The cards that the things of a clause may stand for, in every way that the hand allows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, product, takewhile

from games.catalogue.wild_cards.rules.cards import REFILL, VALUE, in_order
from games.words.positions.scene import MOST_CANDIDATES, OrderScene
from games.words.speech.grammar import Thing

BOTH = "both"
CARDS = frozenset(("code", "card", "counted", "number", "how"))


def card_texts(things: Sequence[Thing], scene: OrderScene, verb: str) -> Iterator[str]:
    """The cards of the things, in every way that the hand allows."""
    if not all(thing.kind in CARDS or thing.kind in ("refill", "all") for thing in things):
        return
    for cards in _counts(things):
        yield from _texts(cards, scene, verb)


def _texts(cards: Sequence[Thing], scene: OrderScene, verb: str) -> Iterator[str]:
    ways = [list(_ways(cards, index, scene, verb)) for index in range(len(cards))]
    for chosen in islice(product(*ways), MOST_CANDIDATES):
        named = [card for way in chosen for card in way]
        codes = in_order([card for card in named if card in VALUE or card == REFILL])
        words = [card for card in named if card not in codes]
        yield " ".join((*codes, *words))


def _ways(
    things: Sequence[Thing], index: int, scene: OrderScene, verb: str
) -> Iterator[tuple[str, ...]]:
    """What one thing may stand for: one card, several of a kind, or a word of the notation."""
    thing = things[index]
    hand = [card for card in scene.hand if card != REFILL]
    if verb == "reveal" and scene.kind == "reveal":
        hand = list(scene.values("reveal"))
    match thing.kind:
        case "refill":
            yield (REFILL,)
        case "code":
            yield (thing.value,)
        case "card" if thing.other:
            yield (thing.value + thing.other,)
        case "card" | "all":
            yield from _of_habitat(things, index, hand, verb)
        case "counted":
            yield from _counted(thing, hand, verb)
        case "number":
            yield from _numbered(things, index, hand)
        case "how":
            yield from _extreme(thing, hand)


def _extreme(thing: Thing, hand: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The lowest or the highest card of a habitat, or the word for it where none is named."""
    held = [card for card in in_order(list(dict.fromkeys(hand))) if card[0] == thing.other]
    if thing.other and held:
        pick = max if thing.value == "highest" else min
        yield (pick(held, key=VALUE.__getitem__),)
    elif not thing.other:
        yield (thing.value,)


def _counts(things: Sequence[Thing]) -> list[list[Thing]]:
    """The things in each way in which their counts may be meant: "two forests, the 1 and the 2" are
    the cards of both values, "both forest 1s and the 2" are three."""
    found = [list(_valued(things, is_each=False)), list(_valued(things, is_each=True))]
    return found[: 1 + (found[0] != found[1])]


def _valued(things: Sequence[Thing], *, is_each: bool) -> Iterator[Thing]:
    """The things, so many cards of a habitat as those whose values follow, or of one value, if
    that `is_each` one's; "both 1s" are two cards of that value."""
    taken = 0
    for index, thing in enumerate(things):
        if taken:
            taken -= 1
            continue
        following = things[index + 1] if index + 1 < len(things) else Thing("")
        number = {BOTH: 2}.get(thing.other, int(thing.other) if thing.other.isdigit() else 0)
        values = [one.value for one in takewhile(_is_value, things[index + 1 :])]
        values = values[:1] if is_each else values
        if thing.kind == "counted" and number > 1 and len(values) in (1, number):
            yield from (Thing("card", thing.value, value) for value in (values * number)[:number])
            taken = len(values)
        elif _doubles(thing, following, is_each=is_each):
            yield from (following, following)
            taken = 1
        else:
            yield thing


def _doubles(thing: Thing, following: Thing, *, is_each: bool) -> bool:
    """Whether a count stands before a value or a card: "both 1s", "two M2"."""
    is_count = thing.kind == "number" and (thing.value == BOTH or (is_each and thing.value == "2"))
    is_card = following.kind == "code" or (following.kind == "card" and following.other != "")
    return is_count and (_is_value(following) or is_card)


def _is_value(thing: Thing) -> bool:
    return thing.kind == "number" and thing.value.isdigit()


def _numbered(
    things: Sequence[Thing], index: int, hand: Sequence[str]
) -> Iterator[tuple[str, ...]]:
    """A value alone: the cards with it, of the habitat beside it first; `both` of two cards."""
    value = things[index].value
    if value == BOTH:
        if len(things) > 1 or len(hand) == len((BOTH, BOTH)):
            yield tuple(in_order(hand)) if len(things) == 1 else ()
        return
    faces = list(dict.fromkeys(hand))
    habitat = _neighbour(things, index)
    named = [habitat + value] if habitat + value in faces else []
    yield from ((card,) for card in named or faces if card[1:] == value)


def _counted(thing: Thing, hand: Sequence[str], verb: str) -> Iterator[tuple[str, ...]]:
    """`two forests`: the card of that value, or so many cards; `both forests` is never the card."""
    if thing.other != BOTH:
        yield (thing.value + thing.other,)
    if verb in ("take", "pay", "discard"):
        number = 2 if thing.other == BOTH else int(thing.other)
        held = [card for card in hand if card[0] == thing.value]
        yield from sorted(set(combinations(in_order(held), number)))


def _of_habitat(
    things: Sequence[Thing], index: int, hand: Sequence[str], verb: str
) -> Iterator[tuple[str, ...]]:
    """A habitat without a value: any of its cards; `all forests`: all of them."""
    thing = things[index]
    if thing.kind == "all":
        following = things[index + 1] if index + 1 < len(things) else None
        if verb == "discard" and following is not None and following.kind == "card":
            yield ()
        return
    held = [card for card in in_order(hand) if card[0] == thing.value]
    if index and things[index - 1].kind == "all" and verb == "discard":
        yield tuple(held)
        return
    yield from ((card,) for card in dict.fromkeys(held))
    if verb in ("take", "pay") and len(held) > 1:
        yield tuple(held)  # "the savannahs"


def _neighbour(things: Sequence[Thing], index: int) -> str:
    """The habitat that a bare value shares: `forest 3 and 2`, `the 2 and 3 of forest`."""
    for other in (*things[:index][::-1], *things[index + 1 :]):
        if other.kind in ("card", "counted") and other.other:
            return other.value
        if other.kind == "code":
            return other.value[0]
    return ""
