"""What the clauses of an order mean in Wizard."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from games.catalogue.wizard.rules.prompt import BidPrompt, PlayPrompt
from games.catalogue.wizard.rules.view import WizardView
from games.catalogue.wizard.words.beating import settle_beating
from games.catalogue.wizard.words.bids import settle_bids
from games.catalogue.wizard.words.facts import facts
from games.catalogue.wizard.words.keeping import settle_keeping
from games.catalogue.wizard.words.plans import plans
from games.catalogue.wizard.words.runs import settle_runs
from games.catalogue.wizard.words.sequences import settle_sequences
from games.catalogue.wizard.words.tables import (
    settle_cards_in_trick,
    settle_following,
    settle_tallies,
)
from games.catalogue.wizard.words.trumps import settle_trumps
from games.words.lexicon import tags
from games.words.lexicon.lexing import Codes, Token
from games.words.lexicon.vocabulary import WordMeaning, marks
from games.words.positions.game_words import GameWords
from games.words.positions.scene import NO_OPTION, Option, OrderScene, is_denied, only_verb, options
from games.words.speech.clauses import ORDERING, Clause, keeps
from games.words.speech.grammar import OrderClause, Thing

_SPECIALS = ("Z", "N")
_EXTREMES = {"bid": ("lowest", "highest"), "play": ("lowest", "highest", "cheapest", "duck")}


def merged(clauses: Sequence[OrderClause], scene: OrderScene) -> list[OrderClause]:
    """The clauses, a verb alone joined with the clause that follows it."""
    found: list[OrderClause] = []
    for clause in clauses:
        if found and only_verb(found[-1], ("play", "bid", "trump")) and not is_denied(clause):
            found[-1] = clause._replace(verb=_stronger(found[-1].verb, clause.verb))
        elif found and clause.verb == "trump" and not clause.things and found[-1].verb != "trump":
            found[-1] = found[-1]._replace(verb=_stronger(found[-1].verb, "trump"))
        else:
            found.append(clause)
    return found


def option(clause: OrderClause, scene: OrderScene, before: OrderClause | None) -> Option:
    """The orders that a clause may mean; `before` is the alternative ahead of it, if any."""
    if is_denied(clause) or clause.final.startswith("-"):
        return _denied(clause, scene)
    kinds = [thing.kind for thing in clause.things if thing.kind != "tricks"]
    verb = _verb(clause, scene, before)
    if verb == "trump":
        if kinds == ["card"] and not clause.things[0].other:
            return options([f"trump {clause.things[0].value}"])
        return options(["trump any"]) if kinds == ["any"] else NO_OPTION
    if verb == "bid":
        return _bid(clause, scene)
    return _play(clause, scene) if verb == "play" else NO_OPTION


def _stronger(first: str, second: str) -> str:
    verbs = [verb for verb in (first, second) if verb not in ("", "play")]
    return verbs[-1] if verbs else "play"


def _verb(clause: OrderClause, scene: OrderScene, before: OrderClause | None) -> str:
    verb = _stronger(clause.verb, clause.final) if clause.final else clause.verb
    whole = any(_is_whole(thing) for thing in clause.things)
    if verb == "trump" and whole:
        return "play"  # "I trump with the red 5"
    kinds = {thing.kind for thing in clause.things}
    if verb == "bid" and scene.kind in ("trump", "play") and kinds & {"card", "code", "special"}:
        verb = scene.kind  # "I go for red"
    if verb in ("", "play") and (
        "tricks" in kinds or (verb and scene.kind == "bid" and kinds == {"number"})
    ):
        return "bid"
    if verb:
        return verb
    if before is not None and before.verb:
        return before.verb
    if whole:
        return "play"
    return scene.kind


def _is_whole(thing: Thing) -> bool:
    if thing.kind in ("card", "counted"):
        return thing.other != ""
    return thing.kind in ("code", "special")


def _denied(clause: OrderClause, scene: OrderScene) -> Option:
    kinds = {thing.kind for thing in clause.things}
    if clause.verb == "-bid" and scene.kind == "bid" and kinds and kinds <= {"none", "tricks"}:
        return options(["bid 0"])
    return NO_OPTION


def _bid(clause: OrderClause, scene: OrderScene) -> Option:
    things = [thing for thing in clause.things if thing.kind != "tricks"]
    if len(things) == 2 and things[0].kind in ("all", "any") and things[1].kind == "number":
        things = things[1:]
    if len(things) != 1 or things[0].other:
        return NO_OPTION
    (thing,) = things
    found = {"number": thing.value, "none": "0", "any": "any"}.get(thing.kind, "")
    if thing.kind == "all" and isinstance(scene.decision.data, BidPrompt):
        found = str(scene.decision.data.cards)
    if thing.kind == "how" and thing.value in _EXTREMES["bid"]:
        found = thing.value
    return options([f"bid {found}"]) if found else NO_OPTION


def _play(clause: OrderClause, scene: OrderScene) -> Option:
    if len(clause.things) != 1:
        return NO_OPTION
    (thing,) = clause.things
    if thing.kind in ("special", "code"):
        cards = [thing.value]
    elif thing.kind in ("card", "counted") and thing.other:
        cards = [thing.value + thing.other]
    elif thing.kind == "any" or (thing.kind == "how" and not thing.other):
        known = thing.kind == "any" or thing.value in _EXTREMES["play"]
        cards = [thing.value] if known else []
    else:
        cards = _fitting(thing, scene)
    return options(f"play {card}" for card in dict.fromkeys(cards))


def _fitting(thing: Thing, scene: OrderScene) -> list[str]:
    """The legal cards of a colour or a number, or the extreme one of a colour; where there is none,
    those that cannot be played, so that what is said for that case is."""
    cards = [card for card in scene.values("play") or scene.hand if card not in _SPECIALS]
    if thing.kind == "number":
        return [card for card in cards if card[1:] == thing.value]
    colour = thing.value if thing.kind == "card" else thing.other
    held = sorted((card for card in cards if card[0] == colour), key=_number)
    if not held and colour and not scene.is_later and not scene.ahead:
        return [f"{colour}{number}" for number in range(1, _MOST + 1)]
    if thing.kind == "card":
        return [card for card in cards if card[0] == colour]
    if thing.kind == "how" and thing.value in ("lowest", "highest"):
        return held[-1:] if thing.value == "highest" else held[:1]
    return []


_MOST = 13


def _number(card: str) -> int:
    return int(card[1:])


def _visible(scene: OrderScene, clause: Clause) -> Mapping[str, Sequence[str]]:
    """The colour to be followed, the trump, the trick or the own hand, as the clause speaks of
    one."""
    prompt, view = scene.decision.data, scene.view
    if not isinstance(view, WizardView):
        return {}
    if clause.says_phrase("own hand"):
        return {"HAND": scene.hand, **_by_kind(scene.hand)} if scene.hand else {}
    if clause.says("led") and isinstance(prompt, PlayPrompt) and not clause.has("SPECIAL"):
        return {"COLOUR": [prompt.suit or ""]}
    if any(token.value == "trump" for token in clause.tokens) and scene.kind != "trump":
        return {"COLOUR": [view.trump or ""]}
    is_of_trick = clause.says("played") or clause.has("TRICKS")
    if is_of_trick and clause.has("SPECIAL") and view.trick and not clause.has("ALL"):
        earlier = {card for trick in view.tricks for card in trick.cards} - {*view.trick}
        is_clear = clause.has("TRICKS") or not any(one.value in earlier for one in clause.tokens)
        return _by_kind(view.trick) if is_clear else {}
    return {}


def _by_kind(cards: Sequence[str]) -> dict[str, Sequence[str]]:
    """Cards by the kinds of words that name them."""
    numbers = [card for card in cards if card not in _SPECIALS]
    return {
        "CODE": cards,
        "SPECIAL": [card for card in cards if card in _SPECIALS],
        "COLOUR": [card[0] for card in numbers],
        "NUMBER": [card[1:] for card in numbers],
    }


def _spent(text: str) -> list[str]:
    return text.split()[1:] if text.startswith("play") else []


def _settle_cards(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    """Play, in place, the card of which a verb of bidding speaks once all have bid: "mettimi il tre
    rosso"."""
    for clause in clauses if scene.kind == "play" else ():
        clause.tokens = [*_taking(scene, clause.tokens)]
        is_card = clause.has("COLOUR", "SPECIAL", "CODE") or _is_taken_with(clause)
        is_card &= not keeps(clause)
        if clause.act in ORDERING and is_card:
            clause.tokens = [
                one._replace(value="play")
                if (one.kind, one.value) == (tags.VERB, "bid")
                and not clause.has("TRICKS", tags.NOT)
                else one
                for one in clause.tokens
            ]


