"""What the clauses of an order mean in Wild Cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from games.catalogue.wild_cards.rules.cards import REFILL, VALUE, in_order
from games.catalogue.wild_cards.rules.view import WildCardsView
from games.catalogue.wild_cards.words.cards import BOTH, CARDS, card_texts
from games.words.clauses import Clause
from games.words.game_words import GameWords
from games.words.grammar import OrderClause, Thing
from games.words.lexing import Codes
from games.words.scene import (
    NO_OPTION,
    Option,
    OrderScene,
    is_denied,
    joined,
    only_verb,
    options,
)
from games.words.vocabulary import WordMeaning

_NAMED = frozenset(("code", "card", "counted", "refill", "animal"))
_LIMITS = ("7", "10")
_SWAPPING = frozenset(("swap", "give", "get", "for", "take"))
_SWAPPED = {"discard": "give", "bid": "get", "get": "get", "give": "give"}
_BY_KIND = {"bid": "bid", "reveal": "reveal", "refill": "discard", "pay": "pay", "show": "show"}
_NOTHING = {"refill": "refill", "swap": "swap none", "take": "pass", "pay": "pass"}


def merged(clauses: Sequence[OrderClause], scene: OrderScene) -> list[OrderClause]:
    """The clauses, joined where several make one order: `take …, paying …`, `discard …, refill`."""
    swap = _swap_of(clauses, scene)
    if swap is not None:
        return [swap]
    clauses = [_as_payment(clause, scene) for clause in clauses]
    found: list[OrderClause] = []
    for clause in _parted(_without_kept(clauses, scene), scene):
        both = _joined(found[-1], clause, scene) if found else None
        if both is not None:
            found[-1] = both
        else:
            found.append(clause)
    return found


def option(clause: OrderClause, scene: OrderScene, before: OrderClause | None) -> Option:
    """The orders that a clause may mean; `before` is the alternative ahead of it, if any."""
    if is_denied(clause) or clause.final.startswith("-"):
        return _denied(clause, scene)
    if scene.kind == "refill" and clause.verb == "reveal":
        return _kept(clause, scene)
    if scene.kind == "swap" and clause.verb == "reveal" and not _animals(clause):
        return options(["swap none"])
    verb = _verb(clause, scene, before)
    if verb in ("bid R", "refill", "swap none"):
        return options([verb])
    read = _OPTIONS.get(verb)
    return read(clause, scene) if read is not None else NO_OPTION


def _as_payment(clause: OrderClause, scene: OrderScene) -> OrderClause:
    """ "I give two savannahs for the lion": outside a swap cards are paid, animals taken."""
    if scene.kind == "take" and clause.verb == "discard" and not clause.final:
        return clause._replace(verb="pay")
    if scene.kind == "swap" or clause.verb not in ("give", "for"):
        return clause
    return clause._replace(verb="take" if _animals(clause) else "pay")


def _without_kept(clauses: Sequence[OrderClause], scene: OrderScene) -> Sequence[OrderClause]:
    """At a refill what is kept only says again what is thrown, unless nothing is."""
    if scene.kind != "refill":
        return clauses
    clauses = [_as_kept(clause) for clause in clauses]
    if any(clause.verb == "reveal" for clause in clauses):
        clauses = [clause for clause in clauses if not only_verb(clause, ("discard",))]
    kept = [clause for clause in clauses if clause.verb == "reveal"]
    thrown = [clause for clause in clauses if clause not in kept and not _is_refill(clause)]
    if not kept or any(clause.things for clause in thrown):
        return [clause for clause in clauses if clause not in kept]
    return kept[-1:]


def _as_kept(clause: OrderClause) -> OrderClause:
    """A clause that keeps, whichever of its verbs stands last: "il jolly lo tengo"."""
    if clause.verb == "take":  # "keep the 4"
        return clause._replace(verb="reveal")
    if clause.final == "reveal" or (clause.verb == "reveal" and not clause.final):
        return clause._replace(verb="reveal", final="")
    return clause


def _kept(clause: OrderClause, scene: OrderScene) -> Option:
    """What a refill throws away where only what is kept was said."""
    things = [thing for thing in clause.things if thing.kind != "refill"]
    kinds = {thing.kind for thing in things}
    is_all = bool(kinds & {"all", "any"}) or not things
    is_all = is_all or [thing.value for thing in things] == [BOTH]
    if is_all:
        return options(["refill"])
    held = [card for card in scene.hand if card != REFILL]
    if "none" in kinds:
        return options(["refill all"])
    texts = []
    for cards in card_texts(things, scene, "discard"):
        kept = Counter(cards.split()) & Counter(held)
        named, rest = list(kept.elements()), list((Counter(held) - kept).elements())
        if len(named) == len(held):
            texts.append("refill")
        elif named:
            texts.append(f"refill {' '.join(in_order(rest))}")
    return options(texts) if len(texts) < _MANY else NO_OPTION


_MANY = 9


def _parted(clauses: Sequence[OrderClause], scene: OrderScene) -> Iterator[OrderClause]:
    """Where a bid is asked, cards with animals behind them are a bid and what is hoped for."""
    for clause in clauses:
        kinds = [thing.kind for thing in clause.things]
        place = kinds.index("animal") if "animal" in kinds else 0
        if scene.kind == "bid" and kinds[:1] == ["refill"] and clause.verb == "discard":
            yield clause._replace(verb="bid", things=clause.things[:1])
            yield clause._replace(things=clause.things[1:])
        elif scene.kind == "bid" and clause.verb in ("", "bid", "put") and place:
            yield clause._replace(things=clause.things[:place])
            yield OrderClause("", clause.things[place:])
        else:
            yield clause


def _joined(first: OrderClause, second: OrderClause, scene: OrderScene) -> OrderClause | None:
    """Two clauses as one order, or None where they are two."""
    if only_verb(first, ("put", "bid", "pay", "discard", "take")) and not is_denied(second):
        verb = second.verb if first.verb == "put" or second.verb not in ("", "put") else first.verb
        return second._replace(verb=verb)
    return _joined_take(first, second, scene) or _joined_refill(first, second, scene)


def _joined_take(first: OrderClause, second: OrderClause, scene: OrderScene) -> OrderClause | None:
    """An animal with its payment, said before or behind it; a pass with its two cards."""
    kinds = {thing.kind for thing in second.things}
    is_taking = first.verb == "take" or (first.verb == "" and bool(_animals(first)))
    is_payment = not second.verb and kinds <= CARDS and len(first.things) == 1
    if is_taking and (second.verb == "pay" or is_payment):
        return joined(first, second, "take")
    is_named_first = not first.verb and len(_animals(first)) == 1 and not _animals(second)
    if is_named_first and second.verb == "take":
        return joined(first, second, "take")
    if first.verb == "pay" and second.verb == "take" and scene.kind == "take":
        return joined(second, first, "take")
    if scene.kind == "show" and only_verb(first, ("reveal", "show")) and second.verb == "draw":
        return second  # "flip one off the deck"
    is_pass = first.verb in ("pass", "sit") and second.verb in ("draw", "pass", "sit")
    return first if is_pass and not kinds - {"number"} else None


def _joined_refill(
    first: OrderClause, second: OrderClause, scene: OrderScene
) -> OrderClause | None:
    """What is discarded with the word that the hand is filled up."""
    if scene.kind == "bid" or (
        scene.kind != "refill" and "discard" not in (first.verb, second.verb)
    ):
        return None
    if second.verb == "discard" and _is_refill(first):
        return OrderClause("discard", second.things)
    if first.verb == "discard" and (_is_refill(second) or second.verb == "draw"):
        return OrderClause("discard", first.things)
    return first if first.verb == "reveal" and _is_refill(second) else None


def _is_refill(clause: OrderClause) -> bool:
    """Whether a clause only says that the hand is filled up, or to how many cards."""
    rest = [thing for thing in clause.things if thing.kind != "refill"]
    has_refill = len(rest) < len(clause.things)
    return has_refill and all(thing.value in _LIMITS for thing in rest)


def _animals(clause: OrderClause) -> list[str]:
    return [
        thing.value if thing.kind == "animal" else "any"
        for thing in clause.things
        if thing.kind in ("animal", "any")
    ]


def _swap_of(clauses: Sequence[OrderClause], scene: OrderScene) -> OrderClause | None:
    """`swap`, with what is given before what is taken, where these clauses say one."""
    if scene.kind == "swap":
        clauses = [_as_swapped(clause) for clause in clauses]
    verbs = {clause.verb for clause in clauses}
    is_swap = "swap" in verbs or (scene.kind == "swap" and len(clauses) > 1)
    if not is_swap or not verbs <= _SWAPPING or len(clauses) < 2:
        return None
    given: list[Thing] = []
    taken: list[Thing] = []
    told: OrderClause | None = None
    for clause in clauses:
        is_given = clause.verb in ("give", "swap")
        if clause.verb == "for":
            is_given = told is not None and told.verb in ("take", "get")
        (given if is_given else taken).extend(clause.things)
        told = clause
    return OrderClause("swap", (*given, *taken))


def _as_swapped(clause: OrderClause) -> OrderClause:
    """Where animals are swapped, one that goes is given, and one that comes in is got."""
    verb = _SWAPPED.get(clause.final or clause.verb)
    return clause._replace(verb=verb, final="") if verb and _animals(clause) else clause


def _verb(clause: OrderClause, scene: OrderScene, before: OrderClause | None) -> str:
    """The verb that is meant: the one said, as this decision takes it, or what the things imply."""
    is_weak = clause.verb == "put" or (clause.verb == "bid" and clause.final == scene.kind)
    verb = clause.final if is_weak and clause.final else clause.verb
    kinds = {thing.kind for thing in clause.things}
    if verb not in ("", "put"):
        return _verb_said(verb, kinds, scene, before)
    if before is not None and not verb and _fits(before.verb, kinds):
        # "the lion, else nothing"
        return "take" if kinds == {"none"} and _animals(before) else before.verb
    if "animal" in kinds or (kinds == {"any"} and scene.kind == "take"):
        return "swap" if scene.kind == "swap" else "take"
    if "refill" in kinds and not kinds & CARDS:
        # Whoever has bid and speaks of refilling means the hand, not another bid.
        is_hand = scene.kind in ("refill", "swap", "take") or scene.is_later_in_round
        return "discard" if is_hand else "bid"
    if kinds == {"none"}:
        return _NOTHING.get(scene.kind, "")
    # A number or `the lowest` alone could be meant for anything.
    of_a_suit = any(thing.kind == "how" and thing.other for thing in clause.things)
    has_card = kinds & {"code", "card", "counted"} or of_a_suit or verb or before is not None
    verb = _BY_KIND.get(scene.kind, "") if has_card else ""
    return "reveal" if verb == "bid" and _follows_two(scene) else verb


def _follows_two(scene: OrderScene) -> bool:
    """Whether a step stands behind a bid of two cards, one of which is to be revealed."""
    return scene.ahead[:1] != () and len(scene.ahead[0].split()) == len(("bid", "F1", "M2"))


def _verb_said(verb: str, kinds: set[str], scene: OrderScene, before: OrderClause | None) -> str:
    """A verb that several decisions know under other names."""
    if verb == "sit":
        is_bid = before.verb == "bid" if before is not None else scene.kind == "bid"
        return "bid R" if is_bid else "pass"
    if verb == "reveal" and "animal" in kinds:
        return "take"
    if {verb, scene.kind} == {"reveal", "show"}:
        return scene.kind
    if verb == "reveal" and scene.kind == "refill" and kinds - {"refill"} == {"all"}:
        return "refill"
    if verb == "bid" and (scene.kind == "reveal" or _follows_two(scene)):
        return "reveal"
    return "discard" if scene.kind == "refill" and verb == "draw" else verb


def _fits(verb: str, kinds: set[str]) -> bool:
    if verb in ("take", "swap"):
        return bool(kinds & {"animal", "any", "none"}) and kinds != {"none", "card"}
    return "animal" not in kinds


def _denied(clause: OrderClause, scene: OrderScene) -> Option:
    """`not` with a verb, where that leaves one thing to do; otherwise nothing is guessed."""
    verb = clause.verb.lstrip("-")
    kinds = {thing.kind for thing in clause.things} - {"none", "any"}
    if verb in ("take", "pay") and scene.kind in ("take", "pay") and not kinds:
        return options(["pass"])
    if verb in ("swap", "give") and not kinds - {"animal"}:
        return options(["swap none"])
    if verb == "discard" and not kinds:
        return options(["refill"])
    return NO_OPTION


def _swap(clause: OrderClause, scene: OrderScene) -> Option:
    del scene
    animals = _animals(clause)
    if [thing.kind for thing in clause.things] == ["none"]:
        return options(["swap none"])
    if len(animals) != 2 or len(clause.things) != 2:
        return NO_OPTION
    return options([f"swap {animals[0]} {animals[1]}"])


def _plain(verb: str) -> Callable[[OrderClause, OrderScene], Option]:
    """A verb that is followed by cards."""

    def read(clause: OrderClause, scene: OrderScene) -> Option:
        if verb == "reveal" and scene.kind not in ("bid", "reveal"):
            return NO_OPTION
        return options(f"{verb} {cards}" for cards in card_texts(clause.things, scene, verb))

    return read


def _alone(verb: str) -> Callable[[OrderClause, OrderScene], Option]:
    """A verb that takes no card."""

    def read(clause: OrderClause, scene: OrderScene) -> Option:
        del scene
        kinds = {thing.kind for thing in clause.things}
        return NO_OPTION if kinds & _NAMED else options([verb])

    return read


def _pass(clause: OrderClause, scene: OrderScene) -> Option:
    """A pass, which may name every animal that is there: "I don't want the lion"."""
    named = {thing.value for thing in clause.things if thing.kind == "animal"}
    others = [thing for thing in clause.things if thing.kind != "animal"]
    is_of_all = not named or set(scene.values("take")) <= named
    return _alone("pass")(clause._replace(things=tuple(others)), scene) if is_of_all else NO_OPTION


def _take(clause: OrderClause, scene: OrderScene) -> Option:
    animals = [thing.value for thing in clause.things if thing.kind == "animal"]
    if scene.kind == "swap" and len(clause.things) == len(animals) == 1:
        return options(f"swap {given} {animals[0]}" for given in scene.values("swap"))
    rest = [thing for thing in clause.things if thing.kind not in ("animal", "any")]
    if not animals and any(thing.kind == "any" for thing in clause.things):
        animals = ["any"]
    if not animals and {thing.kind for thing in rest} == {"none"}:
        return options(["pass"])
    if len(animals) != 1 or any(thing.kind == "refill" for thing in rest):
        return NO_OPTION
    paid = (cards for cards in card_texts(rest, scene, "take") if _is_held(cards, scene))
    return options(f"take {animals[0]} {cards}" for cards in paid)


def _is_held(cards: str, scene: OrderScene) -> bool:
    """Whether the hand pays so much behind the bid that is given with it."""
    bid = scene.ahead[0].split()[1:] if scene.ahead else []
    if len(bid) != 1:
        return True
    held = Counter(scene.hand) - Counter(bid)
    return not any(Counter(filter(VALUE.__contains__, cards.split())) - held)


def _discard(clause: OrderClause, scene: OrderScene) -> Option:
    rest = [thing for thing in clause.things if thing.kind != "refill"]
    kinds = {thing.kind for thing in rest}
    if not clause.things and clause.verb == "discard":
        return NO_OPTION
    if kinds <= {"none"}:
        return options(["refill"])
    if kinds == {"all"}:
        return options(["refill all"])
    return options(f"refill {cards}" for cards in card_texts(rest, scene, "discard"))


_OPTIONS: dict[str, Callable[[OrderClause, OrderScene], Option]] = {
    "swap": _swap,
    "take": _take,
    "discard": _discard,
    "pass": _pass,
    "draw": _alone("draw"),
    **{verb: _plain(verb) for verb in ("bid", "reveal", "show", "pay")},
}


def _visible(scene: OrderScene, clause: Clause) -> Mapping[str, Sequence[str]]:
    """The animals of the market, or what the seat has itself: its cards, and its animals."""
    view = scene.view
    if not isinstance(view, WildCardsView):
        return {}
    if any(token.value == "leader" for token in clause.tokens):
        led = [animal for animal, seat in view.leaders.items() if seat == scene.seat]
        return {"ANIMAL": led, "HAND": led} if clause.says_phrase("own hand") else {}
    if clause.says_phrase("own hand"):
        hand = [card for card in scene.hand if card != REFILL]
        suits, numbers = [card[0] for card in hand], [card[1:] for card in hand]
        animals = list(Counter(view.players[scene.seat].collection).elements())
        cards = {"CODE": hand, "HAND": hand, "HABITAT": suits, "NUMBER": numbers}
        return {**cards, "ANIMAL": animals}
    return {"ANIMAL": [animal for animal in view.market if animal]}


def _spent(text: str) -> list[str]:
    """The cards that an order gives: not the animal that it takes."""
    verb, *things = text.split()
    if verb == "swap":
        return things[:1]
    return [thing for thing in things if thing in VALUE]


WORDS = GameWords(
    grammar=Path(__file__).parent.with_name("grammar.lark"),
    merged=merged,
    option=option,
    codes=Codes(
        re.compile(r"[fsmw]\d", re.ASCII),
        re.compile(r"R"),
        {"R": WordMeaning("REFILL", "R")},
    ),
    one_order=frozenset(("refill", "take")),
    spoken_verbs={"refill": "discard"},
    visible=_visible,
    spent=_spent,
    stages={"bid": 0, "reveal": 1, "swap": 2, "pay": 3, "take": 4},
)
