"""What the clauses of an order mean in Wild Cards."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from games.catalogue.wild_cards.rules.cards import REFILL, VALUE, in_order
from games.catalogue.wild_cards.rules.view import WildCardsView
from games.catalogue.wild_cards.words.cards import BOTH, CARDS, card_texts
from games.catalogue.wild_cards.words.clauses import animals, follows_two, merged, refills_next
from games.catalogue.wild_cards.words.double_bids import settle_choosing, settle_double_bids
from games.catalogue.wild_cards.words.facts import facts
from games.catalogue.wild_cards.words.passes import settle_passes
from games.catalogue.wild_cards.words.payments import settle_stated
from games.catalogue.wild_cards.words.plans import plans
from games.catalogue.wild_cards.words.refills import settle_kept, settle_thrown
from games.catalogue.wild_cards.words.several import settle_several
from games.catalogue.wild_cards.words.steps import settle_steps
from games.catalogue.wild_cards.words.swaps import settle_swaps
from games.catalogue.wild_cards.words.takes import settle_takes
from games.words.lexicon.lexing import Codes
from games.words.lexicon.vocabulary import WordMeaning
from games.words.positions.game_words import GameWords
from games.words.positions.scene import (
    NO_OPTION,
    Option,
    OrderScene,
    is_denied,
    options,
)
from games.words.speech.clauses import Clause
from games.words.speech.grammar import OrderClause

_NAMED = frozenset(("code", "card", "counted", "refill", "animal"))
_BY_KIND = {"bid": "bid", "reveal": "reveal", "refill": "discard", "pay": "pay", "show": "show"}
_NOTHING = {"refill": "refill", "swap": "swap none", "take": "pass", "pay": "pass"}


def option(clause: OrderClause, scene: OrderScene, before: OrderClause | None) -> Option:
    """The orders that a clause may mean; `before` is the alternative ahead of it, if any."""
    if is_denied(clause) or clause.final.startswith("-"):
        return _denied(clause, scene)
    if scene.kind == "refill" and clause.verb == "reveal":
        return _kept(clause, scene)
    if scene.kind == "swap" and clause.verb == "reveal" and not animals(clause):
        return options(["swap none"])
    verb = _verb(clause, scene, before)
    if verb in ("bid R", "refill", "swap none"):
        return options([verb])
    read = _OPTIONS.get(verb)
    return read(clause, scene) if read is not None else NO_OPTION


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


def _verb(clause: OrderClause, scene: OrderScene, before: OrderClause | None) -> str:
    """The verb that is meant: the one said, as this decision takes it, or what the things imply."""
    is_weak = clause.verb == "put" or (clause.verb == "bid" and clause.final == scene.kind)
    verb = clause.final if is_weak and clause.final else clause.verb
    kinds = {thing.kind for thing in clause.things}
    if verb == "put" and refills_next(scene):
        verb = ""
    if verb not in ("", "put"):
        return _verb_said(verb, kinds, scene, before)
    if before is not None and not verb and _fits(before.verb, kinds):
        # "the lion, else nothing"
        return "take" if kinds == {"none"} and animals(before) else before.verb
    if "animal" in kinds or (kinds == {"any"} and scene.kind == "take"):
        return "swap" if scene.kind == "swap" else "take"
    if "refill" in kinds and not kinds & CARDS:
        # Whoever has bid and speaks of refilling means the hand, not another bid.
        is_hand = scene.kind in ("refill", "swap", "take") or scene.is_later_in_round
        chosen = "reveal" if scene.kind == "reveal" else "bid"
        return "discard" if is_hand or scene.ahead else chosen
    if kinds == {"none"}:
        return _NOTHING.get(scene.kind, "")
    # A number or `the lowest` alone could be meant for anything.
    of_a_suit = any(thing.kind == "how" and thing.other for thing in clause.things)
    has_card = kinds & {"code", "card", "counted"} or of_a_suit or verb or before is not None
    kind = "refill" if refills_next(scene) else scene.kind
    verb = _BY_KIND.get(kind, "") if has_card else ""
    return "reveal" if verb == "bid" and follows_two(scene) else verb


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
    if verb == "bid" and (scene.kind == "reveal" or follows_two(scene)):
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
    named = animals(clause)
    if [thing.kind for thing in clause.things] == ["none"]:
        return options(["swap none"])
    if len(named) != 2 or len(clause.things) != 2:
        return NO_OPTION
    return options([f"swap {named[0]} {named[1]}"])


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
    taken = [thing.value for thing in clause.things if thing.kind == "animal"]
    if scene.kind == "swap" and len(clause.things) == len(taken) == 1:
        return options(f"swap {given} {taken[0]}" for given in scene.values("swap"))
    rest = [thing for thing in clause.things if thing.kind not in ("animal", "any")]
    if not taken and any(thing.kind == "any" for thing in clause.things):
        taken = ["any"]
    if not taken and {thing.kind for thing in rest} == {"none"}:
        return options(["pass"])
    if len(taken) != 1 or any(thing.kind == "refill" for thing in rest):
        return NO_OPTION
    paid = (cards for cards in card_texts(rest, scene, "take") if _is_held(cards, scene))
    return options(f"take {taken[0]} {cards}" for cards in paid)


def _is_held(cards: str, scene: OrderScene) -> bool:
    """Whether the hand pays so much behind the bid that is given with it."""
    bid = scene.ahead[0].split()[1:] if scene.ahead else []
    if len(bid) != 1:
        return True
    held = Counter(scene.hand) + Counter(scene.values("reveal")) - Counter(bid)
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


def _settle(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    settle_several(scene, clauses)
    settle_kept(scene, clauses)
    settle_steps(scene, clauses)
    settle_double_bids(scene, clauses)
    settle_choosing(scene, clauses)
    settle_swaps(scene, clauses)
    settle_takes(scene, clauses)
    settle_passes(scene, clauses)
    settle_stated(scene, clauses)


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
    facts=facts,
    visible=_visible,
    spent=_spent,
    settle=_settle,
    settle_last=settle_thrown,
    plans=plans,
    stages={"bid": 0, "reveal": 1, "swap": 2, "pay": 3, "take": 4},
)