def _is_taken_with(clause: Clause) -> bool:
    """Whether a trick is taken with a card that is told by its number: "I win with the 12"."""
    for index, verb in enumerate(clause.tokens):
        rest = clause.tokens[index + 1 :]
        is_with = any(one.written.casefold() in marks("by means of") for one in rest[:2])
        behind = [one for one in rest if one.kind != tags.FILLER][:1] if is_with else []
        if verb.kind == tags.VERB and [one.kind for one in behind] == [tags.NUMBER]:
            return True
    return False


def _taking(scene: OrderScene, tokens: Sequence[Token]) -> Iterator[Token]:
    """The words, what a card of the hand does no deed of others: "R6 takes this one"."""
    spoken = [one for one in tokens if one.kind not in (tags.FILLER, "OF")]
    named = "".join(one.value for one in spoken[:2] if one.kind in ("COLOUR", tags.NUMBER))
    held = named if named in scene.hand else spoken[0].value if spoken else ""
    length = 2 if named in scene.hand else 1
    is_own = held in scene.hand and len(spoken) > length
    verb = spoken[length] if is_own and spoken[length].kind == tags.OTHERS else None
    for token in tokens:
        is_deed = token is verb and token.written.casefold() in marks("card takes")
        yield token._replace(kind=tags.FILLER, value="fillers") if is_deed else token


def _settle(scene: OrderScene, clauses: Sequence[Clause]) -> None:
    _settle_cards(scene, clauses)
    settle_beating(scene, clauses)
    settle_keeping(scene, clauses)
    settle_trumps(scene, clauses)
    settle_following(scene, clauses)
    settle_tallies(scene, clauses)
    settle_cards_in_trick(scene, clauses)
    settle_runs(scene, clauses)
    settle_sequences(scene, clauses)


WORDS = GameWords(
    grammar=Path(__file__).parent.with_name("grammar.lark"),
    merged=merged,
    option=option,
    codes=Codes(
        re.compile(r"[rbgy]\d{1,2}", re.ASCII),
        re.compile(r"[ZN]"),
        {card: WordMeaning("SPECIAL", card) for card in _SPECIALS},
    ),
    bare_numbers=frozenset(("bid",)),
    always_legal=frozenset(("bid", "trump")),
    facts=facts,
    visible=_visible,
    spent=_spent,
    settle=_settle,
    settle_last=settle_bids,
    plans=plans,
    stages={"trump": 0, "bid": 1, "play": 2},
)
